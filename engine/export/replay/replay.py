"""Export: a run's days as one HTML file that plays them on the map of the town, without a network.

The page has the same map as the studio, and beside it the track: every line and event, each an element whose
`data-id` is its id, shown only from its minute on. The page's policy allows it to load nothing and to run
nothing but the script inside it. Without scripts the track can still be read.
"""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Iterator
from importlib.resources import files
from itertools import groupby

from engine.clock import day_of, moment_words
from engine.errors import worded
from engine.export.excerpt import Excerpt
from engine.export.export import RunExport
from engine.export.replay.played_day import played_day
from engine.export.replay.track import shown, track
from engine.export.report import Notes
from engine.export.script.plain import written
from engine.export.script.talks import Talk, story
from engine.records import Event
from engine.safe_json import safe_json

_PARTS = ("replay.css", "replay.js")
_WAYS = ("arrive", "leave")  # who comes and goes is seen on the map
_KEYS = (
    ("Space", "play or pause"),
    ("N", "next conversation"),
    ("P", "previous conversation"),
    ("← →", "five minutes"),
)


def replay(excerpt: Excerpt, notes: Notes) -> Iterator[bytes]:
    """Yield the page: the town, the track of each day, the data of the days, and the player."""
    days = _days(excerpt, notes)
    style, script = (files(__package__).joinpath(name).read_text("utf-8") for name in _PARTS)
    yield _head(excerpt, style, script, list(days), notes).encode()
    for day, rows in days.items():
        for part in track(day, rows, excerpt, notes):
            yield part.encode()
    yield f"</section>\n</main>\n<footer>{_keys()}</footer>\n".encode()
    played = {
        "alt": f"{excerpt.scenario.town}: a map of its places and people. A list of events is beside it.",
        "follow": excerpt.agent or "",
        "days": [
            played_day(day, [row for row in rows if isinstance(row, Talk)], excerpt)
            for day, rows in days.items()
        ],
    }
    yield f'<script type="application/json" id="played">{_inert(played)}</script>\n'.encode()
    yield f"<script>{script}</script>\n</body>\n</html>\n".encode()


def _days(excerpt: Excerpt, notes: Notes) -> dict[int, list[Event | Talk]]:
    """Return the events and talks of each included day that has begun."""
    last = day_of(max(0, excerpt.minute - 1))
    wanted = excerpt.days or tuple(range(1, last + 1))
    found: dict[int, list[Event | Talk]] = {day: [] for day in wanted}
    ways = 0
    for day, together in groupby(story(excerpt, notes), key=lambda one: day_of(_minute(one))):
        rows = [one for one in together]
        found[day] = [one for one in rows if isinstance(one, Talk) or one.kind not in _WAYS]
        ways += len(rows) - len(found[day])
    told = [one for rows in found.values() for one in rows]
    lines = [line for one in told if isinstance(one, Talk) for line in one.lines]
    notes.add("kept", worded("activities"), count=sum(isinstance(one, Event) for one in told))
    notes.add(
        "dropped", worded("private thoughts behind lines"), count=sum(bool(line.thought) for line in lines)
    )
    notes.add("changed", worded("comings and goings, which the map shows"), count=ways)
    happened = {day: rows for day, rows in found.items() if rows or day in excerpt.days}
    return happened or {1: []}  # of a night that has just begun there is nothing to play


def _minute(one: Event | Talk) -> int:
    return one.row.minute if isinstance(one, Talk) else one.minute


def _head(excerpt: Excerpt, style: str, script: str, days: list[int], notes: Notes) -> str:
    scenario = excerpt.scenario
    town = written(scenario.town, shown, notes, worded("titles"))
    options = "".join(f'<option value="{day}">Day {day}</option>' for day in days)
    hidden = "" if len(days) > 1 else " hidden"
    return (
        f'<!doctype html>\n<html lang="{html.escape(scenario.language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(script)}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{town}</title>\n'
        f'<style>{style}</style>\n</head>\n<body>\n<header>\n<h1 dir="auto">{town}</h1>\n'
        f'<p dir="auto">{written(scenario.summary, shown, notes, worded("summaries"))} '
        f"Up to {moment_words(excerpt.minute)}.</p>\n"
        f'<label{hidden}>Show <select id="which-day">{options}</select></label>\n</header>\n'
        '<main>\n<section id="map" aria-label="Map"></section>\n'
        '<section id="track" aria-label="What happened" tabindex="0">\n'
        '<div class="head"><h2>What happened</h2>\n'
        '<label class="only"><input type="checkbox" id="only-talks"> Only talks</label></div>\n'
    )


def _policy(script: str) -> str:
    """Return the page's content security policy: it allows this script and no other."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
        f"script-src 'sha256-{digest}'"
    )


def _inert(played: object) -> str:
    """Return data as JSON that an HTML parser cannot take for the end of its element or for a comment."""
    return safe_json(played).replace("<", "\\u003c")


def _keys() -> str:
    return ", ".join(f"<kbd>{key}</kbd> {what}" for key, what in _KEYS)


EXPORT = RunExport(
    name="replay",
    suffix=".replay.html",
    media_type="text/html",
    title=worded("Replay"),
    icon=":material/map:",
    summary="a replay of the days on the map, as one HTML page",
    about=worded(
        "The days on the town map, in one HTML file that plays offline: where people go, what they "
        "say, and a list of events beside it. For one person, the map still shows everyone, but "
        "only that person's words."
    ),
    write=replay,
    narrows=("days", "agent"),
    reader="writers",
)
