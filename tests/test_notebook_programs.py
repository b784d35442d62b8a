"""Python and pictures of an author's own: off until allowed, done apart and within a time, never fetching."""

import re

import pytest

from engine.api.workspace import open_workspace
from engine.cli import main
from engine.errors import BadInput, NotInstalled
from engine.notebook.apart import apart
from engine.notebook.jupyter.calls import programme_of
from engine.notebook.parts import NotebookFaults
from engine.notebook.reading.read import notebook_of
from engine.notebook.running.cells.drawing import harmless
from engine.notebook.running.session import Session
from engine.notebook.showing.markdown import markdown
from engine.notebook.showing.page import page
from tests.test_notebook_showing import Page

pytestmark = pytest.mark.slow
FRONT = "---\ntown-notebook: 1\ntown: three-neighbours\nseed: 3\n---\n"
FRONT += '```yaml {.run #d1}\nuntil: "day 1 08:00"\n```\n'
QUERY = "```sql {.sql #q}\nselect name, age from person\n```\n"
LINE = FRONT.count("\n") + 1


def program(code):
    return f"{FRONT}```python {{.python #p}}\n{code}\n```\n"


def chart(body):
    return f"{FRONT}{QUERY}```yaml {{.chart #c}}\n{body}\n```\n"


BAR = "data: q\nvega:\n  mark: bar\n  encoding: {x: {field: age, type: quantitative}, y: {field: name}}\n"


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("programs")) as opened:
        yield opened


def ran(workspace, text):
    for cell in notebook_of(text).cells:
        if cell.kind == "python":
            workspace.notebooks.allow_python(cell.spec.code)
    session = Session(workspace, notebook_of(text), "it")
    session.run()
    return session


def said(workspace, code):
    state = ran(workspace, program(code)).state("p")
    assert state.status == "fresh", state.why
    return tuple(line for sentence in state.output.sentences for line in sentence.splitlines())


def failed(workspace, code):
    state = ran(workspace, program(code)).state("p")
    assert state.status == "failed"
    return state.why


# ---- python is off until it is allowed


@pytest.mark.soak
def test_a_program_is_refused_with_its_line_until_this_very_text_is_allowed(workspace):
    text = program("print('once')")
    before = workspace.store.path.read_bytes()
    with pytest.raises(
        NotebookFaults, match=rf"line {LINE}: Python is off: this program has not been allowed"
    ):
        Session(workspace, notebook_of(text), "it")
    assert workspace.store.path.read_bytes() == before
    assert ran(workspace, text).state("p").output.sentences == ("once",)
    with pytest.raises(NotebookFaults, match="has not been allowed"):
        Session(workspace, notebook_of(text.replace("once", "twice")), "it")
    workspace.notebooks.allow_python("print('once')\n", allowed=False)
    with pytest.raises(NotebookFaults, match="has not been allowed"):
        Session(workspace, notebook_of(text), "it")


def test_a_workspace_may_forbid_all_of_it(workspace):
    text = program("print('never')")
    workspace.notebooks.allow_python("print('never')\n")
    workspace.notebooks.forbid_python()
    try:
        with pytest.raises(NotebookFaults, match=rf"line {LINE}: Python is off: this workspace forbids it"):
            Session(workspace, notebook_of(text), "it")
    finally:
        workspace.notebooks.forbid_python(forbidden=False)
    assert Session(workspace, notebook_of(text), "it").run()


