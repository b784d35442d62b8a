"""Points that an author should check in a sentence: it asks nothing, or names what does not exist."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.errors import worded
from engine.intentions.understood import ReadSentence, Understood
from engine.language.phrases import phrases
from engine.language.times.impossible import impossible_times
from engine.records import Persona, Scenario
from engine.scenario.lint.said.meaning import is_to_be_done

NOT_READ = worded("not read: the memories before it are too long in total")


def doubts(
    scenario: Scenario,
    persona: Persona,
    reading: ReadSentence,
    asks: Sequence[Understood],
    unknown: Sequence[tuple[str, str | None]],
) -> Iterator[str]:
    """Yield in words what an author should check in a sentence; nothing if it is clear or only a thought."""
    if not asks:
        if is_to_be_done(reading.sentence, persona.name, scenario):
            yield worded("not understood: nobody will act on it")
        return
    named = tuple(_named(scenario, reading, unknown))
    yield from named
    condition = phrases(scenario.language).condition_in(reading.sentence)
    if condition and not any(condition in one.content for one in asks):
        yield worded("the condition is ignored: {condition}", condition=condition)
    if not named and any(one.needs for one in asks):
        yield worded("partly understood")


def _named(
    scenario: Scenario, reading: ReadSentence, unknown: Sequence[tuple[str, str | None]]
) -> Iterator[str]:
    """Yield the names of people, places and times in a sentence that do not exist in the town."""
    for name, near in unknown:
        nobody = worded("nobody here is called {names}", names=name)
        yield nobody if near is None else worded("{said}; did you mean {near}?", said=nobody, near=near)
    for name in reading.nowhere:
        yield worded("no place here is called {name}", name=name)
    for time in impossible_times(reading.sentence, scenario.language, scenario.starts):
        yield worded("{time} is not a valid time", time=time)
