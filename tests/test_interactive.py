"""Towns at a prompt: people by their names, short forms, progress where somebody looks, and Ctrl+C."""

from __future__ import annotations

import asyncio
import io
import subprocess
import sys
from pathlib import Path

import pytest

import engine as tw
from engine.api.interactive import progress as shown
from engine.errors import BadInput, NotFound
from engine.interventions import Whisper
from engine.records import Memory
from engine.running.run_session import Progress
from tests.test_display import Read

ROOT = Path(__file__).resolve().parents[1]
NOON = 12 * 60


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with tw.open(tmp_path_factory.mktemp("prompt")) as opened:
        opened.runs.new("three-neighbours").live(NOON)
        yield opened


@pytest.fixture(scope="module")
def run(workspace):
    return workspace.runs.find("three-neighbours-1")


def test_the_short_name_opens_the_same_door():
    assert tw.open is tw.open_workspace
    assert {"open", "Run"} <= set(dir(tw))


@pytest.mark.nightly
def test_a_first_frame_waits_for_nothing_that_it_does_not_need(workspace):
    """Neither for what makes towns, nor for how a language says when."""
    code = (
        "import gc, sys, engine as tw\n"
        "with tw.open(sys.argv[1], read_only=True) as w:\n"
        "    print(len(w.runs.find('three-neighbours-1').at().memories('nell').to_frame()))\n"
        "from engine.language.times.rules import rules_of\n"
        "makes_towns = 'engine.scenario.generating.bank' in sys.modules\n"
        "print(gc.isenabled(), rules_of.cache_info().currsize, makes_towns)"
    )
    command = [sys.executable, "-c", code, str(workspace.store.path.parent)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    rows, *rest = done.stdout.split()
    assert int(rows) == 50
    assert rest == ["True", "0", "False"]


# ---- people by their names


@pytest.mark.soak
def test_people_are_found_by_tab_name_and_turn(run):
    assert {"nell", "otto", "ruth"} <= set(dir(run.agents))
    assert run.agents._ipython_key_completions_() == ["nell", "otto", "ruth"]
    assert run.agents.nell == run.agents["Nell Hartley"] == next(iter(run.agents))
    assert [agent.id for agent in run.agents] == ["nell", "otto", "ruth"]
    assert len(run.agents) == 3


def test_whoever_is_not_there_is_told_of_with_who_may_be_meant(run):
    with pytest.raises(AttributeError, match="nell"):
        _ = run.agents.nel
    with pytest.raises(NotFound, match="Nell"):
        _ = run.agents["Nel Hartley"]
    assert not hasattr(run.agents, "_ipython_display_")


def test_an_agent_says_what_the_moment_says(run):
    then = run.at("day 1 10:00")
    nell = then.agents.nell
    assert list(nell.memories) == list(then.memories("nell", limit=10_000).items)
    assert len(nell.memories) == then.memories("nell").total
    assert nell.memories.search("bread") == then.memories("nell", search="bread")
    assert nell.memories.to_frame()["id"].tolist() == [one.id for one in nell.memories]
    assert nell.reflections == then.reflections("nell")
    assert nell.diaries == then.diaries("nell")
    assert {row.agent for row in nell.relations} <= {"nell"}
    assert nell.status == then.status("nell")
    assert vars(nell.plan) == vars(then.plan("nell")) != vars(then.plan("otto"))
    assert nell.presence == then.people["nell"]
    assert nell.ask("What do you do?").text == then.ask("nell", "What do you do?").text


def test_what_comes_to_mind_has_the_parts_of_its_score(run):
    found = run.agents.nell.memories.recall("bread", count=5)
    plain = run.at().recall("nell", "bread", count=5)
    assert {one.memory.id for one in found} == {memory.id for memory, _ in plain}
    frame = found.to_frame()
    parts = frame[["recency", "importance", "relevance"]].sum(axis=1)
    assert (parts - frame["score"]).abs().max() < 2e-6  # each is rounded to six decimals
    assert frame["score"].is_monotonic_decreasing


def test_people_and_their_memories_show_themselves(run, workspace):
    fresh = workspace.runs.new("three-neighbours")
    for one in (run.agents, run.agents.nell, run.agents.nell.memories, fresh.agents, fresh.agents.nell):
        assert "Nell" in "".join(Read(one._repr_html_()).text)
        assert "\n" not in repr(one)
    assert isinstance(run.agents.nell.memories.latest(1).items[0], Memory)


# ---- short forms


def test_short_forms_do_what_the_long_ones_do(run):
    assert run.ask("nell", "Well?").text == run.at().ask("nell", "Well?").text
    short, long = run.fork(), run.fork()
    short.whisper("nell", "You want to give a party tomorrow at 18:00.")
    long.intervene(Whisper(agent="nell", text="You want to give a party tomorrow at 18:00."))
    assert short.at().fingerprint == long.at().fingerprint
    with pytest.raises(NotFound):
        run.whisper("nobody at all", "Go.")


# ---- progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def lived(run, **how):
    fork = run.fork()
    fork.live(run.clock + 120, **how)
    return fork


def test_nothing_is_shown_to_nobody(run, capsys):
    lived(run)
    lived(run, progress=False)
    assert capsys.readouterr() == ("", "")


def test_a_log_has_plain_lines(run, monkeypatch):
    out = io.StringIO()
    monkeypatch.setattr(sys, "stderr", out)
    lived(run, progress=True)
    lines = out.getvalue().splitlines()
    assert lines[-1].startswith("100%  day 1 14:")
    assert "\r" not in out.getvalue()
    assert all("turns" in line for line in lines)


def test_a_terminal_has_one_line(run, monkeypatch):
    out = Terminal()
    monkeypatch.setattr(sys, "stderr", out)
    lived(run, progress=True)
    assert out.getvalue().count("\n") == 1
    assert out.getvalue().splitlines()[-1].rstrip().startswith("[########################] 100%")


@pytest.mark.soak
def test_a_prompt_shows_it_by_itself(run, monkeypatch):
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)
    monkeypatch.setattr(sys, "stderr", Terminal())
    told = []
    lived(run, watch=lambda _: told.append(1))
    assert told
    assert sys.stderr.getvalue() == ""
    lived(run)
    assert "100%" in sys.stderr.getvalue()
    lived(run, watch=lambda _: told.append(1), progress=True)
    assert len(told) > 1


