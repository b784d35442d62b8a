"""The moment in the bar: step by step, as a slider over the whole run, and by itself."""

from __future__ import annotations

import pytest

from engine.clock import DAY, parse_moment
from tests.studios import handed, lived, press, studio, well

pytestmark = pytest.mark.slow


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path)
    yield run
    workspace.close()


def page(monkeypatch, town, **link):
    return studio(monkeypatch, town.store.path.parent, "mind", agent="isabel", **link)


def at_of(at):
    said = at.query_params.get("at")
    return int(said[0] if isinstance(said, list) else said) if said else None


def by(at, way):
    control = next(one for one in at.segmented_control if one.key.startswith("moment-by-"))
    control.set_value(way).run()
    return well(at)


@pytest.mark.parametrize("way", ["hour", "event", "talk", "reflection", "day"])
def test_a_step_on_and_a_step_back(monkeypatch, town, way):
    noon = parse_moment("day 1 12:00")
    at = by(page(monkeypatch, town, at=noon), way)
    after = town.at(noon).next_moment(way)
    assert at.button(key="moment-after").disabled == (after is None)
    if after is not None:
        press(at, "moment-after")
        assert at_of(at) == (None if after >= town.clock else after)
    at = by(page(monkeypatch, town, at=noon), way)
    press(at, "moment-before")
    assert at_of(at) == town.at(noon).moment_before(way)


def test_one_person_is_followed_from_event_to_event(monkeypatch, town):
    noon = parse_moment("day 1 12:00")
    at = by(page(monkeypatch, town, at=noon), "mine")
    press(at, "moment-after")
    assert at_of(at) == town.at(noon).next_moment("event", "isabel")


def test_where_the_town_stands_there_is_no_step_on(monkeypatch, town):
    at = page(monkeypatch, town)
    assert at.button(key="moment-after").disabled
    assert not at.button(key="moment-before").disabled


def test_the_slider_goes_over_the_whole_run(monkeypatch, town):
    at = page(monkeypatch, town, at=600)
    assert handed(at, "moment_slider") == {"minute": 600, "clock": town.clock, "step": 15}


def test_what_plays_goes_on_by_itself_until_it_is_stopped_or_over(monkeypatch, town):
    from studio.frame.moment import moment_steps

    at = page(monkeypatch, town)
    press(at, "moment-play")
    assert at_of(at) == 0
    assert at.button(key="moment-play").label == "Pause"
    press(at, "moment-play")
    assert at.button(key="moment-play").label == "Play"
    assert moment_steps.EVERY >= 0.5, "a page takes time to be drawn"
    assert DAY % min(moment_steps.SPEEDS) == 0
