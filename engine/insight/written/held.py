"""A written sentence together with the clippings it cites, and queries on both."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from engine.clock import day_of, minute_at
from engine.cognition.thinker import Town
from engine.insight.written.clippings import Clipping
from engine.insight.written.words import PaperWords, paper_words
from engine.language.any_word import any_word
from engine.language.lexicon import Lexicon
from engine.language.sense import sense_of
from engine.language.times.read_times import read_times
from engine.language.times.rules import rules_of
from engine.language.times.time_reading import TimeReading
from engine.language.unspaced import has_unspaced
from engine.records import AgentId

_QUOTED = re.compile(
    r"“([^”]*)”|\"([^\"]*)\"|「([^」]*)」|『([^』]*)』|«([^»]*)»|(?<!\w)['‘]([^'’]{2,})['’](?!\w)"
)
_BEHIND = re.compile(r"：|:(?!\d)")
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'"})


@dataclass(frozen=True)
class Reader:
    """Reads texts of a town on a day: its names, words, times and numbers."""

    town: Town
    day: int

    @property
    def language(self) -> str:
        """Return the tag of the town's language."""
        return self.town.scenario.language

    @cached_property
    def words(self) -> PaperWords:
        """Return the words by which sentences of its language are checked."""
        return paper_words(self.language)

    @cached_property
    def insides(self) -> re.Pattern[str]:
        """Return a pattern for the names of rooms and objects in a lower-case text."""
        world = self.town.world
        return re.compile(
            any_word({part.lower() for path in (*world.rooms, *world.things) for part in path.split("/")[1:]})
        )

    @cached_property
    def names(self) -> re.Pattern[str]:
        """Return a pattern for the names of people and places in a lower-case text."""
        known = self.town.cast.known_as.values()
        people = (name for one in known for name in (one.full, one.called, *one.full.split()))
        return re.compile(any_word(name.lower() for name in (*people, *self.town.world.places) if name))

    @cached_property
    def _called(self) -> Mapping[str, AgentId]:
        cast = self.town.cast
        full = {one.full: agent for agent, one in cast.known_as.items()}
        short = {
            one.called: agent
            for agent, one in cast.known_as.items()
            if cast.mentioned(one.called) == (agent,)
        }
        return {**short, **full}

    @cached_property
    def _people(self) -> re.Pattern[str]:
        return re.compile(any_word(self._called))

    def named(self, text: str) -> list[AgentId]:
        """Return the agents named in a text, without those spoken to or heard from."""
        aside = self.words.aside
        found = self._people.finditer(text)
        return [self._called[one[0]] for one in found if not aside.search(text.lower(), 0, one.start())]

    def sources(self, text: str) -> list[AgentId]:
        """Return the agents from whom something was heard, in the text before the word for hearing."""
        source = self.words.source
        found = self._people.finditer(text)
        return [self._called[one[0]] for one in found if source.search(text.lower(), 0, one.start())]

    def first_named(self, text: str, at: int) -> list[AgentId]:
        """Return the agent named at a position of a text, in a list; empty if there is none."""
        found = self._people.match(text, at)
        return [self._called[found[0]]] if found else []

    def first_place(self, text: str) -> tuple[AgentId, int] | None:
        """Return the agent named first in a text, and the position after its name; None if there is none."""
        found = self._people.search(text)
        return (self._called[found[0]], found.end()) if found else None

    def places_of(self, text: str, agent: AgentId) -> list[int]:
        """Return the positions in a text at which an agent is named."""
        return [one.start() for one in self._people.finditer(text) if self._called[one[0]] == agent]

    def right_before(self, text: str, is_said: Callable[[str], bool]) -> list[AgentId]:
        """Return the agents named right before the first part of a text for which `is_said` holds.

        It is one agent, or a list of them in a row.
        """
        places = list(self._people.finditer(text))
        run: list[AgentId] = []
        for at, one in enumerate(places):
            if not self.words.aside.search(text.lower(), 0, one.start()):
                run.append(self._called[one[0]])
            ends = places[at + 1].start() if at + 1 < len(places) else len(text)
            between = text[one.end() : ends]
            if is_said(between):
                return run
            if not {*self.stems(between)} <= self.common:
                run = []
        return []

    def without_names(self, text: str) -> str:
        """Return a text in lower case with the names of people and places blanked out."""
        return self.names.sub(lambda name: " " * len(name[0]), text.lower())

    def without_numbers(self, text: str) -> str:
        """Return a text with its numbers blanked out."""
        return self._numbers(text).sub(lambda number: " " * len(number[0]), text)

    @cached_property
    def common(self) -> frozenset[str]:
        """Return the stems of words that have no meaning of their own."""
        sense = sense_of(self.language)
        return frozenset(self.stems(" ".join((*self.words.neutral, *(sense.told.common if sense else ())))))

    @cached_property
    def _lexicon(self) -> Lexicon:
        return Lexicon(self.language)

    def stems(self, text: str) -> list[str]:
        """Return the stems of the words of a text; for a script without spaces, every two characters."""
        return list(self._lexicon.terms(re.sub(r"['’]s\b", "", text)))

    def times(self, text: str) -> tuple[TimeReading, ...]:
        """Return the times given in a text, read as of the beginning of the day."""
        return read_times(text, self.language, minute_at(self.day, 0), self.town.scenario.starts)

    def numbers(self, text: str) -> Mapping[int, str]:
        """Return the numbers in a text, in digits or words, with their wording.

        The number one is left out.
        """
        value_of = rules_of(self.language).numbers.value
        found = (match[0] for match in self._numbers(text).finditer(text))
        values = {value: said for said in found if (value := value_of(said)) is not None}
        return {value: said for value, said in values.items() if value != 1}

    def _numbers(self, text: str) -> re.Pattern[str]:
        return self.words.numbers if has_unspaced(text) else self._number_words

    @cached_property
    def _number_words(self) -> re.Pattern[str]:
        return re.compile(rf"\d+|\b{rules_of(self.language).numbers.word}\b", re.IGNORECASE)


