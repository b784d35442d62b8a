"""Commands on runs: list, fork, open, export and fingerprint."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from engine.api.runs import Taken
from engine.api.text import size_words
from engine.api.workspace import Glance, Run, Workspace, open_workspace
from engine.api.workspace_file import oddity, open_plain, write_whole
from engine.api.writing.changes import changes_meant
from engine.cli.naming import existing, next_command
from engine.cli.screen.terminal import Terminal
from engine.clock import moment_words
from engine.errors import BadInput

_SHORT = 12  # letters of a fingerprint that tell one run from another


def runs(given: Namespace, terminal: Terminal) -> int:
    """List the runs in the order they were made, or the deleted ones; or delete, restore or empty a run."""
    with existing(given.workspace) as workspace:
        if given.delete is not None:
            _delete(workspace.runs.find(given.delete), given, terminal)
        elif given.restore is not None:
            _restore(workspace.runs.find(given.restore, deleted=True), given, terminal)
        elif given.empty is not None:
            _empty(workspace.runs.find(given.empty, deleted=True), given, terminal)
        else:
            _list(workspace, given, terminal)
    return 0


def _list(workspace: Workspace, given: Namespace, terminal: Terminal) -> None:
    rows = workspace.runs.deleted() if given.deleted else workspace.runs.all()
    ids = {row.number: row.id for row in (*workspace.runs.all(archived=True), *workspace.runs.deleted())}
    listed = [
        _Listed(workspace.runs.glance(row.number), workspace.runs.taken(row.number), ids) for row in rows
    ]
    if given.json:
        terminal.data([one.facts() for one in listed])
    elif given.deleted and not listed:
        terminal.say("There are no deleted runs; `townwright runs --delete RUN` deletes one.")
    elif not listed:
        terminal.say("There are no runs yet; `townwright run willow-bay` creates the first.")
    else:
        heads = ("run", "name", "scenario", "seed", "model", "at", "disk", "fingerprint", "")
        terminal.table([heads, *(one.cells() for one in listed)], right=(3, 6), headed=True)


def _delete(run: Run, given: Namespace, terminal: Terminal) -> None:
    run.delete()
    if given.json:
        terminal.data({"run": run.row.id, "deleted": run.row.deleted})
    else:
        terminal.say(f"Deleted {run.row.id}. You can restore it; it still takes up the same disk space.")
        terminal.say(f"  to restore it: {next_command(given, 'runs', '--restore', run.row.id)}")
        terminal.say(f"  to free its disk space: {next_command(given, 'runs', '--empty', run.row.id)}")


def _restore(run: Run, given: Namespace, terminal: Terminal) -> None:
    run.restore()
    if given.json:
        terminal.data({"run": run.row.id, "deleted": run.row.deleted})
    else:
        terminal.say(f"Restored {run.row.id}.")


def _empty(run: Run, given: Namespace, terminal: Terminal) -> None:
    watched = terminal.err.isatty() and not given.json
    freed = run.empty(partial(_draw_removing, terminal) if watched else None)
    if watched:
        terminal.note("")
    if given.json:
        terminal.data({"run": run.row.id, "freed": freed})
    else:
        terminal.say(f"Permanently removed {run.row.id}; the workspace is {size_words(freed)} smaller.")
        terminal.say("  Earlier backups still contain it until five newer ones are made.")


def fork(given: Namespace, terminal: Terminal) -> int:
    """Create a run that shares another's past up to a moment."""
    with existing(given.workspace) as workspace:
        parent = workspace.runs.find(given.run)
        changes = changes_meant(given.changes)
        made = parent.fork(given.at, given.name or "", given.model or "", changes)
        minute = made.row.fork_minute or 0
        if given.json:
            terminal.data({"run": made.row.id, "parent": parent.row.id, "minute": minute})
        else:
            parting = moment_words(minute)
            terminal.say(f"Created {made.row.id}, a fork of {parent.row.id} at {parting}.")
            terminal.say(f"  to continue: {next_command(given, 'resume', made.row.id, '--days', '1')}")
            if changes:
                beside = next_command(given, "compare", parent.row.id, made.row.id)
                terminal.say(f"  then, to compare the two: {beside}")
    return 0


