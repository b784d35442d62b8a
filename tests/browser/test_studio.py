"""The mission in a real browser, with nothing leaving this machine: a newcomer's first day, and every page as
it stands in a living town and in an empty workspace. Each page is visited once, and everything seen of it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from conftest import WAIT, come_to, page_by_page, pick, resize, settle
from rules import OF_COLOURS, violations, violations_in_both

from studio.pages import PAGES
from tests.strangers import strangers_in

pytestmark = pytest.mark.browser

LAPTOP, TELEPHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
HIGHEST = 260  # pixels, at 1280x800, below which no page's content begins
CONTENT = {
    "scenarios": '[class*="st-key-card-"]',
    "world": '[class*="st-key-editor-"] .cm-line',
    "personas": '[class*="st-key-editor-"] .cm-line',
    "prompts": '[data-testid="stCode"]',
    "stage": '[class*="st-key-stage-map-"]',
    "runs": '[class*="st-key-run-card-"]',
    "threads": '[class*="st-key-thread-"]',
    "day": ".tw-paper .headline",
    "mind": ".tw-memories .tw-story",
    "reflections": '[class*="st-key-tree-"] [data-testid="stEChartsChart"] svg',
    "relationships": "iframe",
    "news": ".tw-story.tw-large",
    "patterns": '[class*="st-key-open-sift-"]',
    "pins": '[class*="st-key-tw-empty-"]',
    "calls": '[data-testid="stDataFrame"]',
    "chat": '[data-testid="stChatMessage"]',
    "notebook": '[class*="st-key-tw-empty-"]',
    "help": '[class*="st-key-help-doc-"]',
    "glossary": '[class*="st-key-word-"]',
    "settings": '[class*="st-key-profile-"]',
}
OF_A_RUN = [
    "stage", "runs", "threads", "day", "mind", "reflections", "relationships", "news", "patterns", "pins",
    "calls", "chat",
]  # fmt: skip
WITHOUT_A_RUN = {path: ".tw-plain.tw-centred" if path in OF_A_RUN else what for path, what in CONTENT.items()}
CALM = {"reduced_motion": "reduce"}  # what fades in is measured neither half there nor half coloured
# Where the content of the page that is loaded has stood, from the first moment that it could be seen.
WATCH = """
window.stood = new Set()
function look() {
  const content = CONTENT[location.pathname.slice(1) || "scenarios"]
  const box = document.querySelector(content)?.getBoundingClientRect()
  if (box?.width) stood.add(box.y)
  requestAnimationFrame(look)
}
look()
""".replace("CONTENT", json.dumps({path: what.removesuffix(" .cm-line") for path, what in CONTENT.items()}))


@dataclass(frozen=True)
class Seen:
    """What was seen of a page."""

    lowest: float  # where its content began, at worst
    bar_stays: bool
    broken: list
    faults: list
    too_wide: list  # for which windows


class OnceEach(dict):
    """What is seen of a page by its path, looked at when it is first asked for."""

    def __init__(self, tab, look):
        self.tab, self.look = tab, look

    def __missing__(self, path):
        self[path] = self.look(path, not self)
        self.tab.end()
        return self[path]


@pytest.fixture(scope="module")
def by_links(tab, living):
    """A page of a living town as it opens by its link, in the light."""
    page = tab.begin(size=LAPTOP, **CALM).page
    page.add_init_script(WATCH)

    def look(path, is_first):
        page.goto(f"{living.address}/{path}?agent=isabel")
        first = page.locator(CONTENT[path]).first
        first.wait_for(timeout=WAIT)
        settle(page)
        page.locator(".stMain").evaluate("main => main.scrollTo(0, 0)")
        lowest = max([first.bounding_box()["y"], *page.evaluate("[...stood]")])
        return look_at(page, lowest, violations(page, sidebar=is_first))

    return OnceEach(tab, look)


@pytest.fixture(scope="module")
def in_the_dark(tab, living):
    """What breaks a rule of colours on a page of a living town that is opened in the dark."""
    page = tab.begin(size=LAPTOP, color_scheme="dark", **CALM).page
    page.goto(f"{living.address}/settings?agent=isabel")

    def look(path, is_first):
        come_to(page, path, CONTENT[path])
        return violations(page, *OF_COLOURS, sidebar=is_first)

    return OnceEach(tab, look)


def test_every_page_is_looked_at():
    unseen = {page.name for group in PAGES.values() for page in group} - set(CONTENT)
    assert unseen == set(), "write into CONTENT, for each, what is there once it is drawn"


@pytest.fixture(scope="module")
def empty(serve):
    return serve()


@pytest.fixture(scope="module")
def in_emptiness(tab, empty):
    """A page of an empty workspace, chosen from the list of pages."""
    page = tab.begin(size=LAPTOP, **CALM).page
    page.goto(f"{empty.address}/settings")
    return OnceEach(
        tab,
        lambda path, _: look_at(page, come_to(page, path, WITHOUT_A_RUN[path]).bounding_box()["y"], []),
    )


@pytest.fixture(scope="module")
def broken_in_emptiness(tab, empty):
    """What breaks a rule on a page of an empty workspace, in the light and in the dark."""
    page = tab.begin(size=LAPTOP, **CALM).page
    page.goto(f"{empty.address}/settings")

    def look(path, is_first):
        come_to(page, path, WITHOUT_A_RUN[path])
        return violations_in_both(page, sidebar=is_first)

    return OnceEach(tab, look)


def look_at(page, lowest, broken):
    """Everything that is to be seen of the page that is open."""
    faults = [words for words in ("error in Townwright", "Page not found") if page.get_by_text(words).count()]
    stays = stays_in_view(page)
    too_wide = [LAPTOP] if is_too_wide(page) else []
    resize(page, TELEPHONE)
    too_wide += [TELEPHONE] if is_too_wide(page) else []
    page.set_viewport_size(LAPTOP)
    return Seen(lowest, stays, broken, faults, too_wide)


def is_too_wide(page):
    return page.evaluate("document.documentElement.scrollWidth > window.innerWidth + 1")


def stays_in_view(page):
    """Whether the bar is there, on its own ground, when the page was scrolled to its end."""
    main = page.locator(".stMain")
    main.evaluate("main => main.scrollTo(0, main.scrollHeight)")
    bar = page.locator(".st-key-tw-bar")
    ground = bar.evaluate("bar => getComputedStyle(bar.parentElement).backgroundColor")
    box = bar.bounding_box()
    main.evaluate("main => main.scrollTo(0, 0)")
    return box["y"] >= 0 and box["y"] + box["height"] <= 64 and not ground.startswith("rgba")


@page_by_page(CONTENT)
class TestLivingTown:
    @pytest.mark.nightly
    def test_the_content_begins_near_the_top_from_the_first_moment_it_is_seen(self, by_links, path):
        assert by_links[path].lowest <= HIGHEST

    def test_the_bar_stays_in_view(self, by_links, path):
        assert by_links[path].bar_stays

    def test_the_link_opens_it_and_nothing_is_wider_than_the_window(self, by_links, path):
        assert (by_links[path].faults, by_links[path].too_wide) == ([], [])

    def test_it_breaks_no_rule_of_accessibility(self, by_links, path):
        assert by_links[path].broken == []

    @pytest.mark.nightly
    def test_its_colours_break_none_in_the_dark(self, in_the_dark, path):
        assert in_the_dark[path] == []


@page_by_page(CONTENT)
class TestEmptyWorkspace:
    def test_the_content_begins_near_the_top_and_the_bar_stays_in_view(self, in_emptiness, path):
        assert in_emptiness[path].lowest <= HIGHEST
        assert in_emptiness[path].bar_stays

    def test_it_says_what_it_has_to_say_and_nothing_is_wider_than_the_window(self, in_emptiness, path):
        assert (in_emptiness[path].faults, in_emptiness[path].too_wide) == ([], [])

    def test_it_breaks_no_rule_of_accessibility(self, broken_in_emptiness, path):
        assert broken_in_emptiness[path] == []


def click(page, name):
    page.get_by_role("button", name=name).first.click(timeout=WAIT)


def test_a_newcomer_in_any_folder_runs_a_day_reloads_in_the_middle_and_asks_a_question(
    new_visit, serve, tmp_path, monkeypatch
):
    """The folder holds files by the names of the studio's own modules: it and its runner run none of them."""
    caught = tmp_path / "caught"
    monkeypatch.setenv("CAUGHT", str(caught))
    page = new_visit().page
    page.goto(serve(home=strangers_in(tmp_path / "somebody's town"), cold=True).address)
    click(page, "Run it")
    page.get_by_role("dialog").get_by_role("button", name="Create run").click(timeout=WAIT)
    page.get_by_text("This run has not started yet").first.wait_for(timeout=WAIT)
    click(page, "Run day 1")
    page.get_by_role("progressbar").first.wait_for(timeout=WAIT)
    page.reload()
    page.get_by_role("button", name="Run day 2").first.wait_for(timeout=WAIT)
    page.get_by_role("link", name="Chat").click()
    box = page.get_by_role("combobox", name="With whom")
    pick(box, page.get_by_role("option", name="Isabel Moreno"), typed="isab")
    question = page.get_by_placeholder("Ask Isabel Moreno")  # the page opened on somebody else
    question.fill("What are you looking forward to?", timeout=WAIT)
    question.press("Enter")
    page.get_by_text("lantern party").first.wait_for(timeout=WAIT)
    for name in ("mind", "relationships", "calls", "settings"):
        come_to(page, name)
    assert not caught.exists(), caught.read_text()


def sidebar_is_open(page):
    return page.get_by_test_id("stSidebar").get_attribute("data-collapsed") == "false"


def test_a_link_to_the_first_page_keeps_what_else_it_says_and_its_list_of_pages_stays_in_a_wide_window(
    visit, living
):
    page = visit.page
    page.goto(f"{living.address}/scenarios?at=0")
    page.get_by_role("heading", name="Scenarios").wait_for(timeout=WAIT)
    assert page.url.startswith(f"{living.address}/?")
    assert "at=0" in page.url
    come_to(page, "world")
    assert sidebar_is_open(page)


def test_in_a_narrow_window_the_list_of_pages_gives_way_to_the_page_chosen(new_visit, living):
    page = new_visit(size=TELEPHONE).page
    page.goto(f"{living.address}/stage")
    for entry, title in (("Chat", "Chat"), ("Editor", "World")):
        page.get_by_test_id("stExpandSidebarButton").click(timeout=WAIT)
        page.get_by_role("link", name=entry).click(timeout=WAIT)
        page.get_by_role("heading", name=title).first.wait_for(timeout=WAIT)
        page.wait_for_function(
            "document.querySelector('[data-testid=stSidebar]').dataset.collapsed === 'true'", timeout=WAIT
        )
