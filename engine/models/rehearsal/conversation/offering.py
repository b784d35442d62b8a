"""Offering: what somebody brings up by themselves, the most pressing first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.clock import DAY, day_of
from engine.models.rehearsal.conversation.answering import doing_words
from engine.models.rehearsal.conversation.gossip import saw, somebody_to_ask_about
from engine.models.rehearsal.conversation.hearing import hear
from engine.models.rehearsal.conversation.inviting import (
    came,
    going_on,
    is_left_out,
    missed,
    occasions,
    own_occasion,
)
from engine.models.rehearsal.conversation.talk import Talk
from engine.models.rehearsal.conversation.telling import NEWS_WORDS, News, eagerness, news_of, told
from engine.models.rehearsal.language.text import capital, tidy
from engine.models.rehearsal.reflection.thought import read_insight
from engine.models.rehearsal.understand import Proposition
from engine.records import Memory

NEWS_AT_MOST, MOST_CONSIDERED = 2, 1
TELLS_OF_ONESELF = 2
MOST_QUOTED = 230
FOLLOWS_UP_AFTER = 120
AFTERNOON, EVENING = 15 * 60, 18 * 60
NOTICES, HANDS_ON = 0.3, 0.6
VOICED = ("insight_side", "insight_undecided", "insight_for", "insight_against", "insight_guests", "insight_went",
          "insight_resolved", "insight_friend", "insight_rival", "insight_refused", "insight_saved")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Offer:
    """Something to say. `tells` is the memory it passes on, `holds` leaves the word to the other."""

    text: str
    thought: str = ""
    tells: int = 0
    holds: bool = False


Way = Callable[[Talk], Offer | None]


def offer(talk: Talk) -> Offer | None:
    """What is brought up next; nothing when nothing presses."""
    for way in _PRESSING:
        found = way(talk)
        if found is not None and found.text:
            return found
    ways = list(_BY_THE_WAY)
    weights = [weight for weight, _ in ways]
    while ways:
        at = talk.draw.choices(range(len(ways)), weights)[0]
        found = ways.pop(at)[1](talk)
        weights.pop(at)
        if found is not None and found.text:
            return found
    return None


# ---------------------------------------------------------------- what presses


def _reproach(talk: Talk) -> Offer | None:
    if talk.many or talk.prompt.lines[1:]:
        return None
    found = missed(talk)
    if found is None:
        return None
    number, occasion = found
    whose = talk.speaker.whose(occasion.host, talk.hearer)
    return Offer(
        talk.say("reproach", whose=whose, occasion=occasion.what), "thought_rival", number, holds=True
    )


def _invite(talk: Talk) -> Offer | None:
    if talk.closeness < 0 or talk.did("invite_tail"):
        return None
    occasion = own_occasion(talk)
    for news in news_of(talk):
        if occasion and news.says.occasion and news.says.host == talk.speaker.name and news.memory.when:
            lead = talk.say("tell")
            said = told(news, talk, lead, whole=True)
            text = talk.pack.joined([said, talk.say("invite_tail")])
            return Offer(text, "thought_invite", news.number, holds=True)
    return None


def _thank(talk: Talk) -> Offer | None:
    found = came(talk) if not talk.many else None
    if found is None:
        return None
    number, occasion = found
    whose = talk.speaker.whose(occasion.host, talk.hearer)
    return Offer(talk.say("thank_coming", whose=whose, occasion=occasion.what), "thought_friend", number)


def _news(talk: Talk) -> Offer | None:
    told_so_far = sum(1 for line in talk.mine if hear(line.text, talk.pack).news)
    if told_so_far >= NEWS_AT_MOST or (talk.closeness < -0.3 and talk.mine):
        return None
    here = going_on(talk)
    found = [news for news in news_of(talk) if here is None or news.says.occasion != here.what]
    found.sort(key=lambda news: news.memory.kind != "observation")
    told_now = next((news for news in found[:MOST_CONSIDERED] if talk.chance(eagerness(news, talk))), None)
    return _told(told_now, talk, again=told_so_far > 0) if told_now else None


def _told(news: News, talk: Talk, again: bool) -> Offer:
    memory = news.memory
    mine = memory.kind == "plan"
    frame = "tell_quiet" if news.says.private else "tell_own" if mine else "tell_more" if again else "tell"
    if memory.kind == "observation":
        frame = "tell_today"
    text = told(news, talk, talk.say(frame) or talk.say("tell"))
    tail = ""
    if news.says.occasion and not talk.many and talk.closeness >= 0:
        tail = talk.say("heard_tail")
    elif talk.chance(0.45) or news.says.sides:
        tail = talk.say("opinion_tail")
    return Offer(talk.pack.joined([text, tail]), "thought_tell", news.number, holds=bool(tail))


# ---------------------------------------------------------------- what comes up by the way


def _ask_coming(talk: Talk) -> Offer | None:
    """Whether one will see the other where both may go."""
    if talk.many or talk.did("ask_coming", "heard_tail", "invite_tail", "looking_forward"):
        return None
    for occasion in occasions(talk):
        ahead = occasion.when is not None and occasion.when > talk.prompt.now
        others = occasion.host not in (talk.speaker.name, talk.one) and occasion.memory.kind != "seed"
        if ahead and others and not is_left_out(occasion.what, talk):
            whose = talk.speaker.whose(occasion.host, talk.hearer)
            frame = "ask_coming" if talk.chance(0.6) else "looking_forward"
            return Offer(talk.say(frame, whose=whose, occasion=occasion.what), holds=True)
    return None


def _was_fine(talk: Talk) -> Offer | None:
    """An occasion that both may have been at."""
    if talk.did("was_fine", "thank_coming"):
        return None
    for occasion in occasions(talk):
        over = occasion.when is not None and occasion.when + 60 < talk.prompt.now
        if (
            over
            and occasion.memory.kind == "plan"
            and day_of(occasion.when or 0) >= day_of(talk.prompt.now) - 1
        ):
            whose = talk.speaker.whose(occasion.host, talk.hearer)
            return Offer(talk.say("was_fine", whose=whose, occasion=occasion.what), holds=True)
    return None


def _at_occasion(talk: Talk) -> Offer | None:
    """Something about the occasion at which one is."""
    here = going_on(talk)
    if here is None or talk.did("at_it", "at_it_host", "at_it_guest"):
        return None
    mine = here.host == talk.speaker.name
    frame = "at_it_guest" if mine else "at_it_host" if here.host == talk.hearer else "at_it"
    whose = talk.speaker.whose(here.host, talk.hearer)
    return Offer(talk.say(frame, whose=whose, occasion=here.what, other=talk.other), holds=True)


def _saw(talk: Talk) -> Offer | None:
    text, number = saw(talk)
    return Offer(text, tells=number, holds=True) if text else None


def _ask_seen(talk: Talk) -> Offer | None:
    if talk.many or talk.closeness < 0 or talk.did("ask_seen", "ask_about"):
        return None
    somebody = somebody_to_ask_about(talk)
    if somebody is None or somebody.called.lower() in talk.so_far:
        return None
    frame = "ask_seen" if talk.chance(0.65) else "ask_about"
    return Offer(talk.say(frame, subject=somebody.called), holds=True)


def _ask_side(talk: Talk) -> Offer | None:
    """Whom the other is for, where two want the same; or that one is for the other."""
    if talk.did("ask_side", "pledge"):
        return None
    for memory in talk.prompt.recalled:
        sides = talk.understand(memory).sides
        if talk.speaker.name in sides or not sides:
            continue
        if talk.one in sides:
            fonder = all(talk.closeness > talk.closeness_to(name) for name in sides if name != talk.one)
            fond = talk.closeness >= 0.2 and fonder and not talk.many
            return Offer(talk.say("pledge", other=talk.one.called), holds=True) if fond else None
        if len(sides) == 2 and not talk.many:
            a, b = sides
            return Offer(talk.say("ask_side", a=a.called, b=b.called), holds=True)
    return None


def _barb(talk: Talk) -> Offer | None:
    if talk.closeness >= -0.05 or talk.many or talk.did("barb"):
        return None
    return Offer(talk.say("barb", other=talk.one.called), "thought_rival", holds=True)


def _follow_up(talk: Talk) -> Offer | None:
    """What the other told one of themselves on another day, or earlier."""
    if talk.many or talk.did("follow_up") or talk.closeness < 0:
        return None
    began = talk.prompt.lines[0].minute if talk.prompt.lines else talk.prompt.now
    for number, memory in enumerate(talk.prompt.recalled[:200], start=1):
        says = talk.understand(memory)
        theirs = says.source == talk.one and says.who == talk.one
        old = memory.minute < began - FOLLOWS_UP_AFTER and (memory.id, talk.agent) not in talk.prompt.told
        unsettled = says.relation == "plans" or talk.pack.finds("worry", says.text)
        if theirs and old and unsettled and not says.occasion and memory.kind == "talk":
            lead = talk.say("follow_up")
            said = talk.speaker.own(tidy(says.text, MOST_QUOTED), talk.hearer)
            body = capital(said) if lead.rstrip()[-1:] in ".?!。？！" else talk.speaker.inside(said)
            return Offer(f"{lead}{body}{talk.pack.grammar.stop}" if lead else "", tells=number, holds=True)
    return None


def _see_doing(talk: Talk) -> Offer | None:
    person = talk.person(talk.agent)
    if talk.many or person is None or talk.did("see_doing") or len(talk.prompt.lines) > 3:
        return None
    doing = doing_words(talk, _own_part(person.doing, talk))
    if not doing or doing.lower() in talk.so_far:
        return None
    return Offer(talk.say("see_doing", doing=doing, other=talk.one.called), holds=True)


def _own_part(doing: str, talk: Talk) -> str:
    """What somebody is doing, without the words `is waiting in front of …` and the like."""
    return doing if not talk.pack.finds("waiting", doing) else ""


def _see_thing(talk: Talk) -> Offer | None:
    here = talk.prompt.here
    if here is None or talk.did("see_thing") or not talk.chance(NOTICES):
        return None
    things = [thing for thing in here.things if thing.state and thing.states[:1] not in ((), (thing.state,))]
    if not things:
        return None
    thing = talk.draw.choice(things)
    name, state = tidy(thing.path.rpartition("/")[2], 60), tidy(thing.state, 60)
    if talk.pack.finds("proper_thing", name):
        return None
    return Offer(talk.say("see_thing", thing=name, state=state), holds=True)


def _ask_day(talk: Talk) -> Offer | None:
    if talk.did("ask_day", "ask_one", "answer_back") or talk.closeness <= -0.3:
        return None
    if talk.many:
        return Offer(talk.say("ask_one", other=talk.next_one), holds=True)
    return Offer(talk.say("ask_day"), holds=True)


def _ask_on(talk: Talk) -> Offer | None:
    """Hand a question on to whoever has not spoken yet."""
    silent = len(talk.prompt.lines) <= len(talk.prompt.people)
    if not talk.many or not talk.heard.does(("ask_one", "ask_on")) or not silent or not talk.chance(HANDS_ON):
        return None
    return Offer(talk.say("ask_on", other=talk.next_one), holds=True)


def _remark(talk: Talk) -> Offer | None:
    """Something about the hour, for want of anything better."""
    if talk.did("remark", "remark_evening") or talk.closeness <= -0.3:
        return None
    late = talk.prompt.now % DAY >= EVENING
    return Offer(talk.say("remark_evening" if late else "remark"), holds=True)


def _ask_plans(talk: Talk) -> Offer | None:
    if talk.many or talk.did("ask_plans", "ask_plans_late") or talk.closeness < 0:
        return None
    late = talk.prompt.now % DAY >= AFTERNOON and talk.chance(0.6)
    return Offer(talk.say("ask_plans_late" if late else "ask_plans"), holds=True)


def _tease(talk: Talk) -> Offer | None:
    if talk.many or talk.closeness < 0.4 or talk.did("tease"):
        return None
    return Offer(talk.say("tease"), holds=True)


def _own_matter(talk: Talk) -> Offer | None:
    """Something of one's own story or thoughts: what one shares with the other, an opinion, a worry."""
    if sum(1 for line in talk.mine if hear(line.text, talk.pack).told) >= TELLS_OF_ONESELF:
        return None
    for number, memory in _untold(talk):
        says = talk.understand(memory)
        lead = _lead_for(memory, says, talk)
        if lead and not _said_here(says, talk):
            text = _quoted(memory, says, lead, talk)
            if text:
                return Offer(text, tells=number, holds=True)
    return None


