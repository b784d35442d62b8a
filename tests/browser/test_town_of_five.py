"""A town of five from nothing, in a real browser: by forms alone, by text alone, and in two windows."""

from __future__ import annotations

import re

import pytest
from conftest import WAIT, pick, settle
from playwright.sync_api import TimeoutError as NotInTime, expect

from engine.api.workspace import open_workspace
from engine.records import Line

pytestmark = pytest.mark.browser

PEOPLE = ("Ann Lee", "Bo Reed", "Cy Fox", "Di Moor", "Ed Vale")
HOMES = ("Adler House", "Bruno’s Cottage")
FACT = "Ann Lee is giving a bread feast at the Corner Café on day 1 at 17:00, and everyone is invited."
MOST_INTERACTIONS = 60


@pytest.fixture
def server(serve, tmp_path_factory):
    """A studio of its own for each try: the town is not there yet."""
    return serve(workspace=tmp_path_factory.mktemp("five") / "workspace")


class Author:
    """Somebody who has never seen the studio, and what they have done so far: every press of the mouse, and
    every field that is filled in with the Enter behind it.
    """

    def __init__(self, page, address):
        self.page, self.done = page, 0
        page.set_default_timeout(WAIT)
        page.goto(address)
        settle(page)

    def press(self, what, *, exact=True, role="button", within=None):
        self.done += 1
        found = (within or self.page).get_by_role(role, name=what, exact=exact)
        found.filter(visible=True).first.click()
        settle(self.page)

    def fill(self, label, text, *, enter=True, within=None):
        self.done += 1
        field = (within or self.page).get_by_label(label, exact=True).filter(visible=True).first
        field.fill(text)
        if enter:
            field.press("Enter")
        settle(self.page)

    def choose(self, label, option):
        self.done += 2
        box = self.page.get_by_role("combobox", name=label, exact=True).filter(visible=True).first
        pick(box, self.page.get_by_role("option", name=option).first)
        settle(self.page)

    def turn_to(self):
        """Have this window be the one in front: what lies behind another is not drawn."""
        self.page.bring_to_front()

    def escape(self):
        """Leave the list that is open: what was chosen in it stays."""
        self.done += 1
        self.page.keyboard.press("Escape")
        settle(self.page)

    def go(self, page):
        self.press(page, exact=False, role="link")
        expect(self.page.get_by_role("heading", name=page).first).to_be_visible()
        settle(self.page)


def begun(author, name):
    author.go("Scenarios")
    author.press("New town")
    author.fill("Name", name, enter=False)
    author.press("Create")
    expect(author.page.get_by_role("heading", name="World").first).to_be_visible()
    settle(author.page)


def leaves(author, who):
    """Have the one who is looked at leave the town."""
    expect(author.page.get_by_text(f"name: {who}").first).to_be_visible()
    author.press("Remove")
    author.press("Remove", within=author.page.get_by_test_id("stPopoverBody"))
    expect(author.page.get_by_text(f"name: {who}")).to_have_count(0)


def comes(author, who, *, tied):
    author.press("Add a person")
    within = author.page.get_by_test_id("stPopoverBody")
    author.fill("Full name", who, enter=False, within=within)
    author.press("Add", within=within)
    expect(within).to_have_count(0)
    shown = author.page.get_by_label("Full name", exact=True)
    expect(shown.and_(author.page.locator(f'[value="{who}"]'))).to_have_count(1)
    expect(shown).to_have_count(1)  # the form of whoever was looked at before is gone
    settle(author.page)
    if tied:
        first = author.page.get_by_role("combobox", name="Person in relationship 1", exact=True)
        expect(first).to_have_count(0)
        author.press("Add relationship")
        expect(first).to_be_visible()
        settle(author.page)


def saved(author):
    author.press("Save")
    expect(author.page.get_by_text(re.compile(r"Saved · v\d+")).first).to_be_visible()
    settle(author.page)


def lives_a_day(author, name):
    """Have the town live its first day, from its card in the gallery."""
    author.go("Scenarios")
    author.press("Run it", within=author.page.locator(f"[class*='st-key-card-{name.replace(' ', '-')}']"))
    author.press("Create run", within=author.page.get_by_role("dialog"))
    author.press("Run day 1")
    expect(author.page.get_by_role("button", name="Run day 2").first).to_be_visible()


def problems(server, name):
    with open_workspace(server.workspace) as workspace:
        assert workspace.scenarios.drafts.of(name) == {}
        return [f"{one.code} {one.file}: {one.message}" for one in workspace.scenarios.checked(name).problems]


def saved_file(server, name, path):
    with open_workspace(server.workspace) as workspace:
        return workspace.scenarios.files(name)[path]


def tellers(server, name, words="bread feast"):
    with open_workspace(server.workspace) as workspace:
        (row,) = [row for row in workspace.runs.all() if row.scenario == name]
        log = workspace.runs.find(row.id).whole_log()
        return {line.speaker for line in log if isinstance(line, Line) and words in line.text}


