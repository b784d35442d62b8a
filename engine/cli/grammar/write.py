"""Commands for writing a town."""

from __future__ import annotations

from pathlib import Path

from engine.cli.arguments import Commands, Listed, declare, whole_number, whole_seed

_MOST_PEOPLE, _MOST_PROPOSED = 1_100, 20
_DRAFTED = ("age", "pronouns", "traits", "seed", "currently", "register", "says")


def write(commands: Commands) -> Listed:
    """Declare the commands for writing a town."""
    check = declare(
        commands, "check", "scenarios:check", "check a scenario and list every problem in it", json=True
    )
    check.add_argument("path", metavar="PATH", help="a scenario's folder, or the name of a scenario")
    check.add_argument(
        "--understood", action="store_true", help="show how each first memory and fact is understood"
    )
    check.add_argument(
        "--fix", action="store_true", help="fix the problems that have a simple fix, and list the fixes"
    )
    check.add_argument(
        "--only",
        metavar="CODE",
        action="append",
        default=[],
        help="with --fix: fix only this code, such as TW304 (repeatable)",
    )
    new = declare(
        commands,
        "new",
        "scenarios:new",
        "create a scenario in the folder ./NAME",
        "The default is a small starter town with comments. You can also copy a town or generate one.",
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
        "--agents",
        metavar="N",
        type=whole_number(1, _MOST_PEOPLE),
        help=f"generate a town of N people, at most {_MOST_PEOPLE:,}",
    )
    new.add_argument("--seed", type=whole_seed, help="with --agents: random seed of the town")
    changes = declare(
        commands,
        "changes",
        "scenarios:changes",
        "show what changed in meaning between two versions of a scenario",
        "The scenario must be in the workspace. By default, it shows what changed since the last version.",
        json=True,
    )
    changes.add_argument("scenario", metavar="SCENARIO", help="the name of a scenario")
    changes.add_argument(
        "--from", dest="before", metavar="V", help="the earlier version, such as v3 (default: the last one)"
    )
    changes.add_argument(
        "--to", dest="after", metavar="V", help="the later version (default: the current text)"
    )
    schema = declare(
        commands,
        "schema",
        "scenarios:schema",
        "print the JSON schema for a kind of file",
        "Redirect it to a file, and enter that file in the YAML settings of your editor. The editor then "
        "completes keys.",
        json=True,
    )
    kinds = ("town", "world", "persona")
    schema.add_argument("part", metavar="PART", choices=kinds, help="town, world or persona")
    prompts = declare(
        commands,
        "prompts",
        "prompts:prompts",
        "list the prompts of a scenario, or print one",
        "To change a prompt, write your own wording to the scenario's file prompts/NAME.md.",
        json=True,
    )
    prompts.add_argument("scenario", metavar="SCENARIO", help="a name or a folder")
    prompts.add_argument("name", metavar="NAME", nargs="?", help="the prompt to print")
    prompts.add_argument(
        "--marked",
        action="store_true",
        help="also print a first line for prompts/NAME.md that names the default",
    )
    prompts.add_argument("--diff", action="store_true", help="show your changes to the default prompts")
    _people(commands)
    _cards(commands)
    return [
        ("check PATH", "Check a scenario: every problem, its line and the remedy; --fix fixes"),
        ("new NAME", "Create a scenario: a starter, a copy (--from TOWN), or generated (--agents N)"),
        ("changes SCENARIO", "Show what changed between two versions (--from V --to V)"),
        ("cast SCENARIO", "Propose people who vary along axes (--over warmth age), with their coverage"),
        ("draft SCENARIO NAME TEXT", "Draft a person from a few sentences, by rule or --by a served model"),
        ("schema PART", "Print the JSON schema of town, world or persona, for editors"),
        ("prompts SCENARIO", "List the prompts; with NAME, print one; --diff shows your changes"),
        ("import PATH", "Import a card, Twee, Yarn, CSV, scenario or Smallville save (--yes)"),
        ("export-scenario SCENARIO", "Export a scenario as a .zip or a folder: -o FILE.zip"),
        ("card SCENARIO AGENT", "Export a person as a character card: -o FILE.json or FILE.png"),
    ]


