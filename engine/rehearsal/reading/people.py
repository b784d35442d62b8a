"""People in a sentence: by name, by their relation to somebody, all of them, or unknown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from engine.language.any_word import any_word, names_any
from engine.records import EVERYBODY, AgentId, Persona
from engine.rehearsal.reading.tagging import Found, People
from engine.rehearsal.reading.words import Words

_FULL = 2  # names that most people have


class PeopleHere:
    """The people of a town and what they are called: by name, by title, all together.

    The name of a place is not taken for a person's: the General Stores.
    """

    def __init__(self, personas: Sequence[Persona], words: Words, *, places: Iterable[str] = ()) -> None:
        self.words = words
        self._places = {words.without_article(place).lower() for place in places}
        everybody = dict.fromkeys(words.everybody, (EVERYBODY,))
        self._agents = _roles(personas, words) | _names(personas, words) | everybody
        self._any = re.compile(any_word(self._agents, any_case=True))
        self._lowered = {said.lower(): agents for said, agents in self._agents.items()}
        self.pronouns = {persona.id: persona.pronouns for persona in personas}
        self._full = {persona.id: persona.name for persona in personas}
        self._oneself = re.compile(any_word(words.oneself, any_case=True))
        self._selves = {word.lower() for word in words.oneself}

    def found(self, text: str) -> Iterator[Found]:
        """Yield the positions at which a text names people."""
        for match in self._any.finditer(text):
            if agents := self._lowered.get(match[0].lower()):  # not İ, which matches I
                fondly = self.words.fondly.search(text, 0, match.start())
                yield Found((fondly or match).start(), match.end(), People(agents))
        for match in self.words.whoever.finditer(text):
            yield Found(match.start(), match.end(), People((EVERYBODY,)))

    def by_full_name(self, text: str, of: Sequence[AgentId]) -> str:
        """Return a text with full names for some people in place of names that are no part of them.

        Example: 老周 becomes 周大山.
        """

        def named(found: re.Match[str]) -> str:
            agents = self._lowered.get(found[0].lower(), ())
            full = self._full.get(agents[0], "") if len(agents) == 1 and agents[0] in of else ""
            return full if full and found[0] not in full else found[0]

        return self._any.sub(named, text)

    def oneself(self, text: str, me: People) -> Iterator[Found]:
        """Yield the positions at which a text refers to the agent by a pronoun."""
        for match in self._oneself.finditer(text):
            if match[0].lower() in self._selves and not self.words.of_us.match(text, match.start()):
                yield Found(match.start(), match.end(), me)

    def strangers(self, text: str) -> Iterator[Found]:
        """Yield the positions of unknown names: words like a name after a verb that is done to people."""
        for match in self.words.stranger.finditer(text):
            named: re.Match[str] | None = match
            while named is not None:
                name = named["name"]
                if name.split()[0].lower() in self.words.no_names:
                    break
                if name.lower() not in self._lowered and name.lower() not in self._places:
                    yield Found(named.start("name"), named.end("name"), People((), name))
                named = self.words.another_stranger.match(text, named.end())


_BARE = "{kind}"


class WhoIsMeant:
    """The people of a town as one of them refers to them: also "my sister", and themselves."""

    def __init__(self, here: PeopleHere, me: Persona) -> None:
        self._here, self._me = here, me.id
        self._ties = ties(me, here.words)
        self._lowered = {said.lower(): agents for said, agents in self._ties.items()}

    @cached_property
    def _any_tie(self) -> re.Pattern[str]:
        return re.compile(any_word(self._ties, any_case=True))

    def by_full_name(self, text: str, of: Sequence[AgentId]) -> str:
        """Return a text with full names for some people in place of names that are no part of them."""
        return self._here.by_full_name(text, of)

    def all_but(self, some: Sequence[AgentId]) -> tuple[AgentId, ...]:
        """Return everybody in town except some people."""
        return tuple(agent for agent in self._here.pronouns if agent not in some)

    def __call__(self, text: str) -> Sequence[Found]:
        """Return all positions at which a text refers to people."""
        me = self._here.oneself(text, People((self._me,)))
        known = [*self._here.found(text), *me, *self._tied(text)]
        strangers = [one for one in self._here.strangers(text) if all(_apart(one, other) for other in known)]
        return [*known, *strangers, *self._pronouns(text, [*known, *strangers])]

    def _tied(self, text: str) -> Iterator[Found]:
        """Yield the positions at which a text names people by their relation to the agent."""
        if not names_any(self._lowered, text):
            return
        for match in self._any_tie.finditer(text):
            if agents := self._lowered.get(match[0].lower()):
                yield Found(match.start(), match.end(), People(agents))

    def _pronouns(self, text: str, named: Sequence[Found]) -> Iterator[Found]:
        """Yield the pronouns that refer to the person named last before them, other than the agent."""
        others = [one for one in named if one.meant != People((self._me,))]
        for match in self._here.words.him.finditer(text):
            before = [one for one in others if one.end <= match.start() and self._fits(one, match[0])]
            if before:
                yield Found(match.start(), match.end(), max(before, key=lambda one: one.end).meant)

    def _fits(self, one: Found, pronoun: str) -> bool:
        """Return whether a pronoun such as `him` may refer to the people found."""
        wanted = self._here.words.genders.get(pronoun.lower())
        if wanted is None or not isinstance(one.meant, People) or one.meant.stranger:
            return True
        pronouns = {self._here.pronouns.get(agent, "") for agent in one.meant.agents}
        return pronouns <= {*wanted, "they"}


def _apart(one: Found, other: Found) -> bool:
    return one.end <= other.start or other.end <= one.start


def _names(personas: Sequence[Persona], words: Words) -> dict[str, tuple[AgentId, ...]]:
    """Return the names that mean one agent: full and short names, and unique parts of names and titles."""
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
        if words.spaced and families[family] == 1 and len(persona.name.split()) > _FULL:
            said[f"{persona.name.split()[0]} {family}"] = (persona.id,)  # "Lieutenant Voss", of three names
        if words.spaced:
            whole = (words.titled.format(title=title, name=persona.name) for title in words.titles)
            said.update(dict.fromkeys(whole, (persona.id,)))
        said |= _by_title(persona, personas, words)
        if families[family] == 1:
            nicknames = (each.format(family=family, last=persona.name[-1]) for each in words.nicknames)
            said.update((name, (persona.id,)) for name in nicknames if name not in said)
        short = f"{persona.called} {family}" if persona.called and words.spaced else ""
        called = (persona.name, persona.called, short, *words.short(persona.name))
        said.update((name, (persona.id,)) for name in called if name)
    return said


def _by_title(persona: Persona, personas: Sequence[Persona], words: Words) -> dict[str, tuple[AgentId, ...]]:
    """Return the names of a person whose name begins with a title: without it, and by the title.

    If several people have the title, a plural form of it means all of them.
    """
    title, _, rest = persona.name.partition(" ")
    if not (words.spaced and rest and title in words.titles):
        return {}
    alike = tuple(one.id for one in personas if one.name.split()[0] == title)
    whole: dict[str, tuple[AgentId, ...]] = {rest: (persona.id,)}  # "Philippa Stone", of Dr Philippa Stone
    if len(alike) == 1:
        return whole | {words.known_as.format(kind=title): alike}  # "the Captain"
    return whole | {each.format(title=title.lower()): alike for each in words.titled_alike}


def _roles(personas: Sequence[Persona], words: Words) -> dict[str, tuple[AgentId, ...]]:
    """Return names for people by their relation to others, such as `the passenger`.

    Several others must have that relation to them, and nobody may have it to anybody else.
    """
    bonds = [bond for persona in personas for bond in persona.bonds if bond.kind]
    to_how_many = Counter((bond.kind, bond.other) for bond in bonds)
    how_many = Counter(kind for kind, _ in to_how_many)
    return {
        words.known_as.format(kind=kind): (other,)
        for (kind, other), many in to_how_many.items()
        if words.known_as and many > 1 and how_many[kind] == 1 and kind not in words.no_names
    }


def _parts_of(persona: Persona) -> tuple[str, ...]:
    """Return the words of a persona's full and short name."""
    return tuple(dict.fromkeys((*persona.name.split(), *(persona.called or "").split())))


def ties(me: Persona, words: Words) -> dict[str, tuple[AgentId, ...]]:
    """Return the words for people by their relation to a persona: `your sister`, `her husband`."""
    bonds = [(words.without_article(bond.kind), bond.other) for bond in me.bonds if bond.kind]
    kinds = Counter(kind for kind, _ in bonds)
    return {
        frame.format(kind=kind): (other,)
        for kind, other in bonds
        for frame in words.my
        if kinds[kind] == 1 and not (frame == _BARE and kind in words.no_names)
    }
