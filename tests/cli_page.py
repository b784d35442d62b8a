"""Writes docs/cli.md, the reference of the command line, from its grammar: `python -m tests.cli_page`."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from engine.cli.arguments import Parser
from engine.cli.grammar import parser

PAGE = Path(__file__).resolve().parents[1] / "docs" / "cli.md"
LEAD = """# Command line

This page describes the commands of Townwright. With them, you can write, simulate and inspect towns in a
terminal. Pins and your own patterns can only be created in the studio or in Python.

In an activated environment, the program is called `townwright`; otherwise, use `.venv/bin/townwright`.
Without a command, it opens the studio.

`townwright COMMAND --help` shows the description of a command. This page is generated from these descriptions
by `python -m tests.cli_page`. Values and options that many commands share are explained at the end.
"""
_COMMON = ("help", "workspace", "json")


def commands() -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of all commands, in the order of the help."""
    (choices,) = [action.choices for action in parser()._actions if isinstance(action.choices, dict)]
    return dict(choices)


def cli_page() -> str:
    """Return the page as it should be."""
    whole, known = parser(), commands()
    groups, words = _groups(whole.epilog or "")
    parts = [LEAD, "\n## Options of the studio\n\n", _table(whole)]
    for title, names in groups:
        parts.append(f"\n## {title[:1].upper()}{title[1:]}\n")
        parts += [_command(name, known[name]) for name in names]
    parts += ["\n## Arguments and exit status\n\n", "```text\n", words.strip("\n"), "\n```\n"]
    return "".join(parts)


def _groups(epilog: str) -> tuple[list[tuple[str, list[str]]], str]:
    """Return the groups of the help with the names of their commands, and the words below them."""
    *listed, words = epilog.split("\n\n", epilog.count("\n\n"))
    groups = []
    while listed and re.match(r"\S.*:\n", listed[0]):
        title, *lines = listed.pop(0).splitlines()
        names = [line.split()[0] for line in lines if line.startswith("  ") and not line.startswith("   ")]
        groups.append((title.rstrip(":"), names))
    return groups, "\n\n".join([*listed, words])


def _command(name: str, command: argparse.ArgumentParser) -> str:
    usage = " ".join(command.format_usage().removeprefix("usage: ").split()).replace(" [-h]", "")
    about = " ".join((command.description or "").split())
    table = _table(command)
    more = command.appendix() if isinstance(command, Parser) and command.appendix else ""
    parts = [f"\n### {name}\n\n{about.replace('<', '&lt;')}\n\n```text\n{usage}\n```\n"]
    parts += [f"\n{table}"] if table else []
    parts += [f"\n```text\n{more}\n```\n"] if more else []
    return "".join(parts)


def _table(command: argparse.ArgumentParser) -> str:
    rows = [f"| `{said}` | {what} |\n" for said, what in _rows(command)]
    return "".join(["| argument | meaning |\n|---|---|\n", *rows]) if rows else ""


def _rows(command: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    for action in command._actions:
        if action.dest in _COMMON or action.help == argparse.SUPPRESS or isinstance(action.choices, dict):
            continue
        help_words = " ".join((action.help or "").replace("%%", "%").split())
        yield _said(action), _escaped(help_words)


def _said(action: argparse.Action) -> str:
    """Return an argument as it is typed: `--days N`, `SCENARIO`."""
    metavar = action.metavar or (action.dest or "").upper()
    metavar = metavar if isinstance(metavar, str) else " ".join(metavar)
    if not action.option_strings:
        return metavar
    takes = "" if action.nargs == 0 else f" {metavar}"
    return f"{', '.join(action.option_strings)}{takes}"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


if __name__ == "__main__":
    PAGE.write_text(cli_page(), "utf-8")
