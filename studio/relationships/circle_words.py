"""The circles of a town and how densely it is knit, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.api.run import circles
from engine.clock import day_of
from engine.records import AgentId, Relation
from studio.basics.text import shorten
from studio.relationships.relationship_stats import WARM, Tie, days_until, ties_of

_MOST_NAMED = 10
_MOST_DAYS = 6
_NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


def circles_words(ties: Sequence[Tie], people: Sequence[AgentId], names: Mapping[AgentId, str]) -> str:
    """Return who keeps to whom: every circle of warm ties by its members, and who is in none."""
    warmth = {(tie.one, tie.other): tie.closeness for tie in ties if tie.closeness > WARM}
    found = circles(people, warmth)
    shared = [circle for circle in found if len(circle) > 1]
    alone = [circle[0] for circle in found if len(circle) == 1]
    if not shared:
        return "No circles: nobody is close to anybody."
    count = _NUMBERS[len(shared)] if len(shared) < len(_NUMBERS) else str(len(shared))
    told = "; ".join(_named(circle, names) for circle in shared)
    single = f" In none: {_named(alone, names)}." if alone else ""
    return f"{count} {'circle' if len(shared) == 1 else 'circles'}: {told}.{single}"


@dataclass(frozen=True, kw_only=True)
class Density:
    """How densely a town was knit at a minute: the share of all possible pairs that were tied, and how many
    of the ties were warm.
    """

    minute: int
    tied: float
    warm: int


def densities(rows: Sequence[Relation], people: Sequence[AgentId], moment: int) -> tuple[Density, ...]:
    """Return the density at the beginning, at the end of each day, and at the moment that is looked at, of
    all rows that say how somebody stands to somebody, in order.
    """
    pairs = max(1, len(people) * (len(people) - 1) // 2)
    felt: dict[tuple[AgentId, AgentId], Relation] = {}
    known, next_row = [], 0
    for minute in days_until(moment):
        while next_row < len(rows) and rows[next_row].minute < max(1, minute):
            felt[rows[next_row].agent, rows[next_row].other] = rows[next_row]
            next_row += 1
        ties = ties_of(felt.values(), people)
        warm = sum(tie.closeness > WARM for tie in ties)
        known.append(Density(minute=minute, tied=len(ties) / pairs, warm=warm))
    return tuple(known)


def density_over_days_words(known: Sequence[Density]) -> str:
    """Return how the town came to be knit, in a sentence; empty where there is only its beginning."""
    if len(known) < 2:
        return ""
    began, *days, now = known
    warm = f"{began.warm} ties were warm then, {now.warm} are now."
    if all(one.tied == began.tied for one in known):
        return f"From the start {began.tied:.0%} of all pairs have been tied; {warm}"
    if len(days) > _MOST_DAYS:
        most = max(pairwise(known), key=lambda pair: pair[1].tied - pair[0].tied)[1]
        told = f"most met on day {day_of(most.minute - 1)}, and {now.tied:.0%} are tied now"
    else:
        told = ", ".join([*(f"{one.tied:.0%} {_end_of(one)}" for one in days), f"{now.tied:.0%} now"])
    return f"{began.tied:.0%} of all pairs were tied at the start, {told}; {warm}"


def _end_of(one: Density) -> str:
    return f"at the end of day {day_of(one.minute - 1)}"


def _named(circle: Sequence[AgentId], names: Mapping[AgentId, str]) -> str:
    shown = [shorten(names[agent], 30) for agent in circle[:_MOST_NAMED]]
    more = len(circle) - len(shown)
    if more:
        return f"{', '.join(shown)} and {more} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
