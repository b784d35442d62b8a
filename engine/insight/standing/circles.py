"""Find circles of people from the warmth between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.records import AgentId

_LEAST_GAIN = 1e-9

Warmth = Mapping[int, Mapping[int, float]]  # of each to each other, the same both ways; to itself, of a whole


def circles(
    people: Sequence[AgentId], warmth: Mapping[tuple[AgentId, AgentId], float]
) -> tuple[tuple[AgentId, ...], ...]:
    """Return all people in circles, the largest first; a person close to nobody is a circle alone.

    A circle is warmer within than its members' total warmth would suggest. The method is that of Louvain
    (Blondel and others, 2008), with people taken in the order of the town, so that the same ties give the
    same circles.
    """
    order = {agent: n for n, agent in enumerate(people)}
    ties: dict[int, dict[int, float]] = {n: {} for n in order.values()}
    for (one, other), how_warm in warmth.items():
        if how_warm > 0 and one != other and one in order and other in order:
            for here, there in ((order[one], order[other]), (order[other], order[one])):
                ties[here][there] = max(how_warm, ties[here].get(there, 0.0))
    groups = [[n] for n in order.values()]
    while True:
        joined = _joined(ties)
        if len(joined) == len(groups):
            break
        groups = [sorted(member for part in parts for member in groups[part]) for parts in joined]
        ties = _merged(ties, joined)
    ranked = sorted(groups, key=lambda group: (-len(group), group[0]))
    return tuple(tuple(people[member] for member in group) for group in ranked)


def _joined(ties: Warmth) -> list[list[int]]:
    """Return the nodes grouped by circle, after each has moved to where it raises the modularity most."""
    weight = {one: sum(ties[one].values()) for one in ties}
    total = sum(weight.values())
    member, whole = {one: one for one in ties}, dict(weight)
    moved = total > 0
    while moved:
        moved = False
        for one in ties:
            left = member[one]
            whole[left] -= weight[one]
            drawn = _drawn(ties[one], member, but=one)
            gain = {
                circle: warm - whole[circle] * weight[one] / total
                for circle, warm in {left: 0.0, **drawn}.items()
            }
            best = max(gain, key=lambda circle: (gain[circle], -circle))
            if gain[best] <= gain[left] + _LEAST_GAIN:
                best = left
            member[one] = best
            whole[best] += weight[one]
            moved = moved or best != left
    return _grouped(member)


def _drawn(ties: Mapping[int, float], member: Mapping[int, int], *, but: int) -> dict[int, float]:
    """Return the warmth of a node's ties to each circle, leaving out the node `but`."""
    found: dict[int, float] = {}
    for other, how_warm in ties.items():
        if other != but:
            found[member[other]] = found.get(member[other], 0.0) + how_warm
    return found


def _grouped(member: Mapping[int, int]) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for one, circle in member.items():
        groups.setdefault(circle, []).append(one)
    return list(groups.values())


def _merged(ties: Warmth, joined: Iterable[Sequence[int]]) -> dict[int, dict[int, float]]:
    """Return the warmth between circles; that within a circle is a tie to itself."""
    circle = {one: n for n, parts in enumerate(joined) for one in parts}
    merged: dict[int, dict[int, float]] = {n: {} for n in sorted(set(circle.values()))}
    for one, others in ties.items():
        for other, how_warm in others.items():
            here, there = circle[one], circle[other]
            merged[here][there] = merged[here].get(there, 0.0) + how_warm
    return merged
