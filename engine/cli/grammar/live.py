"""Commands that live a town."""

from __future__ import annotations

from pathlib import Path

from engine.cli.arguments import (
    MOST_DAYS,
    Commands,
    Listed,
    declare,
    takes_changes,
    takes_goal,
    takes_moment,
    takes_run,
    whole_number,
    whole_seed,
)
from engine.cli.grammar.many import takes_notebook, takes_repeat


def live(commands: Commands) -> Listed:
    """Declare the commands that live a town."""
    run = declare(commands, "run", "run:run", "create a run of a scenario and simulate it", json=True)
    run.add_argument("scenario", metavar="SCENARIO", help="a scenario's name or folder")
    run.add_argument(
        "--days", metavar="N", type=whole_number(1, MOST_DAYS), help="simulate N days (default: 1)"
    )
    run.add_argument("--seed", type=whole_seed, help="use this random seed (default: the scenario's seed)")
    run.add_argument(
        "--model",
        help="use this model: rehearsal (the default, which needs no key), a profile, several profiles as "
        "in 'small, plan_day=big, @isabel=big', or replay:RUN for the recorded answers of a run",
    )
    run.add_argument("--name", help="set the name of the run (default: the scenario's name)")
    takes_goal(run)
    resume = declare(
        commands,
        "resume",
        "run:resume",
        "resume a run",
        "Without --days or --until, the run continues to the moment that was last requested.",
        json=True,
    )
    takes_run(resume)
    resume.add_argument(
        "--days",
        metavar="N",
        type=whole_number(1, MOST_DAYS),
        help="simulate N days, including the current day",
    )
    takes_goal(resume)
    fork = declare(
        commands, "fork", "runs.runs:fork", "fork a run: create a new run with the same past", json=True
    )
    takes_run(fork)
    takes_moment(fork, "start the fork at this moment (default: now)")
    fork.add_argument("--name", help="set the name of the fork (default: the name of the original run)")
    fork.add_argument("--model", help="use this model in the fork (default: the model of the original run)")
    takes_changes(fork)
    takes_repeat(commands)
    takes_notebook(commands)
    opened = declare(commands, "open", "runs.runs:open_", "create a run from a cassette file", json=True)
    opened.add_argument("file", metavar="FILE", type=Path, help="a file written by `export --as cassette`")
    opened.add_argument("--name", help="set the name of the run (default: its name in the cassette)")
    runs = declare(
        commands,
        "runs",
        "runs.runs:runs",
        "list the runs of the workspace, or delete or restore a run",
        "You can restore a deleted run until you remove it permanently with --empty, which frees its disk "
        "space.",
        json=True,
    )
    what = runs.add_mutually_exclusive_group()
    what.add_argument("--deleted", action="store_true", help="list the deleted runs that can be restored")
    what.add_argument("--delete", metavar="RUN", help="delete this run; its forks are kept")
    what.add_argument("--restore", metavar="RUN", help="restore this deleted run")
    what.add_argument("--empty", metavar="RUN", help="permanently remove this deleted run")
    return [
        ("run SCENARIO", "Simulate a scenario: --days N, or --until MOMENT"),
        ("resume RUN", "Resume a run"),
        ("fork RUN", "Fork a run: --at MOMENT; --set KEY=VALUE changes something in the fork"),
        ("repeat WHAT", "Simulate a scenario or a run many times: -n 20, --holds STATEMENT"),
        ("notebook ACTION FILE", "Run, test, check, export, import or create a notebook (*.town.md)"),
        ("open FILE", "Create a run from a cassette, with every recorded answer"),
        ("runs", "List runs, their progress and size: --delete RUN, --restore RUN, --empty RUN"),
    ]
