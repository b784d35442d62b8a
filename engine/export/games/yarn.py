"""Export: the talks as Yarn Spinner source: a node for each talk, and `#line:` behind each line.

As a chain, each talk leads to the next. As a hub, there is a node for each hour, with a choice of places, and
for each place in it, with a choice of talks.
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
from engine.export.script.naming import notes_of, people_slugs, place_slugs, talk_name
from engine.export.script.plain import plain, written
from engine.export.script.talks import Talk, followed, talks
from engine.records import AgentId

_OVERHEARD = "overheard_"  # and the id of a talk: whether the player has overheard it
_MARKS = re.compile(r"[\\<>{}#/\[\]]")


def yarn(excerpt: Excerpt, notes: Notes) -> Iterator[bytes]:
    """Yield a Yarn script: a node `Start`, which leads to the first talk or hour, and a node for each.

    All speakers have plain names, since a speaker in Yarn has no spaces; `Start` gives the full ones.
    """
    parts = _hub(excerpt, notes) if excerpt.shape == "hub" else _chain(excerpt, notes)
    yield from (part.encode() for part in parts)


def escaped(text: str) -> str:
    """Escape a text for Yarn, as it stands behind a speaker."""
    return _MARKS.sub(r"\\\g<0>", text)


def _chain(excerpt: Excerpt, notes: Notes) -> Iterator[str]:
    people, places = people_slugs(excerpt.people, notes), place_slugs(excerpt.scenario)
    yield _beginning(excerpt, people, notes)
    is_first = True
    for talk, after in followed(talks(excerpt, notes)):
        name = talk_name(talk.row, places)
        if is_first:
            is_first = False
            yield f"<<jump {name}>>\n===\n"
        yield _node(talk, name, people, places, notes)
        yield f"<<jump {talk_name(after.row, places)}>>\n===\n" if after else "<<stop>>\n===\n"
    if is_first:
        yield "<<stop>>\n===\n"


def _beginning(excerpt: Excerpt, people: Mapping[AgentId, str], notes: Notes) -> str:
    names = excerpt.people
    notes_of({name: people[agent] for agent, name in names.items()}, worded("speakers"), notes)
    cast = "".join(f"// {people[agent]}: {plain(name)}\n" for agent, name in names.items())
    return f"title: Start\ntown: {plain(excerpt.scenario.town)}\n---\n{cast}"


def _node(
    talk: Talk,
    name: str,
    people: Mapping[AgentId, str],
    places: Mapping[str, str],
    notes: Notes,
    changes: Mapping[int, Sequence[Assignment]] | None = None,
) -> str:
    """Write a talk, with the changes of variables behind each of its lines, but without the jump to the
    next.
    """
    parts = [
        f"title: {name}\n",
        f"tags: talk:{talk.id} day:{talk.day} place:{places[talk.place]}\n",
        f"place: {plain(talk.row.room)}\ntime: day {talk.day} {talk.clock}\n---\n",
    ]
    for line in talk.lines:
        said = written(line.text, escaped, notes, worded("lines"))
        parts.append(f"{people[line.speaker]}: {said} #line:{line.id}\n")
        parts += map(_assigned, (changes or {}).get(line.id, ()))
    return "".join(parts)


def _hub(excerpt: Excerpt, notes: Notes) -> Iterator[str]:
    story, places = hub(excerpt, notes), place_slugs(excerpt.scenario)
    narrator = next(name for name in _narrators() if name not in story.people.values())
    yield _beginning(excerpt, story.people, notes)
    for variable in story.variables:
        yield _declared(variable)
    for heard in (heard for hour in story.hours for stop in hour.stops for heard in stop.overheard):
        yield f"<<declare ${_OVERHEARD}{heard.talk.id} = false>>\n"
    yield f"{_way_on(story.hours[0].name if story.hours else None)}===\n"
    for hour, after in followed(story.hours):
        goes_on = _way_on(after.name if after else None)
        yield _hour(hour, goes_on, story, narrator, notes)
        for stop in hour.stops:
            yield _stop(stop, goes_on, story, narrator, notes)
            for heard in stop.overheard:
                yield _node(heard.talk, heard.name, story.people, places, notes, heard.changes)
                yield f"<<set ${_OVERHEARD}{heard.talk.id} to true>>\n{_way_on(stop.name)}===\n"


def _narrators() -> Iterator[str]:
    """Yield speaker names for lines that nobody in the town says; some may be those of people."""
    return ("narrator" + "_" * n for n in itertools.count())


def _hour(hour: Hour, goes_on: str, story: Hub, narrator: str, notes: Notes) -> str:
    parts = [f"title: {hour.name}\n---\n", *map(_assigned, hour.changes)]
    parts.append(f"{narrator}: {_shown(hour.moment, notes)}\n")
    parts += [f"-> {_choice(stop.choice, notes)}\n    {_way_on(stop.name)}" for stop in hour.stops]
    return "".join([*parts, f"-> {_choice(story.wait, notes)}\n    {goes_on}===\n"])


def _stop(stop: Stop, goes_on: str, story: Hub, narrator: str, notes: Notes) -> str:
    parts = [f"title: {stop.name}\n---\n{narrator}: {_shown(stop.place, notes)}\n"]
    for aside in stop.asides:
        shown = f"    {narrator}: {_shown(aside.text, notes)}\n"
        parts.append(f"<<if {condition(aside, '$', ' and ', _value)}>>\n{shown}<<endif>>\n")
    for one in stop.overheard:
        only_once = f"<<if not ${_OVERHEARD}{one.talk.id}>>"
        parts.append(f"-> {_choice(one.choice, notes)} {only_once}\n    {_way_on(one.name)}")
    return "".join([*parts, f"-> {_choice(story.go_on, notes)}\n    {goes_on}===\n"])


def _way_on(node: str | None) -> str:
    return f"<<jump {node}>>\n" if node else "<<stop>>\n"


def _shown(text: str, notes: Notes) -> str:
    return written(text, escaped, notes, worded("choices and narration"))


def _choice(text: str, notes: Notes) -> str:
    """Write a choice, with another sign in place of a colon, which would end the name of a speaker."""
    return _shown(text.replace(":", "\N{RATIO}"), notes)


def _declared(variable: Assignment) -> str:
    """Write the declaration of a variable; a negative one is declared as 0 and then set, since a number has
    no sign.
    """
    if variable.value >= 0:
        return f"<<declare ${variable.name} = {_value(variable.value)}>>\n"
    return f"<<declare ${variable.name} = 0>>\n{_assigned(variable)}"


def _assigned(variable: Assignment) -> str:
    return f"<<set ${variable.name} to {_value(variable.value)}>>\n"


def _value(value: bool | int) -> str:
    return f"0 - {-value}" if value < 0 else str(value).lower()


EXPORT = RunExport(
    name="yarn",
    suffix=".yarn",
    media_type="text/plain",
    title=worded("Yarn Spinner"),
    icon=":material/gesture:",
    summary="conversations as Yarn Spinner source",
    about=worded(
        "A Yarn script for Unity, Godot and other engines: one node per conversation. Each line "
        "has its id as `#line:`."
    ),
    write=yarn,
    narrows=("days", "agent", "pins"),
    reader="games",
    shapes=("chain", "hub"),
)
