"""Turning: what is said by one as the other says it, and as it goes on inside a sentence."""

from __future__ import annotations

from engine.rehearsal.conversation.talk import Talk
from engine.rehearsal.language.third_person import in_third_person


def lowered(said: str, talk: Talk) -> str:
    """Return words as they go on inside a sentence: they begin with a verb or a question word, or with I or
    a name.
    """
    first = said.partition(" ")[0].partition("'")[0]
    known = any(first in (name.called, *name.full.split()) for name in talk.speaker.everybody)
    if known or first == talk.pack.grammar.first.subject or not talk.pack.grammar.spaced:
        return said
    return said[:1].lower() + said[1:]


def turned(what: str, talk: Talk) -> str:
    """Return what the other spoke of as the speaker names it again: `your ladder` becomes `my ladder`."""
    theirs = in_third_person(what.strip(), talk.one, talk.speaker.name, talk.pack.grammar)
    return lowered(talk.speaker.own(theirs, talk.one), talk)
