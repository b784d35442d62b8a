"""Answering: what is said to the line before, whatever that line did."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.models.rehearsal.conversation.details import has_details, tell_details, tell_source
from engine.models.rehearsal.conversation.gossip import answer_about, answer_seen
from engine.models.rehearsal.conversation.hearing import ACCEPTING, DECLINING, hear
from engine.models.rehearsal.conversation.inviting import (
    answer_coming,
    answer_invitation,
    excuse,
    guest_list,
    is_left_out,
    occasion_of,
)
from engine.models.rehearsal.conversation.talk import Talk
from engine.models.rehearsal.language.text import bare, tidy
from engine.models.rehearsal.mind import lowest
from engine.models.rehearsal.rate import importance
from engine.models.rehearsal.recollect import is_second_hand, recollect
from engine.models.rehearsal.understand import Proposition, alike, content_words, owner
from engine.records import Name, Step

LIKED, DISLIKED = 0.4, -0.05
TIRED = 40.0
ASKS_BACK = 0.5
QUARTER = 15
_TO_VIEWS = {
    "follow_up": "follow_reply", "worry": "comfort", "boast": "boast_reply", "past": "past_reply",
    "thinking": "thinking_reply",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reply:
    """What is answered. `holds` means that it leaves the word to the other; `tells` is a memory passed on."""

    text: str = ""
    holds: bool = False
    tells: int = 0


def respond(talk: Talk) -> Reply:
    """The answer to the line that calls for one; an empty one when nothing does."""
    if talk.answers is None:
        return Reply()
    for does, answer in _ANSWERS:
        if talk.heard.does((does,)) or (does == "news" and talk.heard.news):
            reply = answer(talk)
            if reply is not None:
                return reply
    if talk.heard.told:
        return _to_view(talk)
    if talk.taking_leave:
        return Reply()
    if talk.heard.asks:
        return Reply(_from_memory(talk) or talk.say("no_answer"))
    return Reply(talk.say("hmm")) if talk.mine and talk.chance(0.3) else Reply()


def reaction(says: Proposition, talk: Talk) -> str:
    """What one says to a piece of news: by what it is, and by how one stands to those it is about."""
    pack = talk.pack
    subject = next((name.called for name in says.people if name != talk.speaker.name), "")
    if talk.closeness < 0 and talk.chance(0.6):
        return talk.say("doubt")
    if len(says.sides) == 2 and talk.speaker.name not in says.sides:
        return _side(*says.sides, talk)
    if pack.has("sad", says.text):
        return talk.say("sad", subject=subject)
    if pack.has("alarm", says.text):
        return talk.say("alarm")
    stance = min((talk.closeness_to(name) for name in says.people), default=0.0)
    if len(says.sides) == 1 and says.sides[0] != talk.speaker.name:
        name = says.sides[0].called
        if stance >= LIKED:
            return talk.say("side_for", a=name)
        if stance < DISLIKED:
            return talk.say("side_against", b=name)
    if stance < DISLIKED and subject:
        return talk.say("just_like", subject=subject)
    if pack.has("glad", says.text) and talk.chance(0.6):
        return talk.say("glad", subject=subject)
    wow = importance(says.text, talk.speaker.persona, pack) >= 6
    return talk.say("wow" if wow else "nice", subject=subject) or talk.say("nice")


def _side(one: Name, other: Name, talk: Talk) -> str:
    first, second = talk.closeness_to(one), talk.closeness_to(other)
    if abs(first - second) < 0.1:
        return talk.say("side_open", a=one.called, b=other.called)
    a, b = (one, other) if first > second else (other, one)
    return talk.say("side_with", a=a.called, b=b.called)


# ---------------------------------------------------------------- one answer an act


def _to_news(talk: Talk) -> Reply | None:
    says = talk.said
    old = _old_news(says, talk)
    if old:
        return Reply(old)
    said = reaction(says, talk)
    if talk.heard.does(("opinion_tail",)) or says.sides:
        return Reply(said)
    question = _asks_more(says, talk)
    return Reply(talk.pack.joined([said, question]), holds=bool(question))


def _old_news(says: Proposition, talk: Talk) -> str:
    """What one says to what one knew; nothing to what one did not."""
    known = _known(says, talk)
    if known is None:
        return ""
    told = known.source is not None and known.source not in (talk.one, talk.speaker.name)
    source = known.source.called if told and known.source else ""
    return talk.say("already", source=source)


def _asks_more(says: Proposition, talk: Talk) -> str:
    """A question about what was left out, from those who care."""
    if talk.closeness < 0 or not talk.chance(0.5):
        return ""
    if (says.occasion or says.sides) and not has_details(talk.heard.told, talk.pack):
        return talk.say("ask_when")
    return talk.say("ask_who_said") if talk.chance(0.25) else ""


def _to_opinion_asked(talk: Talk) -> Reply | None:
    if not talk.heard.told:
        return None
    said = _old_news(talk.said, talk) if talk.heard.news and not talk.said.sides else ""
    said = said or reaction(talk.said, talk)
    return Reply(said) if said else None


def _to_view(talk: Talk) -> Reply:
    """The answer to what somebody thinks, remembers, fears or is proud of."""
    if talk.heard.lead == "opinion":
        return Reply(_to_opinion(talk))
    if talk.heard.lead == "past" and talk.closeness < 0:
        return Reply(talk.say("past_cool"))
    return Reply(talk.say(_TO_VIEWS[talk.heard.lead]))


def _to_opinion(talk: Talk) -> str:
    """What one says to an opinion of somebody: who likes them puts in a word against blame, who does not one
    against praise.
    """
    says, pack = talk.said, talk.pack
    about = next((name for name in says.people if name not in (talk.speaker.name, talk.one)), None)
    if about is None:
        return talk.say("retort" if talk.speaker.name in says.people else "thinking_reply")
    stance, blames = talk.closeness_to(about), pack.finds("blames", says.text)
    if blames and stance >= LIKED:
        return talk.say("disagree", subject=about.called)
    if stance < DISLIKED:
        return talk.say("agree" if blames else "about_disliked", subject=about.called)
    return talk.say("agree" if blames or stance >= LIKED else "thinking_reply", subject=about.called)


def _to_invitation(talk: Talk) -> Reply | None:
    if not talk.heard.told:
        return None
    said = answer_invitation(talk)
    return Reply(said, holds=talk.heard.does(("invite_tail",))) if said else _to_news(talk)


def _to_yes(talk: Talk) -> Reply | None:
    """Somebody accepts what one invited to."""
    asks = talk.say("bring_reply") if talk.heard.does(("accept_ask",)) else ""
    asks = guest_list(talk) if talk.heard.does(("accept_who",)) else asks
    invited = any(hear(line.text, talk.pack).does(("invite_tail",)) for line in talk.mine)
    glad = talk.say("glad_coming") if invited else ""
    said = talk.pack.joined([glad, asks])
    return Reply(said) if said else None


def _to_no(talk: Talk) -> Reply | None:
    return Reply(talk.say("sorry_not")) if talk.mine else None


def _about_day(talk: Talk) -> Reply | None:
    """How one's day is going: what one is at, or how one feels."""
    speaker, prompt = talk.speaker, talk.prompt
    if lowest(speaker.persona, talk.pack) < TIRED and talk.chance(0.4):
        said = talk.say("day_answer_low")
        if said:
            return Reply(said)
    doing = doing_words(talk, prompt.doing)
    said = talk.say("day_answer", doing=doing) if doing and doing.lower() not in talk.so_far else ""
    said = said or talk.say("day_answer_plain")
    asked_back = talk.heard.does(("ask_day",)) and not talk.many and talk.chance(ASKS_BACK)
    back = talk.say("answer_back") if asked_back and not talk.did("answer_back") else ""
    return Reply(talk.pack.joined([said, back]), holds=bool(back))


