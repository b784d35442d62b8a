"""What the judge says of a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Verdict:
    """Of a sentence with an `id` (a memory, or the row a sentence of a paper rests on): is it true, and why not.

    `claim` names what the sentence was understood to say; it is empty for one that nobody can check.
    """

    id: int
    text: str
    verdict: Literal["true", "untrue", "unchecked"]
    claim: str = ""
    why: str = ""
