"""Leaning: how far the agent leans to a yes, and the matter that a question asks about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.prompts.known import Acquaintance
from engine.records import Memory, Name
from engine.rehearsal.interview.question import Asked, Reply, is_named
from engine.rehearsal.recollect import overlap
from engine.rehearsal.understand import content_words

_MOST_OF_IT = 0.6  # of the words asked about, that a text must touch to speak of the same matter


@dataclass(frozen=True, slots=True)
class Leaning:
    """How far the agent says yes, from 0 to 1, and why.

    `share` is None if the agent knows of the matter but is undecided or cannot say how much. `yes` is the
    answer to a yes-or-no question, if it does not follow from `share`.
    """

    share: float | None
    reply: Reply
    yes: bool | None = None

    @property
    def verdict(self) -> bool | None:
        """Return the answer to a yes-or-no question, or None for neither."""
        if self.yes is not None or self.share is None or self.share == 0.5:
            return self.yes
        return self.share > 0.5

    def reversed(self) -> Leaning:
        """Return the answer to the opposite question."""
        share = None if self.share is None else 1 - self.share
        return Leaning(share, self.reply, None if self.yes is None else not self.yes)


def matter(asked: Asked) -> frozenset[str]:
    """Return the words of a question's matter, without question words and names of people."""
    bare = asked.pack.patterns["op_asking"].sub(" ", asked.question)
    names = (asked.me.name, *(name for name in asked.me.everybody if is_named(name, asked.question)))
    named = frozenset[str]().union(
        *(content_words(f"{name.full} {name.called}", asked.pack) for name in names)
    )
    possessive = {f"{word}{end}" for word in named for end in ("'s", "’s")}
    return content_words(bare, asked.pack) - named - possessive


def touches(asked: Asked, topics: frozenset[str], text: str) -> bool:
    """Return whether a text mentions most of the topics asked about."""
    found = overlap(topics, text, asked.pack) + sum(
        1 for topic in topics if len(topic) == 1 and topic in text
    )
    return bool(topics) and found >= max(1, _MOST_OF_IT * len(topics) - 0.01)


def of_it(asked: Asked, topics: frozenset[str]) -> Iterator[tuple[int, Memory]]:
    """Yield the memories about the topics with their numbers, plans last and the most important first.

    Quoted lines are left out.
    """
    found = [
        (number, memory)
        for number, memory in asked.numbered()
        if touches(asked, topics, memory.text) and not asked.pack.finds("said", memory.text)
    ]
    yield from sorted(found, key=lambda each: (each[1].kind == "plan", -each[1].importance, each[0]))


def falls_on(asked: Asked, memory: Memory) -> int | None:
    """Return the minute that a memory refers to, or None."""
    if memory.when is not None:
        return memory.when
    calendar = asked.pack.calendar
    return calendar.read(memory.text, memory.minute, asked.prompt.starts).minute(memory.minute)


def told(asked: Asked, number: int, memory: Memory, frame: str = "remember") -> Reply:
    """Return a memory as the reason for an answer."""
    return Reply((asked.say(frame, core=asked.recount(memory)),), (number,))


def is_about_oneself(asked: Asked) -> Leaning | None:
    """Say that the agent cannot judge itself, if the question names it, or return None."""
    if not is_named(asked.me.name, asked.question):
        return None
    return Leaning(None, Reply((asked.say("op_myself"),)))


def who_is_asked_about(asked: Asked) -> Name | None:
    """Return the person of the town that a question names, other than the agent, or None."""
    if asked.person is not None:
        return asked.me.name_of(asked.person.agent)
    others = (name for name in asked.me.everybody if name != asked.me.name)
    return next((name for name in others if is_named(name, asked.question)), None)


def known_as(asked: Asked, name: Name) -> Acquaintance | None:
    """Return a person as the agent knows them, or None."""
    agent = asked.me.everybody.agent_of(name)
    return next((person for person in asked.prompt.people if person.agent == agent), None)
