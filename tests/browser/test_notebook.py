"""A notebook in a real browser: built from nothing, run, changed, predicted in, shown, taken away."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from conftest import WAIT, pick, settle
from playwright.sync_api import expect
from rules import violations

from engine.api.workspace import open_workspace
from engine.notebook.reading.read import notebook_of

pytestmark = pytest.mark.browser

TOWN = "three-neighbours"


@pytest.fixture(scope="module")
def server(serve, tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebook")
    with open_workspace(folder):
        pass
    return serve(workspace=folder)


@pytest.fixture
def untouched(serve, tmp_path):
    """A studio in whose workspace no notebook was run: another's results are results of the same cells."""
    with open_workspace(tmp_path):
        pass
    return serve(workspace=tmp_path)


def opened(visit, server, query=""):
    visit.page.set_default_timeout(WAIT)
    visit.page.goto(f"{server.address}/notebook?town={TOWN}{query}")
    visit.page.get_by_role("heading", name="Notebook").first.wait_for()
    settle(visit.page)
    return visit.page


def said(page, server):
    """Return what the notebook that is open says: a test that is run again begins another of its own."""
    with open_workspace(server.workspace) as workspace:
        return workspace.scenarios.drafts.files(TOWN)[f"notebooks/{name_of(page)}.town.md"]


def name_of(page):
    return parse_qs(urlsplit(page.url).query)["notebook"][0]


def press(page, name, inside=None):
    (inside or page).get_by_role("button", name=name).first.click()
    settle(page)


def card(page, title):
    """The cell that is called so."""
    head = page.locator('[class*="st-key-tw-nb-head-"]').filter(has=page.get_by_role("heading", name=title))
    return page.locator('[class*="st-key-tw-nb-three"]').filter(has=head).last


def choose(page, menu, name):
    """Open a menu and choose what is called so."""
    menu.click()
    page.get_by_role("menuitem", name=name).or_(page.get_by_role("option", name=name)).first.click()


def add(page, kind):
    """Choose a kind in the last of the menus between cells, and wait until the new cell lies open."""
    heads = page.locator('[id^="cell-"]')
    before = heads.count()
    choose(page, page.locator('[class*="st-key-nb-add-"] button').last, kind)
    expect(heads).to_have_count(before + 1)
    settle(page)


def fill(page, label, text):
    field = page.get_by_role("textbox", name=label).first
    field.fill(text)
    field.press("Control+Enter" if field.evaluate("one => one.tagName") == "TEXTAREA" else "Enter")
    settle(page)


