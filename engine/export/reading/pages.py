"""Export: a run's days and talks as one HTML file to read and to print, without scripts or resources to load.

Every row is an element whose `data-id` is its id. All text is escaped.
"""

from __future__ import annotations

import html
from collections import defaultdict
from collections.abc import Iterator, Mapping

from engine.clock import clock_words, date_of, day_of, minute_at, moment_words
from engine.errors import worded
from engine.export.excerpt import Excerpt
from engine.export.export import RunExport
from engine.export.report import Notes
from engine.export.script.plain import written
from engine.export.script.talks import Talk, story
from engine.records import Diary, Event

_STYLE = """
:root { color-scheme: light; font: 11pt/1.45 Georgia, "Songti SC", "Noto Serif CJK SC", serif; }
body { color: #222; background: #fff; max-width: 42em; margin: 2em auto; padding: 0 1em; }
body { overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.2; break-after: avoid; }
h2 { border-bottom: 1px solid #999; margin-top: 2.5em; }
h3 { font-size: 1em; margin: 1.6em 0 .3em; }
time, .id { color: #555; font: .75em ui-monospace, "DejaVu Sans Mono", monospace; }
.talk { border-left: 2px solid #ccc; padding-left: 1em; }
.talk ol { list-style: none; padding: 0; margin: .4em 0; }
.talk li { margin: .35em 0; break-inside: avoid; }
.summary, .thought { color: #555; font-style: italic; margin: .1em 0; }
.thought { font-size: .85em; }
.done { margin: .25em 0; }
.diary { background: #f4f1ea; padding: .3em 1em; margin: 1em 0; break-inside: avoid; }
@page { margin: 18mm 16mm; }
@media print {
  body { max-width: none; margin: 0; padding: 0; }
  .day + .day { break-before: page; }
  .id { display: none; }
}
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_WAYS = ("arrive", "leave")  # who comes and goes is told by what they do there


def pages(excerpt: Excerpt, notes: Notes) -> Iterator[bytes]:
    """Yield the pages: the town and its people, then day by day the events and talks, and the diaries."""
    yield _head(excerpt, notes).encode()
    diaries, day, ways = _diaries(excerpt), 0, 0
    for one in story(excerpt, notes):
        if isinstance(one, Event) and one.kind in _WAYS:
            ways += 1
            continue
        minute = one.row.minute if isinstance(one, Talk) else one.minute
        if day_of(minute) != day:
            yield _day_end(diaries.pop(day, ()), excerpt, notes).encode() if day else b""
            day = day_of(minute)
            date = date_of(excerpt.scenario.starts, minute_at(day, 0)).isoformat()
            yield f'<section class="day" id="day-{day}">\n<h2>Day {day} <time>{date}</time></h2>\n'.encode()
        yield (_talk(one, excerpt, notes) if isinstance(one, Talk) else _done(one, notes)).encode()
    yield _day_end(diaries.pop(day, ()), excerpt, notes).encode() if day else b""
    yield b"</body>\n</html>\n"
    notes.add("dropped", worded("comings and goings"), count=ways)


def escaped(text: str) -> str:
    """Escape a text for an HTML element."""
    return html.escape(text, quote=False)


def _head(excerpt: Excerpt, notes: Notes) -> str:
    scenario = excerpt.scenario
    town = written(scenario.town, escaped, notes, worded("titles"))
    people = "".join(
        f'<li dir="auto"><b>{written(persona.name, escaped, notes, worded("names"))}</b>, '
        f"{persona.age}: {written(', '.join(persona.traits), escaped, notes, worded('traits'))}</li>\n"
        for persona in scenario.personas
        if excerpt.has_any((persona.id,))
    )
    return (
        f'<!doctype html>\n<html lang="{html.escape(scenario.language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{town}</title>\n'
        f'<style>{_STYLE}</style>\n</head>\n<body>\n<h1 dir="auto">{town}</h1>\n'
        f'<p dir="auto">{written(scenario.summary, escaped, notes, worded("summaries"))}</p>\n'
        f"<p>Up to {moment_words(excerpt.minute)}.</p>\n<ul>\n{people}</ul>\n"
    )


def _talk(talk: Talk, excerpt: Excerpt, notes: Notes) -> str:
    names = excerpt.run.town.cast.names
    members = written(", ".join(names[one] for one in talk.row.members), escaped, notes, worded("names"))
    place = written(talk.row.room.replace("/", ", "), escaped, notes, worded("places"))
    heading = f'<h3 dir="auto"><time>{talk.clock}</time> {place}: {members} {_shown_id(talk.id)}</h3>\n'
    parts = [f'<article class="talk" id="r{talk.id}" data-id="{talk.id}">\n{heading}']
    if talk.summary:
        summary = written(talk.summary, escaped, notes, worded("summaries"))
        parts.append(f'<p class="summary" dir="auto">{summary}</p>\n')
    parts.append("<ol>\n")
    for line in talk.lines:
        name = written(names[line.speaker], escaped, notes, worded("names"))
        said = written(line.text, escaped, notes, worded("lines"))
        thought = written(line.thought, escaped, notes, worded("thoughts"))
        beside = f'<p class="thought" dir="auto">{thought}</p>' if thought else ""
        parts.append(
            f'<li id="r{line.id}" data-id="{line.id}"><b dir="auto">{name}</b> '
            f'<span class="said" dir="auto">{said}</span> {_shown_id(line.id)}{beside}</li>\n'
        )
    return "".join([*parts, "</ol>\n</article>\n"])


def _done(event: Event, notes: Notes) -> str:
    notes.add("kept", worded("activities"))
    text = written(event.text, escaped, notes, worded("activities"))
    return (
        f'<p class="done" id="r{event.id}" data-id="{event.id}" dir="auto">'
        f"<time>{clock_words(event.minute)}</time> {text}</p>\n"
    )


def _diaries(excerpt: Excerpt) -> dict[int, list[Diary]]:
    found: dict[int, list[Diary]] = defaultdict(list)
    for diary in excerpt.moment.log.rows(Diary):
        if excerpt.has_any((diary.agent,)):
            found[diary.day].append(diary)
    return found


def _day_end(diaries: list[Diary] | tuple[()], excerpt: Excerpt, notes: Notes) -> str:
    names: Mapping[str, str] = excerpt.run.town.cast.names
    notes.add("kept", worded("diaries"), count=len(diaries))
    entries = (
        f'<div class="diary" id="r{diary.id}" data-id="{diary.id}"><h3 dir="auto">The diary of '
        f"{written(names[diary.agent], escaped, notes, worded('names'))}</h3>\n"
        f'<p dir="auto">{written(diary.text, escaped, notes, worded("diaries"))}</p></div>\n'
        for diary in diaries
    )
    return f"{''.join(entries)}</section>\n"


def _shown_id(number: int) -> str:
    return f'<span class="id">{number}</span>'


EXPORT = RunExport(
    name="html",
    suffix=".html",
    media_type="text/html",
    title=worded("Printable pages"),
    icon=":material/print:",
    summary="the days as one HTML page to read and print",
    about=worded(
        "The days in one HTML file, to read and print: what people did, said and thought, and "
        "their diaries. It loads no external content."
    ),
    write=pages,
    narrows=("days", "agent", "pins"),
    reader="writers",
)
