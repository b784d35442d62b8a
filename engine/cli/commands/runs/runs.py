"""Runs as such: list them, fork one, export one, and tell one from another."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from engine.api.workspace import Glance, open_workspace
from engine.api.workspace_file import oddity, open_plain, write_whole
from engine.cli.naming import existing, next_command
from engine.cli.screen.terminal import Terminal
from engine.clock import moment_words
from engine.errors import BadInput


def runs(given: Namespace, terminal: Terminal) -> int:
    """List the runs, in the order they were made."""
    with existing(given.workspace) as workspace:
        glances = [workspace.runs.glance(row.number) for row in workspace.runs.all()]
    ids = {glance.row.number: glance.row.id for glance in glances}
    listed = [_Listed(glance, ids) for glance in glances]
    if given.json:
        terminal.data([one.facts() for one in listed])
    elif not listed:
        terminal.say("There are no runs yet; `townwright run willow-bay` makes the first.")
    else:
        heads = ("run", "name", "scenario", "seed", "model", "at", "")
        terminal.table([heads, *(one.cells() for one in listed)], right=(3,), headed=True)
    return 0


def fork(given: Namespace, terminal: Terminal) -> int:
    """Make a run that shares another's past up to a moment."""
    with existing(given.workspace) as workspace:
        parent = workspace.runs.find(given.run)
        made = parent.fork(given.at, given.name or "", given.model or "")
        minute = made.row.fork_minute or 0
        if given.json:
            terminal.data({"run": made.row.id, "parent": parent.row.id, "minute": minute})
        else:
            parting = moment_words(minute)
            terminal.say(f"{made.row.id} is {parent.row.id} until {parting}, and free from there on.")
            terminal.say(f"  to live on: {next_command(given, 'resume', made.row.id, '--days', '1')}")
    return 0


def open_(given: Namespace, terminal: Terminal) -> int:
    """Make a run of a cassette."""
    with open_plain(given.file) as file, open_workspace(given.workspace) as workspace:
        run = workspace.runs.open_cassette(file, given.name or "")
        if given.json:
            terminal.data({"run": run.row.id, "scenario": run.row.scenario, "minute": run.clock})
        else:
            terminal.say(f"{run.row.id} has come to {moment_words(run.clock)}; its answers are in it.")
            terminal.say(f"  to look at it: {next_command(given)}")
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
    """Write a run in one of the forms there are into a file that appears only when it is whole."""
    to_output = given.output == "-"
    if to_output and given.json:
        raise BadInput("the standard output cannot hold the run and its report; name a file with -o")
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        pieces = run.export(given.form, given.at, days=given.days, agent=given.agent, pins=given.pins)
        if to_output:
            terminal.write_bytes(pieces)
        else:
            write_whole(pieces, _target(given.output))
    report = pieces.report
    if given.json:
        terminal.data({"run": run.row.id, "form": given.form, "file": given.output, "report": report.notes})
        return 0
    if not to_output:
        terminal.note(f"{run.row.id}: {given.output} written")
    for note in report.notes:
        examples = f", as in {'; '.join(note.examples)}" if note.examples else ""
        terminal.note(f"  {note.kind:<8} {note.count:,} {note.what}{examples}")
    return 0


def _target(said: str) -> Path:
    target = Path(said)
    odd = oddity(target)
    if odd == "a folder":
        raise BadInput(f"{said!r} is a folder; name a file in it")
    if odd:
        raise BadInput(f"{said!r} is {odd}; name a plain file, or - for the standard output")
    return target


class _Listed:
    """A run as the list shows it."""

    def __init__(self, glance: Glance, ids: Mapping[int, str]) -> None:
        self.row = row = glance.row
        self.minute = glance.clock
        self.state = glance.job.state if glance.job is not None else ""
        self.parent = None if row.parent is None else ids.get(row.parent, str(row.parent))

    def facts(self) -> dict[str, object]:
        """For programs."""
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
            "parent": self.parent,
            "fork_minute": row.fork_minute,
            "created": row.created,
        }

    def cells(self) -> tuple[object, ...]:
        """For people."""
        row = self.row
        past = f"forked from {self.parent} at {moment_words(row.fork_minute or 0)}" if self.parent else ""
        state = "" if self.state == "done" else self.state
        remarks = ", ".join(filter(None, (state, past)))
        return (row.id, row.name, row.scenario, row.seed, row.model, moment_words(self.minute), remarks)
