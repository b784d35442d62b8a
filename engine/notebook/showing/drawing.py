"""Drawing: rows as a table, and above it the picture that they are, in lines that need no script."""

from __future__ import annotations

import html
import math
from collections.abc import Iterator, Sequence

from engine.clock import DAY, clock_words, day_of
from engine.errors import worded
from engine.notebook.outputs import Grid, Say, Value, as_it_is
from engine.notebook.showing.words import AND_MORE, THE_ROWS

_WIDE, _BAR, _LABEL, _HIGH = 640, 22, 150, 180
_MOST_HOURS = 9  # that are marked below a picture
_SHORT = 24  # bytes of a cell that takes no more room than its words: a column of hours stays narrow


def drawn(grid: Grid, until: int, say: Say = as_it_is) -> str:
    """Return rows as HTML: a picture where they are one, and the table that says the same. What goes on over
    time is drawn until a minute. Our own words are those that `say` has for them.
    """
    if grid.svg:  # the rows are those of a cell above
        rows = f"<details><summary>{_said(THE_ROWS, say)}</summary>\n{_table(grid, say)}</details>\n"
        return f'<div class="table vega">{grid.svg}</div>\n{rows}'
    picture = ""
    if grid.rows and grid.plot:
        picture = _bars(grid.rows, say) if grid.plot == "bars" else _steps(grid.rows, until, say)
    return f"{picture}{_table(grid.as_table, say)}"


def _said(text: str, say: Say) -> str:
    return html.escape(say(text))


def _table(grid: Grid, say: Say) -> str:
    caption = f"<caption>{_said(grid.title, say)}</caption>" if grid.title else ""
    heads = "".join(_head(grid, n, say) for n in range(len(grid.columns)))
    rows = "".join(f"<tr>{''.join(_cell(cell, say) for cell in row)}</tr>\n" for row in grid.rows)
    more = f'<p class="soft">{_said(AND_MORE, say)}</p>\n' if grid.more else ""
    head = f"<thead><tr>{heads}</tr></thead>\n"
    return f'<div class="table"><table>{caption}{head}<tbody>\n{rows}</tbody></table></div>\n{more}'


def _head(grid: Grid, n: int, say: Say) -> str:
    """Return the head of a column, above its numbers where it holds nothing else."""
    numbers = bool(grid.rows) and all(isinstance(row[n], int | float) for row in grid.rows)
    kind = ' class="number"' if numbers else ""
    return f'<th scope="col"{kind}>{_said(grid.columns[n], say)}</th>'


def _cell(cell: Value, say: Say) -> str:
    if isinstance(cell, int | float):
        return f'<td class="number">{cell}</td>'
    said = _said(cell or "", say)
    kind = ' class="long"' if len(said.encode()) > _SHORT else ""
    return f'<td{kind} dir="auto">{said}</td>'


def _bars(rows: Sequence[Sequence[Value]], say: Say) -> str:
    """Return a bar for each row: its name, and the number beside it."""
    most = max((_number(row[1]) for row in rows), default=0.0) or 1.0
    parts = []
    for n, row in enumerate(rows):
        long, y = _number(row[1]) / most * (_WIDE - _LABEL - 50), n * _BAR
        name = html.escape(str(row[0])[:24])
        parts.append(
            f'<text x="{_LABEL - 8}" y="{y + 15}" text-anchor="end" fill="var(--ink)">{name}</text>'
            f'<rect x="{_LABEL}" y="{y + 4}" width="{long:.1f}" height="14" fill="currentColor"/>'
            f'<text x="{_LABEL + long + 6:.1f}" y="{y + 15}" fill="var(--ink)">{_number(row[1]):g}</text>'
        )
    return _picture(parts, len(rows) * _BAR, worded("bar chart; the table below shows the same data"), say)


def _steps(rows: Sequence[Sequence[Value]], until: int, say: Say) -> str:
    """Return how a number rises over time: of each row its number, and (third) the minute."""
    minutes = [_number(row[2]) for row in rows]
    first, last = min(minutes), max(*minutes, until, min(minutes) + 1)
    most = max(_number(row[0]) for row in rows) or 1.0

    def x(minute: float) -> float:
        return 40 + (minute - first) / (last - first) * (_WIDE - 60)

    def y(count: float) -> float:
        return 10 + (1 - count / most) * (_HIGH - 40)

    points, before = [f"{x(first):.1f},{y(0):.1f}"], 0.0
    for row, minute in zip(rows, minutes, strict=True):
        points += [f"{x(minute):.1f},{y(before):.1f}", f"{x(minute):.1f},{y(_number(row[0])):.1f}"]
        before = _number(row[0])
    points.append(f"{x(last):.1f},{y(before):.1f}")
    labels = [
        f'<text x="8" y="{y(count) + 4:.1f}" fill="var(--ink)">{count:g}</text>' for count in (0.0, most)
    ]
    for minute in _hours(first, last):
        across = f"{x(minute):.1f}"
        labels.append(
            f'<line x1="{across}" x2="{across}" y1="10" y2="{y(0):.1f}" stroke="var(--rule)"/>'
            f'<text x="{across}" y="{_HIGH - 8}" text-anchor="middle" fill="var(--ink)">'
            f"{_said(_hour_words(minute), say)}</text>"
        )
    line = f'<polyline fill="none" stroke="currentColor" stroke-width="2" points="{" ".join(points)}"/>'
    what = worded("line chart of a number over time; the table below shows the same data")
    return _picture([*labels, line], _HIGH, what, say)


def _hours(first: float, last: float) -> Iterator[int]:
    """Yield the hours that are marked below a picture, whole days where there are many."""
    apart = next((one for one in (60, 180, 360) if (last - first) / one <= _MOST_HOURS), DAY)
    while (last - first) / apart > _MOST_HOURS:
        apart *= 2
    yield from range(math.ceil(first / apart) * apart, int(last) + 1, apart)


def _hour_words(minute: int) -> str:
    """Return an hour as it stands below a picture; midnight is the day that begins then."""
    return clock_words(minute) if minute % DAY else worded("day {day}", day=day_of(minute))


def _picture(parts: Sequence[str], high: int, what: str, say: Say) -> str:
    size = f'viewBox="0 0 {_WIDE} {high}" width="{_WIDE}" height="{high}"'
    named = f'role="img" aria-label="{_said(what, say)}"'
    drawing = f'<svg {named} {size} font-size="12" font-family="sans-serif">{"".join(parts)}</svg>'
    return f'<div class="table">{drawing}</div>\n'


def _number(cell: Value) -> float:
    return float(cell) if isinstance(cell, int | float) else 0.0
