"""Contradicting: which intentions an agent cannot have along with a new one, and which are the same."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cognition.intending.barred import is_of_place, is_within
from engine.cognition.thinker import Thinker
from engine.practices.conduct import (
    ALONE,
    BARS_TALK,
    DEEDS,
    HELD,
    ONCE,
    SPOKEN,
)
from engine.records import (
    Intention,
)


def against(thinker: Thinker, new: Intention) -> Iterator[Intention]:
    """Yield what the agent meant to do so far that it cannot mean along with something new."""
    for held in thinker.mind.intentions.values():
        ruled_out = _forbids(new, held) or _rules_out(new, held)
        if held.is_open and (ruled_out or _forbids(held, new) or _feels_otherwise(held, new)):
            yield held


def is_same(new: Intention, held: Intention) -> bool:
    """Return whether an intention is one that is held already."""
    if new.kind in ALONE and new.memory == held.memory and new.place != held.place:
        return False  # one thing after the other
    if new.kind == held.kind and new.kind in HELD and new.what and new.when is not None:
        return (new.what.lower(), new.when) == (held.what.lower(), held.when)  # whoever is asked to it
    return (new.kind, new.forbids, new.others, new.when, new.strength) == (
        held.kind, held.forbids, held.others, held.when, held.strength
    ) and (new.what, new.content) == (held.what, held.content)  # fmt: skip


def _forbids(one: Intention, other: Intention) -> bool:
    """Return whether a prohibition is of another intention."""
    if one.kind != "prohibition":
        return False
    if one.place:
        return is_of_place(one) and is_within(one.place, other.place) and _at_once(one, other)
    if one.forbids != other.kind:
        return False
    called_off = one.forbids == "occasion" and not one.others  # whoever was to come
    if called_off and one.what in other.what:
        return True
    return one.others == other.others and (one.what == other.what or not one.what or not other.what)


def _rules_out(new: Intention, held: Intention) -> bool:
    """Return whether a prohibition is of something that was meant before, whatever kind that is of: of what
    would be said to nobody but those one is not to speak to, or of what would be done by oneself.
    """
    if new.kind != "prohibition" or new.memory == held.memory:
        return False
    if new.forbids in BARS_TALK and new.others and not new.place:
        with_them = bool(held.others) and set(held.others) <= set(new.others)
        return held.kind in SPOKEN | ONCE and with_them and _at_once(new, held)
    of_it = bool(new.what) and new.what.lower() in held.deed.lower()
    return new.forbids in DEEDS and held.kind in ALONE and not new.others and of_it and _at_once(new, held)


def _at_once(one: Intention, other: Intention) -> bool:
    """Return whether something is to be done while a prohibition of where it would be done holds."""
    if one.is_daily:
        return other.when is not None and one.binds_at(other.when)
    if other.when is None or other.kind == "habit":
        return one.until is None or (other.until is not None and other.until <= one.until)
    return (one.when is None or one.when <= other.when) and (one.until is None or other.when < one.until)


def _feels_otherwise(one: Intention, other: Intention) -> bool:
    both = one.kind == other.kind == "feeling" and one.others == other.others
    return both and one.strength * other.strength < 0
