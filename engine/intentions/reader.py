"""Read what an author's sentence asks of somebody: who, what, whom, where, when, and what it forbids.

Sentences of authors vary without end, so they are taken apart rather than matched whole. What is read is only
what can be acted on; the rest stays a thought, and is said to be one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from engine.intentions.frames import SOME_PEOPLE, Frame
from engine.intentions.people import PeopleHere, WhoIsMeant
from engine.intentions.places import PlacesHere, WhereIsMeant
from engine.intentions.tagging import BETWEEN, PERSON, PLACE, TIME, Found, People, Tagged, place_of, tagged
from engine.intentions.understood import EVERYBODY, Kind, Moment, Reading, Understood
from engine.intentions.words import Words, words_for
from engine.language.verb_forms import base_form
from engine.records import AgentId, Persona, Scenario
from engine.world.tree import World

Times = Callable[[str], Sequence[Found]]
_STATED: tuple[Kind, ...] = ("feeling", "secret", "request")
_TIMED: tuple[Kind, ...] = ("occasion", "meeting", "message", "visit", "errand", "question", "deed", "move")
_LONGEST, _MOST_LEADS = 400, 6
_MARKS = " .,;:!?，；。：！？"


@dataclass(frozen=True, slots=True)
class _Part:
    """One clause: its text with marks, whose it is, whether it asks, forbids, or only states."""

    whole: str
    text: str
    who: AgentId
    asked: bool
    forbidden: bool


class Readers:
    """Readers for the people of a town. What they have in common is made when the first is asked for."""

    def __init__(self, scenario: Scenario, world: World) -> None:
        self._scenario, self._world = scenario, world
        self._readers: dict[AgentId, Reader] = {}

    def reader(self, me: Persona) -> Reader:
        """Return the reader of what is written about, or said to, somebody."""
        if me.id not in self._readers:
            people, places = self._here
            reader = Reader(people.words, me.id, WhoIsMeant(people, me), WhereIsMeant(places, me))
            self._readers[me.id] = reader
        return self._readers[me.id]

    @cached_property
    def _here(self) -> tuple[PeopleHere, PlacesHere]:
        words = words_for(self._scenario.language)
        return PeopleHere(self._scenario.personas, words), PlacesHere(self._world, words)


class Reader:
    """Reads sentences about, or to, one person of a town."""

    def __init__(self, words: Words, me: AgentId, people: WhoIsMeant, places: WhereIsMeant) -> None:
        self._words, self._me = words, me
        self._people, self._places = people, places

    def read(self, text: str, times: Times, *, told: bool = False) -> tuple[Reading, ...]:
        """Return what each sentence of a text asks. What is `told` to somebody may be an order, as a whisper
        is; what is written of them says that they want, will or must. `times` finds what it says about when.
        """
        sentences = (part.strip() for part in self._words.sentence_end.split(text))
        return tuple(self._sentence(sentence, times, told) for sentence in sentences if sentence)

    def _sentence(self, sentence: str, times: Times, told: bool) -> Reading:
        if self._words.nonsense.search(sentence):
            return Reading(sentence=sentence)
        marked = tagged(sentence[:_LONGEST], times=times, places=self._places, people=self._people)
        asks: list[Understood] = []
        before = ""
        for part in self._parts(marked, told):
            one = self._understood(part, marked, told)
            if one is not None:
                unsaid = one.kind == "secret" and not (one.what or one.content)
                asks = _joined(asks, replace(one, content=before) if unsaid else one)
                asks += self._kept_quiet(one, part, marked)
            before = marked.plain(part.whole)
        return Reading(sentence=sentence, asks=tuple(asks))

    # ---- clauses

    def _parts(self, marked: Tagged, told: bool) -> Iterator[_Part]:
        who, asked, forbidden = "" if not told else self._me, told, False
        for clause in _clauses(marked.text, self._words):
            text = (
                self._words.opening.sub("", clause, count=1) if self._words.opening.match(clause) else clause
            )
            rest, own, lead, bars = self._led(text.strip(), marked)
            who = own or who
            asked, forbidden = (lead or asked, bars or (forbidden and not lead and not own))
            asked = asked and (lead or bars or told or self._goes_on(rest))
            yield _Part(text.strip(), rest, who, asked, forbidden)

    def _goes_on(self, text: str) -> bool:
        """Return whether a clause goes on with what one wants to do, rather than with what one does: its verb
        is uninflected.
        """
        verb = self._words.verb.match(re.sub(f"^{BETWEEN}+", "", text))
        return self._words.spaced and verb is not None and base_form(verb[0]) == verb[0].lower()

    def _led(self, text: str, marked: Tagged) -> tuple[str, AgentId, bool, bool]:
        """Return what is left of a clause after who it is about and how it asks; who, whether it asks, and
        whether it forbids.
        """
        who, asked, forbidden = "", False, False
        subject = re.match(rf"{BETWEEN}*(?P<who>{PERSON}){BETWEEN}*(?!['’]s\b)", text)
        rest = text
        if subject and subject.end() < len(text):
            agents = _agents(marked.meant(subject["who"], PERSON))
            who, rest = (agents or ("",))[0], text[subject.end() :]
        for _ in range(_MOST_LEADS):  # "you" "really" "must" "never"
            if (bars := self._words.forbids.match(rest)) and bars.end():
                rest, asked, forbidden = rest[bars.end() :], True, True
            elif (lead := self._words.lead.match(rest)) and lead.end():
                rest, asked = rest[lead.end() :], True
            elif (skip := self._words.skip.match(rest)) and skip.end():
                rest = rest[skip.end() :]
            else:
                break
        return rest, who, asked, forbidden

    def _kept_quiet(self, one: Understood, part: _Part, marked: Tagged) -> list[Understood]:
        """Return the secret that a surprise is, to those it is for."""
        whom = tuple(agent for agent in _agents(marked.meant(part.text, PERSON)) if agent != one.who)
        if one.kind != "occasion" or not whom or not self._words.surprise.search(part.text):
            return []
        return [replace(one, kind="secret", others=whom, content=one.what, place="", when=None)]

    # ---- what a clause asks

    def _understood(self, part: _Part, marked: Tagged, told: bool) -> Understood | None:
        for frame in self._words.frames:
            found = frame.pattern.match(part.whole if frame.whole else part.text)
            if found is None:
                continue
            one = self._filled(frame, found, part, marked)
            if self._counts(one, part, told):
                one = _barred(one) if part.forbidden and one.kind != "secret" else one
                return (
                    replace(one, kind="habit")
                    if one.when is not None and one.when.recurs and one.kind in _TIMED
                    else one
                )
        return self._deed(part, marked, told)

    def _filled(self, frame: Frame, found: re.Match[str], part: _Part, marked: Tagged) -> Understood:
        slots = found.groupdict()
        content = slots.get("content") or ""
        head = part.whole.removesuffix(content)  # what belongs to the content is no time or place of the deed
        people = [one for one in marked.meant(slots.get("people") or "", PERSON) if isinstance(one, People)]
        places, moments = marked.meant(head, PLACE), marked.meant(head, TIME)
        return Understood(
            kind=frame.kind,
            text=marked.plain(part.text),
            deed=self._deed_words(part.text, marked),
            who=self._me if frame.whole else part.who or self._me,
            others=self._others(frame, people, part, marked),
            strangers=tuple(one.stranger for one in people if one.stranger),
            what=self._trimmed(slots.get("what") or "", marked),
            content=marked.plain(content).strip(_MARKS),
            place=place_of(places),
            when=_moment(moments),
            strength=self._strength(found[0]),
        )

    def _others(
        self, frame: Frame, named: Sequence[People], part: _Part, marked: Tagged
    ) -> tuple[AgentId, ...]:
        """Return those something is done with or to: whom the frame names, or all whom the clause does."""
        if frame.kind == "occasion" and self._words.surprise.search(part.text):
            return ()  # whom it is for is not to be invited
        found = _agents(named)
        if not found and frame.kind == "occasion":
            guests = re.findall(rf"(?i:{self._words.for_whom})({SOME_PEOPLE})(?!['’]s)", part.text)
            found = _agents(marked.meant("".join(guests), PERSON))
        found = found or ((EVERYBODY,) if frame.to_all else ())
        me = self._me if frame.whole else part.who or self._me
        return tuple(agent for agent in found if agent != me)

    def _counts(self, one: Understood, part: _Part, told: bool) -> bool:
        """Return whether something read is asked of anybody, and not only told."""
        if part.asked or one.kind == "secret":
            return True
        if self._words.past.match(part.text.lstrip()):
            return False
        when = one.when
        timed = when is not None and (when.recurs or when.day is not None or when.start is not None)
        return one.kind in (*_STATED, "habit") or (timed and one.kind in _TIMED)

    def _deed(self, part: _Part, marked: Tagged, told: bool) -> Understood | None:
        """Return what else somebody is asked to do; None where it is nothing that anybody could."""
        verb = self._words.verb.match(re.sub(f"^{BETWEEN}+", "", part.text))
        known = verb is not None and (not self._words.spaced or base_form(verb[0]))
        if part.forbidden and not self._trimmed(part.text, marked):
            return self._kept_from(part, marked)
        if not part.asked or not known:
            return None
        one = Understood(
            kind="deed",
            text=marked.plain(part.text),
            deed=self._deed_words(part.text, marked),
            who=part.who or self._me,
            others=_agents(marked.meant(part.text, PERSON)),
            place=place_of(marked.meant(part.text, PLACE)),
            when=_moment(marked.meant(part.text, TIME)),
        )
        if self._words.together.search(part.text):
            one = replace(one, kind="meeting")
        return _barred(one) if part.forbidden else one

    def _kept_from(self, part: _Part, marked: Tagged) -> Understood | None:
        """Return the prohibition of a place that one is to stay away from."""
        place = place_of(marked.meant(part.text, PLACE))
        others = _agents(marked.meant(part.text, PERSON))
        if not place and not others:
            return None
        said, who = marked.plain(part.whole), part.who or self._me
        return Understood(
            kind="prohibition", text=said, deed=said, who=who, others=others, place=place, forbids="visit"
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


def _clauses(text: str, words: Words) -> Iterable[str]:
    return (part for part in words.clause_break.split(text) if part and part.strip())


@lru_cache(maxsize=1_024)
def _alone(word: str, words: Words) -> str:
    return rf"(?<!\w){re.escape(word)}" if words.spaced else re.escape(word)


def _agents(meant: Iterable[object]) -> tuple[AgentId, ...]:
    named = (agent for one in meant if isinstance(one, People) for agent in one.agents)
    return tuple(dict.fromkeys(named))


def _moment(meant: Sequence[object]) -> Moment | None:
    """Return the moment that several marks speak of together: a day, and an hour."""
    moments = [one for one in meant if isinstance(one, Moment)]
    if not moments:
        return None
    exact = next((one for one in moments if one.start is not None), moments[0])
    day = next((one.day for one in moments if one.day is not None), None)
    return replace(
        exact, day=exact.day if exact.day is not None else day, said=" ".join(m.said for m in moments)
    )


def _barred(one: Understood) -> Understood:
    """Return the prohibition of something; to tell somebody nothing of a thing is to keep it from them."""
    if one.kind == "feeling":
        return replace(one, strength=-one.strength)
    if one.kind == "message" and one.content:
        return replace(one, kind="secret", forbids=None)
    return replace(one, kind="prohibition", forbids=one.kind)


def _joined(asks: list[Understood], one: Understood) -> list[Understood]:
    """Add what a clause asks; whom it invites are the guests of the occasion that was just read."""
    last = asks[-1] if asks else None
    if last is not None and last.kind == "occasion" and one.who == EVERYBODY:  # "and everybody is to come"
        return [*asks[:-1], replace(last, others=(EVERYBODY,))]
    if one.kind == "visit" or last is None or last.kind != "occasion" or one.kind != "occasion" or one.what:
        return [*asks, one]
    guests = tuple(dict.fromkeys((*last.others, *one.others)))
    if EVERYBODY in guests:
        guests = (EVERYBODY,)
    return [*asks[:-1], replace(last, others=guests, strangers=(*last.strangers, *one.strangers))]
