"""Checks for facts about a future event on a day and at a place that nothing makes happen."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.clock import DAY, clock_words, day_of, worded_moment
from engine.errors import worded
from engine.intentions.preview import Preview
from engine.language.times.told_time import due_at
from engine.records import AgentId, Fact, Scenario
from engine.scenario.document.edits import Add, Mend
from engine.scenario.problems import Problem
from engine.scenario.reading.check import Source
from engine.scenario.reading.schema import TownPart
from engine.world.place_names import PlaceNames

_MOST_ASKED = 6  # of those who know a fact: most take it as one of them does
_LONGEST = 120  # letters of what an event is called


def lint_undone(
    scenario: Scenario, town: Source[TownPart], preview: Preview, *, misspelt: Collection[tuple[str, int]]
) -> Iterator[Problem]:
    """Yield a warning for every fact about a future event that matches no town event and no intention. Those
    who know of it would go there and see nothing. `misspelt` are the lines of facts already reported.
    """
    names = PlaceNames({place.name for place in scenario.places})
    for number, fact in enumerate(scenario.facts):
        due = due_at(fact.text, scenario.language, scenario.starts)
        place = max(names.named(fact.text), key=len, default="")
        if due is None or not place or _is_made_to_happen(fact, due, scenario, preview):
            continue
        at = f"day {day_of(due)} {clock_words(due % DAY)}"
        event = {"kind": "happening", "what": fact.text[:_LONGEST], "where": place, "at": at}
        made = Mend(
            does=worded("make it an event"),
            edits=(
                Add(
                    file=town.file,
                    path=("events",),
                    value={**event, "known_by": list(fact.known_by), "facts": [fact.id]},
                ),
            ),
        )
        problem = town.note(
            "TW513",
            worded("nothing makes this happen on {moment}", moment=worded_moment(due)),
            worded("add it to `events`, or write one sentence that says who does it"),
            "facts",
            number,
            "text",
            warning=True,
            fix=made,
        )
        if (problem.file, problem.line) not in misspelt:
            yield problem


def _is_made_to_happen(fact: Fact, due: int, scenario: Scenario, preview: Preview) -> bool:
    """Return whether a town event or a person's intention covers a fact at its minute."""
    planned = any(event.begins <= due < event.ends for event in scenario.events)
    stated = (intention.at for persona in scenario.personas for intention in persona.intends)
    moment = (day_of(due), due % DAY)
    return (
        planned
        or any(at is not None and (at.day, at.first) == moment for at in stated)
        or any(_is_asked_by(fact, agent, scenario, preview) for agent in fact.known_by[:_MOST_ASKED])
    )


def _is_asked_by(fact: Fact, agent: AgentId, scenario: Scenario, preview: Preview) -> bool:
    """Return whether a fact asks an agent who knows it to do something at an hour."""
    readings = preview.read(scenario.persona(agent), fact.text, 0)
    asked = (one for reading in readings for one in reading.asks if one.who == agent)
    return any(one.when is not None and one.when.start is not None for one in asked)
