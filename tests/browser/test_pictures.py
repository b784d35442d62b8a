"""Pictures are taken away as they stand, as SVG and as PNG, light as for print; nothing is fetched for it."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from conftest import WAIT, aside, settle
from playwright.sync_api import expect

from engine.api.workspace import open_workspace

pytestmark = pytest.mark.browser

SVG = "{http://www.w3.org/2000/svg}"
TAKER = ".tw-take-picture"
GROUND = "#FBF8F3"
# Where pictures stand: the page, how many of them, and a word that stands in the last.
PAGES = {
    "stage": ("stage?", 1, "Harbour"),
    "news": ("news?", 2, "people who know"),
    "timeline": ("day?section=timeline&", 1, "Isabel"),
    "company": ("day?section=company&", 1, "Isabel"),
    "conclusions": ("reflections?", 1, "Isabel"),
    "gathering": ("reflections?section=course&", 1, "importance"),
    "world": ("world?", 1, "Harbour"),
}


@pytest.fixture(scope="module")
def chinese(serve, tmp_path_factory):
    """The studio on a Chinese town that has lived a morning."""
    folder = tmp_path_factory.mktemp("chinese") / "workspace"

    def live(where):
        with open_workspace(where) as workspace:
            workspace.runs.new("liuwan").live(600)

    aside(live, folder)
    return serve(workspace=folder)


def taken(page, kind, number=0):
    """The file that a picture is taken away as, and its name; nothing may be asked of any server for it."""
    taker = page.locator(TAKER).nth(number)
    taker.scroll_into_view_if_needed()
    settle(page)
    page.wait_for_timeout(300)  # a frame in a process of its own learns late that the page has moved
    asked = []

    def note(request):
        if not request.url.startswith(("blob:", "data:")) and "_stcore" not in request.url:
            asked.append(request.url)

    page.on("request", note)
    with page.expect_download(timeout=WAIT) as told:
        taker.get_by_role("button", name=kind).click(timeout=WAIT)
    page.remove_listener("request", note)
    assert asked == []
    return Path(told.value.path()).read_bytes(), told.value.suggested_filename


def size_of(png):
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


def come(page, address, many):
    page.goto(address)
    page.locator(TAKER).nth(many - 1).wait_for(timeout=WAIT)
    settle(page)


@pytest.mark.nightly
@pytest.mark.parametrize("name", PAGES)
def test_every_picture_comes_as_svg_and_as_png_of_twice_its_size(visit, living, name):
    path, many, word = PAGES[name]
    page = visit.page
    come(page, f"{living.address}/{path}agent=isabel", many)
    expect(page.locator(TAKER)).to_have_count(many)
    for number in range(many):
        svg, called = taken(page, "SVG", number)
        root = ET.fromstring(svg)
        assert root.tag == f"{SVG}svg"
        width, height = (int(root.get(side)) for side in ("width", "height"))
        assert width > 100
        assert root.find(f"{SVG}rect").get("fill") == GROUND
        assert called.endswith(".svg")
        png, called_png = taken(page, "PNG", number)
        assert size_of(png) == (2 * width, 2 * height)
        assert called_png == called.replace(".svg", ".png")
    assert word in "".join(root.itertext())
    if name != "world":
        assert called.startswith("first-try-1-")
        assert "day-" in called


def test_the_file_holds_nothing_that_runs_or_fetches(visit, living):
    come(visit.page, f"{living.address}/stage", 1)
    svg, _ = taken(visit.page, "SVG")
    for element in ET.fromstring(svg).iter():
        assert element.tag.removeprefix(SVG) not in {"script", "foreignObject", "style", "image", "a"}
        assert not [name for name in element.attrib if name.startswith("on") or "href" in name]


@pytest.mark.nightly
def test_in_the_dark_it_is_as_light_as_in_the_light(new_visit, living):
    found = {}
    for scheme in ("light", "dark"):
        page = new_visit(color_scheme=scheme).page
        come(page, f"{living.address}/news", 2)
        inks = [
            one.get("fill", "").lower() for one in ET.fromstring(taken(page, "SVG", 1)[0]).iter(f"{SVG}text")
        ]
        found[scheme] = (len(inks), set(inks))
    assert found["light"] == found["dark"]
    assert found["light"][0] > 5


@pytest.mark.nightly
def test_chinese_names_stand_in_every_picture_as_letters(visit, chinese):
    page = visit.page
    for path, many in (("stage", 1), ("day?section=timeline", 1), ("relationships", 3)):
        come(page, f"{chinese.address}/{path}", many)
        svg, called = taken(page, "SVG")
        letters = "".join(ET.fromstring(svg).itertext())
        assert any("\u4e00" <= letter <= "\u9fff" for letter in letters), path
        assert size_of(taken(page, "PNG")[0])[0] > 200
    _, called = taken(page, "SVG", 2)
    assert any("\u4e00" <= letter <= "\u9fff" for letter in called), "the pair is in the name of the file"


@pytest.mark.nightly
def test_streamlits_own_svg_is_not_offered_beside_it(visit, living):
    page = visit.page
    come(page, f"{living.address}/news", 2)
    page.locator('[data-testid="stEChartsChart"]').first.hover()
    page.get_by_test_id("stElementToolbarButton").first.wait_for(state="attached", timeout=WAIT)
    own = page.locator('[aria-label^="Download as SVG"]')
    assert own.count() > 0
    expect(own.first).not_to_be_visible()