def doing_words(talk: Talk, doing: str) -> str:
    """What somebody is doing, fit to go on inside a sentence; nothing when it is a talk or a name."""
    current = bare(tidy(doing, 120))
    talking = talk.pack.finds("waiting", current)
    if not current or talking or len(current) > 90:
        return ""
    return talk.speaker.mine(current[:1].lower() + current[1:], talk.hearer)


def _about_plans(talk: Talk) -> Reply | None:
    step = next_step(talk)
    if step is None:
        return Reply(talk.say("no_plans"))
    return Reply(talk.say("answer_plans", next=next_words(talk, step.activity), at=next_at(talk, step)))


def next_step(talk: Talk) -> Step | None:
    """What is planned next, if it can be spoken of here: not an occasion to which somebody here is not asked."""
    for step in talk.prompt.ahead:
        occasion = occasion_of(step.activity, talk)
        if step.activity.strip() and not (occasion and is_left_out(occasion, talk)):
            return step
    return None


def next_words(talk: Talk, activity: str) -> str:
    """What is planned, as it goes on after `I have to`."""
    found = talk.pack.phrases.read("attend", activity)
    if found:
        host = owner(found["whose"], talk.pack)
        name = next((name for name in talk.speaker.everybody if name.full == host), None)
        whose = talk.speaker.whose(name, talk.hearer) if name else found["whose"]
        return talk.pack.say(talk.draw, "go_to", whose=whose, occasion=found["occasion"])
    words = bare(tidy(activity, 90))
    return talk.speaker.mine(words[:1].lower() + words[1:], talk.hearer) if words else ""


def next_at(talk: Talk, step: Step) -> str:
    """When it is, roughly, as people say it."""
    calendar = talk.pack.calendar
    return calendar.spoken_clock.format(time=calendar.clock(round(step.start / QUARTER) * QUARTER))


