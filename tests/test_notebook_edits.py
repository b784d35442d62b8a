"""An edit of a notebook sets, adds, removes and patches what a town says, before its first day or later."""

from __future__ import annotations

import pytest

from engine.api.scenarios import bundled_folder, read_folder
from engine.api.steering.editing import edited
from engine.api.workspace import open_workspace
from engine.api.writing.changes import Setup, changed
from engine.errors import BadInput, NotFound
from engine.notebook.parts import NotebookFaults
from engine.notebook.reading.read import notebook_of
from engine.notebook.running.session import Session
from engine.notebook.specs import Edit
from engine.scenario.document.patching import BadPatch, patched

TOWN = "three-neighbours"
FRONT = f"---\ntown-notebook: 1\ntown: {TOWN}\nseed: 3\n---\n"
FAIR = {"id": "fair", "text": "There is a fair at Candle Court on day 2 at 15:00.", "known_by": ["nell"]}
BAKERY = "{about: Warm and white., map: {x: 6, y: 6}, objects: {counter: {about: Wood.}}}"
TESS = '{name: Tess Cole, age: 30, home: Bakery, traits: [cheerful], day: {wake: "6:00", sleep: "22:00"}}'


def cell(kind, name, body):
    return f"\n```yaml {{.{kind} #{name}}}\n{body}\n```\n"


BODY = (
    cell(
        "edit",
        "before",
        "set:\n  world.Candle Court.about: Wet cobbles.\n  persona.nell.traits: shy\n"
        "add:\n  world.Candle Court.objects: {lamp: {state: dark, states: [dark, lit]}}\n"
        "remove:\n  - world.Candle Court.objects.cat dish\n",
    )
    + cell("run", "morning", 'until: "day 1 10:00"')
    + cell("edit", "come", f"add:\n  world: {{Bakery: {BAKERY}}}\n  personas: {{tess: {TESS}}}\n")
    + cell("edit", "known", "add:\n  town.facts: {id: bread, text: Tess Cole sells bread., known_by: [tess]}")
    + cell("interview", "ask", "who: tess\nask: Who are you?")
    + cell("expect", "one", "that: 1 know bread")
    + cell("edit", "call", "set: {town.town: Elsewhere}")
)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("edits")) as opened:
        yield opened


@pytest.fixture(scope="module")
def session(workspace):
    found = Session(workspace, notebook_of(FRONT + BODY.rpartition("\n```yaml {.edit #call")[0]), "edits")
    assert found.run(), [one.why for one in found.states]
    return found


@pytest.fixture(scope="module")
def setup():
    files = {name: content.decode() for name, content in read_folder(bundled_folder(TOWN)).items()}
    return Setup(scenario=TOWN, files=files, seed=3, settings={})


# ---- in a notebook


@pytest.mark.nightly
def test_an_edit_shows_what_was_said_before_and_is_said_now(session):
    (grid,) = session.state("before").output.grids
    rows = {(how, what, of): (old, new) for how, what, of, old, new in grid.rows}
    assert rows["changed", "about", "Candle Court"][1] == "Wet cobbles."
    assert rows["changed", "traits", "nell"] == ("warm, talkative, exaggerating, generous", "shy")
    assert ("added", "object", "Candle Court/lamp") in rows
    assert ("removed", "object", "Candle Court/cat dish") in rows


@pytest.mark.soak
def test_a_town_is_begun_with_what_was_edited_before_its_first_day(session):
    run = session.workspace.runs.find(session.state("morning").output.run)
    things = run.town.world.things
    assert "Candle Court/lamp" in things
    assert "Candle Court/cat dish" not in things


def test_a_town_that_lives_is_told_by_an_author_and_edits_stand_on_each_other(session):
    run = session.workspace.runs.find(session.state("known").output.run)
    assert run.query("SELECT count(*) FROM person WHERE agent = 'tess'").rows == ((1,),)
    assert {one.entry.why for one in run.at().interventions} == {"an edit"}
    assert session.state("ask").output.quotes[0].who == "Tess Cole"
    assert session.state("one").output.passed


def test_what_cannot_come_into_a_town_that_lives_fails_with_the_way_out(workspace, session):
    found = Session(workspace, notebook_of(FRONT + BODY), "edits")
    assert not found.run()
    why = found.state("call").why
    assert "cannot be applied to a run that has started" in why
    assert why.startswith("line ")