@dataclass(frozen=True)
class Held:
    """A sentence about an agent (or nobody), and the clippings it cites."""

    reader: Reader
    text: str
    about: AgentId
    cited: Sequence[Clipping]

    # ---- the sentence

    @cached_property
    def quotes(self) -> tuple[str, ...]:
        """Return the texts in quotation marks."""
        return tuple(next(filter(None, found), "") for found in _QUOTED.findall(self.text))

    @cached_property
    def outside(self) -> str:
        """Return the sentence without its quotes."""
        return _QUOTED.sub("“”", self.text)

    @cached_property
    def people(self) -> tuple[AgentId, ...]:
        """Return the agents named outside of quotes, and the one it is about."""
        named = self.reader.town.cast.mentioned(self.outside)
        return tuple(dict.fromkeys((*named, *((self.about,) if self.about else ()))))

    @cached_property
    def times(self) -> tuple[TimeReading, ...]:
        """Return the times given outside of quotes."""
        return self.reader.times(self.outside)

    @cached_property
    def timeless(self) -> str:
        """Return the sentence without quotes and times."""
        text = self.outside
        for one in self.times:
            text = f"{text[: one.start]}{' ' * (one.end - one.start)}{text[one.end :]}"
        return text

    # ---- what it cites

    @cached_property
    def says(self) -> tuple[str, ...]:
        """Return all texts of the clippings."""
        return tuple(chain.from_iterable(one.says for one in self.cited))

    @cached_property
    def evidence(self) -> str:
        """Return all texts of the clippings as one text in plain form."""
        return plain("\n".join(self.says))

    @cached_property
    def known(self) -> frozenset[AgentId]:
        """Return the agents of the clippings."""
        return frozenset(chain.from_iterable(one.people for one in self.cited))

    @cached_property
    def said_when(self) -> tuple[TimeReading, ...]:
        """Return the times given in the clippings."""
        return tuple(chain.from_iterable(map(self.reader.times, self.says)))

    @cached_property
    def minutes(self) -> frozenset[int]:
        """Return the minutes of the clippings' rows."""
        return frozenset(chain.from_iterable(one.minutes for one in self.cited))

    @cached_property
    def days(self) -> frozenset[int]:
        """Return the days given in the clippings; if they give none, those of their rows and today."""
        told = [day for one in self.said_when if one.says_day and one.days is not None for day in one.days]
        return frozenset(told or (self.reader.day, *map(day_of, self.minutes)))

    @cached_property
    def moments(self) -> frozenset[int]:
        """Return the minutes of the clippings' rows, and those given in them by day and hour."""
        told = (one.first for one in self.said_when if one.exact == "clock" and one.first is not None)
        return self.minutes.union(told)

    @cached_property
    def counted(self) -> frozenset[int]:
        """Return the numbers in the clippings."""
        return frozenset(chain.from_iterable(map(self.reader.numbers, self.says)))

    @cached_property
    def told(self) -> Sequence[str]:
        """Return the clippings' sentences by rule, without quotes and without what follows a colon."""
        return [_BEHIND.split(_QUOTED.sub("“”", one.text))[0] for one in self.cited]

    @cached_property
    def frames(self) -> tuple[str, ...]:
        """Return the clippings' texts of facts, without quotes."""
        return tuple(_QUOTED.sub("“”", says) for one in self.cited for says in one.states)

    @cached_property
    def is_told_as_said(self) -> bool:
        """Return whether the sentence presents its content as something said."""
        return bool(self.quotes) or self.reader.words.tells.search(self.outside.lower()) is not None

    @cached_property
    def bearing(self) -> str:
        """Return the text that must contain its words: all texts if it is told as said, else only facts."""
        return self.evidence if self.is_told_as_said else plain("\n".join(self.frames))


def plain(text: str) -> str:
    """Return a text in lower case, with straight apostrophes and single blanks."""
    return " ".join(text.translate(_APOSTROPHES).lower().split())


def joined(words: Iterable[str]) -> str:
    """Return some words as a list for a reader, each once."""
    return ", ".join(dict.fromkeys(words))
