"""Speakers: the persona of a prompt with its pack, random draws, and everybody's names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, Generic, TypeVar

from engine.clock import DAY
from engine.language.phrases import phrases
from engine.prompts.known import Acquaintance, CommonGround
from engine.prompts.prompt import Prompt
from engine.records import AgentId, Memory, Name, Names, Path, Persona
from engine.rehearsal.language.first_person import in_first_person
from engine.rehearsal.language.names import Everybody
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.phrases import NOBODY, Share
from engine.rehearsal.language.text import bare, sentence, tidy
from engine.rehearsal.mind import SAID_NAME, place_of
from engine.rehearsal.understand import understand

LONGEST_SAID = 260
LATELY = 60


P = TypeVar("P", bound=Prompt[Any])


@dataclass(frozen=True, slots=True)
class Speaker(Generic[P]):
    """A persona about to think or say something."""

    prompt: P
    pack: Pack
    draw: Random
    name: Name
    everybody: Everybody
    voices: frozenset[str]
    share: Share = NOBODY
    lately: str = ""  # what one has heard and said of late, in small letters

    @property
    def persona(self) -> Persona:
        """Return the persona as its author wrote it."""
        return self.prompt.persona

    @property
    def now(self) -> int:
        """Return the current minute of the town."""
        return self.prompt.now

    def say(self, frame: str, avoid: str = "", /, **values: str) -> str:
        """Return a phrase in the persona's voice, preferably one of its own and not heard or said lately.

        Return an empty string if none can be filled, or all stand in `avoid`.
        """
        book = self.pack.phrases
        return book.fresh(self.draw, frame, avoid, self.voices, self.share, self.lately, **values)

    def name_of(self, agent: AgentId) -> Name:
        """Return the names of an agent, or the word for somebody if it is unknown."""
        found = self.everybody.names.get(agent)
        if found is not None:
            return found
        somebody = self.pack.word("somebody")
        return Name(full=somebody, called=somebody)

    def address(self, person: Acquaintance) -> str:
        """Return what the speaker calls a person to their face."""
        return self.pack.addressing.of(self.name_of(person.agent), person, self.persona.age)

    def recount(self, memory: Memory) -> str:
        """Return a memory as told to a stranger: hearsay with its source, old observations in the past."""
        says = understand(memory.text[:400], self.everybody, self.pack)
        text = says.text if says.source else memory.text
        if memory.kind == "seed" and not any(day in text for day in self.pack.calendar.weekdays):
            text = self.pack.calendar.dated(
                text, memory.minute, self.prompt.starts
            )  # "tomorrow" is over by now
        seen = memory.kind == "observation" and self.now - memory.minute > LATELY
        core = self.own(self.in_the_past(text) if seen else text)
        if says.source is None or says.source == self.name:
            return core
        if self.name in (says.host if says.occasion else says.who,):  # nobody is told what is their own
            return self.say("recounted_of_me", source=says.source.called, core=self.inside(core))
        core = self.of_themselves(core, says.source)
        if says.origin is not None and says.origin not in (self.name, says.source):
            origin = says.origin.called
            return self.say(
                "recounted_from", source=says.source.called, origin=origin, core=self.inside(core)
            )
        return self.say("recounted", source=says.source.called, core=self.inside(core))

    def in_the_past(self, text: str) -> str:
        """Return a sentence of the present in the past tense."""
        for pattern, said in self.pack.past:
            text = pattern.sub(said, text)
        return text

    def of_themselves(self, core: str, teller: Name) -> str:
        """Return a person's words about themselves with a pronoun for the name: `Ada told me that she …`."""
        rest = core.removeprefix(teller.called)
        space = self.pack.grammar.joiner
        if rest == core or not rest.startswith(space) or teller.pronouns == "they":
            return core
        return self.pack.grammar.third[teller.pronouns].subject + rest

    def own(self, text: str, hearer: Name | None = None) -> str:
        """Return a memory in the first person, without a closing mark: `I owe you a letter`.

        It is put in the past tense if its time is over.
        """
        core = bare(tidy(text, LONGEST_SAID))
        due = self.pack.calendar.read(core, self.now, self.prompt.starts)
        if due.day is not None and (due.minute(self.now) or due.day * DAY) < self.now:
            core = self.in_the_past(core)
        when = self.pack.calendar.spoken(core, self.now, self.prompt.starts)
        return self.loosened(in_first_person(when, self.name, hearer, self.everybody, self.pack.grammar))

    def mine(self, activity: str, hearer: Name | None = None) -> str:
        """Return an activity in the first person: `eat at his window seat` gives `eat at my window seat`."""
        grammar, will = self.pack.grammar, self.pack.word("does_lead")
        space = " " if grammar.spaced else ""
        whole = f"{self.name.full}{space}{will}{space}{activity}"
        said = in_first_person(whole, self.name, hearer, self.everybody, grammar)
        said = self.inside(said.removeprefix(f"{grammar.first.subject}{space}{will}{space}"))
        return self._as_kin(said, hearer) if hearer is not None else said

    def _as_kin(self, said: str, hearer: Name) -> str:
        """Return an activity that names the hearer by relation (`my grandmother`) with `you` instead."""
        grammar = self.pack.grammar
        bonds = {bond.other: bond.kind for bond in self.persona.bonds}
        kin = bonds.pop(self.everybody.agent_of(hearer), "").lower()
        if not kin or not grammar.spaced or kin in map(str.lower, bonds.values()):
            return said
        mine = rf"(?<!\w){grammar.first.possessive} {re.escape(kin)}(?![\w'’])"
        return re.sub(mine, grammar.second.object, said)

    def inside(self, text: str) -> str:
        """Return a sentence as it stands inside another one."""
        first = re.split(r"[ ’']", text, maxsplit=1)[0]
        return text[:1].lower() + text[1:] if first.lower() in self.pack.grammar.lower_first else text

    def loosened(self, text: str) -> str:
        """Return a text with spoken contractions, unless the speaker has a stiff voice."""
        if any(voice in self.pack.words["stiff"] for voice in self.voices):
            return text
        for pattern, said in self.pack.spoken:
            text = pattern.sub(said, text)
        return text

    def told_of(self, text: str) -> str:
        """Return a sentence about others as friends tell it: short names, and days as people say them."""
        when = self.pack.calendar.spoken(bare(tidy(text, LONGEST_SAID)), self.now, self.prompt.starts)
        return self.everybody.called(when)

    def sentence(self, text: str, most: int = 400) -> str:
        """Return the text as a sentence of the language."""
        return sentence(text, self.pack.grammar.stop, most)

    def place(self, path: Path) -> str:
        """Return the name of a room's place as used in a sentence."""
        return place_words(path, self.pack)

    def whose(self, owner: Name | None, hearer: Name | None = None) -> str:
        """Return the possessive of an owner: `Isabel's`, `my mum's`, `your mum's`, `my` or `your`."""
        grammar = self.pack.grammar
        if owner is None:
            return self.pack.word("the_known")
        if owner == self.name:
            return grammar.first.possessive
        if owner == hearer:
            return grammar.second.possessive
        kinds = {self.name_of(bond.other): bond.kind for bond in self.persona.bonds}
        to_kin = hearer is not None and bool(self.pack.addressing.whose_kin(kinds.get(hearer, "")))
        people: Iterable[Acquaintance] = getattr(self.prompt, "people", ())
        to_kin = to_kin or any(each.lives_with and self.name_of(each.agent) == hearer for each in people)
        mine = "" if to_kin else self.pack.addressing.whose_kin(kinds.get(owner, ""))
        return mine or self._whose_of_theirs(owner, hearer) or grammar.possessive_of.format(name=owner.called)

    def _whose_of_theirs(self, owner: Name, hearer: Name | None) -> str:
        """Return the possessive of the hearer's parents and the like who live with them, or ""."""
        agent, ground = self.everybody.agent_of(owner), getattr(self.prompt, "ground", CommonGround())
        if hearer is None or agent in ground.household:
            return ""
        return self.pack.addressing.whose_kin(ground.kin.get(agent, ""), yours=True)

    def closest_first(self, people: Iterable[Acquaintance]) -> list[Acquaintance]:
        """Sort people by closeness, the closest first."""
        return sorted(people, key=lambda person: (-person.closeness, person.name))


