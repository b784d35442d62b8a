"""Export: what was said as Yarn Spinner source: a node a talk, and `#line:` behind each line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from engine.errors import worded
from engine.export.excerpt import Excerpt
from engine.export.export import RunExport
from engine.export.report import Notes
from engine.export.script.naming import notes_of, people_slugs, place_slugs, talk_name
from engine.export.script.plain import plain, written
from engine.export.script.talks import Talk, followed, talks

_MARKS = re.compile(r"[\\<>{}#/\[\]]")


def yarn(excerpt: Excerpt, notes: Notes) -> Iterator[bytes]:
    """Yield a Yarn script: a node `Start`, which leads to the first talk, and a node for each.

    Everybody speaks under a plain name, since a speaker in Yarn has no blanks; `Start` says whose it is.
    """
    scenario = excerpt.scenario
    people, places = people_slugs(excerpt.people, notes), place_slugs(scenario)
    names = excerpt.people
    notes_of({name: people[agent] for agent, name in names.items()}, worded("speakers"), notes)
    cast = "".join(f"// {people[agent]}: {plain(name)}\n" for agent, name in names.items())
    yield f"title: Start\ntown: {plain(scenario.town)}\n---\n{cast}".encode()
    is_first = True
    for talk, after in followed(talks(excerpt, notes)):
        if is_first:
            is_first = False
            yield f"<<jump {talk_name(talk.row, places)}>>\n===\n".encode()
        yield _node(talk, after, people, places, notes).encode()
    if is_first:
        yield b"<<stop>>\n===\n"


def escaped(text: str) -> str:
    """Return a text as Yarn shows it behind a speaker, whatever is in it."""
    return _MARKS.sub(r"\\\g<0>", text)


def _node(
    talk: Talk, after: Talk | None, people: Mapping[str, str], places: Mapping[str, str], notes: Notes
) -> str:
    parts = [
        f"title: {talk_name(talk.row, places)}\n",
        f"tags: talk:{talk.id} day:{talk.day} place:{places[talk.place]}\n",
        f"place: {plain(talk.row.room)}\ntime: day {talk.day} {talk.clock}\n---\n",
    ]
    for line in talk.lines:
        said = written(line.text, escaped, notes, worded("lines"))
        parts.append(f"{people[line.speaker]}: {said} #line:{line.id}\n")
    parts.append(f"<<jump {talk_name(after.row, places)}>>\n===\n" if after else "<<stop>>\n===\n")
    return "".join(parts)


EXPORT = RunExport(
    name="yarn",
    suffix=".yarn",
    media_type="text/plain",
    title=worded("Yarn Spinner"),
    icon=":material/gesture:",
    summary="what was said as Yarn Spinner source",
    about=worded(
        "A Yarn script, for Unity, Godot and others: a node a talk. Each line has its id as `#line:`."
    ),
    write=yarn,
    narrows=("days", "agent", "pins"),
    reader="games",
)
