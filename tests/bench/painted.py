"""From a click to the page as it is painted, in a real browser, on a run of the largest bundled town."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright

from engine.api.workspace import open_workspace
from engine.clock import DAY
from studio.pages import PAGES
from tests.bench.page import FLAGS
from tests.bench.visitor import serving

TOWN = "the-green"
ROUNDS = 3
MOST_SECTIONS = 8
STEPS = {"an hour back": "moment-before", "an hour on": "moment-after"}
STANDS = """() => {
    const app = document.querySelector('.stApp')
    return app?.dataset.testScriptState === 'notRunning'
        && !document.querySelector('[data-stale="true"], [data-testid="stSkeleton"]')
}"""
# Clicks, and says after how many milliseconds everything that came of it was on the screen. A click that no
# script answers is over with the frame after it.
PAINTED = """async (clicked) => {
    const frame = () => new Promise(requestAnimationFrame)
    const stands = STANDS
    const began = performance.now()
    let asked = false
    const watch = new MutationObserver(() => { asked ||= !stands() })
    watch.observe(document.body, { subtree: true, childList: true, attributes: true })
    clicked.click()
    while (!asked && performance.now() - began < 1000) await frame()
    if (!asked) { watch.disconnect(); return null }
    let since = 0
    while (!since || performance.now() - since < 120) {
        await frame()
        since = stands() ? since || performance.now() : 0
    }
    watch.disconnect()
    return since - began
}""".replace("STANDS", STANDS)


@dataclass(frozen=True)
class Painted:
    """One click, and the milliseconds until what came of it was seen."""

    what: str
    took: float


@contextmanager
def lived(days: int, folder: Path | None) -> Iterator[Path]:
    """A workspace in which the town has lived so many days; in a folder that is named it is there to stay."""
    with TemporaryDirectory() as passing:
        place = Path(folder or passing) / f"{TOWN}-{days}"
        if not place.exists():
            with open_workspace(place) as workspace:
                workspace.runs.new(TOWN).live(days * DAY, concurrency=8)
        yield place


def painted(days: int, folder: Path | None = None) -> list[Painted]:
    """Click through every page of the run, its sections, people and moments, some times over."""
    with lived(days, folder) as place, serving(place) as server, sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        at = {"at": (days - 1) * DAY + 18 * 60, "agent": somebody(place)}
        page.goto(f"{server.origin}/day?{urlencode(at)}")
        page.wait_for_function(STANDS, timeout=60_000)
        clicks = [one for n in range(ROUNDS + 1) for one in _round(page, is_warm=n > 0)]
        browser.close()
        return clicks


def somebody(place: Path) -> str:
    """Return the first of the people of the town."""
    with open_workspace(place) as workspace:
        return next(iter(workspace.runs.find("last").town.cast.personas))


def slowest(clicks: list[Painted], share: float) -> float:
    """Return the time that so large a share of the clicks took at most."""
    return statistics.quantiles([one.took for one in clicks], n=100, method="inclusive")[
        round(share * 100) - 1
    ]


def _round(page, *, is_warm: bool) -> Iterator[Painted]:
    """Every page once; what the first round finds is not counted, since it loads what the browser keeps."""
    for info in (*PAGES["Explore"], *PAGES["Run"]):
        links = page.get_by_test_id("stSidebarNavItems").get_by_role("link", name=info.title, exact=True)
        clicked = [_click(page, links, f"to {info.title}"), *_on(page, info.title)]
        if is_warm:
            yield from (one for one in clicked if one)


def _on(page, title: str) -> Iterator[Painted | None]:
    """What there is to click on a page: each of its sections, and steps of the moment."""
    radios = page.locator(".stMain [data-testid=stButtonGroup] button")
    for n in range(MOST_SECTIONS):
        # A click may change how many there are.
        if n < radios.count() and radios.nth(n).get_attribute("aria-checked") != "true":
            yield _click(page, radios.nth(n), f"{title}: {radios.nth(n).inner_text().splitlines()[-1]}")
    for name, key in STEPS.items():
        yield _click(page, page.locator(f".st-key-{key} button"), f"{title}: {name}")


def _click(page, locator, what: str) -> Painted | None:
    """Click what is there; None when nothing is, or when it needs no answer of the studio."""
    if not locator.count() or not locator.first.is_enabled():
        return None
    took = page.evaluate(PAINTED, locator.first.element_handle())
    return None if took is None else Painted(what, took)
