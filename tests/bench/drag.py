"""How smoothly the map follows a slider that is dragged, and whether the studio is asked for anything."""

from __future__ import annotations

import itertools
import math
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import sync_playwright

from engine.api.workspace import open_workspace
from engine.clock import DAY
from tests.bench.page import FLAGS
from tests.bench.visitor import serving

TOWN, SECONDS, SWEEP = "the-green", 6.0, 3.0  # a sweep is once over the whole day
WINDOWS = ((1920, 1080), (1280, 800), (390, 844))
COUNT_FRAMES = """(moment) => {
    const drag = (window.drag = { frames: [], minutes: new Set(), on: true })
    const tick = (now) => {
        drag.frames.push(now)
        drag.minutes.add(moment.textContent)
        if (drag.on) requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
}"""
COUNTED = "() => { drag.on = false; return [drag.frames, drag.minutes.size] }"


@dataclass(frozen=True, kw_only=True)
class Dragged:
    """What was seen in a window of a width: frames a second, the longest of them in seconds, how many moments
    of the day were shown, and what the page sent to the studio meanwhile.
    """

    width: int
    a_second: float
    longest: float
    moments: int
    sent: int


def drag(lived: Path | None) -> list[Dragged]:
    """Drag the map's slider over the first day of the largest bundled town, in windows of three sizes."""
    with largest_town(lived) as (address, _), sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        try:
            return [_dragged(browser, address, *size) for size in WINDOWS]
        finally:
            browser.close()


@contextmanager
def largest_town(lived: Path | None, day: int = 1):
    """The address of the last minute of a day in the largest bundled town, on the stage of a studio, and who
    lives there. What has been lived in a folder that is named is there to stay.
    """
    with tempfile.TemporaryDirectory() as passing:
        place = (lived or Path(passing)) / "ws"
        with open_workspace(place) as workspace:
            runs = [one for one in workspace.runs.all() if one.scenario == TOWN]
            run = workspace.runs.find(runs[0].id) if runs else workspace.runs.new(TOWN)
            if run.clock < day * DAY:
                run.live(day * DAY, concurrency=8)
            agents = tuple(run.town.cast.personas)
        with serving(place) as server:
            yield f"{server.origin}/stage?run={run.row.id}&at={day * DAY - 1}", agents


def _dragged(browser, address: str, width: int, height: int) -> Dragged:
    page = browser.new_page(viewport={"width": width, "height": height})
    sent: list[object] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda data: sent.append(data)))
    page.goto(address)
    slider = page.locator(".map .player input[type=range]")
    slider.wait_for()
    page.wait_for_timeout(3000)
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    left, right, middle = box["x"] + 8, box["x"] + box["width"] - 8, box["y"] + box["height"] / 2
    page.mouse.move(right, middle)
    page.mouse.down()
    page.wait_for_timeout(300)
    sent.clear()
    page.locator(".map .moment").evaluate(COUNT_FRAMES)
    began = time.perf_counter()
    while (gone := time.perf_counter() - began) < SECONDS:
        share = 0.5 + 0.5 * math.cos(2 * math.pi * gone / (2 * SWEEP))  # there and back, as a hand does
        page.mouse.move(left + share * (right - left), middle)
    frames, moments = page.evaluate(COUNTED)
    page.mouse.up()
    many = len(sent)
    page.close()
    gaps = [(after - before) / 1000 for before, after in itertools.pairwise(frames)]
    return Dragged(width=width, a_second=len(gaps) / sum(gaps), longest=max(gaps), moments=moments, sent=many)
