"""Prefixes: what an embeddings model wants before a question, and before a text that may answer one.

They are part of the model's id wherever its vectors are stored, so that a recorded run is searched in the
same way.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prefixes:
    """The texts put before a question, and before a memory; empty for most models."""

    question: str = ""
    memory: str = ""

    def asked(self, question: str) -> str:
        """Return a question with its prefix; its vector is that of this text."""
        return f"{self.question}{question}" if question.strip() else question

    def sent(self, text: str) -> str:
        """Return a text as the model reads it: a question as it is, or a memory with its prefix."""
        is_question = self.question and text.startswith(self.question)
        return text if is_question else f"{self.memory}{text}"

    def after(self, model: str) -> str:
        """Return a model's id, with these prefixes if there are any."""
        return f"{model} {json.dumps([self.question, self.memory])}" if self.question else model


def prefixes_in(model: str) -> Prefixes:
    """Return the prefixes in a model's id."""
    for begins in re.finditer(r' \["', model):
        try:
            question, memory = json.loads(model[begins.start() :])
        except (ValueError, TypeError, RecursionError):
            continue  # a bracket in the name of the model
        if isinstance(question, str) and isinstance(memory, str):
            return Prefixes(question, memory)
    return Prefixes()
