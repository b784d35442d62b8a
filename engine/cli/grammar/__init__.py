"""The grammar: every command with its arguments and help, and the place of its function.

Nothing of the engine is imported here, so that `--help` and typing errors are answered at once.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

import engine
from engine.cli.arguments import Parser, takes_workspace, whole_number
from engine.cli.grammar.care import care
from engine.cli.grammar.intervene import intervene
from engine.cli.grammar.live import live
from engine.cli.grammar.look import look
from engine.cli.grammar.serve import serve
from engine.cli.grammar.talk import talk
from engine.cli.grammar.write import write

WORKSPACE_VARIABLE = "TOWNWRIGHT_WORKSPACE"
_WORDS = """\
  RUN        a run's id or name, or `last` for the newest run; `townwright runs` lists all runs
  AGENT      the id or name of an agent, a person in the town: isabel, "Isabel Moreno"
  SCENARIO   a scenario of the workspace, a bundled scenario, or a folder
  MOMENT     a day and a time: "day 2 12:00"

Every command accepts --workspace DIR (or the variable TOWNWRIGHT_WORKSPACE). Commands that print data
accept --json. `townwright COMMAND --help` describes a command.
Exit status: 0 success, 1 a problem with the input (reported in one line), 2 wrong usage,
130 stopped by Ctrl+C, 141 output closed by its reader.
"""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line; its result has the place of the command's function as
    `do`.
    """
    whole = Parser(
        prog="townwright",
        usage="townwright [COMMAND] [options]",
        description="Write, simulate and analyse towns of generative agents, one day at a time.\n"
        "Without a command, opens the studio in the browser.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.set_defaults(do="studio:studio")
    takes_workspace(whole, default=os.environ.get(WORKSPACE_VARIABLE) or "workspace")
    whole.add_argument(
        "--port", type=whole_number(1, 65_535), help="open the studio on this port (default: a free port)"
    )
    whole.add_argument(
        "--public-url",
        metavar="URL",
        default=os.environ.get("TOWNWRIGHT_PUBLIC_URL", ""),
        help="set the address of the studio behind a proxy, such as https://lab.example.org/town",
    )
    whole.add_argument("--no-browser", action="store_true", help="do not open a browser window")
    whole.add_argument(
        "--version",
        action="version",
        version=f"townwright {engine.__version__}",
        help="show the version and exit",
    )
    commands = whole.add_subparsers(
        prog="townwright", metavar="COMMAND", parser_class=Parser, help=argparse.SUPPRESS
    )
    whole.epilog = "\n\n".join(
        [
            _group("Write a town", write(commands)),
            _group("Run a town", live(commands)),
            _group("Talk to agents", talk(commands)),
            _group("Intervene in a run", intervene(commands)),
            _group("Inspect a run", look(commands)),
            _group("Use served models", serve(commands)),
            _group("Maintenance", care(commands)),
            _WORDS,
        ]
    )
    return whole


def _group(title: str, listed: Sequence[tuple[str, str]]) -> str:
    return "\n".join([f"{title}:", *(_listed(usage, what) for usage, what in listed)])


def _listed(usage: str, what: str) -> str:
    """Return a line of the list of commands; two lines if the usage is too long for its column."""
    return f"  {usage:<24}{what}" if len(usage) < 24 else f"  {usage}\n{'':26}{what}"
