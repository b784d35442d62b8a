"""The matrix of a town: everybody's closeness to everybody, in numbers on coloured cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine.records import Persona
from studio.basics.charts.colours import colour
from studio.basics.charts.heat_map import Cell, heat_map
from studio.basics.text import signed
from studio.catalogue.tr import tr
from studio.relationships.relationship_stats import Tie, unlike_labels

_DEPTH = "6E"  # how deep the deepest ground is, of 255 in hex: what is written on it stays readable


class Feeling(NamedTuple):
    """The closeness one person feels to another, both by their position in the list of people."""

    one: int
    other: int
    closeness: float


def feelings(people: Sequence[Persona], ties: Sequence[Tie]) -> list[Feeling]:
    """Return the closeness of all pairs who know each other, in both directions."""
    order = {persona.id: n for n, persona in enumerate(people)}

    def each() -> Iterator[Feeling]:
        for tie in ties:
            one, other = order[tie.one], order[tie.other]
            if tie.there is not None:
                yield Feeling(one, other, tie.there)
            if tie.back is not None:
                yield Feeling(other, one, tie.back)

    return sorted(each())


def matrix_spec(called: Sequence[str], felt: Sequence[Feeling]) -> dict[str, Any]:
    """Build the matrix as a heat map: rows are those who feel, columns those they feel for."""
    cells = [
        Cell(
            column=one.other,
            row=one.one,
            value=one.closeness,
            name=tr(
                "{one} towards {other}: {closeness}",
                one=called[one.one],
                other=called[one.other],
                closeness=signed(one.closeness, 2),
            ),
            written=signed(one.closeness, 1),
        )
        for one in felt
    ]
    grounds = (colour("redColor") + _DEPTH, colour("backgroundColor") + "00", colour("primaryColor") + _DEPTH)
    return heat_map(called, cells, span=(-1, 1), grounds=grounds)


def matrix_rows(people: Sequence[Persona], felt: Sequence[Feeling]) -> list[dict[str, object]]:
    """Return the matrix as rows of a table: one row for each who feels, one column for each they feel for."""
    known = {(one.one, one.other): one.closeness for one in felt}
    names, corner = unlike_labels([persona.name for persona in people]), tr("from / to")
    return [
        {
            corner: name,
            **{
                other: "" if (one, n) not in known else round(known[one, n], 3)
                for n, other in enumerate(names)
            },
        }
        for one, name in enumerate(names)
    ]
