"""Descriptions of each prompt and its placeholders for authors, taken from the questions' declarations."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.errors import worded
from engine.prompts.fields import OF_ALL, placeholders
from engine.prompts.questions import PROMPTS
from engine.prompts.render import COMMON

PURPOSES: Mapping[str, str] = MappingProxyType(
    {
        COMMON: worded("The start of every prompt: who is thinking, and by which rules."),
        **{question.name: question.purpose for question in PROMPTS},
    }
)
"""What each prompt is for and when it is asked, in the order of a day."""

ESSENTIAL: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {COMMON: ("name", "identity"), **{question.name: question.essential for question in PROMPTS}}
)
"""The placeholders without which a prompt makes no sense, or its answer names what was never shown."""

MEANINGS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        name: {each: shown.means for each, shown in known.items()}
        for name, known in (
            (COMMON, OF_ALL),
            *((question.name, placeholders(question)) for question in PROMPTS),
        )
    }
)
"""What every placeholder of a prompt stands for."""
