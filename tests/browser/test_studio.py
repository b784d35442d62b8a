"""The mission, in a real browser: a living town, a day, memories, a question, with nothing leaving this
machine.
"""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

WAIT = 60_000


@pytest.fixture(scope="module")
def server(serve):
    return serve()


def open_page(visit, server, path=""):
    visit.page.goto(f"{server.address}/{path}")
    visit.page.get_by_text("Townwright").first.wait_for(timeout=WAIT)
    return visit.page


def click(page, name):
    page.get_by_role("button", name=name).first.click(timeout=WAIT)


def test_a_newcomer_runs_a_day_reloads_in_the_middle_and_asks_a_question(new_visit, server):
    visit = new_visit()
    page = open_page(visit, server)
    click(page, "Run it")
    page.get_by_role("dialog").get_by_role("button", name="Run it").click(timeout=WAIT)
    page.get_by_text("Nobody has lived here yet").first.wait_for(timeout=WAIT)
    click(page, "Run day 1")
    page.get_by_role("progressbar").first.wait_for(timeout=WAIT)
    page.reload()
    page.get_by_role("button", name="Run day 2").first.wait_for(timeout=WAIT)
    page.get_by_role("link", name="Chat").click()
    page.get_by_role("combobox", name="With whom").fill("isab", timeout=WAIT)
    page.get_by_role("option", name="Isabel Moreno").click(timeout=WAIT)
    page.get_by_role("textbox").last.fill("What are you looking forward to?", timeout=WAIT)
    page.keyboard.press("Enter")
    page.get_by_text("giving a lantern party").first.wait_for(timeout=WAIT)


PAGES = [
    "", "scenarios", "world", "personas", "prompts", "stage", "mind", "reflections", "relationships", "chat",
    "calls", "settings"
]  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_every_page_opens_by_its_link_without_a_complaint(visit, server, path):
    page = open_page(visit, server, path)
    page.locator("h1, h2, h3").first.wait_for(timeout=WAIT)
    for width in (1400, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(300)
        assert not page.get_by_text("fault in Townwright").count()
        assert not page.get_by_text("Page not found").count()
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1"), width


def sidebar_is_open(page):
    return page.get_by_test_id("stSidebar").get_attribute("data-collapsed") == "false"


def test_a_link_to_the_first_page_keeps_what_else_it_says(new_visit, server):
    page = open_page(new_visit(), server, "scenarios?at=0")
    page.get_by_role("heading", name="Scenarios").wait_for(timeout=WAIT)
    assert page.url.startswith(f"{server.address}/?")
    assert "at=0" in page.url


def test_in_a_narrow_window_the_list_of_pages_gives_way_to_the_page_chosen(new_visit, server):
    page = open_page(new_visit(size={"width": 390, "height": 800}), server, "stage")
    for name in ("Chat", "World"):
        page.get_by_test_id("stExpandSidebarButton").click(timeout=WAIT)
        page.get_by_role("link", name=name).click(timeout=WAIT)
        page.get_by_role("heading", name=name).first.wait_for(timeout=WAIT)
        page.wait_for_function(
            "document.querySelector('[data-testid=stSidebar]').dataset.collapsed === 'true'", timeout=WAIT
        )


def test_in_a_wide_window_the_list_of_pages_stays(new_visit, server):
    page = open_page(new_visit(), server, "stage")
    page.get_by_role("link", name="World").click(timeout=WAIT)
    page.get_by_role("heading", name="World").first.wait_for(timeout=WAIT)
    page.wait_for_timeout(500)
    assert sidebar_is_open(page)
