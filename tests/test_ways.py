"""Ways: what can be seen from the straight line between two places, and in which order one comes by it."""

import datetime
import math
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from engine.records import Place, Room, Scenario
from engine.world.tree import World

IN_SIGHT = 1.0  # minutes aside from the way
spots = st.lists(
    st.tuples(st.integers(-40, 40), st.integers(-40, 40)).map(lambda at: (at[0] / 4, at[1] / 4)),
    min_size=2,
    max_size=12,
)


def world_of(at) -> World:
    """A town of places that are no more than where they are."""
    places = tuple(
        Place(name=f"P{n}", x=x, y=y, rooms=(Room(path=f"P{n}", name=f"P{n}"),))
        for n, (x, y) in enumerate(at)
    )
    starts = datetime.date(2026, 3, 2)
    return World(Scenario(id="ways", town="Ways", starts=starts, places=places, personas=()))


def nearest(spot, start, end):
    """How far along the way one is when nearest to a spot, and how far that is: tried at many points."""
    steps = [n / 1_000 for n in range(1_001)]
    away = [
        math.dist(spot, [a + share * (b - a) for a, b in zip(start, end, strict=True)]) for share in steps
    ]
    return steps[away.index(min(away))], min(away)


@pytest.mark.nightly
@given(spots)
def test_what_lies_no_further_aside_than_a_minute_is_seen_and_nothing_else(at):
    seen = {place.name for place in world_of(at).along("P0", "P1")}
    for n, spot in enumerate(at):
        aside = nearest(spot, at[0], at[1])[1]
        if abs(aside - IN_SIGHT) > 0.02:  # as near as the points lie
            assert (f"P{n}" in seen) == (aside < IN_SIGHT), (n, aside)


@pytest.mark.soak
@given(spots)
def test_it_is_told_in_the_order_in_which_one_comes_by(at):
    seen = world_of(at).along("P0", "P1")
    shares = [nearest((place.x, place.y), at[0], at[1])[0] for place in seen]
    assert all(before <= after + 0.001 for before, after in pairwise(shares))
