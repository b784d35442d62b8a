"""Prompts: the calls to a model, their wording, and their cost."""

from __future__ import annotations

from engine.insight.examples import as_read as as_read, examples as examples
from engine.models.tokens import tokens as tokens
from engine.prompts.meanings import ESSENTIAL as ESSENTIAL, MEANINGS as MEANINGS, PURPOSES as PURPOSES
from engine.prompts.questions import PROMPTS as PROMPTS, Interview as Interview, Prompt as Prompt
from engine.prompts.render import COMMON as COMMON
from engine.prompts.wordings import (
    NAMES as NAMES,
    Wording as Wording,
    default as default,
    mark as mark,
    marked as marked,
    may_use as may_use,
)
