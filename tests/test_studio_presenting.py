"""A page shown to a room: large, by itself, stepped through by remote control, with nothing secret."""

from __future__ import annotations

import json

import pytest

from studio.pages import PAGES
from tests.studios import labels, lived, press, studio, words

pytestmark = pytest.mark.slow


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path)
    yield run
    workspace.close()


def page(monkeypatch, town, name, **link):
    return studio(monkeypatch, town.store.path.parent, name, **link)


@pytest.mark.nightly
@pytest.mark.parametrize("name", [one.name for pages in PAGES.values() for one in pages])
def test_every_page_can_be_shown_to_a_room_and_none_tells_of_the_machine(monkeypatch, town, name):
    at = page(monkeypatch, town, name, view="present", agent="isabel")
    assert {"Leave", "Exit presentation mode"} & set(labels(at))
    if name == "settings":
        assert "Hidden in presentation mode" in words(at)
    for secret in (str(town.store.path.parent), "TOWNWRIGHT_KEY", "localhost", "127.0.0.1"):
        assert secret not in words(at)


def test_it_is_left_again(monkeypatch, town):
    at = page(monkeypatch, town, "day", view="present")
    press(at, "leave-present")
    assert "view" not in at.query_params
    assert "Leave" not in labels(at)


def test_it_is_begun_from_the_bar(monkeypatch, town):
    at = page(monkeypatch, town, "news")
    press(at, "present")
    assert at.query_params["view"] in ("present", ["present"])


def test_pictures_grow_with_the_type(monkeypatch, town):
    sizes = {}
    for view in ("alone", "present"):
        chart = page(monkeypatch, town, "news", view=view).get("echarts_chart")[0].proto
        [series] = json.loads(chart.spec)["series"]
        sizes[view] = series["label"]["fontSize"]
    assert sizes == {"alone": 13, "present": 20}
