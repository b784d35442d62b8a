"""Talking to a town: interviews."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from engine.api.talk import Answered
from engine.api.workspace import Run
from engine.cli.commands.inspect import memory_facts, memory_table
from engine.cli.naming import existing
from engine.cli.screen.terminal import Terminal


def ask(given: Namespace, terminal: Terminal) -> int:
    """Interview an agent and print the answer with the memories behind it."""
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        say_help(run, given.question, given, terminal)
        with _streamed_answer(terminal, aloud=terminal.is_watched and not given.json) as streamed:
            answered = run.at(given.at).ask(
                given.agent,
                given.question,
                without=given.without,
                asked_by=given.asked_by,
                heard=streamed.hear if streamed else None,
            )
        recalled = _recalled(run, answered)
        notes = run.notes(given.agent, given.question, answered.text)
    if given.json:
        told = [{"kind": note.kind, "text": note.text} for note in notes]
        facts = {"answer": answered.text, "recalled": recalled, "notes": told}
        terminal.data({**facts, "unfounded": list(answered.unfounded)})
        return 0
    for note in notes:
        if note.kind == "invented":
            terminal.note(f"note: {note.text}")
    if streamed is None:
        terminal.say(answered.text)
    for sentence in answered.unfounded:
        terminal.note(f"note: nothing recalled or known supports this: {sentence}")
    cited = [facts for facts in recalled if facts["cited"]]
    if cited:
        terminal.say("\nBased on")
        memory_table(cited, terminal, indent="  ")
    return 0


def say_help(run: Run, text: str, given: Namespace, terminal: Terminal) -> None:
    """Print the help notes at a mention of self-harm, before the answer; with --json beside the data."""
    for note in run.help_at(text):
        (terminal.note if given.json else terminal.say)(f"{note.text}\n")


@dataclass(slots=True)
class _StreamedAnswer:
    """An answer on the screen, extended as its words arrive."""

    terminal: Terminal
    shown: str = ""

    def hear(self, so_far: str) -> None:
        """Print the new words; an answer that starts over is printed from the start on a new line."""
        if not so_far.startswith(self.shown):
            self.end()
        self.terminal.say_on(so_far.removeprefix(self.shown))
        self.shown = so_far

    def end(self) -> None:
        """End the line if one was begun."""
        if self.shown:
            self.terminal.say()
        self.shown = ""


@contextmanager
def _streamed_answer(terminal: Terminal, *, aloud: bool) -> Iterator[_StreamedAnswer | None]:
    """Yield the object that prints an answer as it arrives, or None if nobody watches."""
    streamed = _StreamedAnswer(terminal) if aloud else None
    try:
        yield streamed
    finally:
        if streamed is not None:
            streamed.end()


def _recalled(run: Run, answered: Answered) -> list[dict[str, object]]:
    """Return the recalled memories, best first, each once, and whether the answer cites it."""
    items = {item.memory: item for recall in reversed(answered.recalls) for item in recall.items}
    found = run.by_id(sorted(items, key=lambda memory: -items[memory].score))
    return [
        {**memory_facts(memory, items[memory.id]), "cited": memory.id in answered.because}
        for memory in found.values()
    ]
