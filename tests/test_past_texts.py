"""The past of a file: its text after each edit and in each version, and what was changed in a notebook."""

import pytest

from engine.api.workspace import open_workspace
from engine.api.writing.drafts import Typed
from engine.notebook.changes import changes_between
from engine.notebook.reading.read import notebook_of

TOWN, FILE = "three-neighbours", "notebooks/bread.town.md"
FRONT = f"---\ntown-notebook: 1\ntitle: Bread\ntown: {TOWN}\n---\n\nBread is baked.\n\n"


def run(name, until="day 1 06:00"):
    return f'```yaml {{.run #{name}}}\nuntil: "{until}"\n```\n\n'


@pytest.fixture
def scenarios(tmp_path):
    with open_workspace(tmp_path) as workspace:
        yield workspace.scenarios


def type_in(scenarios, text, seq):
    mark = scenarios.drafts.standing(TOWN, FILE).mark
    scenarios.drafts.type_in(TOWN, Typed(path=FILE, text=text, writer="me", seq=seq, on=mark))


def texts(scenarios, **given):
    return [(one.text, one.version) for one in scenarios.past_texts(TOWN, FILE, **given)]


def test_each_edit_and_each_version_has_the_text_of_its_time(scenarios):
    one, two, three = (FRONT + run("dawn", f"day 1 0{hour}:00") for hour in (6, 7, 8))
    scenarios.save_file(TOWN, FILE, one, "first")
    type_in(scenarios, two, 1)
    type_in(scenarios, three, 2)
    found = texts(scenarios)
    assert (one, 2) in found
    assert [text for text, version in found if version is None][:2] == [three, two]
    scenarios.save_all(TOWN, writer="me")
    assert (three, 3) in texts(scenarios)


def test_an_undone_edit_is_no_part_of_the_past(scenarios):
    one, two = FRONT + run("dawn"), FRONT + run("dawn") + run("noon")
    scenarios.save_file(TOWN, FILE, FRONT, "")
    type_in(scenarios, one, 1)
    type_in(scenarios, two, 2)
    scenarios.edits.undo(TOWN)
    found = [text for text, version in texts(scenarios) if version is None]
    assert found[0] == one
    assert two not in found


def test_a_version_of_another_file_is_no_step_of_this_one(scenarios):
    scenarios.save_file(TOWN, FILE, FRONT, "")
    before = texts(scenarios)
    scenarios.save_file(TOWN, "notebooks/other.town.md", FRONT, "")
    assert texts(scenarios) == before


def test_a_text_that_was_saved_by_a_whole_version_ends_what_edits_lead_back_to(scenarios):
    scenarios.save_file(TOWN, FILE, FRONT + "alpha\n\nbeta\n\n" + run("dawn"), "first")
    scenarios.save_file(TOWN, FILE, FRONT + "beta\n\n" + run("dawn"), "second")
    whole = FRONT + "gamma\n\n" + run("dawn")
    scenarios.save(TOWN, {**scenarios.files(TOWN), FILE: whole}, "third")
    there = {FRONT + text + run("dawn") for text in ("alpha\n\nbeta\n\n", "beta\n\n", "gamma\n\n")}
    assert {text for text, _ in texts(scenarios)} <= there
    assert [version for _, version in texts(scenarios) if version is not None] == [4, 3, 2]


def test_a_file_that_was_deleted_and_made_anew_has_both_in_its_past(scenarios):
    scenarios.save_file(TOWN, FILE, FRONT, "first")
    scenarios.save_file(TOWN, FILE, None, "removed")
    scenarios.save_file(TOWN, FILE, FRONT + run("dawn"), "anew")
    versions = [(text, version) for text, version in texts(scenarios) if version is not None]
    assert versions == [(FRONT + run("dawn"), 4), (None, 3), (FRONT, 2)]


def test_where_edits_do_not_lead_back_the_versions_remain(scenarios):
    scenarios.save_file(TOWN, FILE, FRONT, "first")
    type_in(scenarios, FRONT + run("dawn"), 1)
    with scenarios.store.write() as db:  # as another program would that keeps no edits
        db.execute("UPDATE typed SET text = 'quite another text'")
    assert [version for _, version in texts(scenarios)] == [2]


def test_of_edits_there_are_no_more_than_are_asked_for_and_of_versions_all(scenarios):
    scenarios.save_file(TOWN, FILE, FRONT, "")
    for seq in range(1, 6):
        type_in(scenarios, FRONT + run("dawn", f"day 1 0{seq}:00"), seq)
    found = texts(scenarios, limit=3)
    assert len([text for text, version in found if version is None]) == 3
    assert (FRONT, 2) in found


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("", run("dawn"), "added dawn"),
        (run("dawn"), "", "deleted dawn"),
        (run("dawn"), run("dawn", "day 1 07:00"), "changed dawn"),
        (run("dawn") + run("noon"), run("noon") + run("dawn"), "moved cells"),
        (run("dawn"), "So it is.\n\n" + run("dawn"), "changed the text between cells"),
        ("", "".join(map(run, "abcde")), "added a, b, c and 2 more"),
        (run("dawn") + run("noon"), run("noon") + run("dusk"), "added dusk, deleted dawn"),
        ("Here.\n\n" + run("dawn"), run("dawn") + "Here.\n\n", "moved text"),
        (run("dawn"), run("dawn"), ""),
    ],
)
def test_what_was_changed_is_said_by_the_names_of_cells(before, after, words):
    assert changes_between(notebook_of(FRONT + before), notebook_of(FRONT + after)) == words


def test_a_change_of_the_settings_is_said():
    other = FRONT.replace("title: Bread", "title: Rolls")
    assert changes_between(notebook_of(FRONT), notebook_of(other)) == "changed the settings of the notebook"
