"""The turn rule: parallel where nobody can reach anybody, and never a look at the future."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, strategies as st

from engine.scenario import generate
from engine.simulation.turns import Turns
from tests.bench.barrier import Barrier
from tests.bench.parallel import soonest_end, virtual_day

NEVER = 10_000


def walks(points):
    """Minutes between rooms on a line; two rooms at one point are a minute apart."""
    spots = np.array(points)
    apart = np.maximum(np.abs(spots[:, None] - spots[None, :]), 1)
    np.fill_diagonal(apart, 0)
    return apart


def turns(*next_turns, points=(0, 5, 10), rule=Turns):
    made = rule(len(next_turns), walks(points))
    for order, (minute, room) in enumerate(next_turns, 1):
        made.set(order, minute, room)
    return made


def test_two_far_apart_think_at_once():
    assert turns((10, 0), (14, 1)).ready(NEVER) == [1, 2]


def test_who_could_still_be_reached_waits():
    assert turns((10, 0), (15, 1)).ready(NEVER) == [1]


def test_in_one_room_they_think_in_order_of_time_then_number():
    assert turns((10, 0), (10, 0), (11, 0)).ready(NEVER) == [1]


def test_an_equal_arrival_waits_for_the_lower_number():
    assert turns((15, 1), (10, 0)).ready(NEVER) == [2, 1]
    assert turns((16, 1), (10, 0)).ready(NEVER) == [2]


def test_nobody_thinks_at_or_after_the_end():
    assert turns((10, 0), (20, 2)).ready(10) == []


def test_who_thinks_already_is_not_asked_again():
    assert turns((10, 0), (12, 2)).ready(NEVER, busy=[1]) == [2]


def test_the_clock_is_the_smallest_next_turn():
    assert turns((10, 0), (7, 2)).clock == 7


def test_who_talks_takes_no_turn_until_the_talk_is_over():
    made = turns((10, 0), (10, 0), (30, 2))
    made.engage([1, 2], 10)
    assert made.ready(NEVER) == [], "from now on they could still come to where the third is"
    made.set(1, 16, 0)
    made.set(2, 17, 0)
    assert made.ready(NEVER) == [1]


def test_each_line_of_a_talk_lets_others_go_on_for_a_minute():
    made = turns((10, 0), (10, 0), (22, 2))
    made.engage([1, 2], 10)
    assert made.ready(NEVER) == []
    made.keep_busy([1], 13)
    assert made.ready(NEVER) == [], "the other of the two might still come"
    made.keep_busy([2], 13)
    assert made.ready(NEVER) == [3]
    made.keep_busy([1, 2], 11)
    assert made.ready(NEVER) == [3], "what was certain stays certain"


def test_how_long_one_is_busy_is_their_own_affair():
    made = turns((10, 0), (24, 2))
    made.engage([1], 10)
    made.keep_busy([1], 13)
    assert made.ready(NEVER) == [], "the first can be where the second is from 23 on"
    made.keep_busy([1], 14)
    assert made.ready(NEVER) == []
    made.keep_busy([1], 15)
    assert made.ready(NEVER) == [2]


def test_the_barrier_of_the_bench_lets_nobody_pass_the_minute():
    assert turns((10, 0), (10, 1), (11, 2), rule=Barrier).ready(NEVER) == [1, 2]


@pytest.mark.soak
@given(st.integers(0, 10_000))
def test_law_no_turn_ever_sees_the_future(seed):
    """Random walkers think whenever they may; whatever they leave in a room is never earlier than what was
    read there.
    """
    draw = random.Random(seed)
    points = [draw.randrange(30) for _ in range(6)]
    made = turns(*((draw.randrange(20), draw.randrange(6)) for _ in range(7)), points=points)
    where = [int(made._rooms[i]) for i in range(7)]
    apart = walks(points)
    last_in_room: dict[int, tuple[int, int]] = {}
    for _ in range(150):
        order = draw.choice(made.ready(NEVER))
        minute, room = made.minute(order), where[order - 1]
        assert last_in_room.get(room, (-1, 0)) < (minute, order)
        last_in_room[room] = (minute, order)
        goal = draw.randrange(6) if draw.random() < 0.5 else room
        where[order - 1] = goal
        made.set(
            order, minute + max(1, int(apart[room, goal])) + (draw.randrange(9) if goal == room else 0), goal
        )


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 2)), min_size=1, max_size=9))
def test_law_somebody_may_always_think(next_turns):
    assert turns(*next_turns).ready(NEVER)


def one_by_one(made, busy):
    """The rule, said plainly: everybody who is free is compared with everybody."""
    acts, minutes, rooms = made._acts.tolist(), made._minutes.tolist(), made._rooms.tolist()

    def is_clear(one):
        return all(
            (acts[other] + made._walks[rooms[other], rooms[one]], other) > (minutes[one], one)
            for other in range(len(acts))
            if other != one
        )

    free = [one for one in range(len(acts)) if not made._engaged[one] and one + 1 not in busy]
    return [one + 1 for one in sorted(free, key=lambda one: (minutes[one], one)) if is_clear(one)]


@pytest.mark.soak
@given(st.integers(0, 10_000), st.integers(1, 90), st.integers(0, 9))
def test_law_a_crowd_is_let_think_by_the_same_rule(seed, agents, most):
    draw = random.Random(seed)
    points = [draw.randrange(60) for _ in range(20)]
    made = turns(*((draw.randrange(20), draw.randrange(20)) for _ in range(agents)), points=points)
    for order in range(1, agents + 1):
        if draw.random() < 0.2:
            made.engage([order], draw.randrange(20))
            made.keep_busy([order], draw.randrange(20))
    busy = {draw.randrange(1, agents + 1)}
    assert made.ready(NEVER, busy) == one_by_one(made, busy)
    assert made.ready(NEVER, busy, most) == one_by_one(made, busy)[:most]


@pytest.mark.nightly
def test_a_day_in_virtual_time_takes_the_turns_of_any_day_and_no_less_than_its_causes():
    town = generate("quarter", 4, 1)
    taken, seconds, thoughts = virtual_day(town, Turns)
    one_by_one, longest, _ = virtual_day(town, Turns, at_once=1)
    assert sorted(turn.id for turn, _ in taken) == sorted(turn.id for turn, _ in one_by_one)
    assert soonest_end(thoughts) <= seconds < longest
