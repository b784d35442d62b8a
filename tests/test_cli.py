"""The command line does what the studio does, says everything in one line, and speaks JSON to programs."""

from __future__ import annotations

import importlib
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cli import main
from engine.cli.grammar import parser
from engine.cli.progress import ProgressLine
from engine.cli.terminal import Terminal, clean, width
from engine.scenario import load
from engine.simulation.living import Progress, hold
from engine.town import open_workspace

ROOT = Path(__file__).parents[1]
MORNING = ["--until", "day 1 09:00", "--quiet"]
COMMANDS = ["check", "new", "schema", "run", "resume", "fork", "runs", "ask", "whisper", "set", "memories",
            "why", "export", "fingerprint", "doctor"]  # fmt: skip


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    """A workspace in which Willow Bay has lived until nine in the morning; to be read only."""
    folder = tmp_path_factory.mktemp("lived")
    assert main(["run", "willow-bay", *MORNING, "--workspace", str(folder)]) == 0
    return folder


@pytest.fixture
def own(lived, tmp_path, monkeypatch):
    """A copy of it that a test may change, as the workspace that commands find by themselves."""
    folder = tmp_path / "workspace"
    shutil.copytree(lived, folder)
    monkeypatch.setenv("TOWNWRIGHT_WORKSPACE", str(folder))
    return folder


@pytest.fixture
def call(lived, capsys, monkeypatch):
    """Runs a command on the lived workspace; its exit status, output and error output."""
    monkeypatch.setenv("TOWNWRIGHT_WORKSPACE", os.environ.get("TOWNWRIGHT_WORKSPACE", str(lived)))

    def run(*arguments):
        capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


@pytest.fixture
def asked(call):
    """Runs a command that must succeed and speaks JSON; what it said."""

    def run(*arguments):
        status, out, err = call(*arguments, "--json")
        assert status == 0, err
        return json.loads(out)

    return run


# ---------------------------------------------------------------- help and start


def test_the_help_names_every_command_and_says_what_it_does(call):
    status, out, err = call("--help")
    assert (status, err) == (0, "")
    for name in COMMANDS:
        assert f"\n  {name} " in out


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_explains_itself_and_can_be_done(name, call):
    status, out, _ = call(name, "--help")
    assert status == 0
    assert out.startswith(f"usage: townwright {name} ")
    place = parser()._subparsers._group_actions[0].choices[name].get_default("do")
    module, function = place.split(":")
    assert callable(getattr(importlib.import_module(f"engine.cli.{module}"), function))


def test_help_waits_for_nothing_heavy():
    """`--help` and a typing error are answered before anything large is imported."""
    assert modules_after("from engine.cli import main; main(['--help'])").isdisjoint(
        {"numpy", "pydantic", "sqlite_utils", "streamlit", "openai", "engine.town"}
    )


def test_the_engine_loads_neither_the_studio_nor_a_model_client():
    loaded = modules_after("import engine, engine.town")
    assert "engine.town" in loaded
    assert loaded.isdisjoint({"streamlit", "studio", "openai"})


