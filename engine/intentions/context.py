"""What a text has said before a clause of it: what `it`, `there`, `them` and `do it` stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from engine.clock import DAY, minute_at
from engine.intentions.joining import timing_of
from engine.intentions.tagging import PERSON, PLACE, TIME, People, Tagged, place_of
from engine.intentions.understood import EVERYBODY, Timing, Understood
from engine.intentions.words import Words
from engine.practices.conduct import AHEAD, ONCE, PLACED, TIMED
from engine.records import AgentId, Path

_WORDS_OF_A_STATEMENT = 4
_OF_A_LEANING = 2


@dataclass(slots=True)
class Context:
    """What was said so far: the last statement, the thing last spoken of, and the place."""

    words: Words
    marked: Tagged
    spoken_of: Callable[[str], Path]  # the place that a text names, though nothing leads to it
    me: AgentId
    statement: str = ""
    thing: str = ""
    place: Path = ""
    where: Path = ""  # the thing is
    lacks: bool = False
    day: int | None = None  # last spoken of
    people: tuple[AgentId, ...] = ()  # last spoken of, besides oneself
    stranger: str = ""
    _sentence: int = -1
    _joined: list[tuple[int, int]] = field(default_factory=list)
    bare: tuple[Path, Timing | None] = ("", None)  # where and when, of a clause that said nothing else

    def join(self, first: int, last: int) -> None:
        """Note that a sentence only says more of what one before it asked."""
        if first < last:
            self._joined.append((first, last))

    def spans(self, many: int) -> Iterator[tuple[int, int]]:
        """Yield the first and the last of the sentences that ask things together."""
        first = 0
        while first < many:
            last = max([first, *(end for begin, end in self._joined if begin == first)])
            yield first, last
            first = last + 1

    def note(self, clause: str, sentence: int) -> None:
        """Take in a clause of a sentence that was read."""
        plain = self.marked.plain(clause).strip(" .,;:!?，；。：！？")
        if not plain:
            return
        if not self._stands_for(plain) or not self.statement:
            goes_on = self.statement and not self.words.spaced and sentence == self._sentence
            self.statement = f"{self.statement}，{plain}" if goes_on else plain
            self._sentence = sentence
        place = place_of(self.marked.meant(clause, PLACE))
        self.place = place or self.spoken_of(plain) or self.place
        self._note_people(clause)
        noted = timing_of(self.marked.meant(clause, TIME))
        self.day = noted.day if noted and noted.day is not None and not self._refers(clause) else self.day
        lacking = self.words.lacks.search(clause)
        found = lacking or self.words.thing.search(clause)
        if found and (lacking or not self.lacks):
            named = next(one for one in found.groupdict().values() if one)
            self.thing = self._inside(self.marked.plain(named).strip() or self.thing)
            self.where = place or self.where
            self.lacks = lacking is not None
        left = re.sub(f"{PLACE}|{TIME}|{PERSON}", "", clause).strip(" .,;:!?，；。：！？")
        if self.words.only_going.fullmatch(left):
            when = timing_of(self.marked.meant(clause, TIME))
            self.bare = (place or self.bare[0], when or self.bare[1])

    def _inside(self, thing: str) -> str:
        """Return a thing as it is spoken of inside a sentence."""
        first = thing.partition(" ")[0]
        return thing[0].lower() + thing[1:] if first.istitle() and self.words.spaced else thing

    def _note_people(self, clause: str) -> None:
        for one in self.marked.meant(clause, PERSON):
            if not isinstance(one, People) or EVERYBODY in one.agents:
                continue
            others = tuple(agent for agent in one.agents if agent != self.me)
            self.people = others or self.people
            self.stranger = one.stranger or ("" if others else self.stranger)

    def resolved(self, one: Understood, clause: str, *, first: bool = False) -> Understood:
        """Return what a clause asks with what its pronouns stand for; `first` where nothing was asked yet."""
        if first:
            one = self._on_day_of_statement(one)
        one = self._with_content(one)
        if one.kind == "question" and self._asks_who(one.content):
            who = self.words.somebody.sub(self.words.who, self.statement, count=1)
            return self._with_place(replace(one, content=self._inside(who)), clause)
        if self.thing:
            one = self._with_thing(one)
        one = self._with_people(self._on_that_day(one, clause), clause)
        return self._with_place(one, clause)

    def _with_content(self, one: Understood) -> Understood:
        """Return it with what is to be told, asked or kept, where only a pronoun, or nothing, says it."""
        if one.content and self.words.pronoun.fullmatch(one.content):
            one = replace(one, content="")
        if one.kind == "prohibition" and one.forbids == "message" and one.others and not one.content:
            one = replace(one, kind="secret", forbids=None)
        if one.kind in ("secret", "message") and not one.content and (not one.what or self._is_it(one.what)):
            return replace(one, content=self.statement, what="") if self._needs_content(one) else one
        if one.kind == "aim" and not one.what and not one.content:
            office = self.words.office.search(self.statement)
            return replace(one, what=office["office"] if office else self.statement)
        if one.kind == "question" and not one.content:
            return replace(one, content=self._asked())
        return one

    def _asks_who(self, content: str) -> bool:
        """Return whether a question is only who did what somebody has done by the statement before."""
        asks = self.words.who_did_it.fullmatch(content.strip())
        return asks is not None and self.words.somebody.search(self.statement) is not None

    def _on_that_day(self, one: Understood, clause: str) -> Understood:
        """Return it on the day that was spoken of before, where a clause says that day."""
        when = one.when
        if self.day is None or when is None or when.start is None or not self._refers(clause):
            return one
        return replace(one, when=replace(when, day=self.day, start=minute_at(self.day, when.start % DAY)))

    def _on_day_of_statement(self, one: Understood) -> Understood:
        """Return something to be held on the day of which the sentence before told: "Ada is forty on Friday.
        Give a party at five."
        """
        when = one.when
        if self.day is None or one.kind not in AHEAD or when is None or not when.any_day:
            return one
        if when.start is None or when.day is None or self.day < when.day:
            return one
        end = None if when.end is None else minute_at(self.day, when.end % DAY)
        start = minute_at(self.day, when.start % DAY)
        return replace(one, when=replace(when, day=self.day, start=start, end=end, any_day=False))

    def _with_people(self, one: Understood, clause: str) -> Understood:
        """Return it with whom it concerns, where only a pronoun, or nothing, names them."""
        if one.others or one.strangers:
            return one
        if one.kind == "question" and not self._leans(one.content):
            return one
        if one.kind in ("request", "question", "secret", "help", "meeting") and self.people:
            wanted = one.kind != "secret" or self.words.another.search(clause)
            return replace(one, others=self.people) if wanted else one
        if one.kind in ("deed", "errand", "help") and self.stranger and self.words.his.search(one.deed):
            return replace(one, strangers=(self.stranger,))
        return one

    def _with_place(self, one: Understood, clause: str) -> Understood:
        """Return it with the place and the time that the clauses before named for it, or that it names
        itself, though nothing leads there.
        """
        place, when = self.bare
        self.bare = ("", None)
        if one.kind not in PLACED or one.place:
            return self._then(one, when) if one.kind in TIMED else one
        there = self.words.there.search(clause)
        found = place or (self.place if there else "") or self.spoken_of(one.deed)
        if not found and self.thing and self.thing in one.deed:
            found = self.where
        going = self.words.only_going.fullmatch(one.deed)
        if going and self.lacks and self.thing and (found or self.place):
            deed = self.words.get.format(what=self.thing)
            one, found = replace(one, kind="errand", deed=deed, what=self.thing), found or self.place
        elif there and found:
            one = replace(one, deed=" ".join(self.words.there.sub("", one.deed).split()) or one.deed)
        return self._then(replace(one, place=found), when)

    def _then(self, one: Understood, when: Timing | None) -> Understood:
        """Return it at the time that the clause before named, where it has none."""
        if one.when is not None or when is None:
            return one
        again = when.recurs and one.kind in ONCE
        return replace(one, kind="habit" if again else one.kind, when=when)

    def _refers(self, clause: str) -> bool:
        """Return whether a clause is of the day that was named before it."""
        return self.words.that_day.search(self.marked.plain(clause)) is not None

    def _needs_content(self, one: Understood) -> bool:
        return one.kind == "secret" or bool(self.words.content_before.search(one.deed))

    def _is_it(self, what: str) -> bool:
        return self.words.pronoun.fullmatch(what.strip()) is not None

    def _leans(self, question: str) -> bool:
        """Return whether a question is only one after what was said before: `why`, or `what it says`."""
        words = self.words
        short = len(question.split()) <= _OF_A_LEANING if words.spaced else len(question) <= 2 * _OF_A_LEANING
        named = (words.says_it, words.another, words.his)
        return short or any(pattern.search(question) for pattern in named)

    def _stands_for(self, plain: str) -> bool:
        """Return whether a clause only speaks of what another says."""
        short = len(plain.split()) <= _WORDS_OF_A_STATEMENT if self.words.spaced else len(plain) <= 6
        return short and self.words.says_it.search(plain) is not None

    def _asked(self) -> str:
        """Return the question that the statement before holds."""
        found = self.words.indirect.search(self.statement)
        asked = found[0] if found else self.statement
        return self._put(asked) if self.thing else asked

    def _with_thing(self, one: Understood) -> Understood:
        if one.kind not in ("request", "help", "occasion", "errand", "question", "deed"):
            return one
        changes = {}
        tried = self.words.tastes.search(one.deed) or self.words.a_thing.search(one.deed)
        leans = one.kind in ("request", "help") or tried is not None
        if leans and one.kind in ("request", "help", "occasion") and not (one.what or one.content):
            changes["what"] = self.thing
        if one.what and self._is_it(one.what):
            changes["what"] = self.thing
        if one.content and self.words.a_thing.search(one.content):
            changes["content"] = self._put(one.content)
        if changes or self.words.a_thing.search(one.deed):
            changes["deed"] = self._put(one.deed)
        if one.kind == "errand" and self.lacks and self.words.container.fullmatch(one.what):
            filled = self.words.of.format(amount=one.what, what=self.thing)
            changes |= {"what": filled, "deed": one.deed.replace(one.what, filled, 1)}
        if one.kind == "errand" and not one.what:
            changes |= {"what": self.thing, "deed": f"{one.deed}{self.thing}"}
        return replace(one, **changes) if changes else one  # type: ignore[arg-type]

    def _put(self, text: str) -> str:
        return self.words.a_thing.sub(lambda _: self.thing, text, count=1)
