"""Find the insights that would not hold without some memories. Nothing is really forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from engine.records import Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """The effect on insights of hiding some memories.

    `lost` have no evidence left, and `weakened` have lost a part of it. `shaken` lose nothing themselves,
    but rest on one that does.
    """

    lost: tuple[Memory, ...] = ()
    weakened: tuple[Memory, ...] = ()
    shaken: tuple[Memory, ...] = ()


def without(insights: Iterable[Memory], hidden: Set[int]) -> Forgotten:
    """Return the effect on insights of hiding the memories with some ids; lost insights are hidden too."""
    gone, unsure = set(hidden), set[int]()
    lost, weakened, shaken = list[Memory](), list[Memory](), list[Memory]()
    for insight in sorted(insights, key=lambda one: one.id):  # evidence is older than what rests on it
        missing = sum(one in gone for one in insight.evidence)
        if insight.id in hidden:
            continue
        if missing and missing == len(insight.evidence):
            lost.append(insight)
            gone.add(insight.id)
        elif missing or not unsure.isdisjoint(insight.evidence):
            (weakened if missing else shaken).append(insight)
            unsure.add(insight.id)
    return Forgotten(lost=tuple(lost), weakened=tuple(weakened), shaken=tuple(shaken))


def borne(insights: Sequence[Memory]) -> Mapping[int, frozenset[int]]:
    """Return the ids of the insights that rest on each memory, directly or not; most insights first."""
    found: dict[int, set[int]] = {}
    for insight in sorted(insights, key=lambda one: -one.id):
        above = {insight.id} | found.get(insight.id, set())
        for one in insight.evidence:
            found.setdefault(one, set()).update(above)
    ranked = sorted(found.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    return {memory: frozenset(over) for memory, over in ranked}
