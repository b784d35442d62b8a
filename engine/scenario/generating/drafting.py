"""Drafts a person from a few sentences by rules: age, pronouns and traits are read from the text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.errors import BadInput, worded
from engine.language.languages import FALLBACK
from engine.language.unspaced import has_unspaced
from engine.scenario.allowed_files import TOWN
from engine.scenario.cards.proposal import CardIn, card_in
from engine.scenario.reading.check import check_file
from engine.scenario.reading.schema import TownPart
from engine.scenario.write import Inline, dumped

if TYPE_CHECKING:
    from engine.scenario.generating.tongue import Tongue

_MOST_TRAITS = 5


def drafted(files: Mapping[str, str], called: str, sentence: str, home: str = "") -> CardIn:
    """Build the import that adds a person described by some sentences to the town of these files. Raises
    BadInput if the text is empty, and as for a card.
    """
    if not sentence.strip():
        raise BadInput(worded("the description is empty; write a sentence about the person"))
    said = sentence.strip()
    words = _words(files)
    if said.casefold().startswith(
        tuple(words.indefinite)
    ):  # "A shy baker": memories name whom they are about
        said = words.is_so.format(name=called, said=_lower(said))
    card = {"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": called, "description": said}}
    made = card_in(json.dumps(card).encode("utf-8", "replace"), files, home)
    return replace(made, text=_with_traits(made.text, _traits(said, words)))


def _words(files: Mapping[str, str]) -> Tongue:
    """Return the word bank of a town's language, or the English one if there is none."""
    from engine.scenario.generating.tongue import tongue  # loaded when people are made

    part = check_file(files.get(TOWN, ""), TOWN, TownPart).part
    try:
        return tongue(part.language if part is not None else FALLBACK)
    except BadInput:
        return tongue(FALLBACK)


def _traits(said: str, words: Tongue) -> list[str]:
    """Return the known trait words in a text, in order; none inside another."""
    known = {*words.traits, *words.adjectives, *(pole for poles in words.axes.values() for pole in poles)}
    spelt = "|".join(
        re.escape(one) if has_unspaced(one) else rf"\b{re.escape(one)}\b"
        for one in sorted(known, key=len, reverse=True)
    )
    ways = {one.casefold(): one for one in known}
    found = dict.fromkeys(ways[one.casefold()] for one in re.findall(spelt, said, re.IGNORECASE))
    return list(found)[:_MOST_TRAITS]


def _lower(said: str) -> str:
    return said[0].lower() + said[1:]


def _with_traits(text: str, traits: list[str]) -> str:
    """Return a persona's file with traits added before the home, and without kept card fields."""
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith("#card")]
    if traits and not any(line.startswith("traits:") for line in lines):
        at = next(number for number, line in enumerate(lines) if line.startswith("home:"))
        lines.insert(at, dumped({"traits": Inline(traits)}))
    return "".join(lines)
