"""Whom the words of a sentence mean: by name, by what they are to somebody, all of them, or nobody here."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.intentions.tagging import Found, People
from engine.intentions.understood import EVERYBODY
from engine.intentions.words import Words
from engine.language.any_word import any_word
from engine.records import AgentId, Persona


class WhoIsMeant:
    """The people of a town as `reader` may speak of them: names, titles, what they are to one."""

    def __init__(self, personas: Iterable[Persona], me: Persona | None, words: Words) -> None:
        self._words = words
        self._me = me.id if me else ""
        everybody = list(personas)
        self._agents = _names(everybody, words)
        self._agents.update(dict.fromkeys(words.everybody, (EVERYBODY,)))
        if me is not None:
            self._agents.update(_ties(me, everybody, words))
            self._agents.update(dict.fromkeys(words.oneself, (me.id,)))
        self._any = re.compile(any_word(self._agents, any_case=True))
        self._lowered = {said.lower(): agents for said, agents in self._agents.items()}

    def __call__(self, text: str) -> Sequence[Found]:
        """Return where a text speaks of people."""
        known = [Found(m.start(), m.end(), People(self._lowered[m[0].lower()])) for m in self._any.finditer(text)]
        strangers = [one for one in self._strangers(text) if all(_apart(one, other) for other in known)]
        named = [*known, *strangers]
        return [*named, *self._pronouns(text, named)]

    def _pronouns(self, text: str, named: Sequence[Found]) -> Iterator[Found]:
        """Yield the words that stand for whoever was named last before them, and is not one oneself."""
        others = [one for one in named if one.meant != People((self._me,))]
        for found in self._words.him.finditer(text):
            before = [one for one in others if one.end <= found.start()]
            if before:
                last = max(before, key=lambda one: one.end)
                yield Found(found.start(), found.end(), last.meant)

    def _strangers(self, text: str) -> Iterator[Found]:
        """Yield what looks like the name of somebody, and is nobody's here: it follows what one does to
        people.
        """
        if self._words.stranger is None:
            return
        for found in self._words.stranger.finditer(text):
            name = found["name"]
            if name.split()[0].lower() not in self._words.no_names and name.lower() not in self._lowered:
                yield Found(found.start("name"), found.end("name"), People((), name))


def _apart(one: Found, other: Found) -> bool:
    return one.end <= other.start or other.end <= one.start


def _names(personas: Sequence[Persona], words: Words) -> dict[str, tuple[AgentId, ...]]:
    """Return full names, what people are called, and parts of a name and titles that only one has."""
    said: dict[str, tuple[AgentId, ...]] = {}
    parts = Counter(part for persona in personas for part in set(persona.name.split()))
    families = Counter(words.family_name(persona.name) for persona in personas)
    for persona in personas:
        own = persona.name.split()
        for part in own:
            if parts[part] == 1 and len(part) > 1:
                said[part] = (persona.id,)
        family = words.family_name(persona.name)
        if families[family] == 1:
            said.update((words.titled.format(title=title, name=family), (persona.id,)) for title in words.titles)
        said[persona.name] = (persona.id,)
        if persona.called:
            said[persona.called] = (persona.id,)
        said.update(dict.fromkeys(words.short(persona.name), (persona.id,)))
    return said


def _ties(me: Persona, personas: Sequence[Persona], words: Words) -> Mapping[str, tuple[AgentId, ...]]:
    """Return how one speaks of those one is bound to: `your sister`, `her husband`."""
    kinds = Counter(bond.kind for bond in me.bonds)
    here = {persona.id for persona in personas}
    return {
        frame.format(kind=bond.kind): (bond.other,)
        for bond in me.bonds
        for frame in words.my
        if bond.kind and kinds[bond.kind] == 1 and bond.other in here
    }
