"""Every field of a prompt in words: what a template's placeholders stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache, lru_cache
from typing import Any

from engine.clock import DAY, clock_words, date_of, day_of, moment_words
from engine.language.phrases import phrases
from engine.prompts.known import Acquaintance, KnownRoom, KnownThing
from engine.prompts.prompt import Prompt
from engine.prompts.shown import few, near, numbered, weightiest
from engine.records import AgentId, Event, Line, Memory, Path, Persona, Step
from engine.row_ids import minute_of

Shown = Callable[[Prompt[Any]], str]

NOTHING = "(none)"
_IN_SIGHT = 2  # things one may speak of
_SAYINGS = 3  # of somebody's sayings: enough to hear the voice
_BRIEF = 90  # letters of what is told of somebody in passing
_NOTHING_WIDE = "\u200b"
_CONTROL = re.compile(
    r"<\|(?=[^<>|]{0,40}\|?>)|<(?=/?(?:s|bos|eos|pad|unk|start_of_turn|end_of_turn|s_header|SYS)>)|<<(?=/?SYS>)"
    r"|\[(?=/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])",
    re.IGNORECASE,
)
_NOT_SHOWN = frozenset(
    {
        *("name", "form", "may_be_left_out", "persona", "town", "language", "starts", "seed", "choices"),
        *("names", "wordings", "told"),
    }
)
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_LANGUAGES = {"en": "English", "zh": "Chinese (简体中文)"}


def words(prompt: Prompt[Any], wanted: Iterable[str]) -> dict[str, str]:
    """Return the wanted placeholders of a prompt, each in words."""
    known = placeholders(prompt.__class__)
    return {name: known[name](prompt) for name in wanted}


def placeholders(question: type[Prompt[Any]]) -> Mapping[str, Shown]:
    """Return what the template of a question may use: every field of its own, and what every question has."""
    return _placeholders(tuple(question.__dataclass_fields__))


@cache
def _placeholders(fields: tuple[str, ...]) -> Mapping[str, Shown]:
    own: dict[str, Shown] = {name: _shown(name) for name in fields if name not in _NOT_SHOWN}
    return own | dict(_EVERYWHERE) | ({"told": _told} if "told" in fields else {})


def identity(persona: Persona) -> str:
    """Return who is thinking: the part that stays the same from call to call."""
    return _identity(
        persona.name,
        persona.age,
        persona.traits,
        persona.home,
        persona.work,
        persona.currently,
        persona.register,
        persona.says,
    )


def language_words(language: str) -> str:
    """Return the name of the language everybody in town thinks and speaks."""
    return _LANGUAGES.get(language) or flat(language)


def memories(rows: Mapping[int, Memory]) -> str:
    """Return memories by number: the day and hour they were made (none for what was always so), the text."""
    return _lines(f"{number}. {_memory(row.id, row.text)}" for number, row in rows.items())


def people(rows: Iterable[Acquaintance], language: str) -> str:
    """Acquaintances: relation, closeness in words of the town's language, what they are doing, the last
    talk.
    """
    return _lines(_person(row, language) for row in rows)


def partners(rows: Iterable[Acquaintance], language: str) -> str:
    """Return those one is talking with: as `people`, without what they are doing, which is to talk."""
    return people((replace(row, doing="", free=True) for row in rows), language)


def parted(rows: Iterable[Acquaintance], language: str) -> str:
    """Return those one has just talked with: what was on one's mind of them before is not needed any more."""
    return partners((replace(row, note="", last_talk=None) for row in rows), language)


def rooms(rows: Iterable[KnownRoom]) -> str:
    """Rooms by path, with what stands in them by name and in which states that may be."""
    return _lines(map(_room, rows))


def places(rows: Iterable[KnownRoom]) -> str:
    """Rooms by place, with the walk there and the hours, but without what stands in them."""
    by_place: dict[str, list[KnownRoom]] = {}
    for row in rows:
        by_place.setdefault(row.path.partition("/")[0], []).append(row)
    return _lines(_place(place, found) for place, found in by_place.items())


def plan(rows: Iterable[Step]) -> str:
    """Pieces of a plan, one a line."""
    return _lines(map(_step, rows))


def lines(rows: Sequence[Line], names: Mapping[AgentId, str]) -> str:
    """Return what was said, numbered from 1. Thoughts stay with who thought them."""
    return _lines(
        f"{number}. {flat(names.get(row.speaker, row.speaker))}: {flat(row.text)}"
        for number, row in enumerate(rows, 1)
    )


def events(rows: Iterable[Event]) -> str:
    """Return what happened, the urgent marked."""
    return _lines(f"- {flat(row.text)}{' (URGENT)' if row.urgent else ''}" for row in rows)


