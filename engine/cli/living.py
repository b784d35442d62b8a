"""Living a run in this process: begin it or take it up, show how far it is, stop it safely on Ctrl+C."""

from __future__ import annotations

import signal
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from engine.cli.naming import existing, known_scenario, moment, next_command
from engine.cli.progress import ProgressLine
from engine.cli.terminal import INTERRUPTED, Terminal
from engine.clock import DAY, moment_words
from engine.errors import BadInput, DayPaused
from engine.simulation.day import Pause
from engine.simulation.thinking import REHEARSAL
from engine.town import Run, next_day_end, open_workspace


def run(given: Namespace, terminal: Terminal) -> int:
    """Begin a run of a scenario and live it."""
    until = _goal(given, 0, days=given.days if given.days or given.until else 1)
    with open_workspace(given.workspace) as workspace:
        begun = workspace.new_run(
            known_scenario(workspace, given.scenario),
            seed=given.seed,
            model=given.model or REHEARSAL,
            name=given.name or "",
        )
        return _live(begun, until, given, terminal)


def resume(given: Namespace, terminal: Terminal) -> int:
    """Take a run up where it stands and live on."""
    with existing(given.workspace) as workspace:
        taken_up = workspace.run(given.run)
        clock = taken_up.clock
        if given.days or given.until:
            until = _goal(given, next_day_end(clock) - DAY, days=given.days)
        else:
            until = next_day_end(clock) if taken_up.row.until is None else taken_up.row.until
        if given.until and until < clock:
            raise BadInput(
                f"{taken_up.row.id!r} is at {moment_words(clock)} already; choose a later moment, "
                "or fork it at an earlier one"
            )
        return _live(taken_up, until, given, terminal)


def _goal(given: Namespace, midnight: int, *, days: int | None) -> int:
    """The minute to live to: of the days from a midnight on and the moment, what is said, or the earlier."""
    goals = [midnight + days * DAY] if days else []
    until = moment(given.until)
    return min([*goals, *([until] if until is not None else [])])


def _live(living: Run, until: int, given: Namespace, terminal: Terminal) -> int:
    resume_it = next_command(given, "resume", living.row.id)
    pause, began = Pause(asker="command line"), time.perf_counter()
    progress = ProgressLine(terminal, since=living.clock, until=until, quiet=given.quiet)
    try:
        with _stopping(pause, terminal), progress:
            reached = living.live(until, concurrency=given.concurrency, pause=pause, watch=progress.show)
    except DayPaused as error:
        kept = f"{error}; what was lived is kept: {resume_it}"
        raise DayPaused(kept, details=error.details) from error
    except KeyboardInterrupt:
        terminal.note(f"left at once; what was lived is kept: {resume_it}")
        return INTERRUPTED
    seconds = time.perf_counter() - began
    _say_end(living, reached, seconds, given, terminal)
    if reached >= until:
        return 0
    halt = living.halt
    by = f" {halt.by}" if halt is not None else ""
    terminal.note(f"stopped at {moment_words(reached)}{by}; to go on: {resume_it}")
    return INTERRUPTED


@contextmanager
def _stopping(pause: Pause, terminal: Terminal) -> Iterator[None]:
    """Ctrl+C (or a polite kill) asks for a pause; a second one leaves at once."""
    already = False  # the pause may have been asked for by somebody else as well

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal already
        if already:
            raise KeyboardInterrupt
        already = True
        pause.ask()
        terminal.note("\nstopping at the next safe moment; once more to leave at once")

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _say_end(living: Run, reached: int, seconds: float, given: Namespace, terminal: Terminal) -> None:
    counts, calls = living.counts(), living.call_totals()
    end = {
        "run": living.row.id,
        "fingerprint": living.fingerprint(),
        "minute": reached,
        "agents": len(living.scenario.personas),
        "turns": counts["turn"],
        "calls": counts["call"],
        "tokens": sum(total.tokens_in + total.tokens_out for total in calls),
        "seconds": round(seconds, 3),
    }
    if given.json:
        terminal.data(end)
        return
    terminal.say(f"{living.row.id} has lived until {moment_words(reached)}.")
    terminal.say(
        f"  {end['agents']} agents; in all {end['turns']} turns, {end['calls']} calls, {end['tokens']} tokens"
        f"; {seconds:.1f} s here"
    )
    terminal.say(f"  fingerprint {end['fingerprint']}")
