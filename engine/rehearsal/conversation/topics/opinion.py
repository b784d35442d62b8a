"""Opinions: reactions to news and views, by what they say and how the speaker feels about their subject."""

from __future__ import annotations

from collections.abc import Callable

from engine.language.phrases import News, phrases
from engine.records import Name
from engine.rehearsal.conversation.talk import Talk
from engine.rehearsal.faculties.rate import importance
from engine.rehearsal.understand import Proposition

LIKED, DISLIKED = 0.4, -0.05
BIG = 6


def reaction(says: Proposition, talk: Talk) -> str:
    """Return the reaction to a piece of news."""
    return next((said for way in _REACTIONS if (said := way(says, talk))), "") or talk.say("nice")


def to_opinion(talk: Talk) -> str:
    """Return the reaction to an opinion of somebody: friends object to blame, others to praise."""
    says, pack = talk.said, talk.pack
    about = next((name for name in says.people if name not in (talk.speaker.name, talk.one)), None)
    if about is None:
        return talk.say("retort" if talk.speaker.name in says.people else "thinking_reply")
    if talk.speaker.name in says.people:
        return talk.say("thinking_reply")  # what concerns oneself as well is no matter of a view of another
    stance, blames = talk.closeness_to(about), pack.finds("blames", says.text)
    if blames and stance >= LIKED:
        return talk.say("disagree", subject=about.called)
    if stance < DISLIKED:
        return talk.say("agree" if blames else "about_disliked", subject=about.called)
    return talk.say("agree" if blames or stance >= LIKED else "thinking_reply", subject=about.called)


def side(one: Name, other: Name, talk: Talk) -> str:
    """Say which of two people the speaker would rather see win."""
    first, second = talk.closeness_to(one), talk.closeness_to(other)
    if talk.hearer in (one, other):
        return talk.say("thinking_reply")  # nobody is weighed to their face
    if abs(first - second) < 0.1:
        return talk.say("side_open", a=one.called, b=other.called)
    a, b = (one, other) if first > second else (other, one)
    return talk.say("side_with", a=a.called, b=b.called)


def _doubts(says: Proposition, talk: Talk) -> str:
    doubtful = talk.closeness < 0 and says.who not in (None, talk.one)
    return talk.say("doubt") if doubtful and talk.chance(0.6) else ""


def _takes_sides(says: Proposition, talk: Talk) -> str:
    if len(says.sides) == 2 and talk.speaker.name not in says.sides:
        return side(*says.sides, talk)
    return ""


def _feels_for(says: Proposition, talk: Talk) -> str:
    if _tone(says, talk) != "bad":
        return ""
    if talk.pack.has("sad", says.text):
        return talk.say("sad", subject=_subject(says, talk))
    return talk.say("alarm") if talk.pack.alarms(says.text) else ""


def _regrets(says: Proposition, talk: Talk) -> str:
    return talk.say("bad_news") if _tone(says, talk) == "bad" else ""


def _is_for_or_against(says: Proposition, talk: Talk) -> str:
    """Take sides for or against a person who stands for something, or return an empty string."""
    if len(says.sides) != 1 or says.sides[0] == talk.speaker.name:
        return ""
    name, stance = says.sides[0].called, _stance(says, talk)
    if stance >= LIKED:
        return talk.say("side_for", a=name)
    return talk.say("side_against", b=name) if stance < DISLIKED else ""


def _thinks_the_worst(says: Proposition, talk: Talk) -> str:
    subject = _subject(says, talk)
    return talk.say("just_like", subject=subject) if subject and _stance(says, talk) < DISLIKED else ""


def _is_glad(says: Proposition, talk: Talk) -> str:
    glad = (_tone(says, talk) == "good" or talk.pack.has("glad", says.text)) and talk.chance(0.6)
    return talk.say("glad", subject=_subject(says, talk)) if glad else ""


def _wonders(says: Proposition, talk: Talk) -> str:
    if says.who == talk.one and not says.occasion:
        return talk.say("own_news")
    big = importance(says.text, talk.speaker.persona, talk.pack) >= BIG
    return talk.say("wow" if big else "nice", subject=_subject(says, talk))


def _tone(says: Proposition, talk: Talk) -> News:
    return phrases(talk.pack.language).news(says.text)


def _subject(says: Proposition, talk: Talk) -> str:
    here = {talk.speaker.name, *(talk.speaker.name_of(person.agent) for person in talk.prompt.people)}
    return next((name.called for name in says.people if name not in here), "")


def _stance(says: Proposition, talk: Talk) -> float:
    return min((talk.closeness_to(name) for name in says.people), default=0.0)


_REACTIONS: tuple[Callable[[Proposition, Talk], str], ...] = (
    _doubts, _takes_sides, _feels_for, _is_for_or_against, _thinks_the_worst, _regrets, _is_glad, _wonders,
)  # fmt: skip
