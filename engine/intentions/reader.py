"""Read what an author's sentence asks of somebody: who, what, whom, where, when, and what it forbids.

Sentences of authors vary without end, so they are taken apart rather than matched whole. What is read is only
what can be acted on; the rest stays a thought, and is said to be one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache

from engine.clock import DAY
from engine.intentions.clauses import Clauses, Part, clause_groups
from engine.intentions.context import Context
from engine.intentions.forbidding import Forbidding
from engine.intentions.frames import SOME_PEOPLE, Frame
from engine.intentions.joining import Asks, held_for, is_to_be_held, join, timing_of
from engine.intentions.people import PeopleHere, WhoIsMeant
from engine.intentions.places import PlacesHere, WhereIsMeant
from engine.intentions.tagging import BETWEEN, PERSON, PLACE, TIME, Found, People, Tagged, place_of, tagged
from engine.intentions.understood import EVERYBODY, ReadSentence, Timing, Understood
from engine.intentions.words import Words, words_for
from engine.language.lexicon import Lexicon
from engine.language.verb_forms import base_form
from engine.practices.conduct import DEEDS, ONCE, STATED, STATED_WITH_A_TIME
from engine.records import AgentId, Persona, Scenario
from engine.world.tree import World

Times = Callable[[str], Sequence[Found]]
_VERB_WITHIN = 8  # letters of a clause in a script without spaces
_WITH_A_THING = 2  # words at least: what is done, and to what
_LONGEST = 900  # letters of a text that are read
_MARKS = " .,;:!?，；。：！？"


class Readers:
    """Readers for the people of a town. What they have in common is made when the first is asked for."""

    def __init__(self, scenario: Scenario, world: World) -> None:
        self._scenario, self._world = scenario, world
        self._readers: dict[AgentId, Reader] = {}

    def reader(self, me: Persona) -> Reader:
        """Return the reader of what is written about, or said to, somebody."""
        if me.id not in self._readers:
            people, places = self._here
            reader = Reader(people.words, me, WhoIsMeant(people, me), WhereIsMeant(places, me), self._lexicon)
            self._readers[me.id] = reader
        return self._readers[me.id]

    @cached_property
    def _lexicon(self) -> Lexicon:
        return Lexicon(self._scenario.language)

    @cached_property
    def _here(self) -> tuple[PeopleHere, PlacesHere]:
        words = words_for(self._scenario.language)
        return PeopleHere(self._scenario.personas, words), PlacesHere(
            self._world, words, self._scenario.personas
        )


class Reader:
    """Reads sentences about, or to, one person of a town."""

    def __init__(
        self, words: Words, me: Persona, people: WhoIsMeant, places: WhereIsMeant, lexicon: Lexicon
    ) -> None:
        self._words, self._me, self._name = words, me.id, me.name
        self._people, self._places = people, places
        self._forbidding = Forbidding(words, lexicon, places, me)

    def read(self, text: str, times: Times, *, told: bool = False) -> tuple[ReadSentence, ...]:
        """Return what each sentence of a text asks. What is `told` to somebody may be an order, as a whisper
        is; what is written of them says that they want, will or must. `times` finds what it says about when.
        """
        marked = tagged(text[:_LONGEST], times=times, places=self._places, people=self._people)
        said = Context(self._words, marked, self._places.spoken_of, self._me)
        asks: Asks = []
        sentences = [part for part in self._words.sentence_end.split(marked.text) if part.strip()]
        for number, sentence in enumerate(sentences):
            before = len(asks)
            self._sentence(sentence, number, said, asks, told=told)
            found = self._with_what_is_forbidden(asks[before:], sentences, number, marked, told=told)
            asks[before:] = found
        return tuple(
            ReadSentence(
                sentence=" ".join(marked.plain(one).strip() for one in sentences[first : last + 1]),
                asks=tuple(one for at, one in asks if first <= at <= last),
            )
            for first, last in said.spans(len(sentences))
        )

    def _with_what_is_forbidden(
        self, asks: Asks, sentences: Sequence[str], number: int, marked: Tagged, *, told: bool
    ) -> Asks:
        """Return what a sentence asks, with what it forbids or wants kept where no frame has read that."""
        sentence, last = sentences[number], sentences[number - 1] if number else ""
        if self._words.nonsense.search(marked.plain(sentence)):
            return asks
        forbidding = self._forbidding
        asks = [(at, forbidding.narrowed(one, sentence, marked)) for at, one in asks]
        if forbidding.may_say_more(sentence, marked, [one for _, one in asks]):
            alone = all(self._words.negation.search(one.deed) for _, one in asks)
            one = forbidding.read(sentence, last, marked, told=told, alone=alone)
            asks = asks if one is None else [(number, one)]
        return forbidding.all_of(asks, sentence, marked, told=told)

    def _sentence(self, sentence: str, number: int, said: Context, asks: Asks, *, told: bool) -> None:
        """Add what a sentence asks."""
        if self._words.nonsense.search(said.marked.plain(sentence)):
            return
        clauses = Clauses(self._words, said.marked, self._me, told=told)
        for group in clause_groups(sentence, self._words):
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
        """Add what a clause asks; returns whether that takes in the clauses that hang on it."""
        marked = said.marked
        if asks and self._completes(part, number, asks, marked):
            said.join(asks[-1][0], number)
            return False
        frame, one = self._understood(part, marked, told)
        if self._says_what(part, number, asks, marked, one) or one is None:
            return False
        one = self._overnight(said.resolved(one, part.whole, first=not asks))
        if told and one.who not in ("", self._me, EVERYBODY) and not frame:
            if self._words.wishes.search(part.whole):
                return False  # that somebody else would like to do a thing asks nothing of oneself
            one = self._arranged(one)
        if asks and asks[-1][0] == number and (more := self._more_of(asks[-1][1], one)):
            asks[-1] = (number, more)
            return False
        one = self._side_by_side(_to_everybody(self._for_somebody(one, part, said)))
        join(asks, number, self._gathering(one, marked))
        for quiet in self._kept_quiet(one, part, marked):
            asks.append((number, quiet))
        return bool(frame and frame.goes_on and part.text != part.text_on)

    # ---- what a clause adds to the one before

    def _completes(self, part: Part, number: int, asks: Asks, marked: Tagged) -> bool:
        """Take a clause as more of what was asked last: when and where it is to be, and who is to come."""
        at, last = asks[-1]
        place, when = place_of(marked.meant(part.whole, PLACE)), timing_of(marked.meant(part.whole, TIME))
        if last.kind == "meeting" and at == number and self._words.talk_over.match(part.text.lstrip(_MARKS)):
            return True  # that is what they meet for
        does_it = self._words.do_it.fullmatch(self._trimmed(part.text, marked)) is not None
        if named := self._places.of_name(self._words.make_it.sub("", self._trimmed(part.text, marked))):
            does_it, place = True, place or named  # "Make it the Yard, at three."
        may_come = last.kind in ("occasion", "meeting") or (is_to_be_held(last) and number - at <= 1)
        comes = may_come and self._all_come(part, marked)
        bare_of_both = not (place or when or comes)
        if does_it and last.kind == "occasion" and part.text.strip(_MARKS) and bare_of_both:
            return at == number  # "and you give it": that was read
        if does_it and (place or when):
            place = place or ("" if last.place else self._places.spoken_of(marked.plain(part.whole)))
            both = timing_of([one for one in (when, last.when) if one is not None])
            again = both is not None and both.recurs and last.kind in ONCE
            kind = "habit" if again else last.kind
            asks[-1] = (at, replace(last, kind=kind, place=place or last.place, when=both))
            if self._all_come(part, marked):
                asks[-1] = (at, self._gathering(replace(asks[-1][1], others=(EVERYBODY,)), marked))
            return True
        if comes:
            last = held_for(last, ()) if last.kind in DEEDS else last
            last = replace(last, others=(EVERYBODY,), place=last.place or place, when=last.when or when)
            asks[-1] = (at, self._gathering(last, marked))
            return True
        bare = not self._trimmed(part.whole, marked)
        if bare and at == number and (place or when):
            both = timing_of([one for one in (last.when, when) if one is not None])
            asks[-1] = (at, replace(last, place=last.place or place, when=both))
            return True
        return False

    def _says_what(self, part: Part, number: int, asks: Asks, marked: Tagged, one: Understood | None) -> bool:
        """Take a clause as what is to be said or asked, where only that was read so far: "tell her one thing:
        the pump is cracked".
        """
        at, last = asks[-1] if asks else (-1, None)
        if last is None or at != number or last.kind not in ("message", "question"):
            return False
        asked = part.whole.rstrip().endswith(("?", "？"))
        if last.content or last.what or not (one is None or asked):
            return False
        asks[-1] = (at, replace(last, content=marked.plain(part.whole).strip(_MARKS)))
        return True

    def _all_come(self, part: Part, marked: Tagged) -> bool:
        """Return whether a clause says that everybody is to come, or to be asked."""
        if self._words.nobody_missing.search(marked.plain(part.whole)):
            return True
        named = EVERYBODY in _agents(marked.meant(part.whole, PERSON))
        alone = not re.sub(f"{PERSON}|{PLACE}|{TIME}", "", part.whole).strip(_MARKS)  # "the whole village."
        return named and (alone or self._words.come.search(part.whole) is not None)

    def _kept_quiet(self, one: Understood, part: Part, marked: Tagged) -> list[Understood]:
        """Return the secret that a surprise is, to those it is for."""
        whom = tuple(agent for agent in _agents(marked.meant(part.text, PERSON)) if agent != one.who)
        if one.kind != "occasion" or not whom or not self._words.surprise.search(part.text):
            return []
        return [replace(one, kind="secret", others=whom, content=one.what, place="", when=None)]

    def _more_of(self, last: Understood, one: Understood) -> Understood | None:
        """Return what was read last with what a clause after it says of it; None where that is a thing of its
        own.
        """
        if self._is_what_for(last, one):
            kind = last.kind if last.kind == "habit" else one.kind
            return replace(last, kind=kind, deed=one.deed, what=one.what, when=last.when or one.when)
        if self._is_come_for(last, one):
            return replace(last, place=one.place or last.place, when=one.when or last.when)
        if self._is_to_look_on(last, one):
            return held_for(replace(last, place=last.place or one.place), one.others)
        return None

    def _is_what_for(self, last: Understood, one: Understood) -> bool:
        """Return whether something is what one goes for, where only the going was read so far."""
        goes = self._words.only_going.fullmatch(last.deed) is not None and bool(last.place)
        return goes and one.kind in DEEDS and one.place in ("", last.place)

    def _is_to_look_on(self, last: Understood, one: Understood) -> bool:
        """Return whether others are wished to be there when one does what was read last at its hour."""
        hour = last.kind in DEEDS and last.when is not None and last.when.is_at_an_hour
        asked = one.kind == "request" and bool(one.others) and bool(last.place or one.place)
        return hour and asked and one.when is None and self._words.looks_on.match(one.content) is not None

    def _is_come_for(self, last: Understood, one: Understood) -> bool:
        """Return whether something is what somebody is to come for, who was only asked to come so far."""
        comes = last.kind == "meeting" and self._words.only_coming.search(last.deed) is not None
        return comes and last.when is None and one.kind in DEEDS

    def _for_somebody(self, one: Understood, part: Part, said: Context) -> Understood:
        """Return what is done for somebody who is named, or was just named, as the help that it is."""
        once = one.kind in DEEDS & ONCE and set(one.others) <= {EVERYBODY}
        found = self._words.for_somebody.search(part.text) if once else None
        if found is None or len(part.text[: found.start()].split()) < _WITH_A_THING:
            return one  # "look for her"
        named = _agents(said.marked.meant(found["who"], PERSON)) if found["who"] else said.people
        if EVERYBODY in named and is_to_be_held(one):
            return held_for(one, (EVERYBODY,))  # "a film for all the pupils"
        others = tuple(other for other in named if other not in (one.who, EVERYBODY))
        return replace(one, kind="help", others=others) if others else one

    def _side_by_side(self, one: Understood) -> Understood:
        """Return help, or somebody's coming, at a place and an hour as the meeting that it is."""
        hour = one.when is not None and one.when.is_at_an_hour
        comes = one.kind == "request" and self._words.comes_there.search(one.content) is not None
        together = (one.kind == "help" or comes) and one.others and one.place and hour
        return replace(one, kind="meeting") if together else one

    def _gathering(self, one: Understood, marked: Tagged) -> Understood:
        """Return a meeting of everybody as the occasion that it is, with what it is about."""
        if one.kind != "meeting" or EVERYBODY not in one.others:
            return one
        about = self._words.about.search(marked.plain(marked.text))
        what = self._words.gathering_about.format(topic=about["topic"]) if about else self._words.gathering
        return replace(one, kind="occasion", what=what)

    def _arranged(self, one: Understood) -> Understood:
        """Return what somebody else should do as what one has to see to: to meet them, or to ask them."""
        if one.place and one.when is not None:
            return replace(one, kind="meeting", who=self._me, others=(one.who,), deed=one.text)
        return replace(one, kind="request", who=self._me, others=(one.who,), content=one.deed)

    # ---- what a clause asks

    def _understood(self, part: Part, marked: Tagged, told: bool) -> tuple[Frame | None, Understood | None]:
        for frame in self._words.frames.that_may_be_in(part.folded):
            found = frame.found(_read_by(frame, part), len(part.whole))
            if found is None:
                continue
            one = self._filled(frame, found, part, marked)
            without = self._words.without.search(found[0]) is not None  # "not to bed without asking her"
            if self._is_meant(frame, one, part, told) and (part.forbidden or not without):
                barred = part.forbidden and not without and one.kind not in ("secret", "prohibition")
                return frame, self._recurring(_barred(one) if barred else one, part)
        return None, self._deed(part, marked, told)

    def _is_meant(self, frame: Frame, one: Understood, part: Part, told: bool) -> bool:
        """Return whether what a frame has read is asked of somebody, and of others where it takes others."""
        if frame.kind == "meeting" and not (one.others or one.strangers):
            return False
        if (
            frame.kind == "meeting"
            and frame.goes_on
            and frame.anywhere
            and not self._words.meets.search(one.content)
        ):
            return False  # what is agreed on may be anything
        if frame.kind == "prohibition" and frame.anywhere and one.others:
            return False  # to tell somebody else not to do a thing forbids it to them
        if frame.kind == "request" and self._only_wished(one):
            return False
        if frame.onward and not (one.when and one.when.onward):
            return False
        guests = one.kind == "occasion" and not one.what  # "all of them get an invitation"
        says_who = frame.whole or (guests and self._words.under_way.match(part.text.lstrip()) is not None)
        allowed = says_who and (one.kind == "message" or guests) and bool(one.others)
        return allowed or self._counts(one, part, told)

    def _only_wished(self, one: Understood) -> bool:
        """Return whether somebody is wished to have, be or feel something, which nobody is asked to do."""
        wished = self._words.wishing.match(one.text.lstrip()) is not None
        return wished and self._words.stative.match(one.content) is not None

    def _recurring(self, one: Understood, part: Part) -> Understood:
        """Return a habit, where it is to be done again and again."""
        always = self._words.always.search(part.whole) is not None and one.when is not None
        recurs = one.when is not None and (one.when.recurs or always)
        if not recurs or one.kind not in STATED_WITH_A_TIME:
            return one
        return replace(one, kind="habit", when=replace(one.when, recurs=True) if one.when else None)

    def _filled(self, frame: Frame, found: re.Match[str], part: Part, marked: Tagged) -> Understood:
        slots = found.groupdict()
        content = slots.get("content") or ""
        does = slots.get("does") or ""
        content = "" if self._words.pronoun.fullmatch(self._trimmed(content, marked)) else content
        read = _read_by(frame, part)
        own = read.removesuffix(content)  # what belongs to the content is no time or place of the deed
        head = part.whole.removesuffix(part.text) + own if not frame.whole else own
        people = [one for one in marked.meant(slots.get("people") or "", PERSON) if isinstance(one, People)]
        if frame.kind == "request" or (frame.kind == "meeting" and frame.anywhere):
            head = part.whole_on if frame.goes_on else part.whole  # what is asked for has its time
        places, moments = marked.meant(head, PLACE), marked.meant(head, TIME)
        unsaid = frame.anywhere and frame.kind in ("secret", "message") and not content
        before = read[: found.start()] if unsaid else ""
        return Understood(
            kind=frame.kind,
            text=marked.plain(part.text),
            deed=self._deed_words(read if content else part.text, marked),
            who=self._host(read, marked) or (self._me if frame.whole else part.who or self._me),
            others=self._others(frame, people, part, marked),
            strangers=tuple(one.stranger for one in people if one.stranger),
            what=self._trimmed(slots.get("what") or "", marked),
            content=self._to_do(does, marked)
            or self._with_my_name(marked.plain(content or self._said_before(before)).strip(_MARKS)),
            place=place_of(places),
            when=timing_of(moments),
            forbids="deed" if frame.kind == "prohibition" else None,
            strength=self._strength(found[0]),
        )

    def _to_do(self, does: str, marked: Tagged) -> str:
        """Return what somebody does, as one asks them to do it."""
        first, space, rest = marked.plain(does).strip(_MARKS).partition(" ")
        to_do = f"{base_form(first) or first}{space}{rest}" if self._words.spaced else first
        return self._with_my_name(to_do)

    def _with_my_name(self, to_do: str) -> str:
        """Return what somebody is asked to do with one's name for `her`: "help her carry the chairs"."""
        return self._words.helps_one.sub(self._name, to_do)

    def _said_before(self, text: str) -> str:
        """Return what stands before the words that ask, where that says something."""
        plain = re.sub(f"{TIME}|{PLACE}", "", text).strip(_MARKS)
        enough = len(plain.split()) > 2 if self._words.spaced else len(plain) > 3
        asks = self._words.lead.search(plain) or self._words.forbids.search(plain)
        return text if enough and not asks and not self._words.says_it.search(plain) else ""

    def _host(self, text: str, marked: Tagged) -> AgentId:
        """Return by whom something is said to be given."""
        by = self._words.given_by.search(text)
        return (_agents(marked.meant(by[0], PERSON)) or ("",))[0] if by else ""

    def _others(
        self, frame: Frame, named: Sequence[People], part: Part, marked: Tagged
    ) -> tuple[AgentId, ...]:
        """Return those something is done with or to: whom the frame names, or all whom the clause does."""
        if frame.kind == "occasion" and self._words.surprise.search(part.text):
            return ()  # whom it is for is not to be invited
        found = _agents(named)
        if not found and frame.kind == "occasion":
            guests = re.findall(rf"(?i:{self._words.for_whom})({SOME_PEOPLE})(?!['’]s)", part.text)
            found = _agents(marked.meant("".join(guests), PERSON))
        if not found and frame.kind == "meeting":
            found = _agents(marked.meant(part.whole, PERSON))  # "Ada and Ben mean to see each other"
        if frame.kind == "occasion" and self._all_come(part, marked):
            found = (EVERYBODY,)
        found = found or ((EVERYBODY,) if frame.to_all else ())
        me = self._me if frame.whole else part.who or self._me
        if frame.kind == "secret" and found and self._words.all_but.search(part.text):
            found = self._people.all_but(found)  # those who are named may know
        return (EVERYBODY,) if EVERYBODY in found else tuple(agent for agent in found if agent != me)

    def _counts(self, one: Understood, part: Part, told: bool) -> bool:
        """Return whether something read is asked of anybody, and not only told."""
        if one.kind == "errand" and (self._words.is_so.search(one.text) or self._befalls(one, told)):
            return False
        if part.of_another:
            return False
        past = self._words.past.match(part.text.lstrip()) is not None
        if part.stated and past and one.kind == "aim":
            return False  # "you found a ring"
        if part.asked or one.kind in ("secret", "prohibition"):
            return True
        if past:
            return False
        when = one.when
        timed = when is not None and (when.recurs or when.day is not None or when.start is not None)
        said_so = one.kind == "aim" or (one.kind == "occasion" and bool(one.place) and self._words.spaced)
        under_way = said_so and self._words.under_way.match(part.text.lstrip()) is not None
        owed = one.kind in ("message", "help", "meeting") and self._words.owed.search(one.text) is not None
        return one.kind in STATED or under_way or owed or (timed and one.kind in STATED_WITH_A_TIME)

    def _deed(self, part: Part, marked: Tagged, told: bool) -> Understood | None:
        """Return what else somebody is asked to do; None where it is nothing that anybody could."""
        if part.forbidden and (kept_from := self._kept_from(part, marked)):
            return kept_from
        when = timing_of(marked.meant(part.whole, TIME))
        recurs = when is not None and (when.recurs or self._words.always.search(part.whole) is not None)
        text, named = self._with_company(part, marked)
        ahead = self._words.with_them.sub("", re.sub(f"^{BETWEEN}+", "", part.text), count=1)
        verb = self._words.verb.match(ahead)
        if recurs and not self._words.spaced:
            verb = self._words.verb.search(ahead[:_VERB_WITHIN])
        known = verb is not None and (not self._words.spaced or base_form(verb[0]))
        over = self._words.is_so.search(self._trimmed(part.text, marked)) is not None
        set_down = recurs or self._is_set_down(part, when, verb, told=told)
        goes = not self._trimmed(part.text, marked) and bool(place_of(marked.meant(part.whole, PLACE)))
        if over or not (known or goes) or not (part.asked or set_down) or (part.stated and not set_down):
            return None
        one = Understood(
            kind="deed",
            text=marked.plain(text),
            deed=self._words.going if goes else self._deed_words(text, marked),
            who=part.who or self._me,
            others=tuple(other for other in _agents(named) if other != (part.who or self._me)),
            strangers=tuple(other.stranger for other in named if other.stranger),
            place=place_of(marked.meant(part.whole, PLACE)),
            when=when,
        )
        if self._befalls(one, told):
            return None
        if part.along and not one.others:
            others = tuple(other for other in part.along if other != one.who)
            one = replace(one, kind="meeting", others=others)
        elif self._words.together.search(text):
            one = replace(one, kind="meeting")
        one = self._overnight(self._recurring(one, part))
        barred = part.forbidden or self._words.negative.search(one.deed) is not None
        return _barred(one) if barred else one

    def _is_set_down(
        self, part: Part, when: Timing | None, verb: re.Match[str] | None, *, told: bool
    ) -> bool:
        """Return whether a clause says, as of a thing that is settled, what somebody does at an hour of a day
        to come: "at five on Saturday she sings on the Quay".
        """
        exact = when is not None and when.start is not None and not when.latest
        past = self._words.past.match(part.text.lstrip()) is not None
        if when is None or when.start is None or not exact or verb is None or past or not self._words.spaced:
            return False
        base = base_form(verb[0])
        if told and when.day is not None and base == verb[0].lower():
            return True  # "you go there at five today"
        if when.start < DAY and not self._words.under_way.match(verb[0]):
            return False  # what somebody does at an hour of any day
        return base not in ("", verb[0].lower(), "be", "have")

    def _befalls(self, one: Understood, told: bool) -> bool:
        """Return whether something is nothing that one does: what one feels, is or finds every day."""
        recurs = one.when is not None and (one.when.recurs or self._words.always.search(one.text) is not None)
        return recurs and not told and self._words.stative.match(one.deed) is not None

    def _with_company(self, part: Part, marked: Tagged) -> tuple[str, list[People]]:
        """Return a clause in which whom something is done with stands by name, and whom it names: "with her"
        is whoever was named ahead of it.
        """
        company, marks = self._words.with_them.search(part.text), re.findall(PERSON, part.text)
        ahead = [
            mark
            for mark in re.findall(PERSON, part.whole)
            if self._me not in _agents(marked.meant(mark, PERSON))
        ]
        text = part.text
        if company and not marks and ahead:
            text = text[: company.start("who")] + ahead[-1] + text[company.end("who") :]
        return text, [one for one in marked.meant(text, PERSON) if isinstance(one, People)]

    def _overnight(self, one: Understood) -> Understood:
        """Return a night that is to be slept elsewhere as the move for that night that it is."""
        if one.kind != "deed" or not one.place or not self._words.overnight.match(one.deed):
            return one
        return replace(one, kind="move", for_a_night=True)

    def _kept_from(self, part: Part, marked: Tagged) -> Understood | None:
        """Return the prohibition of somebody, or of a place, that one is to stay away from: nothing else is
        said of what one is not to do.
        """
        left = re.sub(f"{PERSON}|{PLACE}|{TIME}", "", part.text).strip(_MARKS)
        named, opening = self._places.of_name(left), self._words.opening.fullmatch(left)
        place = place_of(marked.meant(part.whole, PLACE)) or named
        others = _agents(marked.meant(part.text, PERSON))
        nothing_else = opening or self._words.for_good.fullmatch(left)
        if not (place or others) or not (named or nothing_else):
            return None
        said, who = marked.plain(part.whole).strip(_MARKS), part.who or self._me
        when = timing_of(marked.meant(part.whole, TIME))
        return Understood(
            kind="prohibition",
            text=said,
            deed=said,
            who=who,
            others=others,
            place=place,
            when=when,
            forbids="visit",
        )

    def _deed_words(self, text: str, marked: Tagged) -> str:
        """Return what is to be done, as one says it after "to"."""
        words = self._trimmed(text, marked)
        first, space, rest = words.partition(" ")
        return f"{base_form(first) or first}{space}{rest}" if self._words.spaced else words

    def _trimmed(self, text: str, marked: Tagged) -> str:
        """Return words without the places and times among them."""
        return marked.plain(re.sub(rf"\s*,?\s*(?:{PLACE}|{TIME})", "", text)).strip(_MARKS)

    def _strength(self, said: str) -> int:
        strengths = self._words.strengths
        found = [
            many for word, many in strengths.items() if re.search(_alone(word, self._words), said.lower())
        ]
        return max(found, key=abs, default=0)