def _untold(talk: Talk) -> Iterator[tuple[int, Memory]]:
    people = [person.agent for person in talk.prompt.people]
    for number, memory in enumerate(talk.prompt.recalled[:200], start=1):
        known = any((memory.id, agent) in talk.prompt.told for agent in people)
        if memory.kind in ("seed", "reflection") and not known and memory.when is None:
            yield number, memory


def _lead_for(memory: Memory, says: Proposition, talk: Talk) -> str:
    """How a memory would be brought up with these people; nothing when it would not."""
    to_them = bool({talk.speaker.name_of(person.agent) for person in talk.prompt.people} & set(says.people))
    not_for_all = to_them and (talk.many or talk.pack.finds("left_out", says.text))
    not_for_all = not_for_all or bool(says.occasion and is_left_out(says.occasion, talk))
    if says.who != talk.speaker.name or memory.importance >= 8 or says.private or not_for_all:
        return ""
    if memory.kind == "reflection":
        return _lead_for_insight(memory, to_them, talk)
    if says.relation == "thinks":
        return "opinion" if len(says.people) > 1 else "thinking"
    return "past" if to_them else _lead_for_own(says, talk)


def _lead_for_own(says: Proposition, talk: Talk) -> str:
    """How something of one's own story is brought up with those who have no part in it."""
    if talk.pack.finds("worry", says.text):
        return "worry" if talk.closeness >= 0.4 else ""
    if says.relation == "did" and any(voice in talk.pack.words["boasting"] for voice in talk.speaker.voices):
        return "boast"
    return "thinking" if talk.closeness >= 0.3 and says.relation in ("plans", "feels") else ""


