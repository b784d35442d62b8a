"""Context: what a text said before a clause, which `it`, `there`, `them` and `do it` refer to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from engine.clock import DAY, minute_at
from engine.intentions.understood import Timing, Understood
from engine.language.verb_forms import base_form
from engine.practices.conduct import AHEAD, DEEDS, ONCE, PLACED, TIMED
from engine.records import EVERYBODY, AgentId, Path
from engine.rehearsal.reading.joining import timing_of
from engine.rehearsal.reading.tagging import PERSON, PLACE, TIME, People, Tagged, place_of
from engine.rehearsal.reading.words import Words

_WORDS_OF_A_STATEMENT = 4
_WORDS_UP_TO_IT = 8  # of a clause that ends on it: "have a word with Lew about it"
_A_VERB, _OF_A_BARE_VERB = 1, 6  # letters, without what it is done to
_OF_A_LEANING = 2
_POINTS = 5  # letters of what is pointed at that say so: "on that dance floor"


@dataclass(slots=True)
class Context:
    """The context so far: the last statement, the last thing, people, day and place mentioned."""

    words: Words
    marked: Tagged
    spoken_of: Callable[[str], Path]  # the place that a text names, though nothing leads to it
    me: AgentId
    statement: str = ""
    thing: str = ""
    place: Path = ""
    where: Path = ""  # the thing is
    many: str = ""  # things last spoken of, and the one thing, for `them` and `it`
    single: str = ""
    set_up: Understood | None = None  # what a clause named with its place and hour, and said no more of
    lacks: bool = False
    day: int | None = None  # last spoken of
    people: tuple[AgentId, ...] = ()  # last spoken of, besides oneself
    stranger: str = ""
    _sentence: int = -1
    _kept: int = -1
    _joined: list[tuple[int, int]] = field(default_factory=list)
    bare: tuple[Path, Timing | None] = ("", None)  # where and when, of a clause that said nothing else

    def copy(self) -> Context:
        """Return a copy, for a reading that may be discarded."""
        return replace(self, _joined=[*self._joined])

    def join(self, first: int, last: int) -> None:
        """Record that a sentence only adds to what an earlier one asked."""
        if first < last:
            self._joined.append((first, last))

    def spans(self, many: int) -> Iterator[tuple[int, int]]:
        """Yield the first and last number of the sentences that belong together, of `many` sentences."""
        first = 0
        while first < many:
            last = max([first, *(end for begin, end in self._joined if begin == first)])
            yield first, last
            first = last + 1

    def note(self, clause: str, sentence: int) -> None:
        """Take a clause that was read into the context."""
        plain = self.marked.plain(clause).strip(" .,;:!?，；。：！？")
        if not plain:
            return
        if self._keeps(clause, plain, sentence):
            self._kept = sentence
        elif not self._stands_for(plain) or not self.statement:
            goes_on = self.statement and not self.words.spaced and sentence == self._sentence
            said = f"{self.statement}，{plain}" if goes_on else plain
            self.statement = self.words.reported.sub("", said, count=1) or said
            self._sentence = sentence
        place = place_of(self.marked.meant(clause, PLACE))
        self.place = place or self.spoken_of(plain) or self.place
        self._note_people(clause)
        noted = timing_of(self.marked.meant(clause, TIME))
        self.day = noted.day if noted and noted.day is not None and not self._refers(clause) else self.day
        lacking = self.words.lacks.search(clause)
        found = lacking or self._first_thing(clause)
        if found and (lacking or not self.lacks):
            named = next(one for one in found.groupdict().values() if one)
            self.thing = self._spoken(named) or self.thing
            self.where = place or self.where
            self.lacks = lacking is not None
        self._note_number(clause)
        left = re.sub(f"{PLACE}|{TIME}|{PERSON}", "", clause).strip(" .,;:!?，；。：！？")
        if self.words.only_going.fullmatch(left):
            when = timing_of(self.marked.meant(clause, TIME))
            self.bare = (place or self.bare[0], when or self.bare[1])

    def _first_thing(self, clause: str) -> re.Match[str] | None:
        """Return the thing that a clause names: the first with a pointing word, else the first, or None."""
        found = list(self.words.thing.finditer(clause))
        at = self.words.pointed_at
        pointed = (one for one in found if at.search(clause[: one.start() + _POINTS]))
        return next(pointed, found[0] if found else None)

    def _note_number(self, clause: str) -> None:
        """Record the things that a clause names, separately for singular and plural."""
        if not self.words.spaced:
            return
        for found in reversed(list(self.words.thing.finditer(clause))):
            named = self._spoken(found["thing"])
            if self.words.plural.search(named):
                self.many = named
            else:
                self.single = named
        first_thing = self._first_thing(clause)
        named = self._spoken(first_thing[0]) if first_thing else ""
        if named and not self.words.plural.search(named):
            self.single = named
        if first := self.words.many_at_first.search(clause.strip()):
            self.many = self._spoken(first[0])

    def _spoken(self, named: str) -> str:
        """Return a thing as worded inside a sentence; a name at its beginning keeps its capital."""
        plain = self.marked.plain(named).strip()
        return plain if not plain or re.match(PERSON, named) else self._inside(plain)

    def _named_by(self, pronoun: str) -> str:
        """Return the referent of a pronoun: something lacking, or else the last thing of its number."""
        if self.lacks or not self.words.spaced:
            return self.thing
        fits = self.many if self.words.of_many.fullmatch(pronoun.strip()) else self.single
        return fits or self.thing

    def _keeps(self, clause: str, plain: str, sentence: int) -> bool:
        """Recognise a clause that only says from whom the statement is to be kept, or why."""
        if self.words.spaced or not self.statement:
            return False
        keeps = self.words.secrecy.search(plain) or self.words.all_but.match(clause.strip())
        return self._kept == sentence or keeps is not None

    def _inside(self, thing: str) -> str:
        """Return a thing in lower case at the start, as inside a sentence."""
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
        """Return an intention with its pronouns resolved. `first` says that nothing was asked before it."""
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

    def with_what_is_barred(self, one: Understood) -> Understood:
        """Return a prohibition with the thing that its pronoun refers to: "don't play it"."""
        leans = one.kind == "prohibition" and one.forbids == "deed" and bool(self.thing)
        leans = leans and self.words.of_words.match(one.deed) is None
        named = self.thing.split()[-1] if leans else ""
        first, _, rest = one.deed.partition(" ")
        to_it = self.words.a_thing.match(rest) if base_form(first) == first.lower() else None
        if not leans or to_it is None or self.words.has(named, one.what):
            return one
        return replace(one, deed=self.put(one.deed), what=f"{one.what} {named}".strip())

    def _with_content(self, one: Understood) -> Understood:
        """Return an intention with the content that a pronoun stands for or that is missing."""
        if one.content and self.words.pronoun.fullmatch(one.content):
            one = replace(one, content="")
        if one.kind == "prohibition" and one.forbids == "message" and one.others and not one.content:
            one = replace(one, kind="secret", forbids=None)
        if one.kind in ("secret", "message") and not one.content and (not one.what or self._is_it(one.what)):
            return replace(one, content=self.statement, what="") if self._needs_content(one) else one
        if one.kind == "request":
            return self._with_what_is_wished(one)
        if one.kind == "aim":
            return self._with_what_is_aimed_at(one)
        if one.kind == "question" and not one.content:
            return replace(one, content=self._asked())
        return self._with_what_it_is_for(one)

    def _with_what_is_aimed_at(self, one: Understood) -> Understood:
        """Return an aim with what it is for, if only an earlier sentence says so."""
        if not one.content and (not one.what or self._is_it(one.what)):
            office = self.words.office.search(self.statement)
            return replace(one, what=office["office"] if office else self.statement)
        return self._with_topic(one) if self._is_short_of_its_topic(one.content) else one

    def _with_what_it_is_for(self, one: Understood) -> Understood:
        """Return a meeting with its topic, or a meal with the birthday it is for, from the last statement."""
        if one.kind == "occasion" and self.words.spread.fullmatch(one.what):
            old = self.words.birthday.search(self.statement)
            age = next(filter(None, old.groups()), "") if old else ""
            return replace(one, what=self.words.birthday_of.format(age=age)) if age else one
        meets = one.kind == "meeting" or (one.kind == "occasion" and not one.what)
        about = self.words.topic.match(self.statement) if meets else None
        if about and not (one.content or self.words.spaced):
            return replace(one, content=about[0])
        return one

    def _with_topic(self, one: Understood) -> Understood:
        """Return an aim with the topic that its sentence named before: 动员大家去捡垃圾."""
        verb = re.split("[，,]", one.content)[0]
        if not self.thing or verb not in one.deed:
            return replace(one, content=f"{self.statement}，{one.content}")
        with_it = f"{verb}{self.thing}"
        content = one.content.replace(verb, with_it, 1)
        return replace(one, content=content, deed=one.deed.replace(verb, with_it, 1))

    def _is_short_of_its_topic(self, content: str) -> bool:
        """Recognise an aim that is only a verb, about something mentioned before."""
        bare = not self.words.spaced and len(re.split("[，,]", content)[0]) <= _OF_A_BARE_VERB
        return bool(content and self.statement) and bare and self.statement not in content

    def _with_what_is_wished(self, one: Understood) -> Understood:
        """Return a request for help or a promise with what it is for, from the last statement."""
        if self.words.only_help.fullmatch(one.content.strip()):
            alone = self.words.alone.search(self.statement)
            return replace(one, content=alone["what"].strip(), what="") if alone else one
        if not (one.content or one.what or self.thing or self.words.spaced):
            return replace(one, content=self.statement)  # 跟他要
        if EVERYBODY in one.others and self.words.agrees.fullmatch(one.content):
            return replace(one, content=self.statement or one.content)
        return one

    def _asks_who(self, content: str) -> bool:
        """Recognise a question who did what the last statement says that somebody did."""
        asks = self.words.who_did_it.fullmatch(content.strip())
        return asks is not None and self.words.somebody.search(self.statement) is not None

    def _on_that_day(self, one: Understood, clause: str) -> Understood:
        """Return an intention on the day mentioned before, if its clause refers to that day."""
        when = one.when
        if self.day is None or when is None or when.start is None or not self._refers(clause):
            return one
        return replace(one, when=replace(when, day=self.day, start=minute_at(self.day, when.start % DAY)))

    def _on_day_of_statement(self, one: Understood) -> Understood:
        """Return something to be held on the day that the sentence before named.

        Example: "Ada is forty on Friday. Give a party at five."
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
        """Return an intention with its people, if its clause has only a pronoun for them, or nothing."""
        if one.others or one.strangers:
            return one
        if one.kind == "question" and not self._leans(one.content):
            return one
        if one.kind in ("request", "question", "secret", "help", "meeting", "feeling") and self.people:
            wanted = one.kind != "secret" or self.words.another.search(clause)
            return replace(one, others=self.people) if wanted else one
        if one.kind in ("deed", "errand", "help") and self.stranger and self.words.his.search(one.deed):
            return replace(one, strangers=(self.stranger,))
        return one

    def _with_place(self, one: Understood, clause: str) -> Understood:
        """Return an intention with the place and time of earlier clauses, or a place that it mentions."""
        place, when = self.bare
        self.bare = ("", None)
        there = self.words.there.search(clause)
        comes = there is not None and one.kind == "help" and not self.words.spaced
        if not (one.kind in PLACED or comes) or one.place:
            return self._then(one, when) if one.kind in TIMED else one
        there = there or self.words.goes_for.search(clause)
        its_place = self.where if self.thing and self.thing in one.deed else ""
        found = place or (self.place if there else "") or its_place or self.spoken_of(one.deed)
        if not found and one.kind == "occasion" and one.when is not None:
            found = self.place  # "The bakery is twenty on Saturday. Give a party at three."
        going = self.words.only_going.fullmatch(one.deed)
        if going and self.lacks and self.thing and (found or self.place):
            deed = self.words.get.format(what=self.thing)
            one, found = replace(one, kind="errand", deed=deed, what=self.thing), found or self.place
        elif there and found:
            one = replace(one, deed=" ".join(self.words.there.sub("", one.deed).split()) or one.deed)
        return self._then(replace(one, place=found), when)

    def _then(self, one: Understood, when: Timing | None) -> Understood:
        """Return an intention at the time that the clause before named, if it has none."""
        if one.when is not None or when is None:
            return one
        again = when.recurs and one.kind in ONCE
        return replace(one, kind="habit" if again else one.kind, when=when)

    def _refers(self, clause: str) -> bool:
        """Recognise a clause that refers to the day named before it."""
        return self.words.that_day.search(self.marked.plain(clause)) is not None

    def _needs_content(self, one: Understood) -> bool:
        return one.kind == "secret" or bool(self.words.content_before.search(one.deed))

    def _is_it(self, what: str) -> bool:
        return self.words.pronoun.fullmatch(what.strip()) is not None

    def _leans(self, question: str) -> bool:
        """Recognise a question that depends on what was said before: `why`, or `what it says`."""
        words = self.words
        short = len(question.split()) <= _OF_A_LEANING if words.spaced else len(question) <= 2 * _OF_A_LEANING
        named = (words.says_it, words.another, words.his)
        return short or any(pattern.search(question) for pattern in named)

    def _stands_for(self, plain: str) -> bool:
        """Recognise a clause that only refers to what another says."""
        if not self.words.spaced:
            return len(plain) <= 6 and self.words.says_it.search(plain) is not None
        most = _WORDS_UP_TO_IT if self.words.pronoun.fullmatch(plain.split()[-1]) else _WORDS_OF_A_STATEMENT
        return len(plain.split()) <= most and self.words.says_it.search(plain) is not None

    def _asked(self) -> str:
        """Return the question contained in the last statement."""
        found = self.words.indirect.search(self.statement)
        asked = found[0] if found else self.statement
        return self.put(asked) if self.thing else asked

    def _with_thing(self, one: Understood) -> Understood:
        if one.kind not in ("request", "help", "occasion", "errand", "question", "deed", "meeting"):
            return one
        changes = {}
        tried = self.words.tastes.search(one.deed) or self.words.a_thing.search(one.deed)
        leans = one.kind in ("request", "help") or tried is not None
        if leans and one.kind in ("request", "help", "occasion") and not (one.what or one.content):
            changes["what"] = self.thing
        if one.what and self._is_it(one.what):
            changes["what"] = self._named_by(one.what)
        if one.content and self.words.a_thing.search(one.content):
            changes["content"] = self.put(one.content)
        if (changes or self.words.a_thing.search(one.deed)) and one.kind != "question":
            changes["deed"] = self.put(one.deed, of_people=bool(one.others))
        if one.kind in ("errand", "request") and self.lacks and self.words.container.fullmatch(one.what):
            counted = self.words.plain_number.search(one.what) is not None  # "a dozen eggs"
            filled = f"{one.what} {self.thing}" if counted else self._of(one.what)
            changes |= {"what": filled, "deed": one.deed.replace(one.what, filled, 1)}
        changes |= self._with_its_object(one, changed=bool(changes))
        return replace(one, **changes) if changes else one  # type: ignore[arg-type]

    def _of(self, amount: str) -> str:
        """Return an amount of the last thing mentioned."""
        return self.words.of.format(amount=amount, what=self.thing)

    def _with_its_object(self, one: Understood, *, changed: bool) -> dict[str, str]:
        """Return the changes to a deed that does not say what it is done to."""
        changes = {}
        if one.kind in (*DEEDS, "help") and not changed and (put := self._with_object(one.deed)):
            changes["deed"] = put
        if one.kind == "help" and self._is_bare_verb(one.what):
            changes |= {"what": f"{one.what}{self.thing}", "deed": f"{one.deed}{self.thing}"}
        if one.kind == "errand" and not one.what:
            changes |= {"what": self.thing, "deed": self._with_its_thing(one.deed, self.thing)}
        return changes

    def _with_object(self, deed: str) -> str:
        """Return a deed with the last thing mentioned as its object, or an empty string if it has one.

        熨出来 becomes 把戏服熨出来, and 拿新的 becomes 拿新的弦.
        """
        words = self.words
        if words.spaced or self.thing in deed:
            return ""
        if words.headless.search(deed):
            return self._with_its_thing(deed, self.thing)
        return words.done_to.format(what=self.thing, deed=deed) if words.bare_deed.fullmatch(deed) else ""

    def _is_bare_verb(self, what: str) -> bool:
        """Recognise help with a bare verb that has no object."""
        return not self.words.spaced and len(what) <= _A_VERB and self.words.verb.match(what) is not None

    def _with_its_thing(self, deed: str, thing: str) -> str:
        """Return a deed with its object, put before a direction at the end: 拿去 becomes 拿眼镜去."""
        where = self.words.directions.search(deed)
        last = "" if where is None or where.end() < len(deed) or self.words.spaced else where[0]
        return f"{deed.removesuffix(last)}{thing}{last}"

    def put(self, text: str, *, of_people: bool = False) -> str:
        """Return a text with its first pronoun resolved.

        With `of_people`, `them` may mean people and is kept.
        """
        found = self.words.a_thing.search(text)
        if found is None or (of_people and self.words.of_many.fullmatch(found[0])):
            return text
        return text[: found.start()] + self._named_by(found[0]) + text[found.end() :]