@pytest.mark.nightly
def test_by_commands_it_is_shown_allowed_run_and_forbidden(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where people name a workspace from where they are
    file, words = tmp_path / "p.town.md", ["--workspace", "ws", "--quiet"]
    file.write_text(program("6 * 7 if run.clock else 0"))
    assert main(["notebook", "run", str(file), *words]) == 1
    assert "allow it with `townwright notebook allow FILE`" in capsys.readouterr().err
    assert not (tmp_path / "ws").exists(), "nothing is written"
    assert main(["notebook", "allow", str(file), *words]) == 0
    assert "6 * 7 if run.clock" in capsys.readouterr().out
    assert main(["notebook", "run", str(file), *words]) == 0
    assert "  42\n" in capsys.readouterr().out
    for how, status in ((["forbid"], 1), (["allow"], 0), (["forbid", str(file)], 1)):
        assert main(["notebook", *how, *words]) == 0
        assert main(["notebook", "run", str(file), *words]) == status
    assert main(["notebook", "run", *words]) == 1
    assert "needs a FILE" in capsys.readouterr().err


# ---- and apart


@pytest.mark.nightly
def test_it_writes_text_shows_its_last_line_and_reads_the_run(workspace):
    assert said(workspace, "print('a')\nprint('<b>')\n'c'") == ("a", "<b>", "'c'")
    assert said(workspace, "run.query('select count(*) from person').rows[0][0]") == ("3",)
    assert said(workspace, "import sys\nsys.exit(0)") == ()
    moment = said(workspace, "print(run.clock)")
    assert int(moment[0]) >= 480


def test_what_it_writes_is_shown_as_the_text_that_it_is(workspace):
    session = ran(workspace, program("print('a  b')\nprint('<b>c</b>')\nprint('```')\nprint('# d')"))
    shown = b"".join(page(session.notebook, session.states, "teacher")).decode()
    assert "a  b\n&lt;b&gt;c&lt;/b&gt;\n```\n# d</pre>" in shown
    text = b"".join(markdown(session.notebook, session.states, "teacher")).decode()
    assert "````\na  b\n<b>c</b>\n```\n# d\n````\n" in text


@pytest.mark.soak
def test_it_can_change_nothing_of_the_run_and_knows_no_key(workspace, monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", "secret")
    assert said(workspace, "import os\n'secret' in str(os.environ)") == ("False",)
    assert "only" in failed(workspace, "run.whisper('nell', 'Go.')").casefold()
    assert said(workspace, "import os\nos.listdir('.')") == ("[]",)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("x = 1\n\n1 / 0", r"in its line 3 \(ZeroDivisionError: division by zero"),
        (
            "print('so far')\ndef f():\n  raise ValueError('no\\nmore')\nf()",
            r"in its line 3 \(.*Output before the error: 'so far'",
        ),
        ("if", r"in its line 1 \(SyntaxError"),
        ("import sys\nsys.exit('no')", "the program failed"),
        ("import os\nos._exit(7)", "the cell could not be run"),
        ("print('x' * 5_000_000)", "wrote more than|failed"),
    ],
)
def test_a_program_that_fails_says_where(workspace, code, words):
    assert re.search(words, failed(workspace, code))


@pytest.mark.nightly
def test_one_that_never_ends_is_ended_with_all_it_started(workspace, monkeypatch):
    monkeypatch.setattr(apart, "SECONDS", 1)
    assert "took longer than 1 seconds" in failed(workspace, "while True: pass")
    sleeper = "import subprocess, sys\nsubprocess.run([sys.executable, '-c', 'import time; time.sleep(99)'])"
    assert "took longer than 1 seconds" in failed(workspace, sleeper)


# ---- pictures


@pytest.mark.nightly
def test_a_picture_is_drawn_into_the_page_and_fetches_and_runs_nothing(workspace):
    session = ran(workspace, chart(BAR))
    state = session.state("c")
    assert state.status == "fresh", state.why
    svg = state.output.grids[0].svg
    assert svg.count("Nell Hartley") >= 1
    shown = b"".join(page(session.notebook, session.states, "teacher")).decode()
    assert svg in shown
    assert "http" not in shown.replace("http://www.w3.org/", "").replace("http-equiv", "")
    assert [name for name in Page(shown).live if name not in ("use",)] == []


@pytest.mark.nightly
def test_names_of_a_town_are_words_in_a_picture(workspace):
    sly = chart(BAR).replace("select name, age", "select '<script>alert(1)</script>' as name, age")
    svg = ran(workspace, sly).state("c").output.grids[0].svg
    assert "<script" not in svg
    assert "&lt;script&gt;" in svg


@pytest.mark.soak
def test_a_picture_goes_by_the_rows_it_is_of(workspace):
    text = chart(BAR)
    ran(workspace, text)
    changed = Session(workspace, notebook_of(text.replace("age from", "age + 1 as age from")), "it")
    assert changed.state("c").status == "stale"


