"""The list of authors' interventions in a run."""

from __future__ import annotations

from argparse import Namespace

from engine.api.interventions import Done
from engine.cli.naming import existing
from engine.cli.screen.terminal import Terminal
from engine.clock import moment_words


def interventions(given: Namespace, terminal: Terminal) -> int:
    """List the authors' interventions in a run, oldest first, with who, why, and what was undone."""
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        found = run.at(given.at).interventions
        programme = run.agenda.programme(given.at) if given.programme else ""
    if given.programme:
        terminal.say(programme.rstrip())
    elif given.json:
        terminal.data([_facts(one) for one in found])
    elif not found:
        terminal.say(
            "There are no interventions in this run; `townwright --help` lists the commands for them."
        )
    else:
        heads = ("entry", "when", "who", "what", "why", "")
        terminal.table([heads, *(_cells(one) for one in found)], headed=True)
    return 0


def _cells(one: Done) -> tuple[str, ...]:
    entry, undone = one.entry, one.undone_by
    taken_back = f"undone at {moment_words(undone.minute)}" if undone is not None else ""
    return (str(entry.id), moment_words(entry.minute), entry.who, one.words, entry.why, taken_back)


def _facts(one: Done) -> dict[str, object]:
    entry = one.entry
    return {
        "entry": entry.id,
        "minute": entry.minute,
        "verb": entry.verb,
        "asked": dict(entry.asked),
        "words": one.words,
        "who": entry.who,
        "why": entry.why,
        "before": dict(entry.before),
        "undoes": entry.undoes,
        "undone_by": one.undone_by.id if one.undone_by is not None else 0,
    }
