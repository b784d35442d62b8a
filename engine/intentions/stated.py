"""Intentions that an author states in fields, turned into what they ask and into words.

No sentence is read for this, so it works the same in every language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.clock import DAY, clock_words, day_of, end_words, minute_at, parse_clock
from engine.errors import BadInput, worded
from engine.intentions.understood import Timing, Understood
from engine.language.phrases import Phrases
from engine.language.verb_forms import is_base_form
from engine.practices.conduct import (
    DONE_WITH,
    HELD,
    WITH_AN_OBJECT,
    WORDED,
    WORDED_ABOUT,
    WORDED_AT,
    WORDED_WITH,
)
from engine.records import (
    EVERYBODY,
    AgentId,
    IntentionKind,
    Path,
    Persona,
    StatedIntention,
    StatedMoment,
)

STEPS = 10  # steps of closeness from 0 to 1

PARTS = {"morning": (360, 720), "noon": (720, 780), "afternoon": (780, 1080), "evening": (1080, 1380),
         "night": (1260, 1440)}  # fmt: skip
"""Parts of a day, each with its first minute and the minute at which it ends."""

_CLOCK = r"\d{1,2}:\d{2}"
_MOMENT = re.compile(
    rf"(?:day\s+(?P<day>[1-9]\d{{0,3}})|(?P<every>every\s+day))?\s*"
    rf"(?:(?P<first>{_CLOCK})(?:\s*[-–—]\s*(?P<last>{_CLOCK}))?|(?P<part>{'|'.join(PARTS)}))?",
    re.IGNORECASE,
)


def read_moment(value: object) -> StatedMoment:
    """Return the moment written as `day 2 19:00`, `day 3 evening`, `19:00-21:00` or `every day 08:00`.

    Raises ValueError, with a remedy as its second argument, for anything else.
    """
    match = _MOMENT.fullmatch(" ".join(value.split())) if isinstance(value, str) and value.strip() else None
    remedy = worded("write it as day 2 19:00, day 3 evening, 19:00-21:00, or every day 08:00")
    if match is None:
        raise ValueError(worded("{said!r} is not a valid moment", said=value), remedy)
    first, last = PARTS.get((match["part"] or "").lower(), (None, None))
    try:
        first = parse_clock(match["first"]) if match["first"] else first
        last = parse_clock(match["last"]) if match["last"] else last
    except BadInput as error:
        raise ValueError(
            worded("{said!r} is not a time of day", said=value), worded("use a time from 00:00 to 24:00")
        ) from error
    if first is not None and last is not None and last <= first:
        raise ValueError(worded("{said!r} ends before it begins", said=value), remedy)
    day = int(match["day"]) if match["day"] else None
    return StatedMoment(day=day, first=first, last=last, recurs=bool(match["every"]))


class Stated:
    """An intention that an author states in fields, as a persona takes it up at minute `now`.

    `me` is the persona, `names` are the full names of all agents by id, and `place` is the intention's place
    in words.
    """

    def __init__(
        self,
        intention: StatedIntention,
        me: Persona,
        now: int,
        *,
        names: Mapping[AgentId, str],
        phrases: Phrases,
        place: str,
    ) -> None:
        self._intention, self._me, self._now = intention, me, now
        self._names, self._phrases, self._place = names, phrases, place

    @property
    def asks(self) -> tuple[Understood, ...]:
        """Return its requests: the intention itself, and whom to leave out or keep it from."""
        return tuple(self._asks())

    @property
    def sentence(self) -> str:
        """Return the sentence that the persona remembers."""
        stated, say = self._intention, self._phrases.say
        if stated.text:
            return stated.text
        elsewhere = self._place and stated.kind not in WORDED_AT
        return say(
            "means_to",
            name=self._me.name,
            deed=self._deed,
            where=say("means_at", place=self._place) if elsewhere else "",
            when=self._moment_words(),
            why=say("means_because", because=stated.because) if stated.because else "",
        )

    @property
    def place(self) -> Path:
        """Return the path of the room; empty if none is stated."""
        return self._intention.place

    @property
    def when(self) -> int | None:
        """Return the minute of its hour; None if none is stated or it recurs."""
        at = self._intention.at
        return None if at is None or at.recurs or at.first is None else self._start(at)

    def _asks(self) -> Iterator[Understood]:
        stated = self._intention
        has_object = stated.kind in WITH_AN_OBJECT
        understood = Understood(
            kind="habit" if stated.at is not None and stated.at.recurs else stated.kind,
            text=self._deed,
            deed=self._deed,
            who=self._me.id,
            others=self._others(),
            what=stated.what if has_object else "",
            content="" if has_object else stated.what,
            place=stated.place,
            when=self._timing(),
            forbids=self._forbids() if stated.kind == "prohibition" else None,
            strength=round((stated.closeness or 0) * STEPS),
            for_a_night=stated.kind == "move" and stated.until is not None,
        )
        yield understood
        related = replace(understood, place="", content="", when=None)
        if stated.kind in HELD and stated.excepted:
            deed = self._not_asked()
            yield replace(related, kind="prohibition", deed=deed, forbids=stated.kind, others=stated.excepted)
        unaware = stated.kept_from if stated.kind in HELD else (*stated.kept_from, *stated.excepted)
        if stated.kind != "secret" and unaware:
            yield replace(related, kind="secret", others=unaware, content=stated.what)

    def _others(self) -> tuple[AgentId, ...]:
        named, excepted = self._named, self._intention.excepted
        if EVERYBODY in named and excepted:
            left_out = {*excepted, self._me.id}
            return tuple(agent for agent in self._names if agent not in left_out)
        return (EVERYBODY,) if EVERYBODY in named else tuple(agent for agent in named if agent != self._me.id)

    @property
    def _named(self) -> tuple[AgentId, ...]:
        """Return the agents it names; for a secret, those it is kept from."""
        return self._intention.kept_from if self._intention.kind == "secret" else self._intention.others

    def _forbids(self) -> IntentionKind:
        stated = self._intention
        if stated.what:
            return "deed"
        return "visit" if stated.place else "meeting"

    # ---- when

    def _timing(self) -> Timing | None:
        stated, at = self._intention, self._intention.at
        if stated.by is not None and (at is None or at.first is None):
            day = stated.by.day if at is None else at.day
            return Timing(said="", day=day, start=self._end(stated.by), latest=True, that_day=at is not None)
        if at is None:
            if stated.until is None:
                return None
            lasting = stated.kind != "prohibition"
            return Timing(said="", start=self._end(stated.until), latest=True, lasting=lasting)
        start = None if at.first is None else self._start(at)
        end = None if start is None or at.last is None else start + at.last - (at.first or 0)
        # A kind that is done with others happens at one hour, so `by` does not extend it.
        ends = stated.until or (stated.by if stated.kind not in DONE_WITH else None)
        return Timing(
            said="",
            day=at.day if start is None else day_of(start),
            start=start,
            end=end if ends is None else self._end(ends),
            recurs=at.recurs,
            any_day=at.day is None and not at.recurs,
        )

    def _start(self, moment: StatedMoment) -> int:
        """Return the minute at which a moment begins; without a day, the next time its clock comes round."""
        clock = moment.first or 0
        if moment.day is not None:
            return minute_at(moment.day, clock)
        today = minute_at(day_of(self._now), clock)
        return today if today > self._now else today + DAY

    def _end(self, moment: StatedMoment) -> int:
        """Return the minute by which a moment is over; without an hour, the end of the day."""
        if moment.first is None:
            return minute_at(moment.day or day_of(self._now), DAY)
        start = self._start(moment)
        return start if moment.last is None else start + moment.last - moment.first

    # ---- in words

    @property
    def _deed(self) -> str:
        """Return the deed in words, as used after "to"."""
        stated, others = self._intention, self._others()
        wording = f"means_{self._wording(has_others=bool(others))}"
        what = self._phrases.the(stated.what) if stated.kind in HELD else stated.what
        return self._phrases.say(wording, what=what, others=self._people(others), place=self._place)

    def _people(self, others: tuple[AgentId, ...]) -> str:
        """Return the people it concerns in words: everybody, everybody but some, or some by name."""
        stated = self._intention
        excepted = [self._names[agent] for agent in stated.excepted if agent != self._me.id]
        if EVERYBODY in self._named and excepted:
            return self._phrases.say("means_everybody_but", others=self._phrases.list(excepted))
        named = [] if EVERYBODY in others else [self._names[agent] for agent in others]
        return self._phrases.list(named) or self._phrases.say("means_everybody")

    def _not_asked(self) -> str:
        """Return the deed of not inviting the people who are left out of an occasion."""
        people = self._phrases.list([self._names[agent] for agent in self._intention.excepted])
        what = self._phrases.the(self._intention.what)
        return self._phrases.say("means_invite", others=people, what=what)

    def _wording(self, *, has_others: bool) -> str:
        """Return the suffix of the phrase that words it, by its kind and by what it names."""
        kind, what = self._intention.kind, self._intention.what
        if kind in WORDED_WITH and has_others:
            if not what or kind in ("secret", "feeling"):
                return f"{kind}_with"
            about = kind in WORDED_ABOUT and not is_base_form(what)
            return f"{kind}_with_about" if about else f"{kind}_with_for"
        if kind in ("prohibition", "visit") and self._place and not what:
            return f"{kind}_there"
        if kind == "aim" and self._phrases.has_article(what):
            return kind  # a thing; else an infinitive: what the persona wants to do or to become
        return kind if kind in WORDED else "deed"

    def _moment_words(self) -> str:
        stated, say = self._intention, self._phrases.say
        if stated.by is None:
            return self._at_words()
        end = self._end(stated.by)
        return self._at_words() + say("means_by", day=day_of(end - 1), clock=end_words(end))

    def _at_words(self) -> str:
        at, say = self._intention.at, self._phrases.say
        if at is None:
            return ""
        if at.first is None:
            return say("means_day", day=at.day) if at.day is not None else ""
        if at.recurs:
            return say("means_daily", clock=clock_words(at.first))
        start = self._start(at)
        return say("means_when", day=day_of(start), clock=clock_words(start))
