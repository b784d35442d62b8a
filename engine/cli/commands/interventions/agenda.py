"""The agenda of a run: interventions planned for later or for when a condition holds, and programmes."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from engine.api.interventions import Intervention
from engine.api.run import Arrangement
from engine.api.workspace import Run
from engine.cli.naming import existing, next_command, text_in
from engine.cli.screen.terminal import Terminal
from engine.clock import moment_words


def arranged(run: Run, what: Intervention, given: Namespace, terminal: Terminal) -> int:
    """Plan an intervention for later, and print when it is due."""
    if given.rule is not None:
        made = run.agenda.rule(what, given.rule, always=given.always, who=given.who, why=given.why)
    else:
        made = run.agenda.schedule(what, given.due, who=given.who, why=given.why)
    if given.json:
        terminal.data(_facts(run, made))
    else:
        terminal.say(f"{run.agenda.words(made)}.")
        terminal.say(
            f"  number {made.number} on the agenda; to continue the run: "
            f"{next_command(given, 'resume', run.row.id, '--days', '1')}"
        )
    return 0


def agenda(given: Namespace, terminal: Terminal) -> int:
    """List the planned interventions of a run, in the order they were planned."""
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        if given.call_off is not None:
            run.agenda.call_off(given.call_off)
        found = run.agenda.all if given.all else run.agenda.waiting
        listed = [(one, run.agenda.words(one)) for one in found]
        facts = [_facts(run, one) for one in found]
    if given.json:
        terminal.data(facts)
    elif not listed:
        terminal.say(
            "Nothing is scheduled; to schedule an intervention, add --at MOMENT or --if CONDITION to it."
        )
    else:
        heads = ("", "what", "who", "why", "")
        terminal.table([heads, *(_cells(one, words) for one, words in listed)], right=(0,), headed=True)
    return 0


def follow(given: Namespace, terminal: Terminal) -> int:
    """Plan everything in a programme."""
    text = text_in(given.file)
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        made = run.agenda.follow(text)
        _say_followed(run, made, given, terminal)
    return 0


def _say_followed(run: Run, made: Sequence[Arrangement], given: Namespace, terminal: Terminal) -> None:
    if given.json:
        terminal.data([_facts(run, one) for one in made])
        return
    last = max((one.due for one in made if one.due is not None), default=None)
    until = f", the last at {moment_words(last)}" if last is not None else ""
    terminal.say(f"Interventions scheduled: {len(made)}{until}.")
    terminal.say(f"  to continue the run: {next_command(given, 'resume', run.row.id, '--days', '1')}")


def _cells(one: Arrangement, words: str) -> tuple[str, ...]:
    told = {"waiting": "", "off": "cancelled", "done": "done", "refused": f"rejected: {one.answer}"}
    return (str(one.number), words, one.who, one.why, told[one.state])


def _facts(run: Run, one: Arrangement) -> dict[str, object]:
    return {
        "number": one.number,
        "words": run.agenda.words(one),
        "verb": one.verb,
        "asked": dict(one.asked),
        "who": one.who,
        "why": one.why,
        "due": one.due,
        "always": one.always,
        "state": one.state,
        "entry": one.entry,
        "answer": one.answer,
    }
