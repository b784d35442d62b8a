"""The memories of a mind in a real browser: one list, in the page's own type, that leads to the reasons."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

WAIT = 60_000
ABOUT = re.compile(r"\d\d:\d\d · \w+ (observation|plan|reflection|talk) · ●+○* ?importance \d+$")
IDS = "all => all.map((one) => one.dataset.memory)"


@pytest.fixture
def memories(visit, living):
    visit.page.goto(f"{living.address}/mind?agent=isabel&least=1")
    visit.page.locator(".tw-memories li[data-memory]").first.wait_for(timeout=WAIT)
    return visit.page


@pytest.mark.nightly
def test_fifty_memories_are_shown_each_with_its_day_kind_and_weight(memories):
    rows = memories.locator(".tw-memories li[data-memory]")
    expect(rows).to_have_count(50)
    expect(memories.locator(".tw-memories .day").first).to_have_text("Day 1")
    about = re.sub(r"\s+", " ", rows.first.locator(".about").inner_text())
    assert re.match(r"\d\d:\d\d · \w+ (observation|plan|reflection|talk) · ●+○* importance \d+$", about), (
        about
    )
    story = rows.first.locator(".tw-story")
    assert "Source Serif" in story.evaluate("(one) => getComputedStyle(one).fontFamily")
    assert story.evaluate("(one) => getComputedStyle(one).fontSize") == "18px"


@pytest.mark.parametrize("by", [pytest.param("mouse", marks=pytest.mark.nightly), "keyboard"])
def test_a_memory_leads_to_its_reasons_and_the_list_stays(memories, by):
    second = memories.locator(".tw-memories li[data-memory]").nth(1)
    text, button = second.locator(".tw-story").inner_text(), second.get_by_role("button")
    if by == "mouse":
        button.click()
    else:
        button.focus()
        memories.keyboard.press("Enter")
    drawer = memories.get_by_role("dialog")
    drawer.get_by_text(text).first.wait_for(timeout=WAIT)
    memories.keyboard.press("Escape")
    drawer.wait_for(state="detached", timeout=WAIT)
    expect(memories.locator(".tw-memories li[data-memory]")).to_have_count(50)
    button.click()
    drawer.get_by_text(text).first.wait_for(timeout=WAIT)


@pytest.mark.nightly
def test_another_page_of_it_replaces_the_one_before(memories):
    rows = memories.locator(".tw-memories li[data-memory]")
    before = rows.evaluate_all(IDS)
    memories.get_by_test_id("stPagination").get_by_text("2", exact=True).click()
    memories.locator(f".tw-memories li[data-memory='{before[0]}']").wait_for(state="detached", timeout=WAIT)
    assert not set(before) & set(rows.evaluate_all(IDS))
