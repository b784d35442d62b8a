"""The palette by keyboard alone: opened on any page, walked with the arrows, left with Enter or Escape."""

from __future__ import annotations

import re

import pytest
from conftest import WAIT, settle
from playwright.sync_api import expect
from rules import violations_in_both

pytestmark = pytest.mark.browser

FIELD, FOUND = ".st-key-palette-words input", ".st-key-tw-palette button"


@pytest.fixture
def page(tab, living):
    """The tab at a page of a living town, as wide as a laptop."""
    opened = tab.begin(size={"width": 1280, "height": 800}, reduced_motion="reduce").page
    opened.goto(f"{living.address}/relationships")
    opened.locator(".st-key-tw-bar").wait_for(timeout=WAIT)
    settle(opened)
    yield opened
    tab.end()


def ask(page, words):
    page.keyboard.press("Control+k")
    expect(page.locator(FIELD)).to_be_focused(timeout=WAIT)
    page.keyboard.type(words)


def in_hex(words):
    return words.encode("utf-16-be").hex()


@pytest.mark.nightly
@pytest.mark.parametrize("mark", ["\u202e", "\x07", "  "])
def test_enter_goes_to_what_is_found_whatever_marks_are_among_the_words(page, mark):
    ask(page, "")
    page.keyboard.insert_text(f"isabel{mark}")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/mind.*agent=isabel"), timeout=WAIT)


def test_a_page_is_opened_without_a_hand_on_the_mouse(page):
    ask(page, "glossary")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Glossary").first.wait_for(timeout=WAIT)
    expect(page.get_by_role("dialog")).to_have_count(0, timeout=WAIT)


@pytest.mark.nightly
def test_the_arrows_walk_through_what_was_found_and_enter_goes_there(page):
    ask(page, "isabel")
    expect(page.locator(FOUND).first).to_contain_text("Isabel Moreno", timeout=WAIT)
    page.keyboard.press("ArrowDown")
    expect(page.locator(FOUND).nth(0)).to_be_focused(timeout=WAIT)
    page.keyboard.press("ArrowDown")
    expect(page.locator(FOUND).nth(1)).to_be_focused(timeout=WAIT)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator(FIELD)).to_be_focused(timeout=WAIT)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Mind").first.wait_for(timeout=WAIT)
    assert "agent=isabel" in page.url


@pytest.mark.nightly
def test_escape_closes_it_and_everybody_can_read_it_on_a_telephone_too(page):
    page.set_viewport_size({"width": 390, "height": 844})
    ask(page, "lantern")
    expect(page.locator(".tw-asked")).to_have_attribute("data-typed", in_hex("lantern"), timeout=WAIT)
    expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("found", timeout=WAIT)
    settle(page)
    assert violations_in_both(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0, timeout=WAIT)
