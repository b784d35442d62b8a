"""What is said of somebody who is stuck: who, since when, and for what reason."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.clock import clock_words
from engine.cognition.thinker import Town
from engine.insight.stuck.sign import Sign, Stuck, Why

_SAID: Mapping[tuple[Sign, Why], str] = MappingProxyType(
    {
        ("failing", "call_failed"): "{who} cannot think: the model gave no answer at {clock}. {what}",
        ("waiting", "closed"): "{who} waited {time} before {place}, which was closed: it opens at {opens}.",
        ("waiting", "full"): "{who} waited {time} before {place}, which was occupied by {others}.",
        ("waiting", "private"): "{who} waited {time} before {place}, with nobody there to open.",
        ("waiting", "other_asleep"): "{who} waited in vain for {others} at {place} from {clock} on: {first} "
        "was asleep.",
        ("waiting", "other_elsewhere"): "{who} waited in vain for {others} at {place} from {clock} on: "
        "{first} was at {what}.",
        ("silent", "asleep"): "{who} said nothing to anybody, and slept for {time}.",
        ("silent", "alone"): "{who} said nothing to anybody: awake for {time}, {who} met nobody, longest at "
        "{place}.",
        ("silent", "no_answer"): "{who} said nothing that was answered: {others} gave no answer.",
        ("silent", "no_ties"): "{who} said nothing to anybody in {time}, in the company of {others}, without "
        "a tie to any of them.",
        ("silent", "nobody_spoke"): "{who} said nothing to anybody in {time}, though in the company of "
        "{others}: nobody began to talk.",
        ("still", "closed"): "{who} did not get on with the plan, “{what}” from {clock} on: {place} was "
        "closed.",
        ("still", "not_begun"): "{who} stayed at {place} at one thing, and did not begin what was planned "
        "from {clock} on: “{what}”.",
    }
)
_MOST_NAMED = 3


def stuck_words(one: Stuck, town: Town) -> str:
    """Return what is said of somebody who is stuck."""
    known = town.cast.known_as
    called = [known[agent].called for agent in one.others]
    more = len(called) - _MOST_NAMED
    listed = [*called[:_MOST_NAMED], f"{more} more"] if more > 0 else called
    hours = town.world.place_of[one.place].open if one.place in town.world.place_of else None
    return (
        _SAID[one.sign, one.reason]
        .format(
            who=known[one.agent].called,
            others=" and ".join(filter(None, (", ".join(listed[:-1]), *listed[-1:]))) or "somebody",
            first=called[0] if called else "",
            place=_place_words(one.place, town),
            clock=clock_words(one.minute),
            time=_time_words(one.minutes),
            what=_place_words(one.what, town) if one.what in town.world.place_of else one.what,
            opens=clock_words(hours.opens) if hours else "",
        )
        .strip()
    )


def _place_words(path: str, town: Town) -> str:
    return town.phrases.place(path.partition("/")[0]) if path else ""


def _time_words(minutes: int) -> str:
    if minutes < 120:
        return f"{minutes} minutes"
    return f"{round(minutes / 60)} hours"
