"""The tour: five stops on real pages, which can be left at any time, linked to, and begun again."""

from __future__ import annotations

import pytest

from studio.pages import PAGES, file_of
from studio.tour.stops import STOPS
from tests.studios import handed, labels, lived, press, studio, well, words

pytestmark = pytest.mark.slow


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path)
    yield run
    workspace.close()


def page(monkeypatch, town, name="glossary", **link):
    return studio(monkeypatch, town.store.path.parent, name, **link)


def test_there_are_five_on_pages_that_there_are_each_said_briefly():
    assert len(STOPS) == 5
    assert {stop.page for stop in STOPS} <= {page.name for group in PAGES.values() for page in group}
    assert all(len(f"{stop.seen} {stop.try_it}") < 240 for stop in STOPS)


def turned(at, key):
    """The app after a button that leads to another page: the test's own app stays on the page it was on."""
    number = press(at, key).session_state["tw-page-tour-stop"]
    if number:
        at.switch_page(file_of(STOPS[number - 1].page)).run()
    return well(at)


@pytest.mark.nightly
def test_it_goes_from_stop_to_stop_and_back_and_is_done_at_the_end(monkeypatch, town):
    at = turned(page(monkeypatch, town), "tour-begin")
    for number, stop in enumerate(STOPS, 1):
        said = words(at)
        assert f"**{stop.title}** :gray[· stop {number} of 5]" in said
        assert stop.try_it in said
        assert at.query_params["tour"] in (str(number), [str(number)])
        if number < len(STOPS):
            at = turned(at, "tour-arrow_forward")
    at = turned(at, "tour-arrow_back")
    assert STOPS[3].title in words(at)
    at = turned(turned(at, "tour-arrow_forward"), "tour-close")
    assert "stop 5 of 5" not in words(at)
    assert "tour" not in at.query_params


def test_the_pages_of_its_stops_show_what_they_speak_of(monkeypatch, town):
    at = page(monkeypatch, town, "mind", tour=3)
    assert "agent" in at.query_params, "somebody is chosen"
    assert "Ask why" in words(at)


@pytest.mark.soak
def test_a_link_leads_to_the_page_of_its_stop(monkeypatch, town):
    assert STOPS[1].seen in words(page(monkeypatch, town, "stage", tour=2))


@pytest.mark.parametrize("said", ["0", "6", "x", "1.5", "<b>"])
def test_a_link_that_names_no_stop_begins_none(monkeypatch, town, said):
    assert "of 5]" not in words(page(monkeypatch, town, "stage", tour=said))


@pytest.mark.soak
def test_left_anywhere_it_is_gone_and_begins_anew_from_the_glossary(monkeypatch, town):
    at = press(page(monkeypatch, town, "day", tour=2), "tour-close")
    assert "of 5]" not in words(at)
    assert handed(at, "tour_invitation")["ended"], "this browser is not invited again"
    at.switch_page(file_of("glossary")).run()
    assert STOPS[0].title in words(press(at, "tour-begin"))


def test_on_another_page_it_says_where_it_goes_on(monkeypatch, town):
    at = page(monkeypatch, town, "day", tour=2)
    at.query_params.clear()
    at.switch_page(file_of("pins")).run()
    assert "The tour continues on the Day page." in words(well(at))
    assert STOPS[1].seen in words(press(at, "tour-arrow_forward"))


def test_it_is_not_shown_to_a_room_nor_where_nobody_has_lived(monkeypatch, town, tmp_path):
    at = page(monkeypatch, town, "day", tour=2, view="present")
    assert "of 5]" not in words(at)
    empty = studio(monkeypatch, tmp_path / "empty", "glossary", tour=2)
    assert "of 5]" not in words(empty)
    assert "Take the tour" not in labels(empty)
