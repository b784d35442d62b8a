"""The plan of a morning against what was done: what became of each part, by what can be seen, and why."""

from __future__ import annotations

import pytest

from engine.api.workspace import open_workspace
from engine.clock import DAY, parse_moment

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("kept") / "ws") as workspace:
        run = workspace.runs.new("three-neighbours")
        run.live(DAY)
        yield run


def part(town, agent, activity, at=None):
    return next(
        one for one in town.story(at).plans(1) if one.agent == agent and one.activity.startswith(activity)
    )


@pytest.mark.parametrize(
    ("agent", "activity"), [("ruth", "buy stamps"), ("ruth", "wash and pin"), ("nell", "cook supper")]
)
def test_a_part_is_kept_for_the_minutes_that_they_were_in_its_place(town, agent, activity):
    one = part(town, agent, activity)
    seen = [town.at(minute + 1).people[agent] for minute in range(one.start, one.end)]
    place = one.room.partition("/")[0]
    assert one.kept == sum(here.inside and here.room.partition("/")[0] == place for here in seen)


def test_a_part_is_kept_whose_place_they_were_in_for_half_of_its_time(town):
    for one in town.story().plans(1):
        assert one.passed == one.end - one.start
        assert (one.fate == "kept") == (2 * one.kept >= one.passed), one


@pytest.fixture(scope="module")
def put_off(tmp_path_factory):
    """A day on which Ruth's errand is broken off, and Nell's supper put off."""
    with open_workspace(tmp_path_factory.mktemp("put-off") / "ws") as workspace:
        run = workspace.runs.new("three-neighbours", seed=7)
        run.live(DAY)
        yield run


def test_what_was_broken_off_says_by_what_and_why(put_off):
    stamps = part(put_off, "ruth", "buy stamps")
    assert stamps.fate == "changed"
    assert "closing" in stamps.instead.because
    assert "Corner Shop is closing" in put_off.why(stamps.instead.id).row.thing_state


def test_what_was_put_off_says_to_when(put_off):
    supper = part(put_off, "nell", "cook supper")
    assert supper.fate == "moved"
    assert supper.instead.since >= supper.end
    assert supper.instead.doing == supper.activity


def test_at_a_moment_what_comes_later_is_ahead(town):
    noon = parse_moment("day 1 12:00")
    told = town.story(noon).plans(1)
    assert {one.fate for one in told if one.start >= noon} == {"ahead"}
    assert all(one.passed <= noon - one.start for one in told if one.fate != "ahead")
    assert not any(one.instead for one in told if one.fate == "ahead")


def test_nobody_has_planned_what_is_not_planned_yet(town):
    assert town.story(60).plans(1) == ()


def test_every_row_that_is_named_is_there(town):
    for one in town.story().plans(1):
        assert town.why(one.id)
        assert one.instead is None or town.why(one.instead.id)


def test_a_step_is_done_for_the_minutes_that_they_were_at_it(town):
    steps = town.story().steps("nell", 1)
    assert {one.fate for one in steps} >= {"done", "left"}
    for one in steps[:6]:
        seen = [town.at(minute + 1).people["nell"] for minute in range(one.start, one.end)]
        assert one.at_it == sum(here.step == one.id for here in seen)
    for one in steps:
        assert (one.fate == "done") == (2 * one.at_it >= one.end - one.start)
        assert not (one.fate == "done" and one.instead)
