"""Export: the talks as ink source, with a stitch for each talk and `#id:` behind each line.

As a chain, the story is read from the first talk to the last; its knots are days. As a hub, its knots are the
hours, with a choice of places, and the places in them, with a choice of talks.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence

from engine.errors import worded
from engine.export.excerpt import Excerpt
from engine.export.export import RunExport
from engine.export.games.hub import Assignment, Hour, Hub, Stop, condition, hub
from engine.export.report import Notes
from engine.export.script.naming import people_slugs, place_slugs, talk_name
from engine.export.script.plain import written
from engine.export.script.talks import Talk, followed, talks
from engine.records import AgentId

_MARKS = re.compile(r"[\\{}|#\[\]<>~/]|(?<=/)\*|-(?=>)")
_AT_THE_BEGINNING = re.compile(r"[*+\-=~]|(?:TODO|VAR|CONST|LIST|INCLUDE|EXTERNAL)\b")


def ink(excerpt: Excerpt, notes: Notes) -> Iterator[bytes]:
    """Yield a story in ink: its title, its start, and its days; or its hours, for a hub."""
    yield f"# title: {written(excerpt.scenario.town, escaped, notes, worded('titles'))}\n".encode()
    parts = _hub(excerpt, notes) if excerpt.shape == "hub" else _chain(excerpt, notes)
    yield from (part.encode() for part in parts)


def escaped(text: str) -> str:
    """Escape a text for ink, also at the beginning of a tag or line."""
    said = _MARKS.sub(r"\\\g<0>", text)
    return f"\\{said}" if _AT_THE_BEGINNING.match(said) else said


def _chain(excerpt: Excerpt, notes: Notes) -> Iterator[str]:
    people, places = people_slugs(excerpt.people, notes), place_slugs(excerpt.scenario)
    pairs = followed(talks(excerpt, notes))
    first = next(pairs, None)
    if first is None:
        yield "-> END\n"
        return
    yield f"-> day_{first[0].day}\n"
    day = 0
    for talk, after in itertools.chain([first], pairs):
        name = talk_name(talk.row, places)
        if talk.day != day:
            day = talk.day
            yield f"\n=== day_{day} ===\n-> {name}\n"
        yield _stitch(talk, name, excerpt, people, notes)
        yield f"-> {_divert(talk, after, places)}\n"


def _divert(talk: Talk, after: Talk | None, places: Mapping[str, str]) -> str:
    if after is None:
        return "END"
    return talk_name(after.row, places) if after.day == talk.day else f"day_{after.day}"


def _stitch(
    talk: Talk,
    name: str,
    excerpt: Excerpt,
    people: Mapping[AgentId, str],
    notes: Notes,
    changes: Mapping[int, Sequence[Assignment]] | None = None,
) -> str:
    """Write a talk, with the changes of variables behind each of its lines."""
    names = excerpt.run.town.cast.names
    parts = [
        f"\n= {name}\n",
        f"# talk:{talk.id}\n# place:{written(talk.row.room, escaped, notes, worded('places'))}\n",
        f"# time:day {talk.day} {talk.clock}\n",
    ]
    for line in talk.lines:
        speaker = written(names[line.speaker], escaped, notes, worded("names"))
        said = written(line.text, escaped, notes, worded("lines"))
        parts.append(f"{speaker}: {said} #id:{line.id} #speaker:{people[line.speaker]}\n")
        parts += map(_assigned, (changes or {}).get(line.id, ()))
    return "".join(parts)


def _hub(excerpt: Excerpt, notes: Notes) -> Iterator[str]:
    story = hub(excerpt, notes)
    for variable in story.variables:
        yield f"VAR {variable.name} = {_value(variable)}\n"
    yield f"-> {story.hours[0].name if story.hours else 'END'}\n"
    for hour, after in followed(story.hours):
        goes_on = after.name if after else "END"
        yield _hour(hour, goes_on, story, notes)
        for stop in hour.stops:
            yield _stop(stop, goes_on, story, notes)
            for heard in stop.overheard:
                yield _stitch(heard.talk, heard.name, excerpt, story.people, notes, heard.changes)
                yield f"-> {stop.name}\n"


def _hour(hour: Hour, goes_on: str, story: Hub, notes: Notes) -> str:
    parts = [f"\n=== {hour.name} ===\n", *map(_assigned, hour.changes), f"{_shown(hour.moment, notes)}\n"]
    parts += [f"+ [{_shown(stop.choice, notes)}] -> {stop.name}\n" for stop in hour.stops]
    return "".join([*parts, f"+ [{_shown(story.wait, notes)}] -> {goes_on}\n"])


def _stop(stop: Stop, goes_on: str, story: Hub, notes: Notes) -> str:
    parts = [f"\n=== {stop.name} ===\n{_shown(stop.place, notes)}\n"]
    parts += [f"{{{condition(aside, '', ' && ')}: {_shown(aside.text, notes)}}}\n" for aside in stop.asides]
    parts += [f"* [{_shown(heard.choice, notes)}] -> {heard.name}\n" for heard in stop.overheard]
    return "".join([*parts, f"+ [{_shown(story.go_on, notes)}] -> {goes_on}\n"])


def _shown(text: str, notes: Notes) -> str:
    return written(text, escaped, notes, worded("choices and narration"))


def _assigned(variable: Assignment) -> str:
    return f"~ {variable.name} = {_value(variable)}\n"


def _value(variable: Assignment) -> str:
    return str(variable.value).lower()


EXPORT = RunExport(
    name="ink",
    suffix=".ink",
    media_type="text/plain",
    title=worded("Ink"),
    icon=":material/edit_note:",
    summary="conversations as ink source",
    about=worded(
        "A story in ink, for Inky or a game: one knot per day, one stitch per conversation. Each "
        "line has its id as a tag."
    ),
    write=ink,
    narrows=("days", "agent", "pins"),
    reader="games",
    shapes=("chain", "hub"),
)
