"""Export: what was said as Twee 3, which Twine opens, for its format Harlowe: a passage a talk.

Each line is a named hook, `|line_ID>[…]`, with its text between backticks, so that nothing in it is read as
markup. On Twine's map a column is a place and a row an hour.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator, Mapping

from engine.errors import worded
from engine.export.excerpt import Excerpt
from engine.export.export import RunExport
from engine.export.report import Notes
from engine.export.script.naming import people_slugs, place_slugs, talk_name
from engine.export.script.plain import plain, written
from engine.export.script.talks import Talk, followed, talks
from engine.safe_json import safe_json

_BACKTICKS = re.compile(r"`+")
_TOWNS = uuid.UUID("5a0f6c3e-3c0e-5f0e-9c55-0d6a3c1f7b21")  # a name space of our own, as RFC 4122 has them
_GAP = 150  # between passages on the map


def twee(excerpt: Excerpt, notes: Notes) -> Iterator[bytes]:
    """Yield a Twine story: what it is called, where it begins, and its talks one after another."""
    scenario, row = excerpt.scenario, excerpt.run.row
    people, places = people_slugs(excerpt.people, notes), place_slugs(scenario)
    ifid = str(uuid.uuid5(_TOWNS, safe_json([scenario.id, row.seed]))).upper()
    data = {"ifid": ifid, "format": "Harlowe", "format-version": "3.3.9", "start": "Begin", "zoom": 1}
    yield f":: StoryTitle\n{_on_its_own(scenario.town)}\n".encode()
    yield f"\n:: StoryData\n{safe_json(data, indent=2)}\n".encode()
    yield f"\n:: Begin {_position(0, 0)}\n{escaped(plain(scenario.town))}\n".encode()
    is_first = True
    for talk, after in followed(talks(excerpt, notes)):
        if is_first:
            is_first = False
            yield f"\n[[{_going_on(talk)}->{talk_name(talk.row, places)}]]\n".encode()
        yield _passage(talk, after, excerpt, people, places, notes).encode()


def escaped(text: str) -> str:
    """Return a text between backticks, one more than there are anywhere in it, so that Harlowe takes it as it
    is. A blank keeps those of its own from running into those.
    """
    longest = max((len(found) for found in _BACKTICKS.findall(text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence}{' ' if text.startswith('`') else ''}{text}{' ' if text.endswith('`') else ''}{fence}"


def _passage(
    talk: Talk,
    after: Talk | None,
    excerpt: Excerpt,
    people: Mapping[str, str],
    places: Mapping[str, str],
    notes: Notes,
) -> str:
    column, hour = list(places).index(talk.place), talk.row.minute // 60
    members = " ".join(f"with-{people[one]}" for one in talk.row.members)
    tags = f"[talk-{talk.id} day-{talk.day} at-{places[talk.place]} {members}]"
    name = f"{talk_name(talk.row, places)} {tags} {_position(column, hour + 1, talk.row.minute % 60)}"
    heading = f"{talk.row.room} · day {talk.day} {talk.clock}"
    parts = [f"\n:: {name}\n{written(heading, escaped, notes, worded('headings'))}\n"]
    names = excerpt.run.town.cast.names
    for line in talk.lines:
        said = f"{plain(names[line.speaker])}: {written(line.text, str, notes, worded('lines'))}"
        parts.append(f"\n|line_{line.id}>[{escaped(said)}]\n")
    notes.add(
        "escaped", worded("lines put between backticks, which show them as they are"), count=len(talk.lines)
    )
    if after is not None:
        parts.append(f"\n[[{_going_on(after)}->{talk_name(after.row, places)}]]\n")
    return "".join(parts)


def _going_on(talk: Talk) -> str:
    """Return what the link to a talk says: no names, which would be read as markup there."""
    return f"day {talk.day} {talk.clock}"


def _on_its_own(text: str) -> str:
    """Return the text of a title, which is no markup; only a line of it must not look like a header."""
    line = plain(text)
    return f" {line}" if line.startswith("::") else line


def _position(column: int, row: int, beside: int = 0) -> str:
    where = f"{100 + column * _GAP + beside},{100 + row * _GAP}"
    return safe_json({"position": where, "size": "100,100"})


EXPORT = RunExport(
    name="twee",
    suffix=".twee",
    media_type="text/plain",
    title=worded("Twine"),
    icon=":material/account_tree:",
    summary="what was said as Twee 3, which Twine opens",
    about=worded(
        "A story for Twine (Twee 3, Harlowe): a passage a talk. Each line is a hook named by its id."
    ),
    write=twee,
    narrows=("days", "agent", "pins"),
    reader="games",
)
