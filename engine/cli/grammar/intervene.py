"""Commands for authors' interventions."""

from __future__ import annotations

from pathlib import Path

from engine.api.interventions import INTERVENTIONS
from engine.cli.arguments import Commands, Listed, Parser, declare, takes_moment, takes_run, whole_number


def intervene(commands: Commands) -> Listed:
    """Declare the commands for authors' interventions."""
    listed = []
    for verb, kind in INTERVENTIONS.items():
        command = declare(commands, verb, "interventions.intervening:intervene", kind.summary, json=True)
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
        listed.append((" ".join([verb, "RUN", *needed]), kind.summary))
    apply = declare(
        commands,
        "apply",
        "interventions.applying:apply",
        "have a run that rests be as its town says by now, as far as that can be",
        "It says what would come, what cannot and why, and does nothing without --yes.",
        json=True,
    )
    takes_run(apply)
    apply.add_argument("--yes", action="store_true", help="do it: each field is an entry that can be undone")
    apply.add_argument("--who", metavar="NAME", default="", help="who does it (author)")
    apply.add_argument("--why", metavar="TEXT", default="", help="the reason (the version of the town)")
    entries = declare(
        commands,
        "interventions",
        "interventions.done:interventions",
        "what authors did in a run: who, when, why, and what was taken back",
        json=True,
    )
    takes_run(entries)
    takes_moment(entries, "until this moment (default: now)")
    entries.add_argument(
        "--programme", action="store_true", help="print them as YAML that `follow` has another run do"
    )
    follow = declare(
        commands,
        "follow",
        "interventions.agenda:follow",
        "have a run do all that a programme says, each thing at its moment",
        "`interventions RUN --programme` writes one. It takes effect while the run is lived on.",
        json=True,
    )
    takes_run(follow)
    follow.add_argument("file", metavar="FILE", type=Path, help="a programme, as YAML; - reads it")
    agenda = declare(
        commands,
        "agenda",
        "interventions.agenda:agenda",
        "what is planned for a run: at moments to come, or when something is so",
        json=True,
    )
    takes_run(agenda)
    agenda.add_argument("--all", action="store_true", help="also what was done, refused or called off")
    agenda.add_argument(
        "--call-off", metavar="N", type=whole_number(1, 10**9), help="have this number not be done after all"
    )
    return [
        *listed,
        ("apply RUN", "what its town says by now comes into a run that rests (--yes), from then on"),
        ("interventions RUN", "what authors did: who, when, why, and what was taken back"),
        ("follow RUN FILE", "have a run do all that a programme says (interventions --programme)"),
        ("agenda RUN", "what is planned (any of these with --at MOMENT or --if CONDITION)"),
    ]


def _takes_signature(command: Parser) -> None:
    """Add the arguments for who intervenes, why, and when: now, at a moment, or when a condition holds."""
    command.add_argument("--who", metavar="NAME", default="", help="who does it (author)")
    command.add_argument("--why", metavar="TEXT", default="", help="the reason, kept beside it")
    when = command.add_mutually_exclusive_group()
    when.add_argument("--at", dest="due", metavar="MOMENT", help="not now, but at this moment to come")
    when.add_argument(
        "--if",
        dest="rule",
        metavar="CONDITION",
        help='not now, but when this comes to hold: "isabel at Quay", "tomas with isabel", '
        '"yuna knows party", "stove is burning", "daily 12:00", "after day 2 12:00", "before …", '
        '"from 18:00 to 20:00"; several joined by `and`',
    )
    command.add_argument("--always", action="store_true", help="with --if: whenever it comes to hold again")