def test_an_edit_further_up_is_tried_on_its_town_before_anything_is_lived(workspace):
    runs = len(workspace.runs.all(archived=True))
    body = cell("edit", "a", "remove: [world.Candle Court.objects.pump]")
    body += cell("edit", "b", "remove: [world.Candle Court.objects.pump]")
    body += cell("edit", "c", "remove: [persona.otto]")
    with pytest.raises(NotebookFaults) as error:
        Session(workspace, notebook_of(FRONT + body), "tried")
    said = [str(one) for one in error.value.faults]
    assert any("there is no 'pump'" in one and one.startswith("line 12") for one in said), said
    assert any("makes the town invalid" in one for one in said), said
    assert len(workspace.runs.all(archived=True)) == runs


WRONG = """set:
  persona.nell.traits: shy
  world.Candle Court.pond: deep
add:
  town.facts:
    id: bread
  personas:
    tess:
      name: Tess
      home: Hartley Cottage/Nell's room
      agee: 30
remove:
  - world.Candle Court.objects.pump
  - persona.otto"""


def test_what_is_wrong_with_an_edit_is_told_in_the_line_of_the_change(workspace):
    with pytest.raises(NotebookFaults) as error:
        Session(workspace, notebook_of(FRONT + cell("edit", "e1", WRONG)), "lines")
    at = {one.line - 7: one.message for one in error.value.faults}
    assert list(at) == [3, 5, 11, 14]
    assert "pond" in at[3]
    assert "agee" in at[11]


def test_what_is_wrong_elsewhere_is_told_in_its_line(workspace):
    body = (
        cell("run", "r", "days: 1\nagents:\n  - nell\n  - nobody")
        + cell("expect", "x", "that: 1 know nothing")
        + cell("compare", "c", "base: r\nvariants:\n  - name: a\n    set:\n      without: flight")
        + cell("pin", "p", "note: a\nof: SELECT nothing")
    )
    with pytest.raises(NotebookFaults) as error:
        Session(workspace, notebook_of(FRONT + body), "elsewhere")
    lines = (FRONT + body).splitlines()
    said = [lines[one.line - 1].strip() for one in error.value.faults]
    assert said == ["- nobody", "that: 1 know nothing", "without: flight", "of: SELECT nothing"]


def test_what_a_town_that_lives_refuses_is_told_in_the_line_of_the_change(workspace):
    body = cell("run", "r", 'until: "day 1 06:30"') + cell(
        "edit", "e", "set:\n  persona.nell.currently: Nell sings.\n  town.town: Elsewhere"
    )
    found = Session(workspace, notebook_of(FRONT + body), "refused")
    assert not found.run()
    assert found.state("e").why.startswith("line 14: ")


def test_each_way_of_editing_is_read_with_the_line_of_what_is_wrong():
    patch = "patch: |\n  --- a/town.yaml\n  +++ b/town.yaml\n  @@ -1 +1 @@\n  -a\n  +b"
    found = notebook_of(FRONT + cell("edit", "e1", patch)).without_faults("it").cell("e1").spec
    assert found == Edit(changes={"patch": "--- a/town.yaml\n+++ b/town.yaml\n@@ -1 +1 @@\n-a\n+b\n"})
    wrong = notebook_of(FRONT + cell("edit", "e1", patch.replace("@@ -1 +1 @@", "@@ here @@"))).faults
    assert [(one.line, "not a unified diff" in one.message) for one in wrong] == [(11, True)]
    outside = notebook_of(FRONT + cell("edit", "e1", patch.replace("/town.yaml", "/../../etc"))).faults
    assert outside[0].line == 9
    assert notebook_of(FRONT + cell("edit", "e1", "add: {}")).faults


# ---- what is said of files


@pytest.mark.parametrize(
    ("key", "value", "file", "says"),
    [
        ("world.Candle Court.about", "Wet.", "world.yaml", "    Wet."),
        ("world.candle court.objects.pump.state", "running", "world.yaml", "state: running"),
        ("town.facts.chess-evening.key_words", ["chess"], "town.yaml", "key_words: [chess]"),
        ("add.town.facts", FAIR, "town.yaml", "id: fair"),
        ("add.persona.nell.traits", "curious", "personas/nell.yaml", "generous, curious]"),
        ("add.world.Candle Court.objects", {"well": {"state": "dry"}}, "world.yaml", "well:"),
    ],
)
def test_a_path_names_a_part_and_the_rest_of_the_file_stays(setup, key, value, file, says):
    made = changed(setup, {key: value})
    assert says in made.files[file]
    assert {name for name in made.files if made.files[name] != setup.files[name]} == {file}
    before, after = setup.files[file].splitlines(), made.files[file].splitlines()
    assert len(set(before) - set(after)) <= 3, "comments and layout stay"


