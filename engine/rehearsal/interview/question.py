"""A question as the interviewed agent understands it, and its reply."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random

from engine.clock import DAY, day_of
from engine.language.times.read_times import read_times
from engine.prompts.known import Acquaintance
from engine.prompts.questions import Interview
from engine.records import AgentId, Memory, MemoryKind, Name
from engine.rehearsal.interview.saying.hearer import hearer_of, unsaid
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import tidy
from engine.rehearsal.language.when import When
from engine.rehearsal.mind import closeness_of
from engine.rehearsal.recollect import ALL_KINDS, Found, recollect
from engine.rehearsal.speaker import Speaker, speaker_of
from engine.rehearsal.understand import Proposition, content_words, understand

LONGEST_QUESTION = 1_000
_PARTS = ((18 * 60, "evening"), (12 * 60 + 30, "afternoon"), (12 * 60, ""), (5 * 60, "morning"))
"""From when a clock time is said with which part of the day, the last first."""
_QUARTER = 15  # minutes
_STATES = (".", "!", "。", "！")  # at the end of a statement
_WITH_FAMILY_NAME = 3  # letters of a name in a script without spaces that has a given name of two


@dataclass(frozen=True, slots=True)
class Reply:
    """Sentences to say, and the numbers of the memories behind them.

    `yes` is the answer to a yes-or-no question, else None. `knows` is whether the agent has anything to say
    about the matter. `rests_on` is what a yes or no rests on that is no memory, such as an intention.
    """

    parts: tuple[str, ...]
    because: tuple[int, ...] = ()
    yes: bool | None = None
    knows: bool = True
    rests_on: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """The question, its topics, and the people it names.

    If the agent has not got up yet and is asked what it did today, it speaks of the day before: then `over`
    is true and the prompt's `now` is the last minute of that day. Other days are counted from the moment of
    asking, which is the speaker's `now`. `held_back` are the texts of the memories not said to the asker.
    `whole` is the whole question if this is a part of one, which may take its time from there, and `behind`
    are then the numbers of the memories behind the answer to the first part.
    """

    me: Speaker[Interview]
    prompt: Interview
    question: str
    topics: frozenset[str]
    named: tuple[Acquaintance, ...]
    over: bool
    held_back: tuple[str, ...] = ()
    whole: str = ""
    behind: tuple[int, ...] = ()

    @property
    def person(self) -> Acquaintance | None:
        """Return the first person named, or None."""
        return self.named[0] if self.named else None

    @property
    def pack(self) -> Pack:
        """Return the language pack of the town."""
        return self.me.pack

    def retold(self, text: str, minute: int) -> str:
        """Return a text said at a minute with its days and times as they are said now."""
        for time in reversed(read_times(text, self.pack.language, minute, self.prompt.starts)):
            if time.first is not None and time.says_day and time.clocks and time.exact == "clock":
                text = f"{text[: time.start]}{self.moment(time.first)}{text[time.end :]}"
        return text

    def without_times(self) -> str:
        """Return the question without the days and times that it names."""
        bare = self.question
        for time in reversed(read_times(bare, self.pack.language, self.me.now, self.prompt.starts)):
            if not (time.about and time.exact == "part"):  # `about the supper` is no time
                bare = f"{bare[: time.start]} {bare[time.end :]}"
        return bare

    def things(self, text: str) -> str:
        """Return the things that a text names after an article or the like."""
        return " ".join(named["thing"] for named in self.pack.patterns["named_thing"].finditer(text))

    def short_things(self, text: str) -> frozenset[str]:
        """Return the things named in a text whose words are short as `cat`, no topic elsewhere."""
        return frozenset(named[1] for named in self.pack.patterns["short_thing"].finditer(text.lower()))

    def parts(self) -> Iterator[Asked]:
        """Yield the questions that this one joins: `Who told you, and when?` are two.

        Later ones have the time of the first, and its people where they name none. A statement before a
        question only says what it is about.
        """
        sentences = self._sentences()
        asking = [sentence for sentence in sentences if not sentence.rstrip().endswith(_STATES)] or sentences
        parts = [part for sentence in asking for part in self._joined(sentence)]
        if parts == sentences and len(parts) == 1:
            yield self
            return
        for part in parts:
            topics = content_words(part, self.pack) or self.topics
            named = _named(part, self.me, self.prompt) or self._meant_again(part)
            yield replace(self, question=part, topics=topics, named=named, whole=self.question)

    def _sentences(self) -> list[str]:
        """Return the sentences of the question; the dot in a name ends none."""
        if any(". " in name.full and name.full in self.question for name in self.me.everybody):
            return [self.question]
        return self.pack.patterns["asks_apart"].split(self.question)

    def _joined(self, sentence: str) -> list[str]:
        """Return the questions that one sentence joins; `When and with whom` is one.

        What was said before a question, or agreed, is none: `You promised to come, did you?`
        """
        first, *later = self.pack.patterns["asks_besides"].split(sentence)
        asks = self.pack.grammar.spaced or self.pack.finds("asks_matter", first)  # else it is a condition
        if later and not asks and self.pack.finds("gave_word", first):
            return later
        about = content_words(first, self.pack) | self.short_things(first)
        return [first, *later] if asks and about else [sentence]

    def _meant_again(self, part: str) -> tuple[Acquaintance, ...]:
        talks = len(self.named) == 1 and self.pack.finds("asks_meeting", part)
        if not content_words(part, self.pack) or (talks and not self.pack.finds("asks_who", part)):
            oneself = self.pack.finds("gave_word", self.question) and self.pack.patterns["asks_oneself"].match
            return () if oneself and oneself(self.question) else self.named
        return meant_again(part, self.named, self.me) if self.pack.finds("names_again", part) else ()

    def say(self, frame: str, **values: str) -> str:
        """Return a phrase with its gaps filled."""
        return self.me.say(frame, **values)

    def finds(self, pattern: str) -> bool:
        """Tell whether a pattern of the pack occurs in the question."""
        return self.pack.finds(pattern, self.question)

    @property
    def of_day_before(self) -> bool:
        """Tell whether `today` is the day before: it is asked about as over, before the agent got up."""
        return self.over and self.finds("asks_past")

    @property
    def when(self) -> When:
        """Return the day and time that the question names."""
        now = self.me.now
        named = self.pack.calendar.read(self.question, now, self.prompt.starts)
        if named.day is None and named.clock is None and self.whole:
            named = self.pack.calendar.read(self.whole, now, self.prompt.starts)
        lived = self.of_day_before and named.day == day_of(now)
        return replace(named, day=day_of(self.prompt.now)) if lived else named

    @property
    def span(self) -> tuple[int, int] | None:
        """Return the first and last minute of the part of a day that the question names, or None."""
        span = self.pack.calendar.span(self.question, self.me.now, self.prompt.starts)
        if span is None and self.whole:
            span = self.pack.calendar.span(self.whole, self.me.now, self.prompt.starts)
        lived = self.of_day_before and span is not None and span[0] > self.me.now
        return (span[0] - DAY, span[1] - DAY) if lived and span is not None else span

    def moment(self, minute: int) -> str:
        """Return a minute as people say it: what is over by the part of its day, `this morning at nine`."""
        exact = self.pack.calendar.moment(minute, self.me.now, self.prompt.starts)
        part = next((part for hour, part in _PARTS if minute % DAY >= hour), "")
        if minute >= self.me.now or not part:
            return exact
        ago = {0: "today", -1: "yesterday"}.get(day_of(minute) - day_of(self.me.now), "")
        spoken = self.say(f"{ago}_{part}") if ago else ""
        whole = next((word for word, days in self.pack.calendar.days.items() if exact.startswith(word)), "")
        if not spoken or not whole:
            return exact
        return spoken + self.pack.patterns["part_of_clock"].sub("", exact[len(whole) :])

    def ago(self, minute: int) -> str:
        """Return a minute that is over as people remember it: to a quarter of an hour."""
        near = (minute + _QUARTER // 2) // _QUARTER * _QUARTER
        return self.moment(near if near < self.me.now else minute)

    def own(self, text: str) -> str:
        """Return a text in the first person, as it stands inside a sentence."""
        return self.me.inside(self.me.own(text))

    def recount(self, memory: Memory) -> str:
        """Return a memory as the agent tells it, as it stands inside a sentence."""
        return self.me.inside(self.me.recount(memory))

    def recount_talk(self, memory: Memory) -> str:
        """Return the summary of a talk as the agent tells it, as it stands inside a sentence."""
        return self.me.inside(self.me.own(memory.text[:400]))

    def says(self, memory: Memory | str) -> Proposition:
        """Return the meaning of a memory or a text."""
        text = memory if isinstance(memory, str) else memory.text
        return understand(text[:400], self.me.everybody, self.pack)

    def numbered(self) -> list[tuple[int, Memory]]:
        """Return the recalled memories with their numbers, from 1."""
        return list(enumerate(self.prompt.recalled[:200], start=1))

    def known(self) -> list[tuple[int, Memory]]:
        """Return the recalled memories with their numbers, and the engagements besides, without (0)."""
        recalled = {memory.id for _, memory in self.numbered()}
        bound = [(0, memory) for memory in self.prompt.engagements if memory.id not in recalled]
        return [*self.numbered(), *bound]

    def numbers_of(self, *memories: int) -> tuple[int, ...]:
        """Return the numbers of the memories with some ids, as far as they are recalled."""
        return tuple(number for number, memory in self.numbered() if memory.id in memories)

    def best(
        self,
        topics: frozenset[str],
        most: int = 1,
        *,
        about: AgentId = "",
        kinds: Iterable[MemoryKind] = ALL_KINDS,
    ) -> list[Found]:
        """Return the recalled memories that fit the topics best, at most `most`."""
        return recollect(self.prompt.recalled, topics, self.pack, most=most, about=about, kinds=kinds)

    def words_of_names(self) -> frozenset[str]:
        """Return the words of the names of the people whom the question names."""
        return content_words(" ".join(self.me.name_of(person.agent).full for person in self.named), self.pack)

    def quoted(self, frame: str, matches: Iterable[Found]) -> list[str]:
        """Return memories as sentences. One that the asker shares is introduced with `as you know`."""
        shared = self.prompt.asker.shared if self.prompt.asker is not None else ()
        return [
            self.say("as_you_know" if match.memory.id in shared else frame, core=self.recount(match.memory))
            for match in matches
        ]

    def closest(self) -> Acquaintance | None:
        """Return the person the agent likes most, of equals the one talked to last, or None."""
        liked = [person for person in self.prompt.people if closeness_of(person, self.pack) > 0]

        def rank(person: Acquaintance) -> tuple[float, int, str]:
            return (person.closeness, person.last_talk or 0, person.name)

        return max(liked, key=rank, default=None)

    def called(self, person: Acquaintance) -> str:
        """Return the short name by which the agent calls a person."""
        return self.me.name_of(person.agent).called


def numbers(matches: Iterable[Found]) -> tuple[int, ...]:
    """Return the numbers of the memories found, of those that are recalled."""
    return tuple(match.number for match in matches if match.number)


def asked_of(prompt: Interview, pack: Pack, draw: Random) -> Asked:
    """Understand the question of a prompt."""
    clock = prompt.now % DAY
    over = prompt.now >= DAY and clock < prompt.persona.wake
    me = speaker_of(prompt, pack, draw)
    whole, prompt = prompt, unsaid(prompt, me)
    held_back = tuple(
        memory.text
        for memory, shown in zip(whole.recalled, prompt.recalled, strict=True)
        if memory.text != shown.text
    )
    me = replace(me, prompt=prompt)
    prompt = replace(prompt, now=prompt.now - clock - 1) if over else prompt
    question = tidy(prompt.question, LONGEST_QUESTION)
    hearer = hearer_of(prompt.asker, me)
    if hearer is not None:  # `me` is who asks
        question = pack.patterns["of_asker"].sub(lambda _: hearer.full, question)
    named = _named(question, me, prompt)
    if not named and pack.finds("names_again", question):  # who was spoken of before is "she"
        earlier = prompt.earlier[-1] if prompt.earlier else ()
        spoken_of = next((people for text in earlier if (people := _named(text, me, prompt))), ())
        named = meant_again(question, spoken_of, me)
    return Asked(me, prompt, question, content_words(question, pack), named, over, held_back)


def meant_again(
    text: str, spoken_of: tuple[Acquaintance, ...], me: Speaker[Interview]
) -> tuple[Acquaintance, ...]:
    """Return whom of the people spoken of before a text means by `he` or `she`; nobody if two fit."""
    fitting = tuple(
        person
        for person in spoken_of
        for name in [me.name_of(person.agent)]
        if f"names_{name.pronouns}_again" not in me.pack.patterns
        or me.pack.finds(f"names_{name.pronouns}_again", text)
    )
    return fitting if len(fitting) == 1 else ()


def _named(text: str, me: Speaker[Interview], prompt: Interview) -> tuple[Acquaintance, ...]:
    """Return the people that a text names, in its order, or the one whom it calls by a tie, as `your son`.

    The asker, for whom `me` stands, comes last.
    """
    named = [person for person in prompt.people if person.name and is_named(me.name_of(person.agent), text)]
    tied = [] if named else [person for person in prompt.people if _is_called_by_tie(person, text, me.pack)]
    if len(tied) == 1:
        return tuple(tied)
    asker = prompt.asker.agent if prompt.asker is not None else ""

    def place(person: Acquaintance) -> tuple[bool, int]:
        name = me.name_of(person.agent)
        at = [text.find(form) for form in (name.full, name.called, _given(name.full))]
        return person.agent == asker, min((place for place in at if place >= 0), default=len(text))

    return tuple(sorted(named, key=place))


def _is_called_by_tie(person: Acquaintance, text: str, pack: Pack) -> bool:
    """Tell whether a text calls somebody by what they are to the agent, as a word of its own."""
    tie = person.kind.partition(pack.grammar.comma.strip())[0].strip().lower()
    forms = (phrase.text.format(tie=tie) for phrase in pack.phrases.of("your_tie")) if tie else ()
    ends = r"(?![\w-])" if pack.grammar.spaced else rf"(?!{re.escape(tie[-1:])})"
    return any(re.search(re.escape(form) + ends, text.lower()) for form in forms)


def is_named(name: Name, question: str) -> bool:
    """Tell whether a question names a person: by full, short or given name."""
    called = name.called.lower() in question.lower()
    return called or name.full in question or _given(name.full) in question


def _given(full: str) -> str:
    """Return a person's given name. In a script without spaces it comes last."""
    first, spaced, _ = full.partition(" ")
    return first if spaced or len(full) < _WITH_FAMILY_NAME else full[1 - _WITH_FAMILY_NAME :]
