"""Arguments that several commands share, and the declaration of a command."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Collection, Container, Iterator, Sequence
from pathlib import Path
from typing import NoReturn, TypeAlias

from engine.cli.screen.terminal import clean

MOST_DAYS = 9_999
_MOST_SEEDS = 10_000


def declare(
    commands: Commands, name: str, do: str, summary: str, more: str = "", *, json: bool = False
) -> Parser:
    """Declare a command: its name, the `module:function` that runs it, and its help."""
    summary = summary[0].upper() + summary[1:] + "."
    command = commands.add_parser(name, description=f"{summary} {more}".strip())
    command.set_defaults(do=do, command=command)
    # Suppressed, so that `townwright --workspace DIR COMMAND` is not undone by the command's own default.
    takes_workspace(command, default=argparse.SUPPRESS)
    if json:
        command.add_argument("--json", action="store_true", help="print JSON with stable keys")
    return command


def takes_workspace(to: argparse.ArgumentParser, default: str) -> None:
    """Add the argument that names the workspace."""
    to.add_argument(
        "--workspace",
        metavar="DIR",
        type=Path,
        default=default,
        help="use this workspace folder (default: ./workspace)",
    )


def takes_run(to: Parser) -> None:
    """Add the argument that names the run."""
    to.add_argument("run", metavar="RUN", help="a run's id or name, or `last` for the newest run")


def takes_agent(to: Parser) -> None:
    """Add the argument that names the agent."""
    to.add_argument("agent", metavar="AGENT", help="an agent's id or name")


def takes_moment(to: Parser, what: str) -> None:
    """Add the argument for an earlier moment to look at."""
    to.add_argument("--at", metavar="MOMENT", help=what)


def takes_changes(to: Parser) -> None:
    """Add the argument for changes to a run."""
    to.add_argument(
        "--set",
        dest="changes",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="make this change: persona.nell.traits.talkative=silent, without=reflection, seed=7, "
        "cognition.acting.recency=0.5 (repeatable)",
    )


def takes_part(to: Parser) -> None:
    """Add the arguments that select a part of a run."""
    to.add_argument(
        "--day",
        dest="days",
        metavar="N",
        action="append",
        type=whole_number(1, MOST_DAYS),
        default=[],
        help="export only this day (repeatable)",
    )
    to.add_argument("--agent", metavar="AGENT", help="export only what this agent took part in")
    to.add_argument("--pins", action="store_true", help="export only pinned items")


def takes_goal(to: Parser) -> None:
    """Add the arguments for the moment to live to."""
    to.add_argument("--until", metavar="MOMENT", help='stop at this moment, such as "day 2 12:00"')
    to.add_argument(
        "--concurrency",
        metavar="N",
        type=whole_number(1, 256),
        default=8,
        help="compute up to N turns at the same time; this does not affect the result (default: 8)",
    )
    to.add_argument("--quiet", action="store_true", help="do not show progress")


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Build an argument type for whole numbers between two bounds."""

    def whole(text: str) -> int:
        if not text.isdecimal() or len(text) > 20 or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
        return int(text)

    return whole


def two_numbers(text: str) -> tuple[int, int]:
    """Parse the bounds of a number, as in `1..10`."""
    found = re.fullmatch(r"(-?\d{1,7})\.\.(-?\d{1,7})", text.strip())
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number range; write it as 1..10")
    return int(found[1]), int(found[2])


def whole_seed(text: str) -> int:
    """Parse a seed; any number the workspace can store."""
    return whole_number(0, 2**53 - 1)(text)


def seeds(text: str) -> tuple[int, ...]:
    """Parse seeds written as `1..20`, `3,5,8`, or both."""
    found: list[int] = []
    for part in text.split(","):
        first, dots, last = part.strip().partition("..")
        low, high = whole_seed(first.strip()), whole_seed(last.strip() if dots else first.strip())
        if not low <= high < low + _MOST_SEEDS:
            raise argparse.ArgumentTypeError(
                f"{part.strip()!r} is not a range of seeds; write it as 1..20, up to {_MOST_SEEDS:,} seeds"
            )
        found += range(low, high + 1)
    return tuple(dict.fromkeys(found))


class LateChoices(Container[str]):
    """Choices that are looked up only when needed, since that takes a while."""

    def __init__(self, look_up: Callable[[], Collection[str]]) -> None:
        self._look_up = look_up

    def __contains__(self, name: object) -> bool:
        return name in self._look_up()

    def __iter__(self) -> Iterator[str]:
        return iter(self._look_up())


class Parser(argparse.ArgumentParser):
    """Argument parser that reports wrong usage in one line, with a suggestion.

    `appendix` is printed below the help of a command, and computed only then.
    """

    appendix: Callable[[], str] | None = None

    def format_help(self) -> str:
        """Return the help, followed by the appendix."""
        shown = super().format_help()
        return f"{shown}\n{self.appendix()}\n" if self.appendix is not None else shown

    def parse_args(  # type: ignore[override]  # its overloads are for namespaces of one's own
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        """Parse the arguments; unknown ones are reported by the command they were given to."""
        self._refuse_before_the_command(args or ())
        given, unknown = self.parse_known_args(args, namespace)
        if unknown:
            getattr(given, "command", self).refuse(unknown[0])
        return given

    def refuse(self, word: str) -> NoReturn:
        """Report an unexpected word or unknown option, and exit."""
        name = word.partition("=")[0]
        if not name.startswith("-"):
            self.error(f"unexpected argument {word!r}; put quotes around text that contains spaces")
        known = [option for option in self._option_string_actions if option.startswith("--")]
        self._suggest(name, known, "option")

    def _refuse_before_the_command(self, words: Sequence[str]) -> None:
        """Report an unknown option before the command, whose value could be mistaken for the command."""
        rest = iter(words)
        for word in rest:
            if not word.startswith("--"):
                return
            name, _, value = word.partition("=")
            meant = [option for option in self._option_string_actions if option.startswith(name)]
            if not meant:
                self.refuse(word)
            if not value and self._option_string_actions[meant[0]].nargs != 0:
                next(rest, None)

    def _suggest(self, word: str, known: Sequence[str], of: str) -> NoReturn:
        from engine.api.text import did_you_mean

        remedy = did_you_mean(word, known, f"use one of: {', '.join(known)}")
        self.error(f"there is no {of} {word!r}; {remedy}")

    def _check_value(self, action: argparse.Action, value: str) -> None:
        if action.choices is None or value in action.choices:
            return
        of = "command" if isinstance(action.choices, dict) else str(action.metavar or action.dest)
        self._suggest(str(value), [str(choice) for choice in action.choices], of)

    def error(self, message: str) -> NoReturn:
        """Print what was not understood and where the help is; exit with status 2."""
        safe = clean(message.encode("ascii", "backslashreplace").decode(), one_line=True)
        see = " See" if safe.endswith("?") else "; see"
        self.exit(2, f"{self.prog}: {safe}{see} {self.prog} --help\n")


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"  # the class has no public name
Listed = list[tuple[str, str]]
