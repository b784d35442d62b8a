"""The graph of relations: everybody on a ring, with lines for their closeness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin

from engine.api.interactive.pictures.picture import INK, MARK, SOFT, TINT, Picture, svg, words
from engine.records import AgentId, Persona, Relation

_DISC, _EDGE, _CLEAR = 20, 78, 96
_MOST_TIES, _MOST_LABELS = 60, 16
_STRAIN = "#b3452c"


def ties_picture(town: str, when: str, people: Sequence[Persona], felt: Sequence[Relation]) -> Picture:
    """Draw the ties between people, by the relations that hold at a moment."""
    names = {one.id: one.name for one in people}
    pairs: dict[tuple[AgentId, AgentId], dict[AgentId, float]] = {}
    for row in felt:
        one, other = sorted((row.agent, row.other))
        if one in names and other in names and one != other:
            pairs.setdefault((one, other), {})[row.agent] = row.closeness
    strongest = sorted(pairs.items(), key=lambda pair: (-max(map(abs, pair[1].values())), pair[0]))
    count = len(people)
    radius = max(120.0, count * _CLEAR / (2 * pi))
    side = 2 * (radius + _EDGE)
    places = {
        one.id: (side / 2 + radius * sin(2 * pi * n / count), side / 2 - radius * cos(2 * pi * n / count))
        for n, one in enumerate(people)
    }
    drawn = [_line(pair, feels, places) for pair, feels in strongest[:_MOST_TIES]]
    if len(strongest) <= _MOST_LABELS:
        drawn += [_label(pair, feels, places) for pair, feels in strongest]
    drawn += [_person(one, places[one.id]) for one in people]
    title = f"Relationships in {town}, {when}"
    rows = sorted(
        ((names[row.agent], names[row.other], round(row.closeness, 2), row.kind) for row in felt
         if row.agent in names and row.other in names),
        key=lambda row: (-row[2], row[0], row[1]),
    )  # fmt: skip
    return Picture(
        title=title, svg=svg(drawn, side, title, side), columns=("who", "to", "closeness", "kind"),
        rows=tuple(rows),
    )  # fmt: skip


Places = Mapping[AgentId, tuple[float, float]]


def _line(pair: tuple[AgentId, AgentId], feels: Mapping[AgentId, float], places: Places) -> str:
    (x, y), (to_x, to_y) = places[pair[0]], places[pair[1]]
    mean = sum(feels.values()) / len(feels)
    ink = MARK if mean > 0 else _STRAIN if mean < 0 else SOFT
    dashes = ' stroke-dasharray="6 5"' if mean < 0 else ""
    ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"'
    return (
        f'<line {ends} stroke="{ink}" stroke-width="{1 + 4 * abs(mean):.1f}" stroke-opacity="0.7"{dashes}/>'
    )


def _label(pair: tuple[AgentId, AgentId], feels: Mapping[AgentId, float], places: Places) -> str:
    (x, y), (to_x, to_y) = places[pair[0]], places[pair[1]]
    said = " / ".join(f"{feels[agent]:+.1f}".replace("-", "−") for agent in pair if agent in feels)
    halo = 'text-anchor="middle" stroke="var(--back, Canvas)" stroke-width="4" paint-order="stroke"'
    third = 0.42  # of the way, so that where lines cross their labels do not
    return words(said, x + (to_x - x) * third, y + (to_y - y) * third + 4, more=halo)


def _person(one: Persona, place: tuple[float, float]) -> str:
    x, y = place
    disc = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_DISC}" fill="var(--back, Canvas)"/>'
    ring = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_DISC}" fill="{TINT}" stroke="{MARK}" stroke-width="1.5"/>'
    middle = 'text-anchor="middle"'
    face = words(one.emoji[:8], x, y + 7, more=f'{middle} font-size="20"')
    return f"{disc}{ring}{face}{words(one.name, x, y + _DISC + 15, most=150, fill=INK, more=middle)}"
