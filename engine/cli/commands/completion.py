"""Shell completion of half-written commands, including the names of runs and people."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable, Iterable
from pathlib import Path

import argcomplete
from argcomplete.completers import DirectoriesCompleter
from argcomplete.io import warn
from argcomplete.shell_integration import shellcode

from engine.api.scenarios import bundled
from engine.api.workspace_file import file_of, list_runs, open_store, scenario_names
from engine.cli.arguments import Parser
from engine.cli.screen.terminal import Terminal
from engine.errors import TownwrightError

PROGRAM = "townwright"


def completion(given: Namespace, terminal: Terminal) -> int:
    """Print the shell code that enables completion."""
    terminal.write_bytes([shellcode([PROGRAM], shell=given.shell).encode()])
    return 0


def complete(given: Namespace, terminal: Terminal) -> int:
    """Answer a shell's completion request, and exit; the answer goes through the channel that the shell
    opened.
    """
    argcomplete.autocomplete(_knowing_names(given.parser))
    return 0


def _knowing_names(parser: Parser) -> Parser:
    """Return the parser with completers for the arguments that name something in the workspace."""
    (commands,) = [action.choices for action in parser._actions if isinstance(action.choices, dict)]
    for command in commands.values():
        for action in command._actions:
            if action.metavar in _NAMES:
                action.completer = _told(_NAMES[action.metavar])
    return parser


Named = Callable[[Namespace], Iterable[str]]


def _told(named: Named) -> Callable[..., Iterable[str]]:
    def completer(parsed_args: Namespace, prefix: str, **_: object) -> Iterable[str]:
        try:
            return [*named(parsed_args), *(DirectoriesCompleter()(prefix) if named is _scenarios else ())]
        except TownwrightError as error:
            warn(str(error))
            return ()

    return completer


def _runs(given: Namespace) -> Iterable[str]:
    """Return the ids of the runs."""
    if not _file(given).is_file():
        return ()
    with open_store(_file(given), read_only=True) as store:
        return ["last", *(row.id for row in list_runs(store))]


def _agents(given: Namespace) -> Iterable[str]:
    """Return the people of the run named earlier on the line."""
    from engine.api.workspace import open_workspace  # takes longer than all else here

    if not _file(given).is_file():
        return ()
    with open_workspace(_file(given), read_only=True) as workspace:
        return list(workspace.runs.find(given.run).town.cast.names)


def _scenarios(given: Namespace) -> Iterable[str]:
    """Return the scenarios of the workspace, and those that come with the program."""
    if not _file(given).is_file():
        return bundled()
    with open_store(_file(given), read_only=True) as store:
        return sorted({*bundled(), *scenario_names(store)})


def _file(given: Namespace) -> Path:
    folder = getattr(given, "workspace", None) or os.environ.get("TOWNWRIGHT_WORKSPACE") or "workspace"
    return file_of(Path(folder))


_NAMES: dict[object, Named] = {"RUN": _runs, "AGENT": _agents, "SCENARIO": _scenarios, "TOWN": _scenarios}
