"""Judging: an expectation that only somebody who reads can decide is put to a served model."""

from __future__ import annotations

from engine.api.judging.judge import judge, judge_of, told_of
from engine.api.run import Run
from engine.errors import BadInput, worded
from engine.notebook.outputs import Output, Quote, output_from
from engine.notebook.running.cells.looking import asked
from engine.notebook.running.cells.place import Place
from engine.notebook.showing.plain import output_text
from engine.notebook.specs import Expect


def judged(spec: Expect, place: Place, run: Run) -> Output:
    """Return what a model judges of an answer, of rows, of what another cell found, or of all that happened,
    with its reason. It may judge otherwise another time, which is said; what it said is kept.
    """
    judge_of(run, spec.by)  # before anything is asked for it
    text, quotes = _material(spec, place, run)
    found = judge(run, spec.judge, text, by=spec.by)
    said = worded("{judge}: does not hold.", judge=spec.judge)
    if found.holds:
        said = worded("{judge}: holds.", judge=spec.judge)
    elif found.cannot_say:
        said = worded("{judge}: cannot be judged from what the model was shown.", judge=spec.judge)
    by = worded("Judged by {model}, which may give a different verdict another time.", model=found.by)
    sentences = (said, found.reason, by)
    return Output(sentences=sentences, quotes=quotes, passed=found.holds, run=run.row.id, minute=run.clock)


def _material(spec: Expect, place: Place, run: Run) -> tuple[str, tuple[Quote, ...]]:
    """Return what is judged, and what was asked for it."""
    if spec.ask:
        agent = run.agent(spec.who)
        quote = Quote(asked=spec.ask, who=run.town.cast.names[agent], text=run.ask(agent, spec.ask).text)
        return f"{quote.who} was asked: {quote.asked}\n{quote.who} answered: {quote.text}", (quote,)
    if spec.sql:
        return output_text(Output(grids=(asked(run, spec.sql),))), ()
    if not spec.of:
        return told_of(run), ()
    kept = place.workspace.notebooks.output(place.other(spec.of).key)
    if kept is None:
        raise BadInput(worded("the cell {of!r} has no result yet; run it first", of=spec.of))
    return output_text(output_from(kept.output)), ()
