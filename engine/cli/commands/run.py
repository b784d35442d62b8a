"""Living a run in this process: starts or resumes it, shows its progress, stops it safely on Ctrl+C."""

from __future__ import annotations

import time
from argparse import Namespace

from engine.api.models import ANSWERED, FREE, REHEARSAL, REPAIRED
from engine.api.run import Pause, goal_meant
from engine.api.workspace import Run, Workspace, open_workspace
from engine.cli.naming import existing, next_command
from engine.cli.screen.colour import Painted, Tone
from engine.cli.screen.progress import ProgressLine
from engine.cli.screen.stopping import stopping
from engine.cli.screen.terminal import INTERRUPTED, Terminal
from engine.clock import moment_words
from engine.errors import DayPaused


def run(given: Namespace, terminal: Terminal) -> int:
    """Create a run of a scenario and live it."""
    goal_meant("", 0, None, given.until, given.days)  # before a run is made that could not be lived
    with open_workspace(given.workspace) as workspace:
        begun = workspace.runs.new(
            given.scenario,
            seed=given.seed,
            model=given.model or REHEARSAL,
            name=given.name or "",
        )
        status = _live(begun, begun.goal_at(given.until, given.days), given, terminal)
        _warn_of_damage(workspace, terminal)
    return status


def resume(given: Namespace, terminal: Terminal) -> int:
    """Continue a run from where it stands."""
    with existing(given.workspace) as workspace:
        taken_up = workspace.runs.find(given.run)
        until = taken_up.goal_at(given.until, given.days)
        if taken_up.is_founded and taken_up.clock >= until and not taken_up.busy:
            return _say_done(taken_up, until, given, terminal)
        status = _live(taken_up, until, given, terminal)
        _warn_of_damage(workspace, terminal)
    return status


def _warn_of_damage(workspace: Workspace, terminal: Terminal) -> None:
    """Warn if the newest backup is of a damaged file."""
    if workspace.unverified_backup:
        terminal.note(
            "the latest backup was made from a damaged file; run `townwright doctor` to see what is damaged"
        )


def _say_done(lived: Run, until: int, given: Namespace, terminal: Terminal) -> int:
    """Say that the run has already reached its goal, and how to continue."""
    if given.json:
        _say_end(lived, 0.0, given, terminal)
    on = Painted(next_command(given, "resume", lived.row.id, "--days", "1"), Tone.COMMAND)
    terminal.note(
        f"{lived.row.id} has already reached {moment_words(until)}; to continue: ",
        on,
    )
    return 0


def _live(living: Run, until: int, given: Namespace, terminal: Terminal) -> int:
    resume_it = next_command(given, "resume", living.row.id)
    pause, began = Pause(asker="command line"), time.perf_counter()
    progress = ProgressLine(terminal, since=living.clock, until=until, quiet=given.quiet)
    try:
        with stopping(pause.ask, terminal, "stopping when the turns in progress end"), progress:
            reached = living.live(until, concurrency=given.concurrency, pause=pause, watch=progress.show)
            progress.reach(reached)
    except DayPaused as error:
        kept = f"{error}; everything simulated so far is kept; to continue: {resume_it}"
        raise DayPaused(kept, details=error.details) from error
    except KeyboardInterrupt:
        terminal.note(f"stopped immediately; everything simulated so far is kept; to continue: {resume_it}")
        return INTERRUPTED
    seconds = time.perf_counter() - began
    _say_end(living, seconds, given, terminal)
    if reached >= until:
        return 0
    halt = living.halt
    by = f" {halt.by}" if halt is not None else ""
    terminal.note(f"stopped at {moment_words(living.clock)}{by}; to continue: {resume_it}")
    return INTERRUPTED


def _say_end(living: Run, seconds: float, given: Namespace, terminal: Terminal) -> None:
    now = living.at()
    counts, calls = now.log.counts, now.log.call_totals()
    end = {
        "run": living.row.id,
        "fingerprint": now.fingerprint,
        "minute": living.clock,
        "until": living.row.until,
        "agents": len(living.scenario.personas),
        "turns": counts["turn"],
        "calls": counts["call"],
        "tokens": sum(total.tokens_in + total.tokens_out for total in calls),
        "seconds": round(seconds, 3),
    }
    if given.json:
        terminal.data(end)
        return
    terminal.say(f"{living.row.id} has reached {moment_words(living.clock)}.")
    terminal.say(
        f"  {end['agents']} agents; total: {end['turns']} turns, {end['calls']} calls, {end['tokens']} tokens"
        f"; {seconds:.1f} s elapsed"
    )
    terminal.say(f"  fingerprint {end['fingerprint']}")
    _say_what_was_lost(living, given, terminal)


def _say_what_was_lost(living: Run, given: Namespace, terminal: Terminal) -> None:
    """Say how many answers were unusable, and whether the server reads only a part of its prompts."""
    outcomes = living.at().log.outcomes
    paid = sum(count for how, count in outcomes.items() if how != FREE)
    left_out = paid - outcomes.get(ANSWERED, 0) - outcomes.get(REPAIRED, 0)
    if left_out:
        see = next_command(given, "calls", living.row.id, "--how", "failed")
        terminal.note(f"unusable answers of the server: {left_out} of {paid}; to see them: {see}")
    cut = living.cut_prompts()
    if cut is not None:
        terminal.note(
            f"the server seems to cut off long prompts: it counted at most {cut.counted:,} tokens, but "
            f"prompts have up to about {cut.sent:,}; increase its context length (with Ollama, set "
            "OLLAMA_CONTEXT_LENGTH=16384)"
        )
