"""Positions for places without a point in the text, as used when the town is read: clear of the others."""

from __future__ import annotations

from collections.abc import Mapping

from engine.scenario.document.values import Said, said_at
from engine.scenario.places import Point, positions

_ALONE = (20.0, 20.0)  # where the first place of a town lies: with room on every side


def unplaced(world: Said) -> tuple[str, ...]:
    """Return the places of a world that have no point in the text."""
    return tuple(name for name in _names(world) if _point(world, name) is None)


def laid_out(world: Said) -> Mapping[str, Point]:
    """Return the points given to places that have none in the text; the same for the same world."""
    found = positions({name: _point(world, name) for name in _names(world)})
    return {name: found[name] for name in unplaced(world)}


def free_point(world: Said, place: str) -> Mapping[str, Said]:
    """Return a free point for one more place, as the file writes it."""
    points: dict[str, Point | None] = {name: _point(world, name) for name in _names(world) if name != place}
    x, y = positions({**points, place: None})[place] if any(points.values()) else _ALONE
    return {"x": _spelt(x), "y": _spelt(y)}


def _spelt(value: float) -> Said:
    near = round(value, 1)
    return int(near) if near.is_integer() else near


def _names(world: Said) -> list[str]:
    return list(world) if isinstance(world, Mapping) else []


def _point(world: Said, place: str) -> Point | None:
    x, y = said_at(world, (place, "map", "x")), said_at(world, (place, "map", "y"))
    return (float(x), float(y)) if isinstance(x, (int, float)) and isinstance(y, (int, float)) else None
