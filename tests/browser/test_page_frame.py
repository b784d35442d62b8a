"""What is the same on every page of a living town, and what opens on them: sections, drawers, ways back, and
hands that only have a keyboard. The tests share one tab, and come to their page from the one before.
"""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from conftest import WAIT, aside, come_to, pick, resize, settle
from playwright.sync_api import expect
from rules import violations, violations_in_both

from engine.api.workspace import open_workspace

pytestmark = pytest.mark.browser

LAPTOP, TELEPHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
HIGHEST = 275  # pixels, at 1280x800, below which no page begins; of them, tabs take some 40
MEMORIES = ".tw-memories .tw-story"
SECTIONS = {
    "Try a thought": '[class*="st-key-probe-"] input',
    "What came to mind": '[class*="st-key-recall-"]',
    "Plan": ".tw-story",
    "Diary": '[class*="st-key-diary-"]',
    "Known world": '[data-testid="stColumn"] .tw-plain',
    "Persona": ".tw-person",
}
LONG_NAMES = (
    "Wilhelmina Featherstonehaugh-Cholmondeley of Upper Slaughter",
    "歐陽司徒令狐慕容長孫宇文諸葛上官夏侯",
)
RUN = "The summer in which the lanterns of the green went out"
LOOK = """box => {
    const looks = []
    for (let one = box; one.dataset.testid !== 'stSelectbox'; one = one.parentElement) {
        const style = getComputedStyle(one)
        looks.push(style.outline, style.borderColor, style.boxShadow)
    }
    return looks.join()
}"""


@pytest.fixture
def page(tab, living):
    """The tab on a laptop, about Isabel, at whichever page the test before was."""
    yield at_home(tab, living.address, "mind?agent=isabel", "agent=isabel")
    tab.end()


def at_home(tab, address, path, about):
    """The tab at a studio and whom it is to be about, whichever test had it before."""
    page = tab.begin(size=LAPTOP, reduced_motion="reduce").page
    if not (page.url.startswith(address) and about in page.url and "at=" not in page.url):
        open_in(tab, f"{address}/{path}")
    return page


def open_in(tab, address):
    tab.page.goto(address)
    tab.page.locator(".st-key-tw-bar").wait_for(timeout=WAIT)
    return tab


def shown(page, content):
    first = page.locator(content).first
    first.wait_for(timeout=WAIT)
    settle(page)
    return first


def top(element):
    return element.bounding_box()["y"]


def choose(page, name):
    """Choose somebody in the bar, by the name or (-1) the last; wait until the page is about them."""
    settle(page)  # what is drawn anew closes its list
    box = page.get_by_role("combobox", name=re.compile("^Who|^With whom"))
    options = page.get_by_role("option")
    label = pick(box, options.last if name == -1 else options.filter(has_text=name).first)
    page.wait_for_function("([box, label]) => box.value === label", arg=[box.element_handle(), label])
    settle(page)


# ---- what opens


def test_every_section_of_a_mind_begins_near_the_top_and_breaks_no_rule_of_accessibility(page):
    come_to(page, "mind", MEMORIES)
    for name, content in SECTIONS.items():
        page.get_by_role("radio", name=name).click(timeout=WAIT)
        assert top(shown(page, content)) <= HIGHEST, name
        assert violations(page) == [], name
    assert violations_in_both(page) == []  # in the dark, colours are what changes: one section tells
    page.get_by_role("radio", name="Memories").click(timeout=WAIT)
    shown(page, MEMORIES)


def test_the_drawer_that_tells_why_breaks_none(page):
    come_to(page, "mind", MEMORIES)
    page.locator(".tw-memories button").first.click(timeout=WAIT)
    page.get_by_role("dialog").get_by_text("In the terminal: townwright why").first.wait_for(timeout=WAIT)
    assert violations_in_both(page) == []


@pytest.mark.nightly
def test_what_a_line_rests_on_and_a_whisper_break_none_and_begin_near_the_top(page):
    come_to(page, "chat", '[data-testid="stChatMessage"]')
    page.locator('[class*="st-key-rests-"] summary').first.click(timeout=WAIT)
    page.get_by_text("Memories that the question brings to mind").first.wait_for(timeout=WAIT)
    assert violations_in_both(page) == []
    page.get_by_role("radio", name="Whisper").click(timeout=WAIT)
    assert top(shown(page, ".st-key-whisper-terms")) <= HIGHEST
    assert violations_in_both(page) == []
    page.get_by_role("radio", name="Interview").click(timeout=WAIT)


