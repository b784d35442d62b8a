"""Threads in a browser: one click from any page of a run, narrowed by a press, opened step by step."""

from __future__ import annotations

import pytest
from conftest import WAIT, come_to, settle
from playwright.sync_api import expect
from rules import violations_in_both

pytestmark = pytest.mark.browser

CARDS = '[class*="st-key-thread-"]'


@pytest.fixture
def page(visit, living):
    page = visit.begin(size={"width": 1280, "height": 800}, reduced_motion="reduce").page
    page.goto(f"{living.address}/day")
    page.locator(".tw-paper .headline").wait_for(timeout=WAIT)
    settle(page)
    return page


def test_it_is_one_click_from_a_page_of_the_run_and_says_why_each_stands_so(page):
    come_to(page, "threads", CARDS)
    many = page.locator(CARDS).count()
    assert many > 5
    page.locator('[class*="st-key-threads-state-"]').get_by_text("Done").click()
    page.wait_for_url("**state=done*", timeout=WAIT)
    settle(page)
    done = page.locator(CARDS)
    assert 0 < done.count() < many
    expect(done.first).to_contain_text("Done")
    done.first.get_by_text("History").click()
    done.first.get_by_text("Pending").wait_for(timeout=WAIT)
    settle(page)
    assert violations_in_both(page) == []
    done.first.get_by_role("button", name="Why", exact=True).first.click()
    page.get_by_role("heading", name="Why?").wait_for(timeout=WAIT)
