"""Claims about occasions: who has promised to come, who came, who stayed how long and went home how."""

from __future__ import annotations

import re

from engine.records import AgentId, Step
from tests.truth.conclusions.asking import claim
from tests.truth.log import Occasion, Past, place_of
from tests.truth.reading import Said

_COMES = re.compile(r"means to come|has promised to come|打算.*(赴|来|去)|答应")
_CANNOT = re.compile(r"cannot come|will not come|去不了|来不了")


def promised(past: Past, who: AgentId, occasion: Occasion) -> bool:
    """Return whether the agent has heard that somebody will come, and nothing to the contrary since."""
    rows = [
        row for row in past.memories("talk", "plan")
        if who in row.about and past.log.words.within(occasion.what, row.text)
        and past.log.names[who].full in row.text[: len(past.log.names[who].full) + 1]
        and (_COMES.search(row.text) or _CANNOT.search(row.text))
    ]  # fmt: skip
    return bool(rows) and not _CANNOT.search(rows[-1].text)


def _there_was(past: Past, said: Said, host: AgentId) -> Occasion | str:
    """Return the occasion of a sentence, or why there is none to speak of yet."""
    one = past.occasion(said.text["occasion"], host)
    if one is None:
        return f"there is no such occasion: {said.text['occasion']}"
    return one if one.begins <= past.minute else "it has not begun"


@claim("guests came")
def guests_came(past: Past, said: Said) -> str:
    """The agent gave it and was there, and everybody named was there as they had promised."""
    one = _there_was(past, said, past.me)
    if isinstance(one, str):
        return one
    away = [who for who in said.people if not past.attended(who, one)]
    if away:
        return f"{', '.join(away)} was not there"
    unpromised = [who for who in said.people if not promised(past, who, one)]
    if unpromised:
        return f"nobody had heard {', '.join(unpromised)} promise it"
    return "" if past.attended(past.me, one) else "the agent itself was not there to see it"


@claim("a promised guest did not come")
def guest_missing(past: Past, said: Said) -> str:
    """It is over, the guest had promised the agent, and was never there."""
    one = _there_was(past, said, past.me)
    if isinstance(one, str):
        return one
    if past.minute < one.ends:
        return "it is not over"
    if past.attended(said.one["who"], one):
        return "the guest was there"
    return "" if promised(past, said.one["who"], one) else "no such promise"


@claim("guests have promised to come")
def guests_promised(past: Past, said: Said) -> str:
    """The agent gives it, it is still to come, and everybody named has promised and not taken it back."""
    one = past.occasion(said.text["occasion"], past.me)
    if one is None:
        return "the agent gives no such occasion"
    if past.minute >= one.begins:
        return "it has begun already"
    unpromised = [who for who in said.people if not promised(past, who, one)]
    return f"{', '.join(unpromised)} has not promised" if unpromised else ""


@claim("was at an occasion and liked it")
def liked_it(past: Past, said: Said) -> str:
    """The agent was at somebody else's occasion, has left it, and its mood is no worse for it."""
    one = _there_was(past, said, said.one["host"])
    if isinstance(one, str):
        return one
    if not past.attended(past.me, one):
        return "the agent was not there"
    if past.minute < one.ends and past.left(past.me, one.place, one.begins, one.ends) > past.minute:
        return "the agent is still there"
    before, now = past.mood(one.begins - 1), past.mood(past.minute)
    return f"its mood fell from {before} to {now}" if before and now and now < before else ""


@claim("stayed longer than planned")
def stayed_longer(past: Past, said: Said) -> str:
    """The agent left later than the plan made before the occasion had it, or is there beyond that."""
    one = _there_was(past, said, said.one["host"])
    if isinstance(one, str):
        return one
    left = past.left(past.me, one.place, one.begins, one.ends)
    if left < 0:
        return "the agent was not there"
    plans = [
        row for row in past.mine(Step)
        if row.level == "block" and place_of(row.room) == place_of(one.place)
        and row.minute <= one.begins and row.start <= one.ends and row.end > one.begins
    ]  # fmt: skip
    if not plans:
        return "no plan from before says how long"
    return "" if left > plans[-1].end else f"planned until {plans[-1].end}, left at {left}"


@claim("came home in a better mood")
def better_mood(past: Past, said: Said) -> str:
    """The agent was there, has been home since, and its mood is better than before the occasion."""
    one = _there_was(past, said, said.one["host"])
    if isinstance(one, str):
        return one
    if not past.attended(past.me, one):
        return "the agent was not there"
    left = past.left(past.me, one.place, one.begins, one.ends)
    home = past.log.personas[past.me].home
    if place_of(home) == place_of(one.place) or not past.was_at(past.me, home, left, past.minute):
        return "the agent has not come home since"
    before, now = past.mood(one.begins - 1), past.mood(past.minute)
    if before is None or now is None:
        return "the log has no mood"
    return "" if now > before else f"its mood went from {before} to {now}"
