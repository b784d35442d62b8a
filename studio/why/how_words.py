"""Headings for the ways in which a row came of another, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.api.run import How
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

# What the engine says of them itself, marked to be translated.
HOWS: Mapping[How, str] = MappingProxyType(
    {
        "source": marked("Where it comes from"),
        "evidence": marked("Based on"),
        "plan": marked("Carries out a plan"),
        "bedtime": marked("The day's plan had ended"),
        "part": marked("Part of"),
        "appointment": marked("Keeps an appointment"),
        "noticed": marked("What was noticed"),
        "reason": marked("The reason"),
        "answers": marked("What was said before"),
        "tells": marked("What is passed on"),
        "talk": marked("Part of a conversation"),
        "said": marked("What was said"),
        "walk": marked("How they got here"),
        "sleep": marked("Sleep before this"),
        "act": marked("What was done"),
        "change": marked("What changed it"),
        "discovery": marked("How it was found"),
        "question": marked("What was asked before"),
        "before": marked("What led to this turn"),
        "stood": marked("The state before"),
        "mind": marked("What came to mind"),
        "turn": marked("The turn in which it was made"),
        "hand": marked("Who did it"),
    }
)


def how_words(how: How) -> str:
    """Return the heading above a row, for the way in which the explained row came of it."""
    return tr(HOWS[how])
