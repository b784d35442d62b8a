"""Asking: what a clause asks of an agent by itself, by a frame, or as a plain deed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from engine.clock import DAY
from engine.intentions.understood import Timing, Understood
from engine.language.verb_forms import base_form
from engine.practices.conduct import DEEDS, STATED, STATED_WITH_A_TIME
from engine.records import EVERYBODY, AgentId, Persona
from engine.rehearsal.reading.clauses import Part, read_by
from engine.rehearsal.reading.frames import SOME_PEOPLE, Frame
from engine.rehearsal.reading.joining import barred, is_long_past, timing_of
from engine.rehearsal.reading.one_clause.shaping import Shaping
from engine.rehearsal.reading.people import WhoIsMeant
from engine.rehearsal.reading.places import WhereIsMeant
from engine.rehearsal.reading.tagging import (
    BETWEEN,
    MARKS,
    PERSON,
    PLACE,
    TIME,
    People,
    Tagged,
    agents_of,
    place_of,
    trimmed,
    with_time_ahead,
)
from engine.rehearsal.reading.words import Words

_A_WORD = 2  # letters, with what says that it is over: 不喝了
_VERB_WITHIN = 8  # letters of a clause in a script without spaces


_AT_THE_END = re.compile(
    rf"(?P<content>.*?\w)(?P<when>[\s,，]*{TIME}(?:{BETWEEN}*{TIME})*)[\s.!?]*$", re.DOTALL
)


class Asking:
    """Reads what a clause asks of, or tells about, one agent."""

    def __init__(self, words: Words, me: Persona, people: WhoIsMeant, places: WhereIsMeant) -> None:
        self._words, self._me, self._name = words, me.id, me.name
        self._people, self._places = people, places
        self._shaping = Shaping(words, me.id)

    def understood(self, part: Part, marked: Tagged, told: bool) -> tuple[Frame | None, Understood | None]:
        """Return the frame that has read a clause and the intention. The frame is None for a plain deed."""
        for frame in self._words.frames.that_may_be_in(part.folded):
            read = read_by(frame, part)
            found = frame.found(read, len(part.whole))
            if found is None or (frame.kind == "occasion" and self._is_part_of_a_thing(found, read)):
                continue
            one = self._filled(frame, found, part, marked)
            without = self._words.without.search(found[0]) is not None  # "not to bed without asking her"
            if self._is_meant(frame, one, part, told) and (part.forbidden or not without):
                bars = part.forbidden and not without and one.kind not in ("secret", "prohibition")
                return frame, self._recurring(barred(one) if bars else one, part)
        return None, self._deed(part, marked, told)

    def _is_part_of_a_thing(self, found: re.Match[str], read: str) -> bool:
        """Tell an occasion from a word that only describes a thing which somebody is given.

        Examples: "give Ann a dinner plate", "give the goats their evening feed".
        """
        slots, words = found.groupdict(), self._words
        gives = slots.get("people") or words.gives.match(found[0])
        goes_on = gives and words.thing_behind.match(read, found.end())
        return bool(slots.get("what") and (words.two_things.search(slots["what"]) or goes_on))

    def _is_meant(self, frame: Frame, one: Understood, part: Part, told: bool) -> bool:
        """Decide whether what a frame has read is asked of somebody, and not only wished or told."""
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
        """Recognise a wish that somebody have, be or feel something."""
        wished = self._words.wishing.match(one.text.lstrip()) is not None
        return wished and self._words.stative.match(one.content) is not None

    def _recurring(self, one: Understood, part: Part) -> Understood:
        """Return an intention as a habit, if it is to be done again and again."""
        always = part.customary or self._words.always.search(part.whole) is not None
        always = always or self._is_customary(one, part)
        recurs = one.when is not None and (one.when.recurs or always)
        if not recurs or one.kind not in STATED_WITH_A_TIME:
            return one
        return replace(one, kind="habit", when=replace(one.when, recurs=True) if one.when else None)

    def _lasting(self, one: Understood) -> Understood:
        """Return a deed that lasts until an hour, with `lasting` set: "stay at the mill until noon"."""
        if one.when is None or not one.when.latest or not self._words.stays.match(one.deed):
            return one
        return replace(one, when=replace(one.when, lasting=True))

    def _is_customary(self, one: Understood, part: Part) -> bool:
        """Recognise what is done at an hour of any day: "she feeds them at noon"."""
        when, verb = one.when, self._words.verb.match(part.text.lstrip(MARKS))
        hourly = when is not None and when.any_day and when.start is not None
        if when is None or verb is None or not hourly or when.latest or when.onward or not part.stated:
            return False
        return one.kind in DEEDS and base_form(verb[0]) not in ("", verb[0].lower(), "be", "have")

    def _filled(self, frame: Frame, found: re.Match[str], part: Part, marked: Tagged) -> Understood:
        slots = found.groupdict()
        content = slots.get("content") or ""
        does = slots.get("does") or ""
        what = trimmed(slots.get("what") or "", marked)
        content = "" if self._words.pronoun.fullmatch(trimmed(content, marked)) else content
        read = read_by(frame, part)
        content = content if self._words.spaced else with_time_ahead(read, content)
        own = read.removesuffix(content)  # what belongs to the content is no time or place of the deed
        if frame.kind == "question" and not self._words.indirect.match(content):
            content, when_asked = _without_its_time(content)  # "ask her about the rent today"
            own += when_asked
        head = part.whole.removesuffix(part.text) + own if not frame.whole else own
        people = [one for one in marked.meant(slots.get("people") or "", PERSON) if isinstance(one, People)]
        if frame.kind == "request" or (frame.kind == "meeting" and frame.anywhere):
            goes_on = frame.goes_on and not part.forbidden
            head = part.whole_on if goes_on else part.whole  # what is asked for has its time
        to_come = frame.kind == "message" and self._words.sent_for.match(content) is not None
        if would := self._words.would_come.match(content) if frame.kind == "question" else None:
            to_come, content = True, would["what"]
        if to_come:
            head = part.whole_on  # "tell him to come to the mill at nine"
        places, moments = marked.meant(head, PLACE), marked.meant(head, TIME)
        unsaid = frame.anywhere and frame.kind in ("secret", "message") and not content
        before = read[: found.start()] if unsaid else ""
        deed = self._deed_words(read if content else part.text, marked)
        if frame.kind == "request":  # who would like others to do a thing has to ask them to
            deed = self._words.wished_to.sub(self._words.ask_to, deed)
        return Understood(
            kind="request" if to_come else frame.kind,
            text=marked.plain(part.text),
            deed=deed,
            who=self._me if frame.whole else part.who or self._me,
            others=self._others(frame, people, part, marked),
            strangers=tuple(one.stranger for one in people if one.stranger),
            what="" if self._words.directions.fullmatch(what) else what,
            content=self._to_do(does, marked)
            or self._with_my_name(marked.plain(content or self._said_before(before)).strip(MARKS)),
            place=place_of(places),
            when=timing_of(moments),
            forbids="deed" if frame.kind == "prohibition" else None,
            strength=self._words.strength(found[0]),
        )

    def _to_do(self, does: str, marked: Tagged) -> str:
        """Return a deed told of somebody, worded as a request to do it."""
        return self._with_my_name(self._in_base_form(marked.plain(does).strip(MARKS)))

    def _in_base_form(self, does: str) -> str:
        """Return a deed with each verb in the form that follows `to`."""
        first, space, rest = does.partition(" ")
        if not self._words.spaced:
            return does
        rest = self._words.and_does.sub(_and_do, rest)
        return f"{base_form(first) or first}{space}{rest}"

    def _with_my_name(self, to_do: str) -> str:
        """Return a request with the agent's name in place of `her`: "help her carry the chairs"."""
        return self._words.helps_one.sub(lambda _: self._name, to_do)

    def _said_before(self, text: str) -> str:
        """Return the text before the asking words if it says something, or an empty string."""
        plain = re.sub(f"{TIME}|{PLACE}", "", text).strip(MARKS)
        enough = len(plain.split()) > 2 if self._words.spaced else len(plain) > 3
        asks = self._words.lead.search(plain) or self._words.forbids.search(plain)
        return text if enough and not asks and not self._words.says_it.search(plain) else ""

    def _others(
        self, frame: Frame, named: Sequence[People], part: Part, marked: Tagged
    ) -> tuple[AgentId, ...]:
        """Return the others that an intention concerns: those named by the frame, or else by the clause."""
        if frame.kind == "occasion" and self._words.surprise.search(part.text):
            return self._in_on_it(part, marked)
        found = agents_of(named)
        if not found and frame.kind == "occasion":
            guests = re.findall(rf"(?i:{self._words.for_whom})({SOME_PEOPLE})(?!['’]s)", part.text)
            found = agents_of(marked.meant("".join(guests), PERSON))
        if not found and frame.kind == "meeting":
            found = agents_of(marked.meant(part.whole, PERSON))  # "Ada and Ben mean to see each other"
        if frame.kind == "occasion" and self._shaping.all_come(part, marked):
            found = (EVERYBODY,)
        found = found or ((EVERYBODY,) if frame.to_all else ())
        me = self._me if frame.whole else part.who or self._me
        if frame.kind == "secret" and found and self._words.all_but.search(part.text):
            found = self._people.all_but(found)  # those who are named may know
        return (EVERYBODY,) if EVERYBODY in found else tuple(agent for agent in found if agent != me)

    def _in_on_it(self, part: Part, marked: Tagged) -> tuple[AgentId, ...]:
        """Return the people named besides those whom a surprise is for, who are not invited to it."""
        surprised = self._shaping.surprised(part, marked)
        named = agents_of(marked.meant(part.text, PERSON)) if surprised else ()
        return tuple(agent for agent in named if agent not in {*surprised, self._me, part.who})

    def _counts(self, one: Understood, part: Part, told: bool) -> bool:
        """Tell what is asked of somebody from what is merely told."""
        if one.kind in DEEDS and not part.forbidden and self._words.bearing.match(one.deed):
            return False
        if one.kind == "errand" and (self._words.is_so.search(one.text) or self._befalls(one, told)):
            return False
        if part.of_another:
            return False
        if not (told or self._words.spaced or part.who or part.asked) and one.kind in DEEDS | {"help"}:
            return False  # 送菜的车要晚来: of nobody yet
        past = self._words.past.match(part.text.lstrip()) is not None
        is_so = past or (not part.asked and self._words.holds_already.search(part.whole) is not None)
        if is_so and one.kind == "aim" and (part.stated or not self._words.spaced):
            return False  # "you found a ring"; 你当了二十年站长; 在学校当老师
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
        """Return the deed that a clause asks for when no frame has read it, or None."""
        if part.forbidden and (kept_from := self._kept_from(part, marked)):
            return kept_from
        when = timing_of(marked.meant(part.whole, TIME))
        always = part.customary or self._words.always.search(part.whole) is not None
        recurs = when is not None and (when.recurs or always)
        text, named = self._with_company(part, marked)
        verb = self._verb(part, recurs=recurs)
        known = self._is_known(verb, part, told=told)
        over = self._asks_nothing(part, marked)
        set_down = recurs or self._is_set_down(part, when, verb, told=told)
        goes = not trimmed(part.text, marked) and bool(place_of(marked.meant(part.whole, PLACE)))
        if over or not (known or goes) or not (part.asked or set_down) or (part.stated and not set_down):
            return None
        one = Understood(
            kind="deed",
            text=marked.plain(text),
            deed=self._words.going if goes else self._deed_words(text, marked),
            who=part.who or self._me,
            others=tuple(other for other in agents_of(named) if other != (part.who or self._me)),
            strangers=tuple(other.stranger for other in named if other.stranger),
            place=place_of(marked.meant(part.whole, PLACE)),
            when=when,
        )
        if told and not self._words.spaced and self._is_done_to_me(part, marked):
            return None
        if self._befalls(one, told) or (when and is_long_past(when)):
            return None
        if part.along and not one.others:
            others = tuple(other for other in part.along if other != one.who)
            one = replace(one, kind="meeting", others=others)
        elif found := self._words.together.search(text):
            one = replace(one, kind=self._done_together(one, part, text[found.end() :], marked))
        one = self._shaping.overnight(self._recurring(self._lasting(one), part))
        bars = part.forbidden or self._words.negative.search(one.deed) is not None
        one = barred(one) if bars else one
        return replace(one, forbids="visit") if bars and self._goes_there(part, marked) else one

    def _goes_there(self, part: Part, marked: Tagged) -> bool:
        """Recognise a clause that speaks of going to its place."""
        places = map(marked.plain, re.findall(PLACE, part.text))
        return any(self._words.goes_there.match(said) for said in places)

    def _verb(self, part: Part, *, recurs: bool) -> re.Match[str] | None:
        """Return the verb at the start of a clause, or None.

        For a habit in a script without spaces, it may be near the start.
        """
        ahead = self._words.with_them.sub("", re.sub(f"^{BETWEEN}+", "", part.text), count=1)
        if recurs and not self._words.spaced:
            return self._words.verb.search(ahead[:_VERB_WITHIN])
        return self._words.verb.match(ahead)

    def _is_known(self, verb: re.Match[str] | None, part: Part, *, told: bool) -> bool:
        """Check that a clause begins with a verb: with an imperative, if it is said to the agent."""
        if verb is None or not self._words.spaced:
            return verb is not None
        tells = not told or part.stated or part.whole != part.text
        return self._is_verb(verb[0]) and (
            tells or base_form(verb[0]) in ("", verb[0].lower())
        )  # "cats hate"

    def _asks_nothing(self, part: Part, marked: Tagged) -> bool:
        """Recognise a clause that only tells what is so, or how somebody is to behave."""
        said = trimmed(part.text, marked)
        no_more = part.forbidden and not self._words.spaced and len(said) > _A_WORD
        if not no_more and self._words.is_so.search(said):
            return True
        if not self._words.spaced and self._only_tells(part):
            return True
        bare = re.sub(f"{PLACE}|{TIME}", "", part.text).strip(MARKS)
        return not part.forbidden and self._words.bearing.match(bare) is not None

    def _done_together(self, one: Understood, part: Part, after: str, marked: Tagged) -> str:
        """Return the kind of a joint deed: a meeting, or help with what another does."""
        with_me = self._me in agents_of(marked.meant(after[:1], PERSON))
        along = part.forbidden or with_me or bool(one.place)
        return "meeting" if along or self._words.in_company.match(one.deed) else "help"

    def _is_done_to_me(self, part: Part, marked: Tagged) -> bool:
        """Recognise a clause whose object is the agent, and which tells what others do: 剧团要挖你."""
        me = [
            found
            for found in re.finditer(f"(?<=[\u4e00-\u9fff]){PERSON}", part.text)
            if self._me in agents_of(marked.meant(found[0], PERSON))
        ]
        return any(self._words.object_of.search(part.text, 0, one.start()) is None for one in me)

    def _is_verb(self, word: str) -> bool:
        if self._words.no_verbs.fullmatch(word):
            return False
        return bool(base_form(word)) or self._words.overnight.fullmatch(word) is not None

    def _is_set_down(
        self, part: Part, when: Timing | None, verb: re.Match[str] | None, *, told: bool
    ) -> bool:
        """Recognise a clause that states as settled what somebody does at a later hour.

        Example: "at five on Saturday she sings on the Quay".
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

    def _only_tells(self, part: Part) -> bool:
        """Recognise a question, and what has been done for years."""
        asks = part.whole.rstrip().endswith(("?", "？"))
        return asks or self._words.past.match(part.text.lstrip()) is not None

    def _befalls(self, one: Understood, told: bool) -> bool:
        """Tell what the agent feels, is or finds every day from a deed."""
        recurs = one.when is not None and (one.when.recurs or self._words.always.search(one.text) is not None)
        return recurs and not told and self._words.stative.match(one.deed) is not None

    def _with_company(self, part: Part, marked: Tagged) -> tuple[str, list[People]]:
        """Return a clause with a name in place of the pronoun in `with her`, and the people it names."""
        company, marks = self._words.with_them.search(part.text), re.findall(PERSON, part.text)
        ahead = [
            mark
            for mark in re.findall(PERSON, part.whole)
            if self._me not in agents_of(marked.meant(mark, PERSON))
        ]
        text = part.text
        if company and not marks and ahead:
            text = text[: company.start("who")] + ahead[-1] + text[company.end("who") :]
        return text, [one for one in marked.meant(text, PERSON) if isinstance(one, People)]

    def _kept_from(self, part: Part, marked: Tagged) -> Understood | None:
        """Return the prohibition of a person or place that the agent is to stay away from, or None.

        It applies if the clause says nothing else.
        """
        left = re.sub(f"{PERSON}|{PLACE}|{TIME}", "", part.text).strip(MARKS)
        named, opening = self._places.of_name(left), self._words.opening.fullmatch(left)
        place = place_of(marked.meant(part.whole, PLACE)) or named
        others = agents_of(marked.meant(part.text, PERSON))
        nothing_else = opening or self._words.for_good.fullmatch(left)
        if not (place or others) or not (named or nothing_else):
            return None
        said, who = marked.plain(part.whole).strip(MARKS), part.who or self._me
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

    def _over_there(self, marked: Tagged, found: re.Match[str]) -> str:
        """Return the words for going `there` when a place is left out: 挑到伙房 becomes 挑过去."""
        return self._words.over_there if self._words.up_to.match(marked.plain(found[0])) else found[0]

    def _deed_words(self, text: str, marked: Tagged) -> str:
        """Return a deed as worded after `to`."""
        words = trimmed(self._words.taken_there.sub(partial(self._over_there, marked), text), marked)
        return self._in_base_form(words)


def _and_do(found: re.Match[str]) -> str:
    return f"{found['and']} {base_form(found['verb']) or found['verb']}"


def _without_its_time(content: str) -> tuple[str, str]:
    """Split a question's content into what is asked and the time at its end, which is that of asking."""
    found = _AT_THE_END.fullmatch(content)
    return (found["content"], found["when"]) if found else (content, "")
