"""Setting: the parts of a sentence that say how, when, if and why something is to be done."""

from __future__ import annotations

import re

from engine.rehearsal.reading.context import Context
from engine.rehearsal.reading.tagging import TIME
from engine.rehearsal.reading.words import Words


def without_its_setting(sentence: str, number: int, said: Context, words: Words) -> tuple[str, bool]:
    """Remove the parts of a sentence that only say how, when, if or why.

    The times in them are kept for the clause that follows, and the clauses are noted in the context. Also
    return whether one of them is a condition to wait for: "if he has not paid by noon, she asks him for it".
    """
    waits = False

    def times(found: re.Match[str]) -> str:
        nonlocal waits
        waits = waits or found["waits"] is not None
        said.note(found[0], number)
        kept = "".join(re.findall(TIME, found[0]))
        return f"{kept}，" if kept else ""

    sentence = words.to_no_avail.sub("", sentence)
    if words.rhetorical.search(sentence):  # 你怎么不去争一争？
        sentence = words.rhetorical.sub("", sentence).rstrip("？?吗呢嘛 ")
    sentence = words.twice.sub(words.once, sentence)
    sentence = words.for_me.sub(lambda found: _unless_me(found, said, words), sentence)
    sentence = words.listed.sub("", sentence)
    sentence = words.doubled.sub(lambda found: _once(found, words), words.manner.sub("", sentence))
    return words.circumstance.sub(times, sentence), waits


def _unless_me(found: re.Match[str], said: Context, words: Words) -> str:
    """Return an empty string for words that only say that the speaker asks: 都给我叫来."""
    return "" if said.marked.plain(found["me"]) == words.speaker else found[0]


def _once(found: re.Match[str], words: Words) -> str:
    """Return a doubled word, which softens a request, once, unless a frame has it doubled."""
    return found[0] if words.frames.have(found[0]) else found[1]
