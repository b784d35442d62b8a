"""Every section of every page of a run, as its link opens it: accessible in the light and in the dark, and no
wider than a telephone.
"""

from __future__ import annotations

import pytest
from conftest import WAIT, resize, settle
from playwright.sync_api import expect
from rules import violations_in_both

from tests.looks import LOOKS, called

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

LAPTOP, TELEPHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
AT = 19 * 60  # in the evening of the first day, when there is something of everything
WIDER = "document.documentElement.scrollWidth > window.innerWidth + 1"
SECTIONS = [*LOOKS, *((page, {**link, "view": "present"}) for page, link in LOOKS if page != "calls")]


@pytest.fixture(scope="module")
def opened(tab, living):
    """Open a section by its link."""
    page = tab.begin(size=LAPTOP, reduced_motion="reduce").page

    def go(path, link):
        asked = "&".join(f"{name}={value}" for name, value in {"agent": "isabel", "at": AT, **link}.items())
        page.goto(f"{living.address}/{path}?{asked}")
        page.locator(".st-key-tw-bar, .tw-presented").first.wait_for(timeout=WAIT)
        settle(page)
        return page

    yield go
    tab.end()


@pytest.mark.parametrize(("path", "link"), SECTIONS, ids=[called(*look) for look in SECTIONS])
def test_it_breaks_no_rule_of_accessibility_and_fits_a_telephone(opened, path, link):
    page = opened(path, link)
    expect(page.get_by_text("error in Townwright")).to_have_count(0)
    assert violations_in_both(page) == []
    resize(page, TELEPHONE)
    assert not page.evaluate(WIDER)
    resize(page, LAPTOP)