def modules_after(code):
    code += "; import sys; print('loaded', *sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def test_the_package_runs_as_a_module_and_survives_a_reader_that_leaves(lived):
    export = [sys.executable, "-m", "engine.cli", "export", "last", "--workspace", str(lived)]
    process = subprocess.Popen(export, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert b'"type":"header"' in process.stdout.readline()
    process.stdout.close()
    assert process.wait(60) == 141
    assert process.stderr.read() == b""
    process.stderr.close()


def test_without_a_command_the_studio_opens_on_a_town_ready_to_live(monkeypatch, call, tmp_path):
    opened = []
    monkeypatch.setattr("studio.launch.launch", lambda folder, **how: opened.append((folder, how)))
    folder = tmp_path / "my-towns"
    assert call("--workspace", folder, "--port", 9000, "--no-browser")[0] == 0
    assert opened == [(folder, {"port": 9000, "open_browser": False, "page": "stage"})]
    with open_workspace(folder) as workspace:
        assert [run.name for run in workspace.runs()] == ["Willow Bay"]


def test_the_workspace_is_said_before_or_after_the_command_or_by_a_variable(monkeypatch):
    monkeypatch.delenv("TOWNWRIGHT_WORKSPACE", raising=False)
    assert parser().parse_args(["runs"]).workspace == Path("workspace")
    monkeypatch.setenv("TOWNWRIGHT_WORKSPACE", "mine")
    assert parser().parse_args(["runs"]).workspace == Path("mine")
    assert parser().parse_args(["--workspace", "yours", "runs"]).workspace == Path("yours")
    assert parser().parse_args(["runs", "--workspace", "yours"]).workspace == Path("yours")


# ---------------------------------------------------------------- living


def test_a_run_ends_with_its_figures(asked, own):
    end = asked("run", "willow-bay", *MORNING, "--name", "Second", "--seed", 7)
    assert list(end) == ["run", "fingerprint", "minute", "agents", "turns", "calls", "tokens", "seconds"]
    assert (end["run"], end["minute"], end["agents"]) == ("second-1", 540, 8)
    assert end["turns"] > 8
    assert end["calls"] > 8


def test_same_seed_same_fingerprint_at_any_concurrency_and_another_seed_another_one(asked, own):
    first = asked("fingerprint", "willow-bay-1")["fingerprint"]
    again = asked("run", "willow-bay", *MORNING, "--concurrency", 1)
    other = asked("run", "willow-bay", *MORNING, "--seed", 8)
    assert again["fingerprint"] == first
    assert other["fingerprint"] != first


def test_resume_goes_where_it_is_told_or_where_the_run_was_going(asked, call, own):
    assert asked("resume", "last", "--until", "day 1 09:30", "--quiet")["minute"] == 570
    assert asked("resume", "last", "--quiet")["minute"] == 570
    status, _, err = call("resume", "last", "--until", "day 1 08:00")
    assert status == 1
    assert "fork it at an earlier one" in err


def test_days_count_to_the_end_of_a_day():
    from engine.cli.living import _goal

    assert _goal(Namespace(until=None), 0, days=3) == 3 * 1440
    assert _goal(Namespace(until="day 2 12:00"), 0, days=3) == 1440 + 720
    assert _goal(Namespace(until=None), 1440, days=1) == 2 * 1440


def test_ctrl_c_stops_at_a_safe_moment_and_the_day_ends_as_if_it_never_happened(
    call, asked, own, monkeypatch
):
    monkeypatch.setattr(ProgressLine, "show", _interrupt_after(20))
    before = signal.getsignal(signal.SIGINT)
    status, out, err = call("run", "willow-bay", *MORNING, "--name", "Broken off")
    assert status == 130
    assert "broken-off-1 has lived until" in out
    assert "townwright resume broken-off-1" in err
    assert signal.getsignal(signal.SIGINT) is before
    monkeypatch.undo()
    monkeypatch.setenv("TOWNWRIGHT_WORKSPACE", str(own))
    assert asked("runs")[-1]["minute"] < 540
    end = asked("resume", "broken-off-1", "--quiet")
    assert end["minute"] == 540
    assert end["fingerprint"] == asked("fingerprint", "willow-bay-1")["fingerprint"]


def test_a_second_ctrl_c_leaves_at_once_and_keeps_what_was_lived(call, asked, own, monkeypatch):
    show = _interrupt_after(20, times=2)
    monkeypatch.setattr(ProgressLine, "show", show)
    status, _, err = call("run", "willow-bay", *MORNING, "--name", "Hurry")
    assert status == 130
    assert "townwright resume hurry-1" in err
    monkeypatch.undo()
    monkeypatch.setenv("TOWNWRIGHT_WORKSPACE", str(own))
    end = asked("resume", "hurry-1", "--quiet")
    assert end["fingerprint"] == asked("fingerprint", "willow-bay-1")["fingerprint"]


def _interrupt_after(turns, times=1):
    def show(self, progress):
        if progress.turns == turns:
            for _ in range(times):
                signal.raise_signal(signal.SIGINT)

    return show


def test_a_run_that_somebody_lives_is_left_alone(call, own):
    with open_workspace(own) as workspace:
        run = workspace.run("last")
        with hold(workspace.store, run.row):
            status, out, err = call("resume", "last", "--days", 1)
    assert (status, out) == (1, "")
    assert "is being lived by another process" in err.splitlines()[-1]


def test_a_fork_shares_the_past_and_costs_nothing(asked, own):
    fork = asked("fork", "willow-bay-1", "--at", "day 1 08:00", "--name", "What if")
    assert fork == {"run": "what-if-1", "parent": "willow-bay-1", "minute": 480}
    assert asked("fingerprint", "what-if-1", "--at", "day 1 08:00") == {
        **asked("fingerprint", "willow-bay-1", "--at", "day 1 08:00"),
        "run": "what-if-1",
    }
    again = asked("resume", "what-if-1", *MORNING)
    assert again["fingerprint"] == asked("fingerprint", "willow-bay-1")["fingerprint"]


def test_runs_are_listed_in_the_order_they_were_made(asked, call, own):
    asked("fork", "willow-bay-1", "--at", "day 1 08:00")
    first, second = asked("runs")
    assert (first["run"], first["minute"], first["parent"]) == ("willow-bay-1", 540, None)
    assert (second["run"], second["minute"], second["parent"]) == ("willow-bay-2", 480, "willow-bay-1")
    table = call("runs")[1].splitlines()
    assert table[0].split()[:4] == ["run", "name", "scenario", "seed"]
    assert "forked from willow-bay-1 at day 1 08:00" in table[2]


# ---------------------------------------------------------------- talking


def test_an_answer_comes_with_what_was_recalled_and_leaves_no_trace(asked):
    before = asked("fingerprint", "last")
    said = asked("ask", "last", "Isabel Moreno", "What about the lantern party?", "--at", "day 1 08:30")
    assert list(said) == ["answer", "recalled"]
    assert said["answer"]
    for memory in said["recalled"]:
        assert_scored(memory)
        assert memory["minute"] < 510
    assert asked("fingerprint", "last") == before


def test_a_whisper_is_remembered(asked, own):
    done = asked("whisper", "last", "isabel", "Invite Tomas to the party.")
    assert list(done) == ["run", "turn", "minute"]
    assert done["minute"] >= 540
    asked("resume", "last", "--until", "day 1 09:10", "--quiet")
    (memory,) = asked("memories", "last", "isabel", "--kind", "whisper")
    assert "Invite Tomas to the party." in memory["text"]
    assert memory["minute"] == done["minute"]


def test_an_object_is_named_by_as_much_of_its_path_as_is_clear(call, own):
    status, out, err = call("set", "last", "espresso machine", "broken")
    assert (status, err) == (0, "")
    assert out.startswith("Harbour Café/counter/espresso machine is broken from day 1 09:00 on.")
    status, _, err = call("set", "last", "espresso machine", "haunted")
    assert status == 0
    assert "'haunted' is new" in err


# ---------------------------------------------------------------- looking


def test_memories_are_listed_newest_first_with_stable_keys(asked):
    found = asked("memories", "last", "isabel", "--limit", 5)
    assert len(found) == 5
    assert [list(memory) for memory in found] == [
        ["id", "minute", "kind", "text", "importance", "evidence"]
    ] * 5
    assert [memory["id"] for memory in found] == sorted((memory["id"] for memory in found), reverse=True)
    seeds = asked("memories", "last", "isabel", "--kind", "seed")
    assert {memory["kind"] for memory in seeds} == {"seed"}


def test_a_search_comes_best_first_with_the_parts_of_every_score(asked, call):
    found = asked("memories", "last", "isabel", "--search", "lantern party", "--limit", 4)
    assert len(found) == 4
    for memory in found:
        assert_scored(memory)
    scores = [memory["score"] for memory in found]
    assert scores == sorted(scores, reverse=True)
    assert "party" in found[0]["text"]
    kinds = asked("memories", "last", "isabel", "--search", "lantern party", "--kind", "plan")
    assert {memory["kind"] for memory in kinds} == {"plan"}
    assert call("memories", "last", "isabel", "--search", "lantern")[1].startswith("score")


def assert_scored(memory):
    parts = memory["recency"] + memory["importance_part"] + memory["relevance"]
    assert memory["score"] == pytest.approx(parts, abs=1e-5)


def test_why_shows_recalls_prompt_answer_and_evidence(asked, call):
    memory = next(m for m in asked("memories", "last", "isabel", "--limit", 500) if m["kind"] == "plan")
    why = asked("why", "last", memory["id"])
    keys = ["row", "turn", "recalls", "recalled", "call", "evidence", "source", "cited_by"]
    assert list(why) == keys
    assert why["row"]["text"] == memory["text"]
    assert why["call"]["prompt"]
    assert why["call"]["answer"]
    status, out, _ = call("why", "last", memory["id"])
    assert status == 0
    for words in (memory["text"], "Recalled for", "= rec", "Asked (", "Answered"):
        assert words in out


def test_the_fingerprint_is_printed_alone(call):
    status, out, err = call("fingerprint", "last")
    assert (status, err) == (0, "")
    assert len(out) == 65
    int(out, 16)


def test_an_export_goes_into_a_file_that_is_whole_or_not_there(call, lived, tmp_path):
    status, out, err = call("export", "last", "--as", "jsonl", "-o", tmp_path / "log.jsonl")
    assert (status, out) == (0, "")
    assert "rows written" in err
    assert json.loads((tmp_path / "log.jsonl").read_text("utf-8").splitlines()[0])["type"] == "header"
    status, _, err = call("export", "last", "-o", tmp_path / "no" / "log.jsonl")
    assert status == 1
    assert "check the path" in err
    assert [file.name for file in tmp_path.iterdir()] == ["log.jsonl"]


def test_an_export_to_standard_output_is_the_same_file(call, tmp_path):
    call("export", "last", "-o", tmp_path / "log.jsonl")
    assert call("export", "last")[1] == (tmp_path / "log.jsonl").read_text("utf-8")


# ---------------------------------------------------------------- writing towns


def test_a_new_scenario_can_be_lived(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for arguments in (["starter"], ["copy", "--from", "willow-bay"], ["made", "--agents", 4, "--seed", 3]):
        status, out, _ = call("new", *arguments)
        assert status == 0
        assert f"townwright run ./{arguments[0]}" in out
        assert load(tmp_path / arguments[0])
        assert call("check", arguments[0])[0] == 0
    assert len(load("made").personas) == 4
    status, _, err = call("new", "starter")
    assert status == 1
    assert "is there already" in err


def test_check_prints_every_problem_with_its_place_and_its_remedy(call, tmp_path):
    (tmp_path / "town.yaml").write_text("town: Small\nbogus: 1\n", "utf-8")
    status, out, err = call("check", tmp_path)
    assert (status, err) == (1, "")
    assert "town.yaml:2:1 TW201 unknown key 'bogus' (" in out
    assert "world.yaml:1:1 TW001 " in out
    assert "3 errors" in out.splitlines()[-1]
    status, out, _ = call("check", tmp_path, "--json")
    assert status == 1
    assert {problem["code"] for problem in json.loads(out)} >= {"TW001", "TW201"}


def test_warnings_do_not_fail_a_check(call, tmp_path):
    call("new", tmp_path / "town")
    persona = tmp_path / "town" / "personas" / "nora.yaml"
    without_seed = re.sub(r"(?ms)^seed:.*?(?=^\w)", "", persona.read_text("utf-8"))
    persona.write_text(without_seed, "utf-8")
    status, out, err = call("check", tmp_path / "town")
    assert (status, err) == (0, "")
    assert re.search(r"personas/nora.yaml:\d+:\d+ TW\d+ warning: .*no seed memories", out)
    assert "1 warning" in out.splitlines()[-1]


def test_a_scenario_with_errors_is_not_lived_and_says_so_in_one_line(call, own, tmp_path):
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "town.yaml").write_text("town: Small\n", "utf-8")
    status, out, err = call("run", tmp_path / "broken")
    assert (status, out) == (1, "")
    assert len(err.splitlines()) == 1
    assert "TW" in err
    assert "`townwright check`" in err


@pytest.mark.parametrize("part", ["town", "world", "persona"])
def test_a_schema_is_json_for_editors(part, asked):
    assert asked("schema", part)["$schema"].startswith("https://json-schema.org/")


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", "wilow-bay"], "did you mean 'willow-bay'?"),
        (["run", "willow-bay", "--model", "oracle"], "no model 'oracle'"),
        (["run", "willow-bay", "--until", "tomorrow"], "'tomorrow' is not a moment"),
        (["resume", "wilow-bay-1"], "did you mean 'willow-bay-1'?"),
        (["ask", "last", "Isobel", "Well?"], "did you mean"),
        (["ask", "last", "isabel", "  "], "needs a question"),
        (["ask", "last", "isabel", "Well?", "--at", "day 9"], "has not been lived"),
        (["whisper", "last", "isabel", " "], "needs some words"),
        (["set", "last", "espreso machine", "on"], "did you mean 'espresso machine'?"),
        (["memories", "last", "nobody"], "nobody in 'Willow Bay' is called 'nobody'"),
        (["why", "last", "12"], "no row 12"),
        (["fork", "last", "--at", "day 3"], "cannot be forked|has not been lived"),
        (["check", "nowhere"], "no folder and no scenario 'nowhere'"),
        (["new", "x", "--seed", "3"], "--agents"),
        (["new", ".."], "cannot be the name"),
        (["runs", "--workspace", "no-such-place"], "no workspace in 'no-such-place'"),
        (["ask", "last", "isabel", "caf\udce9"], "not UTF-8"),
    ],
)
def test_what_the_user_got_wrong_is_said_in_one_line(arguments, words, call):
    status, out, err = call(*arguments)
    assert (status, out) == (1, "")
    assert err.startswith("townwright: ")
    assert len(err.splitlines()) == 1
    assert any(word in err for word in words.split("|"))


