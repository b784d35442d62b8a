"""A notebook in Jupyter's form: valid, run there by a real kernel, and read back byte for byte."""

import ast
import json
import os
import random

import nbformat
import pytest

from engine.api.workspace import open_workspace
from engine.cli import main
from engine.errors import BadInput
from engine.notebook.embedding import with_outputs, without_outputs
from engine.notebook.jupyter.calls import programme_of
from engine.notebook.jupyter.ipynb import ipynb
from engine.notebook.jupyter.percent import percent
from engine.notebook.jupyter.taking_in import notebook_from
from engine.notebook.parts import NotebookFaults
from engine.notebook.reading.read import notebook_of
from engine.notebook.running.session import Session
from engine.notebook.showing.edition import FOUND_BEGINS
from engine.notebook.showing.page import page
from engine.notebook.starter import lesson_text, lessons
from tests.kernels import executed, shown
from tests.test_notebook_reading import random_notebook

pytestmark = pytest.mark.slow
FRONT = "---\ntown-notebook: 1  # of ours\ntown:   three-neighbours\nseed: 3\n---\n"


def cell(kind, name, body, lang="yaml", more=""):
    return f"\n```{lang} {{.{kind} #{name}{more}}}\n{body}\n```\n"


EVERY = (
    f"{FRONT}\n# All kinds <!-- the key is forty-two -->\n"
    + cell("run", "d1", 'until: "day 1 08:00"', more=' title="The morning"')
    + cell("whisper", "w1", 'to: nell\ntext: "You want to bake a \\"cake\\"\\n today."')
    + cell("event", "e1", "at: day 1 08:10\nhappen: {place: Candle Court, text: A cat sits there.}")
    + cell("run", "d2", 'until: "day 1 08:30"', more=" hidden=true")
    + cell("interview", "i1", "who: [nell, otto]\nask: [Who are you?, And today?]\nas: a stranger")
    + cell("survey", "s1", "ask: A good day?\nchoices: [yes, no]\nwho: [nell]")
    + cell("sql", "1st", "select agent,\n  count(*) as n\nfrom memory group by agent", "sql")
    + cell("chart", "c1", "plot: diffusion\nof: chess-evening")
    + cell("chart", "c2", "plot: relations\nof: nell")
    + cell("chart", "c3", "plot: talks")
    + cell("chart", "v1", "plot: map\nat: day 1 07:30")
    + cell("chart", "v2", "plot: replay\nday: 1")
    + cell("chart", "v3", "plot: plans\nof: nell")
    + cell("chart", "v4", "plot: ties")
    + cell(
        "predict",
        "p1",
        "ask: How many?\nanswer: {type: number, min: 0}\nkey: It is forty-two.\nreveal-after: d2",
    )
    + cell("branch", "b1", "from: d1\nname: without a cake")
    + cell("edit", "class", "set: {persona.nell.traits: silent}")
    + cell("run", "d3", 'until: "day 1 08:30"')
    + cell("compare", "x1", "base: d2\nvariants: [{name: other, set: {seed: 9}}]\nwith: [d3]")
    + cell("pin", "pin1", "of: select row from memory limit 1\nnote: There.\ntags: [cake]")
    + cell("expect", "k1", "that: 2 know chess-evening")
    + cell("expect", "k2", "sql: select count(*) from memory\nmin: 1\nmax: 100000")
    + cell("expect", "k3", "that: 1 know chess-evening\nacross: {seeds: 2, at-least: 1}")
    + cell("sql", "off", "select 1", "sql", " disabled=true")
    + cell("weather", "sky", "rain: 3")
    + cell("note", "key", "The secret is *forty-two*.", "text", " solution=true")
    + "\n\n"
)


@pytest.fixture(scope="module")
def states(tmp_path_factory):
    """How the cells stand after the notebook of all kinds was run."""
    with open_workspace(tmp_path_factory.mktemp("every")) as workspace:
        session = Session(workspace, notebook_of(EVERY), "every")
        assert session.run(), [state.why for state in session.states]
        return session.states


def written(text, states=(), edition="teacher"):
    return b"".join(ipynb(notebook_of(text), states, edition))


def jupyter(content):
    found = nbformat.reads(content.decode(), as_version=4)
    nbformat.validate(found)
    return found


