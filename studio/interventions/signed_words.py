"""Signers of interventions, and the ends of sentences about them, in the reader's language."""

from __future__ import annotations

from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

_NOBODY_SAID = marked("author")  # who did what nobody signed


def who_words(who: str) -> str:
    """Return the signer's name."""
    return tr(who) if who == _NOBODY_SAID else who


def signed_words(who: str, why: str) -> str:
    """Return the signer, with the reason if given."""
    return tr("{who}: {why}", who=who_words(who), why=why) if why else who_words(who)


def ends(words: str) -> bool:
    """Return whether a text ends like a sentence."""
    return words.endswith((".", "!", "?", "”", "…", "。", "！", "？"))


def closed(words: str) -> str:
    """Return a text with a full stop, unless a closing quotation already has one, as in Chinese."""
    return words if words.endswith("。”") else tr("{words}.", words=words)
