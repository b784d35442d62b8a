"""A notebook is a chain of checkpoints: what was lived once is not lived again, and nothing runs unasked."""

import shutil
from xml.etree import ElementTree

import pytest

from engine.api.workspace import open_workspace
from engine.errors import BadInput
from engine.notebook.jupyter.calls import programme_of
from engine.notebook.parts import NotebookFaults
from engine.notebook.reading.read import notebook_of
from engine.notebook.running.session import Session

FRONT = "---\ntown-notebook: 1\ntown: three-neighbours\nseed: 3\n---\n"
MORNING = 'until: "day 1 08:00"'
LATER = 'until: "day 1 08:40"'
pytestmark = pytest.mark.slow


def cell(kind, name, body, more=""):
    return f"\n```yaml {{.{kind} #{name}{more}}}\n{body}\n```\n"


def sql(name, query, more=""):
    return f"\n```sql {{.sql #{name}{more}}}\n{query}\n```\n"


COUNT = "select count(*) as n from memory"
BASIC = (
    FRONT
    + cell("edit", "silent", "set: {persona.nell.traits: silent}")
    + cell("run", "d1", MORNING)
    + sql("before", COUNT)
    + cell("whisper", "w1", "to: nell\ntext: You want to bake a cake.")
    + cell("run", "d2", LATER)
    + sql("after", COUNT)
)


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A workspace in which the basic notebook was run; to be copied."""
    folder = tmp_path_factory.mktemp("notebooks")
    with open_workspace(folder) as opened:
        assert Session(opened, notebook_of(BASIC), "basic").run()
    return folder


@pytest.fixture
def workspace(kept, tmp_path):
    shutil.copytree(kept, tmp_path / "ws")
    with open_workspace(tmp_path / "ws") as opened:
        yield opened


def session(workspace, text=BASIC, name="basic"):
    return Session(workspace, notebook_of(text), name)


def statuses(found):
    return {state.cell.id: state.status for state in found.states}


def ran(found, *cells):
    done = []
    found.run(*cells, watch=lambda cell, over: over and done.append(cell.id))
    return done


def number(found, name):
    return found.state(name).output.grids[0].rows[0][0]


# ---- it runs when it is told to


def test_how_long_a_cell_took_is_known_until_it_runs_again(workspace):
    took = {state.cell.id: state.seconds for state in session(workspace).states}
    assert min(took.values()) >= 0
    assert took["d1"] > took["before"]
    found = session(workspace, BASIC + sql("more", "select count(*) from talk"))
    assert found.state("more").seconds is None
    assert found.state("d1").seconds == took["d1"]
    found.run()
    assert found.state("d1").seconds == took["d1"]
    assert found.state("more").seconds > 0


def test_nothing_runs_unasked(tmp_path):
    with open_workspace(tmp_path) as opened:
        found = session(opened)
        assert set(statuses(found).values()) == {"never run"}
        assert opened.runs.all(archived=True) == ()
        assert [state.output for state in found.states] == [None] * 6


@pytest.mark.soak
def test_each_cell_stands_on_the_one_that_changed_the_town_before(workspace):
    found = session(workspace)
    assert set(statuses(found).values()) == {"fresh"}
    assert number(found, "before") < number(found, "after")
    run = workspace.runs.find(found.state("after").output.run)
    assert run.scenario.personas[0].traits == ("silent",) or any(
        one.traits == ("silent",) for one in run.scenario.personas
    )
    whispers = run.query("select agent from memory where kind = 'whisper'").rows
    assert whispers == (("nell",),)
    before = workspace.runs.find(found.state("before").output.run)
    assert before.query("select agent from memory where kind = 'whisper'").rows == ()


def test_a_whisper_says_how_it_was_understood(workspace):
    body = "to: nell\ntext: Tell Otto that the chess evening is off. The sky is blue."
    found = session(workspace, FRONT + cell("run", "d1", MORNING) + cell("whisper", "w1", body), "understood")
    assert found.run(), [state.why for state in found.states]
    told, thought, _ = found.state("w1").output.sentences
    assert told.startswith("Understood: ")
    assert "Otto Finch" in told
    assert "nothing to act on" in thought


@pytest.mark.soak
def test_the_runs_of_a_notebook_stay_out_of_the_list(workspace):
    assert workspace.runs.all() == ()
    assert len(workspace.runs.all(archived=True)) == 5


# ---- and never twice


def test_run_again_it_costs_nothing(workspace):
    runs = len(workspace.runs.all(archived=True))
    found = session(workspace)
    assert ran(found) == []
    assert len(workspace.runs.all(archived=True)) == runs


def test_comments_titles_and_another_name_change_nothing(workspace):
    text = BASIC.replace(MORNING, f"# how far?\n{MORNING}   # so far")
    text = text.replace("{.sql #after}", '{.sql #after title="After"}').replace("#before", "#earlier")
    found = session(workspace, f"{text}\nAnd more prose.\n", "another")
    assert set(statuses(found).values()) == {"fresh"}
    assert ran(found) == []


@pytest.mark.soak
def test_an_edit_makes_stale_what_stands_on_it_and_nothing_else(workspace):
    found = session(workspace, BASIC.replace("bake a cake", "buy bread"))
    assert statuses(found) == {
        "silent": "fresh", "d1": "fresh", "before": "fresh",
        "w1": "stale", "d2": "stale", "after": "stale",
    }  # fmt: skip
    assert found.state("w1").why == "the cell was changed"
    assert found.state("after").why == "w1 above it was changed"
    assert ran(found) == ["w1", "d2", "after"]
    assert ran(session(workspace)) == [], "the first is kept as well"


def test_what_another_notebook_found_is_stale_with_its_reason_when_it_is_edited_here(workspace):
    another = session(workspace, BASIC, "another")
    assert ran(another) == [], "all of it is there"
    found = session(workspace, BASIC.replace("bake a cake", "buy bread"), "another")
    assert found.state("after").status == "stale"
    assert found.state("after").why == "w1 above it was changed"


@pytest.mark.soak
def test_the_last_cell_of_twenty_alone_runs_when_it_is_edited(workspace):
    text = BASIC + "".join(sql(f"q{n}", f"select {n} as n") for n in range(14))
    assert len(ran(session(workspace, text))) == 14
    assert len(notebook_of(text).cells) == 20
    changed = session(workspace, text.replace("select 13", "select 14"))
    assert [name for name, status in statuses(changed).items() if status != "fresh"] == ["q13"]
    assert ran(changed) == ["q13"]


def test_another_seed_makes_everything_stale(workspace):
    found = session(workspace, BASIC.replace("seed: 3", "seed: 4"))
    assert set(statuses(found).values()) == {"stale"}
    assert "the town, its seed" in found.state("d1").why


def test_one_cell_runs_with_the_checkpoints_it_stands_on(workspace):
    found = session(workspace, BASIC.replace("08:40", "08:30"))
    assert ran(found, "after") == ["after"]
    assert statuses(found)["d2"] == "stale", "its findings are told when it is run itself"
    assert found.run_to("d2")
    assert statuses(found)["d2"] == "fresh"


@pytest.mark.soak
def test_the_last_five_results_of_a_cell_are_kept_with_what_it_asked_for(workspace):
    for n in range(6):
        assert session(workspace, BASIC.replace(COUNT, f"{COUNT} where agent = 'nell' and {n} = {n}")).run()
    now = session(workspace, BASIC.replace(COUNT, f"{COUNT} where agent = 'nell' and 4 = 4"))

    past = now.past("after")

    assert [result.asked[-6:-1] for result in past] == ["5 = 5", "4 = 4", "3 = 3", "2 = 2", "1 = 1"]
    assert [result.is_now for result in past] == [False, True, False, False, False]
    assert all(result.output.grids[0].rows == past[0].output.grids[0].rows for result in past)


def test_a_result_that_is_found_again_stands_first_and_only_once(workspace):
    other = BASIC.replace(COUNT, f"{COUNT} where agent = 'nell'")
    assert session(workspace, other).run()
    workspace.notebooks.forget([step.key for step in session(workspace).steps if step.cell.id == "after"])
    assert session(workspace).run()
    assert [result.is_now for result in session(workspace).past("after")] == [True, False]


def test_what_was_deleted_is_made_again(workspace):
    found = session(workspace)
    for row in reversed(workspace.runs.all(archived=True)):
        workspace.runs.find(row.number).delete()
        workspace.runs.find(row.number, deleted=True).empty()
    assert statuses(found)["d1"] == "stale"
    assert "no longer kept" in found.state("d1").why
    assert found.run()
    assert set(statuses(found).values()) == {"fresh"}


# ---- stopped, failed, frozen, off


@pytest.mark.soak
def test_a_stop_keeps_what_was_lived_and_goes_on_from_there(workspace):
    text = FRONT + cell("run", "d1", 'until: "day 1 09:00"') + sql("n", COUNT)
    found = session(workspace, text, "stopped")
    assert not found.run(progress=lambda now: found.stop() if now.minute >= 450 else None)
    assert statuses(found) == {"d1": "never run", "n": "never run"}
    runs = len(workspace.runs.all(archived=True))
    again = session(workspace, text, "stopped")
    assert again.run()
    assert len(workspace.runs.all(archived=True)) == runs, "the same run goes on"
    straight = workspace.runs.new("three-neighbours", seed=3)
    straight.live("day 1 09:00")
    lived = workspace.runs.find(again.state("n").output.run)
    assert lived.at(540).fingerprint == straight.at(540).fingerprint


def test_a_cell_that_fails_says_why_and_ends_its_line_only(workspace):
    text = BASIC + cell("event", "bad", "undo: {entry: 999999}") + sql("n", COUNT)
    found = session(workspace, text)
    assert not found.run()
    assert statuses(found)["bad"] == statuses(found)["n"] == "failed"
    assert "999999" in found.state("bad").why
    assert f"line {found.notebook.cell('bad').line}" in found.state("bad").why
    assert statuses(found)["after"] == "fresh"


@pytest.mark.soak
def test_frozen_cells_keep_what_they_found_and_disabled_ones_are_left_out(workspace):
    text = BASIC.replace("{.sql #after}", "{.sql #after frozen=true}").replace(LATER, 'until: "day 1 08:20"')
    found = session(workspace, text)
    assert statuses(found)["after"] == "frozen"
    assert ran(found) == ["d2"]
    off = session(workspace, BASIC.replace("#w1", "#w1 disabled=true"))
    assert statuses(off)["w1"] == "off"
    assert statuses(off)["d2"] == "stale"


def test_a_branch_is_a_line_of_its_own(workspace):
    text = BASIC + cell("branch", "other", "from: d1\nname: without the cake") + sql("there", COUNT)
    found = session(workspace, text)
    assert found.run()
    assert number(found, "there") == number(found, "before") != number(found, "after")


# ---- cells that look


@pytest.mark.soak
def test_what_looks_finds_and_changes_nothing(workspace):
    text = (
        BASIC
        + cell("interview", "i1", "who: [nell, Otto Finch]\nask: [Who are you?, And what will you do today?]")
        + cell("survey", "s1", "ask: Will it be a good day?\nchoices: [yes, no]")
        + cell("chart", "c1", "plot: diffusion\nof: chess-evening")
        + cell("chart", "c2", "plot: relations\nof: nell")
        + cell("chart", "c3", "plot: talks")
        + cell("pin", "p1", "of: select row from memory where kind = 'whisper'\nnote: There.\ntags: [cake]")
        + cell(
            "compare",
            "x1",
            "base: d1\nvariants: [{name: seed nine, set: {cognition.reflect_at: 20}}]\nwith: [d2]",
        )
        + cell("compare", "x2", "base: d2\nwith: [d1]\nshow: [lines, ties, knowing, reached]")
    )
    found = session(workspace, text)
    run = found.checkpoints.at(found.steps[4].key)
    before = run.at().fingerprint
    assert found.run(), [state.why for state in found.states]
    assert run.at().fingerprint == before
    quotes = found.state("i1").output.quotes
    assert (quotes[0].who, quotes[0].asked) == ("Nell Hartley", "Who are you?")
    assert len(quotes) == 4
    assert sum(count for _, count in found.state("s1").output.grids[0].rows) <= 3
    known = found.state("c1").output.grids[0]
    assert {row[1] for row in known.rows} >= {"Otto Finch", "Ruth Adler"} or len(known.rows) >= 2
    assert found.state("p1").output.grids[0].rows
    assert run.pins.tags() == ("cake",)
    assert len(found.state("x1").output.sentences) == 2
    assert ran(session(workspace, text)) == []


def test_pictures_of_the_pages_are_found_with_rows_that_say_the_same(workspace):
    text = (
        BASIC
        + cell("chart", "v1", "plot: map\nat: day 1 07:30")
        + cell("chart", "v2", "plot: replay")
        + cell("chart", "v3", "plot: plans\nof: Nell Hartley\nday: 1")
        + cell("chart", "v4", "plot: ties\nat: day 1 00:30")
        + cell("chart", "v5", "plot: reflections\nof: nell")
        + cell("chart", "v6", "plot: map\nat: day 2 07:30")
    )
    found = session(workspace, text)
    assert not found.run()
    grids = {
        state.cell.id: state.output.grids[0]
        for state in found.states
        if state.cell.id in ("v1", "v2", "v3", "v4")
    }
    assert {name: grid.plot for name, grid in grids.items()} == dict(
        zip(grids, ("map", "replay", "plans", "ties"), strict=True)
    )
    for grid in grids.values():
        assert ElementTree.fromstring(grid.svg).tag.endswith("svg")
        assert grid.rows
    assert [row[0] for row in grids["v1"].rows] == ["Nell Hartley", "Otto Finch", "Ruth Calloway"]
    assert found.state("v1").output.minute == 450
    assert "has no conclusions yet" in found.state("v5").why
    assert "still to come" in found.state("v6").why or "not" in found.state("v6").why


def test_an_interview_shows_what_lies_behind_an_answer_where_it_is_asked_to(workspace):
    text = BASIC + cell(
        "interview",
        "i1",
        "who: nell\nask: What do you know of the surprise supper?\nshow: [memories, prompt]",
    )
    found = session(workspace, text)
    assert found.run(), [state.why for state in found.states]
    behind, prompt = found.state("i1").output.grids
    cited = [row for row in behind.rows if row[-1] == "yes"]
    assert any("surprise supper" in row[0] for row in cited)
    for _, recency, importance, relevance, score, _ in behind.rows:
        assert score == pytest.approx(recency + importance + relevance, abs=0.02)
    assert "What do you know of the surprise supper?" in prompt.rows[-1][0]


def test_an_expectation_holds_or_not_and_says_where(workspace):
    text = (
        BASIC
        + cell("expect", "e1", "that: 2 know chess-evening")
        + cell("expect", "e2", "that: nobody knows chess-evening")
        + cell("expect", "e3", f"sql: {COUNT}\nmin: 1\nmax: 100000")
        + cell("expect", "e4", f"sql: {COUNT}\nequals: 3")
        + cell("expect", "e5", "who: nell\nask: Who are you?\nsays: nell")
        + cell("expect", "e6", "who: Otto Finch\nask: Who are you?\nsays: a bishop")
    )
    found = session(workspace, text)
    assert found.run()
    passed = [found.state(f"e{n}").output.passed for n in (1, 2, 3, 4, 5, 6)]
    assert passed == [True, False, True, False, True, False]
    assert found.state("e6").output.quotes[0].who == "Otto Finch", "the answer is shown, whatever it is"
    assert "at day 1 08:" in found.state("e2").output.sentences[0]


@pytest.mark.nightly
def test_an_expectation_across_seeds_is_kept_with_the_runs_it_fails_in(workspace):
    text = (
        FRONT
        + cell("run", "d1", MORNING)
        + cell("expect", "most", "that: 1 know chess-evening\nacross: {seeds: 2, at-least: 2}")
        + cell("expect", "none", "that: everybody knows surprise-supper\nacross: {seeds: 2, at-least: 1}")
    )
    found = session(workspace, text, "across")
    assert found.run(), [state.why for state in found.states]
    assert [found.state(name).output.passed for name in ("most", "none")] == [True, False]
    failing = found.state("none").output
    assert "holds in 0 of 2 seeds" in failing.sentences[0]
    assert [(row[0], row[1]) for row in failing.grids[0].rows] == [(1, "no"), (2, "no")]
    assert all(str(row[-1]).endswith(".cassette") for row in failing.grids[0].rows)
    assert "cassette" not in found.state("most").output.grids[0].columns, "it holds everywhere"
    assert workspace.batches.find(failing.run).open(1).clock >= 480


MANY = """base: d1
variants:
  - {name: planless, set: {without: planning}}
