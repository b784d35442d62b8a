"""Words of the field are explained where they stand, by pointer and keyboard, and nothing is moved by it."""

from __future__ import annotations

import pytest
from conftest import WAIT, come_to, settle
from playwright.sync_api import expect
from rules import violations

pytestmark = pytest.mark.browser

CARD = ".tw-word-card:popover-open"
PLACES = """() => {
    const main = document.querySelector('.stMain')
    const seen = [...main.querySelectorAll('.tw-plain, h3')]
    return [main.scrollHeight, ...seen.map(one => one.getBoundingClientRect().y + main.scrollTop)]
}"""


@pytest.fixture
def word(visit, living):
    page = visit.page
    page.goto(f"{living.address}/relationships")
    come_to(page, "relationships")
    one = page.locator('[data-word="density"]').first
    one.wait_for(timeout=WAIT)
    settle(page)
    one.scroll_into_view_if_needed()
    return one


@pytest.mark.nightly
def test_a_pointer_opens_the_card_and_can_come_into_it_and_nothing_moves(word):
    page = word.page
    before = page.evaluate(PLACES)
    word.hover()
    page.locator(CARD).wait_for(timeout=WAIT)
    assert page.evaluate(PLACES) == before
    page.locator(CARD).hover()
    page.wait_for_timeout(400)
    expect(page.locator(CARD)).to_have_count(1)
    expect(page.locator(CARD)).to_contain_text("7.1")
    page.mouse.move(2, 2)
    page.locator(CARD).wait_for(state="hidden", timeout=WAIT)


def test_the_keyboard_opens_it_reads_it_and_closes_it(word):
    page = word.page
    word.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    page.locator(CARD).wait_for(timeout=WAIT)
    told = page.evaluate(
        "document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent"
    )
    assert told.startswith("How many of all possible pairs")
    assert violations(page) == []
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "Show the formula"
    page.keyboard.press("Escape")
    page.locator(CARD).wait_for(state="hidden", timeout=WAIT)
    assert page.evaluate("document.activeElement.dataset.word") == "density"


@pytest.mark.nightly
def test_all_words_opens_the_glossary_at_this_one_in_the_same_window(word):
    page = word.page
    page.evaluate("window.sameWindow = true")
    word.click()
    page.locator(f"{CARD} button").click()
    page.wait_for_url("**/glossary?*word=density*", timeout=WAIT)
    assert page.evaluate("window.sameWindow")


@pytest.mark.nightly
def test_a_formula_is_shown_when_it_is_asked_for(visit, living):
    page = visit.page
    page.goto(f"{living.address}/glossary?word=recency")
    come_to(page, "glossary")
    word = page.locator('[data-word="retrieval"]').first
    word.scroll_into_view_if_needed()
    word.click()
    formula = page.locator(f"{CARD} code")
    expect(formula).not_to_be_visible()
    page.locator(f"{CARD} summary").click()
    expect(formula).to_be_visible()
    expect(formula).to_contain_text("recency")


@pytest.mark.nightly
def test_on_a_narrow_window_the_card_stays_inside(visit, living):
    page = visit.begin(size={"width": 390, "height": 844}).page
    page.goto(f"{living.address}/glossary?word=density")
    word = page.locator("[data-word]").first
    word.wait_for(timeout=WAIT)
    settle(page)
    word.click()
    box = page.locator(CARD).bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
