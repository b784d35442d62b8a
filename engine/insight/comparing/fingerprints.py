"""Explain in sentences why the fingerprints of two runs differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from engine.clock import worded_moment
from engine.errors import Worded, worded
from engine.insight.comparing.beginnings import Beginning, What
from engine.insight.comparing.comparison import Comparison
from engine.insight.comparing.parting import Parting, parting_words
from engine.row_ids import minute_of
from engine.store.log.moments import town_clock
from engine.store.log.rows import last_turn_minute

_MOST_CAUSES, _MOST_LETTERS = 6, 160
_HEADS: Mapping[What, Worded] = MappingProxyType(
    {
        "scenario": worded("The scenarios differ"),
        "town": worded("The towns differ: {name}"),
        "file": worded("The file {name} differs"),
        "seed": worded("The seeds differ"),
        "setting": worded("The setting {name} differs"),
        "model": worded("The models differ"),
        "author": worded("The author's interventions differ at {name}"),
    }
)


def why_fingerprints_differ(found: Comparison, *, until_now: bool = True) -> tuple[str, ...]:
    """Return sentences that explain why two fingerprints differ, or say that they do not.

    With `until_now` false the runs are taken as they were at the moment of the comparison.
    """
    parting = found.parting
    if parting is None:
        alike = worded("The runs do not differ: their logs are identical row by row.")
        return tuple(_lived_on(found, same=True) if until_now else ()) or (alike,)
    further = _lived_on(found, same=False) if until_now else ()
    return (*_parted(found, parting), *_causes(found, parting), *further)


def _parted(found: Comparison, parting: Parting) -> Iterator[str]:
    if not parting.agent:
        yield worded(
            "The logs first differ at {moment}, because of an intervention by the author.",
            moment=worded_moment(parting.minute),
        )
        return
    here, there = found.one.row.id, found.other.row.id
    sides = ((parting.one, found.one), (parting.other, found.other))
    mine, theirs = (_brief(parting_words(row, of.town.cast.names)) for row, of in sides)
    if mine == theirs:
        yield worded(
            "The logs first differ at {moment}. {who}: {mine}.",
            moment=worded_moment(parting.minute),
            who=found.names.get(parting.agent, parting.agent),
            mine=mine,
        )
        return
    yield worded(
        "The logs first differ at {moment}. In {here}: {mine}. In {there}: {theirs}.",
        moment=worded_moment(parting.minute),
        here=here,
        mine=mine,
        there=there,
        theirs=theirs,
    )


def _causes(found: Comparison, parting: Parting) -> Iterator[str]:
    """Yield the possible causes: differences at the beginning, and an author's interventions until then."""
    causes = [one for one in found.beginnings if not one.ids or minute_of(one.ids[0]) <= parting.minute]
    if not causes:
        yield worded(
            "The setup is the same: town, seed, settings and interventions do not differ. A model "
            "must have answered the same question differently."
        )
    for one in causes[:_MOST_CAUSES]:
        yield _told(one, found.one.row.id, found.other.row.id)
    if len(causes) > _MOST_CAUSES:
        yield worded("More differences in the setup: {count}.", count=len(causes) - _MOST_CAUSES)


def _told(one: Beginning, here: str, there: str) -> str:
    mine, theirs = (_brief(text) if text else worded("none") for text in (one.one, one.other))
    return worded(
        "{what}. In {here}: {mine}. In {there}: {theirs}.",
        what=Worded(_HEADS[one.what].pattern, {"name": one.name}),
        here=here,
        mine=mine,
        there=there,
        theirs=theirs,
    )


def _lived_on(found: Comparison, *, same: bool) -> Iterator[str]:
    """Yield a sentence on which run was lived further, which alone changes the fingerprint."""
    here, there = (town_clock(run.store, run.row.number) for run in (found.one, found.other))
    if here == there:
        return
    further, until = (found.one, here) if here > there else (found.other, there)
    if last_turn_minute(further.store, further.row.number) < min(here, there):
        return  # all that is further away is when somebody wakes
    if same:
        yield worded(
            "Until {moment}, the logs are identical row by row. {run} was run further, until "
            "{until}, and every turn changes the fingerprint.",
            moment=worded_moment(found.minute),
            run=further.row.id,
            until=worded_moment(until),
        )
        return
    yield worded(
        "Also, {run} was run further, until {until}, and every turn changes the fingerprint.",
        run=further.row.id,
        until=worded_moment(until),
    )


def _brief(text: str) -> str:
    if isinstance(text, Worded):
        return text
    line = " / ".join(text.split("\n")).rstrip(".。")
    return line if len(line) <= _MOST_LETTERS else f"{line[: _MOST_LETTERS - 1]}…"
