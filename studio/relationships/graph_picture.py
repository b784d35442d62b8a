"""The graph of ties as a plain SVG for download; the one on the page is not SVG."""

from __future__ import annotations

import html
from collections.abc import Sequence

from studio.basics.charts.colours import light_colour
from studio.basics.text import shorten, tidy
from studio.relationships.graph_layout import Place
from studio.relationships.relationship_graph import DISCS, MOST_LABELS, Figure
from studio.relationships.relationship_stats import Tie

_DISC, _EDGE = 26, 90
_LETTERS = "font-family=\"'Source Sans 3', 'Noto Sans CJK SC', 'Noto Color Emoji', sans-serif\""
_HALO = 'paint-order="stroke" stroke-width="5" stroke-linejoin="round"'


def graph_picture(people: Sequence[Figure], ties: Sequence[Tie], *, alt: str) -> str:
    """Return the SVG of the ties among people at their positions; `alt` is its description for screen
    readers.
    """
    places = {one.agent: one.place for one in people}
    xs, ys = [x for x, _ in places.values()] or [0.0], [y for _, y in places.values()] or [0.0]
    left, top = min(xs) - _EDGE, min(ys) - _EDGE
    width, height = max(xs) - left + _EDGE, max(ys) - top + _EDGE
    box = f'width="{width:.0f}" height="{height:.0f}" viewBox="{left:.1f} {top:.1f} {width:.1f} {height:.1f}"'
    paper = light_colour("backgroundColor")
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>\n',
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} text-anchor="middle" {_LETTERS}>',
        f"<title>{_written(alt)}</title>",
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{paper}"/>',
        *(_line(tie, places[tie.one], places[tie.other]) for tie in ties),
        *(_label(tie, places[tie.one], places[tie.other]) for tie in ties if len(ties) <= MOST_LABELS),
        *map(_person, people),
        "</svg>\n",
    ]
    return "".join(parts)


def _line(tie: Tie, one: Place, other: Place) -> str:
    feels = tie.closeness
    role = light_colour("primaryColor" if feels > 0 else "redColor" if feels < 0 else "grayTextColor")
    dashes = ' stroke-dasharray="7 6"' if tie.closeness < 0 else ""
    ends = f'x1="{one[0]}" y1="{one[1]}" x2="{other[0]}" y2="{other[1]}"'
    return f'<line {ends} stroke="{role}" stroke-width="{1 + 5 * abs(tie.closeness):.1f}"{dashes}/>'


def _label(tie: Tie, one: Place, other: Place) -> str:
    return _text(tie.label, ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2 + 6), 19)


def _person(one: Figure) -> str:
    x, y = one.place
    disc, paper = DISCS[one.number % len(DISCS)], light_colour("backgroundColor")
    ring = f'cx="{x}" cy="{y}" r="{_DISC}"'
    face = f'x="{x}" y="{y}" font-size="27" dominant-baseline="central"'
    return (
        f'<circle {ring} fill="{paper}"/>'
        f'<circle {ring} fill="{disc}" fill-opacity="0.28" stroke="{disc}" stroke-width="3"/>'
        f"<text {face}>{_written(one.emoji[:16])}</text>"
        f"{_text(shorten(one.name, 24), (x, y + _DISC + 22), 22)}"
    )


def _text(words: str, place: Place, size: int) -> str:
    ink, paper = light_colour("textColor"), light_colour("backgroundColor")
    at = f'x="{place[0]:.1f}" y="{place[1]:.1f}" font-size="{size}" fill="{ink}" stroke="{paper}"'
    return f"<text {at} {_HALO}>{_written(words)}</text>"


def _written(words: str) -> str:
    return html.escape(tidy(words))
