"""Whether anybody, a name or what is said covers another on the map, minute by minute of a crowded day."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.bench.drag import WINDOWS, largest_town
from tests.bench.page import FLAGS

EVERY = 5  # minutes
LOOK = Path(__file__).with_suffix(".js").read_text("utf-8")


@dataclass(frozen=True, kw_only=True)
class Overlaps:
    """What was found in a window of a width, whoever was followed: over so many minutes, how often people
    covered each other, or a name, and how often a bubble covered anything; how many bubbles there were, how
    many found no room, and the smallest disc in pixels from its middle.
    """

    width: int
    following: str
    minutes: int
    people: int
    names: int
    bubbles: int
    shown: int
    left_out: int
    smallest: float
    where: list[str]

    @property
    def total(self) -> int:
        """Return how often anything covered what it must not."""
        return self.people + self.names + self.bubbles


def overlaps(lived: Path | None, day: int = 2) -> list[Overlaps]:
    """Look at the day of the feast in the largest bundled town, in windows of three sizes; with somebody
    followed, and without.
    """
    with largest_town(lived, day) as (address, agents), sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        try:
            sizes = [(size, who) for size in WINDOWS for who in ("", agents[0])]
            return [_looked_at(browser, address, *size, who) for size, who in sizes]
        finally:
            browser.close()


def _looked_at(browser, address: str, width: int, height: int, who: str) -> Overlaps:
    page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.goto(f"{address}&agent={who}" if who else address)
    slider = page.locator(".map .player input[type=range]")
    slider.wait_for()
    page.wait_for_timeout(2000)
    found = slider.evaluate(f"(slider) => ({LOOK.strip()})(slider, {EVERY})")
    page.close()
    return Overlaps(width=width, following=who, **found)