def called(found, name):
    return next(cell for cell in found.cells if cell.id == name)


# ---- written


@pytest.mark.nightly
def test_it_is_valid_and_each_cell_keeps_its_id_what_it_asks_for_and_what_it_found(states):
    found = jupyter(written(EVERY, states))
    assert (found.nbformat, found.nbformat_minor) == (4, 5)
    ids = [one.id for one in found.cells]
    assert [one for one in ids if one not in ("setup", "prose-1")] == [
        one.id for one in notebook_of(EVERY).cells
    ]
    spec = called(found, "d1").metadata.townwright.spec
    assert (spec["days"], spec["until"]) == (None, "day 1 08:00")
    output = called(found, "1st").outputs[0]
    assert set(output.data) == {"text/plain", "text/html"}
    assert "nell" in output.data["text/plain"]
    assert called(found, "d2").metadata.jupyter.source_hidden
    assert (called(found, "sky").cell_type, called(found, "key").cell_type) == ("raw", "markdown")
    assert all(line.startswith("#") for line in called(found, "off").source.splitlines())


@pytest.mark.nightly
def test_a_real_kernel_runs_every_kind_as_it_stands_and_finds_the_same(states, tmp_path):
    found = executed(jupyter(written(EVERY, states)), tmp_path)
    kept = {state.cell.id: state.output for state in states}
    assert f"<{len(kept['1st'].grids[0].rows)} rows: agent, n>" in shown(called(found, "1st")), (
        "the table, in short"
    )
    for quote in kept["i1"].quotes:
        assert quote.text in shown(called(found, "i1"))
    assert "image/svg+xml" in called(found, "c1").outputs[-1].data
    assert "http" not in "".join(
        shown(one, kind).replace("http://www.w3.org", "")
        for one in found.cells
        for kind in ("text/html", "image/svg+xml")
    ), "nothing that it shows is fetched"
    with open_workspace(tmp_path / "workspace") as workspace:
        lived = [row for row in workspace.runs.all() if row.id in shown(called(found, "d3"))]
        run = workspace.runs.find(lived[-1].number)
        rows = run.query("select count(*) from memory").rows
        assert str(rows[0][0]) in kept["k2"].sentences[0], "the same town was lived"


@pytest.mark.parametrize("seed", range(150))
def test_any_notebook_comes_back_byte_for_byte(seed):
    text = random_notebook(random.Random(seed))
    content = written(text)
    jupyter(content)
    assert notebook_from(content, "it").text.encode() == text.encode()
    ast.parse(b"".join(percent(notebook_of(text), (), "teacher")))


def test_every_text_is_a_literal_and_nothing_of_a_notebook_is_run_as_python():
    sly = "'\"\"\"); import os; os.system('true') #\\\n# %%\nx"
    body = json.dumps(sly)
    text = FRONT + cell("run", "d1", "days: 1", more=' title="a\x0b#\u2028import os"')
    text += cell("whisper", "w1", f"to: nell\ntext: {body}") + cell(
        "interview", "i1", f"who: nell\nask: {body}"
    )
    text += cell("sql", "q", sly, "sql") + cell("expect", "k", f"that: {body}")
    text += cell("predict", "import", f"ask: {body}\nanswer: {{type: choice, options: [{body}, no]}}")
    text += cell("compare", "c", f"base: d1\nvariants: [{{name: {body}, set: {{seed: {body}}}}}]")
    programme = programme_of(notebook_of(text).without_faults("it"))
    for source in (programme.opening, *programme.cells.values()):
        names = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
        assert "os" not in names
        assert not [
            node
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Import) and node.names[0].name == "os"
        ]
    marked = b"".join(percent(notebook_of(text), (), "teacher")).decode()
    assert marked.count("\n# %%") == len(notebook_of(text).cells)


