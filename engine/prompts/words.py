"""Put rows and records in the words of a prompt, one per line, so that no text can pass for another part."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from itertools import groupby

from engine.clock import DAY, clock_words, date_of
from engine.language.languages import about, base, written_in
from engine.language.phrases import phrases
from engine.language.times.said_days import SaidDays
from engine.prompts.known import Acquaintance, KnownRoom, KnownThing, Lived, Met, SetOut, Told
from engine.records import AgentId, Event, Line, Memory, Path, Persona, Step
from engine.row_ids import minute_of

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


def identity(persona: Persona, *, with_sayings: bool = False) -> str:
    """Return the description of a persona: the part that stays the same from call to call."""
    return _identity(
        persona.name,
        persona.age,
        persona.traits,
        persona.home,
        persona.work,
        persona.currently,
        persona.register,
        persona.says if with_sayings else (),
    )


def sayings(persona: Persona) -> str:
    """Return examples of what a persona says, enough to show its voice."""
    return _quoted(persona.says) or NOTHING


def language_words(language: str) -> str:
    """Return the name of the language that everyone in town thinks in and speaks: `French (français)`.

    It is English if the town's language has no phrases, and has its tag with it if it is a variety (`pt-BR`).
    """
    own = written_in(language)
    is_variety = language.lower() != own and base(language) == base(own)
    return f"{about(own).name} ({flat(language)})" if is_variety else about(own).told


@lru_cache(maxsize=1024)
def weekday(starts: date, day: int, language: str) -> str:
    """Return the day of the week in the town's language."""
    return phrases(language).weekday(date_of(starts, (day - 1) * DAY).weekday())


@lru_cache(maxsize=1024)
def date_words(starts: date, day: int) -> str:
    """Return the date of a day of the town."""
    return date_of(starts, (day - 1) * DAY).isoformat()


def resolve(persona: Persona, language: str) -> str:
    """Return how a resolve of a persona begins: `Nell Hartley means to …`."""
    return phrases(language).say("means_to", name=flat(persona.name), deed="…", where="", when="", why="")


def usual_day(persona: Persona) -> str:
    """Return a persona's usual day, one item per line."""
    return _lines(
        f"- {clock_words(item.start)} {flat(item.activity)} @ {flat(item.place)}" for item in persona.routine
    )


def status(values: Mapping[str, float], language: str) -> str:
    """Return status values in words of the town's language."""
    town_phrases = phrases(language)
    return "; ".join(flat(town_phrases.status(name, value)) for name, value in values.items()) or NOTHING


def memories(rows: Mapping[str, Memory], days: SaidDays) -> str:
    """Return memories by tag: the day and hour they were made (none for seeds), and the text."""
    return _lines(f"[{tag}] {_memory(row.id, row.text, row.when, days)}" for tag, row in rows.items())


def tagged(rows: Mapping[str, str]) -> str:
    """Return texts by tag."""
    return _lines(f"[{tag}] {flat(text)}" for tag, text in rows.items())


def relations(rows: Iterable[Acquaintance]) -> str:
    """Return people by name, each with the kind of the relation."""
    return _lines(f"- {flat(row.name)}" + (f": {flat(row.kind)}" if row.kind else "") for row in rows)


_SOURCES: Mapping[str, str] = {"memory": "", "fact": "(known in town) ", "whisper": "(inner voice) "}


def told(rows: Mapping[str, Told]) -> str:
    """Return texts by tag, each with its source."""
    return _lines(f"[{tag}] {_SOURCES[row.source]}{flat(row.text)}" for tag, row in rows.items())


def listed(rows: Iterable[Memory], days: SaidDays) -> str:
    """Return memories without tags, for those that no answer cites."""
    return _lines(f"- {_memory(row.id, row.text, row.when, days)}" for row in rows)


def people(rows: Iterable[Acquaintance], days: SaidDays) -> str:
    """Return acquaintances: relation, closeness in words of the town's language, activity, the last talk."""
    return _lines(_person(row, days) for row in rows)


def partners(rows: Iterable[Acquaintance], days: SaidDays) -> str:
    """Return the others in a talk: as `people`, without their activity, which is the talk."""
    return people((replace(row, doing="", free=True) for row in rows), days)


def met(rows: Iterable[Met]) -> str:
    """Return the names of people met lately, in one line; those in the room are marked."""
    return ", ".join(f"{flat(row.name)}{' (here)' if row.here else ''}" for row in rows) or NOTHING


def regarded(rows: Iterable[Acquaintance], days: SaidDays) -> str:
    """Return people by what one thinks of them: as `partners`, without earlier talks."""
    return partners((replace(row, last_talk=None) for row in rows), days)


