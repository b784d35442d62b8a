"""Converts a card's lorebook to facts of a town, and an agent's facts to a lorebook."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.scenario.cards.card import Card
from engine.scenario.cards.keeping import OURS
from engine.scenario.cards.macros import cleaned, resolved
from engine.scenario.document.values import Said
from engine.scenario.foreign.bounded_json import Json
from engine.scenario.lint.town import is_id
from engine.scenario.reading.schema import FactPart
from engine.scenario.reading.stated.fields import one_line

MOST_FACTS = 100  # that one card may add to a town
_MOST_LOOKED_AT = 4_000  # letters of an entry
_MOST_TEXT, _MOST_KEY, _MOST_KEYS = 1_000, 80, 20
_DECORATOR = re.compile(r"^(?:@@@?\w.*\n?)+")
_NO_ID = re.compile(r"[^\w]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lore:
    """The facts made from a lorebook, and what happened to its other entries, in words."""

    facts: tuple[Mapping[str, Said], ...]
    shortened: int
    known: int
    left_out: int


def facts_of(card: Card, agent: str, name: str, visitor: str, taken: Collection[str]) -> Lore:
    """Convert the entries of a card's lorebook to facts that a persona knows, with unused ids."""
    found = card.at("character_book", "entries")
    entries = [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []
    ids = {one.casefold() for one in taken}
    facts: list[Mapping[str, Said]] = []
    shortened = known = 0
    for entry in entries:
        if len(facts) == MOST_FACTS:
            break
        whole = _content(entry, name, visitor)
        text = _fitting(whole)
        if _known(entry, ids):
            known += 1
            continue
        if not text or entry.get("enabled") is False:
            continue
        shortened += text != whole
        keys = _keys(entry)
        fact = _free(entry, keys, text, ids)
        ids.add(fact.casefold())
        said: dict[str, Said] = {"id": fact, "text": text, "known_by": [agent]}
        facts.append({**said, "key_words": keys} if keys else said)
    left_out = len(entries) - len(facts) - known
    return Lore(facts=tuple(facts), shortened=shortened, known=known, left_out=left_out)


def _known(entry: Mapping[str, Json], ids: Collection[str]) -> bool:
    """Return whether an entry is a fact of Townwright that this town has already."""
    extensions = entry.get("extensions")
    ours = extensions.get(OURS) if isinstance(extensions, Mapping) else None
    return isinstance(ours, str) and ours.casefold() in ids


def _content(entry: Mapping[str, Json], name: str, visitor: str) -> str:
    said = entry.get("content")
    text = said[:_MOST_LOOKED_AT] if isinstance(said, str) else ""
    return one_line(resolved(without_decorators(text), name, visitor))


def _fitting(text: str) -> str:
    """Cut a text to the longest a fact may be, at the end of a sentence if possible."""
    if len(text) <= _MOST_TEXT:
        return text
    cut = text[:_MOST_TEXT]
    end = max(cut.rfind(mark) for mark in (". ", "! ", "? ", "。", "！", "？"))
    return cut[: end + 1] if end > 0 else f"{cut[:-1]}…"


def without_decorators(text: str) -> str:
    """Return an entry's text without the decorator lines of V3, which control when it is shown."""
    return _DECORATOR.sub("", text)


def _keys(entry: Mapping[str, Json]) -> list[str]:
    if entry.get("use_regex") is True:
        return []
    words = [word for key in ("keys", "secondary_keys") for word in _words(entry.get(key))]
    clean = [one_line(cleaned(word[:400])) for word in words[: _MOST_KEYS * 2]]
    fitting = [
        one for one in clean if 0 < len(one) <= _MOST_KEY and not one.startswith("/") and "{{" not in one
    ]
    return list(dict.fromkeys(fitting))[:_MOST_KEYS]


def _words(said: Json) -> Sequence[str]:
    """Return key words as a list. The specification has them as a list in one place and comma-separated in
    another.
    """
    if isinstance(said, str):
        return said[:2_000].split(",")
    return [one for one in said if isinstance(one, str)] if isinstance(said, list) else []


def _free(entry: Mapping[str, Json], keys: Sequence[str], text: str, taken: Collection[str]) -> str:
    """Return an unused fact id: the entry's own Townwright id, or one made from its name or first key
    word.
    """
    extensions = entry.get("extensions")
    ours = extensions.get(OURS) if isinstance(extensions, Mapping) else None
    named = [
        one for one in (ours, entry.get("name"), entry.get("comment"), *keys, text) if isinstance(one, str)
    ]
    stems = (_NO_ID.sub("-", one_line(cleaned(one[:60])).casefold())[:30].strip("-_") for one in named)
    stem = next((one for one in stems if is_id(one)), "lore")
    tried = (f"{stem}-{n}" if n > 1 else stem for n in range(1, len(taken) + 2))
    return next(one for one in tried if one.casefold() not in taken)


def book_of(facts: Sequence[FactPart], agent: str, name: str) -> Mapping[str, Json] | None:
    """Return an agent's facts at the beginning as a lorebook, or None if there are none."""
    entries = list(_entries(facts, agent))
    return {"name": f"What {name} knows", "extensions": {}, "entries": entries} if entries else None


def _entries(facts: Sequence[FactPart], agent: str) -> Iterator[Mapping[str, Json]]:
    known = [fact for fact in facts if agent in fact.known_by]
    for order, fact in enumerate(known):
        yield {
            "keys": list(fact.key_words) or [fact.id],
            "content": fact.text,
            "extensions": {OURS: fact.id},
            "enabled": True,
            "insertion_order": order,
            "use_regex": False,
            "name": fact.id,
            "id": order,
        }
