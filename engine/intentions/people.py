"""Whom the words of a sentence mean: by name, by what they are to somebody, all of them, or nobody here."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from engine.intentions.tagging import Found, People
from engine.intentions.understood import EVERYBODY
from engine.intentions.words import Words
from engine.language.any_word import any_word, names_any
from engine.records import AgentId, Persona


class PeopleHere:
    """The people of a town, and how they are spoken of: by name, by title, all together."""

    def __init__(self, personas: Sequence[Persona], words: Words) -> None:
        self.words = words
        self._agents = _names(personas, words) | dict.fromkeys(words.everybody, (EVERYBODY,))
        self._any = re.compile(any_word(self._agents, any_case=True))
        self._lowered = {said.lower(): agents for said, agents in self._agents.items()}
        self.pronouns = {persona.id: persona.pronouns for persona in personas}
        self._oneself = re.compile(any_word(words.oneself, any_case=True))
        self._selves = {word.lower() for word in words.oneself}

    def found(self, text: str) -> Iterator[Found]:
        """Yield where a text names people."""
        for match in self._any.finditer(text):
            if agents := self._lowered.get(match[0].lower()):  # not İ, which matches I
                yield Found(match.start(), match.end(), People(agents))

    def oneself(self, text: str, me: People) -> Iterator[Found]:
        """Yield where a text speaks of whom it is said to, or written of."""
        for match in self._oneself.finditer(text):
            if match[0].lower() in self._selves:
                yield Found(match.start(), match.end(), me)

    def strangers(self, text: str) -> Iterator[Found]:
        """Yield what looks like the name of somebody, and is nobody's here: it follows what one does to
        people.
        """
        if self.words.stranger is None:
            return
        for match in self.words.stranger.finditer(text):
            name = match["name"]
            if name.split()[0].lower() not in self.words.no_names and name.lower() not in self._lowered:
                yield Found(match.start("name"), match.end("name"), People((), name))


_BARE = "{kind}"


class WhoIsMeant:
    """The people of a town as one of them speaks of them: also "my sister", and oneself."""

    def __init__(self, here: PeopleHere, me: Persona) -> None:
        self._here, self._me = here, me.id
        self._ties = _ties(me, here.words)
        self._lowered = {said.lower(): agents for said, agents in self._ties.items()}

    @cached_property
    def _any_tie(self) -> re.Pattern[str]:
        return re.compile(any_word(self._ties, any_case=True))

    def all_but(self, some: Sequence[AgentId]) -> tuple[AgentId, ...]:
        """Return everybody in town but some of them."""
        return tuple(agent for agent in self._here.pronouns if agent not in some)

    def __call__(self, text: str) -> Sequence[Found]:
        """Return where a text speaks of people."""
        me = self._here.oneself(text, People((self._me,)))
        known = [*self._here.found(text), *me, *self._tied(text)]
        strangers = [one for one in self._here.strangers(text) if all(_apart(one, other) for other in known)]
        return [*known, *strangers, *self._pronouns(text, [*known, *strangers])]

    def _tied(self, text: str) -> Iterator[Found]:
        """Yield where a text names people by what they are to one."""
        if not names_any(self._lowered, text):
            return
        for match in self._any_tie.finditer(text):
            if agents := self._lowered.get(match[0].lower()):
                yield Found(match.start(), match.end(), People(agents))

    def _pronouns(self, text: str, named: Sequence[Found]) -> Iterator[Found]:
        """Yield the words that stand for whoever was named last before them, and is not one oneself."""
        others = [one for one in named if one.meant != People((self._me,))]
        for match in self._here.words.him.finditer(text):
            before = [one for one in others if one.end <= match.start() and self._fits(one, match[0])]
            if before:
                yield Found(match.start(), match.end(), max(before, key=lambda one: one.end).meant)

    def _fits(self, one: Found, pronoun: str) -> bool:
        """Return whether a word such as `him` may stand for somebody."""
        wanted = self._here.words.genders.get(pronoun.lower())
        if wanted is None or not isinstance(one.meant, People) or one.meant.stranger:
            return True
        pronouns = {self._here.pronouns.get(agent, "") for agent in one.meant.agents}
        return pronouns <= {*wanted, "they"}


def _apart(one: Found, other: Found) -> bool:
    return one.end <= other.start or other.end <= one.start


def _names(personas: Sequence[Persona], words: Words) -> dict[str, tuple[AgentId, ...]]:
    """Return full names, what people are called, and parts of a name and titles that only one has."""
    said: dict[str, tuple[AgentId, ...]] = {}
    parts = Counter(part for persona in personas for part in _parts_of(persona))
    families = Counter(words.family_name(persona.name) for persona in personas)
    for persona in personas:
        unique = [part for part in _parts_of(persona) if parts[part] == 1 and len(part) > 1]
        said.update(dict.fromkeys(unique, (persona.id,)))
        family = words.family_name(persona.name)
        if families[family] == 1:
            titled = (words.titled.format(title=title, name=family) for title in words.titles)
            said.update(dict.fromkeys(titled, (persona.id,)))
        if words.spaced:
            whole = (words.titled.format(title=title, name=persona.name) for title in words.titles)
            said.update(dict.fromkeys(whole, (persona.id,)))
        if families[family] == 1:
            nicknames = (each.format(family=family, last=persona.name[-1]) for each in words.nicknames)
            said.update((name, (persona.id,)) for name in nicknames if name not in said)
        short = f"{persona.called} {family}" if persona.called and words.spaced else ""
        called = (persona.name, persona.called, short, *words.short(persona.name))
        said.update((name, (persona.id,)) for name in called if name)
    return said


def _parts_of(persona: Persona) -> tuple[str, ...]:
    """Return the words of a full name, and of what somebody is called."""
    return tuple(dict.fromkeys((*persona.name.split(), *(persona.called or "").split())))


def _ties(me: Persona, words: Words) -> dict[str, tuple[AgentId, ...]]:
    """Return how one speaks of those one is bound to: `your sister`, `her husband`."""
    kinds = Counter(bond.kind for bond in me.bonds)
    return {
        frame.format(kind=bond.kind): (bond.other,)
        for bond in me.bonds
        for frame in words.my
        if bond.kind and kinds[bond.kind] == 1 and not (frame == _BARE and bond.kind in words.no_names)
    }
