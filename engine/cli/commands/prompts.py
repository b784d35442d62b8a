"""The prompts of a scenario: the author's own wordings, their text, and their differences."""

from __future__ import annotations

import difflib
from argparse import Namespace
from collections.abc import Sequence

from engine.api.prompts import NAMES, PURPOSES, Wording, default, mark, marked
from engine.api.scenarios import wordings_in
from engine.api.text import did_you_mean
from engine.cli.commands.scenarios import scenario_files
from engine.cli.screen.terminal import Terminal
from engine.errors import NotFound


def prompts(given: Namespace, terminal: Terminal) -> int:
    """List the prompts of a scenario, or print one wording, or the differences of the author's own."""
    _, files = scenario_files(given.scenario, given.workspace)
    every = wordings_in(files)
    chosen = every if given.name is None else (_named(every, given.name),)
    if given.json:
        rows = [_row(each, whole=given.name is not None, diff=given.diff) for each in chosen]
        terminal.data(rows if given.name is None else rows[0])
    elif given.diff:
        _differences(chosen, terminal)
    elif given.name is not None:
        text = marked(chosen[0].name, chosen[0].text) if given.marked else chosen[0].text
        terminal.say(text.rstrip("\n"))
    else:
        terminal.table([(each.name, _state(each), PURPOSES[each.name]) for each in chosen])
    return 0


def _named(every: Sequence[Wording], name: str) -> Wording:
    wanted = name.removesuffix(".md")
    found = next((each for each in every if each.name == wanted), None)
    if found is None:
        remedy = did_you_mean(wanted, NAMES, f"use one of: {', '.join(NAMES)}")
        raise NotFound(f"there is no prompt {name!r}; {remedy}")
    return found


def _state(one: Wording) -> str:
    if not one.is_own:
        return "default"
    return "own, default changed" if one.default_moved_on else "own"


def _differences(chosen: Sequence[Wording], terminal: Terminal) -> None:
    found = [_diff(each) for each in chosen if each.is_own]
    for text in filter(None, found):
        terminal.say(text)
    if not any(found):
        terminal.say("There are no differences from the default.")


def _diff(one: Wording) -> str:
    before, after = default(one.name).splitlines(), one.text.splitlines()
    names = f"default/{one.name}.md", f"prompts/{one.name}.md"
    return "\n".join(difflib.unified_diff(before, after, *names, lineterm=""))


def _row(one: Wording, *, whole: bool, diff: bool) -> dict[str, object]:
    row: dict[str, object] = {
        "name": one.name,
        "own": one.is_own,
        "moved_on": one.default_moved_on,
        "made_from": one.made_from,
        "default": mark(one.name),
        "purpose": PURPOSES[one.name],
    }
    row |= {"text": one.text} if whole else {}
    return row | ({"diff": _diff(one)} if diff else {})
