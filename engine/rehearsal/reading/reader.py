"""Reader: what an author's sentence asks of an agent (who, what, whom, where, when), and what it forbids.

Authors' sentences vary without end, so they are taken apart rather than matched whole. Only what can be acted
on is read; the rest stays a thought and is reported as one.
"""

from __future__ import annotations

import re
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from engine.intentions.understood import ReadSentence, Understood
from engine.language.lexicon import Lexicon
from engine.language.spelling.mended import Spelling
from engine.language.verb_forms import base_form
from engine.practices.conduct import DEEDS, PLACED, SPOKEN
from engine.records import EVERYBODY, AgentId, Path, Persona, Scenario
from engine.rehearsal.reading.clauses import Clauses, Part, clause_groups
from engine.rehearsal.reading.context import Context
from engine.rehearsal.reading.joining import Asks, join, to_everybody
from engine.rehearsal.reading.one_clause.adding import Adding
from engine.rehearsal.reading.one_clause.answering import Answering
from engine.rehearsal.reading.one_clause.asking import Asking
from engine.rehearsal.reading.one_clause.forbidding import Forbidding
from engine.rehearsal.reading.one_clause.setting import without_its_setting
from engine.rehearsal.reading.one_clause.shaping import Shaping
from engine.rehearsal.reading.people import PeopleHere, WhoIsMeant
from engine.rehearsal.reading.places import PlacesHere, WhereIsMeant
from engine.rehearsal.reading.plain.doubts import doubts
from engine.rehearsal.reading.plain.rules import plain_rules
from engine.rehearsal.reading.plain.unfolding import Unfolding
from engine.rehearsal.reading.tagging import Found, People, Tagged, tagged, with_owners
from engine.rehearsal.reading.times import at_own_meals, times_from, times_said
from engine.rehearsal.reading.words import Words, words_for
from engine.world.former import Former
from engine.world.tree import World

Times = Callable[[str], Sequence[Found]]
_LONGEST = 900  # letters of a text that are read
_TOWNS_KEPT, _READINGS_KEPT = 8, 1_024  # readings of each person


@dataclass(frozen=True, slots=True)
class _PersonReader:
    """The reader for one person, with its cached readings."""

    reader: Reader
    readings: dict[tuple[str, int, bool], tuple[ReadSentence, ...]] = field(default_factory=dict)


class Readers:
    """Readers for the people of a town. What they share is built at the first use."""

    def __init__(self, scenario: Scenario, world: World) -> None:
        self.scenario, self._world = scenario, world
        self.former = world.former
        self._people: dict[AgentId, _PersonReader] = {}
        self._reading = threading.Lock()  # pages of a town that several threads draw share its readers

    def read(self, me: Persona, text: str, now: int, *, told: bool = False) -> tuple[ReadSentence, ...]:
        """Read each sentence of a text, as a persona reads it at a minute; see `Reader.read`.

        Readings are cached: a town's sentences are read when it is checked, when it is shown, and when a run
        begins.
        """
        key = (text, now, told)
        with self._reading:
            person = self._reader_of(me)
            reading = person.readings.get(key)
            if reading is None:
                read = person.reader.read(text, times_from(self.scenario, now), told=told)
                reading = tuple(self._but_times(sentence, now) for sentence in read)
                if len(person.readings) >= _READINGS_KEPT:
                    person.readings.clear()
                person.readings[key] = reading
            return reading

    def _but_times(self, read: ReadSentence, now: int) -> ReadSentence:
        """Return a reading without unknown places that are times: "in April"."""
        if not read.nowhere:
            return read
        times = " ".join(times_said(read.sentence, self.scenario, now))
        return replace(read, nowhere=tuple(name for name in read.nowhere if name not in times))

    def reader(self, me: Persona) -> Reader:
        """Return the reader of what is written about, or said to, a persona."""
        with self._reading:
            return self._reader_of(me).reader

    def _reader_of(self, me: Persona) -> _PersonReader:
        """Return a person's reader with its cached readings, rebuilt if the persona has changed.

        Changed sentences of the persona do not count.
        """
        person = self._people.get(me.id)
        if person is None or _without_texts(person.reader.persona) != _without_texts(me):
            people, places = self._here
            language = self.scenario.language
            reader = Reader(
                people.words,
                self._spelling,
                me,
                WhoIsMeant(people, me),
                WhereIsMeant(places, me),
                self._lexicon,
                Unfolding(rules, me.id) if (rules := plain_rules(language)) else None,
            )
            person = self._people[me.id] = _PersonReader(reader)
        return person

    def names_strangers(self, text: str) -> bool:
        """Look in a text for a person who is not in the town. This is faster than reading it."""
        return next(self._here[0].strangers(text), None) is not None

    def stays_after(self, deed: str) -> bool:
        """Recognise a deed of staying somewhere after something is over."""
        words = words_for(self.scenario.language)
        return bool(words.stays.match(deed) and words.after_it.search(deed))

    def names_places_elsewhere(self, text: str) -> bool:
        """Look in a text for a place that is not in the town. This is faster than reading it."""
        places = self._here[1]
        return any(not places.of_name(name) for name in places.nowhere(text))

    @cached_property
    def _spelling(self) -> Spelling:
        names = [name for one in self.scenario.personas for name in (one.name, one.called)]
        things = (thing.path for thing in self._world.things.values())
        return words_for(self.scenario.language).spelling.keeping([*names, *self._world.rooms, *things])

    @cached_property
    def _lexicon(self) -> Lexicon:
        return Lexicon(self.scenario.language)

    @cached_property
    def _here(self) -> tuple[PeopleHere, PlacesHere]:
        words = words_for(self.scenario.language)
        personas = self.scenario.personas
        people = PeopleHere(personas, words, places=self._world.called)
        return people, PlacesHere(self._world, words, personas)