def speaker_of(prompt: P, pack: Pack, draw: Random) -> Speaker[P]:
    """Build the speaker of a prompt."""
    persona = prompt.persona
    everybody = _everybody(prompt.names, tuple(_strangers(prompt, pack)))
    return Speaker(
        prompt,
        pack,
        draw,
        everybody.names[persona.id],
        everybody,
        pack.voices_of(persona),
        _shares(prompt.names).get(persona.id, NOBODY),
        "\n".join((*getattr(prompt, "heard", ()), *getattr(prompt, "said", ()))).lower(),
    )


@lru_cache(maxsize=64)
def _shares(names: Names) -> Mapping[AgentId, Share]:
    return {agent: Share(place, names.among) for place, agent in enumerate(names)}


def _strangers(prompt: Prompt[Any], pack: Pack) -> Iterator[tuple[AgentId, Name]]:
    """Yield the people in the prompt for whom the town has no names; none in a run."""
    people: tuple[Acquaintance, ...] = getattr(prompt, "people", ())
    for person in people:
        if person.agent not in prompt.names:
            yield person.agent, _named(person.name or person.agent, pack.language)
    persona = prompt.persona
    if persona.id not in prompt.names:
        called_so = persona.called or phrases(pack.language).short_name(persona.name)
        full = persona.name or persona.id
        yield persona.id, _fit(Name(full=full, called=called_so, pronouns=persona.pronouns))


