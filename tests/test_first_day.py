"""Somebody's first day before it is lived: rehearsed in memory, free, and the same as a run would have it."""

from __future__ import annotations

import pytest

from engine.api.proposing.first_day import first_day
from engine.api.workspace import open_workspace
from engine.clock import DAY
from tests.studios import studio, well, words

pytestmark = pytest.mark.soak

TOWN = "three-neighbours"


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    """A town that has lived its first day."""
    with open_workspace(tmp_path_factory.mktemp("first-day") / "workspace") as workspace:
        run = workspace.runs.new(TOWN)
        run.live(DAY)
        yield run


@pytest.fixture(scope="module")
def foretold(lived):
    return first_day(lived.scenario, "nell")


@pytest.mark.nightly
def test_what_is_known_as_the_day_begins_is_what_a_run_begins_with(lived, foretold):
    begun = lived.at("day 1 00:00")
    assert set(foretold.places) == {path.partition("/")[0] for path in begun.known("nell")}
    ties = {one.other: (one.kind, one.closeness) for one in begun.relations if one.agent == "nell"}
    assert {one.agent: (one.kind, one.closeness) for one in foretold.people} == ties
    seeds = begun.memories("nell", kinds=["seed"], limit=200).items
    assert sorted(foretold.memories) == sorted(one.text for one in seeds)


@pytest.mark.nightly
def test_the_day_goes_as_the_run_lives_it(lived, foretold):
    for part in foretold.spent:
        there = lived.at(part.start + 1).people["nell"]
        assert (there.room, there.inside, there.asleep) == (part.room, True, False)
    met = {name for part in foretold.spent for name in part.talks}
    assert met == {
        lived.town.cast.names[one]
        for talk in lived.at("day 1 23:59").log.conversations()
        if "nell" in talk.members
        for one in talk.members
        if one != "nell"
    }
    assert [one.start for one in foretold.spent] == sorted(one.start for one in foretold.spent)
    assert all(one.end <= two.start for one, two in zip(foretold.spent, foretold.spent[1:], strict=False))


@pytest.mark.nightly
def test_the_personas_page_rehearses_it_when_it_is_opened_and_stores_nothing(monkeypatch, tmp_path):
    with open_workspace(tmp_path) as workspace:
        workspace.scenarios.add_bundled(TOWN)
    at = studio(monkeypatch, tmp_path, "personas", town=TOWN, agent="nell")
    assert "when day 1 starts" not in words(at)
    at.session_state[f"first-day-{TOWN}-nell"] = True
    well(at.run())
    assert "Otto Finch (neighbour who pretends to be made of wood, +0.6)" in words(at)
    assert "talks with Ruth Calloway" in words(at)
    with open_workspace(tmp_path) as workspace:
        assert workspace.runs.all() == ()
