"""A survey: one question to everybody, the number of times each answer was given, and by whom."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from engine.api.exports import table_exports
from engine.api.forecast import amount_words, survey_forecast
from engine.api.talk import SurveyAnswer, Surveyed, sheet
from engine.api.workspace import Run
from engine.cli.naming import existing
from engine.cli.screen.terminal import INTERRUPTED, Terminal
from engine.clock import moment_words
from engine.errors import BadInput

_BAR = 30  # letters of the longest bar


def survey(given: Namespace, terminal: Terminal) -> int:
    """Ask everybody, and print the answers; Ctrl+C ends it with those received."""
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        asked = run.surveying(given.question, tuple(given.choices), given.number, given.agents, given.at)
        cost = survey_forecast(run, asked)
        if given.cost:
            terminal.say(f"{asked.size} answers: {amount_words(cost) if cost else 'no cost'}.")
            return 0
        if cost is not None:
            terminal.note(f"{asked.size} answers may take {amount_words(cost)}")
        for note in run.help_at(given.question):
            (terminal.note if given.json else terminal.say)(f"{note.text}\n")
        found, ended = _found(run, given, _Progress(terminal, asked.size, quiet=given.json))
        if given.csv is not None:
            _write(run, found, given.csv)
        if given.json:
            facts = _facts(run, found)
            terminal.data({"question": given.question, "stopped": found.stopped, "answers": facts})
        else:
            _say(found, terminal)
            if given.csv is not None:
                terminal.say(f"\nSaved to {given.csv}")
    return ended


def _found(run: Run, given: Namespace, progress: _Progress) -> tuple[Surveyed, int]:
    """Return the answers received, and the exit status, which tells whether Ctrl+C was pressed."""
    choices = tuple(given.choices)
    asked = run.surveying(given.question, choices, given.number, given.agents, given.at)
    try:
        found = run.survey(
            given.question,
            choices=choices,
            number=given.number,
            agents=given.agents,
            moments=given.at,
            watch=progress.show,
        )
    except KeyboardInterrupt:
        return asked.ended(progress.seen), INTERRUPTED
    finally:
        progress.end()
    return found, 0


class _Progress:
    """The number of answers so far, on one line beside the answers."""

    def __init__(self, terminal: Terminal, size: int, *, quiet: bool) -> None:
        self.seen: list[SurveyAnswer] = []
        self._terminal, self._size = terminal, size
        self._drawn = terminal.err.isatty() and not quiet

    def show(self, answer: SurveyAnswer) -> None:
        """Record an answer."""
        self.seen.append(answer)
        if self._drawn:
            self._terminal.draw(f"{len(self.seen)} of {self._size} answers received")

    def end(self) -> None:
        """Move the cursor to a new line."""
        if self._drawn and self.seen:
            self._terminal.note("")


def _say(found: Surveyed, terminal: Terminal) -> None:
    for minute in found.minutes:
        answers = found.at(minute)
        terminal.say(f"{moment_words(minute)}: {', '.join(_in_short(found, minute))}")
        tally = found.tally(minute)
        most = max(tally.values(), default=0)
        bars = [(answer, count, "#" * round(count / max(1, most) * _BAR)) for answer, count in tally.items()]
        terminal.table(bars, right=(1,), indent="  ")
        rows = [(answer.name, _counted(answer), answer.said.words or answer.failed) for answer in answers]
        terminal.table(rows, indent="  ")
    if found.stopped:
        terminal.note(f"stopped after {len(found.answers)} of {found.wanted} answers")


def _in_short(found: Surveyed, minute: int) -> Iterator[str]:
    yield f"{len(found.at(minute))} answers"
    if silent := found.silent(minute):
        yield f"{silent} cannot say"
    mean = found.mean(minute)
    if mean is not None:
        yield f"mean {mean:.1f}"


def _counted(answer: SurveyAnswer) -> str:
    if answer.said.cannot_say:
        return "-"
    return "" if answer.counted is None else str(answer.counted)


def _facts(run: Run, found: Surveyed) -> list[dict[str, object]]:
    """Return the answers as data with stable keys."""
    known = run.by_id({one for answer in found.answers for one in answer.said.because})
    return [
        {
            "agent": answer.agent,
            "name": answer.name,
            "minute": answer.minute,
            "choice": answer.said.choice or None,
            "number": answer.said.number,
            "cannot_say": answer.said.cannot_say,
            "words": answer.said.words,
            "failed": answer.failed or None,
            "because": [{"id": one, "text": known[one].text} for one in answer.said.because if one in known],
            "recalled": list(answer.said.recalled),
        }
        for answer in found.answers
    ]


def _write(run: Run, found: Surveyed, path: Path) -> None:
    try:
        path.write_bytes(table_exports()["csv"].write(sheet(found, run.by_id)))
    except OSError as error:
        raise BadInput(f"{str(path)!r} cannot be written ({error.strerror}); name another file") from error
