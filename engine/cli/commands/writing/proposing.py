"""Proposals: a cast over chosen axes, or a person from a few sentences; shown first, and stored with
--yes.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from engine.api.proposing.drafting import Drafted, Drafting, draft_cost, draft_taken
from engine.api.scenarios import CardIn, Covered, Proposed
from engine.api.workspace import Workspace, open_workspace
from engine.cli.screen.colour import Painted, Tone
from engine.cli.screen.stopping import stopping
from engine.cli.screen.terminal import Terminal
from engine.errors import BadInput, NotFound

_A_LOOK = 0.2  # seconds between two looks at whether a model has answered
_STOPPED = 130  # the exit status of what was stopped by Ctrl+C


def cast(given: Namespace, terminal: Terminal) -> int:
    """Propose people for a town, print the coverage with them, and store them if the user agrees."""
    axes = given.over or ["warmth", "age"]
    with open_workspace(given.workspace, read_only=not given.yes) as opened:
        scenarios = opened.scenarios
        proposed = scenarios.propose_cast(given.scenario, given.count, axes, given.seed)
        taken = _chosen(proposed, given.only)
        before = scenarios.covered(given.scenario, axes)
        then = scenarios.covered(given.scenario, axes, taken)
        kept = scenarios.accept_cast(given.scenario, taken) if given.yes else None
    if given.json:
        terminal.data(
            {
                "people": [_as_data(one) for one in taken],
                "covered": [
                    {"of": list(cell), "now": many, "then": then.cells[cell]}
                    for cell, many in before.cells.items()
                ],
                "version": kept.version if kept else None,
            }
        )
        return 0
    _list(taken, before, then, terminal)
    _say_kept(given.scenario, kept.version if kept else None, terminal)
    return 0


def draft(given: Namespace, terminal: Terminal) -> int:
    """Draft a person from a few sentences, by rule or by a served model, and store them if the user agrees;
    return 130 if stopped.
    """
    if given.leave and not given.by:
        raise BadInput("--leave needs --by, the profile of the model that drafts the person")
    with open_workspace(given.workspace) as opened:
        if given.by:
            found = _asked(opened, given, terminal)
            if found is None:
                return _STOPPED
            parts = [one for one in found.parts if one.field not in given.leave]
            card = draft_taken(opened, given.scenario, found, parts)
        else:
            card = opened.scenarios.person_from(given.scenario, given.name, given.sentence, given.home)
        kept = opened.scenarios.accept_card(given.scenario, card) if given.yes else None
    if given.json:
        terminal.data(_as_data(card) | {"version": kept.version if kept else None})
        return 0
    terminal.say(card.text.rstrip("\n"))
    _say_problems(card, terminal)
    _say_kept(given.scenario, kept.version if kept else None, terminal)
    return 0


def _asked(opened: Workspace, given: Namespace, terminal: Terminal) -> Drafted | None:
    """Return a model's draft, or None if it is stopped before the answer."""
    asked = (opened, given.scenario, given.name, given.sentence, given.by)
    terminal.note(f"Asking {given.by}: {draft_cost(*asked).words}.")
    drafting = Drafting(*asked, given.home)
    with stopping(drafting.stop, terminal, "stopping; the draft is discarded"):
        while drafting.is_going_on:
            drafting.wait(_A_LOOK)
    return drafting.ending


def _chosen(proposed: Sequence[Proposed], only: Sequence[str] | None) -> list[Proposed]:
    """Return the proposed people with the given ids, or all. Raises NotFound, listing the ids."""
    known = {one.agent for one in proposed}
    for agent in only or ():
        if agent not in known:
            raise NotFound(f"no proposed person has the id {agent!r}; use one of: {', '.join(sorted(known))}")
    return [one for one in proposed if not only or one.agent in only]


def _list(taken: Sequence[Proposed], before: Covered, then: Covered, terminal: Terminal) -> None:
    rows = [(one.agent, one.name, ", ".join(one.cell)) for one in taken]
    terminal.table([("id", "name", "combination"), *rows], headed=True)
    every = len(before.cells)
    now, after = every - len(before.missing), every - len(then.missing)
    terminal.say(f"The people who live there cover {now} of {every} combinations, {after} with these.")
    for one in taken:
        _say_problems(one, terminal)


def _say_problems(one: Proposed | CardIn, terminal: Terminal) -> None:
    for problem in one.problems:
        said = f"{problem.file}: {problem.message} ({problem.remedy})"
        terminal.say(Painted(problem.code, Tone.WARNING), " ", said)


def _say_kept(scenario: str, version: int | None, terminal: Terminal) -> None:
    if version is None:
        terminal.note("Nothing is saved yet; add --yes to save it.")
    else:
        terminal.say(f"Saved as v{version} of {scenario}.")


def _as_data(one: Proposed | CardIn) -> dict[str, object]:
    told: dict[str, object] = {"agent": one.agent, "name": one.name, "text": one.text}
    return told | {"is": list(one.cell)} if isinstance(one, Proposed) else told
