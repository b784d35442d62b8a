"""The graph of a run: its people and their positions, its days with their circles, its ties."""

from __future__ import annotations

from collections.abc import Sequence

from engine.api.workspace import Run
from engine.clock import clock_words, day_of
from engine.records import Relation
from studio.basics.people import colours_of
from studio.catalogue.kept import kept_by_language
from studio.catalogue.lists import sentences
from studio.catalogue.tr import tr
from studio.relationships.circle_words import Since, circles_words, living_at
from studio.relationships.graph_layout import layout
from studio.relationships.relationship_graph import Day, Figure, Graph
from studio.relationships.relationship_stats import clear_from, density_words, felt_by, ties_of
from studio.relationships.tie_days import tie_days


def since_when(run: Run) -> Since:
    """Return everybody of a run with the minute from which they live in the town."""
    joined = {row.agent: row.minute for row in run.town.joined}
    return tuple((persona.id, joined.get(persona.id, 0)) for persona in run.scenario.personas)


def graph_of(run: Run, rows: tuple[Relation, ...], moments: Sequence[int]) -> Graph:
    """Build the graph of a run from all relation rows in order; `moments` are the minutes that can be
    shown.
    """
    since = since_when(run)
    ids = living_at(since, moments[-1])
    people = [persona for persona in run.scenario.personas if persona.id in ids]
    latest = ties_of(felt_by(rows, moments[-1]).values(), ids)
    places = layout(ids, latest)
    town, colours = run.town, colours_of(run, ids)
    called = tuple(town.cast.known_as[agent].called for agent in ids)
    return Graph(
        town=run.scenario.town,
        run=run.row.id,
        people=tuple(
            Figure(
                agent=one.id,
                name=one.name,
                emoji=one.emoji,
                number=colours[one.id],
                place=places[one.id],
                first=next(n for n, minute in enumerate(moments) if one.id in living_at(since, minute)),
            )
            for one in people
        ),
        days=_days(rows, since, called, tuple(moments)),
        ties=tie_days(rows, ids, tuple(moments), town.phrases.feels),
        least=clear_from(latest, len(ids)),
    )


@kept_by_language(12)  # to find the circles of a week takes longer than all the rest of the page
def _days(
    rows: tuple[Relation, ...], since: Since, called: tuple[str, ...], moments: tuple[int, ...]
) -> tuple[Day, ...]:
    names = dict(zip(living_at(since, moments[-1]), called, strict=True))
    return tuple(
        Day(
            label=day_label(minute, moments[-1]),
            words=sentences(density_words(ties, len(ids)), circles_words(ties, ids, names)),
        )
        for minute in moments
        for ids in (living_at(since, minute),)
        for ties in (ties_of(felt_by(rows, minute).values(), ids),)
    )


def day_label(minute: int, now: int) -> str:
    """Return the label of a moment of the graph."""
    if minute == now:
        return tr("Day {day}, {clock}", day=day_of(now), clock=clock_words(now))
    return tr("at the start") if minute == 0 else tr("end of day {day}", day=day_of(minute - 1))