def test_the_first_questions_of_a_chat_begin_near_the_top(page):
    come_to(page, "chat")
    choose(page, "Tomas")
    assert top(shown(page, '[class*="st-key-suggest-"]')) <= HIGHEST
    choose(page, "Isabel")


# ---- the bar


@pytest.mark.nightly
def test_the_list_of_people_stays_open_on_a_page_that_was_scrolled(page):
    come_to(page, "mind", MEMORIES)
    page.locator(".stMain").evaluate("main => main.scrollTo(0, 500)")
    settle(page)
    page.get_by_role("combobox", name="Who").click(timeout=WAIT)
    settle(page)
    expect(page.get_by_role("option").first).to_be_visible()


def test_back_to_now_brings_the_whole_page_back(page, tab, living):
    open_in(tab, f"{living.address}/mind?agent=isabel&at=420&least=1")
    shown(page, MEMORIES)
    count = page.get_by_text(re.compile(r"^\d+ memories$"))
    then = count.inner_text(timeout=WAIT)
    page.get_by_role("button", name="Back to now").first.click(timeout=WAIT)
    page.get_by_text(then, exact=True).wait_for(state="detached", timeout=WAIT)
    assert int(count.inner_text(timeout=WAIT).split()[0]) > int(then.split()[0])


@pytest.mark.nightly
def test_the_one_after_is_reached_by_the_keyboard(page):
    come_to(page, "mind", MEMORIES)
    page.get_by_role("button", name="Next: ").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("agent=odile"), timeout=WAIT)
    page.wait_for_function(
        "document.querySelector('.st-key-tw-bar-own input').value.endsWith('Odile Brandt')", timeout=WAIT
    )
    choose(page, "Isabel")


@pytest.mark.nightly
def test_with_nobody_chosen_the_page_says_so_near_the_top_and_breaks_no_rule(page, tab, living):
    open_in(tab, f"{living.address}/chat")
    assert top(come_to(page, "chat", ".st-key-tw-empty-nobody")) <= HIGHEST
    assert violations_in_both(page) == []
    choose(page, "Isabel")


# ---- one page each


@pytest.mark.nightly
def test_the_editor_takes_focus_by_tab(page):
    come_to(page, "world", ".cm-line")
    inside = """() => {
        let one = document.activeElement
        while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement
        return one?.classList.contains('cm-content') ?? false
    }"""
    page.locator(".st-key-tw-bar button").last.focus()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(inside):
            return
    pytest.fail("40 steps of Tab did not come from the bar to the editor")


@pytest.mark.nightly
def test_streamlits_tables_offer_no_csv_of_their_own_and_ours_can_be_opened_again(page):
    come_to(page, "calls", '[data-testid="stDataFrame"]').hover()
    toolbar = page.get_by_test_id("stElementToolbarButton")
    toolbar.first.wait_for(timeout=WAIT)
    names = [
        one.inner_text() + (one.locator("button").get_attribute("aria-label") or "") for one in toolbar.all()
    ]
    assert names
    assert not [name for name in names if "csv" in name.lower() or "download" in name.lower()]
    page.mouse.move(0, 0)  # the toolbar lies over our button while the table is pointed at
    with page.expect_download(timeout=WAIT) as told:
        page.get_by_role("button", name="Download CSV").first.click(timeout=WAIT)
    head, *rows = csv.reader(io.StringIO(Path(told.value.path()).read_text("utf-8-sig"), newline=""))
    assert head[:3] == ["when", "who", "purpose"]
    assert len(rows) > 50, "every call, not only those of one page"


@pytest.mark.nightly
def test_the_graph_is_moved_by_the_keyboard_and_shows_that_it_has_the_focus(page):
    come_to(page, "relationships", "iframe")
    framed = page.frame_locator("iframe")
    graph = framed.locator("#mynetwork .vis-network")
    graph.wait_for(timeout=WAIT)
    framed.get_by_role("slider").first.focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        if graph.evaluate("graph => graph === document.activeElement"):
            break
    assert graph.evaluate("graph => getComputedStyle(graph).outlineWidth") == "3px"
    before = graph.evaluate("() => network.getViewPosition().x")
    page.keyboard.down("ArrowRight")
    framed.locator("body").evaluate(
        """(_, before) => new Promise(done => {
            const look = () => network.getViewPosition().x === before ? requestAnimationFrame(look) : done()
            look()
        })""",
        before,
    )
    page.keyboard.up("ArrowRight")


def test_a_memory_of_the_tree_is_explained_by_the_keyboard(page):
    come_to(page, "reflections")
    box = page.get_by_role("combobox", name="Explain an item")
    before = box.evaluate(LOOK)
    box.focus()
    assert box.evaluate(LOOK) != before, "where the focus is can be seen"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.get_by_text("In the terminal: townwright why").first.wait_for(timeout=WAIT)


