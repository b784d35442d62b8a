"""Stepping through a run: from event to event, talk to talk, conclusion to conclusion, hour to hour."""

from __future__ import annotations

import itertools

import pytest

from engine.clock import DAY, parse_moment
from engine.errors import BadInput, NotFound
from engine.records import Conversation, Event, Memory
from tests.studios import lived

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    workspace, run = lived(tmp_path_factory.mktemp("steps") / "workspace")
    yield run
    workspace.close()


def forward(town, by, agent=None):
    """Every moment that one comes to, step by step, from the beginning."""
    at, found = 0, []
    while (after := town.at(at).next_moment(by, agent)) is not None:
        assert after > at
        found.append(at := after)
    return found


@pytest.mark.parametrize(
    ("by", "kind", "where"),
    [("event", Event, {}), ("talk", Conversation, {}), ("reflection", Memory, {"kind": "reflection"})],
)
def test_steps_come_to_each_in_order_just_when_it_is_seen(town, by, kind, where):
    rows = town.at().log.rows(kind, where=where)
    assert forward(town, by) == sorted({row.minute + 1 for row in rows if 0 < row.minute < town.clock})
    for moment in forward(town, by)[:20]:
        assert max(row.minute for row in town.at(moment).log.rows(kind, where=where)) == moment - 1


@pytest.mark.parametrize("by", ["event", "talk", "reflection", "hour", "day"])
def test_a_step_back_undoes_a_step_on(town, by):
    steps = forward(town, by)
    for before, after in itertools.pairwise(steps):
        assert town.at(after).moment_before(by) == before


def test_the_events_of_one_person_are_stepped_through_by_themselves(town):
    mine = {row.minute + 1 for row in town.at().log.rows(Event, where={"actor": "isabel"}) if row.minute > 0}
    assert forward(town, "event", "isabel") == sorted(one for one in mine if one <= town.clock)


def test_hours_and_days_are_full_ones(town):
    assert town.at("day 1 10:20").next_moment("hour") == parse_moment("day 1 11:00")
    assert town.at("day 1 10:20").moment_before("hour") == parse_moment("day 1 10:00")
    assert town.at("day 1 10:20").next_moment("day") == DAY
    assert town.at("day 1 10:20").moment_before("day") == 0


def test_there_is_nothing_before_the_beginning_and_after_the_end(town):
    for by in ("event", "talk", "reflection", "hour", "day"):
        assert town.at(0).moment_before(by) is None
        assert town.at(town.clock).next_moment(by) is None


def test_what_is_no_step_or_nobody_is_refused(town):
    with pytest.raises(NotFound, match="there is no step"):
        town.at(0).next_moment("leap")
    with pytest.raises(NotFound, match="nobody"):
        town.at(0).next_moment("event", "zebulon")
    with pytest.raises(BadInput):
        town.at("day 9 09:00").next_moment("event")
