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
        "run, test, check, export, import or create a notebook (*.town.md)",
        "Stored results are reused at no cost; after an edit, the changed cell and the cells that depend on "
        "it run again. `test` exits with status 1 if an `expect` does not hold. The results below a "
        "prediction stay hidden until the prediction is committed. Python in notebooks does not run until "
        "you allow it: `allow` shows the Python in FILE and allows it in its current form, and `forbid` "
        "withdraws the permission. Without FILE, `forbid` turns Python off in the whole workspace, and "
        "`allow` turns it on again. `clean` lists the stored runs and results that no notebook needs; with "
        "--yes, it removes them permanently. It never removes a run that you named.",
        json=True,
    )
    actions = ("run", "test", "check", "export", "import", "new", "allow", "forbid", "clean")
    notebook.add_argument(
        "action", metavar="ACTION", choices=actions, help=f"the action: {', '.join(actions)}"
    )
    notebook.add_argument(
        "file", metavar="FILE", nargs="?", type=Path, help="a *.town.md file; for import, an *.ipynb file"
    )
    notebook.add_argument(
        "--yes",
        action="store_true",
        help="run, test: accept the cost of a served model; clean: remove what is listed",
    )
    which = notebook.add_mutually_exclusive_group()
    which.add_argument(
        "--cell", metavar="ID", action="append", default=[], help="run: run only this cell (repeatable)"
    )
    which.add_argument("--to", metavar="ID", help="run: stop after this cell; export: the same as --as")
    notebook.add_argument(
        "--predict",
        metavar="ID=ANSWER",
        action="append",
        default=[],
        help="run: commit a prediction, which cannot be changed afterwards (repeatable)",
    )
    notebook.add_argument(
        "--reveal", action="store_true", help="run: show the results below predictions that are not committed"
    )
    notebook.add_argument("--junit", metavar="FILE", type=Path, help="test: also write a JUnit report")
    forms = ("html", "markdown", "md", "ipynb", "py", "town")
    notebook.add_argument(
        "--as",
        dest="form",
        choices=forms,
        default="html",
        help="export: use this format (default: html); town is the notebook's text with embedded results",
    )
    editions = ("teacher", "student")
    notebook.add_argument(
        "--edition",
        choices=editions,
        default="teacher",
        help="export: write this edition (default: teacher); the student edition contains no answers",
    )
    notebook.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        default="-",
        help="export, import: write to this file (default: standard output for export, next to FILE for "
        "import)",
    )
    about = notebook.add_mutually_exclusive_group()
    about.add_argument(
        "--town",
        metavar="SCENARIO",
        default="willow-bay",
        help="new: use this scenario or template (default: willow-bay)",
    )
    about.add_argument(
        "--lesson",
        metavar="NAME",
        help="new: copy this lesson, such as what-does-she-remember or, in Chinese, "
        "what-does-she-remember.zh; `--lesson list` lists all lessons",
    )
    notebook.add_argument("--quiet", action="store_true", help="do not show progress")


def takes_repeat(commands: Commands) -> None:
    """Declare the command for batches."""
    repeat = declare(
        commands,
        "repeat",
        "runs.repeat:repeat",
        "simulate a scenario (or a run from a given moment) many times, and count how often statements hold",
        "The runs form a batch. Each run has its own seed and workspace. With --set or --programme, every "
        "seed is simulated twice, with and without the change. Ctrl+C stops the batch and keeps the finished "
        "runs; to continue, run the same command again. Without WHAT, list the batches.",
        json=True,
    )
    repeat.add_argument(
        "what",
        metavar="WHAT",
        nargs="?",
        help="a scenario, a run, or batch-N to continue a batch",
    )
    how_many = repeat.add_mutually_exclusive_group()
    how_many.add_argument(
        "-n",
        "--times",
        metavar="N",
        type=whole_number(1, 10_000),
        default=20,
        help="simulate N runs, with the seeds 1 to N (default: 20)",
    )
    how_many.add_argument("--seeds", metavar="SEEDS", type=seeds, help="use these seeds: 1..20, or 3,5,8")
    repeat.add_argument(
        "--days", metavar="N", type=whole_number(1, MOST_DAYS), help="simulate N days (default: 1)"
    )
    repeat.add_argument("--until", metavar="MOMENT", help='stop at this moment, such as "day 1 12:00"')
    takes_moment(repeat, "for a run: continue it from this moment (default: start from its beginning)")
    takes_changes(repeat)
    repeat.add_argument(
        "--programme",
        metavar="FILE",
        type=Path,
        help="make the interventions in this file, as written by `interventions RUN --programme`; - is "
        "standard input",
    )
    repeat.add_argument(
        "--holds",
        metavar="STATEMENT",
        action="append",
        default=[],
        help="test this statement in each run: '5 know party', 'nell knows party by day 1 14:00', "
        "'12 talks', or a SELECT on the views, which holds if its first cell is true (repeatable)",
    )
    repeat.add_argument("--model", help="use this model (default: rehearsal, or the model of the run)")
    repeat.add_argument("--name", help="set the name of the batch")
    repeat.add_argument(
        "--workers",
        metavar="N",
        type=whole_number(1, 256),
        help="simulate N runs at the same time (default: one per processor)",
    )
    repeat.add_argument(
        "--on", metavar="ADDRESS", help="use this Ray cluster instead of workers: 127.0.0.1:6379, or auto"
    )
    listed = repeat.add_mutually_exclusive_group()
    listed.add_argument(
        "--deleted", action="store_true", help="list the deleted batches that can be restored"
    )
    listed.add_argument("--delete", metavar="BATCH", help="delete this batch")
    listed.add_argument("--restore", metavar="BATCH", help="restore this deleted batch")
    listed.add_argument("--empty", metavar="BATCH", help="permanently remove this deleted batch")
    repeat.add_argument("--quiet", action="store_true", help="do not show progress")
