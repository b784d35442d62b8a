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
    run = declare(commands, "run", "run:run", "begin a run of a scenario and live it", json=True)
    run.add_argument("scenario", metavar="SCENARIO", help="a name or a folder")
    run.add_argument(
        "--days", metavar="N", type=whole_number(1, MOST_DAYS), help="how many days (default: 1)"
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
        "--days", metavar="N", type=whole_number(1, MOST_DAYS), help="to the end of the day, N days on"
    )
    takes_goal(resume)
    fork = declare(
        commands, "fork", "runs.runs:fork", "a new run that shares the past of another one", json=True
    )
    takes_run(fork)
    takes_moment(fork, "where they part (default: now)")
    fork.add_argument("--name", help="what to call it (default: the name of the other)")
    fork.add_argument("--model", help="who thinks from there on (default: as before)")
    takes_changes(fork)
    takes_repeat(commands)
    takes_notebook(commands)
    opened = declare(commands, "open", "runs.runs:open_", "make a run of a cassette", json=True)
    opened.add_argument("file", metavar="FILE", type=Path, help="what `export --as cassette` wrote")
    opened.add_argument("--name", help="what to call it (default: as it was called)")
    runs = declare(
        commands,
        "runs",
        "runs.runs:runs",
        "list the runs of the workspace, or take one out of it",
        "What is deleted can be brought back until it is emptied, which frees its room on the disk for good.",
        json=True,
    )
    what = runs.add_mutually_exclusive_group()
    what.add_argument("--deleted", action="store_true", help="those that can be brought back")
    what.add_argument("--delete", metavar="RUN", help="take a run out of every list; its forks live on")
    what.add_argument("--restore", metavar="RUN", help="bring back one that was deleted")
    what.add_argument("--empty", metavar="RUN", help="remove one that was deleted for good")
    return [
        ("run SCENARIO", "begin a run and live it: --days N, or --until MOMENT"),
        ("resume RUN", "take a run up where it stands"),
        ("fork RUN", "a run that shares another's past: --at MOMENT; --set KEY=VALUE changes it"),
        (
            "repeat WHAT",
            "live a scenario or a run many times: -n 20, --holds STATEMENT",
        ),
        (
            "notebook ACTION FILE",
            "run, test, check, export or import a notebook (*.town.md), or begin a new one",
        ),
        ("open FILE", "a run that was recorded elsewhere, with every answer in it"),
        ("runs", "every run, how far it has come, what it takes: --delete RUN, --restore RUN, --empty RUN"),
    ]
