"""Addresses in what people, files and models say are words: no page makes a link of them."""

from __future__ import annotations

import pytest
from conftest import aside, come_to, page_by_page, settle

from engine.api.workspace import open_workspace
from engine.interventions import Whisper
from engine.models.profiles import Profile
from engine.store.writing.scenarios import files_of
from studio.pages import PAGES

pytestmark = pytest.mark.browser

WAIT = 60_000
TOWN = "Court www.evil.test"
NOON = 12 * 60
ADDRESSED = {
    "Candle Court": "Court www.evil.test",
    "Nell Hartley": "Nell www.evil.test",
    "the cat": "the cat http://evil.test/cat",
    "bench": "bench www.evil.test",
    "buns": "buns of bob@evil.test",
    "warm,": "warm www.evil.test,",
    " supper ": " supper https://evil.test/x ",
    "neighbour who": "neighbour ann@evil.test who",
}
LINKS = """() => [...document.querySelectorAll('a[href]')]
    .filter(link => /evil|^mailto:/.test(link.getAttribute('href')))
    .map(link => `${link.href} in ${link.closest('[data-testid]').dataset.testid}`)"""
UNFOLD = "() => document.querySelectorAll('details:not([open]) > summary').forEach(each => each.click())"
NAMES = [page.name for group in PAGES.values() for page in group]


@pytest.fixture(scope="module")
def server(serve, tmp_path_factory):
    """The studio on a town in which everything that can be written holds an address, and on what was lived
    and said in it.
    """
    folder = tmp_path_factory.mktemp("addressed")
    aside(live_among_addresses, folder)
    return serve(workspace=folder)


def live_among_addresses(folder):
    with open_workspace(folder) as workspace:
        copy = workspace.scenarios.new_from_bundled(TOWN, "three-neighbours")
        for path, text in files_of(workspace.store, copy.number).items():
            for word, addressed in ADDRESSED.items():
                text = text.replace(word, addressed)
            workspace.scenarios.save_file(TOWN, path, text, "as www.evil.test says")
        run = workspace.runs.new(TOWN, name="Run www.evil.test")
        run.live(NOON)
        run.intervene(Whisper(agent="nell", text="Visit www.evil.test and write to bob@evil.test."))
        run.live(NOON + 60)
        chat = run.at().start_chat("nell", title="About www.evil.test")
        run.add_message(chat.number, "person", "Have you seen http://evil.test/a?")
        run.add_message(chat.number, "agent", "Ask bob@evil.test.")
        workspace.models.keep(
            Profile(name="www.evil.test", base_url="http://evil.test/v1", model="m@evil.test")
        )


@pytest.fixture
def page(server, visit):
    """The tab about Nell, at whichever page the test before was."""
    if not visit.page.url.startswith(server.address):
        visit.page.goto(f"{server.address}/settings?run=last&agent=nell&town={TOWN}")
    return visit.page


@pytest.mark.nightly
@page_by_page(NAMES)
def test_no_page_makes_a_link_of_an_address_that_somebody_wrote(page, path):
    come_to(page, path, "h1, h2, h3")
    page.locator(".stMain").get_by_text("evil.test").first.wait_for(timeout=WAIT)
    page.evaluate(UNFOLD)
    settle(page)
    assert page.evaluate(LINKS) == []


def test_nor_does_the_drawer_that_tells_why(page):
    come_to(page, "mind")
    page.get_by_role("button", name="Why").first.click(timeout=WAIT)
    page.get_by_role("dialog").get_by_text("evil.test").first.wait_for(timeout=WAIT)
    page.evaluate(UNFOLD)
    settle(page)
    assert page.evaluate(LINKS) == []