@pytest.mark.parametrize(
    "arguments",
    [
        ["frobnicate"],
        ["memories"],
        ["run", "willow-bay", "--days", "0"],
        ["run", "willow-bay", "--days", "many"],
        ["run", "willow-bay", "--seed", "9" * 400],
        ["why", "last", "x\x1b[31m"],
        ["export", "last", "--as", "opera"],
        ["new", "x", "--agents", "3", "--from", "willow-bay"],
    ],
)
def test_wrong_usage_says_where_the_help_is(arguments, call):
    status, out, err = call(*arguments)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert "--help" in err
    assert "\x1b" not in err


def test_text_from_a_town_cannot_steer_the_terminal(call, asked, own):
    hostile = "Say \x1b[2J\x9b31m \u202eolleh\u2028now"
    asked("whisper", "last", "isabel", hostile)
    asked("resume", "last", "--until", "day 1 09:05", "--quiet")
    (memory,) = asked("memories", "last", "isabel", "--kind", "whisper")
    for arguments in (["memories", "last", "isabel"], ["why", "last", memory["id"]]):
        for form in ([], ["--json"]):
            out = call(*arguments, *form)[1]
            assert "olleh" in out
            assert not set("\x1b\x9b\u202e\u2028") & set(out)


# ---------------------------------------------------------------- the doctor


