"""Every page against axe-core's rules of accessibility, in light and in dark: nothing of ours breaks one."""

from __future__ import annotations

import pytest

from tests.browser.test_page_frame import CONTENT, WAIT, apart, go, live_a_day, shown

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe comes with the test extra")
pytestmark = pytest.mark.browser

# What is not ours to mend: the rule, within what, and why.
NOT_OURS = {
    ("list", '[data-testid="stSidebarNavItems"]'): "Streamlit puts the groups of its list of pages into divs",
    ("listitem", '[data-testid="stSidebarNavItems"]'): "the same list: its items stand in those divs",
    ("scrollable-region-focusable", ".cm-scroller"): "axe does not count what may be edited as what takes "
    "focus; CodeMirror's text does, as a test below shows",
}
WITHIN = """([path, selector]) => {
    let [found, root] = [null, document]
    for (const step of path.flat()) {
        found = root.querySelector(step)
        root = found?.shadowRoot ?? root
    }
    return Boolean(found?.closest(selector))
}"""
LOOK = """box => {
    const looks = []
    for (let one = box; one.dataset.testid !== 'stSelectbox'; one = one.parentElement) {
        const style = getComputedStyle(one)
        looks.push(style.outline, style.borderColor, style.boxShadow)
    }
    return looks.join()
}"""
SCHEMES = ["light", "dark"]


@pytest.fixture(scope="module")
def lived_in(serve, tmp_path_factory):
    folder = tmp_path_factory.mktemp("axe") / "workspace"
    apart(live_a_day, folder)
    return serve(workspace=folder)


@pytest.fixture(scope="module")
def empty(serve):
    return serve()


def violations(page):
    """What breaks a rule and is ours, each with the first place where it does."""
    page.wait_for_timeout(300)
    page.wait_for_function("!document.querySelector('[data-stale=true]')", timeout=WAIT)
    found = []
    for one in axe.Axe().run(page).response["violations"]:
        ours = [node for node in one["nodes"] if not excused(page, one["id"], node["target"])]
        found += [(one["id"], len(ours), ours[0]["html"], ours[0]["failureSummary"])] if ours else []
    return found


def excused(page, rule, target):
    """Whether what breaks a rule is listed as not ours."""
    return any(page.evaluate(WITHIN, [target, selector]) for listed, selector in NOT_OURS if listed == rule)


def of_all(steps):
    """The violations of several states of a page, told together."""
    return {name: found for name, found in steps if found}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_page_of_a_living_town(new_visit, lived_in, scheme):
    visit = new_visit(color_scheme=scheme)

    def steps():
        for path, content in CONTENT.items():
            go(visit, lived_in, f"{path}?agent=isabel", content)
            yield path, violations(visit.page)

    assert of_all(steps()) == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_page_of_an_empty_workspace(new_visit, empty, scheme):
    visit = new_visit(color_scheme=scheme)

    def steps():
        for path in CONTENT:
            go(visit, empty, path, ".st-key-tw-bar")
            visit.page.wait_for_load_state("networkidle")
            yield path, violations(visit.page)

    assert of_all(steps()) == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_opens_on_the_pages(new_visit, lived_in, scheme):
    visit = new_visit(color_scheme=scheme)
    page = visit.page

    def steps():
        for name in ("Try a thought", "What came to mind", "Plan", "Diary", "Known world", "Who they are"):
            go(visit, lived_in, "mind?agent=isabel", CONTENT["mind"])
            page.get_by_role("radio", name=name).click(timeout=WAIT)
            page.wait_for_timeout(500)
            yield name, violations(page)
        go(visit, lived_in, "mind?agent=isabel", CONTENT["mind"])
        page.locator(".tw-memories button").first.click(timeout=WAIT)
        page.wait_for_timeout(1_000)
        yield "why", violations(page)
        go(visit, lived_in, "chat?agent=isabel", CONTENT["chat"])
        page.locator('[class*="st-key-rests-"] summary').first.click(timeout=WAIT)
        page.get_by_text("memories that came to mind").first.wait_for(timeout=WAIT)
        yield "rests on", violations(page)
        page.get_by_role("radio", name="Whisper").click(timeout=WAIT)
        shown(page, ".st-key-whisper-terms")
        yield "whisper", violations(page)
        go(visit, lived_in, "chat", ".st-key-tw-empty-nobody")
        yield "nobody chosen", violations(page)

    assert of_all(steps()) == {}


def test_the_editor_takes_focus_by_tab(visit, lived_in):
    go(visit, lived_in, "world", CONTENT["world"])
    for _ in range(80):
        visit.page.keyboard.press("Tab")
        inside = """() => {
            let one = document.activeElement
            while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement
            return one?.classList.contains('cm-content') ?? false
        }"""
        if visit.page.evaluate(inside):
            return
    pytest.fail("80 steps of Tab did not come to the editor")


def test_streamlits_tables_offer_no_csv_of_their_own(visit, lived_in):
    table = go(visit, lived_in, "calls", CONTENT["calls"])
    table.hover()
    toolbar = visit.page.get_by_test_id("stElementToolbarButton")
    toolbar.first.wait_for(timeout=WAIT)
    names = [
        one.inner_text() + (one.locator("button").get_attribute("aria-label") or "") for one in toolbar.all()
    ]
    assert names
    assert not [name for name in names if "csv" in name.lower() or "download" in name.lower()]


def test_the_csv_that_is_ours_can_be_opened_again(visit, lived_in):
    import csv
    import io
    from pathlib import Path

    go(visit, lived_in, "calls", CONTENT["calls"])
    with visit.page.expect_download(timeout=WAIT) as told:
        visit.page.get_by_role("button", name="Download CSV").first.click(timeout=WAIT)
    head, *rows = csv.reader(io.StringIO(Path(told.value.path()).read_text("utf-8-sig"), newline=""))
    assert head[:3] == ["when", "who", "asked to"]
    assert len(rows) > 50, "every call, not only those of one page"


def test_the_graph_is_moved_by_the_keyboard_and_shows_that_it_has_the_focus(visit, lived_in):
    page = visit.page
    go(visit, lived_in, "relationships", CONTENT["relationships"])
    graph = page.frame_locator("iframe").frame_locator("iframe").locator("#mynetwork .vis-network")
    graph.wait_for(timeout=WAIT)
    page.get_by_role("slider").last.focus()
    for _ in range(6):
        page.keyboard.press("Tab")
        if graph.evaluate("graph => graph === document.activeElement"):
            break
    assert graph.evaluate("graph => getComputedStyle(graph).outlineWidth") == "3px"
    before = graph.evaluate("() => network.getViewPosition().x")
    page.keyboard.down("ArrowRight")
    page.frame_locator("iframe").frame_locator("iframe").locator("body").evaluate(
        """(_, before) => new Promise(done => {
            const look = () => network.getViewPosition().x === before ? requestAnimationFrame(look) : done()
            look()
        })""",
        before,
    )
    page.keyboard.up("ArrowRight")


def test_a_memory_of_the_tree_is_explained_by_the_keyboard(visit, lived_in):
    page = visit.page
    go(visit, lived_in, "reflections?agent=isabel", CONTENT["reflections"])
    box = page.get_by_role("combobox", name="Explain one of them")
    before = box.evaluate(LOOK)
    box.focus()
    assert box.evaluate(LOOK) != before, "where the focus is can be seen"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.get_by_text("At the terminal: townwright why").first.wait_for(timeout=WAIT)
