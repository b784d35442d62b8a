"""The files of a scenario: the only list of the names they may have, used for every kind of input.

A scenario is `town.yaml`, `world.yaml`, `personas/<id>.yaml`, `prompts/<name>.md` and
`notebooks/<name>.town.md`. Any other file in a folder, a zip or a cassette does not belong to a scenario: it
is neither stored nor written.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable

from engine.errors import BadInput, worded

TOWN = "town.yaml"
WORLD = "world.yaml"
FOLDERS = ("personas", "prompts", "notebooks")
MOST_PEOPLE = 1_100  # of a town that is written in files; its log could tell many more apart

_PERSONA = re.compile(r"personas/([^/]+)\.yaml")
_PROMPT = re.compile(r"prompts/([^/]+)\.md")
_NOTEBOOK = re.compile(r"notebooks/([^/]+)\.town\.md")
_PEOPLE = (
    "personas",
    "persona",
    "people",
    "persons",
    "characters",
    "character",
    "agents",
    "residents",
    "cast",
)
_MEANT = re.compile(
    rf"(?:(?:{'|'.join(_PEOPLE)})/(?:[^/.][^/]*/)*)?[^/.][^/]*\.ya?ml(?:\.txt)?"
    rf"|(?:{'|'.join(_PEOPLE)})/(?:[^/.][^/]*/)*[^/.][^/]*(?:\.json|\.ya?ml\s+)|(?:town|world)\.json"
    r"|prompts/(?:[^/.][^/]*/)*[^/.][^/]*\.md(?:\.txt)?"
    r"|notebooks/(?:[^/.][^/]*/)*[^/.][^/]*\.town\.md(?:\.txt)?"
)
_ENDINGS = re.compile(r"(?:\.town)?\.(?:ya?ml|md|json)(?:\.txt)?$|\.txt$", re.IGNORECASE)
_MOST_NAME = 80  # letters; with Chinese ones and the rest of the path still less than any system takes
_BETWEEN = " -_.,'’()+&"  # what may stand between letters and digits
_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in "123456789¹²³")}
)
_DRIVE = re.compile(r"[A-Za-z]:")


def persona_file(agent: str) -> str:
    """Return the path of a persona's file."""
    return f"personas/{agent}.yaml"


def persona_of(file: str) -> str | None:
    """Return the id of the persona in a file, or None if it is not a persona file."""
    found = _PERSONA.fullmatch(file)
    return found[1] if found else None


def prompt_file(name: str) -> str:
    """Return the path of an author's wording of a prompt."""
    return f"prompts/{name}.md"


def prompt_of(file: str) -> str | None:
    """Return the name of the prompt that a file words, or None if it is not a prompt file."""
    found = _PROMPT.fullmatch(file)
    return found[1] if found else None


def notebook_file(name: str) -> str:
    """Return the path of a notebook."""
    return f"notebooks/{name}.town.md"


def notebook_named(file: str) -> str | None:
    """Return the name of the notebook in a file, or None if it is not a notebook file."""
    found = _NOTEBOOK.fullmatch(file)
    return found[1] if found else None


def is_scenario_file(path: str) -> bool:
    """Return whether a scenario may have a file at this path: in one of its folders, with a name valid on
    every system.
    """
    if path in (TOWN, WORLD):
        return True
    found = _PERSONA.fullmatch(path) or _PROMPT.fullmatch(path) or _NOTEBOOK.fullmatch(path)
    return found is not None and _is_safe(found[1])


def check_scenario_files(paths: Iterable[str], whose: str) -> None:
    """Check the paths of a scenario's files. Raises BadInput, naming the first path that is not allowed or
    appears twice, and the source `whose` it is.
    """
    names: set[str] = set()
    for path in paths:
        check_inside([path], whose)
        if as_one_name(path) in names:
            raise BadInput(
                worded(
                    "{whose} contains {name!r} twice; keep one of the two",
                    whose=whose,
                    name=as_one_name(path),
                )
            )
        names.add(as_one_name(path))
        if not is_scenario_file(path):
            raise BadInput(
                worded(
                    "{whose} names {path}, which is not a scenario file; {remedy}",
                    whose=whose,
                    path=_shown(path),
                    remedy=_remedy(path),
                )
            )


def check_inside(paths: Iterable[str], whose: str) -> None:
    """Check that paths stay inside the folder they are written to, on every system. Raises BadInput for the
    first that does not.
    """
    for path in paths:
        parts = re.split(r"[/\\]", path)
        if ".." in parts or not parts[0] or _DRIVE.match(path):
            raise BadInput(
                worded(
                    "{whose} names the file {path}, which is outside its folder, so nothing was "
                    "saved; ask its author for a version with only scenario files",
                    whose=whose,
                    path=_shown(path),
                )
            )


def looks_meant(path: str) -> bool:
    """Return whether a file found in a scenario's folder is one of its files, or probably meant as one:
    misspelt, a folder too deep, or in a folder with another name.
    """
    return bool(_MEANT.fullmatch(_plain(path)))


def as_one_name(path: str) -> str:
    """Return a path with each letter as one character (NFC); systems differ in how they write accents."""
    return unicodedata.normalize("NFC", path)


def may_hold_files(folder: str) -> bool:
    """Return whether a folder, given by its path, may hold files meant for a scenario."""
    return _plain(folder).split("/", 1)[0] in (*_PEOPLE, *FOLDERS)


def is_device(name: str) -> bool:
    """Return whether a file of that name is a device on Windows, whatever its ending."""
    return name.partition(".")[0].rstrip().casefold() in _DEVICES


def nearest_file(path: str) -> str:
    """Return the scenario file that a misspelt path most likely means."""
    plain = _plain(path)
    folder, _, name = path.rpartition("/")
    stem = _ENDINGS.sub("", name.strip())
    near = difflib.get_close_matches(f"{_plain(stem)}.yaml", (TOWN, WORLD), 1, 0.75) if not folder else ()
    if near:
        return near[0]
    if plain.startswith("prompts/"):
        return prompt_file(stem)
    return notebook_file(stem) if plain.startswith("notebooks/") else persona_file(stem)


def _plain(path: str) -> str:
    """Return a path in lower case and NFC, for comparisons."""
    return unicodedata.normalize("NFC", path).casefold()


def _is_safe(name: str) -> bool:
    """Return whether a name is a single, harmless part of a path on every system: it begins with a letter or
    digit, ends with no dot or space, and has no control, separator or invisible character.
    """
    return (
        len(name) <= _MOST_NAME
        and name[0].isalnum()
        and name[-1] not in " ."
        and all(letter in _BETWEEN or unicodedata.category(letter)[0] in "LMN" for letter in name)
        and not is_device(name)
    )


def _remedy(path: str) -> str:
    meant = nearest_file(path)
    if looks_meant(path) and is_scenario_file(meant) and meant != path:
        return worded("did you mean {near}?", near=_shown(meant))
    if looks_meant(path):
        return worded("rename it; use up to {most} letters, digits, - and _", most=_MOST_NAME)
    return worded(
        "a scenario contains only {town}, {world}, personas/ID.yaml, prompts/NAME.md and "
        "notebooks/NAME.town.md",
        town=TOWN,
        world=WORLD,
    )


def _shown(path: str) -> str:
    return repr(path if len(path) <= 100 else f"{path[:100]}…")
