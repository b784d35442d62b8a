"""Expecting: whether something holds, in the run at hand, or in so many of the same town with other seeds."""

from __future__ import annotations

from functools import reduce

from engine.api.many.batch import Batch
from engine.api.many.trying import Statement, statement_meant
from engine.api.run import Run
from engine.errors import BadInput, worded
from engine.notebook.outputs import Grid, Output, Quote, Value, moment
from engine.notebook.running.cells.judging import judged
from engine.notebook.running.cells.looking import asked
from engine.notebook.running.cells.place import Place
from engine.notebook.running.chain import Step
from engine.notebook.specs import Expect, Run as RunSpec

_COUNTED = (worded("talks"), worded("lines"))


def expected(spec: Expect, place: Place, run: Run) -> Output:
    """Return whether an expectation holds, with what was found."""
    if spec.judge:
        return judged(spec, place, run)
    if spec.seeds:
        return _across(spec, statement_meant(spec.that, run.scenario), place, run)
    if spec.ask:
        return _answered(spec, run)
    where = worded("{run} at {moment}", run=run.row.id, moment=moment(run.clock))
    if spec.that:
        cell = _first(asked(run, statement_meant(spec.that, run.scenario).sql))
        holds = bool(cell) and cell != "0"
        said = worded("{that}: does not hold in {where}.", that=spec.that, where=where)
        if holds:
            said = worded("{that}: holds in {where}.", that=spec.that, where=where)
    else:
        found = asked(run, spec.sql)
        cell = _first(found)
        holds = _fits(spec, cell)
        wanted = _wanted(spec)
        values = {"found": "nothing" if cell is None else str(cell), "wanted": wanted, "where": where}
        said = worded("Found {found:.200}, expected {wanted} ({where}).", **values)
        if not wanted:
            said = (
                worded("The expectation holds in {where}.", where=where)
                if holds
                else worded("The expectation does not hold in {where}.", where=where)
            )
    return Output(sentences=(said,), passed=holds, run=run.row.id, minute=run.clock)


def _answered(spec: Expect, run: Run) -> Output:
    """Return whether somebody's answer to a question, off the record, has the words that are expected."""
    agent = run.agent(spec.who)
    answer = run.ask(agent, spec.ask).text
    holds = " ".join(spec.says.split()).casefold() in " ".join(answer.split()).casefold()
    said = worded("The answer does not contain “{words}”.", words=spec.says)
    if holds:
        said = worded("The answer contains “{words}”.", words=spec.says)
    quote = Quote(asked=spec.ask, who=run.town.cast.names[agent], text=answer)
    return Output(sentences=(said,), quotes=(quote,), passed=holds, run=run.row.id, minute=run.clock)


def _first(grid: Grid) -> Value:
    return grid.rows[0][0] if grid.rows and grid.rows[0] else None


def _fits(spec: Expect, cell: Value) -> bool:
    if spec.equals is not None and str("" if cell is None else cell) != spec.equals:
        return False
    if spec.least is None and spec.most is None:
        return spec.equals is not None or (bool(cell) and cell != "0")
    if not isinstance(cell, int | float):
        return False
    return (spec.least is None or cell >= spec.least) and (spec.most is None or cell <= spec.most)


def _wanted(spec: Expect) -> str:
    """Return in words what a SELECT is to find; nothing where it need only be true."""
    said = [] if spec.equals is None else [spec.equals[:200]]
    said += [] if spec.least is None else [worded("at least {value:g}", value=spec.least)]
    said += [] if spec.most is None else [worded("at most {value:g}", value=spec.most)]
    return reduce(lambda one, other: worded("{one} and {other}", one=one, other=other), said) if said else ""


def _across(spec: Expect, statement: Statement, place: Place, run: Run) -> Output:
    """Return in how many of the seeds a statement holds. All of them are lived alike from the last checkpoint
    that was made by anything but living on.
    """
    base, steps = _lived_from(place)
    if not steps:
        raise BadInput(
            worded("there is no `run` cell between the last change to the town and this cell; add one")
        )
    start = place.checkpoint(base)
    batch = place.many(base, place.step.before, spec.seeds, [spec.that])
    share = batch.table.statements[0].shares[0]
    holds = share.held >= spec.at_least
    values = {
        "held": share.held,
        "seeds": spec.seeds,
        "wanted": spec.at_least,
        "since": moment(start.clock) if start.is_founded else worded("the beginning"),
    }
    said = worded(
        "The statement holds in {held} of {seeds} seeds (simulated from {since}); at least "
        "{wanted} were expected.",
        **values,
    )
    if statement.sql != spec.that:
        said = worded(
            "{that}: holds in {held} of {seeds} seeds (simulated from {since}); at least {wanted} "
            "were expected.",
            that=spec.that,
            **values,
        )
    bounds = worded(
        "With this number of seeds, the share over all seeds may lie anywhere between {low:.0%} "
            "and {high:.0%}.",
        low=share.low, high=share.high,
    )  # fmt: skip
    grids = (_towns(batch),)
    return Output(sentences=(said, bounds), grids=grids, passed=holds, run=batch.row.id, minute=run.clock)


def _towns(batch: Batch) -> Grid:
    """Return of every seed whether the statement holds there, and what is counted there; where it does not
    hold, also the cassette from which that run can be lived again.
    """
    every = sorted(batch.repetitions, key=lambda one: one.seed)
    facts = list(dict.fromkeys(fact for one in every for fact in one.knowing))
    knows = (worded("know {fact}", fact=fact) for fact in facts)
    columns: tuple[str, ...] = (worded("seed"), worded("holds"), *_COUNTED, *knows, worded("cassette"))
    rows: tuple[tuple[Value, ...], ...] = tuple(
        (
            one.seed,
            worded("yes") if one.holds[0] else worded("no"),
            *(one.counts.get(str(name), 0) for name in _COUNTED),
            *(len(one.knowing.get(fact, ())) for fact in facts),
            "" if one.holds[0] else batch.cassette(one.seed).name,
        )
        for one in every
    )
    if all(one.holds[0] for one in every):
        columns, rows = columns[:-1], tuple(row[:-1] for row in rows)
    return Grid(columns=columns, rows=rows, title=worded("Results by seed"))


def _lived_from(place: Place) -> tuple[str, list[Step]]:
    """Return the checkpoint from which on the line of a cell was only lived, and the steps of that."""
    at, steps = place.step.before, []
    while at in place.makers and isinstance(place.makers[at].cell.spec, RunSpec):
        steps.append(place.makers[at])
        at = place.makers[at].before
    return at, steps
