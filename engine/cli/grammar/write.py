"""Commands for writing a town."""

from __future__ import annotations

from pathlib import Path

from engine.cli.arguments import Commands, Listed, declare, whole_number, whole_seed

_MOST_PEOPLE, _MOST_PROPOSED = 1_100, 20
_DRAFTED = ("age", "pronouns", "traits", "seed", "currently", "register", "says")


def write(commands: Commands) -> Listed:
    """Declare the commands for writing a town."""
    check = declare(
        commands, "check", "scenarios:check", "say everything that is wrong with a scenario", json=True
    )
    check.add_argument("path", metavar="PATH", help="a scenario's folder, or the name of a scenario")
    check.add_argument(
        "--understood", action="store_true", help="say what is understood of every seed and fact instead"
    )
    check.add_argument("--fix", action="store_true", help="mend what has a plain fix, and say what was done")
    check.add_argument(
        "--only", metavar="CODE", action="append", default=[], help="with --fix: only these, as TW304"
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
    how.add_argument(
        "--from",
        dest="source",
        metavar="TOWN",
        help="copy this template, scenario or folder",
    )
    how.add_argument(
        "--agents", metavar="N", type=whole_number(1, _MOST_PEOPLE), help="generate a town of so many people"
    )
    new.add_argument("--seed", type=whole_seed, help="generate another town of that size (with --agents)")
    changes = declare(
        commands,
        "changes",
        "scenarios:changes",
        "say what differs between two versions of a scenario, in meaning",
        "Of a scenario in the workspace: what was changed since its last version, or between any two.",
        json=True,
    )
    changes.add_argument("scenario", metavar="SCENARIO", help="a name")
    changes.add_argument("--from", dest="before", metavar="V", help="the earlier version, as v3 (the last)")
    changes.add_argument("--to", dest="after", metavar="V", help="the later version (what is written by now)")
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
    _people(commands)
    _cards(commands)
    return [
        ("check PATH", "every problem of a scenario, with its line and what to do; --fix mends"),
        ("new NAME", "a new scenario: a starter, a copy (--from TOWN), or generated (--agents N)"),
        ("changes SCENARIO", "what differs between two versions (--from V --to V), in plain words"),
        ("cast SCENARIO", "people proposed over chosen axes (--over warmth age), with what is covered"),
        ("draft SCENARIO NAME TEXT", "somebody from a few sentences, by rule or --by a served model"),
        ("schema PART", "the JSON schema of town, world or persona, for editors"),
        ("prompts SCENARIO", "which prompts are in its own words; with NAME that wording, --diff"),
        (
            "import PATH",
            "a card, Twee, Yarn, CSV, a scenario, a save of Smallville; --yes keeps it",
        ),
        ("export-scenario SCENARIO", "a scenario as a .zip or a folder: -o FILE.zip"),
        ("card SCENARIO AGENT", "somebody as a character card: -o FILE.json or FILE.png"),
    ]


def _people(commands: Commands) -> None:
    """Declare the commands that propose people."""
    cast = declare(
        commands,
        "cast",
        "writing.proposing:cast",
        "propose people for a scenario, each of a combination of traits that the fewest are of",
        "By rule, from a seed; what is covered is said, now and with them. Nothing is kept without --yes.",
        json=True,
    )
    cast.add_argument("scenario", metavar="SCENARIO", help="a scenario of the workspace")
    cast.add_argument(
        "--over",
        metavar="AXIS",
        nargs="+",
        help="what varies, up to three: warmth, boldness, speech, order, mood, candour, patience, novelty, "
        "age, trade (warmth age)",
    )
    cast.add_argument(
        "--count", metavar="N", type=whole_number(1, _MOST_PROPOSED), default=4, help="how many (4)"
    )
    cast.add_argument("--seed", type=whole_seed, default=1, help="other people (1)")
    cast.add_argument("--only", metavar="ID", action="append", help="only this one of them (may be repeated)")
    cast.add_argument("--yes", action="store_true", help="keep them, as a new version of the scenario")
    draft = declare(
        commands,
        "draft",
        "writing.proposing:draft",
        "draft somebody for a scenario from a few sentences",
        "By rule, free: age, pronouns and traits are read from it, the rest become first memories. With --by "
        "a served model writes more; what that may cost is said first, and Ctrl+C stops it. Nothing is kept "
        "without --yes.",
        json=True,
    )
    draft.add_argument("scenario", metavar="SCENARIO", help="a scenario of the workspace")
    draft.add_argument("name", metavar="NAME", help='the full name: "Greta Holm"')
    draft.add_argument("sentence", metavar="TEXT", help="who it is, in quotes")
    draft.add_argument("--home", metavar="ROOM", default="", help="where they live (where the fewest do)")
    draft.add_argument("--by", metavar="PROFILE", default="", help="the served model that drafts")
    draft.add_argument(
        "--leave",
        metavar="FIELD",
        action="append",
        default=[],
        choices=_DRAFTED,
        help=f"with --by: leave out what it says of this: {', '.join(_DRAFTED)} (may be repeated)",
    )
    draft.add_argument("--yes", action="store_true", help="keep them, as a new version of the scenario")


def _cards(commands: Commands) -> None:
    """Declare the commands that import and export files of other programs."""
    take = declare(
        commands,
        "import",
        "in_and_out:take_in",
        "take in what others wrote: a card, a story, a table, a scenario, a save of Smallville",
        "It says what came, what was changed and what was dropped, and stores nothing without --yes. "
        "Character cards (.json, .png), Twee, Yarn and CSV bring people into a scenario; a scenario (a "
        "folder or .zip) and a save of the original Smallville become one of their own, its days a run.",
        json=True,
    )
    take.add_argument("path", metavar="PATH", type=Path, help="the file or folder")
    take.add_argument(
        "--into", metavar="SCENARIO", default="", help="whom people come to: a folder, or a scenario by name"
    )
    take.add_argument(
        "--home", metavar="ROOM", default="", help="where they live (default: where the fewest do)"
    )
    take.add_argument(
        "--only",
        metavar="AGENT",
        action="append",
        help="of a story or table only this person (may be repeated)",
    )
    take.add_argument("--name", metavar="NAME", default="", help="what a scenario is to be called here")
    take.add_argument("--yes", action="store_true", help="keep it, after the report")
    out = declare(
        commands,
        "export-scenario",
        "in_and_out:export_scenario",
        "write a scenario as a .zip or into a new folder",
        "`townwright import` takes it in again, here or elsewhere.",
    )
    out.add_argument("scenario", metavar="SCENARIO", help="a name or a folder")
    out.add_argument(
        "-o", "--output", metavar="PATH", required=True, help="a .zip, a new folder, or - for standard output"
    )
    card = declare(
        commands,
        "card",
        "in_and_out:give_out",
        "write somebody of a scenario as a character card",
        "The persona is in it as a whole: `townwright import` makes the same file of it again.",
    )
    card.add_argument("scenario", metavar="SCENARIO", help="a name or a folder")
    card.add_argument("agent", metavar="AGENT", help="the id of somebody, as its file is called")
    card.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        default="-",
        help="the file, .json or .png; - is standard output (-)",
    )
    card.add_argument(
        "--form",
        choices=("v2", "v3", "png"),
        help="the form (default: as the file is called; v3 for JSON, and png holds v2 and v3)",
    )
