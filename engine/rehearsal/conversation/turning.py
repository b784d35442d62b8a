"""Turning: words of one speaker as another says them, and as they continue inside a sentence."""

from __future__ import annotations

from engine.rehearsal.conversation.talk import Talk
from engine.rehearsal.language.third_person import in_third_person


def lowered(said: str, talk: Talk) -> str:
    """Return words in lower case at the start, as inside a sentence, unless they begin with `I` or a name."""
    first = said.partition(" ")[0].partition("'")[0]
    known = any(first in (name.called, *name.full.split()) for name in talk.speaker.everybody)
    if known or first == talk.pack.grammar.first.subject or not talk.pack.grammar.spaced:
        return said
    return said[:1].lower() + said[1:]


def turned(what: str, talk: Talk) -> str:
    """Return something that the other spoke of as the speaker names it: `your ladder` becomes `my ladder`."""
    me = talk.speaker
    theirs = in_third_person(what.strip(), talk.one, me.name, me.everybody, talk.pack.grammar)
    return lowered(me.own(theirs, talk.one), talk)
