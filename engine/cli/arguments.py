"""Arguments that several commands share, and how one command is declared."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn, TypeAlias

from engine.cli.terminal import clean


def declare(
    commands: Commands, name: str, do: str, summary: str, more: str = "", *, json: bool = False
) -> Parser:
    """A new command: its name, the `module:function` that does it, and its help."""
    summary = summary[0].upper() + summary[1:] + "."
    command = commands.add_parser(name, description=f"{summary} {more}".strip())
    command.set_defaults(do=do)
    # Suppressed, so that `townwright --workspace DIR COMMAND` is not undone by the command's own default.
    takes_workspace(command, default=argparse.SUPPRESS)
    if json:
        command.add_argument("--json", action="store_true", help="print JSON with stable keys")
    return command


def takes_workspace(to: argparse.ArgumentParser, default: str) -> None:
    """It works in a workspace."""
    to.add_argument(
        "--workspace", metavar="DIR", type=Path, default=default, help="the workspace folder (./workspace)"
    )


def takes_run(to: Parser) -> None:
    """It is about one run."""
    to.add_argument("run", metavar="RUN", help="an id, a name, or `last`")


def takes_agent(to: Parser) -> None:
    """It is about one agent."""
    to.add_argument("agent", metavar="AGENT", help="an id or a name")


def takes_moment(to: Parser, what: str) -> None:
    """It can look at an earlier moment."""
    to.add_argument("--at", metavar="MOMENT", help=what)


def takes_goal(to: Parser) -> None:
    """It lives a run to some moment."""
    to.add_argument("--until", metavar="MOMENT", help='stop here instead, as in "day 2 12:00"')
    to.add_argument(
        "--concurrency",
        metavar="N",
        type=whole_number(1, 256),
        default=8,
        help="turns at once; changes nothing else (8)",
    )
    to.add_argument("--quiet", action="store_true", help="show no progress")


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers between two bounds."""

    def whole(text: str) -> int:
        if not text.isdecimal() or len(text) > 20 or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
        return int(text)

    return whole


def whole_seed(text: str) -> int:
    """Any seed that the workspace can keep."""
    return whole_number(0, 2**53 - 1)(text)


class Parser(argparse.ArgumentParser):
    """One line on wrong usage, as everywhere else."""

    def error(self, message: str) -> NoReturn:
        """Say what was not understood and where the help is; exit status 2."""
        safe = message.encode("ascii", "backslashreplace").decode()
        self.exit(2, f"{self.prog}: {clean(safe, one_line=True)}; see {self.prog} --help\n")


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"  # the class has no public name