def test_the_doctor_finds_all_well(call, asked):
    status, out, err = call("doctor")
    assert (status, err) == (0, "")
    assert "problem" not in out
    checks = {finding["check"]: finding for finding in asked("doctor")}
    assert list(checks["log"]) == ["check", "state", "found"]
    assert checks["workspace"]["state"] == "ok"
    assert checks["log"]["state"] == "ok"


def test_the_doctor_makes_no_workspace(call, tmp_path):
    assert call("doctor", "--workspace", tmp_path / "new")[0] == 0
    assert list(tmp_path.iterdir()) == []


def test_the_doctor_sees_damage_and_puts_a_backup_in_place(call, asked, own):
    from engine.store.backup import back_up

    before = asked("fingerprint", "last")
    with open_workspace(own) as workspace:
        back_up(workspace.store)
    (own / "townwright.db").write_bytes(b"not a workspace")
    status, out, _ = call("doctor")
    assert status == 1
    assert "problem" in out
    assert "townwright doctor" in out
    status, _, err = call("doctor", "--restore")
    assert status == 0
    assert "the backup is in place" in err
    assert asked("fingerprint", "last") == before


# ---------------------------------------------------------------- the terminal


@given(st.text())
def test_clean_text_has_no_control_character_but_the_line_feed(text):
    safe = clean(text)
    assert not [letter for letter in safe if ord(letter) < 32 and letter != "\n"]
    assert not [letter for letter in safe if 127 <= ord(letter) < 160]
    assert len(clean(text, one_line=True).splitlines()) <= 1


