"""Asking: interviews and surveys, off the record, at the checkpoint of the cell."""

from __future__ import annotations

from typing import cast

from engine.api.run import Answered, Faculty, Run
from engine.api.steering.meeting import heard, meet, usual_question
from engine.errors import worded
from engine.notebook.outputs import Grid, Output, Quote, moment
from engine.notebook.specs import Interview, Survey
from engine.records import Recalled

MOST_MEMORIES = 8


def questions_of(spec: Interview, run: Run, who: str) -> tuple[str, ...]:
    """Return what somebody is asked: first the usual question of a kind, then those that are written out."""
    return (*((usual_question(run, who, spec.kind),) if spec.kind else ()), *spec.ask)


def in_person(spec: Interview, run: Run) -> Output:
    """Return what was asked and answered aloud, as it stands in the log."""
    said = tuple(Quote(asked=one.asked, who=one.who, text=one.text) for one in heard(run, spec.asked_by))
    names = run.town.cast.names
    silent = [
        names[who]
        for who in dict.fromkeys(map(run.agent, spec.who))
        if names[who] not in {one.who for one in said}
    ]
    words = [worded("Asked in person: the people present remember it.")]
    words += [worded("{name} did not answer.", name=name) for name in silent]
    return Output(sentences=tuple(words), quotes=said, run=run.row.id, minute=run.clock)


def ask_in_person(spec: Interview, run: Run) -> None:
    """Have the questions of a live interview asked aloud, which changes the town."""
    if not spec.kind:
        meet(run, spec.who, spec.ask, asked_by=spec.asked_by, about=spec.about)
        return
    for who in spec.who:
        meet(run, [who], questions_of(spec, run, who), asked_by=spec.asked_by, about=spec.about)


def interviewed(spec: Interview, run: Run) -> Output:
    """Return what everybody who is asked answers to each question, each knowing what they said before."""
    then, quotes = run.at(spec.at), []
    behind: list[Grid] = []
    for said in spec.who:
        agent = run.agent(said)
        earlier: list[tuple[str, str]] = []
        for question in questions_of(spec, run, said):
            answered = then.ask(
                agent,
                question,
                earlier=tuple(earlier),
                without=cast("tuple[Faculty, ...]", spec.without),
                asked_by=spec.asked_by,
            )
            earlier.append((question, answered.text))
            name = run.town.cast.names[agent]
            quotes.append(Quote(asked=question, who=name, text=answered.text))
            behind += _behind(
                spec, worded("{name}, asked “{question}”", name=name, question=question), answered, run
            )
    if not spec.kind:
        quotes.sort(key=lambda one: spec.ask.index(one.asked))  # side by side, as they are compared
    return Output(quotes=tuple(quotes), grids=tuple(behind), run=run.row.id, minute=then.minute)


def _behind(spec: Interview, whose: str, answered: Answered, run: Run) -> list[Grid]:
    """Return what lies behind an answer, as far as it is wanted: the memories that were looked up for it, the
    best first with all that the answer cites, and all that the model was asked.
    """
    grids = []
    if "memories" in spec.show:
        best: dict[int, Recalled] = {}
        for one in (each for recall in answered.recalls for each in recall.items):
            if one.memory not in best or one.score > best[one.memory].score:
                best[one.memory] = one
        ranked = sorted(best.values(), key=lambda one: (-one.score, one.memory))
        items = [one for n, one in enumerate(ranked) if n < MOST_MEMORIES or one.memory in answered.because]
        memory_of = run.by_id([one.memory for one in items])
        rows = tuple(
            (
                memory_of[one.memory].text,
                *(round(part, 2) for part in (one.recency, one.importance, one.relevance, one.score)),
                worded("yes") if one.memory in answered.because else "",
            )
            for one in items
        )
        columns = (
            worded("memory"), worded("recency"), worded("importance"), worded("relevance"), worded("score"),
            worded("cited in the answer"),
        )  # fmt: skip
        grids.append(
            Grid(columns=columns, rows=rows, title=worded("{whose}: retrieved memories", whose=whose))
        )
    if "prompt" in spec.show:
        lines = tuple((line,) for line in answered.call.prompt.splitlines() if line.strip())
        grids.append(Grid(columns=(worded("prompt given to the model"),), rows=lines, title=whose))
    return grids


def surveyed(spec: Survey, run: Run) -> Output:
    """Return how often each answer was given, and who answered what."""
    found = run.survey(spec.ask, choices=spec.choices, number=spec.number, agents=spec.who)
    minute = found.minutes[0]
    sentences = [worded("{asked} ({moment})", asked=spec.ask, moment=moment(minute))]
    if silent := found.silent(minute):
        sentences.append(worded("People who could not answer: {n}.", n=silent))
    mean = found.mean(minute)
    if mean is not None:
        sentences.append(worded("The mean is {mean:.1f}.", mean=mean))
    tally = found.tally(minute)
    grids = (
        [Grid(columns=(worded("answer"), worded("people")), rows=tuple(tally.items()), plot="bars")]
        if tally
        else []
    )
    quotes = [
        Quote(asked=spec.ask, who=one.name, text=_in_words(one.counted, one.said.words or one.failed))
        for one in found.at(minute)
    ]
    return Output(
        sentences=tuple(sentences), grids=tuple(grids), quotes=tuple(quotes), run=run.row.id, minute=minute
    )


def _in_words(counted: str | int | None, words: str) -> str:
    return words if counted is None else f"{counted}. {words}".strip()