def _to_everybody(one: Understood) -> Understood:
    """Return what everybody is to be brought to do as the public aim that it is."""
    asked = one.kind == "request" and one.others == (EVERYBODY,) and bool(one.content)
    return replace(one, kind="aim", what=one.content, content="") if asked else one


def _read_by(frame: Frame, part: Part) -> str:
    """Return what a frame reads of a clause: also what hangs on it, where that may be what is said. What is
    not to be said, or done, is over with its clause where the frame finds it there.
    """
    own, on = (part.whole, part.whole_on) if frame.whole else (part.text, part.text_on)
    over = part.forbidden and frame.goes_on and frame.found(own, len(part.whole)) is not None
    return on if frame.goes_on and not over else own


@lru_cache(maxsize=1_024)
def _alone(word: str, words: Words) -> str:
    return rf"(?<!\w){re.escape(word)}" if words.spaced else re.escape(word)


def _agents(meant: Iterable[object]) -> tuple[AgentId, ...]:
    named = (agent for one in meant if isinstance(one, People) for agent in one.agents)
    return tuple(dict.fromkeys(named))


def _barred(one: Understood) -> Understood:
    """Return the prohibition of something; to tell somebody nothing of a thing is to keep it from them."""
    if one.kind == "feeling":
        return replace(one, strength=-one.strength)
    if one.kind == "message" and one.content:
        return replace(one, kind="secret", forbids=None)
    return replace(one, kind="prohibition", forbids=one.kind)
