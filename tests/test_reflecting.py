"""Reflecting, read from the log: what gathers is what the mind has felt, at every moment."""

from __future__ import annotations

import pytest

from engine.clock import parse_moment
from engine.errors import NotFound
from engine.insight.reflecting.gathering import gathering
from engine.records import Memory, Recall, Recalled
from engine.simulation.loading import load_mind
from tests.planted import Planted
from tests.studios import lived

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    opened, _ = lived(tmp_path_factory.mktemp("reflecting"))
    with opened:
        yield opened


@pytest.fixture(scope="module")
def town(workspace):
    return workspace.runs.find("First try")


@pytest.fixture
def hamlet(workspace, request):
    return Planted.in_workspace(workspace, name=request.node.name[:60])


# ---- what gathers


def test_what_gathers_is_what_is_felt_at_every_moment(town):
    for agent in town.town.cast.personas:
        gathered = town.gathering(agent)
        minutes = sorted({step.minute for step in gathered.steps})
        around = {minute + n for minute in minutes for n in (0, 1)} | {0, 1, town.clock}
        for minute in sorted(minute for minute in around if minute <= town.clock)[::7]:
            assert gathered.at(minute) == town.at(minute).felt(agent), (agent, minute)
        assert gathered.felt == town.at().felt(agent)


@pytest.mark.parametrize("when", ["day 1 07:30", "day 1 12:00", "day 1 23:00"])
def test_what_gathers_is_what_the_mind_goes_by_that_decides_to_reflect(town, when):
    moment = town.at(when)
    for agent in town.town.cast.personas:
        mind = load_mind(town.store, town.number, town.town, agent, before=moment.before).minds[agent]
        assert gathering(moment, agent).felt == mind.felt


def test_a_reflection_comes_when_enough_has_gathered_and_begins_it_anew(town):
    for agent in town.town.cast.personas:
        gathered = town.gathering(agent)
        insights = {memory.minute for memory in town.at().reflections(agent)}
        assert insights <= {one.minute for one in gathered.reflections}
        for one in gathered.reflections:
            assert one.reached >= gathered.reflect_at
            assert one.felt == 0
        assert max(step.felt for step in gathered.steps) < gathered.reflect_at + 60


def test_at_an_earlier_moment_nothing_later_has_gathered(town):
    minute = parse_moment("day 1 12:00")
    now, noon = town.gathering("isabel"), town.gathering("isabel", minute)
    assert noon.steps == tuple(step for step in now.steps if step.minute < minute)
    assert town.gathering("isabel", 0).steps == ()
    assert town.gathering("isabel", 0).at(0) == 0
    with pytest.raises(NotFound):
        town.gathering("nobody")


def test_only_what_is_felt_counts_and_the_last_look_up_begins_anew(hamlet):
    base = hamlet.run.gathering("otto").felt
    hamlet.remember("day 1 08:00", "otto", "The mill stands still.")
    hamlet.remember("day 1 08:05", "otto", "Otto means to look.", "plan")
    looks = [
        Recall(id=0, agent="otto", purpose=purpose, query=query, items=(_item(),))
        for purpose, query in [("reflect", "What is it?"), ("reflect", "Who did it?"), ("act", "And now?")]
    ]
    hamlet.plant(parse_moment("day 1 08:10"), *looks)
    hamlet.remember("day 1 08:20", "otto", "Somebody calls.")
    hamlet.until("day 1 09:00")
    gathered = hamlet.run.gathering("otto")
    (mark,) = gathered.reflections
    assert (mark.reached, mark.felt, mark.row.query) == (base + 5, 0, "Who did it?")
    assert [gathered.at(parse_moment(f"day 1 08:{at}")) for at in ("05", "10", "11", "30")] == [
        base + 5, base + 5, 0, 5,
    ]  # fmt: skip
    assert all(isinstance(step.row, Memory | Recall) for step in gathered.steps)


def _item():
    return Recalled(memory=1, score=1.0, recency=0.0, importance=0.0, relevance=1.0)
