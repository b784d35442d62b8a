"""Prefixes: what an embeddings model wants before a question, and before a text that may answer one.

They are part of what is said of the model wherever its vectors are kept, so that a recorded run is looked
through as it was.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prefixes:
    """What stands before a question, and before a memory; for most models nothing."""

    question: str = ""
    memory: str = ""

    def asked(self, question: str) -> str:
        """Return the text that the vector of a question is that of."""
        return f"{self.question}{question}" if question.strip() else question

    def sent(self, text: str) -> str:
        """Return a text as the model reads it: a question as it is asked, or a memory."""
        is_question = self.question and text.startswith(self.question)
        return text if is_question else f"{self.memory}{text}"

    def after(self, model: str) -> str:
        """Return what is said of a model, with these if there are any."""
        return f"{model} {json.dumps([self.question, self.memory])}" if self.question else model


def prefixes_in(model: str) -> Prefixes:
    """Return the prefixes in what is said of a model."""
    for begins in re.finditer(r' \["', model):
        try:
            question, memory = json.loads(model[begins.start() :])
        except (ValueError, TypeError, RecursionError):
            continue  # a bracket in the name of the model
        if isinstance(question, str) and isinstance(memory, str):
            return Prefixes(question, memory)
    return Prefixes()