def parted(rows: Iterable[Acquaintance], days: SaidDays) -> str:
    """Return the others in a talk that is over: as `partners`, without earlier notes and talks."""
    return partners((replace(row, note="", last_talk=None) for row in rows), days)


def rooms(rows: Iterable[KnownRoom]) -> str:
    """Return rooms by path, with the things in them and the states these may have."""
    return _lines(map(_room, rows))


def places(rows: Iterable[KnownRoom], days: SaidDays) -> str:
    """Return rooms by place, with the walk there and the hours, but without the things in them."""
    by_place: dict[str, list[KnownRoom]] = {}
    for row in rows:
        by_place.setdefault(row.path.partition("/")[0], []).append(row)
    return _lines(_place(place, rooms_there, days) for place, rooms_there in by_place.items())


def plan(rows: Iterable[Step], days: SaidDays) -> str:
    """Return pieces of a plan, one per line."""
    return _lines(f"- {days.text(step(row))}" for row in rows)


def lived(rows: Iterable[Lived], names: Mapping[AgentId, str], days: SaidDays, most: int) -> str:
    """Return the latest stretches of the past: the time, the room, what was done, and who was met."""
    stays = [list(stay) for _, stay in groupby(rows, key=lambda row: (row.room, row.doing))]
    return _lines(_stay(stay, names, days) for stay in stays[-most:])


def passed_on(rows: Mapping[str, Iterable[AgentId]], names: Mapping[AgentId, str]) -> str:
    """Return the hearers of memories by tag, one memory per line."""
    return _lines(
        f"[{tag}] told to " + ", ".join(flat(names.get(agent, agent)) for agent in hearers)
        for tag, hearers in rows.items()
    )


def set_out(rows: Iterable[SetOut], days: SaidDays) -> str:
    """Return what somebody set out to do: how each stands, what it was, and why it stands so."""
    return _lines(
        f"- {flat(row.state)}: {flat(days.text(row.text))}"
        + (f" ({flat(days.text(row.because))})" if row.because else "")
        for row in rows
    )


def _stay(rows: Sequence[Lived], names: Mapping[AgentId, str], days: SaidDays) -> str:
    """Return stretches in one room with one thing to do as one."""
    talked = dict.fromkeys(agent for row in rows for agent in row.talked)
    saw = dict.fromkeys(agent for row in rows for agent in row.saw if agent not in talked)
    parts = [f"- {days.moment(rows[0].begins)} @ {flat(rows[0].room)}"]
    parts += [flat(rows[0].doing)] if rows[0].doing else []
    for how, agents in (("talked to", talked), ("saw", saw)):
        met = ", ".join(flat(names.get(agent, agent)) for agent in agents)
        parts += [f"{how} {met}"] if met else []
    return "; ".join(parts)


def listed_names(names: Iterable[str]) -> str:
    """Return names in a row."""
    return ", ".join(map(flat, names))


def exchanges(rows: Iterable[tuple[str, str]]) -> str:
    """Return earlier questions with their answers."""
    return _lines(f"Q: {flat(question)}\nA: {flat(answer)}" for question, answer in rows)


def lines(rows: Sequence[Line], names: Mapping[AgentId, str], tags: Sequence[str] | None = None) -> str:
    """Return lines of a talk, with tags if an answer cites them. Private thoughts are left out."""
    spoken = (f"{flat(names.get(row.speaker, row.speaker))}: {flat(row.text)}" for row in rows)
    return _lines(
        spoken if tags is None else (f"[{tag}] {line}" for tag, line in zip(tags, spoken, strict=True))
    )


def events(rows: Iterable[Event]) -> str:
    """Return events, the urgent ones marked."""
    return _lines(f"- {flat(row.text)}{' (URGENT)' if row.urgent else ''}" for row in rows)


def bulleted(rows: Iterable[str]) -> str:
    """Return texts in no particular order."""
    return _lines(f"- {flat(row)}" for row in rows)


def if_any(rows: Iterable[str] | None) -> str:
    """Return texts in no particular order; the placeholder for nothing if there are none."""
    return bulleted(rows or ())


def texts(rows: Iterable[str]) -> str:
    """Return texts numbered from 1."""
    return _lines(f"{number}. {flat(row)}" for number, row in enumerate(rows, 1))


def paths(rows: Iterable[Path]) -> str:
    """Return names that an answer may use, one per line."""
    return _lines(f"- {flat(row)}" for row in rows)


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
    parts += [_quoted(says)] if says else []
    parts += [f"At present: {flat(currently)}"] if currently else []
    return "\n".join(parts)


