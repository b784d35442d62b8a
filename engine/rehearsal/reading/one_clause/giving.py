"""What is given: an occasion, or something to somebody, which may be named by the same words."""

from __future__ import annotations

import re
from itertools import pairwise

from engine.language.verb_forms import base_form
from engine.rehearsal.reading.parse.grammar import Grammar
from engine.rehearsal.reading.parse.tokens import Token, tokens_of

_NO_THINGS = ("prepositions", "conjunctions", "adverbs", "fronts", "determiners", "be", "self", "everybody")


def is_given_to(found: re.Match[str], read: str, grammar: Grammar | None) -> bool:
    """Return whether what a frame found as an occasion is part of a thing that somebody is given: "give the
    goats their evening feed", "give evening lessons", "ask Ann for a tea towel".
    """
    slots = found.groupdict()
    what = (slots.get("what") or "").lower().split()
    if grammar is None or not what:
        return False
    is_a = grammar.is_a
    two = any(is_a("determiners", word) and not is_a("prepositions", last) for last, word in pairwise(what))
    first = next((token.low for token in tokens_of(found[0]) if token.is_word), "")
    gives = bool(slots.get("people")) or is_a("gives", base_form(first) or first)
    after = tokens_of(read[found.end() :])[:1] if gives else ()
    return two or any(_is_thing(token, grammar) for token in after)


def _is_thing(token: Token, grammar: Grammar) -> bool:
    """Return whether a word right behind a noun is another, of which that only says more."""
    return token.is_word and not any(grammar.is_a(kind, token.low) for kind in _NO_THINGS)
