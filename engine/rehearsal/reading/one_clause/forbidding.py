"""Forbidding: what a sentence forbids, or wants kept secret, in whatever words.

There are more ways of forbidding a thing than there are frames for. If a sentence forbids and no frame has
read what, the prohibition is about whatever it names: a place not to go to, a person not to speak to, or
something that the agent does every day.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.clock import DAY, minute_at
from engine.intentions.understood import Timing, Understood
from engine.language.lexicon import Lexicon
from engine.practices.conduct import ALONE, BARS_TALK, DEEDS
from engine.records import EVERYBODY, AgentId, Path, Persona
from engine.rehearsal.reading.frames import SOME_PEOPLE
from engine.rehearsal.reading.joining import Asks, barred_times_of, is_long_past
from engine.rehearsal.reading.places import WhereIsMeant
from engine.rehearsal.reading.tagging import PERSON, PLACE, TIME, Tagged, agents_of, place_of
from engine.rehearsal.reading.words import Words

_WORD = re.compile(r"[^\W\d_]+")
_MARKS = " ,;，；、"
_CLAUSE = re.compile(r"[,;:，；：]")
_SHORTEST = 3  # letters of a word that says what one does


@dataclass(frozen=True, slots=True)
class Forbidding:
    """Reads what is forbidden to one agent, by its usual day."""

    words: Words
    lexicon: Lexicon
    places: WhereIsMeant
    me: Persona
    all_but: Callable[[Sequence[AgentId]], Sequence[AgentId]]

    def read(
        self, sentence: str, before: str, marked: Tagged, *, told: bool, alone: bool
    ) -> Understood | None:
        """Return the secret or prohibition in a sentence, or None.

        A secret may be in the sentence itself or the one before it. If the sentence is not `alone`, because a
        deed was read in it, a plain `not` belongs to another clause.
        """
        plain = marked.plain(sentence).strip()
        if self.words.secrecy.search(plain) and not self._is_mute(sentence, marked):
            content = f"{marked.plain(before).strip()} {plain}".strip()
            others = self._from_whom(sentence, marked)
            return Understood(
                kind="secret", text=plain, deed=plain, who=self.me.id, others=others, content=content
            )
        if not self._forbids(sentence, marked, told=told, alone=alone):
            return None
        return self._leaning(self._barred(sentence, marked), before, marked)

    def _leaning(self, one: Understood, before: str, marked: Tagged) -> Understood:
        """Return a prohibition with what it refers to in the sentence before.

        Examples: "Ignore her", "it would be dangerous to go there", "no more of it".
        """
        words = self.words
        if one.forbids != "deed":
            return one
        him = words.his.search(one.deed) or words.another.search(one.deed)
        others = _agents(marked.meant(before, PERSON), self.me.id)
        if others and him and words.speaking.search(one.deed):
            return replace(one, forbids="meeting", others=others, what="")
        if one.what or not words.there.search(one.deed):
            it = words.says_it.search(one.deed) is not None and not one.what
            return replace(one, what=self._usual(marked.plain(before))) if it else one
        there = place_of(marked.meant(before, PLACE)) or self.places.named(marked.plain(before))
        return replace(one, place=there, forbids="visit") if there else one

    def _barred(self, said: str, marked: Tagged) -> Understood:
        """Return the prohibition that words express: of speaking to somebody, going somewhere, or a deed."""
        plain = marked.plain(said).strip(_MARKS)
        others = _agents(marked.meant(said, PERSON), self.me.id)
        what = self._usual(plain)
        place = place_of(marked.meant(said, PLACE)) or self.places.named(plain)
        place = place or ("" if what else self.places.spoken_of(plain))
        others = others or self._nobody_at_all(plain)
        spoken = bool(others) and self.words.speaking.search(plain) is not None
        goes = bool(place) and not spoken and not (what and self._lives_there(place, plain))
        return Understood(
            kind="prohibition",
            text=plain,
            deed=plain,
            who=self.me.id,
            others=others if spoken else (),
            what="" if spoken or goes else what,
            place=place if goes else "",
            when=next(iter(barred_times_of(marked.meant(said, TIME))), None),
            forbids="meeting" if spoken else "visit" if goes else "deed",
        )

    def with_everybody(self, sentence: str, marked: Tagged) -> str:
        """Return a sentence without the people it excepts from everybody.

        It is unchanged if it says what everybody is kept from.
        """
        plain = marked.plain(sentence)
        kept = self.words.secrecy.search(plain) or self.words.negation.search(plain)
        found = None if kept else self.words.left_out.search(sentence)
        if found is None:
            return sentence
        rest = f"{sentence[: found.start()].rstrip(' ')} {sentence[found.end() :].lstrip(' ')}".rstrip(" ")
        return rest if EVERYBODY in agents_of(marked.meant(rest, PERSON)) else sentence

    def leaves_out(self, asks: Asks, sentence: str, marked: Tagged) -> Iterator[Understood]:
        """Yield the prohibition to ask, or the secret from, those whom a sentence excepts from everybody."""
        said = [one for _, one in asks if one.kind in ("occasion", "message")]
        others, who = self._left_out(sentence, marked)
        if not (said and others):
            return
        one = replace(said[-1], text=marked.plain(sentence), others=others, place="", when=None)
        if one.kind == "occasion":
            deed = self.words.asks_to.format(who=who, what=one.what)
            yield replace(one, kind="prohibition", forbids=one.kind, deed=deed)
        else:
            yield replace(one, kind="secret", deed=one.text)

    def but_those(self, one: Understood, sentence: str, marked: Tagged) -> Understood:
        """Return an intention about everybody as about everybody except those whom the sentence excepts."""
        if one.kind in ("occasion", "message", "aim") or EVERYBODY not in one.others:
            return one
        left_out, _ = self._left_out(sentence, marked)
        return replace(one, others=tuple(self.all_but((*left_out, self.me.id)))) if left_out else one

    def _left_out(self, sentence: str, marked: Tagged) -> tuple[tuple[AgentId, ...], str]:
        """Return the people whom a sentence excepts from everybody, and the words for them."""
        found = self.words.left_out.search(sentence)
        if found is None or self.with_everybody(sentence, marked) == sentence:
            return (), ""
        return _agents(marked.meant(found["who"], PERSON), self.me.id), marked.plain(found["who"])

    def all_of(self, asks: Asks, sentence: str, marked: Tagged, *, told: bool) -> Asks:
        """Return a sentence's intentions with all its prohibitions, at all the times at which they hold.

        Example: neither to speak to somebody nor to enter their shop, this evening and tomorrow evening.
        """
        bars = [one for _, one in asks if one.kind == "prohibition"]
        if not bars:
            return asks
        more = tuple(self._in_the_same_breath(bars, sentence, marked))
        elsewhere = {one.place for one in more if one.place}
        own = [
            (at, replace(one, place="") if one.others and one.place in elsewhere else one) for at, one in asks
        ]
        said = [*own, *((asks[-1][0], one) for one in more)]
        if len(bars) < len(asks) or len(bars) > 1:
            return said
        times = barred_times_of(marked.meant(sentence, TIME))
        silent = len(times) == 1 and all(one.forbids in BARS_TALK and one.others for one in bars)
        if silent and (daily := self._hours_of_silence(times[0], marked.plain(sentence), told=told)):
            return [(at, replace(one, when=daily, forbids="habit")) for at, one in said]
        if len(times) == 1 and self.words.until_then.search(sentence):
            times = (_until(times[0]),)
        return [(at, each) for at, one in said for each in self._at_each(one, times, told=told)]

    def _in_the_same_breath(
        self, bars: Sequence[Understood], sentence: str, marked: Tagged
    ) -> Iterator[Understood]:
        """Yield further people and places in words that continue a prohibition, unless they were read."""
        silent = {other for one in bars if one.forbids in BARS_TALK for other in one.others}
        shut = {one.place for one in bars if not one.others}
        for also in self.words.also_barred.finditer(sentence):
            one = replace(self._barred(also[0], marked), when=bars[-1].when)
            if set(one.others) - silent or (one.place and one.place not in shut):
                yield one

    def _at_each(self, one: Understood, times: Sequence[Timing], *, told: bool) -> Iterator[Understood]:
        """Yield a prohibition once for each of its times; without times, once for always.

        An hour without a day is that hour of every day, except from an inner voice, which speaks of today.
        """
        if one.when is None or (not times and is_long_past(one.when)):
            yield replace(one, when=None)
            return
        for when in times or (one.when,):
            again = (when.recurs or (when.any_day and not told)) and not (when.latest or when.onward)
            daily = again and one.forbids in ALONE and when.start is not None
            if when.recurs and when.start is None:
                when = replace(when, recurs=False, onward=True)  # "tomorrow, and every day after"
            when = self._as_usual(when)
            held = replace(one, when=when)
            yield replace(held, when=replace(when, recurs=True), forbids="habit") if daily else held

    def _hours_of_silence(self, when: Timing, plain: str, *, told: bool) -> Timing | None:
        """Return the daily hours at which somebody is not to be spoken to, or None for a single day.

        An hour without a day is meant for every day, except that an inner voice means today unless it states
        a rule.
        """
        rule = not told or self.words.as_a_rule.search(plain) is not None
        if when.start is None or not (when.recurs or (when.any_day and rule)):
            return None
        start = when.start
        half = DAY // 2
        if when.latest and start % DAY > half:
            start -= half  # of those hours of the clock the next one, but the rule is of mornings
        return replace(when, start=start, day=None, recurs=True)

    def _is_mute(self, sentence: str, marked: Tagged) -> bool:
        """Recognise a sentence that says at what time the agent speaks to nobody."""
        return bool(self._nobody_at_all(marked.plain(sentence)) and marked.meant(sentence, TIME))

    def _nobody_at_all(self, plain: str) -> tuple[AgentId, ...]:
        """Return everybody if a text says that the agent speaks to nobody, else nobody."""
        return (EVERYBODY,) if self.words.silence.search(plain) else ()

    def _as_usual(self, when: Timing) -> Timing:
        """Return the time after something else, beginning when that is over on the agent's usual day.

        Without such an activity, it is the rest of the day.
        """
        after = self.words.after_it.search(when.said)
        if after is None or when.start is None or when.latest or when.recurs or when.onward:
            return when
        what = self.words.after_it.sub(" ", when.said)
        common, over = max(
            ((len(self._in_common(what, activity)), end) for activity, end in self._usual_ends()),
            default=(0, 0),
        )
        day = when.start - when.start % DAY
        if common:
            return replace(when, start=min(day + over, when.start), end=None)
        return replace(when, end=day + DAY) if when.end is not None else when

    def _usual_ends(self) -> Iterator[tuple[str, int]]:
        """Yield the activities of the usual day, each with the minute at which it is over."""
        items = sorted(self.me.routine, key=lambda item: item.start)
        ends = [*(item.start for item in items[1:]), self.me.sleep]
        yield from ((item.activity, end) for item, end in zip(items, ends, strict=False))

    def _from_whom(self, sentence: str, marked: Tagged) -> tuple[AgentId, ...]:
        """Return the people from whom something is to be kept, or none in particular.

        They are named in the words that ask for secrecy. None are returned if it is kept from everybody or
        some may know.
        """
        said = [
            part for part in self.words.aside.split(sentence) if self.words.secrecy.search(marked.plain(part))
        ]
        if not self.words.spaced and (may_know := self._may_know(sentence, marked)):
            return tuple(one for one in self.all_but(may_know) if one != self.me.id)
        if not said or self.words.to_nobody.search(marked.plain(sentence)):
            return ()
        return _agents(marked.meant(" ".join(said), PERSON), self.me.id)

    def _may_know(self, sentence: str, marked: Tagged) -> tuple[AgentId, ...]:
        """Return the people named as the only ones who may know: 除了她谁也别说."""
        found = re.search(f"(?:{self.words.all_but.pattern})({SOME_PEOPLE})", sentence, re.VERBOSE)
        return _agents(marked.meant(found[1], PERSON), self.me.id) if found else ()

    def may_say_more(self, sentence: str, marked: Tagged, asks: Sequence[Understood]) -> bool:
        """Check whether what was read in a sentence may be only a part of what it forbids.

        That is so if nothing was read, or only deeds; if it wants something kept, also prohibitions and the
        like; and always if it says that something is to be on no day.
        """
        if self.words.on_no_day.search(marked.plain(sentence)):
            return True
        plain = marked.plain(sentence)
        keeps = self.words.secrecy.search(plain) is not None
        some_may_know = keeps and self.words.to_nobody.search(plain) is not None
        less = {*DEEDS, "aim"}
        less |= {"prohibition", "feeling", "help"} if keeps else set()  # to cover for somebody is to keep it
        less |= {"meeting", "message"} if some_may_know else set()
        return all(one.kind in less for one in asks)

    def kept_besides(
        self, asks: Sequence[Understood], sentence: str, before: str, marked: Tagged
    ) -> Understood | None:
        """Return the secret from some people in a sentence that has others told, or None."""
        others = self._from_whom(sentence, marked)
        told = [one for one in asks if one.kind in ("message", "meeting", "question", "request")]
        named = {other for one in told for other in one.others}
        if not others or not named or named & {*others, EVERYBODY} or len(told) < len(asks):
            return None
        content = next((one.content for one in told if one.content), "") or marked.plain(before).strip()
        plain = marked.plain(sentence).strip()
        if not content:
            return None
        return Understood(
            kind="secret", text=plain, deed=plain, who=self.me.id, others=others, content=content
        )

    @staticmethod
    def besides(asks: Asks, number: int, one: Understood) -> Asks:
        """Return a secret or prohibition in place of a deed; feelings are kept beside a secret."""
        felt = [each for each in asks if each[1].kind == "feeling" and one.kind == "secret"]
        return [*felt, (number, one)]

    def _forbids(self, sentence: str, marked: Tagged, *, told: bool, alone: bool) -> bool:
        """Decide whether a sentence forbids something to the agent, not to somebody named last before."""
        words = self.words
        if self._nobody_at_all(marked.plain(sentence)) and (told or marked.meant(sentence, TIME)):
            who = re.findall(SOME_PEOPLE, sentence)[:1]
            return not who or self.me.id in agents_of(marked.meant(who[0], PERSON))
        fallen_out = not told and len(agents_of(marked.meant(sentence, PERSON))) > 1
        for way, counts in (
            (words.forbidding, True),
            (words.estranged, fallen_out),
            (words.leaves_off, not told and bool(self._usual(marked.plain(sentence)))),
            (words.forbidding_told, told),
            (words.negation, told and alone),
        ):
            if counts and (found := way.search(sentence)):
                if way is words.negation and words.of_a_thing.search(
                    _CLAUSE.split(sentence[: found.start()])[-1]
                ):
                    return False
                return self._binds_me(sentence, found, marked, told=told)
        return False

    def _binds_me(self, sentence: str, found: re.Match[str], marked: Tagged, *, told: bool) -> bool:
        """Check whether forbidding words apply to the agent.

        They do if it was named last before them (companions aside), or if somebody forbids it to the agent or
        to all. An inner voice addresses the agent anew with every clause.
        """
        ahead = self.words.besides.sub("\0", sentence[: found.start()])
        ahead = _CLAUSE.split(ahead)[-1] if told else ahead
        before = re.findall(rf"(?<!\0){SOME_PEOPLE}", ahead)
        if not before or self.me.id in agents_of(marked.meant(before[-1], PERSON)):
            return True
        to_whom = re.findall(PERSON, sentence[found.end() :])
        banned = len(before) == 1 and self.words.bans.match(sentence, found.start()) is not None
        return banned and (not to_whom or self.me.id in agents_of(marked.meant(to_whom[0], PERSON)))

    def narrowed(self, one: Understood, sentence: str, marked: Tagged) -> Understood:
        """Return a prohibition narrowed down to the person, or the usual activity, that it is about."""
        if one.kind == "secret" and not one.content and self._is_mute(sentence, marked):
            return replace(one, kind="prohibition", forbids="meeting", others=(EVERYBODY,))
        if one.kind != "prohibition":
            return one
        if one.place and one.others == (EVERYBODY,):
            return replace(one, others=(), forbids="visit")
        if one.forbids in DEEDS and self._nobody_at_all(marked.plain(sentence)):
            return replace(one, forbids="meeting", others=(EVERYBODY,))
        speaks = self.words.speaking.search(one.deed) is not None
        gathers = one.forbids in ("meeting", "occasion") and not (speaks or one.place)
        if gathers and (what := self._usual(one.deed, pastime=True)):
            return replace(one, forbids="deed", what=what, others=())  # a game takes two
        if one.forbids not in DEEDS:
            return one
        if speaks and (others := one.others or self._beside_me(sentence, marked)):
            return replace(one, forbids="meeting", others=others)
        return self._of_a_deed(one, sentence, marked)

    def _of_a_deed(self, one: Understood, sentence: str, marked: Tagged) -> Understood:
        """Return the prohibition of a deed as one of going somewhere, or of a usual activity."""
        if there := self._there(one, sentence, marked):
            return replace(one, place=there, forbids="visit")
        what = "" if one.place or one.others else self._usual(one.deed)
        what = what or ("" if one.place or one.others else self._more_closely(marked.plain(sentence)))
        return replace(one, what=what) if what else one

    def _more_closely(self, plain: str) -> str:
        """Return the usual activity named in words that continue a prohibition, or an empty string.

        Example: "has sworn off cards: not a single game of patience".
        """
        more = (self._usual(also[0]) for also in self.words.also_barred.finditer(plain))
        return next(filter(None, more), "")

    def _there(self, one: Understood, sentence: str, marked: Tagged) -> Path:
        """Return the place where the agent is not to go, if a clause says only that: 那边风大，绝不再去."""
        if self.words.spaced or not self.words.only_going.fullmatch(one.deed):
            return ""
        named = one.place or place_of(marked.meant(sentence, PLACE))
        return named or self.places.spoken_of(marked.plain(sentence))

    def _beside_me(self, sentence: str, marked: Tagged) -> tuple[AgentId, ...]:
        """Return those named together with the agent: "she and Kofi will never speak again"."""
        both = [
            part
            for part in re.findall(SOME_PEOPLE, sentence)
            if self.me.id in agents_of(marked.meant(part, PERSON))
        ]
        return _agents(marked.meant(" ".join(both), PERSON), self.me.id)

    def _lives_there(self, place: Path, text: str) -> bool:
        """Recognise the agent's home and work, from which it cannot keep away.

        Another room of that house does not count.
        """
        own = {self.me.home, self.me.work or ""}
        whole = self.places.is_whole(place, text) and place.split("/")[0] in {
            path.split("/")[0] for path in own
        }
        return place in own or whole

    def _usual(self, text: str, *, pastime: bool = False) -> str:
        """Return the words of a usual activity that a text mentions, of the longest match.

        With `pastime`, only names of pastimes count.
        """
        own = "" if pastime else self._longest(self._in_common, text)
        return own if len(own) > 1 else self._longest(self._of_a_pastime, text) or own

    def _longest(self, way: Callable[[str, str], str], text: str) -> str:
        """Return the longest match of a text with the activities of the usual day, by a matching function."""
        return max((way(text, item.activity) for item in self.me.routine), key=len, default="")

    def _in_common(self, text: str, activity: str) -> str:
        """Return the words of an activity that a text has too."""
        if not self.words.spaced:
            return _longest_in_common(text, activity, self.words.common_letters)
        said = {stem for word in _WORD.findall(text.lower()) for stem in self.lexicon.asked(word)}
        found = (
            word
            for word in _WORD.findall(activity.lower())
            if len(word) >= _SHORTEST and word not in self.words.small_words
            if said.intersection(self.lexicon.asked(word))
        )
        return " ".join(dict.fromkeys(found))

    def _of_a_pastime(self, text: str, activity: str) -> str:
        """Return the word in an activity for a pastime that a text mentions, in the same or another word."""
        for names in self.words.pastimes:
            named = [found[0] for found in names.finditer(activity)]
            if named and names.search(text):
                return max(named, key=len)
        return ""


def _until(when: Timing) -> Timing:
    """Return a time as a deadline: it ends when the moment comes, or when its day begins."""
    if when.latest or when.recurs or when.onward:
        return when
    start = when.start if when.start is not None or when.day is None else minute_at(when.day, 0)
    return replace(when, start=start, end=None, latest=True)


def _agents(meant: Iterable[object], me: AgentId) -> tuple[AgentId, ...]:
    return tuple(agent for agent in agents_of(meant) if agent not in (me, EVERYBODY))


def _longest_in_common(text: str, other: str, common: str) -> str:
    """Return the longest run of letters that two texts share, other than very common letters."""
    runs = (
        other[start:end]
        for start in range(len(other))
        for end in range(start + 1, min(len(other), start + 6) + 1)
        if other[start:end] in text
    )
    telling = [run for run in runs if any(letter not in common for letter in run) and _WORD.fullmatch(run)]
    return max(telling, key=len, default="")