def texts(rows: Iterable[str]) -> str:
    """Return texts numbered from 1."""
    return _lines(f"{number}. {flat(row)}" for number, row in enumerate(rows, 1))


def paths(rows: Iterable[Path]) -> str:
    """Return names that an answer may use, one a line."""
    return _lines(f"- {flat(row)}" for row in rows)


def _shown(name: str) -> Shown:
    if name == "lines":
        return _said
    if name == "people":
        return lambda prompt: _FOLK.get(prompt.name, people)(few(prompt, name), prompt.language)
    if name == "rooms":
        return lambda prompt: (rooms if prompt.name == "plan_block" else places)(near(prompt))
    if name in _CITED:
        return lambda prompt: memories(numbered(prompt, name))
    if name in _LOOKED_OVER:
        return lambda prompt: _lines(f"- {_memory(row.id, row.text)}" for row in weightiest(prompt, name))
    shown = _FIELDS.get(name, _plain)
    return lambda prompt: shown(few(prompt, name))


def _said(prompt: Prompt[Any]) -> str:
    rows: Sequence[Line] = getattr(prompt, "lines", ())
    return lines(rows, _names(prompt, {row.speaker for row in rows}))


def _names(prompt: Prompt[Any], agents: Iterable[AgentId]) -> dict[AgentId, str]:
    people_here: Sequence[Acquaintance] = getattr(prompt, "people", ())
    here = {person.agent: person.name for person in people_here}
    known = {agent: prompt.names[agent] for agent in agents if agent in prompt.names}
    called = {agent: name.called or name.full for agent, name in known.items()}
    return {**here, prompt.persona.id: prompt.persona.name, **called}


def _told(prompt: Prompt[Any]) -> str:
    """Return the numbers of the recalled memories that somebody present was told already."""
    told: frozenset[tuple[int, AgentId]] = getattr(prompt, "told", frozenset())
    people_here: Sequence[Acquaintance] = getattr(prompt, "people", ())
    if not told:
        return NOTHING
    numbers = [
        str(number)
        for number, row in numbered(prompt, "recalled").items()
        if any((row.id, person.agent) in told for person in people_here)
    ]
    return ", ".join(numbers) or NOTHING


@lru_cache(maxsize=4096)
def _identity(
    name: str,
    age: int,
    traits: tuple[str, ...],
    home: str,
    work: str,
    currently: str,
    register: str,
    says: tuple[str, ...],
) -> str:
    place = f"Lives at {flat(home)}" + (f", works at {flat(work)}." if work else ".")
    parts = [f"{age} years old; {flat(', '.join(traits))}." if traits else f"{age} years old.", place]
    parts += [f"Speaks so: {flat(register)}."] if register else []
    parts += [" ".join(f"“{flat(said)}”" for said in says[:_SAYINGS])] if says else []
    parts += [f"At present: {flat(currently)}"] if currently else []
    return "\n".join(parts)


@lru_cache(maxsize=1024)
def _today(starts: date, day: int) -> tuple[str, str]:
    today = date_of(starts, (day - 1) * DAY)
    return _WEEKDAYS[today.weekday()], today.isoformat()


@lru_cache(maxsize=16_384)
def _memory(row_id: int, text: str) -> str:
    made = minute_of(row_id)
    return f"d{day_of(made)} {clock_words(made)} {flat(text)}" if made else flat(text)


@lru_cache(maxsize=8_192)
def _room(row: KnownRoom) -> str:
    things = "; ".join(map(_thing, row.things))
    return f"- {flat(row.path)}{': ' if things else ''}{things}"


def _place(place: Path, rows: Sequence[KnownRoom]) -> str:
    """`- Harbour Café (5 min, 07:00-21:00): counter, kitchen`."""
    first = rows[0]
    marks = [f"{first.walk} min"] if first.walk else []
    marks += [f"{clock_words(first.open[0])}-{clock_words(first.open[1])}"] if first.open else []
    marks += ["private"] if first.private else []
    inside = ", ".join(flat(_last(row.path)) for row in rows if "/" in row.path)
    about = f" ({', '.join(marks)})" if marks else ""
    return f"- {flat(place)}{about}{': ' if inside else ''}{inside}"


def _here(row: KnownRoom | None) -> str:
    """Return some of what stands in the room one is in, as it looks."""
    if row is None:
        return NOTHING
    things = [f"{flat(_last(thing.path))} {flat(thing.state)}" for thing in row.things if thing.state]
    return ", ".join(things[:_IN_SIGHT]) or NOTHING


def _last(path: Path) -> str:
    return path.rpartition("/")[2]