@pytest.mark.parametrize(
    ("body", "line", "words"),
    [
        ("vega: {mark: bar}", 0, "needs 'data'"),
        ("data: nope\nvega: {mark: bar}", -1, "no such cell above it with a SQL query"),
        ("data: q\nvega: bar", 1, "must consist of keys with values"),
        ("data: q\nvega:\n  data: {url: 'http://example.org/x.csv'}", 2, "creates rows"),
        ("data: q\nvega:\n  mark: {type: image}", 2, "cannot load an image"),
        ("data: q\nvega:\n  mark: bar\n  encoding: {url: {field: n}}", 3, "refers to content outside"),
        ("data: q\nvega:\n  encoding:\n    href: {value: x}", 3, "refers to content outside"),
        ("data: q\nvega:\n  title: //example.org/x", 2, "contains a URL"),
        ("data: q\nvega:\n  transform: [{calculate: 'sequence(1e12)', as: y}]", 2, "is an expression"),
        ("data: q\nvega:\n  transform: [{filter: 'datum.n > 3'}]", 2, "a filter written as text"),
        ("data: q\nvega:\n  width: {expr: '1'}", 2, "is an expression"),
        ("data: q\nvega:\n  encoding: {x: {axis: {labelExpr: 'x'}}}", 2, "is an expression"),
        ("data: q\nvega:\n  params: [{name: x}]", 2, "is an expression"),
        (
            "data: q\nvega:\n  transform: [{lookup: n, from: {data: {url: x}}}]",
            2,
            "refers to content outside",
        ),
        ("data: q\nvega:\n  width: 1e12", 2, "too large for a chart"),
        ("data: q\nvega:\n  a: " + "[" * 30 + "]" * 30, 2, "nested more than"),
        ("data: q\nvega:\n  a: [" + "1, " * 3000 + "1]", 2, "more than 2,000 values"),
    ],
)
def test_what_would_fetch_or_run_is_refused_with_its_line(body, line, words):
    text = chart(body)
    first = FRONT.count("\n") + QUERY.count("\n") + 2
    found = [(fault.line, fault.message) for fault in notebook_of(text).faults]
    assert [one for one in found if one[0] == first + line and words in one[1]], (first, found)


def test_values_are_what_yaml_says(workspace):
    text = chart(
        'data: q\nvega: {mark: {type: bar, tooltip: null, clip: true}, title: "7", width: 0.5, a: -3}'
    )
    assert notebook_of(text).without_faults("it").cell("c").spec.vega == (
        '{"mark":{"type":"bar","tooltip":null,"clip":true},"title":"7","width":0.5,"a":-3}'
    )


@pytest.mark.nightly
def test_a_picture_that_makes_no_sense_fails_with_a_reason(workspace):
    assert "line" in ran(workspace, chart("data: q\nvega: {mark: nonsense}")).state("c").why
    empty = ran(workspace, chart(BAR).replace("from person", "from person where age > 999"))
    assert "found no rows" in empty.state("c").why


def test_only_shapes_and_words_are_let_through():
    assert harmless("<svg><g><text>a</text></g></svg>")
    for sly in ("<script/>", "<a href='x'/>", "<image/>", "<foreignObject/>", "<g onload='x'/>"):
        with pytest.raises(BadInput):
            harmless(f"<svg>{sly}</svg>")


def test_without_the_extra_it_is_named(monkeypatch):
    monkeypatch.setattr(apart.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(NotInstalled, match=re.escape("pip install 'townwright[notebook]'")):
        apart.svg_of({})


@pytest.mark.soak
def test_a_picture_goes_to_jupyter_as_altair(workspace):
    programme = programme_of(notebook_of(chart(BAR)))
    assert 'altair.renderers.enable("svg")' in programme.opening
    names = {
        "altair": __import__("altair"),
        "q": workspace.runs.find(1).query("select name, age from person"),
    }
    exec(programme.cells["c"], names)
    assert names["c"]["data"]["values"][0]["name"]
