"""Every field of a prompt in words: what a template's placeholders stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import cache, lru_cache
from typing import Any

from engine.clock import DAY, clock_words, date_of, day_of, moment_words
from engine.prompts.questions import Acquaintance, KnownRoom, KnownThing, Prompt
from engine.records import AgentId, Event, Line, Memory, Path, Persona, Step
from engine.stamps import minute_of

Shown = Callable[[Prompt[Any]], str]

NOTHING = "(none)"
_NOTHING_WIDE = "\u200b"
_CONTROL = re.compile(
    r"<\|(?=[^<>|]{0,40}\|?>)|<(?=/?(?:s|bos|eos|pad|unk|start_of_turn|end_of_turn|s_header|SYS)>)|<<(?=/?SYS>)"
    r"|\[(?=/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])",
    re.IGNORECASE,
)
_NOT_SHOWN = frozenset(
    {"name", "form", "persona", "town", "language", "starts", "seed", "choices", "names", "told"}
)
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_LANGUAGES = {"en": "English", "zh": "Chinese (简体中文)"}
_CLOSENESS = ((0.6, "very close"), (0.3, "close"), (0.05, "friendly"), (-0.05, "neutral"), (-0.4, "cool"))


def words(prompt: Prompt[Any], wanted: Iterable[str]) -> dict[str, str]:
    """The wanted placeholders of a prompt, each in words."""
    known = placeholders(prompt.__class__)
    return {name: known[name](prompt) for name in wanted}


def placeholders(question: type[Prompt[Any]]) -> Mapping[str, Shown]:
    """What the template of a question may use: every field of its own, and what every question has."""
    return _placeholders(tuple(question.__dataclass_fields__))


@cache
def _placeholders(fields: tuple[str, ...]) -> Mapping[str, Shown]:
    own: dict[str, Shown] = {name: _shown(name) for name in fields if name not in _NOT_SHOWN}
    return own | dict(_EVERYWHERE) | ({"told": _told} if "told" in fields else {})


def identity(persona: Persona) -> str:
    """Who is thinking: the part that stays the same from call to call."""
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
    """The name of the language everybody in town thinks and speaks."""
    return _LANGUAGES.get(language) or flat(language)


def memories(rows: Iterable[Memory]) -> str:
    """Memories numbered from 1, with when they were made, of which kind, and what they say."""
    return _lines(f"{number}. {_memory(row.id, row.kind, row.text)}" for number, row in enumerate(rows, 1))


def people(rows: Iterable[Acquaintance]) -> str:
    """Acquaintances: relation, closeness in words, what they are doing, the last talk."""
    return _lines(map(_person, rows))


def rooms(rows: Iterable[KnownRoom]) -> str:
    """Rooms by path, with hours, the walk there, and what stands in them."""
    return _lines(map(_room, rows))


def plan(rows: Iterable[Step]) -> str:
    """Pieces of a plan, one a line."""
    return _lines(map(_step, rows))


def lines(rows: Iterable[Line], names: Mapping[AgentId, str]) -> str:
    """What was said, numbered from 1. Thoughts stay with those who thought them."""
    return _lines(
        f"{number}. {flat(names.get(row.speaker, row.speaker))}: {flat(row.text)}"
        for number, row in enumerate(rows, 1)
    )


def events(rows: Iterable[Event]) -> str:
    """What happened, the urgent marked."""
    return _lines(f"- {flat(row.text)}{' (URGENT)' if row.urgent else ''}" for row in rows)


def texts(rows: Iterable[str]) -> str:
    """Texts numbered from 1."""
    return _lines(f"{number}. {flat(row)}" for number, row in enumerate(rows, 1))


def paths(rows: Iterable[Path]) -> str:
    """Names that an answer may use, one a line."""
    return _lines(f"- {flat(row)}" for row in rows)


def _shown(name: str) -> Shown:
    if name == "lines":
        return lambda prompt: lines(getattr(prompt, name), _names(prompt))
    shown = _FIELDS.get(name, _plain)
    return lambda prompt: shown(getattr(prompt, name))


def _names(prompt: Prompt[Any]) -> dict[AgentId, str]:
    people_here: Sequence[Acquaintance] = getattr(prompt, "people", ())
    here = {person.agent: person.name for person in people_here}
    everybody = {agent: name.full for agent, name in prompt.names.items()}
    return {**everybody, **here, prompt.persona.id: prompt.persona.name}


def _told(prompt: Prompt[Any]) -> str:
    """The numbers of the recalled memories that somebody present was told already."""
    told: frozenset[tuple[int, AgentId]] = getattr(prompt, "told", frozenset())
    people_here: Sequence[Acquaintance] = getattr(prompt, "people", ())
    if not told:
        return NOTHING
    recalled: Sequence[Memory] = getattr(prompt, "recalled", ())
    numbers = [
        str(number)
        for number, row in enumerate(recalled, 1)
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
    parts = [f"Name: {flat(name)}", f"Age: {age}"]
    parts += [f"Character: {flat(', '.join(traits))}"] if traits else []
    parts += [f"Home: {flat(home)}"] + ([f"Work: {flat(work)}"] if work else [])
    parts += [f"Way of speaking: {flat(register)}"] if register else []
    parts += ["Typical of their speech: " + " / ".join(f'"{flat(said)}"' for said in says)] if says else []
    parts += [f"At present: {flat(currently)}"] if currently else []
    return "\n".join(parts)


@lru_cache(maxsize=1024)
def _today(starts: date, day: int) -> tuple[str, str]:
    today = date_of(starts, (day - 1) * DAY)
    return _WEEKDAYS[today.weekday()], today.isoformat()


@lru_cache(maxsize=16_384)
def _memory(row_id: int, kind: str, text: str) -> str:
    return f"[{moment_words(minute_of(row_id))}, {kind}] {flat(text)}"


@lru_cache(maxsize=8_192)
def _room(row: KnownRoom) -> str:
    parts = [f"- {flat(row.path)}", f"{row.walk} min walk"]
    parts += [f"open {clock_words(row.open[0])}-{clock_words(row.open[1])}"] if row.open else []
    parts += ["private"] if row.private else []
    parts += [flat(row.about)] if row.about else []
    parts += ["with " + ", ".join(map(_thing, row.things))] if row.things else []
    return "; ".join(parts)


def _here(row: KnownRoom | None) -> str:
    """The room one stands in, as it looks."""
    if row is None:
        return NOTHING
    parts = [flat(row.about)] if row.about else []
    things = ", ".join(
        f"{flat(_last(thing.path))} ({flat(thing.state)})" for thing in row.things if thing.state
    )
    return "; ".join([*parts, *([things] if things else [])]) or NOTHING


def _last(path: Path) -> str:
    return path.rpartition("/")[2]


def _thing(row: KnownThing) -> str:
    parts = [row.state] if row.state else []
    parts += [f"can be {' / '.join(row.states)}"] if row.states else []
    parts += [f"URGENT: {row.urgent}"] if row.urgent else []
    return flat(f"{row.path} ({'; '.join(parts)})" if parts else row.path)


def _person(row: Acquaintance) -> str:
    parts = [f"- {flat(row.name)}: {flat(row.kind) or 'not known yet'}, {_closeness(row.closeness)}"]
    parts += [flat(row.note)] if row.note else []
    parts += [f"now: {flat(row.doing)}"] if row.doing else []
    parts += [] if row.free else ["not free to talk"]
    if row.last_talk is not None:
        said = f": {flat(row.last_said)}" if row.last_said else ""
        parts.append(f"last talk {moment_words(row.last_talk)}{said}")
    return "; ".join(parts)


def _closeness(value: float) -> str:
    for least, said in _CLOSENESS:
        if value >= least:
            return f"{said} ({value:+.1f})"
    return f"hostile ({value:+.1f})"


def _step(row: Step) -> str:
    where = f" @ {flat(row.room)}" if row.room else ""
    return f"- {moment_words(row.start)} to {clock_words(row.end)}: {flat(row.activity) or NOTHING}{where}"


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
    """The text with what models take for control tokens and role markers broken up, so that it is only text.

    A memory with `<|im_end|><|im_start|>system` in it would otherwise speak as the system.
    """
    return _CONTROL.sub(lambda found: f"{found[0][0]}{_NOTHING_WIDE}{found[0][1:]}", text)


def _usual_day(prompt: Prompt[Any]) -> str:
    items = prompt.persona.routine
    return _lines(f"- {clock_words(item.start)} {flat(item.activity)} @ {flat(item.place)}" for item in items)


def _status(prompt: Prompt[Any]) -> str:
    return ", ".join(f"{flat(name)} {value:g}" for name, value in prompt.persona.status.items()) or NOTHING


_FIELDS: Mapping[str, Callable[[Any], str]] = {
    "recalled": memories,
    "recent": memories,
    "memories": memories,
    "engagements": memories,
    "people": people,
    "rooms": rooms,
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
