"""Follow a piece of news: who knows it, since when, from whom, in which words; and who was not told."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from engine.insight.news.distortions import distortions, passage
from engine.insight.news.hearsay import Hearsay
from engine.insight.news.spread import HowKnown, Knowing, News, Silence, Spread, Telling
from engine.language.unspaced import has_unspaced
from engine.moments.moment import Moment
from engine.practices.conduct import COMES_EARLY, GATHERS_FOR, HELD
from engine.records import AgentId, Conversation, Event, Intention, Knows, Line, Memory, is_visitor
from engine.row_ids import minute_of
from engine.store.file.connection import Store
from engine.store.log.memories import Mention, memories_by_id, mentions, observations_of
from engine.store.searching.search import words_of

_MOST = 0.6  # of the words of a memory, in the lines that tell it
_OF_MEMORIES: Mapping[str, HowKnown] = {"seed": "scenario", "whisper": "whisper", "observation": "seen"}


def follow(moment: Moment, news: News, hearsay: Hearsay | None = None, *, silences: bool = True) -> Spread:
    """Return the spread of a piece of news up to a moment.

    `hearsay` is what was said until then, if it has been read already. With `silences` false, those who
    could have told it and did not are left out.
    """
    said, store = hearsay or Hearsay.of(moment), moment.store
    asked = (moment.row.number, moment.before, news)
    following = _Following(moment, news, said)
    spread = store.unchanged(("spread", *asked), following.spread)
    if not silences:
        return spread
    return store.unchanged(("silences", *asked), lambda: following.with_silences(spread))


def who_knows(moment: Moment, news: News) -> Mapping[AgentId, Knowing]:
    """Return for each agent that knows a piece of news the way it learned it, in that order.

    It is faster than `follow`, since it does not collect the tellings.
    """
    said = Hearsay.of(moment)
    asked = ("who knows", moment.row.number, moment.before, news)
    known = moment.store.unchanged(asked, lambda: _Following(moment, news, said).knowing())
    return {one.agent: one for one in known}


@dataclass(frozen=True, slots=True)
class _Held:
    """The first evidence that an agent knows the news: a line it heard or said, or a memory."""

    agent: AgentId
    id: int
    line: Line | None = None
    memory: Mention | Memory | None = None
    of_root: bool = False

    @property
    def order(self) -> tuple[int, bool, int]:
        """Return the sort key of the evidence: by minute, the news itself before the rest of the scenario."""
        return minute_of(self.id), not self.of_root, self.id

    @property
    def heard(self) -> bool:
        return self.line is not None and self.line.speaker != self.agent


@dataclass(slots=True)
class _Following:
    moment: Moment
    news: News
    said: Hearsay
    knows: Sequence[Knows] = field(init=False)
    saying: frozenset[int] = field(init=False)  # memories that say the fact, if the news is one

    def __post_init__(self) -> None:
        self.knows = self.said.known.get(self.news.id, ()) if self.news.kind == "fact" else ()
        self.saying = frozenset(row.memory for row in self.knows)

    def spread(self) -> Spread:
        """Return the agents that know the news, and the lines that tell it, without silences."""
        carrying, first = self._found()
        knowing = self._knowing(first, carrying)
        visitors = (one.agent for one in knowing if is_visitor(one.agent))
        people = (*self.moment.town.cast.personas, *visitors)
        return Spread(
            news=self.news,
            minute=self.moment.minute,
            people=people,
            knowing=knowing,
            tellings=tuple(self._telling(line, first) for line in carrying),
            silences=(),
            subjects=self._subjects(),
        )

    def _subjects(self) -> tuple[AgentId, ...]:
        """Return the agents of the town who do what the news says; none for words that somebody types."""
        if self.news.kind == "words":
            return ()
        found = self.said.statements.subjects(self.news.text)
        return tuple(agent for agent in found if agent in self.moment.town.cast.personas)

    def knowing(self) -> tuple[Knowing, ...]:
        """Return the agents that know the news, with the way each learned it."""
        carrying, first = self._found()
        return self._knowing(first, carrying)

    def _found(self) -> tuple[tuple[Line, ...], Mapping[AgentId, _Held]]:
        """Return the lines that say the news, and the first evidence for each agent that knows it."""
        spoken = [mention for words in self.news.words for mention in self._mentions(words)]
        carrying = self._carrying(spoken)
        return carrying, self._first(spoken, carrying)

    def with_silences(self, spread: Spread) -> Spread:
        """Return a spread with those who knew the news, could have told it and did not."""
        told_in = {telling.conversation for telling in spread.tellings}
        silences = _silences(spread.knowing, told_in, self.said.talks)
        return replace(
            spread, silences=tuple(silence for silence in silences if silence.other not in spread.subjects)
        )

    # ---- what says it

    def _mentions(self, words: str) -> Iterator[Mention]:
        """Yield the memories that contain some words.

        A memory of a line counts only if the line itself contains them, other than in its speaker's name.
        """
        for found in mentions(self.moment.store, self.moment.row.number, words, before=self.moment.before):
            line = self.said.line(found.source) if found.kind == "talk" else None
            if found.source not in self.said.unsaid and (line is None or _says(line.text, words)):
                yield found

    def _carrying(self, spoken: Sequence[Mention]) -> tuple[Line, ...]:
        """Return the lines that pass the news on, or only mention it, in order."""
        lines = (self.said.line(one.source) for one in spoken if one.kind == "talk")
        found = {line.id: line for line in lines if line is not None}
        if self.news.roots:
            found |= {line.id: line for line in self.said.telling if self._told(line) is not None}
        by_knowing = (self.said.line(row.line) for row in self.knows)
        found |= {line.id: line for line in by_knowing if line is not None}
        return tuple(found[one] for one in sorted(found))

    def _first(self, spoken: Sequence[Mention], carrying: Sequence[Line]) -> Mapping[AgentId, _Held]:
        """Return the first evidence for each agent that knows the news, in that order."""
        held = [_Held(one.agent, one.id, memory=one) for one in spoken]
        held += [_Held(one.agent, one.id, memory=one, of_root=True) for one in self._at_the_root()]
        untold = self._memories(sorted(row.memory for row in self.knows if not row.line))
        held += [_Held(one.agent, one.id, memory=one) for one in untold]
        held += [_Held(one.agent, one.id, memory=one) for one in self._seen_at_the_occasion()]
        held = [one for one in held if one.id not in self.said.retracted]
        for line in carrying:
            told = self._told(line)
            if told is not None:
                held.append(_Held(line.speaker, told.id, memory=told))
            held += [_Held(agent, line.id, line=line) for agent in (*line.hearers, line.speaker)]
        first: dict[AgentId, _Held] = {}
        for one in sorted(held, key=lambda one: one.order):
            first.setdefault(one.agent, one)
        return first

    def _at_the_root(self) -> Iterator[Memory]:
        """Yield the memories that the tellings go back to, including those of agents who told nobody."""
        for key in self.news.roots:
            if key[:1] == "e" and key[1:].isdecimal():
                yield from self._seen().get(int(key[1:]), ())
            elif key[:1] == "m" and key[1:].isdecimal():
                yield from self._memories([int(key[1:])])
            else:
                yield from self.moment.log.rows(Memory, where={"kind": "seed", "text": key})

    def _seen_at_the_occasion(self) -> Iterator[Memory]:
        """Yield what agents saw the host do at an occasion that the fact announces, while it was held."""
        place_of, log, store = self.moment.town.world.place_of, self.moment.log, self.moment.store
        for occasion in self._occasions():
            begins, ends = _hours(occasion)
            there = [
                event.id
                for event in log.rows(Event, after=begins - 1, where={"actor": occasion.agent})
                if event.minute < ends and place_of.get(event.room) is place_of.get(occasion.place)
            ]
            yield from observations_of(store, self.moment.row.number, there, before=self.moment.before)

    def _occasions(self) -> Iterator[Intention]:
        """Yield the occasions that the fact announces, as their hosts last intended them."""
        rows = self.moment.log.rows(Intention) if self.saying else ()
        last = {row.first: row for row in rows if row.kind in HELD}
        for row in last.values():
            if row.memory in self.saying and row.state != "dropped" and row.when is not None:
                yield row

    def _seen(self) -> Mapping[int, Sequence[Memory]]:
        """Return the memories of each event that is told of, by event. They are read together for speed."""
        store, run, before = self.moment.store, self.moment.row.number, self.moment.before
        return store.unchanged(("seen", run, before), lambda: _by_event(store, run, before, self.said))

    def _memories(self, ids: Sequence[int]) -> Iterable[Memory]:
        return memories_by_id(self.moment.store, self.moment.row.number, ids).values()

    # ---- who knows

    def _knowing(self, first: Mapping[AgentId, _Held], carrying: Sequence[Line]) -> tuple[Knowing, ...]:
        memories = {one.memory.id for one in first.values() if one.memory is not None}
        texts = {memory.id: memory for memory in self._memories(sorted(memories))}
        by_talk = {talk.id: talk for talk in self.said.talks}
        known: dict[AgentId, Knowing] = {}
        for one in first.values():
            knowing = self._known(one, texts, by_talk, known)
            partly = knowing.how == "told" and self._is_partly_told(one.agent, carrying)
            known[one.agent] = replace(knowing, partly=partly)
        return tuple(known.values())

    def _is_partly_told(self, agent: AgentId, carrying: Sequence[Line]) -> bool:
        """Return whether the lines that an agent heard say less than most of a memory that was passed on.

        A fact is stated to be passed on; what its tellings leave out is told as details.
        """
        if self.news.kind != "told":
            return False
        terms, names = self.said.lexicon.terms, " ".join(self.moment.town.cast.names.values())
        wanted = terms(self.news.text).keys() - terms(names).keys()
        told = {term for line in carrying if agent in line.hearers for term in terms(line.text)}
        return len(wanted & told) < _MOST * len(wanted)

    def _known(
        self,
        one: _Held,
        texts: Mapping[int, Memory],
        talks: Mapping[int, Conversation],
        known: Mapping[AgentId, Knowing],
    ) -> Knowing:
        if one.line is not None:
            how: HowKnown = "told" if one.heard else "thought"
            by = one.line.speaker if one.heard else ""
            return Knowing(
                agent=one.agent,
                id=one.id,
                minute=one.line.said_at,
                how=how,
                by=by,
                words=self._words(one.line),
            )
        memory = texts[one.id]
        how, by = self._of_memory(memory, talks, known)
        shown = memory.source if how == "seen" and memory.source else memory.id
        return Knowing(agent=one.agent, id=shown, minute=minute_of(one.id), how=how, by=by, words=memory.text)

    def _of_memory(
        self, memory: Memory, talks: Mapping[int, Conversation], known: Mapping[AgentId, Knowing]
    ) -> tuple[HowKnown, AgentId]:
        """Return the way an agent whose first evidence is a memory learned the news, and the teller."""
        if memory.kind in _OF_MEMORIES:
            return _OF_MEMORIES[memory.kind], ""
        talk = talks.get(memory.source)
        if talk is not None:
            knew = [other for other in talk.members if other in known and other != memory.agent]
            if knew:
                return "talk", knew[0]
        return "thought", ""

    def _words(self, line: Line) -> str:
        """Return the part of a line that says the news."""
        told = self._told(line)
        wanted = told.text if told is not None else " ".join(self.news.words) or self.news.text
        return passage(line.text, wanted, self.said.lexicon.terms)

    # ---- tellings

    def _told(self, line: Line) -> Memory | None:
        """Return the memory of the news that a line passes on; None if the line only mentions it."""
        told = self.said.memories.get(line.tells)
        if told is None:
            return None
        return told if told.id in self.saying or self.said.key(told.id) in self.news.roots else None

    def _telling(self, line: Line, first: Mapping[AgentId, _Held]) -> Telling:
        told, words = self._told(line), self._words(line)
        room = self.said.rooms.get(line.conversation, "")
        teller = self.moment.town.cast.personas.get(line.speaker)
        known = (room, teller.home if teller is not None else "")  # said as `here`, and as `our place`
        bent = (
            distortions(told.text, told.minute, words, line.said_at, self.moment.town, known)
            if told is not None
            else ()
        )
        return Telling(
            id=line.id,
            minute=line.said_at,
            conversation=line.conversation,
            room=room,
            speaker=line.speaker,
            hearers=line.hearers,
            words=words,
            tells=told.id if told is not None else 0,
            new_to=tuple(agent for agent in line.hearers if first[agent].id == line.id),
            distortions=bent,
        )


def _hours(occasion: Intention) -> tuple[int, int]:
    """Return the minutes between which people are together at an occasion that has an hour."""
    when = occasion.when or 0
    return when - COMES_EARLY, when + GATHERS_FOR


def _by_event(store: Store, run: int, before: int, said: Hearsay) -> Mapping[int, Sequence[Memory]]:
    told = {memory.source for memory in said.memories.values() if memory.kind == "observation"}
    found: dict[int, list[Memory]] = {}
    for memory in observations_of(store, run, told - {0}, before=before):
        found.setdefault(memory.source, []).append(memory)
    return found


def _silences(
    knowing: Sequence[Knowing], told_in: Collection[int], talks: Sequence[Conversation]
) -> Iterator[Silence]:
    """Yield the pairs of an agent who knew the news and one who did not, and was not told in their talks."""
    since = {one.agent: one.minute for one in knowing}
    known = {one.agent: one.minute for one in knowing if not one.partly}
    kept: dict[tuple[AgentId, AgentId], list[Conversation]] = {}
    for talk in talks:
        begun = talk.minute
        knew = [one for one in talk.members if known.get(one, begun) < begun]
        if not knew or talk.id in told_in:
            continue
        others = [one for one in talk.members if begun < since.get(one, talk.until)]
        for pair in product(knew, others):
            kept.setdefault(pair, []).append(talk)
    for (one, other), some in kept.items():
        yield Silence(knew=one, other=other, id=some[-1].id, minute=some[-1].minute, talks=len(some))


def _says(text: str, words: str) -> bool:
    """Return whether a text contains all of some words, at word beginnings if its script has spaces."""
    small = text.lower()
    return all(_holds(small, word.lower()) for word in words_of(words))


def _holds(text: str, word: str) -> bool:
    if has_unspaced(word):
        return word in text
    at = text.find(word)
    while at >= 0:
        if at == 0 or not text[at - 1].isalnum():
            return True
        at = text.find(word, at + 1)
    return False
