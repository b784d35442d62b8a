"""Preview: what the rules read in the sentences of a town, for checking or showing the town."""

from __future__ import annotations

from engine.intentions.preview import Preview
from engine.records import Scenario
from engine.rehearsal.reading.reader import readers_of


def preview_of(scenario: Scenario) -> Preview:
    """Return the readings of a town's sentences. Those of the last few towns are cached."""
    return readers_of(scenario)
