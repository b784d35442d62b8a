"""The tour in a browser: whoever is new is invited once, and nothing that it explains is covered."""

from __future__ import annotations

import pytest
from conftest import WAIT, settle
from playwright.sync_api import expect
from rules import violations

from studio.tour.stops import STOPS

pytestmark = pytest.mark.browser

BELOW = """([y]) => [...document.querySelectorAll('.stMain :is(svg, iframe, .tw-paper, .tw-story)')]
    .filter(one => one.getBoundingClientRect().height && !one.closest('.st-key-tw-tour, .st-key-tw-bar'))
    .every(one => one.getBoundingClientRect().top >= y - 1)"""
INVITATION, STRIP = ".tw-invitation", ".st-key-tw-tour"


@pytest.fixture
def page(visit, living):
    visit.page.goto(f"{living.address}/day")
    visit.page.evaluate("localStorage.removeItem('townwright-tour')")
    yield visit.page
    visit.page.evaluate("localStorage.removeItem('townwright-tour')")


@pytest.mark.nightly
def test_no_thank_you_is_remembered_by_this_browser(page):
    page.reload()
    page.locator(INVITATION).wait_for(timeout=WAIT)
    assert violations(page, sidebar=True) == []
    page.get_by_role("button", name="No, thanks").click()
    page.locator(INVITATION).wait_for(state="hidden", timeout=WAIT)
    page.reload()
    page.locator(".tw-paper").wait_for(timeout=WAIT)
    settle(page)
    expect(page.locator(INVITATION)).to_have_count(0)


def test_it_is_taken_by_the_keyboard_and_covers_nothing(page):
    page.reload()
    page.get_by_role("button", name="Take the tour").focus()
    page.keyboard.press("Enter")
    for number, stop in enumerate(STOPS, 1):
        strip = page.locator(STRIP)
        strip.get_by_text(f"stop {number} of 5").wait_for(timeout=WAIT)
        page.wait_for_url(f"**/{stop.page}?*tour={number}*", timeout=WAIT)
        settle(page)
        box, bar = strip.bounding_box(), page.locator(".st-key-tw-bar").bounding_box()
        assert box["y"] >= bar["y"] + bar["height"] - 1
        assert page.evaluate(BELOW, [box["y"] + box["height"]])
        assert violations(page) == []
        label = "Next" if number < len(STOPS) else "Done"
        page.get_by_role("button", name=label, exact=True).focus()
        page.keyboard.press("Enter")
    page.locator(STRIP).wait_for(state="hidden", timeout=WAIT)
    page.wait_for_function("localStorage.getItem('townwright-tour')", timeout=WAIT)
    page.reload()
    settle(page)
    expect(page.locator(INVITATION), "it was taken").to_have_count(0)


@pytest.mark.nightly
def test_on_a_telephone_it_fits(new_visit, living):
    page = new_visit(size={"width": 390, "height": 844}).page
    page.goto(f"{living.address}/news?tour=4")
    page.locator(STRIP).wait_for(timeout=WAIT)
    settle(page)
    box = page.locator(STRIP).bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert box["height"] < 260
