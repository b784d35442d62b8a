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
    _threads(commands)
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
    _calls(commands)
    compare = declare(
        commands,
        "compare",
        "runs.compare:compare",
        "two or more runs side by side: why they differ, from where on, whom it reached and in what",
        json=True,
    )
    takes_run(compare)
    compare.add_argument("other", metavar="OTHER", help="the other run")
    compare.add_argument("more", nargs="*", metavar="MORE", help="more of them: a row for each run")
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
        ("threads RUN", "what became of everything that was asked for, and why; --agent, --state, --kind"),
        ("paper RUN", "the paper of a day: what turned, what became of everybody; --day N, --write"),
        ("news RUN", "what goes round; with NEWS who knows it, since when and from whom"),
        ("status RUN AGENT", "how somebody was over the days, and what changed it"),
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


def _calls(commands: Commands) -> None:
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
        "--shape",
        choices=("chain", "hub"),
        default="chain",
        help="of a game: from talk to talk, or a hub of choices by place and hour (chain)",
    )
    export.add_argument(
        "-o", "--output", metavar="FILE", default="-", help="the file; - is standard output (-)"
    )
    takes_moment(export, "only what was before this moment (default: all)")
    takes_part(export)


def _threads(commands: Commands) -> None:
    threads = declare(
        commands,
        "threads",
        "runs.threads:threads",
        "what became of everything that was asked for: done, failed, late, under way, and why",
        "What went wrong stands first. The ids are of what shows it, which `why` explains.",
        json=True,
    )
    takes_run(threads)
    threads.add_argument("--agent", metavar="AGENT", help="only of this agent")
    threads.add_argument(
        "--state",
        metavar="STATE",
        help="only what stands so: failed, late, not_understood, under_way, told, asked_for, done, kept_to, "
        "daily, dropped",
    )
    threads.add_argument("--kind", metavar="KIND", help="only of this kind: occasion, meeting, message, …")
    takes_moment(threads, "as far as it had come at this moment (default: now)")


def _read_the_story(commands: Commands) -> None:
    paper = declare(
        commands,
        "paper",
        "runs.paper:paper",
        "the paper of a day: what turned, and what became of everybody",
        "Every sentence stands beside the id of a row that `why` explains. It is by rule, unless a model has "
        "written one: what nothing in the log supports is left out of that, and told below it, with why.",
        json=True,
    )
    takes_run(paper)
    paper.add_argument(
        "--day", metavar="N", type=whole_number(1, MOST_DAYS), help="of this day (default: the last lived)"
    )
    takes_moment(paper, "as it could be written at this moment (default: now)")
    paper.add_argument("--write", action="store_true", help="have a model write it, of a day that is over")
    paper.add_argument("--model", metavar="NAME", default="", help="which (default: the run's own)")
    paper.add_argument("--cost", action="store_true", help="say what that may take; nothing is asked")
    paper.add_argument(
        "--show", choices=("rule", "model"), help="show the one by rule, or the model's, from now on"
    )
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

    status = declare(
        commands,
        "status",
        "story:status",
        "how somebody was over the days: their energy, their mood, and what changed them",
        json=True,
    )
    takes_run(status)
    takes_agent(status)
    takes_moment(status, "up to this moment (default: now)")


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
    """List the forms of an export, with descriptions."""
    return "forms:\n" + "\n".join(f"  {name:<10} {way.summary}" for name, way in _run_exports().items())
