"""Comparing: a cell's run beside what it would have been otherwise, or beside those of other cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.api.many.batch import COUNTED, Band, BatchTable
from engine.api.run import Comparison, OnlyHere, Run, gist
from engine.errors import BadInput, worded
from engine.notebook.outputs import Grid, Output, Value, moment
from engine.notebook.running.cells.place import Place
from engine.notebook.running.chain import Step as ChainStep
from engine.notebook.specs import Compare, Run as RunSpec
from engine.records import Line, Memory, Step

_CALLED: Mapping[str, str] = {
    "lines": worded("lines"), "reflections": worded("reflections"), "plans": worded("plans"),
    "talks": worded("memories of conversations"),  # of one talk there are many, in each who took part
    "ties": worded("relationships"), "only in": worded("only in"), "who knows": worded("who knows"),
    "reached": worded("people affected"), "who": worded("who"), "otherwise since": worded("different since"),
}  # fmt: skip
_APART = {True: worded("beyond chance"), False: worded("may be chance")}
_VERDICTS: Mapping[str, str] = {
    "may be chance": _APART[False], "borderline": worded("borderline"),
    "beyond chance": _APART[True],
}  # fmt: skip
_MOST = 12  # rows of a kind that are shown of each side


def compared(spec: Compare, place: Place) -> Output:
    """Return in what the runs differ: where they part, how much of each kind, and what is asked for."""
    step = place.other(spec.base)
    if spec.repeat:
        return _repeated(spec, place, step)
    base = place.checkpoint(step.after)
    others = [
        (one.name, place.end(one.notebook) if one.notebook else place.varied(step, one.changes))
        for one in spec.variants
    ]
    others += [
        (place.other(name).cell.title, place.checkpoint(place.other(name).after)) for name in spec.beside
    ]
    sentences: list[str] = []
    grids: list[Grid] = []
    for name, run in others:
        found = base.compare(run)
        sentences.append(_parting(name, found))
        grids += _grids((step.cell.title, name), found, base, spec)
    return Output(sentences=tuple(sentences), grids=tuple(grids), run=base.row.id, minute=base.clock)


def _repeated(spec: Compare, place: Place, step: ChainStep) -> Output:
    """Count and test statements in many runs of the base, and in as many of each variant. Without a variant,
    the counts show how far runs differ by chance alone.
    """
    if not isinstance(step.cell.spec, RunSpec):
        raise BadInput(worded("{base!r} has no days to repeat; use a `run` cell as the base", base=spec.base))
    base = place.checkpoint(step.after)
    counts = [*COUNTED, *(f"know {fact.id}" for fact in base.scenario.facts)]
    holds = [one for one in spec.measure if one not in counts]
    wanted = [one for one in spec.measure if one in counts] if spec.measure else counts
    grids, sentences, batches = [], [], []
    if not spec.variants:
        batch = place.many(step.before, step.after, spec.repeat, holds)
        batches.append(batch.row.id)
        title = worded("{n} runs", n=spec.repeat)
        rows = tuple(row[:2] for row in _rows(batch.table, wanted))
        grids.append(Grid(columns=("", step.cell.title), rows=rows, title=title))
        sentences.append(worded("{base}: {n} runs.", n=spec.repeat, base=step.cell.title))
    for one in spec.variants:
        batch = place.many(step.before, step.after, spec.repeat, holds, one.changes)
        batches.append(batch.row.id)
        title = worded("{n} runs each", n=spec.repeat)
        columns = ("", step.cell.title, one.name, worded("difference"))
        grids.append(Grid(columns=columns, rows=tuple(_rows(batch.table, wanted)), title=title))
        sentences.append(
            worded(
                "{variant}: {n} runs, compared with {n} of {base}.",
                variant=one.name,
                n=spec.repeat,
                base=step.cell.title,
            )
        )
    sentences.append(
        worded("Counts show the median of all runs, with the lowest and highest values in brackets.")
    )
    return Output(
        sentences=tuple(sentences), grids=tuple(grids), run=base.row.id, minute=base.clock,
        batches=tuple(batches),
    )  # fmt: skip


def _rows(table: BatchTable, wanted: Sequence[str]) -> Iterator[tuple[Value, ...]]:
    """Yield a row for each statement and each wanted count: its name, what is found without and with the
    variant, and the verdict.
    """
    for said in table.statements:
        shares = (worded("{held} of {runs}", held=share.held, runs=share.runs) for share in said.shares)
        yield (said.said, *shares, _APART[said.apart])
    for count in table.counts:
        if count.name in wanted:
            yield (count.name, *map(_band, count.bands), _VERDICTS.get(count.verdict or "", ""))


def _band(band: Band | None) -> str:
    if band is None:
        return ""
    return worded("{median:g} ({least:g} to {most:g})", median=band.median, least=band.least, most=band.most)


def _parting(name: str, found: Comparison) -> str:
    if found.parting is None:
        return worded("{name}: no differences.", name=name)
    return worded(
        "{name}: the runs differ from {moment} on; {reached} of {all} people are affected.",
        name=name, moment=moment(found.parting.minute),
        reached=sum(one.since is not None for one in found.reached), all=len(found.reached),
    )  # fmt: skip


def _grids(called: tuple[str, str], found: Comparison, base: Run, spec: Compare) -> list[Grid]:
    if found.parting is None:
        return []
    one, other = called
    columns = ("", one, other)
    title = worded("Only in one of the runs: {base}, {name}", base=one, name=other)
    kinds: Mapping[str, OnlyHere[Line] | OnlyHere[Memory] | OnlyHere[Step]] = {
        "lines": found.lines,
        "reflections": found.memories("reflection"),
        "talks": found.memories("talk"),
        "plans": found.plans,
    }
    names = base.town.cast.names
    # In words, each once: a line of a talk is a memory of everybody who heard it.
    words = {
        kind: [list(dict.fromkeys(gist(row, names) for row in side)) for side in (rows.one, rows.other)]
        for kind, rows in kinds.items()
    }
    counts: list[tuple[Value, ...]] = [
        (_CALLED.get(kind, kind), len(here), len(there)) for kind, (here, there) in words.items()
    ]
    grids = [Grid(columns=columns, rows=tuple(counts), title=title)]
    for kind, (here, there) in words.items():
        if kind in spec.show:
            only: list[tuple[Value, ...]] = [(one, said) for said in here[:_MOST]]
            only += [(other, said) for said in there[:_MOST]]
            more = max(len(here), len(there)) > _MOST
            grids.append(
                Grid(
                    columns=(_CALLED["only in"], _CALLED[kind]),
                    rows=tuple(only),
                    title=_CALLED[kind],
                    more=more,
                )
            )
    if "ties" in spec.show and found.ties:
        ties = [
            (worded("{one} to {other}", one=names[one.agent], other=names[one.other_agent]), *one.words)
            for one in found.ties[:_MOST]
        ]
        grids.append(Grid(columns=columns, rows=tuple(ties), title=_CALLED["ties"]))
    if "knowing" in spec.show:
        known = [(one.news.text, len(one.one), len(one.other)) for one in found.knowing()]
        grids.append(Grid(columns=columns, rows=tuple(known), title=_CALLED["who knows"]))
    if "reached" in spec.show:
        since = [
            (names.get(one.agent, one.agent), worded("never") if one.since is None else moment(one.since))
            for one in found.reached
        ]
        grids.append(
            Grid(
                columns=(_CALLED["who"], _CALLED["otherwise since"]),
                rows=tuple(since),
                title=_CALLED["reached"],
            )
        )
    return grids
