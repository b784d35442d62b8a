"""Adding: what a clause adds to the last intention: when, where, who comes, what is said."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.intentions.understood import Timing, Understood
from engine.practices.conduct import DEEDS, ONCE
from engine.records import EVERYBODY, AgentId, Path
from engine.rehearsal.reading.clauses import Part
from engine.rehearsal.reading.joining import Asks, held_for, is_to_be_held, timing_of
from engine.rehearsal.reading.one_clause.shaping import Shaping
from engine.rehearsal.reading.places import WhereIsMeant
from engine.rehearsal.reading.tagging import BETWEEN, MARKS, PLACE, TIME, Tagged, place_of, trimmed
from engine.rehearsal.reading.words import Words


class Adding:
    """Reads a clause as an addition to the last intention."""

    def __init__(self, words: Words, me: AgentId, places: WhereIsMeant) -> None:
        self._words, self._places = words, places
        self._shaping = Shaping(words, me)

    def completes(self, part: Part, number: int, asks: Asks, marked: Tagged) -> bool:
        """Add the time, place or guests in a clause to the last intention.

        Return whether it was such a clause.
        """
        at, last = asks[-1]
        place, when = place_of(marked.meant(part.whole, PLACE)), timing_of(marked.meant(part.whole, TIME))
        if last.kind == "meeting" and at == number and (met := self._met_for(last, part, marked)):
            asks[-1] = (at, met)
            return True
        does_it = self._words.do_it.fullmatch(trimmed(part.text, marked)) is not None
        does_it = does_it and not (
            self._goes_on_elsewhere(last, place, when) or self._goes_instead(last, part)
        )
        if named := self._places.of_name(self._words.make_it.sub("", trimmed(part.text, marked))):
            does_it, place = True, place or named  # "Make it the Yard, at three."
        may_come = last.kind in ("occasion", "meeting") or (is_to_be_held(last) and number - at <= 1)
        comes = may_come and self._shaping.all_come(part, marked)
        if does_it and (place or when):
            self._do_it_then(part, number, asks, (place, when), marked)
            return True
        if comes:
            last = held_for(last, ()) if last.kind in DEEDS else last
            last = replace(last, others=(EVERYBODY,), place=last.place or place, when=last.when or when)
            asks[-1] = (at, self._shaping.gathering(last, marked))
            return True
        bare = not trimmed(part.whole, marked)
        if bare and at == number and (place or when):
            both = timing_of([one for one in (last.when, when) if one is not None])
            asks[-1] = (at, replace(last, place=last.place or place, when=both))
            return True
        return False

    def _do_it_then(
        self, part: Part, number: int, asks: Asks, where_when: tuple[Path, Timing | None], marked: Tagged
    ) -> None:
        """Set the place and time of the last intention to those that a clause says."""
        (at, last), (place, when) = asks[-1], where_when
        place = place or ("" if last.place else self._places.spoken_of(marked.plain(part.whole)))
        both = timing_of([one for one in (when, last.when) if one is not None])
        again = both is not None and both.recurs and last.kind in ONCE
        kind = "habit" if again else last.kind
        asks[-1] = (at, replace(last, kind=kind, place=place or last.place, when=both))
        if both is not None and at < number:
            asks[:] = [_by_then(each, at, both) for each in asks]
        if self._shaping.all_come(part, marked):
            asks[-1] = (at, self._shaping.gathering(replace(asks[-1][1], others=(EVERYBODY,)), marked))

    def _goes_on_elsewhere(self, last: Understood, place: Path, when: Timing | None) -> bool:
        """Recognise a clause with another place and hour than the deed before it."""
        hours = [one.is_at_an_hour for one in (last.when, when) if one is not None]
        apart = bool(place and last.place) and place != last.place
        return last.kind in DEEDS and apart and hours == [True, True]

    def _goes_instead(self, last: Understood, part: Part) -> bool:
        """Recognise where to go instead of what is forbidden: "stop that and go home"."""
        goes = self._words.only_going.fullmatch(part.text.strip(MARKS).split(" ")[0]) is not None
        return goes and last.kind == "prohibition" and not part.forbidden

    def _met_for(self, last: Understood, part: Part, marked: Tagged) -> Understood | None:
        """Return a meeting with the topic, time and place that a clause adds, or None if it adds none."""
        said = re.sub(f"^{BETWEEN}+", "", part.text)
        over = self._words.talk_over.match(said)
        if over is None:
            return None
        place, when = place_of(marked.meant(part.whole, PLACE)), timing_of(marked.meant(part.whole, TIME))
        both = timing_of([one for one in (when, last.when) if one is not None])
        last = replace(last, place=last.place or place, when=both)
        left = said[over.end() :]
        if self._words.spaced:
            return last if last.content or last.what else replace(last, content=trimmed(left, marked))
        what = marked.plain(left).strip(MARKS)
        about = self._words.topic.match(what)
        return replace(last, content=(about[0] if about else what) or last.content)

    def says_what(
        self, part: Part, number: int, asks: Asks, marked: Tagged, one: Understood | None, *, whole: bool
    ) -> bool:
        """Take a clause as the content of a message or question without one, and return whether it was that.

        Example: "tell her one thing: the pump is cracked". With `whole`, the content is the rest of the
        sentence.
        """
        at, last = asks[-1] if asks else (-1, None)
        if last is None or at != number or last.kind not in ("message", "question"):
            return False
        asked = part.whole.rstrip().endswith(("?", "？"))
        from_before = last.kind == "question" and not self._words.spaced and last.content not in last.text
        if from_before and self._words.indirect.search(part.whole):  # 问问她，能不能来: what follows is asked
            last, asked = replace(last, content=""), True
        if whole and last.content not in last.text:
            last = replace(last, content="")
        if last.content or last.what or not (one is None or asked or whole):
            return False
        said = part.whole_on if whole else part.whole
        asks[-1] = (at, replace(last, content=marked.plain(said).strip(MARKS)))
        return True

    def more_of(self, last: Understood, one: Understood) -> Understood | None:
        """Return the last intention with what the next clause says of it, or None if that is independent."""
        if self._is_what_for(last, one):
            kind = last.kind if last.kind == "habit" else one.kind
            return replace(last, kind=kind, deed=one.deed, what=one.what, when=last.when or one.when)
        if self._is_come_for(last, one):
            also = (other for other in one.others if other != last.who)
            others = tuple(dict.fromkeys((*last.others, *also)))
            return replace(last, others=others, place=one.place or last.place, when=one.when or last.when)
        if last.kind == "habit" and one.kind in DEEDS & ONCE and not (one.place or one.when):
            return replace(last, deed=self._words.both.format(first=last.deed, next=one.deed))
        if self._is_to_look_on(last, one):
            return held_for(replace(last, place=last.place or one.place), one.others)
        return None

    def _is_what_for(self, last: Understood, one: Understood) -> bool:
        """Recognise the purpose of going somewhere, of which only the going was read."""
        goes = self._words.only_going.fullmatch(last.deed) is not None and bool(last.place)
        return goes and one.kind in DEEDS and one.place in ("", last.place)

    def _is_to_look_on(self, last: Understood, one: Understood) -> bool:
        """Check whether others are wanted to watch what the agent does at its hour."""
        hour = last.kind in DEEDS and last.when is not None and last.when.is_at_an_hour
        asked = one.kind == "request" and bool(one.others) and bool(last.place or one.place)
        return hour and asked and one.when is None and self._words.looks_on.match(one.content) is not None

    def _is_come_for(self, last: Understood, one: Understood) -> bool:
        """Recognise what somebody who was asked to come is to come for."""
        comes = last.kind == "meeting" and self._words.only_coming.search(last.deed) is not None
        return comes and last.when is None and one.kind in DEEDS | {"meeting"}


def _by_then(each: tuple[int, Understood], sentence: int, when: Timing) -> tuple[int, Understood]:
    """Return a sentence's intention with the time that the next sentence names for all of them.

    Example: "Fetch the oats, feed the mare. Monday afternoon."
    """
    at, one = each
    timeless = at == sentence and one.when is None and one.kind in {*DEEDS, "help"} & {*ONCE, "help"}
    return (at, replace(one, when=when)) if timeless else each
