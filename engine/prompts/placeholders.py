"""Placeholders: the names that a question's wording may use, and the texts they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.prompts.fields import EVERYWHERE
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown, shown_fields


def placeholders(question: type[Prompt[Any]]) -> Mapping[str, Shown]:
    """Return the placeholders of a question: its own fields, and those that every question has."""
    return {**shown_fields(question), **EVERYWHERE}


def in_words(prompt: Prompt[Any], wanted: Iterable[str]) -> dict[str, str]:
    """Return the wanted placeholders of a prompt, each in words."""
    known = placeholders(type(prompt))
    return {name: known[name].words(prompt, name) for name in wanted}