def test_what_is_taken_away_goes_and_a_person_with_their_file(setup):
    made = changed(setup, {"remove.persona.Nell Hartley.traits.warm": ""})
    assert "traits: [talkative" in made.files["personas/nell.yaml"]
    made = changed(setup, {"remove.town.facts.smoked-salmon": ""})
    assert "smoked" not in made.files["town.yaml"].split("cognition:")[0].split("chess-evening")[1]
    with pytest.raises(BadInput, match="makes the town invalid"):
        changed(setup, {"remove.persona.ruth": ""})  # others know her


@pytest.mark.parametrize(
    ("key", "value", "error", "words"),
    [
        ("world.Candl Court.about.x.y", "a", BadInput, "makes the town invalid"),
        ("remove.world.Nowhere", "", NotFound, "no 'Nowhere' in world.yaml"),
        ("remove.world", "", BadInput, "cannot be removed"),
        ("remove.persona.nobody", "", NotFound, "nobody has the id"),
        ("remove.prompts.rate", "", NotFound, "'prompts' is not a part of a scenario"),
        ("add.world", {"Candle Court": {}}, BadInput, "already has 'Candle Court'"),
        ("add.world", "a place", BadInput, "must be a group of keys"),
        ("add.personas", {"../../x": {"name": "X"}}, BadInput, "is outside"),
        ("add.world.Candle Court.about", "more", BadInput, "must be a group of keys"),
    ],
)
def test_what_cannot_be_said_is_refused_in_words(setup, key, value, error, words):
    with pytest.raises(error, match=words):
        changed(setup, {key: value})


@pytest.mark.soak
def test_a_run_that_lives_is_edited_by_its_own_door(workspace):
    run = workspace.runs.new(TOWN, seed=3)
    run.live("day 1 06:00")
    with pytest.raises(BadInput, match="townwright amend"):
        run.fork(changes={"add.town.facts": FAIR})
    assert edited(run, {"add.town.facts": FAIR}).query("SELECT count(*) FROM news WHERE news = 'fair'").rows


# ---- patches

FILES = {"town.yaml": "a\nb\nc\nd\n", "world.yaml": "x\n"}
HEAD = "--- a/town.yaml\n+++ b/town.yaml\n"


def test_a_patch_is_found_where_it_fits_and_may_add_and_take_away_files():
    assert patched(FILES, f"{HEAD}@@ -2,2 +2,2 @@\n b\n-c\n+C\n")["town.yaml"] == "a\nb\nC\nd\n"
    assert patched(FILES, f"{HEAD}@@ -9,1 +9,2 @@\n d\n+e\n")["town.yaml"] == "a\nb\nc\nd\ne\n", "moved"
    two = f"{HEAD}@@ -1 +1,2 @@\n a\n+A\n@@ -4 +5 @@\n-d\n+D\n"
    assert patched(FILES, two)["town.yaml"] == "a\nA\nb\nc\nD\n"
    new = "--- /dev/null\n+++ b/personas/tess.yaml\n@@ -0,0 +1,1 @@\n+name: Tess\n"
    assert patched(FILES, new)["personas/tess.yaml"] == "name: Tess\n"
    assert set(patched(FILES, "--- a/world.yaml\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n")) == {"town.yaml"}


@pytest.mark.parametrize(
    ("patch", "line", "words"),
    [
        ("", 1, "changes nothing"),
        ("hello", 1, "not a unified diff"),
        (f"{HEAD}@@ -2 +2 @@\n-z\n+y\n", 3, "does not have the line 'z' at this position"),
        (f"{HEAD}@@ -1,3 +1,3 @@\n a\n", 4, "fewer lines"),
        ("--- a/world.yml\n+++ b/world.yml\n@@ -1 +1 @@\n-x\n+y\n", 1, "not a scenario file"),
        ("--- a/personas/no.yaml\n+++ b/personas/no.yaml\n@@ -1 +1 @@\n-x\n+y\n", 1, "does not exist"),
        ("--- a/../x.yaml\n+++ b/../x.yaml\n@@ -1 +1 @@\n-x\n+y\n", 1, "is outside"),
        ("--- /dev/null\n+++ b/town.yaml\n@@ -0,0 +1 @@\n+y\n", 1, "already"),
    ],
)
def test_a_patch_that_does_not_fit_names_its_line(patch, line, words):
    with pytest.raises(BadPatch, match=words) as error:
        patched(FILES, patch)
    assert error.value.line == line
