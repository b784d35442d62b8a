"""Answers about what happens on a day, and to what never happened."""

from __future__ import annotations

from dataclasses import replace

from engine.language.verb_forms import base_form
from engine.records import Memory
from engine.rehearsal.interview.bearing import PROPER, different
from engine.rehearsal.interview.lookup.time_asked import TimeAsked, lived_in, time_asked
from engine.rehearsal.interview.question import Asked, Reply, numbers
from engine.rehearsal.language.text import words_of
from engine.rehearsal.recollect import Found
from engine.rehearsal.understand import content_words

_MOST, _NEAR = 3, 30
_ASKING = ("asks_when", "asks_where", "asks_why", "asks_whether")
_BORNE_OUT = 0.6  # the share of a question's words that what happened has in common with it


def happens_on(asked: Asked) -> Reply | None:
    """Say what the agent knows to happen on a day that a question names, or that happened; or return None."""
    time = time_asked(asked)
    if time is None or asked.named:
        return None
    if time.clock is not None:
        time = replace(time, first=time.clock - _NEAR, last=time.clock + _NEAR)
    due = list(different(_of_different_hours(_due(asked, time)), asked))[:_MOST]
    if not due:
        return None if time.is_past(asked.prompt.now) else Reply((asked.say("nothing_on"),), knows=False)
    parts = [*asked.quoted("bearing", due[:1]), *asked.quoted("also", due[1:])]
    return Reply(tuple(parts), numbers(due), yes=True)


def never_happened(asked: Asked) -> Reply | None:
    """Deny what a question takes for granted of the agent's past, if nothing bears it out; else None."""
    if not asked.finds("asks_own_past"):
        return None
    words = claimed(asked)
    if not words or _is_borne_out(words, asked):
        return None
    frame = "never_did_whether" if asked.finds("asks_whether") else "never_did"
    return Reply((asked.say(frame),), yes=False, knows=False)


def _due(asked: Asked, time: TimeAsked) -> list[Found]:
    """Return the memories that refer to a time, what is written or agreed before what was heard."""
    matches = [
        Found(number, memory, memory.importance) for number, memory in asked.numbered()
        if memory.when is not None and time.first <= memory.when < time.last and _tells(memory, asked)
    ]  # fmt: skip

    def rank(match: Found) -> tuple[bool, int, int]:
        return (match.memory.kind == "talk", match.memory.when or 0, match.number)

    return sorted(matches, key=rank)


def _tells(memory: Memory, asked: Asked) -> bool:
    return bool(memory.text) and (memory.kind in ("seed", "talk") or bool(memory.evidence))


def _of_different_hours(matches: list[Found]) -> list[Found]:
    """Return the memories without those that refer to the same minute and place again."""
    first: dict[tuple[int | None, str], Found] = {}
    for match in matches:
        first.setdefault((match.memory.when, match.memory.place), match)
    return list(first.values())


def claimed(asked: Asked) -> frozenset[str]:
    """Return the words of what a question says the agent did: without people, time, and words of asking."""
    pack, bare = asked.pack, asked.question
    for name in asked.me.everybody:
        bare = bare.replace(name.full, " ").replace(name.called, " ")
    for pattern in _ASKING:
        bare = pack.patterns[pattern].sub(" ", bare)
    bare = pack.calendar.without(bare)
    small = content_words(pack.word("asking_words"), pack)
    words = content_words(bare, pack) - small
    words |= asked.short_things(bare) - pack.words["stop"].spaced
    if not words:  # such as `hit`, which is too short to be looked for elsewhere
        stop = pack.words["stop"]
        words = frozenset(word for word in words_of(bare) if word not in stop.spaced | set(stop.unspaced))
    return frozenset(_root(word, asked) for word in words)


def _is_borne_out(words: frozenset[str], asked: Asked) -> bool:
    """Tell whether something the agent lived or remembers has most of the words, and the people, in it."""
    people = {person.agent for person in asked.named}
    texts = [
        memory.text for memory in (*asked.prompt.recalled, *asked.prompt.engagements)
        if people <= set(memory.about) and memory.kind != "whisper"
        and not asked.pack.finds("said", memory.text)
    ]  # fmt: skip
    week = TimeAsked(0, asked.prompt.now)
    texts += asked.held_back  # what is not said is not denied either
    texts += [
        f"{row.doing} {asked.me.place(row.room)}" for row in lived_in(asked, week)
        if row.doing and people <= {*row.talked, *row.saw}
    ]  # fmt: skip
    names = frozenset(name.lower() for name in PROPER.findall(asked.question)) - asked.me.everybody.words
    return any(names and names <= set(words_of(text)) for text in texts) or any(
        is_most_in(text, words, asked) for text in texts
    )


def is_most_in(text: str, words: frozenset[str], asked: Asked) -> bool:
    """Tell whether most of some words, at their roots, are in a text."""
    if asked.pack.grammar.spaced:
        shared = len(words & {_root(word, asked) for word in words_of(text)})
    else:  # what stands apart in the text may be one word of the question
        shared = sum(all(letter in text for letter in word) for word in words)
    return shared >= _BORNE_OUT * len(words)


def _root(word: str, asked: Asked) -> str:
    return (base_form(word) or word) if asked.pack.grammar.spaced else word
