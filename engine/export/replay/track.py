"""The track: the events of a day in words, row by row, each with its id and minute."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator

from engine.clock import clock_words, date_of, minute_at
from engine.errors import worded
from engine.export.excerpt import Excerpt
from engine.export.report import Notes
from engine.export.script.plain import written
from engine.export.script.talks import Talk
from engine.records import Event, Line

_NOTHING = "Nothing has happened on this day yet."


def track(day: int, rows: Iterable[Event | Talk], excerpt: Excerpt, notes: Notes) -> Iterator[str]:
    """Yield the track of a day: its talks line by line, and the events between them."""
    date = date_of(excerpt.scenario.starts, minute_at(day, 0)).isoformat()
    yield f'<section class="day" data-day="{day}">\n<h3>Day {day} <time>{date}</time></h3>\n'
    yield f'<p class="nothing" hidden>{_NOTHING}</p>\n<ol>\n'
    for row in rows:
        yield _talk(row, excerpt, notes) if isinstance(row, Talk) else _done(row, notes)
    yield "</ol>\n</section>\n"


def shown(text: str) -> str:
    """Escape a text for an HTML element."""
    return html.escape(text, quote=False)


def _talk(talk: Talk, excerpt: Excerpt, notes: Notes) -> str:
    names = excerpt.run.town.cast.names
    members = written(", ".join(names[one] for one in talk.row.members), shown, notes, worded("names"))
    place = written(talk.row.room.replace("/", ", "), shown, notes, worded("places"))
    minute = talk.row.minute
    when = f'<button type="button" class="when" value="{minute}">{clock_words(minute)}</button>'
    heading = f'<h4 dir="auto">{when} {place}: {members} {_id(talk.id)}</h4>'
    lines = "".join(_line(line, names[line.speaker], notes) for line in talk.lines)
    return f'<li class="talk" {_row(talk.id, minute, talk.row.members)}>{heading}\n<ol>\n{lines}</ol></li>\n'


def _line(line: Line, speaker: str, notes: Notes) -> str:
    name = written(speaker, shown, notes, worded("names"))
    said = written(line.text, shown, notes, worded("lines"))
    return (
        f'<li class="line" {_row(line.id, line.said_at, (line.speaker,))}>'
        f"<time>{clock_words(line.said_at)}</time> "
        f'<b dir="auto">{name}</b> <span class="said" dir="auto">{said}</span> {_id(line.id)}</li>\n'
    )


def _done(event: Event, notes: Notes) -> str:
    text = written(event.text, shown, notes, worded("activities"))
    who = [one for one in (event.actor, *event.about) if one]
    return (
        f'<li class="done" {_row(event.id, event.minute, who)} dir="auto">'
        f"<time>{clock_words(event.minute)}</time> {text} {_id(event.id)}</li>\n"
    )


def _row(number: int, minute: int, who: Iterable[str]) -> str:
    return f'data-id="{number}" data-minute="{minute}" data-who="{html.escape(" ".join(who))}"'


def _id(number: int) -> str:
    return f'<span class="id">{number}</span>'