_of_towns: deque[tuple[Scenario, Readers]] = deque(maxlen=_TOWNS_KEPT)


def readers_of(scenario: Scenario, former: Former | None = None) -> Readers:
    """Return the readers of a town as its author wrote it; `former` are earlier names of its parts.

    The readers of the last few towns are cached. They stay valid while the author changes sentences: then
    only those are read.
    """
    former, read_as = former or Former(), _as_read(scenario)
    for town, readers in tuple(_of_towns):
        if town == read_as and readers.former == former:
            return readers
    readers = Readers(scenario, World(scenario, former))
    _of_towns.append((read_as, readers))
    return readers


def _as_read(scenario: Scenario) -> Scenario:
    """Return a scenario with only the parts that the readings of its sentences depend on."""
    personas = tuple(map(_without_texts, scenario.personas))
    return replace(scenario, summary="", facts=(), events=(), wordings={}, personas=personas)


def _without_texts(persona: Persona) -> Persona:
    """Return a persona without the sentences that are read and without stated intentions."""
    return replace(persona, seed=(), currently="", intends=())


class Reader:
    """Reads sentences about, or to, one person of a town."""

    def __init__(
        self, words: Words, spelling: Spelling, me: Persona, people: WhoIsMeant, places: WhereIsMeant,
        lexicon: Lexicon, unfolding: Unfolding | None,
    ) -> None:  # fmt: skip
        self._unfolding = unfolding
        self._spelling = spelling
        self._words, self._me, self.persona = words, me.id, me
        self._people, self._places = people, places
        self._forbidding = Forbidding(words, lexicon, places, me, people.all_but)
        self._asking = Asking(words, me, people, places)
        self._adding = Adding(words, me.id, places)
        self._answering = Answering(words, me.id)
        self._shaping = Shaping(words, me.id)

    def read(self, text: str, times: Times, *, told: bool = False) -> tuple[ReadSentence, ...]:
        """Read what each sentence of a text asks.

        A text `told` to the agent, such as a whisper, may be an order; a text written about it says that it
        wants, will or must do something. `times` finds the times in a text.
        """
        written = self._spelling.mended(text[:_LONGEST])
        own = partial(self._at_own_meals, times)
        places = partial(self._where, told=told)
        marked = tagged(written, times=own, places=places, people=self._people)
        if not self._words.spaced:
            with_owners(marked, self._words.him, self._people)
        if told:
            marked.text = self._words.left_to_me.sub(_by_me, marked.text)
        marked.text = self._words.parenthesis.sub("", marked.text)
        marked.text = self._words.in_turn.sub(", ", marked.text)
        marked.text = self._words.above_all.sub("", marked.text)
        marked.text = self._words.time_that.sub(_overdue, marked.text)
        marked.text = self._words.see_done.sub(_done, marked.text)
        marked.text = self._words.a_while_of.sub(lambda found: base_form(found["doing"]), marked.text)
        said = Context(self._words, marked, self._places.spoken_of, self._me)
        asks: Asks = []
        sentences = [part for part in self._words.sentence_end.split(marked.text) if part.strip()]
        for number in range(len(sentences)):
            said, asks = self._best(sentences, number, said, asks, told=told)
        return tuple(
            self._read(sentences[first : last + 1], [one for at, one in asks if first <= at <= last], marked)
            for first, last in said.spans(len(sentences))
        )

    def _read(self, sentences: Sequence[str], asks: Sequence[Understood], marked: Tagged) -> ReadSentence:
        """Return the reading of sentences that belong together."""
        placeless = [one for one in asks if one.kind in PLACED - {"prohibition"} and not one.place]
        named = self._places.nowhere(" ".join(sentences)) if placeless else {}
        return ReadSentence(
            sentence=" ".join(marked.plain(sentence).strip() for sentence in sentences),
            asks=tuple(self._by_name(one) for one in asks),
            nowhere=tuple(
                name
                for name, with_article in named.items()
                if any(name in one.deed and _is_place(name, one, with_article) for one in placeless)
            ),
        )

    def _by_name(self, one: Understood) -> Understood:
        """Return an intention that its hearers are told of, with their full names in its content."""
        if self._words.spaced or not one.content or one.kind not in SPOKEN:
            return one
        return replace(one, content=self._people.by_full_name(one.content, one.others))

    def _where(self, text: str, *, told: bool) -> list[Found]:
        """Return the positions at which a text refers to places.

        A possessive such as `his` refers to the person named before it, and to the agent only in a text
        written about it.
        """
        found = list(self._words.at_theirs.finditer(text))
        goes_to = (self._words.taken_home, self._words.at_their_door)
        people = self._people(text) if found or any(each.search(text) for each in goes_to) else ()
        theirs = (
            Found(match.start(), match.end(), self._theirs(match["theirs"], someone))
            for match in found
            if told or match["theirs"] not in self._words.home
            for one in people
            if one.start <= match.start("whose") < one.end and isinstance(one.meant, People)
            for someone in one.meant.agents[:1]
            if someone not in (self._me, EVERYBODY)
        )
        at_home = (*self._whose_home(text, people), *self._at_their_door(text, people))
        return [*theirs, *at_home, *self._places(text)]

    def _theirs(self, said: str, someone: AgentId) -> Path:
        """Return the place of a person named before: 她家 is her home, 她那儿 is where she is to be found."""
        found = self._words.found_there.search(said) is not None
        return self._places.found_at(someone) if found else self._places.home_of(someone)

    def _at_their_door(self, text: str, people: Sequence[Found]) -> Iterator[Found]:
        """Yield the home of the person named before a visit to them: 她家水管漏了，上门去修."""
        for match in self._words.at_their_door.finditer(text):
            named = (one.meant for one in reversed(people) if one.end <= match.start())
            agents = (agent for one in named if isinstance(one, People) for agent in one.agents)
            whose = next((agent for agent in agents if agent not in (self._me, EVERYBODY)), "")
            if whose:
                yield Found(match.start(), match.end(), self._places.home_of(whose))

    def _whose_home(self, text: str, people: Sequence[Found]) -> Iterator[Found]:
        """Yield the home to which something is taken for somebody: 给她送到家里."""
        for match in self._words.taken_home.finditer(text):
            for one in people:
                if one.end == match.start("does") and isinstance(one.meant, People) and one.meant.agents:
                    home = self._places.home_of(one.meant.agents[0])
                    yield Found(match.start("home"), match.end("home"), home)

    def _at_own_meals(self, times: Times, text: str) -> Sequence[Found]:
        return at_own_meals(times(text), self.persona, self._words)

    def _best(
        self, sentences: Sequence[str], number: int, said: Context, asks: Asks, *, told: bool
    ) -> tuple[Context, Asks]:
        """Return the context and the intentions after one more sentence.

        The sentence is read as it stands and in its plain form, and the reading with fewer doubts is taken.
        """
        sentence = sentences[number]
        if ready := self._answering.understood(sentence, said.marked):
            said.note(sentence, number)
            return said, [*asks, (number, ready)]
        best = self._with_one_more(sentences, number, said.copy(), asks, told=told)
        if self._unfolding is None or self._asks_nothing(said.marked.plain(sentence)):
            return best
        plain, unfolded = self._unfolding.plain(sentence, said.marked, told=told)
        doubts = self._doubts(sentence, asks, best[1], told=told)
        if plain == sentence:
            return best
        sentences_so = [*sentences[:number], plain, *sentences[number + 1 :]]
        other = self._with_one_more(sentences_so, number, said.copy(), asks, told=told)
        heard = plain if unfolded and not self._words.spaced else sentence
        left = self._doubts(heard, asks, other[1], told=told)
        if self._words.spaced:
            better = unfolded or len(other[1]) > len(best[1])
        else:
            better = unfolded and _told_apart(other[1]) >= _told_apart(best[1])
        return other if left < doubts or (better and left == doubts) else best

    def _asks_nothing(self, sentence: str) -> bool:
        """Recognise a sentence that asks nothing, or only something for when the weather changes."""
        words = self._words
        return any(each.search(sentence) for each in (words.nonsense, words.waits_for_weather))

    def _doubts(self, sentence: str, before: Asks, asks: Asks, *, told: bool) -> int:
        """Count what speaks against what one more sentence was read to ask."""
        if self._unfolding is None or before != asks[: len(before)]:
            return 0  # it says more of what was asked before
        new = [one for _, one in asks[len(before) :]]
        return doubts(new, sentence, self._unfolding.rules, self._me, told=told)

    def _with_one_more(
        self, sentences: Sequence[str], number: int, said: Context, asks: Asks, *, told: bool
    ) -> tuple[Context, Asks]:
        """Return the context and the intentions after reading one more sentence."""
        asks, before, marked = [*asks], len(asks), said.marked
        self._sentence(sentences[number], number, said, asks, told=told)
        new = self._with_what_is_forbidden(asks[before:], sentences, number, marked, told=told)
        asks[before:] = [(at, self._to_each(said.with_what_is_barred(one), marked)) for at, one in new]
        left_out = self._forbidding.leaves_out(asks, sentences[number], marked)
        asks[before:] = [
            (at, self._forbidding.but_those(one, sentences[number], marked)) for at, one in asks[before:]
        ]
        return said, [*asks, *((number, one) for one in left_out)]

    def _to_each(self, one: Understood, marked: Tagged) -> Understood:
        """Return a message to everybody, one by one, as a message to each of them."""
        if one.kind != "message" or one.others != (EVERYBODY,):
            return one
        each = self._words.one_by_one.search(marked.plain(marked.text)) is not None
        return replace(one, others=self._people.all_but((self._me,))) if each else one

    def _with_what_is_forbidden(
        self, asks: Asks, sentences: Sequence[str], number: int, marked: Tagged, *, told: bool
    ) -> Asks:
        """Return a sentence's intentions, with prohibitions and secrets that no frame has read."""
        sentence = self._words.never_missed.sub("", sentences[number])  # 一天也不许断
        last = sentences[number - 1] if number else ""
        if self._asks_nothing(marked.plain(sentence)):
            return asks
        forbidding = self._forbidding
        asks = [(at, forbidding.narrowed(one, sentence, marked)) for at, one in asks]
        if forbidding.may_say_more(sentence, marked, [one for _, one in asks]):
            alone = all(self._words.negation.search(one.deed) for _, one in asks)
            one = forbidding.read(sentence, last, marked, told=told, alone=alone)
            asks = asks if one is None else forbidding.besides(asks, number, one)
        elif (kept := forbidding.kept_besides([one for _, one in asks], sentence, last, marked)) is not None:
            asks = [*asks, (number, kept)]
        return forbidding.all_of(asks, sentence, marked, told=told)

    def _sentence(self, sentence: str, number: int, said: Context, asks: Asks, *, told: bool) -> None:
        """Add the intentions of a sentence."""
        if self._asks_nothing(said.marked.plain(sentence)):
            return
        sentence = self._forbidding.with_everybody(sentence, said.marked)
        plain, waits = without_its_setting(sentence, number, said, self._words)
        clauses = Clauses(self._words, said.marked, self._me, told=told, asked=waits,
            customary=self._words.customary.search(sentence) is not None,
        )  # fmt: skip
        for group in clause_groups(plain, self._words):
            for part in clauses.parts(group):
                is_topic = self._words.topic.fullmatch(said.marked.plain(part.whole).strip())
                goes_on = not is_topic and self._part(part, number, said, asks, told=told)
                said.note(part.whole, number)
                if goes_on:
                    break

    def _part(
        self,
        part: Part,
        number: int,
        said: Context,
        asks: Asks,
        *,
        told: bool,
    ) -> bool:
        """Add the intention of a clause. Return whether it includes the clauses that follow it."""
        marked = said.marked
        if self._opens(part, number, said, asks):
            return False
        if asks and self._completes(part, number, said, asks):
            return False
        frame, one = self._asking.understood(part, marked, told)
        one = one or self._set_up(part, said)
        whole = self._words.says_all.search(marked.text[: marked.text.find(part.whole)]) is not None
        if self._adding.says_what(part, number, asks, marked, one, whole=whole):
            return whole
        one = self._asked_of_me(one, part, said, told=told, framed=frame is not None, first=not asks)
        if one is None:
            return False
        if asks and asks[-1][0] == number and (more := self._adding.more_of(asks[-1][1], one)):
            asks[-1] = (number, more)
            return False
        one = self._shaping.side_by_side(to_everybody(self._shaping.for_somebody(one, part, said)))
        join(asks, number, self._shaping.gathering(one, marked))
        asks[-1] = (asks[-1][0], self._shaping.gathering(asks[-1][1], marked))
        for quiet in self._shaping.kept_quiet(one, part, marked, self._people):
            asks.insert(len(asks) - (one.kind == "message"), (number, quiet))
        return bool(frame and frame.goes_on and part.text != part.text_on and not part.forbidden)

    def _asked_of_me(
        self, one: Understood | None, part: Part, said: Context, *, told: bool, framed: bool, first: bool
    ) -> Understood | None:
        """Return an intention as asked of the agent, or None for what only others do, have done or wish.

        What is asked of everybody is asked of the agent too.
        """
        if one is None:
            return None
        if one.who == EVERYBODY and not told:
            one = replace(one, who=self._me)
        one = self._shaping.with_its_object(one, part, said.marked)
        one = self._shaping.overnight(said.resolved(one, part.whole, first=first))
        if not told or one.who in ("", self._me, EVERYBODY):
            return one
        may_be_theirs = not framed or one.kind in DEEDS
        if may_be_theirs and self._is_theirs(one, part, said.marked.plain(said.marked.text)):
            return None
        return one if framed else self._shaping.arranged(one)

    def _is_theirs(self, one: Understood, part: Part, text: str) -> bool:
        """Recognise what somebody else does, wishes or has done, which asks nothing of the agent."""
        if one.kind == "prohibition" or self._words.wishes.search(part.whole):
            return True
        if self._words.lead.search(part.whole.removesuffix(part.text)):
            return False
        done = self._words.has_done.search(part.text) is not None
        return done or bool(self._words.you_do.search(text))

    def _completes(self, part: Part, number: int, said: Context, asks: Asks) -> bool:
        """Take a clause as an addition to the last intention. Return whether it is no more than that."""
        before = asks[-1][1].content
        if not self._adding.completes(part, number, asks, said.marked):
            return False
        at, last = asks[-1]
        if last.content != before:
            asks[-1] = (at, replace(last, content=said.put(last.content)))
        said.join(at, number)
        return True

    def _opens(self, part: Part, number: int, said: Context, asks: Asks) -> bool:
        """Add the occasion set up by the clause before, if this one says that everybody is to come.

        Return whether it did.
        """
        held, said.set_up = said.set_up, None
        if held is None or not self._shaping.all_come(part, said.marked):
            return False
        asks.append((number, replace(held, others=(EVERYBODY,))))
        return True

    def _set_up(self, part: Part, said: Context) -> Understood | None:
        """Return an occasion that a clause names with place, hour and guests, or None.

        Without guests it is kept for the next clause, which may name them.
        """
        held = self._shaping.set_up(part, said.marked)
        if held is None or held.others:
            return held
        said.set_up = held
        return None


def _is_place(name: str, one: Understood, with_article: bool) -> bool:
    """Tell a place from another name after a place word, as in `written in French`."""
    bare = one.kind not in DEEDS and (one.kind != "occasion" or len(name.split()) > 1)
    return with_article or bare


def _told_apart(asks: Asks) -> int:
    """Return a score for how specific the intentions are; plain deeds count 0."""
    return sum(0 if one.kind == "deed" else 1 if one.kind in DEEDS else 2 for _, one in asks)


def _overdue(found: re.Match[str]) -> str:
    """Return an overdue deed as a duty: "it's time you told her" becomes "you must tell her"."""
    return f"{found['me']} must {base_form(found['did']) or found['did']}"


def _done(found: re.Match[str]) -> str:
    """Return something to get done as a deed: "get them coiled" becomes "coil them"."""
    return f"{base_form(found['done'])} {found['of'] or found['these']}"


def _by_me(found: re.Match[str]) -> str:
    """Return a sentence that leaves a deed to the agent as one that asks the agent to do it."""
    return f"{found['me']}{found['what']},"