def test_a_notebook_has_one_bar_that_moves():
    drawn = []

    class Handle:
        def update(self, data, raw):
            drawn.append(data)

    def display(data, raw, display_id):
        drawn.append(data)
        return Handle()

    bar = shown.NotebookBar(display)
    bar.draw(0.25, "day 1 06:00  <b>")
    bar.draw(1.0, "day 2 00:00")
    bar.end()
    assert 'value="25"' in drawn[0]["text/html"]
    assert "&lt;b&gt;" in drawn[0]["text/html"]
    assert drawn[1]["text/plain"] == "100%  day 2 00:00"


def test_waiting_for_another_program_is_said(run, monkeypatch):
    out = io.StringIO()
    monkeypatch.setattr(sys, "stderr", out)
    with shown.shown(None, 0, 60, True) as tell:
        tell(Progress(minute=30, waiting=7.0))
    assert "waiting for another program" in out.getvalue()


@pytest.mark.parametrize("wanted", ["yes", 3])
def test_progress_is_wanted_or_not(run, wanted):
    with pytest.raises(BadInput, match="the progress display cannot be set to"):
        lived(run, progress=wanted)


# ---- in a loop that is running, as of a notebook


@pytest.mark.soak
def test_a_day_is_lived_inside_a_running_loop(run):
    plain = lived(run)

    async def cell():
        sync, waited = run.fork(), run.fork()
        sync.live(run.clock + 120)
        await waited.live_async(run.clock + 120)
        return sync.at().fingerprint, waited.at().fingerprint

    assert set(asyncio.run(cell())) == {plain.at().fingerprint}


@pytest.mark.soak
def test_ctrl_c_keeps_what_was_lived_and_it_goes_on_from_there(run):
    whole = lived(run)
    fork = run.fork()

    def press(progress):
        if progress.minute > run.clock + 30:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fork.live(run.clock + 120, watch=press)
    assert run.clock < fork.clock < whole.clock
    assert fork.busy == ""
    fork.live(run.clock + 120)
    assert fork.at().fingerprint == whole.at().fingerprint
