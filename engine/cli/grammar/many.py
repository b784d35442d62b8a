"""Commands that live a town many times: batches, and the cells of a notebook."""

from __future__ import annotations

from pathlib import Path

from engine.cli.arguments import (
    MOST_DAYS,
    Commands,
    declare,
    seeds,
    takes_changes,
    takes_moment,
    whole_number,
)


def takes_notebook(commands: Commands) -> None:
    """Declare the command for notebooks."""
    notebook = declare(
        commands,
        "notebook",
        "notebook:notebook",
        "run a notebook (*.town.md), test it, check it, export it, import it, or begin a new one",
        "A cell that was run before costs nothing; an edit runs what stands on it again. `test` ends with 1 "
        "where an `expect` does not hold. Below a prediction nothing is shown until it is committed. Python "
        "in a notebook is off: `allow` shows that of FILE and lets it run as it stands, `forbid` takes that "
        "back; without FILE, `forbid` forbids all of it in the workspace. `clean` says what is kept that no "
        "notebook needs any more, and with --yes removes it for good; never a run that somebody named.",
        json=True,
    )
    actions = ("run", "test", "check", "export", "import", "new", "allow", "forbid", "clean")
    notebook.add_argument("action", metavar="ACTION", choices=actions, help=", ".join(actions))
    notebook.add_argument(
        "file", metavar="FILE", nargs="?", type=Path, help="a file *.town.md (import: *.ipynb)"
    )
    notebook.add_argument(
        "--yes",
        action="store_true",
        help="run, test: pay for what it may take of a served model; clean: remove it",
    )
    which = notebook.add_mutually_exclusive_group()
    which.add_argument(
        "--cell", metavar="ID", action="append", default=[], help="run: only this cell (may be repeated)"
    )
    which.add_argument("--to", metavar="ID", help="run: up to this cell; export: its form, as --as")
    notebook.add_argument(
        "--predict",
        metavar="ID=ANSWER",
        action="append",
        default=[],
        help="run: commit a prediction, which then stays (may be repeated)",
    )
    notebook.add_argument(
        "--reveal", action="store_true", help="run: show what was found below predictions that wait"
    )
    notebook.add_argument("--junit", metavar="FILE", type=Path, help="test: write a JUnit file as well")
    forms = ("html", "markdown", "md", "ipynb", "py", "town")
    notebook.add_argument(
        "--as",
        dest="form",
        choices=forms,
        default="html",
        help="export: its form (html); town is its own text with what was found embedded",
    )
    editions = ("teacher", "student")
    notebook.add_argument(
        "--edition",
        choices=editions,
        default="teacher",
        help="export: a student's holds no answers (teacher)",
    )
    notebook.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        default="-",
        help="export, import: the file; - is standard output, or beside FILE",
    )
    about = notebook.add_mutually_exclusive_group()
    about.add_argument(
        "--town",
        metavar="SCENARIO",
        default="willow-bay",
        help="new: about which town or template (willow-bay)",
    )
    about.add_argument(
        "--lesson",
        metavar="NAME",
        help="new: a copy of a lesson, as what-does-she-remember or, in Chinese, what-does-she-remember.zh; "
        "`--lesson list` names all",
    )
    notebook.add_argument("--quiet", action="store_true", help="show no progress")


def takes_repeat(commands: Commands) -> None:
    """Declare the command for batches."""
    repeat = declare(
        commands,
        "repeat",
        "runs.repeat:repeat",
        "live a scenario, or a run from a moment on, many times, and say what holds how often",
        "Each run has a seed and a workspace of its own. With --set or --programme every seed is lived "
        "twice, plainly and so. Stopped by Ctrl+C it keeps what is done; the same words again go on. "
        "Without WHAT it lists what was repeated.",
        json=True,
    )
    repeat.add_argument(
        "what", metavar="WHAT", nargs="?", help="a scenario, a run (with --at: from there), or batch-N again"
    )
    how_many = repeat.add_mutually_exclusive_group()
    how_many.add_argument(
        "-n", "--times", metavar="N", type=whole_number(1, 10_000), default=20, help="with seeds 1 to N (20)"
    )
    how_many.add_argument("--seeds", metavar="SEEDS", type=seeds, help="or with these: 1..20, or 3,5,8")
    repeat.add_argument("--days", metavar="N", type=whole_number(1, MOST_DAYS), help="how many days (1)")
    repeat.add_argument("--until", metavar="MOMENT", help='stop here instead, as in "day 1 12:00"')
    takes_moment(repeat, "of a run: share its past up to this moment (default: begin as it began)")
    takes_changes(repeat)
    repeat.add_argument(
        "--programme",
        metavar="FILE",
        type=Path,
        help="what is done in them, as `interventions RUN --programme` writes it; - reads it",
    )
    repeat.add_argument(
        "--holds",
        metavar="STATEMENT",
        action="append",
        default=[],
        help="what may hold in a run: '5 know party', 'nell knows party by day 1 14:00', '12 talks', or a "
        "SELECT over the views, whose first cell is true (may be repeated)",
    )
    repeat.add_argument("--model", help="who thinks (default: rehearsal; of a run, as there)")
    repeat.add_argument("--name", help="what to call it")
    repeat.add_argument(
        "--workers", metavar="N", type=whole_number(1, 256), help="runs at once (default: one a processor)"
    )
    repeat.add_argument("--on", metavar="ADDRESS", help="on a Ray cluster instead: 127.0.0.1:6379, auto")
    listed = repeat.add_mutually_exclusive_group()
    listed.add_argument("--deleted", action="store_true", help="list those that can be brought back")
    listed.add_argument("--delete", metavar="BATCH", help="take one out of the list")
    listed.add_argument("--restore", metavar="BATCH", help="bring back one that was deleted")
    listed.add_argument("--empty", metavar="BATCH", help="remove one that was deleted for good")
    repeat.add_argument("--quiet", action="store_true", help="show no progress")
