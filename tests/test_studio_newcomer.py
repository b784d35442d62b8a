"""Somebody who joins a town that lives: on every page there from then on, and on none before."""

from __future__ import annotations

import html

import pytest

from engine.api.run import map_data, map_day
from engine.api.workspace import open_workspace
from engine.clock import moment_words
from engine.records import Relation
from studio.day.timeline_picture import Timeline
from studio.relationships.circle_words import densities
from studio.relationships.graph_of_run import graph_of, since_when
from studio.relationships.relationship_stats import days_until
from studio.stage.stage_map import where_rows
from tests.looks import LOOKS, called
from tests.studios import open_up, press, studio, words
from tests.test_joining import with_iris

pytestmark = pytest.mark.soak

BEFORE, CAME = 9 * 60, 9 * 60 + 30


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("newcomer") / "workspace"
    with open_workspace(place) as workspace:
        run = workspace.runs.new("three-neighbours", name="Joined")
        run.live(CAME)
        run.intervene(with_iris(run))
        run.live("day 2 09:00")
        workspace.runs.new("three-neighbours", name="Without").live("day 2 09:00")
    return place


@pytest.fixture
def town(folder):
    with open_workspace(folder) as workspace:
        yield workspace.runs.find("joined-1")


@pytest.fixture
def page(monkeypatch, folder):
    return lambda name, **link: studio(monkeypatch, folder, name, run="joined-1", **link)


@pytest.mark.nightly
@pytest.mark.parametrize("at", [None, BEFORE], ids=["since", "before"])
@pytest.mark.parametrize(("name", "link"), LOOKS, ids=[called(*look) for look in LOOKS])
def test_no_page_stumbles_over_whoever_joined(page, name, link, at):
    moment = {} if at is None else {"at": at}
    shown = page(name, agent="iris", **{"with": "without-1"}, **link, **moment)
    assert "is called 'iris'" not in html.unescape(words(shown))


@pytest.mark.parametrize("name", ["mind", "reflections", "chat"])
def test_before_they_came_it_is_said_when_they_do_and_how_to_get_there(page, name):
    at = page(name, agent="iris", at=BEFORE)
    assert f"Iris Vale joined it at {moment_words(CAME)}" in words(at)
    at = press(at, "not-yet-action")
    assert "joined it at" not in words(at)


def test_the_ties_of_the_day_before_are_those_of_who_lived_there(page, town):
    ids = [agent for agent in town.town.cast.personas if agent != "iris"]
    at = page("relationships", at=BEFORE, agent="iris")
    open_up(at, "matrix-twin")
    assert len(at.table[-1].value) == len(ids)
    assert "Iris" not in words(at)
    now = page("relationships", agent="iris")
    open_up(now, "matrix-twin")
    assert len(now.table[-1].value) == len(ids) + 1
    known = densities(tuple(town.at().log.rows(Relation)), since_when(town), town.clock)
    assert known[0].tied == 1, "all of three know each other from the start"


def test_the_map_has_them_from_their_coming_on(town):
    assert "iris" not in [one.id for one in map_data(town, BEFORE).agents]
    assert "iris" in [one.id for one in map_data(town).agents]
    frames = map_day(town, 1).frames
    assert {frame.minute >= CAME for frame in frames if "iris" in [one.id for one in frame.agents]} == {True}


def test_the_table_of_who_is_where_has_nobody_who_is_yet_to_come(town):
    assert [row["Person"] for row in where_rows(town, BEFORE) if "Iris" in str(row["Person"])] == []
    assert [row["Person"] for row in where_rows(town, None) if "Iris" in str(row["Person"])] != []


def test_a_graph_has_them_from_the_first_of_its_days_on_which_they_live_there(town):
    figures = graph_of(town, (), days_until(town.clock)).people
    assert {one.agent: one.first for one in figures} == {"nell": 0, "otto": 0, "ruth": 0, "iris": 1}
    assert "iris" not in [one.agent for one in graph_of(town, (), days_until(BEFORE)).people]


def test_their_first_stay_of_the_day_begins_when_they_come(town):
    stays = town.story().timeline(1)
    drawn = Timeline(town, 1, stays, (), ())
    bars = [one["data"] for one in drawn.spec()["series"] if one["type"] == "bar"]
    row = list(town.town.cast.personas).index("iris")
    first = next(one for one in stays if one.agent == "iris")
    assert bars[0][row]["value"] == pytest.approx(CAME / 60, abs=0.02)
    assert first.start == pytest.approx(CAME, abs=1)
    assert bars[0][0]["value"] == 0
    assert sum(column[row]["value"] for column in bars) == pytest.approx(24, abs=0.02)