def kept(page, server, label, text):
    """Fill a field, and wait until the notebook says so."""
    fill(page, label, text)
    for _ in range(WAIT // 200):
        if text in said(page, server):
            return settle(page)
        page.wait_for_timeout(200)
    raise AssertionError(f"{text!r} was typed and not kept")


def run_all(page):
    press(page, "Run all")
    page.get_by_text("Everything is up to date").first.wait_for(timeout=WAIT)
    settle(page)


def build(page, server):
    """A morning, a count, a question before the next morning, and one about it after that."""
    page.get_by_role("button", name="New notebook").click()
    page.get_by_role("textbox", name="Name").fill("mine")
    page.get_by_role("button", name="Create").click()
    page.get_by_role("heading", name="Run · day-1").wait_for()
    settle(page)
    for name in ("Who talked most?", "ask-1", "holds-1", "day-1"):
        choose(page, card(page, name).get_by_role("button", name="More"), "Delete")
        page.get_by_role("heading", name=name).wait_for(state="detached")
        settle(page)
    for title, until in (("Dawn", "day 1 06:00"), ("Morning", "day 1 08:00")):
        add(page, "Run: simulate one or more days")
        kept(page, server, "Until", until)
        kept(page, server, "Title", title)
        if title == "Dawn":
            add(page, "SQL")
            kept(page, server, "SQL as text", "select count(*) as memories from memory")
            kept(page, server, "Title", "Number of people")
            add(page, "Predict")
            kept(page, server, "Question", "What will Nell do first?")
            kept(page, server, "Answer key", "She bakes")
            kept(page, server, "Title", "Guess")
    add(page, "Interview")
    kept(page, server, "Title", "Asked")


@pytest.mark.nightly
def test_a_notebook_is_built_run_changed_predicted_in_shown_and_taken_away(visit, server):
    page = opened(visit, server)
    build(page, server)
    made = notebook_of(said(page, server))
    assert made.faults == ()
    assert [cell.kind for cell in made.cells] == ["run", "sql", "predict", "run", "interview"]
    run_all(page)
    expect(card(page, "Number of people").locator(".tw-found")).to_be_visible()
    change_the_middle(page)
    predict(page)
    show(page)
    take_away(page)


def change_the_middle(page):
    """What stands on what was changed goes stale, and says why; what is above stays as it is."""
    press(page, "Edit", card(page, "Morning"))
    fill(page, "Until", "day 1 09:00")
    card(page, "Asked").get_by_text("Stale").wait_for()
    expect(card(page, "Number of people").get_by_text("Up to date")).to_be_visible()
    expect(card(page, "Morning").get_by_text("The cell was changed.")).to_be_visible()
    expect(card(page, "Asked").get_by_text("above it was changed")).to_be_visible()
    press(page, "Run stale")
    page.get_by_text("Everything is up to date").first.wait_for(timeout=WAIT)
    settle(page)


def predict(page):
    """A student sees nothing of the answers before the prediction is committed."""
    page.get_by_role("radio", name="Student").or_(page.get_by_role("button", name="Student")).first.click()
    page.get_by_role("button", name="Save").wait_for(state="detached")
    settle(page)
    expect(page.get_by_text("She bakes")).to_have_count(0)
    asked = card(page, "Asked")
    page.get_by_text("The result is shown after the predictions above are committed").wait_for()
    asked.get_by_text("Hidden until you predict").wait_for()
    page.get_by_role("textbox", name="Your answer").fill("She sleeps")
    press(page, "Commit")
    page.get_by_text("You predicted: She sleeps").wait_for()
    page.get_by_text("Answer: She bakes").wait_for()
    asked.locator("blockquote").first.wait_for()


def show(page):
    """A room sees what was found, one part after the other, and nothing to press but the way out."""
    press(page, "Present")
    page.get_by_role("button", name="Leave").wait_for()
    page.locator(".tw-found").first.wait_for(state="attached")
    expect(page.get_by_role("button", name="Run all")).to_have_count(0)
    expect(page.get_by_text("1 of")).to_be_visible(timeout=WAIT)
    expect(card(page, "Asked")).to_be_hidden(timeout=WAIT)
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    expect(card(page, "Asked")).to_be_visible(timeout=WAIT)
    expect(card(page, "Dawn")).to_be_hidden(timeout=WAIT)
    press(page, "Leave")


def take_away(page):
    """The page for students holds no answer."""
    page.get_by_role("radio", name="Write").or_(page.get_by_role("button", name="Write")).first.click()
    page.get_by_role("button", name="Save").wait_for()
    settle(page)
    page.get_by_role("button", name="Download").click()
    with page.expect_download() as taken:
        page.get_by_role("button", name="Web page, for students").click()
    content = taken.value.path().read_text("utf-8")
    assert "What will Nell do first?" in content
    assert "She bakes" not in content


class Hands:
    """Somebody at the page: every press, choice and filled field counts as one interaction."""

    def __init__(self, page):
        self.page, self.done = page, 0

    def press(self, name, inside=None):
        self.done += 1
        press(self.page, name, inside)

    def add(self, kind):
        self.done += 2
        add(self.page, kind)

    def fill(self, label, text):
        self.done += 1
        fill(self.page, label, text)

    def choose(self, label, option):
        self.done += 2
        box = self.page.get_by_role("combobox", name=label).first
        pick(box, self.page.get_by_role("option", name=option).first)
        settle(self.page)


@pytest.mark.nightly
def test_eight_cells_are_built_from_the_page_alone_in_at_most_forty_interactions(visit, server):
    page = opened(visit, server)
    hands = Hands(page)
    hands.press("New notebook")
    hands.done += 1
    page.get_by_role("textbox", name="Name").fill("eight")
    hands.press("Create")
    page.get_by_role("heading", name="Run · day-1").wait_for()
    settle(page)
    hands.add("Note: text with a title")
    hands.fill("Note as text", "What does a whisper change?")
    hands.add("Whisper: put a thought")
    hands.fill("Whisper text", "Tell Ruth that the chess evening is off.")
    hands.add("Run: simulate")
    hands.add("Compare: show runs")
    hands.add("Chart: show")
    hands.choose("Chart type", "How a piece of news spreads")
    hands.choose("Subject", "chess-evening")
    hands.add("Predict: ask for an answer")
    hands.fill("Question", "How many will know of it?")
    hands.choose("Answer type", "Number")
    hands.add("Expect: check a statement")
    hands.fill("Statement to check", "3 know chess-evening")
    hands.press("Run all")
    page.get_by_text("Everything is up to date").first.wait_for(timeout=WAIT)
    made = notebook_of(said(page, server))
    assert made.faults == ()
    kinds = [cell.kind for cell in made.cells]
    assert {"note", "run", "whisper", "compare", "chart", "predict", "expect"} <= set(kinds)
    assert kinds.count("run") == 2
    assert hands.done <= 40, hands.done


def test_the_notes_of_the_presenter_follow_the_slides_and_step_them(visit, server):
    page = opened(visit, server)
    press(page, "Open a copy", page.locator('[class*="st-key-tw-nb-lesson-is-it-conscious"]'))
    page.get_by_role("heading", name="Run · afternoon").wait_for()
    with page.context.expect_page() as window:
        page.get_by_role("link", name="Speaker notes").click()
    notes = window.value
    notes.set_default_timeout(WAIT)
    notes.get_by_text("Do not show this window to your audience").wait_for()
    press(page, "Present")
    expect(notes.locator('[class*="st-key-tw-slide-notes-0"]')).to_have_attribute("aria-current", "step")
    page.get_by_text(re.compile("^1 of ")).wait_for()
    page.keyboard.press("ArrowRight")
    second = notes.locator('[class*="st-key-tw-slide-notes-1"]')
    expect(second).to_have_attribute("aria-current", "step")
    expect(second).to_contain_text("It sounds thoughtful, or modest.")
    expect(page.get_by_text("It sounds thoughtful")).to_have_count(0)
    notes.get_by_role("button", name="Next panel").click()
    page.get_by_text(re.compile("^3 of ")).wait_for()
    height = page.evaluate("document.querySelector('.stMain').scrollHeight - innerHeight")
    assert height <= 1, "a slide is made smaller until it fits"
    notes.close()


def test_what_a_form_changed_stands_when_the_cell_is_opened_again(visit, server):
    page = opened(visit, server)
    press(page, "New notebook")
    page.get_by_role("textbox", name="Name").fill("again")
    press(page, "Create")
    page.get_by_role("heading", name="Run · day-1").wait_for()
    settle(page)
    for until in ("day 1 09:00", "day 1 10:00"):
        press(page, "Edit", card(page, "day-1"))
        kept(page, server, "Until", until)
        press(page, "Edit", card(page, "ask-1"))
    press(page, "Edit", card(page, "day-1"))
    page.wait_for_timeout(1000)  # as long as a field may take to send what it holds
    settle(page)
    expect(page.get_by_role("textbox", name="Until").first).to_have_value("day 1 10:00")
    assert "day 1 10:00" in said(page, server)


@pytest.mark.nightly
def test_what_is_typed_in_a_cell_is_there_when_the_window_is_gone(new_visit, server):
    visit = new_visit()
    page = opened(visit, server)
    press(page, "Open a copy", page.locator('[class*="st-key-tw-nb-lesson-what-does"]'))
    page.get_by_role("heading", name="Run · dawn").wait_for()
    settle(page)
    press(page, "Edit", card(page, "What Nell begins with"))
    field = page.get_by_role("textbox", name="SQL as text")
    field.wait_for()
    with page.expect_response("**/townwright/typed"):
        field.press("Control+End")
        field.type("-- typed and not sent")
    address = page.url
    again = opened(new_visit(), server)
    again.goto(address)
    again.get_by_role("heading", name="Run · dawn").wait_for()
    settle(again)
    typed = again.get_by_role("textbox", name="SQL as text")
    expect(typed).to_have_value(re.compile("-- typed and not sent"))


def test_a_link_leads_to_its_cell_and_keys_run_and_move_it(visit, untouched):
    page = opened(visit, untouched)
    press(page, "New notebook")
    page.get_by_role("textbox", name="Name").fill("keys")
    page.get_by_role("button", name="Create").click()
    page.get_by_role("heading", name="Run · day-1").wait_for()
    settle(page)
    page = opened(visit, untouched, f"&notebook={name_of(page)}&cell=ask-1")
    expect(page.get_by_role("heading", name="Interview · ask-1")).to_be_in_viewport(timeout=WAIT)
    text = page.get_by_role("textbox", name="Interview as text")
    text.focus()
    text.press("Alt+ArrowUp")
    heads = page.locator('[id^="cell-"]')
    order = ["day-1", "ask-1", "Who talked most?", "holds-1"]
    expect(heads).to_have_text([re.compile(re.escape(name)) for name in order], timeout=WAIT)
    settle(page)
    expect(text).to_be_focused(timeout=WAIT)
    text.fill("who: [nell]\nask: [How are you?]\n")
    text.press("Shift+Enter")
    then = page.get_by_role("textbox", name="SQL as text")
    expect(then).to_be_focused(timeout=WAIT)
    expect(card(page, "ask-1").locator("blockquote")).to_contain_text("How are you?", timeout=WAIT)
    expect(card(page, "ask-1").get_by_text("Up to date")).to_be_visible(timeout=WAIT)
    expect(card(page, "Who talked most?").get_by_text("Never run")).to_be_visible(timeout=WAIT)
    then.press("Enter")  # which writes a line, and runs nothing
    expect(then).to_be_focused()


@pytest.mark.nightly
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("wide", [1280, 390])
def test_nothing_is_wider_than_the_window_and_no_rule_is_broken(visit, server, wide, scheme):
    visit.begin(size={"width": wide, "height": 900}, color_scheme=scheme)
    page = opened(visit, server, "&notebook=what-does-she-remember&cell=ask-supper")
    assert page.evaluate("document.querySelector('.stMain').scrollWidth <= window.innerWidth")
    assert violations(page) == []
