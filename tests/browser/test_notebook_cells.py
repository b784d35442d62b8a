"""Cells that do what a form says: a town is edited, lived until something is so, asked in person, judged."""

from __future__ import annotations

import difflib
import json
import re

import pytest
from conftest import WAIT, pick, settle
from playwright.sync_api import expect

from engine.api.models import Profile
from engine.api.scenarios import bundled_folder, read_folder
from engine.api.workspace import open_workspace
from engine.notebook.reading.read import notebook_of
from tests.chaos import Chaos

pytestmark = [pytest.mark.browser, pytest.mark.nightly]  # six cells, each built field by field

TOWN, FILE = "three-neighbours", "notebooks/walk.town.md"
BEGUN = f"---\ntown-notebook: 1\ntitle: A walk\ntown: {TOWN}\nseed: 3\n---\n\n# A walk\n"
REASON = "Nobody came to harm."


@pytest.fixture(scope="module")
def judge():
    served = Chaos()
    served.good = json.dumps({"holds": True, "reason": REASON})
    yield served
    served.close()


@pytest.fixture
def server(serve, tmp_path_factory, judge):
    folder = tmp_path_factory.mktemp("cells")  # anew for each try: what was built stands in it
    with open_workspace(folder) as workspace:
        workspace.scenarios.save_file(TOWN, FILE, BEGUN, "begun")
        workspace.models.keep(Profile(name="judge", base_url=judge.base_url, model="fine", timeout=60))
    return serve(workspace=folder)


def said(server):
    with open_workspace(server.workspace) as workspace:
        return workspace.scenarios.drafts.files(TOWN)[FILE]


def wait_for(page, server, text):
    """Wait until the notebook says so: each edit of a form is kept at once."""
    for _ in range(WAIT // 200):
        if text in said(server):
            return settle(page)
        page.wait_for_timeout(200)
    raise AssertionError(f"{text!r} was not kept: {said(server)}")


def add(page, kind, head):
    page.locator('[class*="st-key-nb-add-"] button').last.click()
    page.get_by_role("menuitem", name=kind).or_(page.get_by_role("option", name=kind)).first.click()
    page.get_by_role("heading", name=head).last.wait_for()
    settle(page)


def fill(page, server, label, text, keeps):
    field = page.get_by_role("textbox", name=label, exact=True).first
    field.fill(text)
    field.press("Control+Enter" if field.evaluate("one => one.tagName") == "TEXTAREA" else "Enter")
    wait_for(page, server, keeps)


def number(page, server, label, value, keeps):
    field = page.get_by_role("spinbutton", name=label).first
    field.fill(str(value))
    field.press("Enter")
    wait_for(page, server, keeps)


def choose(page, server, label, option, keeps):
    pick(page.get_by_role("combobox", name=label).first, page.get_by_role("option", name=option).first)
    wait_for(page, server, keeps)


def card(page, title):
    head = page.locator('[class*="st-key-tw-nb-head-"]').filter(has=page.get_by_role("heading", name=title))
    return page.locator('[class*="st-key-tw-nb-three"]').filter(has=head).last


def patch():
    """A unified diff that has the first place of the town look otherwise."""
    before = read_folder(bundled_folder(TOWN))["world.yaml"].decode().splitlines(keepends=True)
    at = next(n for n, line in enumerate(before) if line.strip().startswith("about:"))
    line = before[at]
    after = [*before[:at], f"{line[: line.index('about:')]}about: Wet cobbles.\n", *before[at + 1 :]]
    return "".join(difflib.unified_diff(before, after, "a/world.yaml", "b/world.yaml", n=1))


def build(page, server):
    add(page, "Edit: change", "Edit · edit-")
    choose(page, server, "Add to the town", "Piece of news", "known_by")
    fill(page, server, "Wording", "Bread is free on day 2.", "Bread is free on day 2.")
    fill(page, server, "Paths to remove, one per line", "persona.nell.traits.warm", "traits.warm")
    fill(page, server, "Or a patch for the files", patch(), "Wet cobbles")
    fill(page, server, "Title", "Another town", "Another town")
    add(page, "Run: simulate", "Run · run-")
    number(page, server, "Days", 1, "days: 1")
    page.get_by_text("More fields").click()
    fill(page, server, "Or until this happens", "1 talks", "event: 1 talks")
    choose(page, server, "Only these people", "Nell Hartley", "nell")
    choose(page, server, "Only these people", "Ruth Calloway", "ruth")
    page.keyboard.press("Escape")  # the list of many stays open, and hides all else from readers of a screen
    number(page, server, "Max. simulated minutes per second", 9000, "pace: 9000")
    fill(page, server, "Title", "Until they talk", "Until they talk")
    add(page, "Run: simulate", "Run · run-")
    fill(page, server, "Until", "day 1 13:30", "day 1 13:30")
    fill(page, server, "Title", "Later", 'title="Later"')
    add(page, "Interview: ask", "Interview · interview-")
    choose(page, server, "How to ask", "In person", "mode: live")
    fill(page, server, "Title", "Aloud", "Aloud")
    add(page, "Expect: check", "Expect · expect-")
    choose(page, server, "Test", "A model's verdict", "Somebody was helped.")
    fill(page, server, "Statement to judge", "All is well.", "All is well.")
    choose(page, server, "Judged by", "judge", "by: judge")
    fill(page, server, "Title", "Well?", "Well?")
    add(page, "Event: make something", "Event · event-")
    choose(page, server, "What happens", "Have a person speak", "say:")
    fill(page, server, "Title", "A word", 'title="A word"')


@pytest.mark.nightly
def test_the_kinds_that_change_ask_and_judge_are_built_by_their_forms_run_and_go_stale(visit, server):
    page = visit.page
    page.set_default_timeout(WAIT)
    page.goto(f"{server.address}/notebook?town={TOWN}&notebook=walk")
    page.get_by_role("heading", name="A walk").first.wait_for()
    settle(page)
    build(page, server)
    made = notebook_of(said(server))
    assert made.faults == ()
    assert [cell.kind for cell in made.cells] == ["edit", "run", "run", "interview", "expect", "event"]
    page.get_by_role("button", name="Run all").click()
    expect(page.get_by_text("asks in person")).to_be_visible()
    page.get_by_role("button", name="Run it").click()
    done = re.compile("Up to date|Failed")  # whom one speaks for has to be where the other is
    expect(card(page, "A word").get_by_text(done).first).to_be_visible()
    settle(page)
    expect(card(page, "Until they talk").get_by_text("This has become true")).to_be_visible()
    expect(card(page, "Until they talk").get_by_text("the others were away")).to_be_visible()
    expect(card(page, "Aloud").locator("blockquote").first).to_be_visible()
    expect(card(page, "Well?").get_by_text(REASON)).to_be_visible()
    card(page, "Until they talk").get_by_role("button", name="Edit").first.click()
    settle(page)
    fill(page, server, "Or until this happens", "2 talks", "event: 2 talks")
    expect(card(page, "Aloud").get_by_text("Stale")).to_be_visible()
    expect(card(page, "Well?").get_by_text("Stale")).to_be_visible()
    expect(card(page, "Later").get_by_text("above it was changed")).to_be_visible()
    expect(card(page, "Another town").get_by_text("Up to date")).to_be_visible()
