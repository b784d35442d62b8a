"""Steering a town in a real browser: intervene and undo, a schedule that fires, a fork with one word
otherwise and its comparison, a run deleted and brought back, and two windows on one town.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from engine.api.workspace import open_workspace
from tests.browser.conftest import pick, settle
from tests.studios import lived

pytestmark = pytest.mark.browser

WAIT = 90_000


@pytest.fixture(scope="module")
def server(serve, tmp_path_factory):
    folder = tmp_path_factory.mktemp("steering")
    workspace, run = lived(folder)
    with workspace:
        run.live("day 2 09:00")
        workspace.runs.new("three-neighbours", name="Next door").live("day 1 12:00")
    return serve(workspace=folder)


@pytest.fixture
def window(new_visit, server):
    """Open a page of the studio; each call is a window of its own."""

    def opened(path):
        page = new_visit().page
        page.set_default_timeout(WAIT)
        page.goto(server.address + path)
        settle(page)
        return page

    return opened


def intervene_form(page):
    """Open the author's hand on the Stage page."""
    page.get_by_text("Intervene", exact=True).click()
    page.get_by_text("Past interventions", exact=True).wait_for()
    settle(page)


def choose(page, label, option):
    """Choose in the box of a label what begins so."""
    box = page.get_by_role("combobox", name=label, exact=True)
    pick(box, page.get_by_role("option", name=option).first, typed=option)
    settle(page)


def write(page, label, text):
    page.get_by_label(label, exact=True).fill(text)
    page.get_by_label(label, exact=True).press("Tab")


def happen(page, text, *, when="Now", said="", who="Ms Day", why="a lesson"):
    """Have something be seen at the Quay: fill in the form and press its button."""
    choose(page, "What to do", "Make something happen")
    choose(page, "Where", "Quay")
    write(page, "What", text)
    write(page, "Author (optional)", who)
    write(page, "Reason (optional)", why)
    if when != "Now":
        choose(page, "When", when)
        write(page, "Moment or condition (unless now)", said)
    page.get_by_role("button", name="Make it happen").click()


def test_what_is_done_is_listed_with_who_and_why_and_is_undone(window, server):
    page = window("/stage?run=first-try-1")
    intervene_form(page)
    happen(page, "A <b>gull</b> cries.")
    page.get_by_text("It happened at day 2 09").wait_for()
    page.get_by_text("Ms Day: a lesson.").wait_for()
    page.get_by_text(re.compile("“A <b>gull</b> cries.” is seen in")).first.wait_for()
    page.get_by_role("button", name="Undo").first.click()
    page.get_by_text("Undone from now on.").wait_for()
    page.get_by_text(re.compile("Undone at day 2 09")).wait_for()
    with open_workspace(server.workspace) as workspace:
        done, undo = workspace.runs.find("first-try-1").at().interventions
        assert done.undone_by is not None
        assert (done.entry.who, done.entry.why, undo.entry.verb) == ("Ms Day", "a lesson", "undo")


@pytest.mark.nightly
def test_what_is_planned_for_a_moment_is_done_while_the_day_is_lived(window, server):
    page = window("/stage?run=first-try-1")
    intervene_form(page)
    happen(
        page,
        "The quay is closed by the storm.",
        when="At a later moment",
        said="day 2 12:00",
        why="the storm",
    )
    page.get_by_text(
        re.compile("At day 2 12:00: “The quay is closed by the storm.” is seen in")
    ).first.wait_for()
    page.get_by_role("button", name="Finish day 2").click()
    page.get_by_role("button", name="Run day 3").wait_for()
    page = window("/stage?run=first-try-1")
    intervene_form(page)
    page.get_by_text("Ms Day: the storm.").wait_for()
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    with open_workspace(server.workspace) as workspace:
        run = workspace.runs.find("first-try-1")
        (storm,) = (one.entry for one in run.at().interventions if one.entry.why == "the storm")
        assert storm.minute == 1440 + 720
        assert run.agenda.waiting == ()