def test_what_is_clean_already_stays_as_it_is():
    assert clean("Café 港 👩‍🍳 it’s") == "Café 港 👩‍🍳 it’s"


def test_columns_are_aligned_whatever_the_script():
    terminal = spoken()
    terminal.table([("港", 1, "x"), ("Café", 100, "y")], right=(1,))
    first, second = written(terminal.out).splitlines()
    assert (first, second) == ("港      1  x", "Café  100  y")
    assert width(first) == width(second)


def test_a_poor_encoding_loses_no_letter_and_breaks_no_json():
    terminal = spoken(encoding="ascii")
    terminal.say("Café 👩‍🍳")
    assert written(terminal.out).startswith("Caf\\xe9 \\U0001f469")
    terminal = spoken(encoding="ascii")
    terminal.data({"name": "Café 👩‍🍳"})
    assert json.loads(written(terminal.out)) == {"name": "Café 👩‍🍳"}


def test_progress_is_plain_lines_in_a_pipe_and_a_bar_on_a_terminal():
    piped, seen = spoken(), spoken()
    seen.err.isatty = lambda: True
    for terminal in (piped, seen):
        with ProgressLine(terminal, since=0, until=100) as progress:
            progress.show(Progress(minute=50, turns=3, calls=2))
    lines = written(piped.err).splitlines()
    assert lines == ["from day 1 00:00 to day 1 01:40", "day 1 00:50  3 turns  2 calls"]
    assert "\r[############............]  50%  day 1 00:50" in written(seen.err)
    assert written(piped.out) == written(seen.out) == ""


def spoken(encoding="utf-8"):
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="") for _ in range(2))
    return Terminal(out, err)


def written(stream):
    stream.flush()
    return stream.buffer.getvalue().decode(stream.encoding)
