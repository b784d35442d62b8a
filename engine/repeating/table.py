"""The table of a batch: the share of runs in which each statement holds, the spread of each count, and how
often each person learns a fact; side by side if there are two variants.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.display.html import Card
from engine.display.listed import Displayed, Records
from engine.errors import worded
from engine.repeating.shares import Band, Share, Verdict, are_apart, band_of, share_of, verdict
from engine.store.living.batches import BatchRow, Repetition


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementShares:
    """The shares of a statement in each variant; `apart` if the two differ by more than chance."""

    said: str
    shares: tuple[Share, ...]
    apart: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CountBands:
    """The spread of a count in each variant, and the verdict on the second compared with the first."""

    name: str
    bands: tuple[Band | None, ...]
    verdict: Verdict | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactShares:
    """The shares of runs of each variant in which a person learns a fact."""

    fact: str
    agent: str
    shares: tuple[Share, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareRow:
    """The share of a variant's runs (0: the plain one) in which a statement holds, or an agent learns a fact.
    `share` is a part of the runs, `low` and `high` its bounds of 95%.
    """

    variant: int
    said: str
    agent: str
    held: int
    runs: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BandRow:
    """The spread of a count over the runs of a variant (0: the plain one)."""

    variant: int
    count: str
    least: float
    lower: float
    median: float
    upper: float
    most: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchTable(Displayed):
    """The results of the finished runs of a batch, as `batch.table` returns them."""

    done: tuple[int, ...]
    failed: int
    statements: tuple[StatementShares, ...]
    counts: tuple[CountBands, ...]
    knowing: tuple[FactShares, ...]
    seconds: float

    @property
    def shares(self) -> Records[ShareRow]:
        """Return the shares of runs in which each statement holds, and in which each person learns each fact.

        Each share has its 95% interval.
        """
        said = [(one.said, "", one.shares) for one in self.statements]
        said += [(one.fact, one.agent, one.shares) for one in self.knowing]
        rows = (
            ShareRow(
                variant=variant,
                said=what,
                agent=agent,
                held=share.held,
                runs=share.runs,
                share=share.part,
                low=share.low,
                high=share.high,
            )
            for what, agent, shares in said
            for variant, share in enumerate(shares)
        )
        return Records.of(ShareRow, rows)

    @property
    def bands(self) -> Records[BandRow]:
        """Return the minimum, the quartiles and the maximum of each count."""
        rows = (
            BandRow(
                variant=variant,
                count=one.name,
                least=band.least,
                lower=band.lower,
                median=band.median,
                upper=band.upper,
                most=band.most,
            )
            for one in self.counts
            for variant, band in enumerate(one.bands)
            if band is not None
        )
        return Records.of(BandRow, rows)

    def __repr__(self) -> str:
        """Describe the table by its number of runs and failures."""
        return f"<BatchTable of {sum(self.done)} runs, {self.failed} failed>"

    def _card_(self) -> Card:
        grids = [part._grid_() for part in (self.shares, self.bands) if part]
        facts = [("runs done", ", ".join(map(str, self.done))), ("failed", self.failed)]
        return Card(title="Many runs", facts=facts, grids=grids)


def table_of(batch: BatchRow, rows: Sequence[Repetition]) -> BatchTable:
    """Build the table of a batch from the results so far."""
    well = [row for row in rows if not row.error]
    by_variant = tuple(
        tuple(row for row in well if row.variant == place) for place in range(len(batch.variants))
    )
    return BatchTable(
        done=tuple(len(each) for each in by_variant),
        failed=len(rows) - len(well),
        statements=tuple(_statement(said, n, by_variant) for n, (said, _) in enumerate(batch.statements)),
        counts=tuple(_bands(name, count, by_variant) for name, count in _counts(well)),
        knowing=tuple(_knowing(well, by_variant)),
        seconds=sum(row.seconds for row in well),
    )


_ByVariant = tuple[tuple[Repetition, ...], ...]
_Count = Callable[[Repetition], int]


def _statement(said: str, place: int, by_variant: _ByVariant) -> StatementShares:
    shares = tuple(share_of([row.holds[place] for row in rows]) for rows in by_variant)
    both = len(shares) == 2 and all(share.runs for share in shares)
    return StatementShares(said=said, shares=shares, apart=both and are_apart(*shares))


def _counts(rows: Sequence[Repetition]) -> list[tuple[str, _Count]]:
    """Return the counts measured in the runs, and for each fact the number who know it."""
    names = list(dict.fromkeys(name for row in rows for name in row.counts))
    facts = list(dict.fromkeys(fact for row in rows for fact in row.knowing))
    counted: list[tuple[str, _Count]] = [(name, _counter(name)) for name in names]
    return [*counted, *((worded("know {fact}", fact=fact), _knowers(fact)) for fact in facts)]


def _counter(name: str) -> _Count:
    return lambda row: row.counts.get(name, 0)


def _knowers(fact: str) -> _Count:
    return lambda row: len(row.knowing.get(fact, ()))


def _bands(name: str, count: _Count, by_variant: _ByVariant) -> CountBands:
    bands = tuple(band_of([count(row) for row in rows]) if rows else None for rows in by_variant)
    plain, other = (bands[0], bands[1]) if len(bands) == 2 else (None, None)
    found = verdict(plain, other) if plain is not None and other is not None else None
    return CountBands(name=name, bands=bands, verdict=found)


def _knowing(rows: Sequence[Repetition], by_variant: _ByVariant) -> list[FactShares]:
    """Return the shares in which each agent learns each fact, the most frequent first."""
    known = dict.fromkeys(
        (fact, agent) for row in rows for fact, agents in row.knowing.items() for agent in agents
    )
    found = [
        FactShares(
            fact=fact,
            agent=agent,
            shares=tuple(
                share_of([agent in row.knowing.get(fact, ()) for row in each]) for each in by_variant
            ),
        )
        for fact, agent in known
    ]
    return sorted(found, key=lambda one: (one.fact, [-share.part for share in one.shares], one.agent))
