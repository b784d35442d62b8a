"""The rules of accessibility, as axe-core holds a page to them: what of ours breaks one."""

from __future__ import annotations

import pytest
from conftest import settle

# What is not ours to mend: the rule, within what, and why.
NOT_OURS = {
    ("list", '[data-testid="stSidebarNavItems"]'): "Streamlit puts the groups of its list of pages into divs",
    ("listitem", '[data-testid="stSidebarNavItems"]'): "the same list: its items stand in those divs",
    ("scrollable-region-focusable", ".cm-scroller"): "axe does not count what may be edited as what takes "
    "focus; CodeMirror's text does, as test_page_frame.py shows",
    ("region", "#stFloatingOverlayPortal"): "Streamlit hangs what floats over a page, as the help of a "
    "button that the pointer rests on, beside its landmarks",
}
OF_COLOURS = ("color-contrast", "link-in-text-block")  # the dark changes nothing else
SIDEBAR = '[data-testid="stSidebar"]'
RUN = "([where, asked]) => axe.run(where, asked)"
WITHIN = """([path, selector]) => {
    let [found, root] = [null, document]
    for (const step of path.flat()) {
        found = root.querySelector(step)
        root = found?.shadowRoot ?? root
    }
    return Boolean(found?.closest(selector))
}"""


def violations(page, *rules, sidebar=False):
    """What breaks a rule, or one of these, and is ours, each with the first place where it does.

    The sidebar is the same beside every page of a studio, and looked at beside one of them.
    """
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe comes with the test extra")
    settle(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.Axe().axe_script)
    where = {"exclude": [] if sidebar else [[SIDEBAR]]}
    # What keeps the rules is not described, which takes most of the time.
    asked = {"resultTypes": ["violations"]}
    asked |= {"runOnly": {"type": "rule", "values": list(rules)}} if rules else {}
    found = []
    for one in page.evaluate(RUN, [where, asked])["violations"]:
        ours = [node for node in one["nodes"] if not excused(page, one["id"], node["target"])]
        found += [(one["id"], len(ours), ours[0]["html"], ours[0]["failureSummary"])] if ours else []
    return found


def violations_in_both(page, *, sidebar=False):
    """The same in the light, and in the dark, into which the page turns while it is open."""
    light = violations(page, sidebar=sidebar)
    turn(page, "dark")
    dark = violations(page, *OF_COLOURS, sidebar=sidebar)
    turn(page, "light")
    return light + [("in the dark", *one) for one in dark]


def turn(page, scheme):
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.wait_for_function(f"getComputedStyle(document.querySelector('.stApp')).colorScheme === '{scheme}'")


def excused(page, rule, target):
    """Whether what breaks a rule is listed as not ours."""
    return any(page.evaluate(WITHIN, [target, selector]) for listed, selector in NOT_OURS if listed == rule)