def open_(given: Namespace, terminal: Terminal) -> int:
    """Create a run from a cassette."""
    with open_plain(given.file) as file, open_workspace(given.workspace) as workspace:
        run = workspace.runs.open_cassette(file, given.name or "")
        if given.json:
            terminal.data({"run": run.row.id, "scenario": run.row.scenario, "minute": run.clock})
        else:
            terminal.say(f"Created {run.row.id}, at {moment_words(run.clock)}, with all recorded answers.")
            terminal.say(f"  to view it: {next_command(given)}")
    return 0


def fingerprint(given: Namespace, terminal: Terminal) -> int:
    """Print the hash of a run's log."""
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        now = run.at(given.at)
        found = now.fingerprint
    if given.json:
        terminal.data({"run": run.row.id, "minute": now.minute, "fingerprint": found})
    else:
        terminal.say(found)
    return 0


def export(given: Namespace, terminal: Terminal) -> int:
    """Export a run in one of the forms, into a file that appears only when it is complete."""
    to_output = given.output == "-"
    if to_output and given.json:
        raise BadInput("standard output cannot contain both the run and its report; name a file with -o")
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        pieces = run.export(
            given.form,
            given.at,
            days=given.days,
            agent=given.agent,
            pins=given.pins,
            shape=given.shape,
        )
        if to_output:
            terminal.write_bytes(pieces)
        else:
            write_whole(pieces, _target(given.output))
    report = pieces.report
    if given.json:
        terminal.data({"run": run.row.id, "form": given.form, "file": given.output, "report": report.notes})
        return 0
    if not to_output:
        terminal.note(f"Exported {run.row.id} to {given.output}")
    for note in report.notes:
        examples = f", such as {'; '.join(note.examples)}" if note.examples else ""
        terminal.note(f"  {note.kind:<8} {note.count:,} {note.what}{examples}")
    return 0


def _target(said: str) -> Path:
    target = Path(said)
    odd = oddity(target)
    if odd == "a folder":
        raise BadInput(f"{said!r} is a folder; name a file in it")
    if odd:
        raise BadInput(f"{said!r} is {odd}; name a regular file, or - for standard output")
    return target


def _draw_removing(terminal: Terminal, gone: int, all_: int) -> None:
    terminal.draw(f"{gone:,} of {all_:,} rows removed")


class _Listed:
    """A run as shown in the list."""

    def __init__(self, glance: Glance, taken: Taken, ids: Mapping[int, str]) -> None:
        self.row = row = glance.row
        self.taken = taken
        self.minute = glance.clock
        self.state = glance.job.state if glance.job is not None else ""
        self.parent = None if row.parent is None else ids.get(row.parent, str(row.parent))

    def facts(self) -> dict[str, object]:
        """Return the run as data."""
        row = self.row
        return {
            "run": row.id,
            "name": row.name,
            "scenario": row.scenario,
            "seed": row.seed,
            "model": row.model,
            "minute": self.minute,
            "until": row.until,
            "state": self.state,
            "disk": self.taken.disk,
            "fingerprint": self.taken.fingerprint,
            "deleted": row.deleted,
            "parent": self.parent,
            "fork_minute": row.fork_minute,
            "created": row.created,
        }

    def cells(self) -> tuple[object, ...]:
        """Return the cells of the run's row in the list."""
        row = self.row
        past = f"forked from {self.parent} at {moment_words(row.fork_minute or 0)}" if self.parent else ""
        state = "" if self.state == "done" else self.state
        disk, fingerprint = size_words(self.taken.disk), self.taken.fingerprint[:_SHORT]
        remarks = ", ".join(filter(None, (state, past)))
        minute = moment_words(self.minute)
        return (row.id, row.name, row.scenario, row.seed, row.model, minute, disk, fingerprint, remarks)
