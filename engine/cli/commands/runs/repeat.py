"""Repeats a town, or a day of a run, many times, and prints how often statements hold, and chance alone."""

from __future__ import annotations

import dataclasses
import threading
import time
from argparse import Namespace
from contextlib import suppress

from engine.api.many.batch import Band, Batch, BatchProgress, BatchTable, Share
from engine.api.workspace import Workspace, open_workspace
from engine.api.writing.changes import changes_meant
from engine.cli.naming import next_command, text_in
from engine.cli.screen.stopping import stopping
from engine.cli.screen.terminal import INTERRUPTED, Terminal
from engine.clock import moment_words
from engine.errors import BadInput, NotFound

_LINES = 5.0  # seconds between two lines of progress where there is no bar to redraw


def repeat(given: Namespace, terminal: Terminal) -> int:
    """Plan a batch, or find an existing one, live its remaining runs, and print its table."""
    with open_workspace(given.workspace) as workspace:
        if given.delete or given.restore or given.empty:
            return _put(workspace, given, terminal)
        if given.what is None:
            return _list(workspace, given, terminal)
        batch = _meant(workspace, given)
        if batch.left:
            with suppress(KeyboardInterrupt):  # what is done is kept, and told like the rest
                _live(batch, given, terminal)
        return _tell(batch, given, terminal)


def _meant(workspace: Workspace, given: Namespace) -> Batch:
    """Return the batch that is named, or plan one by the arguments."""
    try:
        return workspace.batches.find(given.what)
    except NotFound:
        return workspace.batches.plan(
            given.what,
            seeds=given.seeds or range(1, given.times + 1),
            at=given.at,
            until=given.until,
            days=given.days,
            changes=changes_meant(given.changes),
            programme=text_in(given.programme) if given.programme is not None else "",
            holds=given.holds,
            model=given.model or "",
            name=given.name or "",
        )


def _live(batch: Batch, given: Namespace, terminal: Terminal) -> None:
    shown = _Progress(terminal, quiet=given.quiet or given.json)
    told = threading.Event()
    with stopping(told.set, terminal, "stopping; finished runs are kept"), shown:
        batch.live(workers=given.workers, on=given.on or "", is_to_stop=told.is_set, watch=shown.show)


class _Progress:
    """The number of finished runs of a batch, on the error stream."""

    def __init__(self, terminal: Terminal, *, quiet: bool) -> None:
        self._terminal = terminal
        self._quiet = quiet
        self._bar = terminal.err.isatty()
        self._shown_at = 0.0

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *ending: object) -> None:
        """Move the cursor to a new line."""
        if self._bar and not self._quiet:
            self._terminal.note("")

    def show(self, progress: BatchProgress) -> None:
        """Show the progress of a batch."""
        now = time.monotonic()
        if self._quiet or not (self._bar or now - self._shown_at >= _LINES or progress.done == progress.of):
            return
        self._shown_at = now
        failed = f", {progress.failed} failed" if progress.failed else ""
        words = f"{progress.done} of {progress.of} runs{failed}"
        (self._terminal.draw if self._bar else self._terminal.note)(f"{words:<40}" if self._bar else words)


def _put(workspace: Workspace, given: Namespace, terminal: Terminal) -> int:
    """Delete a batch, restore it, or remove it for good, and print how to undo that."""
    if given.delete:
        batch = workspace.batches.find(given.delete)
        batch.delete()
        terminal.say(
            f"Deleted {batch.row.id}; to restore it: "
            f"{next_command(given, 'repeat', '--restore', batch.row.id)}"
        )
    elif given.restore:
        terminal.say(f"Restored {workspace.batches.restore(given.restore).row.id}.")
    else:
        workspace.batches.empty(given.empty)
        terminal.say(f"Permanently removed {given.empty}.")
    return 0


