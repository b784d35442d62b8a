"""The map of a town at a moment, and a day of it as a strip of maps."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from engine.api.interactive.pictures.picture import (
    INK,
    MARK,
    RULE,
    SOFT,
    TINT,
    WIDE,
    Cell,
    Picture,
    svg,
    words,
)
from engine.clock import DAY, clock_words, minute_at, moment_words
from engine.insight.on_the_map.scene import MapAgent, MapData, MapPlace
from engine.insight.on_the_map.scenes import map_data
from engine.moments.whole_run import WholeRun

_HOURS = (7, 10, 13, 16, 19, 22)  # of which a strip has a map each
_ROW, _HEAD, _GAP = 16, 24, 8


def map_at(run: WholeRun, at: int | None) -> Picture:
    """Draw the map of where everybody is at a moment, and what they do."""
    scene = map_data(run, at)
    when = moment_words(scene.minute)
    title = f"{run.scenario.town}, {when}"
    parts, high = _town(scene, columns=3, wide=WIDE, with_doing=True)
    return Picture(
        title=title, svg=svg(parts, high, f"Map of {title}"), columns=("who", "where", "doing"),
        rows=tuple(_row(one) for one in scene.agents),
    )  # fmt: skip


def day_strip(run: WholeRun, day: int, until: int) -> Picture:
    """Draw a day, as far as it was lived until a minute, as maps of some of its hours."""
    begins = minute_at(day, 0)
    moments = [begins + hour * 60 for hour in _HOURS if begins + hour * 60 <= until]
    scenes = [map_data(run, moment) for moment in moments or [min(until, begins + DAY)]]
    wide = (WIDE - 2 * _GAP) / 2
    parts, top = list[str](), 0.0
    for n in range(0, len(scenes), 2):
        lowest = 0.0
        for side, scene in enumerate(scenes[n : n + 2]):
            x = side * (wide + 2 * _GAP)
            inner, high = _town(scene, columns=2, wide=wide, with_doing=False)
            head = words(clock_words(scene.minute), 0, 14, more='font-size="14" font-weight="600"')
            shifted = "".join([head, f'<g transform="translate(0 22)">{"".join(inner)}</g>'])
            parts.append(f'<g transform="translate({x:g} {top:g})">{shifted}</g>')
            lowest = max(lowest, high + 22)
        top += lowest + 2 * _GAP
    title = f"{run.scenario.town}, day {day}"
    rows = tuple((clock_words(scene.minute), *_row(one)) for scene in scenes for one in scene.agents)
    return Picture(
        title=title, svg=svg(parts, top, f"{title}, hour by hour"),
        columns=("at", "who", "where", "doing"), rows=rows,
    )  # fmt: skip


def _row(one: MapAgent) -> tuple[Cell, ...]:
    where = one.room.partition("/")[0]
    return one.name, f"on the way to {where}" if one.walking else one.room.replace("/", ", "), one.doing


def _town(scene: MapData, *, columns: int, wide: float, with_doing: bool) -> tuple[list[str], float]:
    """Draw the places in rows, north above south and west before east, with the people in each. Returns the
    shapes and their height.
    """
    places = sorted(scene.places, key=lambda one: (one.y, one.x))
    count = max(1, min(columns, len(places)))
    box = (wide - (count - 1) * _GAP) / count
    parts, top = list[str](), 0.0
    for n in range(ceil(len(places) / count)):
        row = sorted(places[n * count : (n + 1) * count], key=lambda one: one.x)
        here = [[one for one in scene.agents if not one.walking and _place(one) == place.id] for place in row]
        high = _HEAD + _ROW * (2 if with_doing else 1) * max(map(len, here)) + 4
        for column, (place, inside) in enumerate(zip(row, here, strict=True)):
            parts += _box(place, inside, (column * (box + _GAP), top, box, high), with_doing=with_doing)
        top += high + _GAP
    for one in scene.agents:
        if one.walking:
            way = f"{one.emoji} {one.name}, on the way to {_place(one)}"
            parts.append(words(way, 4, top + 12, most=wide - 8))
            top += _ROW
    return parts, top


def _place(one: MapAgent) -> str:
    return one.room.partition("/")[0]


def _box(
    place: MapPlace, inside: Sequence[MapAgent], where: tuple[float, float, float, float], *, with_doing: bool
) -> list[str]:
    x, y, wide, high = where
    edge = MARK if inside else RULE
    shut = "" if place.open else ", closed"
    size = f'x="{x + 0.5:g}" y="{y + 0.5:g}" width="{wide - 1:g}" height="{high - 1:g}"'
    parts = [f'<rect {size} rx="6" fill="{TINT}" stroke="{edge}"/>']
    head = f"{place.emoji} {place.name}{shut}"
    fill, weight = (INK, 'font-weight="600"') if inside else (SOFT, "")
    parts.append(words(head, x + 8, y + 17, most=wide - 24, fill=fill, more=weight))
    at = y + _HEAD + 11
    for one in inside:
        parts.append(words(f"{one.emoji} {one.name}", x + 8, at, most=wide - 24))
        if with_doing:
            at += _ROW
            parts.append(words(one.doing or "there", x + 12, at - 1, most=wide - 20, fill=SOFT))
        at += _ROW
    return parts
