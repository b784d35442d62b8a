"""The graph of a run: its people where they stand, its days with their circles, its ties."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from engine.api.workspace import Run
from engine.clock import day_of, moment_words
from engine.records import AgentId, Relation
from studio.basics.people import colour_of
from studio.relationships.circle_words import circles_words
from studio.relationships.graph_layout import layout
from studio.relationships.relationship_graph import Day, Figure, Graph
from studio.relationships.relationship_stats import clear_from, density_words, felt_by, ties_of
from studio.relationships.tie_days import tie_days


def graph_of(run: Run, rows: tuple[Relation, ...], moments: Sequence[int]) -> Graph:
    """Return the graph of a run, of all rows that say how somebody stands to somebody, in order; `moments`
    are the minutes at which it can be seen.
    """
    people = run.scenario.personas
    ids = tuple(persona.id for persona in people)
    latest = ties_of(felt_by(rows, moments[-1]).values(), ids)
    places = layout(ids, latest)
    called = tuple(run.town.cast.known_as[agent].called for agent in ids)
    return Graph(
        town=run.scenario.town,
        run=run.row.id,
        people=tuple(
            Figure(
                agent=one.id,
                name=one.name,
                emoji=one.emoji,
                number=colour_of(run, one.id),
                place=places[one.id],
            )
            for one in people
        ),
        days=_days(rows, ids, called, tuple(moments)),
        ties=tie_days(rows, ids, tuple(moments), run.town.phrases.feels),
        least=clear_from(latest, len(ids)),
    )


@functools.lru_cache(maxsize=12)  # to find the circles of a week takes longer than all the rest of the page
def _days(
    rows: tuple[Relation, ...], ids: tuple[AgentId, ...], called: tuple[str, ...], moments: tuple[int, ...]
) -> tuple[Day, ...]:
    names = dict(zip(ids, called, strict=True))
    return tuple(
        Day(
            label=day_label(minute, moments[-1]),
            words=f"{density_words(ties, len(ids))} {circles_words(ties, ids, names)}",
        )
        for minute in moments
        for ties in (ties_of(felt_by(rows, minute).values(), ids),)
    )


def day_label(minute: int, now: int) -> str:
    """Return what a moment at which the town can be seen is called."""
    if minute == now:
        return f"Day {day_of(now)}, {moment_words(now).split()[-1]}"
    return "at the start" if minute == 0 else f"end of day {day_of(minute - 1)}"
