"""Finds the intentions that contradict a new one, and those that are the same."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cognition.intending.barred import is_of_place, is_within
from engine.cognition.thinker import Thinker
from engine.language.unspaced import has_unspaced
from engine.practices.conduct import (
    ALONE,
    BARS_TALK,
    DEEDS,
    HELD,
    ONCE,
    SPOKEN,
    TO_MANY,
)
from engine.records import (
    Intention,
)


def against(thinker: Thinker, new: Intention) -> Iterator[Intention]:
    """Yield the agent's open intentions that contradict a new one."""
    for held in thinker.mind.intentions.values():
        ruled_out = _forbids(new, held) or _rules_out(new, held)
        if held.is_open and (ruled_out or _forbids(held, new) or _are_opposite_feelings(held, new)):
            yield held


def is_same(new: Intention, held: Intention) -> bool:
    """Match a new intention with one that the agent already holds."""
    if new.kind in ALONE and new.memory == held.memory and new.place != held.place:
        return False  # one sentence may name several places in turn
    if new.kind == held.kind and new.kind in HELD and new.what and new.when is not None:
        return new.when == held.when  # nobody is the host of two occasions at once, whatever they are called
    if new.kind == held.kind and new.kind in TO_MANY - HELD and new.what and held.what:
        return _ends_in(*sorted((new.what.lower(), held.what.lower()), key=len))
    return (new.kind, new.forbids, new.others, new.when, new.strength) == (
        held.kind, held.forbids, held.others, held.when, held.strength
    ) and (new.what, new.content) == (held.what, held.content)  # fmt: skip


def _ends_in(office: str, deed: str) -> bool:
    """Match words by their end: to `become treasurer` is to run for `treasurer`."""
    before = deed.removesuffix(office)
    return deed.endswith(office) and (not before or has_unspaced(office) or not before[-1].isalnum())


def _forbids(prohibition: Intention, intention: Intention) -> bool:
    """Check whether `prohibition` is one, and rules out another intention."""
    if prohibition.kind != "prohibition":
        return False
    if prohibition.place:
        return (
            is_of_place(prohibition)
            and is_within(prohibition.place, intention.place)
            and _overlap(prohibition, intention)
        )
    if prohibition.forbids != intention.kind:
        return False
    called_off = prohibition.forbids == "occasion" and not prohibition.others  # whoever was invited
    if called_off and prohibition.what in intention.what:
        return True
    return prohibition.others == intention.others and (
        prohibition.what == intention.what or not prohibition.what or not intention.what
    )


def _rules_out(new: Intention, held: Intention) -> bool:
    """Check whether a new prohibition rules out an earlier intention of another kind.

    That is one that involves only people the agent must not speak to, or a deed that the prohibition names.
    """
    if new.kind != "prohibition" or new.memory == held.memory:
        return False
    if new.forbids in BARS_TALK and new.others and not new.place:
        only_with_them = bool(held.others) and set(held.others) <= set(new.others)
        return held.kind in SPOKEN | ONCE and only_with_them and _overlap(new, held)
    is_the_deed = bool(new.what) and new.what.lower() in held.deed.lower()
    return (
        new.forbids in DEEDS and held.kind in ALONE and not new.others and is_the_deed and _overlap(new, held)
    )


def _overlap(prohibition: Intention, intention: Intention) -> bool:
    """Check whether an intention is to be carried out while a prohibition is in force."""
    if prohibition.is_daily:
        return intention.when is not None and prohibition.binds_at(intention.when)
    if intention.when is None or intention.kind == "habit":
        return prohibition.until is None or (
            intention.until is not None and intention.until <= prohibition.until
        )
    return (prohibition.when is None or prohibition.when <= intention.when) and (
        prohibition.until is None or intention.when < prohibition.until
    )


def _are_opposite_feelings(first: Intention, second: Intention) -> bool:
    both = first.kind == second.kind == "feeling" and first.others == second.others
    return both and first.strength * second.strength < 0