def _about_doing(talk: Talk) -> Reply | None:
    return Reply(talk.say("doing_reply"))


def _about_coming(talk: Talk) -> Reply | None:
    return Reply(answer_coming(talk))


def _about_when(talk: Talk) -> Reply | None:
    said, tells = tell_details(talk)
    return Reply(said, tells=tells)


def _about_source(talk: Talk) -> Reply | None:
    return Reply(tell_source(talk))


def _about_seen(talk: Talk) -> Reply | None:
    said = answer_seen(talk)
    return Reply(said) if said else None


def _about_somebody(talk: Talk) -> Reply | None:
    said = answer_about(talk)
    return Reply(said) if said else None


def _about_sides(talk: Talk) -> Reply | None:
    """Whom of two one would rather see win."""
    asked = talk.asked("ask_side")
    one, other = talk.somebody(asked.get("a", "")), talk.somebody(asked.get("b", ""))
    return Reply(_side(one, other, talk)) if one and other else None


def _to_seen(talk: Talk) -> Reply | None:
    return Reply(talk.say("saw_doing_reply", subject=talk.asked("saw_doing").get("subject", "")))


def _at_occasion(talk: Talk) -> Reply | None:
    return Reply(talk.say("at_it_reply"))


def _to_reproach(talk: Talk) -> Reply | None:
    return Reply(excuse(talk), holds=True)


def _to_excuse(talk: Talk) -> Reply | None:
    forgiven = talk.closeness >= LIKED or talk.chance(0.4)
    return Reply(talk.say("forgive" if forgiven else "forgive_not"))


def _to_thanks(talk: Talk) -> Reply | None:
    return Reply(talk.say("welcome"))


def _to_stranger(talk: Talk) -> Reply | None:
    return (
        None if talk.mine else Reply(talk.say("meet_back", other=talk.one.called, me=talk.speaker.name.full))
    )


def _said(frame: str) -> Callable[[Talk], Reply | None]:
    return lambda talk: Reply(talk.say(frame))


def _from_memory(talk: Talk) -> str:
    """What comes to mind to a question of no particular kind."""
    topics = content_words(talk.answers.text if talk.answers else "", talk.pack)
    own = [memory for memory in talk.prompt.recalled if not is_second_hand(memory, talk.pack)]
    found = recollect(own, topics, talk.pack, most=1)
    return talk.speaker.sentence(talk.speaker.own(found[0].memory.text, talk.hearer)) if found else ""


def _known(says: Proposition, talk: Talk) -> Proposition | None:
    """What the speaker knew of this before the conversation began."""
    before = talk.prompt.lines[0].minute if talk.prompt.lines else talk.prompt.now
    for memory in talk.prompt.recalled:
        if memory.minute < before and memory.importance > 1 and memory.kind != "reflection":
            other = talk.understand(memory)
            if alike(says.words - _names(talk), other.words):
                return other
    return None


def _names(talk: Talk) -> frozenset[str]:
    return frozenset(word.lower() for name in talk.speaker.everybody for word in name.full.split())


_ANSWERS: tuple[tuple[str, Callable[[Talk], Reply | None]], ...] = (
    ("reproach", _to_reproach),
    ("excuse", _to_excuse),
    ("excuse_plain", _to_excuse),
    ("invite_tail", _to_invitation),
    ("heard_tail", _to_invitation),
    ("ask_when", _about_when),
    ("ask_where", _about_when),
    ("ask_who_said", _about_source),
    ("opinion_tail", _to_opinion_asked),
    ("news", _to_news),
    ("ask_coming", _about_coming),
    *((frame, _to_yes) for frame in ACCEPTING),
    *((frame, _to_no) for frame in DECLINING),
    ("greet_stranger", _to_stranger),
    ("thank_coming", _said("welcome")),
    ("was_fine", _said("fine_reply")),
    ("looking_forward", _said("looking_reply")),
    ("thank_news", _to_thanks),
    ("tease", _said("tease_reply")),
    ("see_thing", _said("thing_reply")),
    ("remark", _said("remark_reply")),
    ("remark_evening", _said("remark_reply")),
    ("ask_seen", _about_seen),
    ("ask_about", _about_somebody),
    ("ask_side", _about_sides),
    ("pledge", _said("pledge_reply")),
    ("barb", _said("barb_reply")),
    ("at_it", _at_occasion),
    ("at_it_host", _said("at_it_guest")),
    ("at_it_guest", _at_occasion),
    ("saw", _said("saw_reply")),
    ("saw_doing", _to_seen),
    ("ask_plans", _about_plans),
    ("ask_plans_late", _about_plans),
    ("see_doing", _about_doing),
    ("ask_day", _about_day),
    ("ask_one", _about_day),
    ("ask_on", _about_day),
    ("answer_back", _about_day),
)
