"""Commands that look at a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.cli.arguments import (
    MOST_DAYS,
    Commands,
    LateChoices,
    Listed,
    declare,
    takes_agent,
    takes_moment,
    takes_part,
    takes_run,
    whole_number,
)

if TYPE_CHECKING:
    from engine.api.exports import RunExport


def look(commands: Commands) -> Listed:
    """Declare the commands that look at a run."""
    memories = declare(
        commands,
        "memories",
        "inspect:memories",
        "list the memories of an agent, newest first",
        "With --search, list what the agent would recall for a text, best first, with scores.",
        json=True,
    )
    takes_run(memories)
    takes_agent(memories)
    memories.add_argument("--search", metavar="TEXT", help="list what the agent would recall for this text")
    kinds = ("seed", "observation", "reflection", "plan", "talk", "whisper")
    memories.add_argument(
        "--kind",
        action="append",
        metavar="KIND",
        choices=kinds,
        help=f"list only memories of this kind: {', '.join(kinds)} (repeatable)",
    )
    memories.add_argument(
        "--limit",
        metavar="N",
        type=whole_number(1, 1_000_000),
        default=20,
        help="list at most N memories (default: 20)",
    )
    takes_moment(memories, "list the memories at this moment (default: now)")
    _threads(commands)
    _read_the_story(commands)
    why = declare(
        commands,
        "why",
        "inspect:why",
        "explain a row of a run: what was recalled, asked and answered, and which rows led to it",
        "`memories`, `export` and the studio show the ids.",
        json=True,
    )
    takes_run(why)
    why.add_argument(
        "id", metavar="ID", type=whole_number(0, 2**53 - 1), help="the id of a memory, event, line, step, …"
    )
    _calls(commands)
    compare = declare(
        commands,
        "compare",
        "runs.compare:compare",
        "compare two or more runs: why and when they diverge, and which agents are affected and how",
        json=True,
    )
    takes_run(compare)
    compare.add_argument("other", metavar="OTHER", help="the other run")
    compare.add_argument(
        "more", nargs="*", metavar="MORE", help="further runs; the result then has one row per run"
    )
    takes_moment(compare, "compare the runs as of this moment (default: the latest that all have reached)")
    _asking(commands)
    _take_away(commands)
    fingerprint = declare(
        commands,
        "fingerprint",
        "runs.runs:fingerprint",
        "print the fingerprint of a run, a hash of its log; identical runs have the same fingerprint",
        json=True,
    )
    takes_run(fingerprint)
    takes_moment(fingerprint, "include only the log before this moment (default: all)")
    return [
        ("memories RUN AGENT", "List an agent's memories; --search TEXT ranks them with scores"),
        ("threads RUN", "List the outcome of every intention, and why: --agent, --state, --kind"),
        ("paper RUN", "Print the newspaper of a day: --day N; --write has a model write it"),
        ("news RUN", "List the news; with NEWS, show who knows it, since when and from whom"),
        ("status RUN AGENT", "Show an agent's energy, mood and other status values over the days"),
        ("sift RUN", "Count the matches of patterns; with SIFT, list the matches of this pattern"),
        ("query RUN SQL", "Run a SELECT on the views of a run; without SQL, list the views"),
        ("why RUN ID", "Explain a memory, an action or a line"),
        ("calls RUN", "List model calls and their outcome: --how failed, --unanswered"),
        ("export RUN -o FILE", "Export a run: --as fountain, ink, … (export --help lists the formats)"),
        ("compare RUN OTHER", "Compare runs: why and when they diverge, and which agents are affected"),
        ("fingerprint RUN", "Print the fingerprint; identical runs have the same fingerprint"),
    ]


def _calls(commands: Commands) -> None:
    calls = declare(
        commands,
        "calls",
        "calls:calls",
        "list the model calls of a run with their outcome, newest first",
        "With --unanswered, list the requests that got no answer because of an outage or a failed chat.",
        json=True,
    )
    takes_run(calls)
    calls.add_argument("--agent", metavar="AGENT", help="list only calls of this agent")
    calls.add_argument(
        "--purpose", metavar="PURPOSE", help="list only calls for this purpose, such as plan_day"
    )
    ways = ("answered", "repaired", "failed", "free")
    calls.add_argument(
        "--how", metavar="HOW", choices=ways, help=f"list only calls with this outcome: {', '.join(ways)}"
    )
    calls.add_argument("--unanswered", action="store_true", help="list the requests that got no answer")
    calls.add_argument(
        "--limit",
        metavar="N",
        type=whole_number(1, 1_000_000),
        default=20,
        help="list at most N calls (default: 20)",
    )
    takes_moment(calls, "list only calls before this moment (default: all)")


def _take_away(commands: Commands) -> None:
    export = declare(
        commands,
        "export",
        "runs.runs:export",
        "export a run to a file",
        "A report lists what is dropped, renamed or escaped.",
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
        help="export in this format (default: jsonl)",
    )
    export.add_argument(
        "--shape",
        choices=("chain", "hub"),
        default="chain",
        help="for game formats: link each conversation to the next (chain, the default), or offer "
        "conversations by place and hour (hub)",
    )
    export.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        default="-",
        help="write to this file; - is standard output (default: -)",
    )
    takes_moment(export, "export only what happened before this moment (default: all)")
    takes_part(export)


def _threads(commands: Commands) -> None:
    threads = declare(
        commands,
        "threads",
        "runs.threads:threads",
        "list the outcome of every intention: done, failed, late or under way, and why",
        "Failures come first. The ids refer to the evidence; `why` explains them.",
        json=True,
    )
    takes_run(threads)
    threads.add_argument("--agent", metavar="AGENT", help="list only intentions of this agent")
    threads.add_argument(
        "--state",
        metavar="STATE",
        help="list only intentions in this state: failed, late, not_understood, under_way, told, asked_for, "
        "agreed, done, kept_to, daily, dropped",
    )
    threads.add_argument(
        "--kind", metavar="KIND", help="list only intentions of this kind: occasion, meeting, message, …"
    )
    takes_moment(threads, "show the states at this moment (default: now)")


def _read_the_story(commands: Commands) -> None:
    paper = declare(
        commands,
        "paper",
        "runs.paper:paper",
        "print the newspaper of a day: highlights, and what happened to each agent",
        "Each sentence has the id of a row that `why` explains. The newspaper is written by rules unless "
        "a model has written it. A model's claims that the log does not support are removed and listed "
        "below the newspaper.",
        json=True,
    )
    takes_run(paper)
    paper.add_argument(
        "--day",
        metavar="N",
        type=whole_number(1, MOST_DAYS),
        help="print the newspaper of this day (default: the last simulated day)",
    )
    takes_moment(paper, "print the newspaper as of this moment (default: now)")
    paper.add_argument(
        "--write", action="store_true", help="have a model write the newspaper of a finished day"
    )
    paper.add_argument(
        "--model",
        metavar="NAME",
        default="",
        help="with --write or --cost: use this model (default: the run's model)",
    )
    paper.add_argument("--cost", action="store_true", help="print the estimated cost without calling a model")
    paper.add_argument(
        "--show",
        choices=("rule", "model"),
        help="from now on, show the newspaper written by rules (rule) or by a model (model)",
    )
    news = declare(
        commands,
        "news",
        "story:news",
        "list the news of a town; with NEWS, show who knows it, from whom, and who was not told",
        'NEWS is an id from the list, or words from the news, in quotes: "lantern party".',
        json=True,
    )
    takes_run(news)
    news.add_argument("news", metavar="NEWS", nargs="?", help="an id from the list, or words from the news")
    takes_moment(news, "show the state at this moment (default: now)")

    status = declare(
        commands,
        "status",
        "story:status",
        "show the status values of an agent over the days, such as energy and mood, and what changed them",
        json=True,
    )
    takes_run(status)
    takes_agent(status)
    takes_moment(status, "show the values up to this moment (default: now)")


def _asking(commands: Commands) -> None:
    query = declare(
        commands,
        "query",
        "inspect:query",
        "run a SELECT on the views of a run; without SQL, list the views and their columns",
        "The views are read-only and show one run up to a moment. `why` explains the ids in the column "
        "`row`.",
        json=True,
    )
    takes_run(query)
    query.add_argument(
        "sql", metavar="SQL", nargs="?", help='a query, such as "SELECT * FROM line", or - for standard input'
    )
    query.add_argument(
        "--as",
        dest="form",
        choices=("table", "csv", "json"),
        default="table",
        help="print the result in this format (default: table)",
    )
    query.add_argument(
        "--set",
        dest="given",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="set the value of :NAME in the SQL (repeatable)",
    )
    query.add_argument(
        "--limit",
        metavar="N",
        type=whole_number(1, 1_000_000),
        default=10_000,
        help="print at most N rows (default: 10,000)",
    )
    query.add_argument(
        "--seconds",
        metavar="N",
        type=whole_number(1, 3_600),
        default=5,
        help="stop the query after N seconds (default: 5)",
    )
    takes_moment(query, "query the views at this moment (default: now)")
    sift = declare(
        commands,
        "sift",
        "story:sift",
        "list the patterns and count their matches in a run; with SIFT, list the matches of this pattern",
        "You can write your own patterns in the studio.",
        json=True,
    )
    takes_run(sift)
    sift.add_argument("sift", metavar="SIFT", nargs="?", help="the name or title of a pattern")
    takes_moment(sift, "show the matches at this moment (default: now)")


def _run_exports() -> Mapping[str, RunExport]:
    from engine.api.exports import run_exports

    return run_exports()


def _forms() -> str:
    """List the forms of an export, with descriptions."""
    return "formats:\n" + "\n".join(f"  {name:<10} {way.summary}" for name, way in _run_exports().items())
