"""Build the prompt by which a model writes the paper of a day."""

from __future__ import annotations

from collections.abc import Sequence

from engine.clock import DAY
from engine.cognition.thinker import Town
from engine.prompts.forms import tag
from engine.prompts.questions import WritePaper
from engine.records import Persona, visitor

REPORTER = visitor("the town reporter")
"""Who writes: nobody of the town, and no agent of it can be called so."""


def question(town: Town, day: int, entries: Sequence[str], edition: int = 1) -> WritePaper:
    """Return the prompt for the paper of a day with these entries; each `edition` is another prompt."""
    scenario = town.scenario
    return WritePaper(
        persona=Persona(
            id=REPORTER,
            name="the town reporter",
            traits=("exact", "plain-spoken"),
            home=scenario.places[0].rooms[0].path,
        ),
        town=scenario.town,
        language=scenario.language,
        starts=scenario.starts,
        now=day * DAY - 1,
        seed=town.seed,
        choices={
            "person": tuple(town.cast.names.values()),
            "entry": tuple(tag("entries", number) for number in range(1, len(entries) + 1)),
        },
        names=town.cast.known_as,
        wordings=scenario.wordings,
        day=day,
        entries=tuple(entries),
        edition=edition,
    )
