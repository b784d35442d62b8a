"""All differences between two scenarios in meaning."""

from __future__ import annotations

from engine.records import Scenario
from engine.scenario.meaning.difference import Difference
from engine.scenario.meaning.of_people import of_people
from engine.scenario.meaning.of_places import moves, of_places
from engine.scenario.meaning.of_the_town import of_events, of_facts, of_the_town, of_wordings


def differences(before: Scenario, after: Scenario) -> tuple[Difference, ...]:
    """Return the differences from an earlier scenario to a later one, in the town, its facts, its world and
    its people. A change of spelling or layout alone is no difference.
    """
    moved = moves(before, after)
    return (
        *of_the_town(before, after),
        *of_facts(before, after),
        *of_events(before, after, moved),
        *of_places(before, after, moved),
        *of_people(before, after, moved),
        *of_wordings(before, after),
    )