repeat: 2
measure: [lines, know chess-evening, 1 know chess-evening]
"""


@pytest.mark.nightly
def test_a_comparison_is_repeated_and_says_what_chance_alone_does(workspace):
    text = FRONT + cell("run", "d1", MORNING) + cell("compare", "many", MANY)
    found = session(workspace, text, "many")
    assert found.run(), [state.why for state in found.states]
    output = found.state("many").output
    assert "2 runs compared with 2 of d1" in output.sentences[0]
    rows = {row[0]: row[1:] for row in output.grids[0].rows}
    assert set(rows) == {"lines", "know chess-evening", "1 know chess-evening"}
    assert rows["1 know chess-evening"] == ("2 of 2", "2 of 2", "may be chance")
    assert rows["lines"][1] == "0 (0 to 0)", "nobody goes anywhere there"
    assert ran(session(workspace, text, "many")) == []
    program = programme_of(notebook_of(text)).cells["many"]
    assert "workspace.repeat(" in program
    assert "holds=['1 know chess-evening']" in program


@pytest.mark.soak
def test_a_run_is_repeated_alone_and_says_how_far_its_counts_differ(workspace):
    alone = "base: d1\nrepeat: 3\nmeasure: [memories, 1 know chess-evening]\n"
    text = FRONT + cell("run", "d1", MORNING) + cell("compare", "many", alone)
    found = session(workspace, text, "many")
    assert found.run(), [state.why for state in found.states]
    output = found.state("many").output
    assert output.sentences[0] == "d1: 3 runs."
    assert [len(row) for row in output.grids[0].rows] == [2, 2]
    assert ("1 know chess-evening", "3 of 3") in output.grids[0].rows
    program = programme_of(notebook_of(text)).cells["many"]
    assert "seeds=range(1, 4)" in program
    assert "changes=" not in program


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("base: d1\nwith: [d1]\nrepeat: 3", "`repeat` cannot be combined with `with`"),
        ("base: d1\nvariants: [{name: a, set: {seed: 2}}]\nrepeat: 3",
         "has its own seed and cannot be repeated"),
        ("base: d1\nvariants: [{name: a, set: {without: planning}}]\nmeasure: [lines]",
         "only works with `repeat`"),
        ("base: d1\nvariants: [{name: a, set: {without: planning}}]\nrepeat: 1", "from 2 to 100"),
        ("base: d1\nvariants: [{name: a, set: {without: planning}}]\nrepeat: 2\nmeasure: [knwo it]", "knwo"),
    ],
)  # fmt: skip
def test_a_comparison_that_cannot_be_repeated_is_refused_before_anything_is_lived(workspace, said, words):
    text = FRONT + cell("run", "d1", MORNING) + cell("compare", "many", said)
    runs = len(workspace.runs.all(archived=True))
    with pytest.raises(NotebookFaults, match=words):
        session(workspace, text, "many")
    assert len(workspace.runs.all(archived=True)) == runs


# ---- predictions


def test_what_follows_waits_for_a_prediction_which_then_stays(workspace):
    asked = "ask: How many?\nanswer: {type: number, min: 0, max: 5}\nreveal-after: d2\nkey: Three."
    text = BASIC.replace("\n```sql {.sql #before}", cell("predict", "p1", asked) + "\n```sql {.sql #before}")
    found = session(workspace, text, "lesson")
    assert found.state("before").withheld
    assert found.state("after").withheld
    assert found.state("d2").withheld, "how many lines were said may be what is asked"
    assert not found.state("d1").withheld
    for wrong in ("", "seven", "6", "nan"):
        with pytest.raises(BadInput):
            found.predict("p1", wrong)
    found.predict("p1", "3")
    assert found.state("p1").output.sentences == ("You predicted: 3", "Answer: Three.")
    assert not found.state("after").withheld
    with pytest.raises(BadInput, match="and cannot be changed"):
        found.predict("p1", "4")
    with pytest.raises(BadInput, match="does not ask for a prediction"):
        found.predict("d1", "4")


ASKED = "ask: How many will Nell tell?\nanswer: {type: number, min: 0, max: 3}\nkey: Two."
GUESS = cell("predict", "p1", ASKED)


def test_a_prediction_outlives_another_wording_and_not_another_kind_of_answer(workspace):
    session(workspace, FRONT + GUESS).predict("p1", "2")
    other = session(workspace, FRONT + GUESS.replace("Nell", "Nella"))
    said = other.state("p1").output.sentences
    assert said == ("You predicted: 2", "The question was changed after your prediction.", "Answer: Two.")
    with pytest.raises(BadInput, match="and cannot be changed"):
        other.predict("p1", "3")
    narrower = session(workspace, FRONT + GUESS.replace("max: 3", "max: 1"))
    assert narrower.state("p1").output is None
    narrower.predict("p1", "1")
    assert narrower.state("p1").output.sentences[0] == "You predicted: 1"


def test_a_scenario_is_renamed_with_its_notebooks_and_what_was_predicted_in_them(workspace):
    town, path = "three-neighbours", "notebooks/mine.town.md"
    workspace.scenarios.taken_in(town)
    workspace.scenarios.save_file(town, path, FRONT + cell("run", "d1", MORNING) + GUESS)
    workspace.scenarios.save_file(town, "notebooks/far.town.md", FRONT.replace(town, "the-green"))
    newest = workspace.scenarios.versions(town)[0].number
    workspace.scenarios.drafts.keep(town, path, FRONT + "Typed.\n" + GUESS, newest)
    found = session(workspace, workspace.scenarios.files(town)[path], f"{town}/{path}")
    found.predict("p1", "2")
    assert found.run("d1")
    before = found.state("d1").output
    assert workspace.scenarios.rename(town, "  Three  ") == "Three"
    files = workspace.scenarios.files("Three")
    assert 'town: "Three"' in files[path]
    assert "town: the-green" in files["notebooks/far.town.md"]
    drafted = workspace.scenarios.drafts.of("Three")[path]
    assert 'town: "Three"' in drafted.text
    assert not workspace.scenarios.drafts.base("Three", path, drafted.base_version).moved_on
    again = session(workspace, files[path], f"Three/{path}")
    assert again.state("p1").output.sentences[0] == "You predicted: 2"
    assert again.state("d1").status == "fresh"
    assert again.state("d1").output == before


@pytest.mark.soak
def test_a_repeated_cell_says_how_many_runs_are_finished_and_goes_on_where_it_was_stopped(workspace):
    text = BASIC + cell("expect", "often", "that: 1 know chess-evening\nacross: {seeds: 3, at-least: 1}")
    counted = []

    def count(runs):
        counted.append((runs.done, runs.of))
        if runs.done == 1:
            found.stop()

    found = Session(workspace, notebook_of(text), "basic", counting=count)
    assert not found.run("often")
    assert counted[0] == (0, 3)
    assert counted[-1][0] < 3
    assert found.state("often").status == "never run"
    again = []
    found = Session(workspace, notebook_of(text), "basic", counting=lambda runs: again.append(runs.done))
    assert found.run("often")
    assert again[0] == counted[-1][0] > 0
    assert again[-1] == 3
    assert found.state("often").output.sentences[0].endswith("at least 1 were expected.")


# ---- hostile


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (sql("q", "delete from memory"), "only a SELECT"),
        (sql("q", "select * from run"), "run"),
        (
            sql(
                "q", "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n"
            ),
            "took",
        ),
        (sql("q", "select load_extension('x')"), "load_extension"),
        (sql("q", "attach database 'x' as y"), "only a SELECT"),
        ("\n```python {.python #q}\nimport os\n```\n", "Python is off"),
        (cell("interview", "q", "who: zoe\nask: Who?"), "called 'zoe'"),
        (cell("expect", "q", "that: 5 know the way"), "no fact"),
        (cell("expect", "q", "who: zoe\nask: Who?\nsays: me"), "called 'zoe'"),
        (cell("edit", "q", "set: {persona.nell.wings: two}"), "a persona has no key 'wings'"),
        (cell("edit", "q", "set: {persona.nell.home: ../../x}"), "home"),
    ],
)
def test_a_hostile_notebook_is_refused_with_its_line_and_nothing_is_written(workspace, more, words):
    before = workspace.store.path.read_bytes()
    with pytest.raises(NotebookFaults, match=words) as found:
        session(workspace, BASIC + more)
    line = BASIC.count("\n") + 2
    assert found.value.faults[0].line in (line, line + 1)
    assert workspace.store.path.read_bytes() == before


def test_a_town_lies_beside_the_notebook_and_nowhere_else(workspace, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "link").symlink_to(tmp_path)
    for town in ("link/in", "nowhere", "sub/nowhere"):
        text = f"---\ntown-notebook: 1\ntown: {town}\n---\n"
        with pytest.raises(NotebookFaults, match="line 3"):
            Session(workspace, notebook_of(text), "far", folder=tmp_path / "in")


# ---- the values of names in a query


def test_another_value_of_a_name_runs_that_query_alone_again(workspace):
    asks = "select :most, count(*) from person where :of in (agent, name)"
    text = BASIC + sql("named", asks, ' of="nell" most=2')
    found = session(workspace, text)
    assert ran(found) == ["named"]
    assert found.state("named").output.grids[0].rows == ((2, 1),)
    assert programme_of(found.notebook).cells["named"].endswith("given={'most': 2, 'of': 'nell'})\nnamed")
    other = session(workspace, text.replace('of="nell"', 'of="Nobody"'))
    assert statuses(other)["named"] == "stale"
    assert ran(other) == ["named"]
    assert other.state("named").output.grids[0].rows == ((2, 0),)


# ---- another notebook as a variant


def compared(name):
    variant = f"{{name: no cake, notebook: {name}}}"
    return cell("compare", "beside", f"base: d2\nvariants:\n  - {variant}\nshow: [reached]")


def in_folder(workspace, text, folder):
    return Session(workspace, notebook_of(text), str(folder / "a.town.md"), folder=folder)


PLAIN = FRONT + cell("run", "d1", LATER)


@pytest.mark.soak
def test_a_run_is_compared_with_that_at_which_another_notebook_ends(workspace, tmp_path):
    (tmp_path / "plain.town.md").write_text(PLAIN, encoding="utf-8")
    found = in_folder(workspace, BASIC + compared("plain"), tmp_path)
    assert ran(found) == ["beside"]
    assert found.state("beside").output.sentences[0].startswith("no cake: the runs differ from")
    (tmp_path / "plain.town.md").write_text(PLAIN.replace("08:40", "08:20"), encoding="utf-8")
    again = in_folder(workspace, BASIC + compared("plain"), tmp_path)
    assert [name for name, status in statuses(again).items() if status == "stale"] == ["beside"]
    assert "end_of(workspace, 'plain.town.md')" in programme_of(again.notebook).cells["beside"]


def test_a_notebook_kept_with_the_same_town_is_found_by_its_name(workspace):
    town = "three-neighbours"
    workspace.scenarios.taken_in(town)
    workspace.scenarios.save_file(town, "notebooks/plain.town.md", PLAIN, "plain")
    found = session(workspace, BASIC + compared("plain"), f"{town}/notebooks/basic.town.md")
    assert ran(found)[-1] == "beside"


@pytest.mark.parametrize(
    ("name", "words"), [("nowhere", "no notebook 'nowhere'"), ("../plain", "no notebook"), ("a", "itself")]
)
def test_what_is_no_notebook_beside_it_is_refused_with_its_line(workspace, tmp_path, name, words):
    text = BASIC + compared(name)
    (tmp_path / "in").mkdir()
    (tmp_path / "plain.town.md").write_text(PLAIN, encoding="utf-8")
    (tmp_path / "in" / "a.town.md").write_text(text, encoding="utf-8")
    with pytest.raises(NotebookFaults, match=words) as raised:
        in_folder(workspace, text, tmp_path / "in")
    line = text[: text.rindex("notebook:")].count("\n") + 1
    assert raised.value.faults[0].line == line


def test_a_variant_has_another_seed_in_one_word(workspace):
    text = BASIC + cell("compare", "beside", "base: d2\nvariants: [{name: nine, seed: 9}]")
    (variant,) = notebook_of(text).without_faults("it").cell("beside").spec.variants
    assert variant.changes == {"seed": "9"}
