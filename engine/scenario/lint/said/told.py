"""The sentences of an author with their positions, so that warnings and fixes are placed at the sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.errors import worded
from engine.language.names.suggesting import shown
from engine.scenario.document.edits import Mend
from engine.scenario.document.mends import written
from engine.scenario.document.spots import node_at
from engine.scenario.problems import Problem
from engine.scenario.reading.check import Source
from engine.scenario.reading.nodes import Path, Scalar
from engine.scenario.reading.schema import PersonaPart, TownPart

People = Mapping[str, Source[PersonaPart]]


@dataclass(frozen=True)
class Told:
    """One sentence of an author: its file, its path in the part, and its owner ("" for a fact)."""

    source: Source[PersonaPart] | Source[TownPart]
    path: Path
    text: str
    owner: str = ""

    def note(self, code: str, message: str, remedy: str, fix: Mend | None = None) -> Problem:
        """Build a warning about the sentence."""
        return self.source.note(code, message, remedy, *self.path, warning=True, fix=fix)

    def reworded(self, old: str, new: str) -> Mend | None:
        """Build the fix that replaces some words in the sentence, or None if they are not there."""
        way = self.source.way(*self.path)
        at = way if node_at(self.source.whole, way) is not None else way[:-1]
        node = node_at(self.source.whole, at)
        if not isinstance(node, Scalar) or old not in node.text:
            return None
        text = _whole(old).sub(lambda _: new, node.text)
        return written(self.source.file, at, text, worded("write {value}", value=shown(new)))


def _whole(words: str) -> re.Pattern[str]:
    """Build a pattern that finds words but not inside longer ones, where a script has spaces: no Tom in
    Tomorrow.
    """
    before, after = (
        r"\b" if letter.isascii() and letter.isalnum() else "" for letter in (words[0], words[-1])
    )
    return re.compile(f"{before}{re.escape(words)}{after}")


def sentences(town: Source[TownPart], people: People) -> Iterator[Told]:
    """Yield the texts of the facts, and the memories and the `currently` of every persona."""
    for i, fact in enumerate(town.part.facts if town.part is not None else ()):
        yield Told(town, ("facts", i, "text"), fact.text)
    for agent, source in people.items():
        if source.part is None:
            continue
        for i, text in enumerate(source.part.seed):
            yield Told(source, ("seed", i), text, agent)
        if source.part.currently:
            yield Told(source, ("currently",), source.part.currently, agent)
