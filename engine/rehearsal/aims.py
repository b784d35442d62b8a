"""Aims: what an agent means to do with others, as the faculties of the rehearsal model see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from engine.language.verb_forms import base_form
from engine.practices.conduct import (
    BARS_COMPANY,
    BARS_GOING,
    DEEDS,
    HELD,
    PRIVATE,
    TO_MANY,
    is_due,
)
from engine.prompts.known import Aim
from engine.records import EVERYBODY, AgentId, Intention, Memory, Path
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.recollect import SAME_START
from engine.rehearsal.speaker import Speaker
from engine.rehearsal.understand import ALIKE, content_words

FRIENDLY = 0.3  # closeness from which on somebody is a friend
_HALF, _SEVERAL = 0.5, 2  # of a secret's words, how many give it away


def to_say(aims: Sequence[Aim], people: Sequence[AgentId], now: int) -> Aim | None:
    """Pick the aim that is due to be said to one of `people`, or None.

    Aims for particular people come before aims for everybody. What is about an occasion comes after the
    invitation to it.
    """
    here = set(people)
    due = [aim for aim in aims if is_due(aim.intention, now) and here & set(aim.left)]
    due = [
        aim for aim in due if aim.intention.kind != "aim" or "*" not in aim.intention.others
    ]  # others are asked
    asks = [one.what.rpartition(" ")[2] for aim in due if (one := aim.intention).kind in HELD and one.what]
    return min(
        due,
        key=lambda aim: (_speaks_of(aim.intention, asks), aim.intention.kind in TO_MANY),
        default=None,
    )


def is_for(aim: Aim, closeness: float, pack: Pack) -> bool:
    """Return whether an aim is spoken of with somebody that close: a wish of one's own only with friends."""
    one = aim.intention
    if one.kind != "aim" or closeness >= FRIENDLY:
        return True
    return is_of_many(one, pack)


def is_of_many(one: Intention, pack: Pack) -> bool:
    """Return whether an aim needs others: an office to be voted into, or something to win people over to."""
    return bool(one.what) and (pack.finds("deed_candidate", one.deed) or one.what not in one.deed)


def _speaks_of(one: Intention, occasions: Sequence[str]) -> bool:
    """Look for one of the `occasions` in an intention that is no invitation itself."""
    return one.kind not in HELD and any(what in one.content for what in occasions)


def is_ones_own_business(aims: Sequence[Aim], memory: Memory) -> bool:
    """Tell what the agent privately means to do or feels, which is no news for others."""
    return any(aim.intention.memory == memory.id and aim.intention.kind in PRIVATE for aim in aims)


def keeps_from(aims: Sequence[Aim], people: Sequence[AgentId], text: str, me: Speaker[Any]) -> bool:
    """Look in a text for a secret that one of `people` must not learn."""
    words = content_words(text, me.pack)
    return any(gives_away(words, secret, me) for secret in _secrets(aims, people, me.pack))


def is_kept(aims: Sequence[Aim], text: str, me: Speaker[Any]) -> bool:
    """Look in a text for a secret that the agent keeps from anybody."""
    kept_from = {agent for aim in aims if aim.intention.kind == "secret" for agent in aim.intention.others}
    return keeps_from(aims, [*sorted(kept_from)], text, me)


def gives_away(words: frozenset[str], secret: frozenset[str], me: Speaker[Any]) -> bool:
    """Look among the words of a text for those of a secret, in whatever inflected forms.

    That is so if they share most of the secret; half of it, with a person in common; or at least two words
    that are half of the secret or most of the text. Sharing only one thing, as any talk of letters does with
    a hidden letter, is not enough.
    """
    names = me.everybody.words
    kept, said = (rooted(each - names, me.pack) for each in (secret, words))
    shared = len(kept & said)
    if not kept or not shared:
        return bool(secret) and secret <= words
    if shared >= ALIKE * len(kept) or (secret & words & names and shared >= _HALF * len(kept)):
        return True
    return shared >= _SEVERAL and (shared >= _HALF * len(kept) or shared >= ALIKE * len(said))


@lru_cache(maxsize=4_096)
def rooted(words: frozenset[str], pack: Pack) -> frozenset[str]:
    """Return words without their inflection: `sold` and `sell`, `letter` and `letters` become the same."""
    if not pack.grammar.spaced:
        return words
    return frozenset((base_form(word) or word)[:SAME_START] for word in words)


def _secrets(aims: Sequence[Aim], people: Sequence[AgentId], pack: Pack) -> Iterator[frozenset[str]]:
    for aim in aims:
        one = aim.intention
        if one.kind == "secret" and (not one.others or {EVERYBODY, *people} & set(one.others)):
            yield content_words(one.content or one.what, pack)


def never_with(aims: Sequence[Aim], person: AgentId, now: int) -> bool:
    """Look for a prohibition to speak to a person that is in force at minute `now`."""
    return any(
        aim.intention.kind == "prohibition"
        and (aim.intention.forbids in BARS_COMPANY or aim.intention.is_daily)
        and (person in aim.intention.others or EVERYBODY in aim.intention.others)
        and aim.intention.binds_at(now)
        for aim in aims
    )


def never_goes(aims: Sequence[Aim], host: AgentId, place: Path, minute: int | None = None) -> bool:
    """Look for a prohibition to go to a host or a place, at a minute or (None) ever."""
    return any(
        one.kind == "prohibition"
        and one.forbids in BARS_GOING
        and (bool(host and host in one.others) or (not one.others and _lies_in(place, one.place)))
        and (minute is None or one.binds_at(minute))
        for one in (aim.intention for aim in aims)
    )


def _lies_in(room: Path, place: Path) -> bool:
    return bool(room and place) and (room == place or room.startswith(f"{place}/"))


def never_does(aims: Sequence[Aim], activity: str, pack: Pack, minute: int) -> bool:
    """Look for a prohibition of an activity that is in force at a minute."""
    words = content_words(activity, pack)
    barred = (
        one
        for one in (aim.intention for aim in aims)
        if one.kind == "prohibition" and one.forbids in DEEDS and not one.others
        if one.binds_at(minute)
    )
    return any(_is_of(one, activity, words, pack) for one in barred)


def _is_of(one: Intention, activity: str, words: frozenset[str], pack: Pack) -> bool:
    """Match an activity with what a prohibition forbids: its `what`, or all words of its deed."""
    if one.what:
        return one.what in activity or all(word in activity.lower().split() for word in one.what.split())
    wanted = content_words(pack.patterns["deed_touches"].sub("", one.deed), pack)
    return bool(wanted) and wanted <= words
