"""Export: what was said as ink source: a knot a day, a stitch a talk, and `#id:` behind each line.

The story is read from the first talk to the last. A writer takes out what is wanted, or puts choices in.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping

from engine.errors import worded
from engine.export.excerpt import Excerpt
from engine.export.export import RunExport
from engine.export.report import Notes
from engine.export.script.naming import people_slugs, place_slugs, talk_name
from engine.export.script.plain import written
from engine.export.script.talks import Talk, followed, talks

_MARKS = re.compile(r"[\\{}|#\[\]<>~/]|(?<=/)\*|-(?=>)")
_AT_THE_BEGINNING = re.compile(r"[*+\-=~]|(?:TODO|VAR|CONST|LIST|INCLUDE|EXTERNAL)\b")


def ink(excerpt: Excerpt, notes: Notes) -> Iterator[bytes]:
    """Yield a story in ink: its title, where it begins, and its days."""
    scenario = excerpt.scenario
    people, places = people_slugs(excerpt.people, notes), place_slugs(scenario)
    yield f"# title: {written(scenario.town, escaped, notes, worded('titles'))}\n".encode()
    pairs = followed(talks(excerpt, notes))
    first = next(pairs, None)
    if first is None:
        yield b"-> END\n"
        return
    yield f"-> day_{first[0].day}\n".encode()
    day = 0
    for talk, after in itertools.chain([first], pairs):
        if talk.day != day:
            day = talk.day
            yield f"\n=== day_{day} ===\n-> {talk_name(talk.row, places)}\n".encode()
        yield _stitch(talk, excerpt, people, places, notes).encode()
        yield f"-> {_divert(talk, after, places)}\n".encode()


def escaped(text: str) -> str:
    """Return a text as ink shows it, whatever is in it; also where a tag or a line begins with it."""
    said = _MARKS.sub(r"\\\g<0>", text)
    return f"\\{said}" if _AT_THE_BEGINNING.match(said) else said


def _stitch(
    talk: Talk, excerpt: Excerpt, people: Mapping[str, str], places: Mapping[str, str], notes: Notes
) -> str:
    names = excerpt.run.town.cast.names
    parts = [
        f"\n= {talk_name(talk.row, places)}\n",
        f"# talk:{talk.id}\n# place:{written(talk.row.room, escaped, notes, worded('places'))}\n",
        f"# time:day {talk.day} {talk.clock}\n",
    ]
    for line in talk.lines:
        name = written(names[line.speaker], escaped, notes, worded("names"))
        said = written(line.text, escaped, notes, worded("lines"))
        parts.append(f"{name}: {said} #id:{line.id} #speaker:{people[line.speaker]}\n")
    return "".join(parts)


def _divert(talk: Talk, after: Talk | None, places: Mapping[str, str]) -> str:
    if after is None:
        return "END"
    return talk_name(after.row, places) if after.day == talk.day else f"day_{after.day}"


EXPORT = RunExport(
    name="ink",
    suffix=".ink",
    media_type="text/plain",
    title=worded("Ink"),
    icon=":material/edit_note:",
    summary="what was said as ink source",
    about=worded(
        "A story in ink, for Inky or a game: a knot a day, a stitch a talk. Each line has its id as a tag."
    ),
    write=ink,
    narrows=("days", "agent", "pins"),
    reader="games",
)