@lru_cache(maxsize=64)
def _everybody(names: Names, strangers: tuple[tuple[AgentId, Name], ...]) -> Everybody:
    table = {agent: _fit(name) for agent, name in names.items()}
    for agent, name in strangers:
        table.setdefault(agent, name)
    return Everybody(Names(table, names.among, names.of_places))


@lru_cache(maxsize=8_192)
def place_words(path: Path, pack: Pack) -> str:
    """Return the name of a room's place as used in a sentence, or the word for somewhere."""
    name = tidy(place_of(path), SAID_NAME)
    return phrases(pack.language).place(name) if name else pack.word("somewhere")


def at_place(path: Path, pack: Pack) -> str:
    """Return where something at a room's place is, as used in a sentence: `at the Harbour Café`."""
    return pack.word("at_place").format(place=place_words(path, pack))


def renamed(said: str, words: str, others: str, pack: Pack, *, go_on: bool) -> str:
    """Return a sentence with other words for a place, where the old ones stand by themselves.

    In a script without spaces, words that may `go on` to a longer one stand by themselves before what follows
    the name of a place: `在家办酒`, not `在家具店`.
    """
    ends = rf"(?!\w|{pack.grammar.possessive_mark})"
    pattern = rf"(?<!\w){re.escape(words)}{ends}" if pack.grammar.spaced else re.escape(words)
    for found in re.finditer(pattern, said):
        if not go_on or pack.grammar.spaced or _follows_a_place(said[found.end() :], pack):
            return said[: found.start()] + others + said[found.end() :]
    return said


def _follows_a_place(rest: str, pack: Pack) -> bool:
    """Return whether the rest of a sentence can follow the name of a place."""
    name = pack.word("somewhere")
    found = pack.patterns["where"].match(pack.word("at_place").format(place=name) + rest)
    return found is not None and found["where"] == name


def about_others(memory: Memory, me: AgentId) -> tuple[AgentId, ...]:
    """Return the other agents that a memory is about."""
    return tuple(agent for agent in memory.about if agent != me)


def _fit(name: Name) -> Name:
    full = tidy(name.full, SAID_NAME) or "?"
    return Name(full=full, called=tidy(name.called, SAID_NAME) or full, pronouns=name.pronouns)


def _named(full: str, language: str) -> Name:
    return _fit(Name(full=full, called=phrases(language).short_name(full)))