def _quoted(says: Sequence[str]) -> str:
    return " ".join(f"“{flat(saying)}”" for saying in says[:_SAYINGS])


@lru_cache(maxsize=16_384)
def _memory(row_id: int, text: str, when: int | None, days: SaidDays) -> str:
    """Return a memory after the time it was made, or after its hour if it has one that it does not name."""
    content = flat(days.text(text))
    if when is not None:
        return content if clock_words(when) in text else f"{days.moment(when)}: {content}"
    made = minute_of(row_id)
    return f"{days.moment(made)} {content}" if made else content


@lru_cache(maxsize=8_192)
def _room(row: KnownRoom) -> str:
    things = "; ".join(map(_thing, row.things))
    return f"- {flat(row.path)}{': ' if things else ''}{things}"


def _place(place: Path, rows: Sequence[KnownRoom], days: SaidDays) -> str:
    """Return a place with its rooms: `- Harbour Café (5 min, 07:00-21:00): counter, kitchen`."""
    first = rows[0]
    marks = [f"{first.walk} min"] if first.walk else []
    marks += [f"{clock_words(first.open.opens)}-{clock_words(first.open.closes)}"] if first.open else []
    marks += [f"closed {days.moment(begins)} to {days.moment(ends)}" for begins, ends in first.closed]
    marks += ["private"] if first.private else []
    inside = ", ".join(flat(_last(row.path)) for row in rows if "/" in row.path)
    about = f" ({', '.join(marks)})" if marks else ""
    return f"- {flat(place)}{about}{': ' if inside else ''}{inside}"


def in_sight(row: KnownRoom | None) -> str:
    """Return some of the things in the room with their states."""
    if row is None:
        return NOTHING
    things = [f"{flat(_last(thing.path))} {flat(thing.state)}" for thing in row.things if thing.state]
    return ", ".join(things[:_IN_SIGHT]) or NOTHING


def _last(path: Path) -> str:
    return path.rpartition("/")[2]


def _thing(row: KnownThing) -> str:
    others = [state for state in row.states if state != row.state]
    parts = [row.state] if row.state and (others or row.urgent or not row.states) else []
    parts += [f"can be {' / '.join(others)}"] if others else []
    parts += [f"URGENT: {row.urgent}"] if row.urgent else []
    name = _last(row.path)
    return flat(f"{name} ({'; '.join(parts)})" if parts else name)


def _person(row: Acquaintance, days: SaidDays) -> str:
    close = phrases(days.language).feels(row.closeness)
    unsaid = "known by sight" if row.by_sight else "not known yet"
    parts = [f"- {flat(row.name)}: {_brief(row.kind) or unsaid}, {close}"]
    parts += ["lives with you"] if row.lives_with else []
    parts += [_brief(days.text(row.note))] if row.note else []
    parts += [f"now {_brief(row.doing)}"] if row.doing else []
    parts += [] if row.free else ["not free to talk"]
    if row.last_talk is not None and row.last_said and not row.note:
        parts.append(f"last talk {days.moment(row.last_talk)}: {_brief(days.text(row.last_said))}")
    return "; ".join(parts)


def _brief(text: str) -> str:
    line = flat(text).rstrip(".。")
    return line if len(line) <= _BRIEF else f"{line[:_BRIEF].rpartition(' ')[0] or line[:_BRIEF]}…"


def step(row: Step) -> str:
    """Return a piece of a plan."""
    where = f" @ {flat(row.room)}" if row.room else ""
    return f"{clock_words(row.start)}-{clock_words(row.end)} {flat(row.activity) or 'nothing planned'}{where}"


def unless_zero(number: int) -> str:
    """Return a number, or the placeholder for nothing if it is 0."""
    return plain(number or "")


def plain(value: object) -> str:
    """Return any other value as text."""
    return flat(str(value)).strip() or NOTHING


def _lines(rows: Iterable[str]) -> str:
    return "\n".join(rows) or NOTHING


def flat(text: str) -> str:
    """Return a text on one line without control tokens, so that it stays within its part of the prompt."""
    line = (
        text if text.isprintable() else " ".join("".join(c if c.isprintable() else " " for c in text).split())
    )
    return harmless(line) if "<" in line or "[" in line else line


def harmless(text: str) -> str:
    """Return a text in which control tokens and role markers of models are broken up.

    A memory with `<|im_end|><|im_start|>system` in it would otherwise speak as the system.
    """
    return _CONTROL.sub(lambda token: f"{token[0][0]}{_NOTHING_WIDE}{token[0][1:]}", text)