@pytest.mark.nightly
def test_no_word_of_the_tree_is_cut_off_and_it_is_moved_sideways_where_the_window_is_narrow(page):
    tree = come_to(page, "reflections", '[data-testid="stEChartsChart"] svg')
    for width, height in [(1280, 800), (900, 800), (390, 844)]:
        resize(page, {"width": width, "height": height})
        left = tree.bounding_box()["x"]
        words = tree.locator("text").evaluate_all("all => all.map(each => each.getBoundingClientRect().x)")
        assert len(words) > 10
        assert min(words) >= left, width
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1")
    assert tree.evaluate(
        "svg => { const box = svg.closest('.stElementContainer'); return box.scrollWidth > box.clientWidth }"
    )


def test_the_map_comes_first_on_the_stage_with_its_clock_and_play_in_view(page):
    come_to(page, "stage", ".figure")
    for part in (page.locator(".moment").first, page.get_by_role("button", name=re.compile("Play"))):
        box = part.bounding_box()
        assert box["y"] + box["height"] <= LAPTOP["height"]
    assert top(page.locator(".stage")) < top(page.get_by_text("Intervene"))
    expect(page.locator(".feed .row").first).to_be_visible()


@pytest.mark.nightly
def test_a_talk_is_read_in_a_window_of_its_own(page):
    come_to(page, "stage", ".figure")
    page.get_by_role("button", name=re.compile("^Read the conversation")).first.click(timeout=WAIT)
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Show private thoughts").wait_for(timeout=WAIT)
    assert dialog.bounding_box()["width"] > 700
    dialog.get_by_role("button", name="Why they talked").click()
    page.get_by_role("dialog", name="Why?").wait_for(timeout=WAIT)
    expect(page.get_by_role("dialog")).to_have_count(1)


# ---- a crowd


@pytest.fixture(scope="module")
def crowd(serve, tmp_path_factory):
    """A town of twenty-five people, all with very long names, and with a long name of its run."""
    folder = tmp_path_factory.mktemp("crowd") / "workspace"
    aside(crowd_together, folder)
    return serve(workspace=folder)


@pytest.fixture
def crowded(tab, crowd):
    """The tab in that town."""
    yield at_home(tab, crowd.address, "mind", "")
    tab.end()


def crowd_together(folder):
    with open_workspace(folder) as workspace:
        files = dict(workspace.scenarios.files("the-green"))
        people = sorted(path for path in files if path.startswith("personas/"))
        for number, path in enumerate(people):
            name = f"{LONG_NAMES[number % 2]} {number}"
            files[path] = re.sub(r"(?m)^name: .*$", f"name: {name}", files[path])
        workspace.scenarios.save("the-green", files)
        workspace.runs.new("the-green", name=RUN).live(5)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["mind", "personas", "chat", "reflections"])
def test_neither_crowds_nor_long_names_make_the_head_higher(crowded, name):
    page = crowded
    come_to(page, name, ".st-key-tw-bar-own input")
    for size, who in [(LAPTOP, -1), (TELEPHONE, f"{LONG_NAMES[0]} 22"[:38])]:
        resize(page, size)
        choose(page, who)
        page.wait_for_url(re.compile("agent="), timeout=WAIT)
        if name == "mind":
            shown(page, MEMORIES)
            assert page.locator(".st-key-mind-section").bounding_box()["height"] <= 48
        row = shown(page, ".st-key-tw-bar-row").bounding_box()
        assert row["height"] <= (44 if size is LAPTOP else 92)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1")
        menu = page.get_by_test_id("stMainMenu").bounding_box()
        place = page.locator(".st-key-tw-bar-place button").first.bounding_box()
        own = page.locator(".st-key-tw-bar-own").bounding_box()
        assert place["x"] + place["width"] <= menu["x"]
        assert own["x"] + own["width"] <= (menu["x"] if size is LAPTOP else size["width"])


@pytest.mark.nightly
def test_the_name_of_a_run_ends_in_an_ellipsis_where_the_box_is_narrow_and_can_be_read_in_its_list(crowded):
    page = crowded
    come_to(page, "stage")
    box = page.get_by_test_id("stSidebar").get_by_role("combobox", name="Run")
    assert box.evaluate("box => getComputedStyle(box).textOverflow") == "ellipsis"
    box.click()
    words = page.get_by_role("option").first.locator("div")
    assert words.inner_text().startswith(RUN[:30])
    assert words.evaluate("words => words.scrollWidth <= words.clientWidth")