@pytest.mark.nightly
def test_marked_python_has_a_cell_for_each_and_runs_as_it_is(tmp_path, states):
    text = (
        FRONT
        + "\nProse.\n"
        + cell("run", "d1", 'until: "day 1 06:30"')
        + cell("sql", "q", "select 1 as n", "sql")
    )
    marked = b"".join(percent(notebook_of(text), (), "teacher")).decode()
    heads = [line for line in marked.splitlines() if line.startswith("# %%")]
    assert heads == [
        '# %% id="setup" kind="front"',
        '# %% [markdown] id="prose-1" kind="prose"',
        '# %% id="d1" kind="run"',
        '# %% id="q" kind="sql"',
    ]
    names = {}
    before = os.getcwd()
    os.chdir(tmp_path)
    try:
        exec(compile(marked, "it.py", "exec"), names)
        assert names["q"].rows == ((1,),)
        names["workspace"].close()
    finally:
        os.chdir(before)


# ---- for students


@pytest.mark.soak
def test_a_students_edition_holds_no_answer_in_any_corner_of_it_and_comes_back_as_a_notebook(states):
    content = written(EVERY, states, "student").decode()
    for answer in ("forty-two", "know chess-evening", "of ours"):
        assert answer in written(EVERY, states).decode()
        assert answer not in content
    found = jupyter(content.encode())
    assert called(found, "p1").source.startswith("# Predict before you continue: How many?")
    assert called(found, "1st").outputs
    assert called(found, "d3").outputs == [], "what comes below a prediction is to be found out"
    again = notebook_from(content.encode(), "it")
    assert [one.id for one in again.cells if one.kind in ("expect", "note")] == []
    assert again.cell("d2").spec == notebook_of(EVERY).cell("d2").spec
    programme_of(again)


def test_a_students_edition_that_cannot_do_without_a_solution_is_refused():
    text = FRONT + cell("run", "d1", "days: 1", more=" solution=true") + cell("branch", "b", "from: d1")
    with pytest.raises(BadInput, match="has an error"):
        written(text, (), "student")


# ---- embedded in the text


def embedded(text, states, edition="teacher"):
    return b"".join(with_outputs(notebook_of(text), states, edition)).decode()


def test_what_was_found_is_embedded_in_the_text_which_stays_the_same_notebook(states):
    text = embedded(EVERY, states)
    found = notebook_of(text)
    assert found.faults == ()
    assert [one.source for one in found.cells] == [one.source for one in notebook_of(EVERY).cells]
    assert without_outputs(found) == EVERY
    assert embedded(text, states) == text, "and what was embedded before is not embedded twice"
    assert text.index("#1st") < text.index("| agent | n |") < text.index("#c1")


def test_what_was_embedded_is_not_shown_as_prose_and_gives_students_no_answer(states):
    text = embedded(EVERY, states)
    shown = b"".join(page(notebook_of(text), (), "student")).decode()
    assert "end of what was found" not in shown
    assert "lines" not in shown
    whole = embedded(text, states, "student")
    assert "forty-two" not in whole
    assert "| agent | n |" in whole
    assert FOUND_BEGINS not in whole[whole.index("#p1") :], "below a prediction is to be found out"


# ---- read back


def test_prose_and_notes_that_were_edited_in_jupyter_come_back_and_the_rest_stays():
    text = (
        f"{FRONT}\n# Day  \n\n"
        + cell("run", "d1", "days: 1")
        + cell("note", "n1", "Old.", "text")
        + "\nEnd\n"
    )
    found = jupyter(written(text))
    called(found, "prose-1").source = "# Another day"
    called(found, "n1").source = "New.\n\nLonger."
    found.cells[2:2] = [nbformat.v4.new_markdown_cell("Added."), nbformat.v4.new_code_cell("print(1)")]
    again = notebook_from(nbformat.writes(found).encode(), "it")
    assert again.text.replace("# Another day", "# Day").startswith(f"{FRONT}\n# Day")
    assert "New.\n\nLonger.\n```" in again.text
    assert "\nAdded.\n" in again.text
    assert "End\n" in again.text
    added = next(one for one in again.cells if one.kind == "python")
    assert added.is_marked("disabled"), "code from elsewhere is off"
    assert added.body == "print(1)\n"


def test_what_jupyter_does_by_itself_is_no_change():
    text = EVERY
    found = executed_form(jupyter(written(text)))
    assert notebook_from(nbformat.writes(found).encode(), "it").text == text


