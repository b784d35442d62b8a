"""Forgetting: which conclusions would not stand without some memories. Nothing is forgotten by it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from engine.records import Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """What becomes of insights without some memories: those with nothing left to rest on are `lost`, those
    with a part of it `weakened`. `shaken` are those that lose nothing themselves, but rest on one that does.
    """

    lost: tuple[Memory, ...] = ()
    weakened: tuple[Memory, ...] = ()
    shaken: tuple[Memory, ...] = ()


def without(insights: Iterable[Memory], hidden: Set[int]) -> Forgotten:
    """Return what becomes of insights when some memories, by their ids, are taken for hidden. What rests on
    an insight that is lost loses that too.
    """
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
    """Return which insights stand on each memory, directly or by way of others, by their ids; those that bear
    the most come first.
    """
    found: dict[int, set[int]] = {}
    for insight in sorted(insights, key=lambda one: -one.id):
        above = {insight.id} | found.get(insight.id, set())
        for one in insight.evidence:
            found.setdefault(one, set()).update(above)
    ranked = sorted(found.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    return {memory: frozenset(over) for memory, over in ranked}
