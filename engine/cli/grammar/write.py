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
    check.add_argument("path", metavar="PATH", help="a scenario's name or folder")
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
        help="with --fix: fix only problems with this code, such as TW304 (repeatable)",
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
    new.add_argument("--seed", type=whole_seed, help="with --agents: use this random seed (default: 0)")
    changes = declare(
        commands,
        "changes",
        "scenarios:changes",
        "show what changed in meaning between two versions of a scenario in the workspace",
        "By default, the current text is compared with the last saved version.",
        json=True,
    )
    changes.add_argument("scenario", metavar="SCENARIO", help="the name of a scenario in the workspace")
    changes.add_argument(
        "--from",
        dest="before",
        metavar="V",
        help="start from this version, such as v3 (default: the last saved version, or the version before "
        "--to)",
    )
    changes.add_argument(
        "--to", dest="after", metavar="V", help="compare with this version (default: the current text)"
    )
    schema = declare(
        commands,
        "schema",
        "scenarios:schema",
        "print the JSON schema for a kind of file",
        "Save the output to a file, and enter that file in the YAML settings of your editor. The editor can "
        "then complete and check keys.",
        json=True,
    )
    kinds = ("town", "world", "persona")
    schema.add_argument(
        "part", metavar="PART", choices=kinds, help="the kind of file: town, world or persona"
    )
    prompts = declare(
        commands,
        "prompts",
        "prompts:prompts",
        "list the prompts of a scenario, or print a prompt",
        "To change a prompt, write your own wording in the file prompts/NAME.md of the scenario.",
        json=True,
    )
    prompts.add_argument("scenario", metavar="SCENARIO", help="a scenario's name or folder")
    prompts.add_argument("name", metavar="NAME", nargs="?", help="the name of the prompt to print")
    prompts.add_argument(
        "--marked",
        action="store_true",
        help="with NAME: also print a first line that records the version of the default prompt",
    )
    prompts.add_argument("--diff", action="store_true", help="show your changes to the default prompts")
    _people(commands)
    _cards(commands)
    return [
        ("check PATH", "Check a scenario: every problem, its line and the remedy; --fix fixes problems"),
        ("new NAME", "Create a scenario: a starter, a copy (--from TOWN), or generated (--agents N)"),
        ("changes SCENARIO", "Show what changed between two versions (--from V --to V)"),
        ("cast SCENARIO", "Propose people with rare combinations of traits (--over warmth age)"),
        (
            "draft SCENARIO NAME TEXT",
            "Draft a person from a few sentences, by rules or a served model (--by)",
        ),
        ("schema PART", "Print the JSON schema of town, world or persona, for editors"),
        ("prompts SCENARIO", "List the prompts; with NAME, print a prompt; --diff shows your changes"),
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
        "propose people whose combinations of traits are rarest in a scenario",
        "The proposals are generated by rules and a random seed, without a language model. The output shows "
        "how many combinations the scenario covers before and after adding the proposed people. Nothing is "
        "saved without --yes.",
        json=True,
    )
    cast.add_argument("scenario", metavar="SCENARIO", help="the name of a scenario in the workspace")
    cast.add_argument(
        "--over",
        metavar="AXIS",
        nargs="+",
        help="vary these properties, at most three: warmth, boldness, speech, order, mood, candour, "
        "patience, novelty, age, trade (default: warmth age)",
    )
    cast.add_argument(
        "--count",
        metavar="N",
        type=whole_number(1, _MOST_PROPOSED),
        default=4,
        help=f"propose N people, at most {_MOST_PROPOSED} (default: 4)",
    )
    cast.add_argument("--seed", type=whole_seed, default=1, help="use this random seed (default: 1)")
    cast.add_argument(
        "--only", metavar="ID", action="append", help="keep only this proposed person (repeatable)"
    )
    cast.add_argument("--yes", action="store_true", help="save the people as a new version of the scenario")
    draft = declare(
        commands,
        "draft",
        "writing.proposing:draft",
        "draft a person for a scenario from a few sentences",
        "By default, rules read the age, pronouns and traits from the text, and the rest becomes first "
        "memories. This is free of charge. With --by, a served model writes more; the possible cost is "
        "shown first, and Ctrl+C discards the draft. Nothing is saved without --yes.",
        json=True,
    )
    draft.add_argument("scenario", metavar="SCENARIO", help="the name of a scenario in the workspace")
    draft.add_argument("name", metavar="NAME", help='the full name, such as "Greta Holm"')
    draft.add_argument("sentence", metavar="TEXT", help="a description of the person, in quotes")
    draft.add_argument(
        "--home",
        metavar="ROOM",
        default="",
        help="set where the person lives (default: the home with the fewest people)",
    )
    draft.add_argument(
        "--by", metavar="PROFILE", default="", help="draft with the served model of this profile"
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
        "A report lists what is imported, changed and dropped. Nothing is saved without --yes. Character "
        "cards (.json, .png), Twee, Yarn and CSV add people to a scenario. A scenario (a folder or .zip) "
        "becomes a new scenario. A Smallville save becomes a new scenario and a run with its days.",
        json=True,
    )
    take.add_argument("path", metavar="PATH", type=Path, help="the file or folder to import")
    take.add_argument(
        "--into", metavar="SCENARIO", default="", help="add the people to this scenario, by name or folder"
    )
    take.add_argument(
        "--home",
        metavar="ROOM",
        default="",
        help="set where the person lives (default: the home with the fewest people)",
    )
    take.add_argument(
        "--only",
        metavar="AGENT",
        action="append",
        help="from a story or table, import only this person (repeatable)",
    )
    take.add_argument("--name", metavar="NAME", default="", help="set the name of the imported scenario")
    take.add_argument("--yes", action="store_true", help="save the import")
    out = declare(
        commands,
        "export-scenario",
        "in_and_out:export_scenario",
        "export a scenario as a .zip or into a new folder",
        "To use the export, here or on another computer, run `townwright import`.",
    )
    out.add_argument("scenario", metavar="SCENARIO", help="a scenario's name or folder")
    out.add_argument(
        "-o",
        "--output",
        metavar="PATH",
        required=True,
        help="write to this .zip file or new folder; - writes a .zip file to standard output",
    )
    card = declare(
        commands,
        "card",
        "in_and_out:give_out",
        "export a person of a scenario as a character card",
        "The card contains the whole persona, so `townwright import` can restore the same persona file.",
    )
    card.add_argument("scenario", metavar="SCENARIO", help="a scenario's name or folder")
    card.add_argument("agent", metavar="AGENT", help="the id of the person, which is the name of their file")
    card.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        default="-",
        help="write to this .json or .png file; - is standard output (default: -)",
    )
    card.add_argument(
        "--form",
        choices=("v2", "v3", "png"),
        help="use this format; png contains v2 and v3 (default: png for a .png file, otherwise v3)",
    )
