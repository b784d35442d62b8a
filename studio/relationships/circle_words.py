"""The circles of a town and its density, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from engine.api.run import circles
from engine.clock import day_of
from engine.records import AgentId, Relation
from studio.basics.text import shorten
from studio.catalogue.lists import sentences, with_and, with_commas
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.relationships.relationship_stats import WARM, Tie, days_until, ties_of

_MOST_NAMED = 10
_MOST_DAYS = 6
_SO_MANY = (
    marked("One circle: {circles}."),
    marked("Two circles: {circles}."),
    marked("Three circles: {circles}."),
    marked("Four circles: {circles}."),
    marked("Five circles: {circles}."),
    marked("Six circles: {circles}."),
    marked("Seven circles: {circles}."),
    marked("Eight circles: {circles}."),
    marked("Nine circles: {circles}."),
    marked("Ten circles: {circles}."),
)


def circles_words(ties: Sequence[Tie], people: Sequence[AgentId], names: Mapping[AgentId, str]) -> str:
    """Describe the circles: every group of people linked by warm relations, and those who are in none."""
    warmth = {(tie.one, tie.other): tie.closeness for tie in ties if tie.closeness > WARM}
    found = circles(people, warmth)
    shared = [circle for circle in found if len(circle) > 1]
    alone = [circle[0] for circle in found if len(circle) == 1]
    if not shared:
        return tr("No circles: no two people are close.")
    told = tr("; ").join(_named(circle, names) for circle in shared)
    if len(shared) > len(_SO_MANY):
        counted = tr("{n} circles: {circles}.", n=len(shared), circles=told)
    else:
        counted = tr(_SO_MANY[len(shared) - 1], circles=told)
    return sentences(counted, tr("In no circle: {names}.", names=_named(alone, names)) if alone else "")


@dataclass(frozen=True, kw_only=True)
class Density:
    """The density of a town's relations at a minute: the share of all possible pairs that are tied, and the
    number of warm ties.
    """

    minute: int
    tied: float
    warm: int


Since = tuple[tuple[AgentId, int], ...]
"""Everybody, with the minute since which they live in the town: 0, or that at which they joined it."""


def living_at(since: Since, minute: int) -> tuple[AgentId, ...]:
    """Return the agents who live in the town at a minute."""
    return tuple(agent for agent, came in since if came < max(1, minute))


@lru_cache(maxsize=12)  # every tie of every day is counted for it
def densities(rows: tuple[Relation, ...], since: Since, moment: int) -> tuple[Density, ...]:
    """Return the density at the beginning, at the end of each day, and at the moment shown, from all relation
    rows in order.
    """
    felt: dict[tuple[AgentId, AgentId], Relation] = {}
    known, next_row = [], 0
    for minute in days_until(moment):
        while next_row < len(rows) and rows[next_row].minute < max(1, minute):
            felt[rows[next_row].agent, rows[next_row].other] = rows[next_row]
            next_row += 1
        people = living_at(since, minute)
        pairs = max(1, len(people) * (len(people) - 1) // 2)
        ties = ties_of(felt.values(), people)
        warm = sum(tie.closeness > WARM for tie in ties)
        known.append(Density(minute=minute, tied=len(ties) / pairs, warm=warm))
    return tuple(known)


def density_over_days_words(known: Sequence[Density]) -> str:
    """Return in a sentence how the density changed; "" if there is only the beginning."""
    if len(known) < 2:
        return ""
    began, *days, now = known
    warm = tr(
        "{then} relationships were warm at the start, and {now} are warm now.", then=began.warm, now=now.warm
    )
    if all(one.tied == began.tied for one in known):
        return tr(
            "From the start, {share:.0%} of all pairs have had a relationship; {warm}",
            share=began.tied,
            warm=warm,
        )
    if len(days) > _MOST_DAYS:
        most = max(pairwise(known), key=lambda pair: pair[1].tied - pair[0].tied)[1]
        told = tr(
            "the biggest increase was on day {day}, and {share:.0%} have one now",
            day=day_of(most.minute - 1),
            share=now.tied,
        )
    else:
        told = with_commas([*map(_at_the_end, days), tr("{share:.0%} now", share=now.tied)])
    return tr(
        "{share:.0%} of all pairs had a relationship at the start, {told}; {warm}",
        share=began.tied,
        told=told,
        warm=warm,
    )


def _at_the_end(one: Density) -> str:
    return tr("{share:.0%} at the end of day {day}", share=one.tied, day=day_of(one.minute - 1))


def _named(circle: Sequence[AgentId], names: Mapping[AgentId, str]) -> str:
    shown = [shorten(names[agent], 30) for agent in circle[:_MOST_NAMED]]
    more = len(circle) - len(shown)
    if more:
        return tr("{names} and {n} more", names=with_commas(shown), n=more)
    return with_and(shown)
