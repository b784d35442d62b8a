"""What the judge says of a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a sentence: whether it is true, and why not.

    `id` is its memory, or the first row that a sentence of a paper rests on. `claim` names what the sentence
    was understood to say; it is empty for one that nobody can check.
    """

    id: int
    text: str
    verdict: Literal["true", "untrue", "unchecked"]
    claim: str = ""
    why: str = ""