def _list(workspace: Workspace, given: Namespace, terminal: Terminal) -> int:
    rows = workspace.batches.deleted() if given.deleted else workspace.batches.all()
    done = {row.number: row.size - Batch(workspace.store, row, workspace.runs.keys).left for row in rows}
    if given.json:
        terminal.data(
            [
                {"batch": row.id, "name": row.name, "scenario": row.scenario, "state": row.state,
                 "done": done[row.number], "of": row.size, "created": row.created}
                for row in rows
            ]
        )  # fmt: skip
    elif not rows:
        terminal.say("There are no batches yet; `townwright repeat willow-bay` simulates a day twenty times.")
    else:
        cells = [
            (row.id, row.name, row.variants[-1].words or "-", f"{done[row.number]} of {row.size}", row.state)
            for row in rows
        ]
        terminal.table([("batch", "name", "compared with", "done", "state"), *cells], headed=True)
    return 0


def _tell(batch: Batch, given: Namespace, terminal: Terminal) -> int:
    row, table, left = batch.now, batch.table, batch.left
    if given.json:
        terminal.data(_facts(batch, table))
    else:
        _say(batch, table, terminal)
        _say_next(batch, given, terminal)
    if not left:
        return 0
    again = next_command(given, "repeat", row.id)
    if row.state == "failed":
        raise BadInput(f"{left} of {row.size} runs failed: {row.error}; to try again: {again}")
    terminal.note(f"{left} of {row.size} runs are left; to continue: {again}")
    return INTERRUPTED


def _say(batch: Batch, table: BatchTable, terminal: Terminal) -> None:
    row = batch.row
    since = f" from {moment_words(row.minute)}" if row.run is not None else ""
    terminal.say(f"{row.id}: {row.name}{since} to {moment_words(row.until)}, {sum(table.done)} runs")
    heads = ["unchanged", row.variants[-1].words][: len(row.variants)]
    if len(heads) == 2:
        terminal.say(f"  {table.done[0]} unchanged, {table.done[1]} with {heads[1]}")
    if not sum(table.done):
        return
    if table.statements:
        terminal.say("\nRuns in which each statement holds, with a 95% interval for the share")
        rows = [
            (one.said[:60], *map(_share, one.shares), "different" if one.apart else "")
            for one in table.statements
        ]
        terminal.table([("", *heads, ""), *rows], headed=True)
    terminal.say("\nCounts: minimum, quartiles, maximum")
    counted = [(one.name, *map(_band, one.bands), one.verdict or "") for one in table.counts]
    terminal.table([("", *heads, ""), *counted], headed=True)
    known = [(one.fact, one.agent, *map(_share, one.shares)) for one in table.knowing]
    if known:
        terminal.say("\nWho learns each fact")
        terminal.table([("", "", *heads), *known], headed=True)


def _say_next(batch: Batch, given: Namespace, terminal: Terminal) -> None:
    done = [one for one in batch.repetitions if not one.error]
    if done:
        path = batch.cassette(done[0].seed, done[0].variant)
        terminal.say(f"\nTo open one of the runs: {next_command(given, 'open', str(path))}")


def _share(share: Share) -> str:
    if not share.runs:
        return "-"
    return f"{share.held} of {share.runs}, {share.part:.0%} ({share.low:.0%} to {share.high:.0%})"


def _band(band: Band | None) -> str:
    if band is None:
        return "-"
    return f"{band.least:g} | {band.lower:g} {band.median:g} {band.upper:g} | {band.most:g}"


def _facts(batch: Batch, table: BatchTable) -> dict[str, object]:
    row = batch.row
    return {
        "batch": row.id,
        "name": row.name,
        "scenario": row.scenario,
        "minute": row.minute,
        "until": row.until,
        "model": row.model,
        "state": row.state,
        "error": row.error,
        "variants": [{"changes": dict(one.changes), "settings": dict(one.settings)} for one in row.variants],
        "done": list(table.done),
        "left": batch.left,
        "statements": [
            {**dataclasses.asdict(one), "sql": sql}
            for one, (_, sql) in zip(table.statements, row.statements, strict=True)
        ],
        "counts": [dataclasses.asdict(one) for one in table.counts],
        "knowing": [dataclasses.asdict(one) for one in table.knowing],
        "runs": [
            {**dataclasses.asdict(one), "cassette": _cassette(batch, one.seed, one.variant, one.error)}
            for one in batch.repetitions
        ],
    }


def _cassette(batch: Batch, seed: int, variant: int, error: str) -> str:
    try:
        return "" if error else str(batch.cassette(seed, variant))
    except NotFound:
        return ""
