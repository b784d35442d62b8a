"""Talking to a town: interview somebody, whisper, or change an object."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from engine.api.interventions import INTERVENTIONS, Whisper, asked_for
from engine.api.talk import Answered
from engine.api.workspace import Run
from engine.cli.commands.inspect import memory_facts, memory_table
from engine.cli.naming import existing, next_command
from engine.cli.screen.terminal import Terminal
from engine.clock import moment_words
from engine.records import Turn


def ask(given: Namespace, terminal: Terminal) -> int:
    """Interview an agent and print the answer with the memories behind it."""
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        _say_help(run, given.question, given, terminal)
        with _speaking(terminal, aloud=terminal.is_watched and not given.json) as speaking:
            answered = run.at(given.at).ask(
                given.agent,
                given.question,
                without=given.without,
                heard=speaking.hear if speaking else None,
            )
        recalled = _recalled(run, answered)
        notes = run.notes(given.agent, given.question, answered.text)
    if given.json:
        told = [{"kind": note.kind, "text": note.text} for note in notes]
        terminal.data({"answer": answered.text, "recalled": recalled, "notes": told})
        return 0
    for note in notes:
        if note.kind == "invented":
            terminal.note(f"note: {note.text}")
    if speaking is None:
        terminal.say(answered.text)
    cited = [facts for facts in recalled if facts["cited"]]
    if cited:
        terminal.say("\nbecause of")
        memory_table(cited, terminal, indent="  ")
    return 0


def intervene(given: Namespace, terminal: Terminal) -> int:
    """Let an intervention take effect, and say from when; a run that a runner lives takes it at its next
    common moment.
    """
    kind = INTERVENTIONS[given.verb]
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        values = {asked.name: getattr(given, asked.name) for asked in kind.asks}
        what = run.named(asked_for(given.verb, values))
        for asked in what.asks:
            if asked.kind == "text":
                _say_help(run, what.values()[asked.name], given, terminal)
        if remark := what.remark(run.town):
            terminal.note(f"note: {remark}")
        turn = run.intervene(what)
        taken = run.understood(what.agent, what.text) if isinstance(what, Whisper) else ()
        for words in (words for sentence in taken for words in sentence.words):
            (terminal.note if given.json else terminal.say)(f"understood: {words}")
        _say_outcome(run, turn, what.outcome(run.town), given, terminal)
    return 0


def _say_help(run: Run, text: str, given: Namespace, terminal: Terminal) -> None:
    """Say what helps at a word of self-harm, before anybody answers; with --json beside the data."""
    for note in run.help_at(text):
        (terminal.note if given.json else terminal.say)(f"{note.text}\n")


def _say_outcome(run: Run, turn: Turn | None, said: str, given: Namespace, terminal: Terminal) -> None:
    if given.json:
        row = turn.id if turn is not None else None
        minute = turn.minute if turn is not None else None
        terminal.data({"run": run.row.id, "turn": row, "minute": minute})
    elif turn is None:
        terminal.say(f"{said} as soon as the runner of {run.row.id} comes to a common moment.")
    else:
        terminal.say(f"{said} from {moment_words(turn.minute)} on.")
        terminal.say(f"  to see what comes of it: {next_command(given, 'resume', run.row.id, '--days', '1')}")


@dataclass(slots=True)
class _Speaking:
    """An answer on the screen, to which its next words are added as they come."""

    terminal: Terminal
    shown: str = ""

    def hear(self, so_far: str) -> None:
        """Show what is new; an answer that begins anew is told from the start on a line of its own."""
        if not so_far.startswith(self.shown):
            self.end()
        self.terminal.say_on(so_far.removeprefix(self.shown))
        self.shown = so_far

    def end(self) -> None:
        """End the line that was begun."""
        if self.shown:
            self.terminal.say()
        self.shown = ""


@contextmanager
def _speaking(terminal: Terminal, *, aloud: bool) -> Iterator[_Speaking | None]:
    """Where an answer is said as it comes; None where nobody looks on."""
    speaking = _Speaking(terminal) if aloud else None
    try:
        yield speaking
    finally:
        if speaking is not None:
            speaking.end()


def _recalled(run: Run, answered: Answered) -> list[dict[str, object]]:
    """Return what came to mind, best first, each memory once, and whether the answer cites it."""
    items = {item.memory: item for recall in reversed(answered.recalls) for item in recall.items}
    found = run.by_id(sorted(items, key=lambda memory: -items[memory].score))
    return [
        {**memory_facts(memory, items[memory.id]), "cited": memory.id in answered.because}
        for memory in found.values()
    ]
