"""The moment in the bar, dragged: the words and the map follow, and the studio is asked once, at the end."""

from __future__ import annotations

import re

import pytest
from conftest import settle
from playwright.sync_api import expect

from engine.clock import DAY

pytestmark = pytest.mark.browser

NOON = 12 * 60
MOMENT = ".st-key-tw-moment-bar"
ASKED = "new URLSearchParams(location.search).get('at')"


@pytest.fixture
def stage(visit, living):
    """The stage at the end of the first day, with the moment opened in the bar."""
    sent = visit.sent = []
    visit.page.on("websocket", lambda ws: ws.on("framesent", lambda data: sent.append(data)))
    visit.page.goto(f"{living.address}/stage?at={DAY - 60}")
    visit.page.locator(".figure").first.wait_for()
    settle(visit.page)
    visit.page.locator(f"{MOMENT} [data-testid='stPopover'] button").first.click()
    visit.page.get_by_role("slider", name="The whole run").wait_for()
    settle(visit.page)
    sent.clear()
    return visit.page


def drag(page, *shares):
    """Drag the slider over shares of the run; what is let go of is not."""
    slider = page.get_by_role("slider", name="The whole run")
    box = slider.bounding_box()
    y = box["y"] + box["height"] / 2
    value = float(slider.evaluate("(one) => one.value / one.max"))
    page.mouse.move(box["x"] + 8 + (box["width"] - 16) * value, y)
    page.mouse.down()
    for share in shares:
        page.mouse.move(box["x"] + 8 + (box["width"] - 16) * share, y, steps=4)
        page.wait_for_timeout(450)  # longer than any widget of Streamlit's waits before it asks


def asked_for(page):
    return page.evaluate(ASKED)


def test_while_it_is_dragged_words_and_map_follow_and_nothing_is_asked(stage, visit):
    drag(stage, 0.8, 0.5, 0.3)
    words = stage.locator(".tw-moment-slider output").text_content()
    assert words.startswith("day 1, 0")
    expect(stage.locator(".caption .moment")).to_have_text(re.compile(f"{words}$"))
    assert visit.sent == []
    assert asked_for(stage) == str(DAY - 60)
    stage.mouse.up()
    stage.wait_for_function(
        "was => new URLSearchParams(location.search).get('at') !== was", arg=str(DAY - 60)
    )
    settle(stage)
    assert len(visit.sent) == 1
    minute = int(asked_for(stage))
    assert minute % 15 == 0
    assert words.endswith(f"{minute // 60:02}:{minute % 60:02}")


@pytest.mark.nightly
def test_keys_step_it_and_it_is_asked_for_when_they_rest(stage, visit):
    slider = stage.get_by_role("slider", name="The whole run")
    slider.focus()
    for _ in range(4):
        stage.keyboard.press("PageDown")
    assert visit.sent == []
    expect(slider).to_have_attribute("aria-valuetext", "day 1, 19:00")
    stage.wait_for_function(
        "until => new URLSearchParams(location.search).get('at') === until", arg=str(19 * 60)
    )
    settle(stage)
    assert len(visit.sent) == 1


@pytest.mark.nightly
def test_let_go_where_it_was_nothing_is_asked_and_the_map_rests(stage, visit):
    was = stage.locator(".caption .moment").text_content()
    slider = stage.get_by_role("slider", name="The whole run")
    slider.focus()
    stage.keyboard.press("ArrowLeft")
    expect(stage.locator(".caption .moment")).not_to_have_text(was)
    stage.keyboard.press("ArrowRight")
    stage.wait_for_timeout(700)
    assert visit.sent == []
    expect(stage.locator(".caption .moment")).to_have_text(was)
