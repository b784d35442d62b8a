"""Commands for authors' interventions."""

from __future__ import annotations

from pathlib import Path

from engine.api.interventions import INTERVENTIONS
from engine.cli.arguments import Commands, Listed, Parser, declare, takes_moment, takes_run, whole_number

_WHO = "store this name as the author of the intervention (default: author)"


def intervene(commands: Commands) -> Listed:
    """Declare the commands for authors' interventions."""
    listed = []
    for verb, kind in INTERVENTIONS.items():
        summary = kind.summary.removesuffix(".")
        command = declare(commands, verb, "interventions.intervening:intervene", summary, json=True)
        command.set_defaults(verb=verb)
        takes_run(command)
        for asked in kind.asks:
            if asked.kind == "intention":
                command.add_argument(f"--{asked.name}", metavar=asked.metavar, help=asked.help, default="")
                continue
            many = "?" if asked.optional else None
            command.add_argument(asked.name, metavar=asked.metavar, help=asked.help, nargs=many, default="")
        _takes_signature(command)
        needed = (asked.metavar for asked in kind.asks if not asked.optional)
        listed.append((" ".join([verb, "RUN", *needed]), summary))
    apply = declare(
        commands,
        "apply",
        "interventions.applying:apply",
        "apply the current version of the scenario to an idle run, as far as possible",
        "A report lists which changes can be applied, which cannot, and why. Nothing changes without --yes.",
        json=True,
    )
    takes_run(apply)
    apply.add_argument("--yes", action="store_true", help="apply the changes; you can undo each of them")
    apply.add_argument("--who", metavar="NAME", default="", help=_WHO)
    apply.add_argument(
        "--why", metavar="TEXT", default="", help="store this reason (default: the version of the scenario)"
    )
    entries = declare(
        commands,
        "interventions",
        "interventions.done:interventions",
        "list the interventions in a run with author, moment and reason, and show which were undone",
        json=True,
    )
    takes_run(entries)
    takes_moment(entries, "list only the interventions before this moment (default: now)")
    entries.add_argument(
        "--programme",
        action="store_true",
        help="print the interventions as YAML that `follow` can repeat in another run",
    )
    follow = declare(
        commands,
        "follow",
        "interventions.agenda:follow",
        "schedule all interventions of a programme file in a run",
        "`interventions RUN --programme` writes such a file. The interventions take place when the "
        "run continues.",
        json=True,
    )
    takes_run(follow)
    follow.add_argument("file", metavar="FILE", type=Path, help="a programme file, or - for standard input")
    agenda = declare(
        commands,
        "agenda",
        "interventions.agenda:agenda",
        "list the interventions of a run that are scheduled for a moment or a condition",
        json=True,
    )
    takes_run(agenda)
    agenda.add_argument(
        "--all", action="store_true", help="include interventions that were made, rejected or cancelled"
    )
    agenda.add_argument(
        "--call-off",
        metavar="N",
        type=whole_number(1, 10**9),
        help="cancel the scheduled intervention with number N",
    )
    return [
        *listed,
        ("apply RUN", "Apply the scenario's current version to an idle run (--yes)"),
        ("interventions RUN", "List the interventions, and which were undone"),
        ("follow RUN FILE", "Schedule the interventions of a file written by interventions --programme"),
        ("agenda RUN", "List the interventions scheduled with --at MOMENT or --if CONDITION"),
    ]


def _takes_signature(command: Parser) -> None:
    """Add the arguments for who intervenes, why, and when: now, at a moment, or when a condition holds."""
    command.add_argument("--who", metavar="NAME", default="", help=_WHO)
    command.add_argument("--why", metavar="TEXT", default="", help="store this reason with the intervention")
    when = command.add_mutually_exclusive_group()
    when.add_argument(
        "--at", dest="due", metavar="MOMENT", help="schedule the intervention for this later moment"
    )
    when.add_argument(
        "--if",
        dest="rule",
        metavar="CONDITION",
        help='make the intervention when this becomes true: "isabel at Quay", "tomas with isabel", '
        '"yuna knows party", "stove is burning", "daily 12:00", "after day 2 12:00", "before day 2 12:00", '
        '"from 18:00 to 20:00"; join several conditions with `and`',
    )
    command.add_argument(
        "--always",
        action="store_true",
        help="with --if: repeat the intervention each time the condition becomes true",
    )
