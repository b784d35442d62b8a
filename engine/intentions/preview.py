"""Preview what the rules of the rehearsal model take sentences to ask, before the run."""

from __future__ import annotations

from typing import Protocol

from engine.intentions.understood import ReadSentence
from engine.records import Persona


class Preview(Protocol):
    """Reads the sentences of a town, for checking or showing it."""

    def read(self, me: Persona, text: str, now: int, *, told: bool = False) -> tuple[ReadSentence, ...]:
        """Return the requests of each sentence of a text as a persona takes them at a minute.

        If the text was `told` to the persona, it may be an order.
        """

    def names_strangers(self, text: str) -> bool:
        """Return whether a text may name a person who does not exist in the town."""

    def stays_after(self, deed: str) -> bool:
        """Return whether a deed is to stay somewhere after something is over."""

    def names_places_elsewhere(self, text: str) -> bool:
        """Return whether a text may name a place that does not exist in the town."""
