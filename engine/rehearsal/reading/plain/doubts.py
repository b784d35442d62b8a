"""Doubts: how little of a sentence a reading has understood, to choose between two readings."""

from __future__ import annotations

from collections.abc import Sequence

from engine.intentions.understood import Understood
from engine.practices.conduct import DEEDS, HELD_TO, MARKS, PLANNED_FOR
from engine.records import AgentId
from engine.rehearsal.reading.plain.rules import PlainRules

_NOTHING_READ = 3  # is worse than one thing read too widely
_OF_ANOTHER = 2
_DONE = DEEDS | PLANNED_FOR | {"request"}
_BARRED = HELD_TO & MARKS.keys()  # what keeps somebody silent, or from something


def doubts(asks: Sequence[Understood], sentence: str, rules: PlainRules, me: AgentId, *, told: bool) -> int:
    """Count what speaks against a reading of a marked sentence.

    It counts if nothing was found, if a deed contains clauses of its own, if a prohibition was missed, or if
    an inner voice would have asked it of somebody else.
    """
    if not asks:
        return _NOTHING_READ
    unheard = rules.bars.search(sentence) is not None and not any(one.kind in _BARRED for one in asks)
    bare = len([one for one in asks if one.kind == "occasion"]) > 1 and any(map(_is_bare, asks))
    return unheard + bare + sum(_doubt(one, rules, me, told=told) for one in asks)


def _is_bare(one: Understood) -> bool:
    """Return whether an occasion has no place, hour or guests, so that it is the one named beside it."""
    return one.kind == "occasion" and not (one.place or one.when or one.others)


def _doubt(one: Understood, rules: PlainRules, me: AgentId, *, told: bool) -> int:
    doubt = 0
    if one.kind in _DONE and rules.swollen.search(one.deed):
        doubt += 1
    if one.forbids and one.deed == one.text and not (one.others or one.place or one.what):
        doubt += 1  # it bars nothing in particular
    if told and one.who not in ("", me, "*"):
        doubt += _OF_ANOTHER
    return doubt
