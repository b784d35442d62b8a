"""Checking a notebook: every fault has a code, a line and a remedy, in one round; nothing is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.api.models import Profile
from engine.api.workspace import open_workspace
from engine.cli import main
from engine.notebook.codes import CODES
from engine.notebook.parts import NotebookFaults
from engine.notebook.reading.read import notebook_of
from engine.notebook.running.session import Session

FRONT = "---\ntown-notebook: 1\ntown: three-neighbours\n---\n"
RUN = "```yaml {.run #d1}\ndays: 1\n```\n"
PAGE = Path(__file__).resolve().parents[1] / "docs" / "notebooks.md"


def cell(kind, body, name="x1", more="", lang="yaml"):
    return f"```{lang} {{.{kind} #{name}{more}}}\n{body}\n```\n"


def after_run(kind, body, **more):
    return FRONT + RUN + cell(kind, body, **more)


CASES = {
    "NB101": ("No front matter.\n", 1),
    "NB102": ("---\ntown-notebook: 7\ntown: three-neighbours\n---\n", 2),
    "NB103": ("---\ntown-notebook: 1\ntown: atlantis\n---\n", 3),
    "NB201": (FRONT + "```yaml {.run #d1}\ndays: 1\n", 5),
    "NB202": (FRONT + "```yaml {.run .edit #d1}\ndays: 1\n```\n", 5),
    "NB203": (FRONT + "```yaml {.run}\ndays: 1\n```\n", 5),
    "NB204": (FRONT + RUN + RUN, 8),
    "NB205": (FRONT + "```yaml {.run #d1 ???}\ndays: 1\n```\n", 5),
    "NB206": (FRONT + "".join(cell("note", "x", f"n{n}", lang="text") for n in range(501)), 1505),
    "NB207": (FRONT + cell("sql", "", lang="sql"), 5),
    "NB208": (FRONT + "<script>alert(1)</script>\n", 5),
    "NB209": (FRONT + cell("runn", "days: 1"), 5),
    "NB301": (FRONT + cell("run", "days: [1"), 7),
    "NB302": (FRONT + cell("run", "days: 1\ndayz: 2"), 7),
    "NB303": (after_run("interview", "ask: [How are you?]"), 9),
    "NB304": (FRONT + cell("run", "days: many"), 6),
    "NB305": (after_run("compare", "base: d1\nvariants: [{name: a, set: {seed: 2}}]\nmeasure: [lines]"), 11),
    "NB306": (FRONT + cell("sql", "select * from memory where agent = :who", lang="sql"), 6),
    "NB307": (
        FRONT + cell("sql", "select 1", "q", lang="sql") + cell("chart", "vega: {params: [1]}\ndata: q"), 9
    ),
    "NB401": (after_run("compare", "base: d2\nwith: [d1]"), 8),
    "NB402": (after_run("predict", "ask: How many?\nreveal-after: d1"), 8),
    "NB403": (after_run("branch", "from: d1"), 8),
    "NB404": (after_run("chart", "plot: map\nat: day 3 12:00"), 8),
    "NB405": (after_run("event", "at: day 1 08:00\nhappen: {place: Candle Court, text: A bang.}"), 8),
    "NB406": (after_run("compare", "base: d1\nvariants:\n  - {name: b, notebook: no-such}"), 11),
    "NB501": (after_run("interview", "who: [nobody]\nask: [How are you?]"), 9),
    "NB502": (after_run("expect", "that: 3 know nothing-of-the-kind"), 9),
    "NB503": (FRONT + cell("edit", "set: {persona.nell.agee: 3}"), 6),
    "NB504": (after_run("sql", "select agent\nfrom memry", lang="sql"), 10),
    "NB506": (FRONT + cell("event", "happen: {place: Nowhere, text: A bang.}"), 6),
    "NB507": (FRONT + cell("whisper", "to: nell\nintend: {kind: dance, what: a jig}"), 7),
    "NB505": (after_run("python", "1 + 1", lang="python"), 8),
}  # fmt: skip


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("lint")) as opened:
        yield opened


def found_in(text, workspace, folder=None):
    try:
        return Session(workspace, notebook_of(text), "it", folder=folder).warnings
    except NotebookFaults as error:
        return error.faults


@pytest.mark.parametrize("code", CASES)
def test_each_fault_has_its_code_its_line_and_a_remedy(code, workspace, tmp_path):
    text, line = CASES[code]
    (fault,) = (one for one in found_in(text, workspace, tmp_path) if one.code == code)
    assert fault.line == line
    assert fault.message
    assert fault.remedy
    assert fault.severity == ("warning" if CODES[code].endswith("(warning)") else "error")


def test_a_town_with_errors_is_told_with_its_file_and_line(workspace, tmp_path):
    (tmp_path / "sick").mkdir()
    (tmp_path / "sick" / "town.yaml").write_text("nam: Sick\n")
    (tmp_path / "sick" / "world.yaml").write_text("Hall:\n  rooms: {}\n")
    (fault,) = found_in("---\ntown-notebook: 1\ntown: sick\n---\n", workspace, tmp_path)
    assert (fault.code, fault.line) == ("NB104", 3)
    assert "personas, line 1: the town has no people" in fault.message


def test_a_run_that_is_paid_for_without_a_cap_is_warned_of_until_there_is_one(tmp_path):
    text = FRONT.replace("---\n", "---\nbrain: dear\n", 1) + RUN
    with open_workspace(tmp_path) as opened:
        opened.models.keep(Profile(name="dear", base_url="http://127.0.0.1:9/v1", model="m"))
        (fault,) = found_in(text, opened)
        assert (fault.code, fault.cell, fault.severity) == ("NB601", "d1", "warning")
        opened.models.set_cap("day", "tokens", 100_000)
        assert not found_in(text, opened)


def test_every_code_is_tried_here_and_explained_in_the_documentation():
    assert set(CODES) == {*CASES, "NB104", "NB601"}
    page = PAGE.read_text("utf-8")
    assert [code for code, title in CODES.items() if f"| {code} | {title} |" not in page] == []


def test_faults_of_the_file_and_of_the_town_are_told_in_one_round(workspace):
    text = FRONT + cell("run", "dayz: 1", "d1") + cell("interview", "who: [nobody]\nask: [Hi?]", "i1")
    assert [(fault.code, fault.cell) for fault in found_in(text, workspace)][-1] == ("NB501", "i1")
    assert found_in(text, workspace)[0].cell == "d1"


def test_a_notebook_with_warnings_alone_runs(workspace):
    text = FRONT + cell("run", 'until: "day 1 06:00"', "d1") + cell("branch", "from: d1", "b1")
    found = Session(workspace, notebook_of(text), "warned")
    assert [fault.code for fault in found.warnings] == ["NB403"]
    assert found.run()


@pytest.mark.parametrize(
    ("kind", "body", "code"),
    [
        ("whisper", "to: nobody\ntext: Go home.", "NB501"),
        ("event", "move: {who: nell, to: Nowhere}", "NB506"),
        ("event", "set: {thing: no such thing, state: on}", "NB506"),
        ("whisper", "to: nell\nintend: [{kind: meeting, with: nobody}]", "NB507"),
    ],
)
def test_whom_and_what_an_event_names_has_to_be_in_the_town(workspace, kind, body, code):
    (fault,) = found_in(FRONT + cell(kind, body), workspace)
    assert (fault.code, fault.cell) == (code, "x1")


def test_who_comes_to_live_in_the_town_may_be_named_below(workspace):
    comes = cell(
        "event", "add:\n  room: Towpath\n  persona: |\n    name: Tess\n    home: Hartley Cottage", "e1"
    )
    assert not found_in(FRONT + comes + cell("whisper", "to: tess\ntext: Go home.", "w1"), workspace)


def test_a_whisper_states_what_it_asks_in_fields(tmp_path):
    fields = "to: nell\nintend:\n  - {kind: deed, what: sweep the court, at: day 1 09:00}"
    text = FRONT + cell("run", 'until: "day 1 05:00"', "d1") + cell("whisper", fields, "w1")
    with open_workspace(tmp_path) as opened:
        session = Session(opened, notebook_of(text), "fields")
        assert session.run()
        run = opened.runs.find(session.state("w1").output.run)
        (done,) = run.at().interventions
        assert done.what.intend == "[{kind: deed, what: sweep the court, at: 'day 1 09:00'}]"


def test_a_branch_that_is_compared_or_gone_on_from_is_used(workspace):
    gone_on = after_run("branch", "from: d1", name="b1") + cell("run", "days: 1", "d2")
    compared = after_run("branch", "from: d1", name="b1") + cell("compare", "base: d1\nwith: [b1]", "c1")
    assert not found_in(gone_on, workspace)
    assert not found_in(compared, workspace)


def test_where_only_a_run_can_tell_how_far_it_goes_no_moment_is_called_wrong(workspace):
    text = (
        FRONT + cell("run", "until: {reflection: nell}", "d1") + cell("chart", "plot: map\nat: day 3 12:00")
    )
    assert not found_in(text, workspace)


def test_check_prints_every_fault_and_writes_nothing(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "it.town.md"
    file.write_text(FRONT + cell("run", "dayz: 1", "d1") + cell("branch", "from: d1", "b1"))
    before = sorted(tmp_path.iterdir())
    assert main(["notebook", "check", str(file)]) == 1
    said = capsys.readouterr().out
    assert "it.town.md:6 NB302 d1:" in said
    assert "NB403 warning: b1:" in said
    assert "the errors are fixed" in said
    assert main(["notebook", "check", str(file), "--json"]) == 1
    problems = json.loads(capsys.readouterr().out)["problems"]
    assert {"code", "line", "message", "remedy", "cell", "severity"} == set(problems[0])
    assert sorted(tmp_path.iterdir()) == before


def test_check_of_a_good_notebook_says_so_and_ends_with_0(tmp_path, capsys):
    file = tmp_path / "it.town.md"
    file.write_text(FRONT + RUN)
    assert main(["notebook", "check", str(file), "--workspace", str(tmp_path / "ws")]) == 0
    assert "no problems; 1 cell" in capsys.readouterr().out
    assert not (tmp_path / "ws").exists()
