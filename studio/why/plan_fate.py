"""The outcome of a part of a plan, in words and as a sign."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.api.run import Fate, Planned, minute_of
from engine.clock import clock_words
from studio.basics.text import shorten
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

SIGNS: Mapping[Fate, str] = MappingProxyType(
    {"kept": "", "moved": "→", "changed": "≠", "dropped": "×", "ahead": ""}
)
_BECAME: Mapping[Fate, tuple[str, str]] = MappingProxyType(
    {
        "moved": (
            marked("Moved after {kept} of {passed} minutes."),
            marked("Moved after {kept} of {passed} minutes: {instead}."),
        ),
        "changed": (
            marked("Changed after {kept} of {passed} minutes."),
            marked("Changed after {kept} of {passed} minutes: {instead}."),
        ),
        "dropped": (
            marked("Dropped after {kept} of {passed} minutes."),
            marked("Dropped after {kept} of {passed} minutes: {instead}."),
        ),
    }
)


def fate_words(part: Planned) -> str:
    """Return the outcome of a part of a plan, and why, if known."""
    if part.fate == "ahead":
        return tr("Still to come.")
    if part.fate == "kept":
        return tr("Followed for {kept} of {passed} minutes.", kept=part.kept, passed=part.passed)
    alone, with_more = _BECAME[part.fate]
    instead = instead_words(part)
    text = with_more if instead else alone
    return tr(text, kept=part.kept, passed=part.passed, instead=instead)


def instead_words(part: Planned) -> str:
    """Return the replacement of a part of a plan in words; "" if unknown."""
    one = part.instead
    if one is None:
        return ""
    doing = shorten(one.doing, 100) or tr("on the way, or looking for it")
    if part.fate == "moved":
        return tr("to {clock}", clock=clock_words(one.since))
    if one.because:
        return tr("{doing} (reason: {why})", doing=doing, why=shorten(one.because, 120))
    if part.fate == "changed":
        return tr("{doing} (decided at {clock})", doing=doing, clock=clock_words(minute_of(one.id)))
    return doing
