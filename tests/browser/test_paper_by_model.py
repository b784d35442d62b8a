"""A model writes the paper in a real browser: asked for by hand, stopped, asked again, and gone back from."""

import json

import pytest
from conftest import aside, settle
from playwright.sync_api import expect

from engine.api.models import Profile
from tests.chaos import Chaos
from tests.studios import lived

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def slow_model():
    server = Chaos()
    yield server
    server.close()


@pytest.fixture(scope="module")
def server(serve, tmp_path_factory, slow_model):
    folder = tmp_path_factory.mktemp("paper")
    aside(lambda place: _begin(place, slow_model), folder)
    return serve(workspace=folder)


def _begin(folder, slow_model):
    workspace, run = lived(folder)
    with workspace:
        workspace.models.keep(Profile(name="small", base_url=slow_model.base_url, model="fine", timeout=80))
        told = run.write_paper(1).sentences[3].text
        run.show_paper(1, by_rule=True)
        entries = run._desk(1).asked.entries
    tag = next(f"e{n}" for n, one in enumerate(entries, 1) if told in one)
    rows = [
        {"text": told, "because": [tag], "about": ""},
        {"text": "Bram <i>flew</i> to Mars.", "because": ["e1"], "about": ""},
    ]
    slow_model.good = json.dumps({"sentences": rows})
    slow_model.told = told


@pytest.mark.nightly
def test_it_is_asked_for_stopped_asked_again_and_gone_back_from(new_visit, server, slow_model):
    visit = new_visit()
    page = visit.page
    page.goto(f"{server.address}/day?day=1")
    settle(page)
    slow_model.latency = 3.0
    page.get_by_role("button", name="Write again").click()
    expect(page.get_by_text("One question: at most")).to_be_visible()
    page.get_by_role("button", name="Ask small").click()
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_text("Writing was stopped")).to_be_visible()
    slow_model.latency = 0.0
    page.get_by_role("button", name="Write again").click()
    page.get_by_role("button", name="Ask small").click()
    expect(page.get_by_text("written by small")).to_be_visible()
    expect(page.locator(".tw-paper .headline")).to_have_text(slow_model.told)
    page.get_by_text("1 sentence left out, and why").click()
    expect(page.get_by_text("Bram <i>flew</i> to Mars.")).to_be_visible()
    page.get_by_role("button", name="Show rule-based paper").click()
    expect(page.get_by_text("the whole day")).to_be_visible()
