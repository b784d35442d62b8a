"""Shaping: what kind of intention a clause expresses, with whom, where and when."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.intentions.understood import Understood
from engine.practices.conduct import DEEDS, ONCE
from engine.records import EVERYBODY, AgentId
from engine.rehearsal.reading.clauses import Part
from engine.rehearsal.reading.context import Context
from engine.rehearsal.reading.joining import held_for, is_to_be_held, timing_of
from engine.rehearsal.reading.people import WhoIsMeant
from engine.rehearsal.reading.tagging import (
    BETWEEN,
    MARKS,
    PERSON,
    PLACE,
    TIME,
    Tagged,
    agents_of,
    place_of,
    trimmed,
)
from engine.rehearsal.reading.words import Words

_OF_SOMEBODY = re.compile(rf"{BETWEEN}*[a-z]+(?: [a-z]+)? (?P<whom>{PERSON})(?!['’]s\b)", re.IGNORECASE)
_WITH_A_THING = 2  # words at least: what is done, and to what


class Shaping:
    """Determines the kind of the intentions of one agent."""

    def __init__(self, words: Words, me: AgentId) -> None:
        self._words, self._me = words, me

    def all_come(self, part: Part, marked: Tagged) -> bool:
        """Return whether a clause says that everybody is to come, or to be asked."""
        named = EVERYBODY in agents_of(marked.meant(part.whole, PERSON))
        whole = part.whole if named else self._words.all_named.sub("", part.whole)
        if self._words.nobody_missing.search(marked.plain(whole)):
            return True
        alone = not re.sub(f"{PERSON}|{PLACE}|{TIME}", "", part.whole).strip(MARKS)  # "the whole village."
        return named and (alone or self._words.come.search(part.whole) is not None)

    def set_up(self, part: Part, marked: Tagged) -> Understood | None:
        """Return the occasion in a clause without a verb that names a place and an hour, or None.

        Example: "Goulash in the tent, Wednesday, half past eight".
        """
        place, when = place_of(marked.meant(part.whole, PLACE)), timing_of(marked.meant(part.whole, TIME))
        what, *_ = re.split(self._words.for_whom, trimmed(part.text, marked))
        bare = not self._words.finite.search(what) and not re.search(PERSON, part.text[: len(what)])
        if not (place and when and when.is_at_an_hour and bare and what.strip(MARKS)):
            return None
        others = tuple(one for one in agents_of(marked.meant(part.text, PERSON)) if one != self._me)
        what, said = what.strip(MARKS), marked.plain(part.text)
        return Understood(
            kind="occasion",
            text=said,
            deed=what,
            who=self._me,
            others=others,
            what=what,
            place=place,
            when=when,
        )

    def for_somebody(self, one: Understood, part: Part, said: Context) -> Understood:
        """Return a deed for somebody, who is or was just named, as help or an occasion."""
        once = one.kind in DEEDS & ONCE and set(one.others) <= {EVERYBODY}
        found = self._words.for_somebody.search(part.text) if once else None
        if found is None or len(part.text[: found.start()].split()) < _WITH_A_THING:
            return one  # "look for her"
        named = agents_of(said.marked.meant(found["who"], PERSON)) if found["who"] else said.people
        if EVERYBODY in named and is_to_be_held(one):
            return held_for(one, (EVERYBODY,))  # "a film for all the pupils"
        others = tuple(other for other in named if other not in (one.who, EVERYBODY))
        return replace(one, kind="help", others=others) if others else one

    def with_its_object(self, one: Understood, part: Part, marked: Tagged) -> Understood:
        """Return a deed done to somebody, or a meeting if it has a place and an hour.

        Example: "take her through the plans at the mill at eight".
        """
        found = _OF_SOMEBODY.match(part.text) if self._words.spaced and one.kind == "errand" else None
        others = agents_of(marked.meant(found["whom"], PERSON)) if found else ()
        others = tuple(other for other in others if other not in (one.who, EVERYBODY))
        if not others or one.others:
            return one
        hour = one.when is not None and one.when.is_at_an_hour
        return replace(one, kind="meeting" if one.place and hour else "deed", what="", others=others)

    def side_by_side(self, one: Understood) -> Understood:
        """Return help, or a request to come, at a place and an hour as a meeting."""
        hour = one.when is not None and one.when.is_at_an_hour
        comes = one.kind == "request" and self._words.comes_there.search(one.content) is not None
        hands_over = one.when is not None and one.when.end and self._words.hands_over(one.deed)
        helps = one.kind == "help" and not hands_over  # which takes no hour of both
        if helps and one.place and self._words.fetched_for.search(one.deed):
            return replace(one, kind="errand", others=())  # 替他去茶馆拿弦: he need not be there
        together = (helps or comes) and one.others and one.place and hour
        return replace(one, kind="meeting", content="" if comes else one.content) if together else one

    def gathering(self, one: Understood, marked: Tagged) -> Understood:
        """Return a meeting of everybody, or something given to everybody, as an occasion with its topic."""
        given = self._words.given.search(one.deed) if one.others == (EVERYBODY,) else None
        if given and one.kind in (*DEEDS, "help"):
            return replace(one, kind="occasion", what=given["what"])
        if one.kind == "occasion" and (given := self._words.given.match(one.what)):
            return replace(one, what=given["what"])  # 放一部老电影
        if one.kind != "meeting" or EVERYBODY not in one.others:
            return one
        about = self._words.about.search(marked.plain(marked.text))
        what = self._words.gathering_about.format(topic=about["topic"]) if about else self._words.gathering
        return replace(one, kind="occasion", what=what)

    def arranged(self, one: Understood) -> Understood:
        """Return a deed for somebody else as an intention of the agent: to meet them, or to ask them."""
        if one.place and one.when is not None:
            return replace(one, kind="meeting", who=self._me, others=(one.who,), deed=one.text)
        return replace(one, kind="request", who=self._me, others=(one.who,), content=one.deed)

    def overnight(self, one: Understood) -> Understood:
        """Return a night to be slept elsewhere as a move for one night."""
        if one.kind != "deed" or not one.place or not self._words.overnight.match(one.deed):
            return one
        return replace(one, kind="move", for_a_night=True)

    def kept_quiet(self, one: Understood, part: Part, marked: Tagged, people: WhoIsMeant) -> list[Understood]:
        """Return the secrets that a clause implies.

        A surprise is a secret from those it is for; what only one person is to be told is a secret from the
        others.
        """
        if one.kind == "message" and one.others and self._words.all_but.search(part.whole):
            rest = tuple(agent for agent in people.all_but(one.others) if agent != one.who)
            return [replace(one, kind="secret", others=rest, place="", when=None)]  # 只肯跟她一个人说
        whom = self.surprised(part, marked) or agents_of(marked.meant(part.text, PERSON))
        whom = tuple(agent for agent in whom if agent != one.who)
        if one.kind != "occasion" or not whom or not self._words.surprise.search(part.text):
            return []
        return [replace(one, kind="secret", others=whom, content=one.what, place="", when=None)]

    def surprised(self, part: Part, marked: Tagged) -> tuple[AgentId, ...]:
        """Return those whom a clause names as surprised."""
        found = self._words.surprised.search(part.text)
        return agents_of(marked.meant(found["who"], PERSON)) if found else ()
