"""Answers about what the agent holds of a subject that a question names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.records import Memory, MemoryKind, Name
from engine.rehearsal.interview.bearing import about_matter, different
from engine.rehearsal.interview.question import Asked, Reply, numbers
from engine.rehearsal.interview.remembering import about_candidates
from engine.rehearsal.interview.saying.hearer import hearer_of
from engine.rehearsal.recollect import Found, is_resolve, is_second_hand, overlap
from engine.rehearsal.understand import content_words

_MOST = 2
_KINDS: tuple[MemoryKind, ...] = ("seed", "talk", "plan", "reflection")
"""Which memories say what one holds, those that one knows best first."""


@dataclass(frozen=True, slots=True)
class _Subject:
    """What a question is about, in its words, and the people named with it."""

    text: str
    words: frozenset[str]
    people: tuple[Name, ...] = ()

    def stands_in(self, text: str, asked: Asked) -> bool:
        """Tell whether a text speaks of it."""
        if not all(name.full in text or name.called in text for name in self.people):
            return False
        if not asked.pack.grammar.spaced:
            return self.text in text
        return overlap(self.words, text, asked.pack) == len(self.words)


def heard_of(asked: Asked) -> Reply | None:
    """Say what the agent has heard of something, or that it has not; None if that is only a person."""
    subject = _subject(asked)
    if asked.named and subject is None:
        return None
    known = about_candidates(asked) if asked.finds("ask_candidate") else None
    known = known or about_subject(asked)
    known = known or (None if asked.finds("asks_whether") else about_matter(asked)) or spoken_of(asked)
    return known or Reply((asked.say("heard_nothing"),), yes=False, knows=False)


def about_subject(asked: Asked) -> Reply | None:
    """Say what the agent holds of the subject of a question, or that it keeps that to itself; or None."""
    subject = _subject(asked)
    if subject is None:
        return None
    matches = list(different(sorted(_held(subject, asked), key=_best_known), asked))[:_MOST]
    if matches:
        parts = [*asked.quoted("bearing", matches[:1]), *asked.quoted("also", matches[1:])]
        return Reply(tuple(parts), numbers(matches), yes=True)
    if any(subject.stands_in(text, asked) for text in asked.held_back):
        return Reply((asked.say("rather_not"),), knows=False)
    return None


def whose_subject(asked: Asked) -> Reply | None:
    """Say who spoke of what a question is about, unless it asks whether something is so; or return None."""
    return None if asked.finds("asks_whether") else spoken_of(asked)


def spoken_of(asked: Asked) -> Reply | None:
    """Say who spoke of the subject of a question, if the agent holds no more of it than that; or None."""
    pack, things = asked.pack, asked.things(asked.question)
    named = _Subject(things, content_words(things, pack) - asked.me.everybody.words)
    subject = _subject(asked) or (named if named.words else None)
    if subject is None:
        return None
    asker = hearer_of(asked.prompt.asker, asked.me)
    for number, memory in reversed(asked.numbered()):
        line = pack.patterns["said"].match(memory.text) if memory.kind == "talk" else None
        of_asker = asker is not None and asker in asked.says(memory).people
        if line and subject.stands_in(line["text"], asked) and not of_asker:
            speaker = asked.me.everybody.by_full.get(line["speaker"])
            if speaker is not None and speaker != asked.me.name:
                return Reply((asked.say("spoken_of", other=speaker.called),), (number,), knows=False)
    return None


def _subject(asked: Asked) -> _Subject | None:
    hit = asked.pack.patterns["asks_about"].search(asked.question)
    text = next((text.strip() for text in hit.groups() if text), "") if hit else ""
    people = tuple(asked.me.name_of(person.agent) for person in asked.named)
    bare = text
    for name in people:
        bare = bare.replace(name.full, " ").replace(name.called, " ")
    words = content_words(bare, asked.pack) | asked.short_things(bare)
    if not words and (asked.pack.grammar.spaced or people):
        return None
    return _Subject(text, words, people) if text else None


def _held(subject: _Subject, asked: Asked) -> Iterator[Found]:
    for number, memory in asked.numbered():
        if _says_it(memory, asked) and subject.stands_in(memory.text, asked):
            yield Found(number, memory, memory.importance)


def _says_it(memory: Memory, asked: Asked) -> bool:
    """Tell whether a memory says something that the agent holds, rather than what was said or resolved."""
    if not memory.text or memory.kind not in _KINDS:
        return False
    if memory.kind == "plan":
        return bool(memory.evidence) and not is_resolve(memory, asked.pack)
    return memory.kind != "talk" or not is_second_hand(memory, asked.pack)


def _best_known(match: Found) -> tuple[int, float, int]:
    return (_KINDS.index(match.memory.kind), -match.fit, match.number)