@pytest.mark.nightly
def test_a_fork_with_one_word_otherwise_ends_in_its_comparison(window):
    page = window("/stage?run=first-try-1&at=480")
    page.get_by_role("button", name="Fork from here").click()
    write(page, "Name", "Silent")
    choose(page, "Change from there on", "One trait of a person")
    choose(page, "Person", "Isabel Moreno")
    write(page, "New value", "silent")
    page.get_by_text(re.compile("Run to day")).click()
    settle(page)
    page.get_by_role("button", name="Fork", exact=True).click()
    page.get_by_role("button", name="Compare", exact=True).wait_for()
    page.get_by_text(re.compile(r"Idle\.")).wait_for()
    page.get_by_role("button", name="Compare", exact=True).click()
    page.get_by_text("The runs share the same past until day 1 08:00.").wait_for()
    page.get_by_text(re.compile("First difference: day 1")).wait_for()
    page.get_by_text(re.compile("Totals until day")).wait_for()
    page.get_by_role("cell", name=re.compile("silent")).first.wait_for()
    settle(page)
    for part in (
        "Who knows what",
        "Relationships",
        "Who is where",
        "Conclusions",
        "Plans",
        "Town papers",
    ):
        page.get_by_role("radio", name=part).or_(page.get_by_role("button", name=part)).first.click()
        settle(page)
        expect(page.get_by_test_id("stAlert"), part).to_have_count(0)
    page.get_by_role("button", name="Show on Stage").first.click()
    page.get_by_role("heading", name="Stage").first.wait_for()


@pytest.mark.nightly
def test_a_run_is_deleted_and_brought_back_at_once_and_later(window, server):
    page = window("/runs?run=first-try-1")
    card = page.locator('[class*="st-key-run-card-"]').filter(has_text="Next door")
    card.get_by_role("button", name="Delete").click()
    page.get_by_text("Next door is deleted.").wait_for()
    settle(page)
    expect(card).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    card.wait_for()
    settle(page)
    card.get_by_role("button", name="Delete").click()
    page.get_by_text("Next door is deleted.").wait_for()
    page.reload()
    page.get_by_text("Recently deleted · 1").click()
    page.get_by_role("button", name="Restore").click()
    card.wait_for()
    with open_workspace(server.workspace) as workspace:
        assert workspace.runs.deleted() == ()


@pytest.mark.nightly
def test_what_one_window_does_the_other_sees_and_may_undo_and_it_is_undone_once(window, server):
    here, there = window("/stage?run=next-door-1"), window("/stage?run=next-door-1")
    intervene_form(here)
    choose(here, "What to do", "Add a memory")
    write(here, "What", "I left the light on.")
    write(here, "Author (optional)", "here")
    here.get_by_role("button", name="Add memory").click()
    here.get_by_text(re.compile("remembers “I left the light on")).first.wait_for()
    intervene_form(there)
    there.get_by_text(re.compile("remembers “I left the light on")).first.wait_for()
    there.get_by_role("button", name="Undo").first.click()
    there.get_by_text("Undone from now on.").wait_for()
    here.get_by_role("button", name="Undo").first.click()  # of what the other window has undone already
    here.get_by_text(re.compile("was undone|is undone|Undone")).first.wait_for()
    with open_workspace(server.workspace) as workspace:
        assert len(workspace.runs.find("next-door-1").at().interventions) == 2


@pytest.mark.nightly
def test_what_is_for_a_town_at_rest_is_refused_in_words_while_it_lives_and_nothing_typed_is_lost(
    window, server
):
    page = window("/stage?run=first-try-1")
    intervene_form(page)
    choose(page, "What to do", "Change a plan")
    write(page, "What", "mend the <i>nets</i>")
    with open_workspace(server.workspace) as workspace:
        run = workspace.runs.find("first-try-1")
        run.start("day 60 00:00")
        page.get_by_role("button", name="Change plan").click()
        page.get_by_text("pause it first").wait_for()
        expect(page.get_by_label("What", exact=True)).to_have_value("mend the <i>nets</i>")
        page.get_by_role("button", name="Stop").first.click()
        page.get_by_text(re.compile("stopped|Idle", re.IGNORECASE)).first.wait_for()
        assert not any(one.entry.verb == "replan" for one in run.at().interventions)