def _thing(row: KnownThing) -> str:
    parts = [row.state] if row.state else []
    parts += [f"can be {' / '.join(row.states)}"] if row.states else []
    parts += [f"URGENT: {row.urgent}"] if row.urgent else []
    name = _last(row.path)
    return flat(f"{name} ({'; '.join(parts)})" if parts else name)


def _person(row: Acquaintance, language: str) -> str:
    close = f"{phrases(language).feels(row.closeness)} ({row.closeness:+.1f})"
    parts = [f"- {flat(row.name)}: {_brief(row.kind) or 'not known yet'}, {close}"]
    parts += [_brief(row.note)] if row.note else []
    parts += [f"now {_brief(row.doing)}"] if row.doing else []
    parts += [] if row.free else ["not free to talk"]
    if row.last_talk is not None and row.last_said and not row.note:
        parts.append(f"last talk {moment_words(row.last_talk)}: {_brief(row.last_said)}")
    return "; ".join(parts)


def _brief(text: str) -> str:
    line = flat(text).rstrip(".")
    return line if len(line) <= _BRIEF else f"{line[:_BRIEF].rpartition(' ')[0] or line[:_BRIEF]}…"


def _step(row: Step) -> str:
    where = f" @ {flat(row.room)}" if row.room else ""
    return (
        f"- {clock_words(row.start)}-{clock_words(row.end)} {flat(row.activity) or 'nothing planned'}{where}"
    )


def _earlier(rows: Sequence[tuple[str, str] | Step]) -> str:
    """Today's plan so far, or what was asked and answered so far in an interview."""
    return _lines(
        _step(row) if isinstance(row, Step) else f"Q: {flat(row[0])}\nA: {flat(row[1])}" for row in rows
    )


def _plain(value: object) -> str:
    return flat(str(value)).strip() or NOTHING


def _lines(rows: Iterable[str]) -> str:
    return "\n".join(rows) or NOTHING


def flat(text: str) -> str:
    """On one line and without control tokens, so that no text can pass for another part of the prompt."""
    line = (
        text if text.isprintable() else " ".join("".join(c if c.isprintable() else " " for c in text).split())
    )
    return harmless(line) if "<" in line or "[" in line else line


def harmless(text: str) -> str:
    """Return the text with what models take for control tokens and role markers broken up, so that it is only
    text.

    A memory with `<|im_end|><|im_start|>system` in it would otherwise speak as the system.
    """
    return _CONTROL.sub(lambda found: f"{found[0][0]}{_NOTHING_WIDE}{found[0][1:]}", text)


def _usual_day(prompt: Prompt[Any]) -> str:
    items = prompt.persona.routine
    return _lines(f"- {clock_words(item.start)} {flat(item.activity)} @ {flat(item.place)}" for item in items)


def _status(prompt: Prompt[Any]) -> str:
    return ", ".join(f"{flat(name)} {value:g}" for name, value in prompt.persona.status.items()) or NOTHING


_CITED = frozenset({"recalled", "engagements"})
_LOOKED_OVER = frozenset({"recent", "memories"})
_FOLK: Mapping[str, Callable[[Sequence[Acquaintance], str], str]] = {
    "speak": partners,
    "react": partners,  # what they are doing stands among what is noticed
    "take_away": parted,
}
_FIELDS: Mapping[str, Callable[[Any], str]] = {
    "rooms": rooms,
    "ways": places,
    "unknown": paths,
    "plan": plan,
    "ahead": plan,
    "here": _here,
    "earlier": _earlier,
    "block": _step,
    "events": events,
    "observations": texts,
    "questions": texts,
    "held": texts,
    "now": moment_words,
    "waited": lambda minutes: str(minutes) if minutes else NOTHING,
}
_EVERYWHERE: Mapping[str, Shown] = {
    "identity": lambda prompt: identity(prompt.persona),
    "name": lambda prompt: flat(prompt.persona.name),
    "town": lambda prompt: flat(prompt.town),
    "language": lambda prompt: language_words(prompt.language),
    "weekday": lambda prompt: _today(prompt.starts, day_of(prompt.now))[0],
    "date": lambda prompt: _today(prompt.starts, day_of(prompt.now))[1],
    "wake": lambda prompt: clock_words(prompt.persona.wake),
    "sleep": lambda prompt: clock_words(prompt.persona.sleep),
    "routine": _usual_day,
    "status": _status,
    "places": lambda prompt: paths(prompt.choices.get("place", ())),
    "persons": lambda prompt: paths(prompt.choices.get("person", ())),
    "things": lambda prompt: paths(prompt.choices.get("thing", ())),
}
