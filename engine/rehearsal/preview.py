"""Preview: what the rules take the sentences of a town to ask, for whoever checks or shows a town."""

from __future__ import annotations

from engine.intentions.preview import Preview
from engine.records import Scenario
from engine.rehearsal.reading.reader import readers_of


def preview_of(scenario: Scenario) -> Preview:
    """Return what is read in the sentences of a town; that of the last few towns is kept."""
    return readers_of(scenario)
