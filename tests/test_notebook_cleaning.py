"""What no notebook needs any more can be cleared; what a person named, forked or talks in never is."""

import pytest

from engine.api.scenarios import notebook_file
from engine.api.workspace import open_workspace
from engine.api.writing.drafts import Typed
from engine.cli import main
from engine.notebook.reading.read import notebook_of
from engine.notebook.running.cleaning import clear, unneeded
from engine.notebook.running.session import Session
from tests.marks import in_turn

TOWN = "three-neighbours"
FRONT = f"---\ntown-notebook: 1\ntown: {TOWN}\nseed: 3\n---\n"
MORNING = FRONT + '\n```yaml {.run #d1}\nuntil: "day 1 06:30"\n```\n'
WHISPERED = MORNING + "\n```yaml {.whisper #w1}\nto: nell\ntext: You want to bake a cake.\n```\n"
COUNTED = WHISPERED + "\n```sql {.sql #n}\nselect count(*) from memory\n```\n"
NAME = f"{TOWN}/{notebook_file('bread')}"
pytestmark = pytest.mark.slow


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path / "ws") as opened:
        opened.scenarios.taken_in(TOWN)
        yield opened


def write(workspace, text):
    workspace.scenarios.save_file(TOWN, notebook_file("bread"), text, "bread")
    return Session(workspace, notebook_of(text), NAME)


def run_of(session, cell):
    return session.checkpoints.at(next(step.after for step in session.steps if step.cell.id == cell))


@pytest.mark.soak
def test_what_a_notebook_comes_to_is_kept(workspace):
    session = write(workspace, COUNTED)
    assert session.run()
    found = unneeded(workspace)
    assert (found.runs, found.keys, found.size) == ((), (), 0)


@pytest.mark.nightly
def test_what_was_taken_out_of_it_is_cleared_and_the_rest_stays_fresh(workspace):
    write(workspace, COUNTED).run()
    whispered = run_of(Session(workspace, notebook_of(COUNTED), NAME), "w1").row.id
    session = write(workspace, MORNING)
    found = unneeded(workspace)
    assert [row.id for row in found.runs] == [whispered]
    assert len(found.keys) == 2  # the checkpoint with what it came to, and what was counted
    assert found.size > 0
    clear(workspace, found)
    assert whispered not in [row.id for row in workspace.runs.all(archived=True)]
    assert [state.status for state in session.states] == ["fresh"]
    assert unneeded(workspace).runs == ()
    assert write(workspace, COUNTED).run()  # what was cleared is made again


REPEATED = {
    "expectation": "```yaml {.expect #many}\nthat: 1 know chess-evening\nacross: {seeds: 2}\n```\n",
    "comparison": "```yaml {.compare #many}\nbase: d1\nvariants: [{name: dull, set: {without: reflection}}]\n"
    "repeat: 2\n```\n",
}


@pytest.mark.parametrize("cell", in_turn(REPEATED, plain=[]))
def test_what_a_cell_repeated_is_cleared_with_its_cassettes_once_no_cell_tells_of_it(workspace, cell):
    repeated = f"{MORNING}\n{REPEATED[cell]}"
    assert write(workspace, repeated).run()
    [batch] = workspace.batches.all()
    by_hand = workspace.repeat(TOWN, seeds=[1], until="day 1 06:30")
    assert not unneeded(workspace)
    write(workspace, MORNING)
    found = unneeded(workspace)
    assert [row.id for row in found.batches] == [batch.id]
    assert found.count == len(found.runs) + batch.size
    assert found.size > workspace.batches.find(batch.id).disk > 0
    clear(workspace, found)
    assert [row.id for row in workspace.batches.all()] == [by_hand.row.id]
    assert list(workspace.batches.deleted()) == []
    assert not [one for one in (workspace.store.path.parent / "repeats").glob(f"{batch.id}/*")]
    assert not unneeded(workspace)
    assert write(workspace, repeated).run(), "what was cleared is made again"


@pytest.mark.nightly
def test_the_days_of_a_run_that_was_lived_until_something_go_with_it(workspace):
    until = "\n```yaml {.run #thought}\nuntil: {event: 3 know chess-evening}\ndays: 1\n```\n"
    write(workspace, FRONT + until).run()
    kept = {row.number for row in workspace.runs.all(archived=True)}
    workspace.scenarios.save_file(TOWN, notebook_file("bread"), None, "away with it")
    found = unneeded(workspace)
    assert {row.number for row in found.runs} == kept
    clear(workspace, found)
    assert list(workspace.runs.all(archived=True)) == []


def test_earlier_results_stay_with_a_notebook_and_go_with_it(workspace):
    write(workspace, COUNTED).run()
    clear(workspace, unneeded(workspace))
    assert len(workspace.notebooks.past(NAME, "n")) == 1
    workspace.scenarios.save_file(TOWN, notebook_file("bread"), None, "away with it")
    clear(workspace, unneeded(workspace))
    assert workspace.notebooks.past(NAME, "n") == ()


@pytest.mark.soak
def test_what_is_typed_and_not_saved_needs_what_it_comes_to_as_well(workspace):
    write(workspace, COUNTED).run()
    write(workspace, MORNING)
    mark = workspace.scenarios.drafts.standing(TOWN, notebook_file("bread")).mark
    typed = Typed(path=notebook_file("bread"), text=COUNTED, writer="w", seq=1, on=mark)
    workspace.scenarios.drafts.type_in(TOWN, typed)
    assert unneeded(workspace).runs == ()


@pytest.mark.soak
def test_a_notebook_that_cannot_be_read_just_now_loses_nothing(workspace):
    write(workspace, COUNTED).run()
    broken = COUNTED.replace("to: nell", "to: nell\nto: ruth")
    workspace.scenarios.save_file(TOWN, notebook_file("bread"), broken, "half a change")
    assert unneeded(workspace).runs == ()


@pytest.mark.nightly
@pytest.mark.parametrize("made_own", ["named", "listed", "forked", "talked in"])
def test_a_run_that_a_person_made_their_own_stays_with_its_past(workspace, made_own):
    session = write(workspace, COUNTED)
    session.run()
    run = run_of(session, "w1")
    if made_own == "named":
        run.rename("The cake")
    elif made_own == "listed":
        run.archive(archived=False)
    elif made_own == "forked":
        run.fork(name="mine")
    else:
        run.at().start_chat("nell")
    workspace.scenarios.save_file(TOWN, notebook_file("bread"), None, "away with it")
    found = unneeded(workspace)
    assert found.runs == ()
    clear(workspace, found)
    assert run.row.id in [row.id for row in workspace.runs.all(archived=True)]


@pytest.mark.soak
def test_a_file_needs_its_checkpoints_while_it_is_there(tmp_path, capsys):
    def said(*words):
        assert main(["notebook", *words, "--workspace", str(tmp_path / "ws")]) == 0
        return "".join(capsys.readouterr())

    book = tmp_path / "bread.town.md"
    book.write_text(MORNING, encoding="utf-8")
    said("run", str(book), "--quiet")
    assert "there is nothing to clean up" in said("clean")
    book.unlink()
    told = said("clean")
    assert "runs that no notebook needs any more: 2, about" in told
    assert "notebook clean --yes" in told
    assert "permanently removed 2 runs" in said("clean", "--yes")
    with open_workspace(tmp_path / "ws") as opened:
        assert list(opened.runs.all(archived=True)) == []
