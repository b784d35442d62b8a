"""The grammar: every command with its arguments and its help, and where the function that does it is.

Nothing of the engine is imported here, so that `--help` and a typing error are answered at once.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn, TypeAlias

import engine
from engine.cli.terminal import clean

WORKSPACE_VARIABLE = "TOWNWRIGHT_WORKSPACE"
_MOST_DAYS = 9_999
_WORDS = """\
  RUN        an id, a name, or `last` for the newest run; `townwright runs` lists them
  AGENT      an id or a name: isabel, "Isabel Moreno"
  SCENARIO   a scenario of the workspace, a bundled one, or a folder
  MOMENT     a day and a time: "day 2 12:00"

Every command takes --workspace DIR (or the variable TOWNWRIGHT_WORKSPACE), and --json where it
prints data. `townwright COMMAND --help` explains a command.
Exit status: 0 done, 1 the input is at fault (said in one line), 2 wrong usage, 130 stopped by Ctrl+C.
"""


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; what it finds has the place of its function as `do`."""
    whole = _Parser(
        prog="townwright",
        usage="townwright [COMMAND] [options]",
        description="Towns of generative agents: write them, live them a day at a time, understand them.\n"
        "Without a command it opens the studio in the browser.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.set_defaults(do="studio:studio")
    _workspace(whole, default=os.environ.get(WORKSPACE_VARIABLE) or "workspace")
    whole.add_argument("--port", type=_whole(1, 65_535), help="the studio's port (default: a free one)")
    whole.add_argument("--no-browser", action="store_true", help="open no browser window")
    whole.add_argument("--version", action="version", version=f"townwright {engine.__version__}")
    commands = whole.add_subparsers(
        prog="townwright", metavar="COMMAND", parser_class=_Parser, help=argparse.SUPPRESS
    )
    groups = [("write a town", _write), ("live it", _live), ("talk and meddle", _meddle), ("look", _look),
              ("care", _care)]  # fmt: skip
    whole.epilog = "\n\n".join([*(_group(title, add(commands)) for title, add in groups), _WORDS])
    return whole


class _Parser(argparse.ArgumentParser):
    """One line on wrong usage, as everywhere else."""

    def error(self, message: str) -> NoReturn:
        """Say what was not understood and where the help is; exit status 2."""
        safe = message.encode("ascii", "backslashreplace").decode()
        self.exit(2, f"{self.prog}: {clean(safe, one_line=True)}; see {self.prog} --help\n")


_Commands: TypeAlias = "argparse._SubParsersAction[_Parser]"  # the class has no public name
_Listed = list[tuple[str, str]]


def _write(commands: _Commands) -> _Listed:
    check = _command(
        commands, "check", "scenarios:check", "say everything that is wrong with a scenario", json=True
    )
    check.add_argument("path", metavar="PATH", help="a scenario's folder, or the name of a scenario")
    new = _command(
        commands,
        "new",
        "scenarios:new",
        "write a new scenario into the folder ./NAME",
        "A small commented starter town; or a copy of another one; or a generated town of N people.",
    )
    new.add_argument("name", metavar="NAME", help="the new folder")
    how = new.add_mutually_exclusive_group()
    how.add_argument("--from", dest="source", metavar="TOWN", help="copy this scenario (a name or a folder)")
    how.add_argument("--agents", metavar="N", type=_whole(1, 200), help="generate a town of so many people")
    new.add_argument("--seed", type=_seed, help="generate another town of that size (with --agents)")
    schema = _command(
        commands,
        "schema",
        "scenarios:schema",
        "print the JSON schema of one kind of file, for editors",
        "Redirect it to a file and name that in your editor's YAML settings: it then completes and checks.",
    )
    schema.add_argument(
        "part", metavar="PART", choices=("town", "world", "persona"), help="town, world or persona"
    )
    return [
        ("check PATH", "every problem of a scenario, with its line and what to do"),
        ("new NAME", "a new scenario: a starter, a copy (--from TOWN), or generated (--agents N)"),
        ("schema PART", "the JSON schema of town, world or persona, for editors"),
    ]


def _live(commands: _Commands) -> _Listed:
    run = _command(commands, "run", "living:run", "begin a run of a scenario and live it", json=True)
    run.add_argument("scenario", metavar="SCENARIO", help="a name or a folder")
    run.add_argument("--days", metavar="N", type=_whole(1, _MOST_DAYS), help="how many days (default: 1)")
    run.add_argument("--seed", type=_seed, help="the seed of its chances (default: the scenario's)")
    run.add_argument("--model", help="who thinks (default: rehearsal, which needs no key)")
    run.add_argument("--name", help="what to call the run (default: the scenario's name)")
    _living(run)
    resume = _command(
        commands,
        "resume",
        "living:resume",
        "take up a run where it stands",
        "Without --days or --until it goes to where it was last asked to go.",
        json=True,
    )
    _run(resume)
    resume.add_argument(
        "--days", metavar="N", type=_whole(1, _MOST_DAYS), help="to the end of the day, N days on"
    )
    _living(resume)
    fork = _command(commands, "fork", "runs:fork", "a new run that shares the past of another one", json=True)
    _run(fork)
    _moment(fork, "where they part (default: now)")
    fork.add_argument("--name", help="what to call it (default: the name of the other)")
    _command(commands, "runs", "runs:runs", "list the runs of the workspace", json=True)
    return [
        ("run SCENARIO", "begin a run and live it: --days N, or --until MOMENT"),
        ("resume RUN", "take a run up where it stands"),
        ("fork RUN", "a run that shares another's past: --at MOMENT"),
        ("runs", "every run, and how far it has come"),
    ]


def _meddle(commands: _Commands) -> _Listed:
    ask = _command(
        commands,
        "ask",
        "talking:ask",
        "interview an agent, off the record",
        "The agent answers from its memory at that moment; the town never learns of it.",
        json=True,
    )
    _run(ask)
    _agent(ask)
    ask.add_argument("question", metavar="QUESTION", help="what to ask, in quotes")
    _moment(ask, "the moment to ask at (default: now)")
    whisper = _command(
        commands,
        "whisper",
        "talking:whisper",
        "plant an instruction that an agent hears as its own inner voice",
        json=True,
    )
    _run(whisper)
    _agent(whisper)
    whisper.add_argument("text", metavar="TEXT", help="what to whisper, in quotes")
    change = _command(commands, "set", "talking:set_state", "give an object a state", json=True)
    _run(change)
    change.add_argument(
        "thing", metavar="OBJECT", help='"place/room/object", or as much of its end as is clear'
    )
    change.add_argument("state", metavar="STATE", help="the state it has from now on")
    return [
        ("ask RUN AGENT TEXT", "interview somebody, off the record"),
        ("whisper RUN AGENT TEXT", "plant an inner voice"),
        ("set RUN OBJECT STATE", "change an object, whoever may be near"),
    ]


def _look(commands: _Commands) -> _Listed:
    memories = _command(
        commands,
        "memories",
        "looking:memories",
        "what an agent remembers",
        "Newest first; with --search what the words would bring to its mind, best first, with its score.",
        json=True,
    )
    _run(memories)
    _agent(memories)
    memories.add_argument("--search", metavar="TEXT", help="what it would recall at these words")
    kinds = ("seed", "observation", "reflection", "plan", "talk", "whisper")
    memories.add_argument("--kind", action="append", choices=kinds, help="only this kind (may be repeated)")
    memories.add_argument(
        "--limit", metavar="N", type=_whole(1, 1_000_000), default=20, help="at most N (20)"
    )
    _moment(memories, "as they were at this moment (default: now)")
    why = _command(
        commands,
        "why",
        "looking:why",
        "explain a row of a run: what was recalled, asked and answered, and what it rests on",
        "The ids are those that `memories`, `export` and the studio show.",
        json=True,
    )
    _run(why)
    why.add_argument(
        "id", metavar="ID", type=_whole(0, 2**53 - 1), help="the id of a memory, event, line, step, …"
    )
    export = _command(commands, "export", "runs:export", "write a run's log into a file")
    _run(export)
    export.add_argument("--as", dest="form", choices=("jsonl",), default="jsonl", help="the format (jsonl)")
    export.add_argument(
        "-o", "--output", metavar="FILE", default="-", help="the file; - is standard output (-)"
    )
    _moment(export, "only what was before this moment (default: all)")
    fingerprint = _command(
        commands,
        "fingerprint",
        "runs:fingerprint",
        "the hash of a run's log: same days, same hash",
        json=True,
    )
    _run(fingerprint)
    _moment(fingerprint, "of the log before this moment (default: all)")
    return [
        ("memories RUN AGENT", "what somebody remembers; --search TEXT scores it"),
        ("why RUN ID", "what is behind a memory, an action or a line"),
        ("export RUN -o FILE", "the log as JSON lines"),
        ("fingerprint RUN", "the hash of the log: same days, same hash"),
    ]


def _care(commands: _Commands) -> _Listed:
    doctor = _command(
        commands, "doctor", "doctor:doctor", "see whether everything that Townwright needs is well", json=True
    )
    doctor.add_argument(
        "--restore",
        metavar="BACKUP",
        nargs="?",
        const="",
        help="put the newest backup (or this one) in place of the workspace's file, which is kept beside it",
    )
    return [("doctor", "is everything well? --restore puts a backup in place")]


# ---------------------------------------------------------------- what commands share


def _command(
    commands: _Commands, name: str, do: str, summary: str, more: str = "", *, json: bool = False
) -> _Parser:
    summary = summary[0].upper() + summary[1:] + "."
    command = commands.add_parser(name, description=f"{summary} {more}".strip())
    command.set_defaults(do=do)
    # Suppressed, so that `townwright --workspace DIR COMMAND` is not undone by the command's own default.
    _workspace(command, default=argparse.SUPPRESS)
    if json:
        command.add_argument("--json", action="store_true", help="print JSON with stable keys")
    return command


def _workspace(to: argparse.ArgumentParser, default: str) -> None:
    to.add_argument(
        "--workspace", metavar="DIR", type=Path, default=default, help="the workspace folder (./workspace)"
    )


def _run(to: _Parser) -> None:
    to.add_argument("run", metavar="RUN", help="an id, a name, or `last`")


def _agent(to: _Parser) -> None:
    to.add_argument("agent", metavar="AGENT", help="an id or a name")


def _moment(to: _Parser, what: str) -> None:
    to.add_argument("--at", metavar="MOMENT", help=what)


def _living(to: _Parser) -> None:
    to.add_argument("--until", metavar="MOMENT", help='stop here instead, as in "day 2 12:00"')
    to.add_argument(
        "--concurrency",
        metavar="N",
        type=_whole(1, 256),
        default=8,
        help="turns at once; changes nothing else (8)",
    )
    to.add_argument("--quiet", action="store_true", help="show no progress")


def _whole(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers between two bounds."""

    def whole(text: str) -> int:
        if not text.isdecimal() or len(text) > 20 or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
        return int(text)

    return whole


def _seed(text: str) -> int:
    return _whole(0, 2**53 - 1)(text)


def _group(title: str, listed: Sequence[tuple[str, str]]) -> str:
    return "\n".join([f"{title}:", *(f"  {usage:<24}{what}" for usage, what in listed)])