@pytest.mark.nightly
def test_by_forms_alone_in_few_interactions_it_is_clean_and_lives_a_day_in_which_its_fact_is_told(
    new_visit, server
):
    author = Author(new_visit().page, server.address)
    begun(author, "Forms")
    author.press("Form", role="radio")
    author.fill("New place", "Mill")
    author.fill("New room", "floor")
    author.go("Personas")
    leaves(author, "Bruno Castell")
    leaves(author, "Nora Adler")
    for number, who in enumerate(PEOPLE):
        comes(author, who, tied=number > 0)
    author.go("World")
    author.press("The town and its facts", role="radio")
    author.press("Remove fact 1")
    author.fill("New fact", FACT)
    expect(author.page.get_by_text("at Corner Café/counter, day 1 17:00").first).to_be_visible()
    author.press("Ann Lee")
    author.fill("Key words", "bread feast")
    author.escape()
    saved(author)
    expect(author.page.get_by_text("known_by: [ann]").first).to_be_visible()
    assert problems(server, "Forms") == []
    lives_a_day(author, "Forms")
    assert author.done <= MOST_INTERACTIONS, author.done
    assert "ann" in tellers(server, "Forms")


# ---- by text alone

WORLD_TEXT = """\
Corner Café: {emoji: ☕, map: {x: 5, y: 5}, rooms: {counter: {till: , cake stand: full}}}
Mill House: {emoji: 🏠, map: {x: 9, y: 5}, rooms: {kitchen: {kettle: cold}, upstairs: , attic: }}
"""
TOWN_TEXT = f"""\
town: Five of Us
summary: Five people, one oven.   # and a feast
facts:
  - id: feast
    text: {FACT}
    known_by: [ann]
    key_words: [bread feast]
"""


def person_text(who, room):
    tie = "" if who == "Ann Lee" else "relationships: [{with: ann, as: neighbour, closeness: 0.3}]\n"
    return (
        f"name: {who}\nage: 41   # this year\nhome: Mill House/{room}\nwork: Corner Café\n"
        f"seed:\n  - {who} bakes on Sundays.\n  - {who} would like to hear what is new.\n"
        f"currently: {who} is glad of every visitor.\n{tie}"
        "day:\n  routine:\n    - 09:00 bake and sell bread @ Corner Café\n    - 19:00 eat soup @ Mill House\n"
    )


def write(author, text):
    """Write all of the file that is open anew, and wait until it is counted.

    An editor that is just being replaced by that of another file takes nothing: one types again.
    """
    author.done += 1
    counted = author.page.get_by_text(f"{len(text.splitlines())} lines · ")
    for wait in (WAIT / 9,) * 8 + (WAIT,):
        author.page.locator(".cm-content").click()
        author.page.keyboard.press("Control+A")
        author.page.keyboard.insert_text(text)
        try:
            counted.wait_for(timeout=wait)
        except NotInTime:
            continue
        return settle(author.page)
    raise AssertionError(f"{text!r:.60} was typed and not counted")


@pytest.mark.nightly
def test_by_text_alone_it_is_clean_and_lives_a_day_in_which_its_fact_is_told(new_visit, server):
    author = Author(new_visit().page, server.address)
    begun(author, "Text")
    write(author, WORLD_TEXT)
    author.press("The town and its facts", role="radio")
    write(author, TOWN_TEXT)
    author.go("Personas")
    leaves(author, "Bruno Castell")
    leaves(author, "Nora Adler")
    for who, room in zip(PEOPLE, ("kitchen", "upstairs", "attic", "upstairs", "attic"), strict=True):
        comes(author, who, tied=False)
        write(author, person_text(who, room))
    expect(author.page.get_by_text("No problems. This town can run.")).to_be_visible()
    saved(author)
    assert problems(server, "Text") == []
    with open_workspace(server.workspace) as workspace:
        assert workspace.scenarios.files("Text")["town.yaml"] == TOWN_TEXT, "to the letter"
    lives_a_day(author, "Text")
    assert author.done <= MOST_INTERACTIONS, author.done
    assert "ann" in tellers(server, "Text")


# ---- in two windows


@pytest.mark.nightly
def test_in_two_windows_forms_here_and_text_there_make_one_town(new_visit, server):
    forms = Author(new_visit().page, server.address)
    begun(forms, "Two")
    forms.go("Personas")
    leaves(forms, "Bruno Castell")
    leaves(forms, "Nora Adler")
    for who in PEOPLE[:3]:
        comes(forms, who, tied=who != "Ann Lee")
    texts = Author(new_visit().page, f"{server.address}/personas?town=Two&agent=ann")
    with open_workspace(server.workspace) as workspace:
        ann = workspace.scenarios.drafts.files("Two")["personas/ann.yaml"]
    write(texts, f"{ann}# said in the text\n")
    forms.turn_to()
    for who in PEOPLE[3:]:
        comes(forms, who, tied=True)
    forms.choose("Who", "Ann Lee")
    expect(forms.page.get_by_text("# said in the text")).to_be_visible()
    forms.fill("Age", "44")
    texts.turn_to()
    texts.go("World")
    texts.press("The town and its facts", role="radio")
    write(texts, TOWN_TEXT)
    texts.go("Personas")
    expect(texts.page.get_by_text("age: 44").first).to_be_visible()
    saved(texts)
    saved_ann = saved_file(server, "Two", "personas/ann.yaml")
    assert "age: 44\n" in saved_ann
    assert saved_ann.endswith("# said in the text\n")
    assert problems(server, "Two") == []
    forms.turn_to()
    lives_a_day(forms, "Two")
    assert forms.done + texts.done <= MOST_INTERACTIONS, (forms.done, texts.done)
    assert "ann" in tellers(server, "Two")
