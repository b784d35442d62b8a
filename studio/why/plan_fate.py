"""What became of a part of a plan, in words and as a sign."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.api.run import Fate, Planned, minute_of
from engine.clock import clock_words
from studio.basics.text import shorten

SIGNS: Mapping[Fate, str] = MappingProxyType(
    {"kept": "", "moved": "→", "changed": "≠", "dropped": "×", "ahead": ""}
)


def fate_words(part: Planned) -> str:
    """Return what became of a part of a plan, and why, where that is known."""
    if part.fate == "ahead":
        return "Still ahead."
    kept = f"{part.kept} of {part.passed} minutes"
    if part.fate == "kept":
        return f"Kept, for {kept}."
    return f"{part.fate.capitalize()}, after {kept} of it{instead_words(part)}."


def instead_words(part: Planned) -> str:
    """Return what took the place of a part of a plan: from a colon on; empty where nothing is known."""
    one = part.instead
    if one is None:
        return ""
    doing = shorten(one.doing, 100) or "on the way, or looking for it"
    if part.fate == "moved":
        return f": to {clock_words(one.since)}"
    why = f", because: {shorten(one.because, 120)}" if one.because else ""
    if not why and part.fate == "changed":
        why = f", as decided at {clock_words(minute_of(one.id))}"
    return f": {doing}{why}"
