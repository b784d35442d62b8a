"""The file of somebody new, with the keys that an author may want."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.scenario.allowed_files import persona_file
from engine.scenario.write import dumped


def newcomer(name: str, home: str) -> str:
    """Return the persona of somebody of whom nothing but the name and the home is known yet."""
    said = " ".join(name.split())
    head = dumped(
        {
            "name": said,
            "pronouns": "they",
            "age": 30,
            "emoji": "🙂",
            "traits": ["curious", "kind"],
            "home": home,
        }
    )
    rest = dumped(
        {
            "seed": [
                f"{said} has lived here for a year.",
                f"{said} would like to know the neighbours better.",
            ],
            "currently": f"{said} is settling in.",
            "day": {"wake": "07:00", "sleep": "22:30", "routine": ["08:00 have breakfast at home"]},
            "voice": {"register": "plain"},
        }
    )
    return f"{head}# work: a place or a room      # left out: no job\n{rest}{_MORE}"


def free_id(name: str, files: Mapping[str, str]) -> str:
    """Return an id for somebody, from the first name, that no file of the scenario has yet."""
    word = re.sub(r"[^\w-]+", "-", name.split()[0].casefold() if name.split() else "").strip("-_")
    stem = word[:30] or "person"
    taken = {path.casefold() for path in files}
    tried = [stem, *(f"{stem}-{n}" for n in range(2, len(files) + 3))]
    return next(one for one in tried if persona_file(one).casefold() not in taken)


_MORE = """\
# relationships:
#   - {with: the id of somebody, as: friend, closeness: 0.5}    # from -1 to 1
# knows: [a place, another place]                              # left out: home, work, usual and public places
"""


def renamed(text: str, name: str) -> str:
    """Return a persona's file with another name: in its `name`, and where the old one is spelt in full,
    unless the new one could not stand there without quotes.
    """
    said = " ".join(name.split())
    found = _NAME.search(text)
    if found is None:
        return dumped({"name": said}) + text
    old = found[1].strip().strip("\"'")
    head = text[: found.start()] + dumped({"name": said}).rstrip("\n")
    rest = text[found.end() :]
    return head + (rest.replace(old, said) if old and _PLAIN.fullmatch(said) else rest)


_PLAIN = re.compile(r"\w[\w .’'-]*", re.UNICODE)
_NAME = re.compile(r"^name:[ \t]*(.*?)[ \t]*(?:#.*)?$", re.MULTILINE)
