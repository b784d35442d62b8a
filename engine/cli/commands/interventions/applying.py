"""Applies the current version of a town to a run at rest."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict

from engine.api.steering.applying import ToApply, apply_town, to_apply
from engine.cli.naming import existing, next_command
from engine.cli.screen.terminal import Terminal
from engine.clock import moment_words


def apply(given: Namespace, terminal: Terminal) -> int:
    """Print which changes of a town's newest version can be made in a run, and which cannot and why; with
    --yes, make them.
    """
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        found = to_apply(run)
        turns = apply_town(run, who=given.who, why=given.why) if given.yes and found.wanted else ()
        clock = run.clock
    if given.json:
        version = found.version.version
        rows = {"wanted": found.wanted, "refused": found.refused}
        terminal.data(
            {
                "version": version,
                **{name: [asdict(one) for one in some] for name, some in rows.items()},
                "stale": list(found.stale),
                "turns": [turn.id for turn in turns],
            }
        )
        return 0
    _say(found, given, terminal)
    if turns:
        terminal.say(
            f"Applied from {moment_words(clock)} on; `interventions` lists it, and `undo` undoes it."
        )
    elif found.wanted:
        terminal.say(
            f"Nothing is applied yet; to apply it: {next_command(given, 'apply', given.run, '--yes')}"
        )
    return 0


def _say(found: ToApply, given: Namespace, terminal: Terminal) -> None:
    if not found.wanted:
        terminal.say(f"{given.run} already matches v{found.version.version} of its town as far as possible.")
    for words in found.words:
        terminal.say(words)
    for refused in found.refused:
        terminal.say(f"not applied: {refused.words} ({refused.why})")
    for words in found.stale:
        terminal.note(f"note: {words}")
