"""Forbidding: what a sentence forbids, or wants kept, in whatever words it says so.

There are more ways of forbidding a thing than there are frames for. Where a sentence forbids and no frame has
read what, it is about whatever it names: a place that is not to be gone to, somebody who is not to be spoken
to, or something that one does every day and is not to do.
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
    """Reads what is forbidden to one person, who has a usual day."""

    words: Words
    lexicon: Lexicon
    places: WhereIsMeant
    me: Persona
    all_but: Callable[[Sequence[AgentId]], Sequence[AgentId]]

    def read(
        self, sentence: str, before: str, marked: Tagged, *, told: bool, alone: bool
    ) -> Understood | None:
        """Return what a sentence keeps secret (what it says itself, or the one before it) or forbids; None
        where it does neither. Where it is not `alone`, since something to do was read in it, a plain `not`
        is of another clause than that.
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
        """Return a prohibition with whom, where or what it leans on the sentence before for: "Ignore her",
        "it would be dangerous to go there", "no more of it".
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
        """Return the prohibition of what words that forbid name: to speak to somebody, to go somewhere, or
        to do what one does on a usual day.
        """
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
        """Return a sentence without those whom it leaves out of everybody; as it is where that is what
        everybody is kept from.
        """
        plain = marked.plain(sentence)
        kept = self.words.secrecy.search(plain) or self.words.negation.search(plain)
        found = None if kept else self.words.left_out.search(sentence)
        if found is None:
            return sentence
        rest = f"{sentence[: found.start()].rstrip(' ')} {sentence[found.end() :].lstrip(' ')}".rstrip(" ")
        return rest if EVERYBODY in agents_of(marked.meant(rest, PERSON)) else sentence

    def leaves_out(self, asks: Asks, sentence: str, marked: Tagged) -> Iterator[Understood]:
        """Yield that those are not to be asked, or told, whom a sentence leaves out of everybody."""
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
        """Return what is asked of, or done for, everybody as of each but those whom a sentence leaves out."""
        if one.kind in ("occasion", "message", "aim") or EVERYBODY not in one.others:
            return one
        left_out, _ = self._left_out(sentence, marked)
        return replace(one, others=tuple(self.all_but((*left_out, self.me.id)))) if left_out else one

    def _left_out(self, sentence: str, marked: Tagged) -> tuple[tuple[AgentId, ...], str]:
        """Return whom a sentence leaves out of everybody, and in which words."""
        found = self.words.left_out.search(sentence)
        if found is None or self.with_everybody(sentence, marked) == sentence:
            return (), ""
        return _agents(marked.meant(found["who"], PERSON), self.me.id), marked.plain(found["who"])

    def all_of(self, asks: Asks, sentence: str, marked: Tagged, *, told: bool) -> Asks:
        """Return what a sentence asks with all that it forbids, at all the times for which it does: not to
        speak to somebody, nor to enter their shop, this evening and tomorrow evening.
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
        """Yield whom one is not to speak to, and where one is not to go, by words that go on from others that
        forbid, unless that was read.
        """
        silent = {other for one in bars if one.forbids in BARS_TALK for other in one.others}
        shut = {one.place for one in bars if not one.others}
        for also in self.words.also_barred.finditer(sentence):
            one = replace(self._barred(also[0], marked), when=bars[-1].when)
            if set(one.others) - silent or (one.place and one.place not in shut):
                yield one

    def _at_each(self, one: Understood, times: Sequence[Timing], *, told: bool) -> Iterator[Understood]:
        """Yield a prohibition for each of the times at which it holds; always, where it has none. An hour of
        which no day is said is one of every day, but for an inner voice, which speaks of today.
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
        """Return the hours of every day at which somebody is not to be spoken to: from or up to an hour of no
        day in particular, which an inner voice means to be of today unless it speaks of what is the rule.
        None where it is of one day.
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
        """Return whether a sentence says when somebody speaks to nobody."""
        return bool(self._nobody_at_all(marked.plain(sentence)) and marked.meant(sentence, TIME))

    def _nobody_at_all(self, plain: str) -> tuple[AgentId, ...]:
        """Return everybody where a text says that one speaks to nobody."""
        return (EVERYBODY,) if self.words.silence.search(plain) else ()

    def _as_usual(self, when: Timing) -> Timing:
        """Return the rest of a day where something is barred after something else: from when that is over on
        one's usual day, if it is a part of it.
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
        """Yield what one does on a usual day, each with the minute at which it is over."""
        items = sorted(self.me.routine, key=lambda item: item.start)
        ends = [*(item.start for item in items[1:]), self.me.sleep]
        yield from ((item.activity, end) for item, end in zip(items, ends, strict=False))

    def _from_whom(self, sentence: str, marked: Tagged) -> tuple[AgentId, ...]:
        """Return from whom something is to be kept: those who are named in the words that say so; nobody in
        particular where it is to be kept from everybody, or some may know.
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
        """Return who is named as those who alone may know: 除了她谁也别说."""
        found = re.search(f"(?:{self.words.all_but.pattern})({SOME_PEOPLE})", sentence, re.VERBOSE)
        return _agents(marked.meant(found[1], PERSON), self.me.id) if found else ()

    def may_say_more(self, sentence: str, marked: Tagged, asks: Sequence[Understood]) -> bool:
        """Return whether what was read in a sentence may be no more than what it forbids: nothing, something
        to do, or, where it wants something kept, that somebody must not; anything where that is to be on no
        day, and at no hour.
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
        """Return what is kept from some by the same sentence that has others told of it, or met."""
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
        """Return what is kept or forbidden in place of what was taken for a deed; a feeling is one all the
        same.
        """
        felt = [each for each in asks if each[1].kind == "feeling" and one.kind == "secret"]
        return [*felt, (number, one)]

    def _forbids(self, sentence: str, marked: Tagged, *, told: bool, alone: bool) -> bool:
        """Return whether a sentence forbids something to whom it is read by, and not to whomever it names
        last before it does.
        """
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
        """Return whether words that forbid are of whom the sentence is read by: they were named last before
        them, but for those with whom it is, or somebody has forbidden it to them, or to all. An inner voice
        turns to whom it is told with every clause.
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
        """Return the prohibition of a deed with whom, or what of one's usual day, it is about."""
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
        """Return the prohibition of a deed as that of going somewhere, or of what one usually does."""
        if there := self._there(one, sentence, marked):
            return replace(one, place=there, forbids="visit")
        what = "" if one.place or one.others else self._usual(one.deed)
        what = what or ("" if one.place or one.others else self._more_closely(marked.plain(sentence)))
        return replace(one, what=what) if what else one

    def _more_closely(self, plain: str) -> str:
        """Return what of one's usual day is named by words that go on from others that forbid: "has sworn off
        cards: not a single game of patience".
        """
        more = (self._usual(also[0]) for also in self.words.also_barred.finditer(plain))
        return next(filter(None, more), "")

    def _there(self, one: Understood, sentence: str, marked: Tagged) -> Path:
        """Return where one is not to go, where a clause says no more than that: 那边风大，绝不再去."""
        if self.words.spaced or not self.words.only_going.fullmatch(one.deed):
            return ""
        named = one.place or place_of(marked.meant(sentence, PLACE))
        return named or self.places.spoken_of(marked.plain(sentence))

    def _beside_me(self, sentence: str, marked: Tagged) -> tuple[AgentId, ...]:
        """Return those who are named in one breath with oneself: "she and Kofi will never speak again"."""
        both = [
            part
            for part in re.findall(SOME_PEOPLE, sentence)
            if self.me.id in agents_of(marked.meant(part, PERSON))
        ]
        return _agents(marked.meant(" ".join(both), PERSON), self.me.id)

    def _lives_there(self, place: Path, text: str) -> bool:
        """Return whether a place is where one is at home or at work, which nobody keeps away from; not of
        another room of that house.
        """
        own = {self.me.home, self.me.work or ""}
        whole = self.places.is_whole(place, text) and place.split("/")[0] in {
            path.split("/")[0] for path in own
        }
        return place in own or whole

    def _usual(self, text: str, *, pastime: bool = False) -> str:
        """Return the words for what one does on a usual day that a text names, too: those of the most. Of a
        `pastime` only what it is known by.
        """
        own = "" if pastime else self._longest(self._in_common, text)
        return own if len(own) > 1 else self._longest(self._of_a_pastime, text) or own

    def _longest(self, way: Callable[[str, str], str], text: str) -> str:
        """Return the longest of what a text says, in one way of saying it, of a usual day."""
        return max((way(text, item.activity) for item in self.me.routine), key=len, default="")

    def _in_common(self, text: str, activity: str) -> str:
        """Return the words of an activity that a text has, too."""
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
        """Return the word of an activity for a pastime of which a text speaks in the same word or another."""
        for names in self.words.pastimes:
            named = [found[0] for found in names.finditer(activity)]
            if named and names.search(text):
                return max(named, key=len)
        return ""


def _until(when: Timing) -> Timing:
    """Return what is over when a moment comes, or when its day begins."""
    if when.latest or when.recurs or when.onward:
        return when
    start = when.start if when.start is not None or when.day is None else minute_at(when.day, 0)
    return replace(when, start=start, end=None, latest=True)


def _agents(meant: Iterable[object], me: AgentId) -> tuple[AgentId, ...]:
    return tuple(agent for agent in agents_of(meant) if agent not in (me, EVERYBODY))


def _longest_in_common(text: str, other: str, common: str) -> str:
    """Return the longest run of letters that two texts share; none that is in many texts."""
    runs = (
        other[start:end]
        for start in range(len(other))
        for end in range(start + 1, min(len(other), start + 6) + 1)
        if other[start:end] in text
    )
    telling = [run for run in runs if any(letter not in common for letter in run) and _WORD.fullmatch(run)]
    return max(telling, key=len, default="")
