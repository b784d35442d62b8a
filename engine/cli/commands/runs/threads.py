"""Threads: the outcomes of everything intended in a run."""

from __future__ import annotations

import dataclasses
from argparse import Namespace

from engine.api.exports import record
from engine.api.run import SOURCE_WORDS, STATE_WORDS, Thread
from engine.api.workspace import Run
from engine.cli.naming import existing
from engine.cli.screen.terminal import Terminal
from engine.clock import moment_words


def threads(given: Namespace, terminal: Terminal) -> int:
    """Print how far each intention has come, and why."""
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        found = run.story(given.at).threads(given.agent, state=given.state, kind=given.kind)
    if given.json:
        terminal.data([_facts(thread) for thread in found])
    elif found:
        heads = ("id", "state", "who", "due", "from", "what", "why")
        rows = [_line(run, thread) for thread in found]
        terminal.table([heads, *rows], right=(0,), headed=True)
    else:
        terminal.say(f"No threads match in {run.row.id} at this moment.")
    return 0


def _line(run: Run, thread: Thread) -> tuple[object, ...]:
    return (
        thread.shown_by,
        STATE_WORDS[thread.state],
        run.town.cast.names.get(thread.agent, thread.agent),
        "" if thread.due is None else moment_words(thread.due),
        SOURCE_WORDS[thread.source.origin],
        thread.words,
        thread.reason,
    )


def _facts(thread: Thread) -> dict[str, object]:
    facts = dataclasses.asdict(dataclasses.replace(thread, row=None))
    return {**facts, "row": record(thread.row) if thread.row is not None else None}
