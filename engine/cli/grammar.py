"""The grammar: every command with its arguments and its help, and where the function that does it is.

Nothing of the engine is imported here, so that `--help` and a typing error are answered at once.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import engine
from engine.api.interventions import INTERVENTIONS
from engine.cli.arguments import (
    Commands,
    LateChoices,
    Parser,
    declare,
    takes_agent,
    takes_goal,
    takes_moment,
    takes_part,
    takes_run,
    takes_workspace,
    whole_number,
    whole_seed,
)

if TYPE_CHECKING:
    from engine.api.exports import RunExport

WORKSPACE_VARIABLE = "TOWNWRIGHT_WORKSPACE"
_MOST_DAYS = 9_999
_MOST_PEOPLE = 1_100
_Listed = list[tuple[str, str]]
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
    """Return the parser of the whole command line; what it finds has the place of its function as `do`."""
    whole = Parser(
        prog="townwright",
        usage="townwright [COMMAND] [options]",
        description="Towns of generative agents: write them, live them a day at a time, understand them.\n"
        "Without a command it opens the studio in the browser.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.set_defaults(do="studio:studio")
    takes_workspace(whole, default=os.environ.get(WORKSPACE_VARIABLE) or "workspace")
    whole.add_argument("--port", type=whole_number(1, 65_535), help="the studio's port (default: a free one)")
    whole.add_argument("--no-browser", action="store_true", help="open no browser window")
    whole.add_argument("--version", action="version", version=f"townwright {engine.__version__}")
    commands = whole.add_subparsers(
        prog="townwright", metavar="COMMAND", parser_class=Parser, help=argparse.SUPPRESS
    )
    whole.epilog = "\n\n".join(
        [
            _group("write a town", _write(commands)),
            _group("live it", _live(commands)),
            _group("talk and meddle", _meddle(commands)),
            _group("look", _look(commands)),
            _group("think with a served model", _serve(commands)),
            _group("care", _care(commands)),
            _WORDS,
        ]
    )
    return whole


def _write(commands: Commands) -> _Listed:
    check = declare(
        commands, "check", "scenarios:check", "say everything that is wrong with a scenario", json=True
    )
    check.add_argument("path", metavar="PATH", help="a scenario's folder, or the name of a scenario")
    check.add_argument(
        "--understood", action="store_true", help="say what is understood of every seed and fact instead"
    )
    new = declare(
        commands,
        "new",
        "scenarios:new",
        "write a new scenario into the folder ./NAME",
        "A small commented starter town; or a copy of another one; or a generated town of N people.",
    )
    new.add_argument("name", metavar="NAME", help="the new folder")
    how = new.add_mutually_exclusive_group()
    how.add_argument("--from", dest="source", metavar="TOWN", help="copy this scenario (a name or a folder)")
    how.add_argument(
        "--agents", metavar="N", type=whole_number(1, _MOST_PEOPLE), help="generate a town of so many people"
    )
    new.add_argument("--seed", type=whole_seed, help="generate another town of that size (with --agents)")
    schema = declare(
        commands,
        "schema",
        "scenarios:schema",
        "print the JSON schema of one kind of file, for editors",
        "Redirect it to a file and name that in your editor's YAML settings: it then completes and checks.",
        json=True,
    )
    kinds = ("town", "world", "persona")
    schema.add_argument("part", metavar="PART", choices=kinds, help="town, world or persona")
    prompts = declare(
        commands,
        "prompts",
        "prompts:prompts",
        "list the prompts of a scenario, or print the wording of one",
        "An author's own wording of a prompt is the scenario's file prompts/NAME.md.",
        json=True,
    )
    prompts.add_argument("scenario", metavar="SCENARIO", help="a name or a folder")
    prompts.add_argument("name", metavar="NAME", nargs="?", help="the prompt whose wording to print")
    prompts.add_argument(
        "--marked",
        action="store_true",
        help="print it with the first line that says which default it goes by, for a file prompts/NAME.md",
    )
    prompts.add_argument("--diff", action="store_true", help="how own wordings differ from the default")
    return [
        ("check PATH", "every problem of a scenario, with its line and what to do"),
        ("new NAME", "a new scenario: a starter, a copy (--from TOWN), or generated (--agents N)"),
        ("schema PART", "the JSON schema of town, world or persona, for editors"),
        ("prompts SCENARIO", "which prompts are in its own words; with NAME that wording, --diff"),
    ]


def _live(commands: Commands) -> _Listed:
    run = declare(commands, "run", "run:run", "begin a run of a scenario and live it", json=True)
    run.add_argument("scenario", metavar="SCENARIO", help="a name or a folder")
    run.add_argument(
        "--days", metavar="N", type=whole_number(1, _MOST_DAYS), help="how many days (default: 1)"
    )
    run.add_argument("--seed", type=whole_seed, help="the seed of its chances (default: the scenario's)")
    run.add_argument(
        "--model",
        help="who thinks: rehearsal (the default, needs no key), a profile, several as in "
        "'small, plan_day=big, @isabel=big', or replay:RUN",
    )
    run.add_argument("--name", help="what to call the run (default: the scenario's name)")
    takes_goal(run)
    resume = declare(
        commands,
        "resume",
        "run:resume",
        "take up a run where it stands",
        "Without --days or --until it goes to where it was last asked to go.",
        json=True,
    )
    takes_run(resume)
    resume.add_argument(
        "--days", metavar="N", type=whole_number(1, _MOST_DAYS), help="to the end of the day, N days on"
    )
    takes_goal(resume)
    fork = declare(
        commands, "fork", "runs.runs:fork", "a new run that shares the past of another one", json=True
    )
    takes_run(fork)
    takes_moment(fork, "where they part (default: now)")
    fork.add_argument("--name", help="what to call it (default: the name of the other)")
    fork.add_argument("--model", help="who thinks from there on (default: as before)")
    opened = declare(commands, "open", "runs.runs:open_", "make a run of a cassette", json=True)
    opened.add_argument("file", metavar="FILE", type=Path, help="what `export --as cassette` wrote")
    opened.add_argument("--name", help="what to call it (default: as it was called)")
    declare(commands, "runs", "runs.runs:runs", "list the runs of the workspace", json=True)
    return [
        ("run SCENARIO", "begin a run and live it: --days N, or --until MOMENT"),
        ("resume RUN", "take a run up where it stands"),
        ("fork RUN", "a run that shares another's past: --at MOMENT"),
        ("open FILE", "a run that was recorded elsewhere, with every answer in it"),
        ("runs", "every run, and how far it has come"),
    ]


def _meddle(commands: Commands) -> _Listed:
    ask = declare(
        commands,
        "ask",
        "talking:ask",
        "interview an agent, off the record",
        "The agent answers from its memory at that moment; the town never learns of it.",
        json=True,
    )
    takes_run(ask)
    takes_agent(ask)
    ask.add_argument("question", metavar="QUESTION", help="what to ask, in quotes")
    takes_moment(ask, "the moment to ask at (default: now)")
    ask.add_argument(
        "--without",
        metavar="FACULTY",
        action="append",
        default=[],
        help="leave out what observation, reflection or planning has put into the mind (may be repeated)",
    )
    listed = []
    for verb, kind in INTERVENTIONS.items():
        command = declare(commands, verb, "talking:intervene", kind.summary, json=True)
        command.set_defaults(verb=verb)
        takes_run(command)
        for asked in kind.asks:
            command.add_argument(asked.name, metavar=asked.metavar, help=asked.help)
        listed.append((" ".join([verb, "RUN", *(asked.metavar for asked in kind.asks)]), kind.summary))
    return [("ask RUN AGENT TEXT", "interview somebody, off the record"), *listed]


def _look(commands: Commands) -> _Listed:
    memories = declare(
        commands,
        "memories",
        "inspect:memories",
        "what an agent remembers",
        "Newest first; with --search what the words would bring to its mind, best first, with its score.",
        json=True,
    )
    takes_run(memories)
    takes_agent(memories)
    memories.add_argument("--search", metavar="TEXT", help="what it would recall at these words")
    kinds = ("seed", "observation", "reflection", "plan", "talk", "whisper")
    memories.add_argument(
        "--kind",
        action="append",
        metavar="KIND",
        choices=kinds,
        help=f"only {', '.join(kinds)} (may be repeated)",
    )
    memories.add_argument(
        "--limit", metavar="N", type=whole_number(1, 1_000_000), default=20, help="at most N (20)"
    )
    takes_moment(memories, "as they were at this moment (default: now)")
    _read_the_story(commands)
    why = declare(
        commands,
        "why",
        "inspect:why",
        "explain a row of a run: what was recalled, asked and answered, and what it rests on",
        "The ids are those that `memories`, `export` and the studio show.",
        json=True,
    )
    takes_run(why)
    why.add_argument(
        "id", metavar="ID", type=whole_number(0, 2**53 - 1), help="the id of a memory, event, line, step, …"
    )
    calls = declare(
        commands,
        "calls",
        "calls:calls",
        "what models were asked in a run, newest first, and how it went",
        "With --unanswered what came to nothing and is in no list of calls: outages, failed chats.",
        json=True,
    )
    takes_run(calls)
    calls.add_argument("--agent", metavar="AGENT", help="only of this agent")
    calls.add_argument("--purpose", metavar="PURPOSE", help="only for this purpose, as in plan_day")
    ways = ("answered", "repaired", "failed", "free")
    calls.add_argument(
        "--how", metavar="HOW", choices=ways, help=f"only those that went so: {', '.join(ways)}"
    )
    calls.add_argument("--unanswered", action="store_true", help="what was not answered")
    calls.add_argument(
        "--limit", metavar="N", type=whole_number(1, 1_000_000), default=20, help="at most N (20)"
    )
    takes_moment(calls, "only what was before this moment (default: all)")
    compare = declare(
        commands,
        "compare",
        "runs.compare:compare",
        "two runs side by side: why they differ, from where on, whom it reached and in what",
        json=True,
    )
    takes_run(compare)
    compare.add_argument("other", metavar="OTHER", help="the other run")
    takes_moment(compare, "both as they were at this moment (default: as far as both have come)")
    _asking(commands)
    _take_away(commands)
    fingerprint = declare(
        commands,
        "fingerprint",
        "runs.runs:fingerprint",
        "the hash of a run's log: same days, same hash",
        json=True,
    )
    takes_run(fingerprint)
    takes_moment(fingerprint, "of the log before this moment (default: all)")
    return [
        ("memories RUN AGENT", "what somebody remembers; --search TEXT scores it"),
        ("paper RUN", "the paper of a day: what turned, what became of everybody; --day N"),
        ("news RUN", "what goes round; with NEWS who knows it, since when and from whom"),
        (
            "sift RUN",
            "patterns in what happened: promises broken, secrets out, …; with SIFT what one finds",
        ),
        ("query RUN SQL", "what a SELECT over the views of a run finds; without SQL the views"),
        ("why RUN ID", "what is behind a memory, an action or a line"),
        ("calls RUN", "what models were asked, and how it went: --how failed, --unanswered"),
        ("export RUN -o FILE", "a run as a file: --as fountain, ink, … (export --help lists the forms)"),
        ("compare RUN OTHER", "why two runs differ, from where on, whom it reached and in what"),
        ("fingerprint RUN", "the hash of the log: same days, same hash"),
    ]


def _take_away(commands: Commands) -> None:
    export = declare(
        commands,
        "export",
        "runs.runs:export",
        "write a run into a file",
        "What had to be dropped, renamed or escaped on the way is said beside it.",
        json=True,
    )
    export.appendix = _forms
    takes_run(export)
    export.add_argument(
        "--as",
        dest="form",
        metavar="FORM",
        choices=LateChoices(_run_exports),
        default="jsonl",
        help="the form of the file (jsonl)",
    )
    export.add_argument(
        "-o", "--output", metavar="FILE", default="-", help="the file; - is standard output (-)"
    )
    takes_moment(export, "only what was before this moment (default: all)")
    takes_part(export)


def _read_the_story(commands: Commands) -> None:
    paper = declare(
        commands,
        "paper",
        "story:paper",
        "the paper of a day: what turned, and what became of everybody",
        "Every sentence stands beside the id of a row that `why` explains.",
        json=True,
    )
    takes_run(paper)
    paper.add_argument(
        "--day", metavar="N", type=whole_number(1, _MOST_DAYS), help="of this day (default: the last lived)"
    )
    takes_moment(paper, "as it could be written at this moment (default: now)")
    news = declare(
        commands,
        "news",
        "story:news",
        "what goes round in a town; with NEWS who knows it, from whom, and who was not told",
        'NEWS is an id that the list shows, or words in quotes that say it: "lantern party".',
        json=True,
    )
    takes_run(news)
    news.add_argument("news", metavar="NEWS", nargs="?", help="an id of the list, or words that say it")
    takes_moment(news, "as far as it has come at this moment (default: now)")


def _asking(commands: Commands) -> None:
    query = declare(
        commands,
        "query",
        "inspect:query",
        "what a SELECT over the views of a run finds; without SQL the views and their columns",
        "They show one run up to a moment, and can only be read. Column `row` is an id that `why` explains.",
        json=True,
    )
    takes_run(query)
    query.add_argument("sql", metavar="SQL", nargs="?", help='such as "SELECT * FROM line"; - reads it')
    query.add_argument("--as", dest="form", choices=("table", "csv", "json"), default="table", help="(table)")
    query.add_argument(
        "--set",
        dest="given",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="the value of a :name in the SQL; may be given several times",
    )
    query.add_argument(
        "--limit", metavar="N", type=whole_number(1, 1_000_000), default=10_000, help="rows at most (10000)"
    )
    query.add_argument(
        "--seconds", metavar="N", type=whole_number(1, 3_600), default=5, help="seconds it may take (5)"
    )
    takes_moment(query, "at this moment (default: now)")
    sift = declare(
        commands,
        "sift",
        "story:sift",
        "named patterns over the log of a run, and how many each finds; with SIFT what it finds",
        "An author's own are written in the studio.",
        json=True,
    )
    takes_run(sift)
    sift.add_argument("sift", metavar="SIFT", nargs="?", help="a name of the list, or a title")
    takes_moment(sift, "at this moment (default: now)")


def _run_exports() -> Mapping[str, RunExport]:
    from engine.api.exports import run_exports

    return run_exports()


def _forms() -> str:
    """Return the forms of an export, with what each is."""
    return "forms:\n" + "\n".join(f"  {name:<10} {way.summary}" for name, way in _run_exports().items())


def _serve(commands: Commands) -> _Listed:
    declare(commands, "profiles", "serving:profiles", "list the profiles of served models", json=True)
    profile = declare(
        commands,
        "profile",
        "serving:profile",
        "make or change a profile; without options, test the connection to its server",
        "A key is never kept: name the environment variable that has it.",
        json=True,
    )
    profile.add_argument("name", metavar="NAME", help="what `--model NAME` calls it")
    profile.add_argument("--url", help="the address of the server, as in http://127.0.0.1:8080/v1")
    profile.add_argument("--model", help="the model, as its server calls it")
    profile.add_argument("--key-from", metavar="VARIABLE", help="the environment variable with the key")
    profile.add_argument(
        "--price", nargs=2, type=float, metavar=("IN", "OUT"), help="of a million tokens in and out"
    )
    profile.add_argument("--at-once", metavar="N", type=whole_number(1, 256), help="calls at once (4)")
    profile.add_argument(
        "--timeout", metavar="SECONDS", type=float, help="that a call may take, with all its requests (90)"
    )
    profile.add_argument(
        "--embeddings",
        metavar="MODEL",
        help="an embeddings model of the same server: memories are then also found by meaning, for a short "
        "request more in most recalls; '' for none. A run keeps to what it began with, a fork may change it",
    )
    profile.add_argument(
        "--embedding-prefixes",
        nargs=2,
        metavar=("QUESTION", "MEMORY"),
        help="what the embeddings model wants before a question and before a memory, as in "
        "'query: ' 'passage: '; '' '' for nothing",
    )
    profile.add_argument(
        "--embedding-price", type=float, metavar="PRICE", help="of a million tokens that are embedded"
    )
    profile.add_argument(
        "--set", metavar="NAME=VALUE", action="append", help="a parameter of every request (may be repeated)"
    )
    profile.add_argument("--remove", action="store_true", help="forget the profile")
    cap = declare(
        commands,
        "cap",
        "serving:cap",
        "set a cap, or list the caps and what was spent",
        "SCOPE MEASURE N sets a cap, and `none` for N takes it away; with less, the caps are listed.",
        json=True,
    )
    scopes, measures = ("day", "run", "workspace"), ("calls", "tokens", "money")
    cap.add_argument("scope", nargs="?", metavar="SCOPE", choices=scopes, help="of a day, run or workspace")
    cap.add_argument("measure", nargs="?", metavar="MEASURE", choices=measures, help="calls, tokens or money")
    cap.add_argument("most", nargs="?", metavar="N", help="how much, or `none` to take the cap away")
    forecast = declare(
        commands,
        "forecast",
        "serving:forecast",
        "what the next day of a town may take of a served model, before anything is paid",
        "From the run's own past, or from a rehearsal of the day in which every prompt is counted.",
        json=True,
    )
    forecast.add_argument("scenario", metavar="SCENARIO", help="a scenario of the workspace, or a run of it")
    forecast.add_argument("--model", required=True, help="a profile, or several as for `run`")
    spent = declare(commands, "spent", "serving:spent", "what a run has taken of served models", json=True)
    takes_run(spent)
    spent.add_argument(
        "--by", choices=("day", "agent", "purpose", "model"), default="purpose", help="in what parts"
    )
    return [
        ("profiles", "the served models there are"),
        ("profile NAME", "make one (--url, --model, --key-from), or test its connection"),
        ("forecast SCENARIO", "what a day may take, before it is paid: --model M"),
        ("cap SCOPE MEASURE N", "the most that a day, run or workspace may take"),
        ("spent RUN", "calls, tokens and money, by day, agent, purpose or model"),
    ]


def _care(commands: Commands) -> _Listed:
    doctor = declare(
        commands, "doctor", "doctor:doctor", "see whether everything that Townwright needs is well", json=True
    )
    doctor.add_argument(
        "--restore",
        metavar="BACKUP",
        nargs="?",
        const="",
        help="put the newest good backup (or this one) in place of the workspace's file, which is kept",
    )
    doctor.add_argument(
        "--begin-anew",
        action="store_true",
        help="give a damaged or lost workspace up: its backups are kept aside, and a new one can be made",
    )
    completion = declare(
        commands,
        "completion",
        "completion:completion",
        "print what makes a shell complete commands, options, and the names of runs, agents and scenarios",
        'For bash and zsh put `eval "$(townwright completion bash)"` (or zsh) into ~/.bashrc or ~/.zshrc; '
        "for fish `townwright completion fish | source` into ~/.config/fish/config.fish.",
    )
    shells = ("bash", "zsh", "fish")
    completion.add_argument("shell", metavar="SHELL", choices=shells, help="bash, zsh or fish")
    return [
        ("doctor", "is everything well? --restore puts a backup in place"),
        ("completion SHELL", "what makes bash, zsh or fish complete its words with Tab"),
    ]


def _group(title: str, listed: Sequence[tuple[str, str]]) -> str:
    return "\n".join([f"{title}:", *(f"  {usage:<24}{what}" for usage, what in listed)])
