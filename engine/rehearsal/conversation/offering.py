"""Offering: what an agent brings up of its own accord, the most pressing first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.records import Line
from engine.rehearsal.aims import is_kept
from engine.rehearsal.conversation.hearing import (
    ASKED_TO_COME,
    INVITING,
    PUT,
    SMALL,
    hear,
    hear_line,
)
from engine.rehearsal.conversation.household import is_household
from engine.rehearsal.conversation.opening import is_occasion_for_small_talk
from engine.rehearsal.conversation.practising import look_back, practise
from engine.rehearsal.conversation.talk import Offer, Talk
from engine.rehearsal.conversation.topics import inviting, small_talk
from engine.rehearsal.conversation.topics.confiding import own_matter
from engine.rehearsal.conversation.topics.messages.delivering import deliver
from engine.rehearsal.conversation.topics.telling import News, eagerness, is_stale, news_of, told
from engine.rehearsal.conversation.topics.the_way import ask_way

NEWS_AT_MOST, MOST_CONSIDERED = 2, 1
SOON = 60  # minutes before an occasion from which nobody asks any more who comes
SUBJECTS_AT_MOST, PRESSING_AT_MOST = 2, 3
OPENS_WITH_NEWS = 0.9  # how often whoever begins a talk and has news tells it
GIVES_WAY = 0.8  # how often one leaves the next subject to the other


Way = Callable[[Talk], Offer | None]


def offer(talk: Talk, *, stays: bool = False) -> Offer | None:
    """Return the speaker's next offer of something to talk about, or None.

    With `stays`, the line before has brought up something that this one answers. Only what the speaker has to
    say to these people comes between then, or what presses if that was small talk. A talk changes its subject
    once at most, for what presses twice. Who has brought up one may only tell something besides.
    """
    due = deliver(talk)
    if due is not None:
        return due
    brought = sum(1 for line in talk.prompt.lines if brings_up(line, talk))
    small = talk.answers is not None and _is_small(talk.answers, talk)
    if brought < PRESSING_AT_MOST and (small or not stays):
        for way in _PRESSING:
            found = way(talk)
            if found is not None and found.text:
                return found
    handed_on = small_talk.ask_on(talk)  # the same question, to whoever has not been asked yet
    if handed_on is not None:
        return handed_on
    if stays or brought >= SUBJECTS_AT_MOST:
        return None
    began = any(brings_up(line, talk) for line in talk.mine) or talk.did(*_ASKED, *_REFUSED)
    opens = not talk.prompt.lines and not is_occasion_for_small_talk(talk) and not talk.is_visit
    return _by_the_way(talk, _TOLD_BY_THE_WAY if began or opens else _BY_THE_WAY)


def gives_way(talk: Talk) -> bool:
    """Decide whether the speaker, whose subject has been answered, leaves it to the other to go on."""
    brought = [line.speaker for line in talk.prompt.lines if brings_up(line, talk)]
    mine = set(brought) == {talk.speaker.persona.id}
    return mine and len(brought) < SUBJECTS_AT_MOST and not talk.many and talk.chance(GIVES_WAY)


def brings_up(line: Line | None, talk: Talk) -> bool:
    """Check whether a line brings up a subject."""
    if line is None:
        return False
    heard = hear_line(line, talk.pack)
    return heard.brings_up or heard.does(talk.pack.acts)


def _is_small(line: Line, talk: Talk) -> bool:
    """Recognise a line that brings up nothing but small talk."""
    heard = hear_line(line, talk.pack)
    return not heard.told and heard.does(SMALL) and not heard.does(PUT)


def _by_the_way(talk: Talk, drawn_from: Sequence[tuple[float, Way]]) -> Offer | None:
    """Return something that comes up by the way, drawn by weight, or None."""
    ways = list(drawn_from)
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
    found = inviting.missed(talk)
    if found is None:
        return None
    number, occasion = found
    whose = talk.speaker.whose(occasion.host, talk.hearer)
    return Offer(
        talk.say("reproach", whose=whose, occasion=occasion.what), "thought_rival", number, holds=True
    )


def _invite(talk: Talk) -> Offer | None:
    if talk.closeness < 0 or talk.did(*ASKED_TO_COME):
        return None
    occasion = inviting.own_occasion(talk)
    for news in news_of(talk):
        mine = occasion and news.says.occasion and news.says.host == talk.speaker.name and news.memory.when
        if mine and inviting.is_guest(talk, news.says.occasion):
            lead = talk.say("tell")
            said = told(news, talk, lead, whole=True)
            text = talk.pack.joined([said, talk.say(inviting.asks_to_come(news.memory.place, talk))])
            return Offer(text, "thought_invite", news.number, holds=True)
    return None


def _thank(talk: Talk) -> Offer | None:
    found = inviting.came(talk) if not talk.many else None
    if found is None:
        return None
    number, occasion = found
    whose = talk.speaker.whose(occasion.host, talk.hearer)
    return Offer(talk.say("thank_coming", whose=whose, occasion=occasion.what), "thought_friend", number)


def _news(talk: Talk) -> Offer | None:
    told_so_far = sum(1 for line in talk.mine if hear(line.text, talk.pack).news)
    if told_so_far >= NEWS_AT_MOST or (talk.closeness < -0.3 and talk.mine):
        return None
    here = inviting.going_on(talk)
    opens = not talk.prompt.lines
    found = [
        news for news in news_of(talk)
        if (here is None or news.says.occasion != here.what)
        and not (opens and is_stale(news.memory, talk.speaker))
    ]  # fmt: skip
    found.sort(key=lambda news: (news.memory.kind != "observation", _is_for_others_to_tell(news, talk)))
    told_now = next((news for news in found[:MOST_CONSIDERED] if talk.chance(_eagerness(news, talk))), None)
    return _told(told_now, talk, again=told_so_far > 0) if told_now else None


def _eagerness(news: News, talk: Talk) -> float:
    """Return the probability that a piece of news is told: a high one where it is what the talk began for."""
    opens = not talk.prompt.lines and talk.closeness >= 0 and not _is_for_others_to_tell(news, talk)
    return max(OPENS_WITH_NEWS if opens else 0.0, eagerness(news, talk))


def _is_for_others_to_tell(news: News, talk: Talk) -> bool:
    """Recognise an invitation by somebody else, which gives way to other news."""
    return bool(news.says.occasion) and news.says.host != talk.speaker.name


def _alarm(talk: Talk) -> Offer | None:
    """Offer an alarming observation of today, which comes before all courtesies, or return None."""
    grave = (
        news
        for news in news_of(talk)
        if news.memory.kind == "observation" and talk.pack.alarms(news.memory.text)
    )
    found = next(grave, None)
    return _told(found, talk, again=False) if found is not None else None


def _told(news: News, talk: Talk, again: bool) -> Offer:
    memory = news.memory
    mine = talk.speaker.name in (news.says.people if memory.kind == "plan" else [news.says.who])
    quiet = news.says.private or is_kept(talk.prompt.aims, news.says.text, talk.speaker)
    frame = "tell_quiet" if quiet else "tell_own" if mine else "tell_more" if again else "tell"
    if memory.kind == "observation":
        frame = "tell_today"
    if frame == "tell" and talk.many:
        frame = "tell_many"
    text = told(news, talk, talk.say(frame) or talk.say("tell"))
    tail = ""
    if talk.many:
        tail = ""  # what is asked of one
    elif news.says.occasion and talk.closeness >= 0:
        tail = talk.say("heard_tail")
    elif news.says.sides and talk.speaker.name not in news.says.sides:
        tail = talk.say("opinion_tail")
    return Offer(talk.pack.joined([text, tail]), "thought_tell", news.number, holds=bool(tail))


# ---------------------------------------------------------------- what comes up by the way


def _ask_coming(talk: Talk) -> Offer | None:
    """Ask whether the other comes to an occasion, or look forward to seeing them there; else return None."""
    if talk.closeness < 0 or talk.did("ask_coming", *INVITING, "looking_forward"):
        return None
    if talk.many or is_household(talk):
        return None
    mine = inviting.own_occasion(talk)
    for occasion in (each for each in inviting.occasions(talk) if mine is None or each.what != mine.what):
        ahead = occasion.when is not None and occasion.when - talk.prompt.now > SOON
        others = occasion.host not in (talk.speaker.name, talk.one) and occasion.memory.kind != "seed"
        spoken_of = talk.spoke_of(occasion.what)
        if ahead and others and not spoken_of and not inviting.is_left_out(occasion.what, talk):
            whose = talk.speaker.whose(occasion.host, talk.hearer)
            frame = "ask_coming" if talk.chance(0.6) else "looking_forward"
            said = talk.say(frame, whose=whose, occasion=occasion.what)
            return Offer(said, holds=True, speaks_of=occasion.memory)
    return None


_ASKED = ("ask_day", "ask_one", "ask_plans", "ask_plans_late", "ask_seen")
"""Questions of no weight, of which a talk has one."""
_REFUSED = ("refuse_it", "support_no", "support_rival", "forgive_not_yet", "own_up_not_yet")
"""After which nobody asks how the other is."""
_PRESSING: tuple[Way, ...] = (ask_way, _alarm, _reproach, practise, _invite, _thank, _news)
_TELLING: tuple[Way, ...] = (own_matter, look_back)
_BY_THE_WAY: tuple[tuple[float, Way], ...] = (
    (14.0, own_matter),
    (4.0, look_back),
    (1.0, small_talk.ask_seen),
    (2.5, small_talk.ask_side),
    (2.0, _ask_coming),
    (2.0, small_talk.ask_day),
)
_TOLD_BY_THE_WAY = tuple((weight, way) for weight, way in _BY_THE_WAY if way in _TELLING)
"""What comes up by the way from somebody who has brought up something before, or who begins a talk without an
occasion for small talk: no question, no small talk."""