def _lead_for_insight(memory: Memory, to_them: bool, talk: Talk) -> str:
    """A conclusion is said aloud when it is about others or what everybody can see, and to the face only when
    it is kind.
    """
    found = read_insight(memory.text, talk.pack, VOICED)
    if found is None:
        return ""
    frame = found[0]
    if frame in ("insight_friend", "insight_rival"):
        kind = frame == "insight_friend"
        return ("past" if kind and talk.closeness >= 0.5 else "") if to_them else "thinking" if kind else "opinion"
    return "" if to_them and frame in ("insight_against", "insight_side") else "thinking"


def _quoted(memory: Memory, says: Proposition, frame: str, talk: Talk) -> str:
    """A memory said to the other after its lead; an opinion without `I think that`."""
    lead = talk.say(frame)
    if not lead:
        return ""
    text = says.text
    if frame == "opinion" and (found := talk.pack.patterns["view"].match(says.does)):
        text = found["view"]
    said = talk.speaker.own(tidy(text, MOST_QUOTED), talk.hearer)
    body = capital(said) if lead.rstrip()[-1:] in ".?!。？！" else talk.speaker.inside(said)
    return f"{lead}{body}{talk.pack.grammar.stop}"


def _said_here(says: Proposition, talk: Talk) -> bool:
    said = [
        talk.understand(heard.told)
        for line in talk.prompt.lines
        if (heard := hear(line.text, talk.pack)).told
    ]
    return any(len(says.words & other.words) >= NEWS_WORDS * max(1, len(says.words)) for other in said)


_PRESSING: tuple[Way, ...] = (_reproach, _invite, _thank, _news)
_BY_THE_WAY: tuple[tuple[float, Way], ...] = (
    (8.0, _at_occasion),
    (5.0, _own_matter),
    (4.0, _was_fine),
    (4.0, _barb),
    (3.0, _saw),
    (3.0, _follow_up),
    (2.5, _see_doing),
    (2.5, _ask_seen),
    (2.5, _ask_side),
    (2.0, _ask_coming),
    (2.0, _ask_day),
    (2.0, _ask_on),
    (1.5, _remark),
    (1.0, _see_thing),
    (1.0, _ask_plans),
    (0.5, _tease),
)
