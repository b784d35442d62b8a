"""Export: the talks as Twee 3, which Twine opens, for its format Harlowe: a passage for each talk.

Harlowe takes many signs for markup, so the output is as plain as possible. Names of passages, and links to
them, have only letters, digits and spaces. Each line is a hook named by its id, `|line7>[…]`. Every character
of a text that is not a letter or a digit is written as its number, as `&#42;`, which Harlowe shows as the
sign. On Twine's map a column is a place and a row an hour.

As a chain, each talk leads to the next. As a hub, there is a passage for each hour, with links to places, and
for each place in it, with links to the talks there.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence

from engine.errors import worded
from engine.export.excerpt import Excerpt
from engine.export.export import RunExport
from engine.export.games.hub import Assignment, Hour, Stop, condition, hub
from engine.export.report import Notes
from engine.export.script.naming import people_slugs, place_slugs, talk_name
from engine.export.script.plain import plain, written
from engine.export.script.talks import Talk, followed, talks
from engine.records import AgentId
from engine.safe_json import safe_json

_TOWNS = uuid.UUID("5a0f6c3e-3c0e-5f0e-9c55-0d6a3c1f7b21")  # a name space of our own, as RFC 4122 has them
_GAP = 150  # between passages on the map


def twee(excerpt: Excerpt, notes: Notes) -> Iterator[bytes]:
    """Yield a Twine story: its title, its start, and its talks, or its hours with their talks."""
    scenario, row = excerpt.scenario, excerpt.run.row
    ifid = str(uuid.uuid5(_TOWNS, safe_json([scenario.id, row.seed]))).upper()
    data = {"ifid": ifid, "format": "Harlowe", "format-version": "3.3.9", "start": "Begin", "zoom": 1}
    yield f":: StoryTitle\n{_on_its_own(scenario.town)}\n".encode()
    yield f"\n:: StoryData\n{safe_json(data, indent=2)}\n".encode()
    parts = _hub(excerpt, notes) if excerpt.shape == "hub" else _chain(excerpt, notes)
    yield from (part.encode() for part in parts)


def escaped(text: str) -> str:
    """Escape a text: every character that could be markup is written as its number.

    Letters, digits, spaces, commas and characters beyond ASCII stay as they are.
    """
    return "".join(
        one if one.isalnum() or one in " ," or ord(one) > 0x7F else f"&#{ord(one)};" for one in text
    )


def passage_name(name: str) -> str:
    """Return a passage name with only letters, digits and spaces."""
    return " ".join(filter(None, name.split("_")))


def _chain(excerpt: Excerpt, notes: Notes) -> Iterator[str]:
    people, places = people_slugs(excerpt.people, notes), place_slugs(excerpt.scenario)
    told = list(followed(talks(excerpt, notes)))
    first = told[0][0] if told else None
    yield f"{_begin(excerpt)}{_link(_when(first), talk_name(first.row, places)) if first else ''}"
    columns = list(places)
    for talk, after in told:
        position = _position(columns.index(talk.place), talk.row.minute // 60 + 1, talk.row.minute % 60)
        yield _passage(talk, talk_name(talk.row, places), excerpt, people, places, notes, position)
        if after is not None:
            yield _link(_when(after), talk_name(after.row, places))


def _begin(excerpt: Excerpt) -> str:
    return f"\n:: Begin {_position(0, 0)}\n{escaped(plain(excerpt.scenario.town))}\n"


def _passage(
    talk: Talk,
    name: str,
    excerpt: Excerpt,
    people: Mapping[AgentId, str],
    places: Mapping[str, str],
    notes: Notes,
    position: str,
    changes: Mapping[int, Sequence[Assignment]] | None = None,
) -> str:
    """Write a talk, with the changes of variables behind each of its lines, but without the link to the
    next.
    """
    members = " ".join(f"with-{people[one]}" for one in talk.row.members)
    tags = f"[talk-{talk.id} day-{talk.day} at-{places[talk.place]} {members}]"
    header = f"{passage_name(name)} {tags} {position}"
    heading = f"{talk.row.room} · day {talk.day} {talk.clock}"
    parts = [f"\n:: {header}\n{written(heading, escaped, notes, worded('headings'))}\n"]
    names = excerpt.run.town.cast.names
    for line in talk.lines:
        said = f"{plain(names[line.speaker])}: {written(line.text, str, notes, worded('lines'))}"
        parts.append(f"\n|line{line.id}>[{escaped(said)}]{_assigned((changes or {}).get(line.id, ()))}\n")
    notes.add(
        "escaped",
        worded("lines with special characters, written as codes and displayed normally"),
        count=len(talk.lines),
    )
    return "".join(parts)


def _when(talk: Talk) -> str:
    """Return the words of a link to a talk, without any markup characters."""
    return f"Day {talk.day} at {talk.clock.replace(':', ' ')}"


def _link(words: str, name: str) -> str:
    """Write a link to a passage, with escaped words."""
    return f"\n[[{escaped(plain(words))}->{passage_name(name)}]]\n"


def _hub(excerpt: Excerpt, notes: Notes) -> Iterator[str]:
    story, places = hub(excerpt, notes), place_slugs(excerpt.scenario)
    first = story.hours[0] if story.hours else None
    yield f"\n:: Variables [startup] {_position(1, 0)}\n{_assigned(story.variables)}\n"
    yield f"{_begin(excerpt)}{_link(first.moment, first.name) if first else ''}"
    for row, (hour, after) in enumerate(followed(story.hours), 1):
        goes_on = _link(story.go_on, after.name) if after else ""
        yield _hour(hour, _link(story.wait, after.name) if after else "", _position(0, row))
        for column, stop in enumerate(hour.stops):
            yield _stop(stop, goes_on, _position(2 * column + 1, row))
            for n, heard in enumerate(stop.overheard):
                position = _position(2 * column + 2, row, 15 * n)
                talk = heard.talk
                yield _passage(
                    talk, heard.name, excerpt, story.people, places, notes, position, heard.changes
                )
                yield _link(stop.place, stop.name)


def _hour(hour: Hour, wait: str, position: str) -> str:
    parts = [f"\n:: {passage_name(hour.name)} {position}\n{_assigned(hour.changes)}{escaped(hour.moment)}\n"]
    return "".join([*parts, *(_link(stop.choice, stop.name) for stop in hour.stops), wait])


def _stop(stop: Stop, goes_on: str, position: str) -> str:
    parts = [f"\n:: {passage_name(stop.name)} {position}\n{escaped(plain(stop.place))}\n"]
    parts += [
        f"(if: {condition(aside, '$', ' and ')})[\n{escaped(plain(aside.text))}\n]" for aside in stop.asides
    ]
    for heard in stop.overheard:
        only_once = f'(unless: (history:) contains "{passage_name(heard.name)}")'
        parts.append(f"{only_once}[ {_link(heard.choice, heard.name)} ]")
    return "".join([*parts, goes_on])


def _assigned(variables: Sequence[Assignment]) -> str:
    if not variables:
        return ""
    return f"(set: {', '.join(f'${one.name} to {str(one.value).lower()}' for one in variables)})"


def _on_its_own(text: str) -> str:
    """Return the text of a title, which has no markup; it only must not look like a header."""
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
    summary="conversations as Twee 3, for Twine",
    about=worded(
        "A story for Twine (Twee 3, Harlowe): one passage per conversation. Each line is a hook "
        "named after its id."
    ),
    write=twee,
    narrows=("days", "agent", "pins"),
    reader="games",
    shapes=("chain", "hub"),
)
