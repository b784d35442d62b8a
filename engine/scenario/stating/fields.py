"""The fields of stated intentions and planned events, as they are written in a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import yaml

from engine.clock import DAY, clock_words, day_of
from engine.errors import BadInput, worded
from engine.events.kinds import EVENT_KINDS, MINUTES
from engine.practices.practice import practices
from engine.records import EVERYBODY, AgentId, StatedIntention, StatedMoment, TownEvent
from engine.scenario.document.values import Said, said_in
from engine.scenario.reading.stated.fields import ALL


def fields_of(stated: StatedIntention) -> dict[str, Said]:
    """Return the fields of a stated intention by name, without empty ones."""
    people_field = "to" if practices()[stated.kind].with_whom == "to" else "with"
    fields: dict[str, Said] = {
        "kind": stated.kind,
        "what": stated.what,
        people_field: _ids(stated.others),
        "except": _ids(stated.excepted),
        "kept_from": _ids(stated.kept_from),
        "where": stated.place,
        "at": "" if stated.at is None or stated.at.recurs else moment_text(stated.at),
        "by": moment_text(stated.by),
        "every": moment_text(replace(stated.at, recurs=False)) if stated.at and stated.at.recurs else "",
        "until": moment_text(stated.until),
        "if": stated.condition,
        "because": stated.because,
        "closeness": stated.closeness,
        "text": stated.text,
    }
    return {name: value for name, value in fields.items() if value not in ("", None, [])}


def event_fields(event: TownEvent) -> dict[str, Said]:
    """Return the fields of a planned event by name, without empty ones and defaults."""
    has_default_name = bool(event.thing) or (event.kind == "closing" and event.what == event.place)
    fields: dict[str, Said] = {
        "kind": event.kind,
        "what": "" if has_default_name else event.what,
        "question": event.question,
        "options": list(event.options),
        "up_to": event.up_to or None,
        "decides": event.decides,
        "where": "" if event.thing else event.place,
        "object": event.thing,
        "state": event.state,
        "at": _event_moment(event),
        "who": [] if event.people == (EVERYBODY,) else _ids(event.people),
        "except": _ids(event.excepted),
        "because": event.because,
        "facts": list(event.facts),
        "text": event.text,
    }
    filled: dict[str, Said] = {name: value for name, value in fields.items() if value not in ("", None, [])}
    if event.known_by != event.people:
        filled["known_by"] = _ids(event.known_by)
    return filled


def _event_moment(event: TownEvent) -> str:
    day, first = day_of(event.begins), event.begins % DAY
    length = MINUTES if EVENT_KINDS[event.kind].is_public else 1
    last = first + event.ends - event.begins
    return moment_text(StatedMoment(day=day, first=first, last=None if last == first + length else last))


def event_text(event: TownEvent) -> str:
    """Return an event in fields as one line of YAML: `{kind: vote, what: the vote on the pier, …}`."""
    return on_a_line(event_fields(event))


def moment_text(moment: StatedMoment | None) -> str:
    """Return a moment as it is written in a field, such as `day 2 19:00`; empty for None."""
    if moment is None:
        return ""
    minutes = [minute for minute in (moment.first, moment.last) if minute is not None]
    clocks = ["24:00" if minute == DAY else clock_words(minute) for minute in minutes]
    day = "every day" if moment.recurs else f"day {moment.day}" if moment.day is not None else ""
    return f"{day} {'-'.join(clocks)}".strip()


def _ids(people: tuple[AgentId, ...]) -> Said:
    ids = [ALL if agent == EVERYBODY else agent for agent in people]
    return ids[0] if len(ids) == 1 else ids


def intention_text(stated: StatedIntention) -> str:
    """Return an intention in fields as one line of YAML: `{kind: meeting, with: otto, at: day 2 19:00}`."""
    return on_a_line(fields_of(stated))


def on_a_line(value: Said) -> str:
    """Return a value as YAML on one line."""
    text: str = yaml.safe_dump(
        value, default_flow_style=True, allow_unicode=True, sort_keys=False, width=10**6
    )
    return text.removesuffix("...\n").strip()


def fields_in(text: str) -> Mapping[str, Said]:
    """Return the fields in a YAML text such as `{kind: meeting, with: otto}` by name.

    Raises BadInput if the text is not a mapping.
    """
    fields = said_in(text, "intention")
    if not isinstance(fields, Mapping):
        raise BadInput(worded("{text!r:.60} contains no fields; write keys with values", text=text))
    return fields


def text_of_fields(*intentions: Mapping[str, Said]) -> str:
    """Return intentions in fields as the YAML text that `Whisper(intend=...)` takes."""
    return on_a_line([dict(fields) for fields in intentions])
