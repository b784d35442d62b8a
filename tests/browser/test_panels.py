"""Shown to a room, the large parts of a page come one at a time, by the arrow keys; what is small stays."""

from __future__ import annotations

import pytest
from conftest import WAIT, settle
from playwright.sync_api import expect
from rules import violations

pytestmark = pytest.mark.browser

NAV = ".tw-panels"
TREE, REACH = '[class*="st-key-picture-tellings-"]', '[class*="st-key-picture-reach-"]'


@pytest.fixture
def news(visit, living):
    page = visit.begin(size={"width": 1920, "height": 1080}).page
    page.goto(f"{living.address}/news?view=present")
    page.locator(f"{NAV} span").get_by_text("1 of").wait_for(timeout=WAIT)
    settle(page)
    return page


def seen(page):
    return [page.locator(one).is_visible() for one in (TREE, REACH)]


def test_one_is_seen_at_a_time_and_the_arrow_keys_go_on_and_back(news):
    assert seen(news) == [True, False]
    narrow = news.locator(TREE).bounding_box()["width"]
    assert narrow > 1500, "it has the width of both"
    news.keyboard.press("ArrowRight")
    news.locator(REACH).wait_for(timeout=WAIT)
    assert seen(news) == [False, True]
    news.wait_for_url("**panel=2*", timeout=WAIT)
    settle(news)
    assert seen(news) == [False, True], "also once the page is drawn anew"
    news.keyboard.press("ArrowLeft")
    news.locator(TREE).wait_for(timeout=WAIT)
    assert seen(news) == [True, False]


@pytest.mark.nightly
def test_a_list_is_one_panel_however_long(news):
    expect(news.locator(f"{NAV} span"), "the tree, the reach, and all who know").to_have_text("1 of 3")
    news.keyboard.press("ArrowRight")
    news.keyboard.press("ArrowRight")
    news.locator(f"{NAV} span").get_by_text("3 of 3").wait_for(timeout=WAIT)
    settle(news)
    rows = news.locator('[class*="st-key-why-quiet-knows-"]')
    assert rows.count() > 3
    assert all(row.is_visible() for row in rows.all())
    assert seen(news) == [False, False]


@pytest.mark.nightly
def test_a_link_opens_at_its_panel_and_it_breaks_no_rule(news):
    news.goto(news.url.split("?")[0] + "?view=present&panel=2")
    news.locator(f"{NAV} span").get_by_text("2 of").wait_for(timeout=WAIT)
    news.locator(REACH).wait_for(timeout=WAIT)
    settle(news)
    assert seen(news) == [False, True]
    assert violations(news) == []


@pytest.mark.nightly
def test_what_is_typed_or_slid_by_the_arrow_keys_turns_no_panel(news):
    news.get_by_placeholder("Or follow any words").focus()
    news.keyboard.press("ArrowRight")
    assert seen(news) == [True, False]


@pytest.mark.nightly
def test_the_moment_is_stepped_by_page_up_as_before_and_the_panel_stays(news):
    news.keyboard.press("ArrowRight")
    news.wait_for_url("**panel=2*", timeout=WAIT)
    settle(news)
    news.keyboard.press("PageUp")
    news.wait_for_url("**at=*", timeout=WAIT)
    settle(news)
    assert seen(news) == [False, True]


@pytest.mark.nightly
def test_left_all_of_the_page_is_there_again(news):
    news.get_by_role("button", name="Leave").click()
    news.locator(NAV).wait_for(state="detached", timeout=WAIT)
    settle(news)
    assert seen(news) == [True, True]
    assert "panel" not in news.url