def _people(commands: Commands) -> None:
    """Declare the commands that propose people."""
    cast = declare(
        commands,
        "cast",
        "writing.proposing:cast",
        "propose people whose combinations of traits are the rarest in a scenario",
        "The proposals are generated by rules and a random seed, without a language model. The output shows "
        "how many combinations the scenario covers before and after adding the proposed people. Nothing is "
        "saved without --yes.",
        json=True,
    )
    cast.add_argument("scenario", metavar="SCENARIO", help="a scenario of the workspace")
    cast.add_argument(
        "--over",
        metavar="AXIS",
        nargs="+",
        help="the axes to vary, at most three: warmth, boldness, speech, order, mood, candour, patience, "
        "novelty, age, trade (default: warmth age)",
    )
    cast.add_argument(
        "--count",
        metavar="N",
        type=whole_number(1, _MOST_PROPOSED),
        default=4,
        help="the number of people (default: 4)",
    )
    cast.add_argument("--seed", type=whole_seed, default=1, help="random seed (default: 1)")
    cast.add_argument("--only", metavar="ID", action="append", help="add only this person (repeatable)")
    cast.add_argument("--yes", action="store_true", help="save the people as a new version of the scenario")
    draft = declare(
        commands,
        "draft",
        "writing.proposing:draft",
        "draft a person for a scenario from a few sentences",
        "By default, rules read the age, pronouns and traits from the text, and the rest becomes first "
        "memories. This is free of charge. With --by, a served model writes more; the possible cost is "
        "shown first, and Ctrl+C stops the draft. Nothing is saved without --yes.",
        json=True,
    )
    draft.add_argument("scenario", metavar="SCENARIO", help="a scenario of the workspace")
    draft.add_argument("name", metavar="NAME", help='the full name, such as "Greta Holm"')
    draft.add_argument("sentence", metavar="TEXT", help="a description of the person, in quotes")
    draft.add_argument(
        "--home",
        metavar="ROOM",
        default="",
        help="where they live (default: the home with the fewest people)",
    )
    draft.add_argument(
        "--by", metavar="PROFILE", default="", help="the profile of the served model that drafts"
    )
    draft.add_argument(
        "--leave",
        metavar="FIELD",
        action="append",
        default=[],
        choices=_DRAFTED,
        help=f"with --by: ignore the model's text for this field: {', '.join(_DRAFTED)} (repeatable)",
    )
    draft.add_argument("--yes", action="store_true", help="save the person as a new version of the scenario")


def _cards(commands: Commands) -> None:
    """Declare the commands that import and export files of other programs."""
    take = declare(
        commands,
        "import",
        "in_and_out:take_in",
        "import a character card, a story, a table, a scenario, or a Smallville save",
        "A report lists what is imported, changed and dropped. Nothing is saved without --yes. "
        "Character cards "
        "(.json, .png), Twee, Yarn and CSV add people to a scenario. A scenario (a folder or .zip) or a "
        "Smallville save becomes a new scenario, and the days of the save become a run.",
        json=True,
    )
    take.add_argument("path", metavar="PATH", type=Path, help="the file or folder")
    take.add_argument(
        "--into", metavar="SCENARIO", default="", help="the scenario to add people to, by folder or name"
    )
    take.add_argument(
        "--home",
        metavar="ROOM",
        default="",
        help="where they live (default: the home with the fewest people)",
    )
    take.add_argument(
        "--only",
        metavar="AGENT",
        action="append",
        help="from a story or table, only this person (repeatable)",
    )
    take.add_argument("--name", metavar="NAME", default="", help="the name of an imported scenario")
    take.add_argument("--yes", action="store_true", help="save the import after the report")
    out = declare(
        commands,
        "export-scenario",
        "in_and_out:export_scenario",
        "export a scenario as a .zip or into a new folder",
        "`townwright import` reads it, here or on another machine.",
    )
    out.add_argument("scenario", metavar="SCENARIO", help="a name or a folder")
    out.add_argument(
        "-o", "--output", metavar="PATH", required=True, help="a .zip, a new folder, or - for standard output"
    )
    card = declare(
        commands,
        "card",
        "in_and_out:give_out",
        "export a person of a scenario as a character card",
        "The card contains the whole persona, so that `townwright import` restores the same file.",
    )
    card.add_argument("scenario", metavar="SCENARIO", help="a name or a folder")
    card.add_argument("agent", metavar="AGENT", help="the person's id, which is the name of their file")
    card.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        default="-",
        help="a .json or .png file, or - for standard output (default: -)",
    )
    card.add_argument(
        "--form",
        choices=("v2", "v3", "png"),
        help="the format (default: from the file name; v3 for JSON; png contains v2 and v3)",
    )
