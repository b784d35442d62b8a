"""Conduct: sets of the intention kinds that are treated alike, read from the practice files."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.practices.practice import kinds
from engine.records import AgentId, Intention, Memory, Path, Place

KINDS = tuple(one.name for one in kinds())

ALONE = frozenset(one.name for one in kinds() if one.alone)
"""What one does by oneself: once, every day, or from some day on."""

FOR_GOOD = frozenset(one.name for one in kinds() if one.alone == "for_good")
"""What is so from some day on."""

ONCE = frozenset(one.name for one in kinds() if one.alone == "once")

BROUGHT_UP = frozenset(one.name for one in kinds() if one.spoken)
"""What others are to hear of from whoever means to do it."""

AHEAD = frozenset(one.name for one in kinds() if one.spoken == "ahead")
"""What is spoken of before its hour, and kept by coming."""

TO_MANY = frozenset(one.name for one in kinds() if one.to_many)
"""What is said to one after the other: an occasion is nothing without guests, nor an aim without support."""

COMES_EARLY, GATHERS_FOR = 20, 150
"""Minutes before and after its hour that people are together at something."""

HELD = AHEAD & TO_MANY
"""What guests are asked to, and come to."""

SPOKEN = BROUGHT_UP - TO_MANY
"""What is done by speaking to those it names, or begins so."""

ASKED = frozenset(one.name for one in kinds() if one.roles.get("asker") == "agent" and one.spoken == "due")
"""What one asks others for, or asks them."""

ANSWERED = ASKED | (TO_MANY - AHEAD)
"""What whoever hears of it says yes or no to, or gives an answer."""

LASTING = frozenset(one.name for one in kinds() if one.lasts)

PLANNED_FOR = frozenset(one.name for one in kinds() if one.takes_an_hour)
"""What the day is planned around; the rest of what is spoken is done by a line, whenever they meet."""

DONE_WITH = SPOKEN & PLANNED_FOR
"""What is done with those it names, at an hour of its own."""

PRIVATE = frozenset(one.name for one in kinds() if one.private)

HELD_TO = PRIVATE - ALONE - BROUGHT_UP
"""What one keeps, keeps from or feels, which takes no hour."""

DEEDS = ALONE & PRIVATE
"""What one does by oneself and is nobody else's business."""

BARS_TALK = frozenset(one.name for one in kinds() if "talk" in one.bars)
BARS_COMPANY = frozenset(one.name for one in kinds() if "company" in one.bars)
BARS_GOING = frozenset(one.name for one in kinds() if "going" in one.bars)
"""What one keeps from, where such a thing is forbidden."""

MARKS: Mapping[str, str] = MappingProxyType({one.name: f"{one.marked}: " for one in kinds() if one.marked})
"""What stands before an intention in a prompt, by its kind."""

KEPT_FROM = HELD_TO & MARKS.keys()
"""What one does not say or do, which a line to somebody may go against."""

OF_TWO = frozenset(one.name for one in kinds() if "whom" in one.needs)

PLACED = frozenset(one.name for one in kinds() if one.placed)
TIMED = frozenset(one.name for one in kinds() if one.timed)
"""What is at the place, or the time, that was named just before it."""

STATED = frozenset(one.name for one in kinds() if one.stated == "always")
STATED_WITH_A_TIME = frozenset(one.name for one in kinds() if one.stated == "with_a_time")
"""What counts although it is only told of somebody."""

WITH_AN_OBJECT = frozenset(one.name for one in kinds() if one.object)
"""Whose `what`, as an author states it, is an occasion, an object or an aim, and nothing that is said."""

WORDED = frozenset(one.name for one in kinds() if "deed" in one.words)
"""What has words of its own; of the others, `what` is what is done."""

WORDED_WITH = frozenset(one.name for one in kinds() if "others" in one.words)
WORDED_AT = frozenset(one.name for one in kinds() if "place" in one.words)
"""What has words that name the others, or the place."""
WORDED_ABOUT = frozenset(one.name for one in kinds() if "matter" in one.words)
"""What has a deed, as in `mend the nets`, or a matter, as in `the rent`."""


def leaves_out(one: Intention, other: AgentId, what: str) -> bool:
    """Return whether an intention forbids asking `other` to the occasion `what`.

    It may forbid any occasion, this one, or doing a deed of that name with them.
    """
    named, asked = one.what.lower(), what.lower()
    of_any = not named and one.forbids in HELD
    of_it = bool(named) and (named in asked or asked in named) and one.forbids in HELD | DEEDS
    return one.kind == "prohibition" and other in one.others and (of_any or of_it)


def announces(memory: Memory, occasion: Intention, place_of: Mapping[Path, Place]) -> bool:
    """Return whether a memory of an agent announces an occasion of which it is the host: same minute, same
    place.
    """
    if occasion.kind not in HELD or memory.when is None or not memory.place:
        return False
    here, there = place_of.get(memory.place), place_of.get(occasion.place)
    same = (memory.agent, memory.when) == (occasion.agent, occasion.when)
    return same and here is not None and here is there


def is_due(one: Intention, now: int) -> bool:
    """Return whether it is time, at minute `now`, to speak of an intention.

    That is before its hour if it is of a kind in `AHEAD`, else from its hour on; always if it has no hour.
    """
    if one.kind not in BROUGHT_UP or one.when is None:
        return one.kind in BROUGHT_UP
    return one.when > now if one.kind in AHEAD else one.when <= now
