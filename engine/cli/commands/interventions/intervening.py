"""Interventions: whisper, set an object's state, undo, and all others."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from engine.api.interventions import INTERVENTIONS, Asked, Whisper, asked_for
from engine.api.workspace import Run
from engine.cli.commands.interventions.agenda import arranged
from engine.cli.commands.talk.talking import say_help
from engine.cli.naming import existing, next_command, text_in
from engine.cli.screen.terminal import Terminal
from engine.clock import moment_words
from engine.records import Turn


def intervene(given: Namespace, terminal: Terminal) -> int:
    """Make an intervention, and print when it takes effect; in a run that a runner lives, at its next common
    moment.
    """
    kind = INTERVENTIONS[given.verb]
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        values = {asked.name: _said(asked, getattr(given, asked.name)) for asked in kind.asks}
        what = run.named(asked_for(given.verb, values))
        for asked in what.asks:
            if asked.kind == "text":
                say_help(run, what.values()[asked.name], given, terminal)
        if remark := what.remark(run.town):
            terminal.note(f"note: {remark}")
        if given.due is not None or given.rule is not None:
            return arranged(run, what, given, terminal)
        turn = run.intervene(what, who=given.who, why=given.why)
        taken = run.understood(what.agent, what.text) if isinstance(what, Whisper) else ()
        for words in (words for sentence in taken for words in sentence.words):
            (terminal.note if given.json else terminal.say)(f"understood: {words}")
        _say_outcome(run, turn, what.outcome(run.town), given, terminal)
    return 0


def _said(asked: Asked, given: str) -> str:
    """Return the value given for a field; for a persona, the text of the named file."""
    return text_in(Path(given)) if asked.kind == "persona" else given


def _say_outcome(run: Run, turn: Turn | None, said: str, given: Namespace, terminal: Terminal) -> None:
    if given.json:
        row = turn.id if turn is not None else None
        minute = turn.minute if turn is not None else None
        terminal.data({"run": run.row.id, "turn": row, "minute": minute})
    elif turn is None:
        terminal.say(f"{said} when the turns in progress end; {run.row.id} is running.")
    else:
        terminal.say(f"{said} from {moment_words(turn.minute)} on.")
        terminal.say(f"  to see the effect: {next_command(given, 'resume', run.row.id, '--days', '1')}")
