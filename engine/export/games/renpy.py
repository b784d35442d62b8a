"""Export: the talks as a Ren'Py script: a label for each talk, and an `id` behind each line.

A script is called by the label named after the town, and returns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from engine.errors import worded
from engine.export.excerpt import Excerpt
from engine.export.export import RunExport
from engine.export.report import Notes
from engine.export.script.naming import people_slugs, place_slugs, slug, talk_name
from engine.export.script.plain import written
from engine.export.script.talks import Talk, followed, talks

_DOUBLED = re.compile(r"[\[{【%]")
_QUOTED = re.compile(r'[\\"]')
_PRIVATE = re.compile(r"(?<=\.)_(?=_)")


def renpy(excerpt: Excerpt, notes: Notes) -> Iterator[bytes]:
    """Yield a script: the speakers, the entry label, and a label for each talk.

    All speakers are named `who_…`, a form that Ren'Py does not use itself.
    """
    scenario = excerpt.scenario
    people, places = people_slugs(excerpt.people, notes), place_slugs(scenario)
    entry = f"town_{slug(scenario.id) or 'story'}"
    yield f"# Put this file into the game folder, and start it with: call {entry}\n\n".encode()
    for agent, called in excerpt.people.items():
        name = written(called, escaped, notes, worded("names"))
        yield f'define who_{people[agent]} = Character("{name}")\n'.encode()
    yield f"\nlabel {entry}:\n".encode()
    is_first = True
    for talk, after in followed(talks(excerpt, notes)):
        if is_first:
            is_first = False
            yield f"    jump {talk_name(talk.row, places)}\n".encode()
        yield _label(talk, after, people, places, notes).encode()
    if is_first:
        yield b"    return\n"


def escaped(text: str) -> str:
    r"""Escape a text for a quoted string, in a spoken line or in Python.

    Signs that begin a substitution, a tag or a reading are doubled, which both take for the sign itself. `__`
    behind a full stop is taken for a private name, in a text too, unless the first `_` is written by its
    number.
    """
    said = _QUOTED.sub(r"\\\g<0>", _DOUBLED.sub(lambda found: found[0] * 2, text))
    return _PRIVATE.sub(r"\\u005f", said)


def _label(
    talk: Talk, after: Talk | None, people: Mapping[str, str], places: Mapping[str, str], notes: Notes
) -> str:
    place = written(talk.row.room, str, notes, worded("places"))
    parts = [
        f"\nlabel {talk_name(talk.row, places)}:\n",
        f"    # talk {talk.id}, day {talk.day} {talk.clock}, {place}\n",
    ]
    for line in talk.lines:
        said = written(line.text, escaped, notes, worded("lines"))
        parts.append(f'    who_{people[line.speaker]} "{said}" id line_{line.id}\n')
    parts.append(f"    jump {talk_name(after.row, places)}\n" if after else "    return\n")
    return "".join(parts)


EXPORT = RunExport(
    name="renpy",
    suffix=".rpy",
    media_type="text/plain",
    title=worded("Ren'Py"),
    icon=":material/auto_stories:",
    summary="conversations as a Ren'Py script",
    about=worded("A script for Ren'Py: one label per conversation. Each line has its id in an `id` clause."),
    write=renpy,
    narrows=("days", "agent", "pins"),
    reader="games",
)