def executed_form(found):
    """A notebook as it is saved after somebody ran it: counts, outputs, metadata of a front end."""
    for number, one in enumerate(found.cells):
        one.metadata["collapsed"] = False
        if one.cell_type == "code":
            one.execution_count = number
            one.outputs = [nbformat.v4.new_output("stream", text="x")]
    found.metadata.language_info = {"name": "python", "version": "3.13.0"}
    return found


def test_changed_code_is_refused_with_its_cell():
    found = jupyter(written(FRONT + cell("run", "d1", "days: 1")))
    called(found, "d1").source += "\nimport os"
    with pytest.raises(BadInput, match=r"it, cell 2 \('d1'\): its code was changed"):
        notebook_from(nbformat.writes(found).encode(), "it")


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"[]", b"\xff", b"[" * 100_000, b'{"cells": 3}',
        b'{"cells": [], "metadata": {}, "nbformat": 4}',
        json.dumps(nbformat.v4.new_notebook()).encode(),
        b'{"cells": [], "nbformat": 4, "metadata": {"townwright": {"form": 99}}}',
    ],
)  # fmt: skip
def test_what_is_none_of_ours_is_refused(content):
    with pytest.raises(BadInput, match="it'"):
        notebook_from(content, "it")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("<script>alert(1)</script>\n", "line 7: .*would run"),
        ("```yaml {.run #d1}\ndays: no\n```\n", "line 8: "),
        ("```yaml {.run #d1}\ndays: 1\n```\n" * 2, "line 10: .*already used by a cell above"),
    ],
)
def test_hostile_sources_are_refused_with_their_line_as_in_any_notebook(source, words):
    found = jupyter(written(f"{FRONT}\nProse\n"))
    called(found, "prose-1").metadata.townwright.update(source=f"\n{source}")
    with pytest.raises(NotebookFaults, match=words):
        notebook_from(nbformat.writes(found).encode(), "it")


@pytest.mark.parametrize("junk", [3, None, [], {"kind": 3, "source": 4}, {"source": ["a"]}])
def test_metadata_may_be_anything_and_breaks_nothing(junk):
    whole = json.loads(written(FRONT + cell("run", "d1", "days: 1")))
    whole["cells"][1]["metadata"]["townwright"] = junk
    if isinstance(junk, dict) and junk:
        with pytest.raises(BadInput, match="its code was changed"):
            notebook_from(json.dumps(whole).encode(), "it")
    else:
        added = notebook_from(json.dumps(whole).encode(), "it").cells
        assert [(one.kind, one.is_marked("disabled")) for one in added] == [("python", True)]


# ---- from the command line


@pytest.mark.soak
def test_a_notebook_goes_out_and_comes_back_by_two_commands(tmp_path, capsys):
    words = ["--workspace", str(tmp_path / "ws")]
    (tmp_path / "a.town.md").write_text(EVERY)
    for form in ("ipynb", "py", "html", "md"):
        out = tmp_path / f"b.{form}"
        assert (
            main(["notebook", "export", str(tmp_path / "a.town.md"), "--to", form, "-o", str(out), *words])
            == 0
        )
        assert out.stat().st_size
    assert main(["notebook", "import", str(tmp_path / "b.ipynb"), *words]) == 0
    assert (tmp_path / "b.town.md").read_bytes() == EVERY.encode()
    assert main(["notebook", "import", str(tmp_path / "b.ipynb"), *words]) == 1
    assert "already exists" in capsys.readouterr().err
    assert (
        main(["notebook", "import", str(tmp_path / "b.ipynb"), "-o", str(tmp_path / "c.town.md"), *words])
        == 0
    )
    assert main(["notebook", "export", str(tmp_path / "a.town.md"), "--to", "pdf", *words]) == 1
    assert "no format 'pdf'" in capsys.readouterr().err
    (tmp_path / "d.ipynb").write_text("{}")
    assert main(["notebook", "import", str(tmp_path / "d.ipynb"), *words]) == 1
    assert not (tmp_path / "d.town.md").exists()


# ---- the lessons


@pytest.mark.nightly
@pytest.mark.parametrize("name", lessons())
def test_a_lesson_runs_in_jupyter_where_all_holds_that_it_expects(name, tmp_path):
    found = jupyter(written(lesson_text(name)))
    executed(found, tmp_path)
    assert notebook_from(nbformat.writes(found).encode(), name).text == lesson_text(name)
