"""The results of reading an author's sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, takewhile

from engine.clock import day_of, minute_at
from engine.practices.conduct import OF_TWO
from engine.practices.practice import practices
from engine.records import AgentId, IntentionKind, Path

AFTER_WAKING = 60  # minutes
_HALF_HOUR = 30
MOST_SEED_LETTERS = 20_000  # of one person: a model is asked about no more at once

Kind = IntentionKind
"""What an intention is about. A `deed` is whatever else somebody can do alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """The time of something: a minute since 00:00 of day 1, or a span between two; every day, if it recurs.

    If no hour is named, only `day` is known; if `any_day`, only the hour. `latest` marks a deadline; with
    `that_day` it must not be done before its day. `onward` marks a moment from which something holds. What
    is `lasting` goes on until a `latest` moment, rather than being done by then.
    """

    said: str
    day: int | None = None
    start: int | None = None
    end: int | None = None
    latest: bool = False
    that_day: bool = False
    recurs: bool = False
    onward: bool = False
    any_day: bool = False
    lasting: bool = False

    @property
    def is_at_an_hour(self) -> bool:
        """Return whether it is to be at an hour, and not only by then."""
        return self.start is not None and not self.latest


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """One thing that a sentence asks of an agent.

    `who` is to do it (empty: someone whom the sentence does not name). `deed` is what, as used after "to".
    `others` are those it is done with or to (`EVERYBODY` among them stands for all), and `strangers` are
    names of people unknown in the town. `what` is the occasion, the object or the aim, `content` what is to
    be told, asked or kept secret. A prohibition is of the `kind` of that name and forbids things of the kind
    `forbids`. A move is for good, or `for_a_night`.
    """

    kind: Kind
    text: str
    deed: str
    who: AgentId = ""
    others: tuple[AgentId, ...] = ()
    strangers: tuple[str, ...] = ()
    what: str = ""
    content: str = ""
    place: Path = ""
    when: Timing | None = None
    forbids: Kind | None = None
    strength: int = 0
    for_a_night: bool = False

    @property
    def is_of_nobody(self) -> bool:
        """Return whether it is to be done with or to someone unknown in the town."""
        named = self.kind in OF_TWO or not self.place or any(name in self.deed for name in self.strangers)
        return bool(self.strangers) and not self.others and named

    @property
    def asks_anybody(self) -> bool:
        """Return whether it is a question to whoever may know the answer."""
        return self.kind == "question" and bool(self.content) and not (self.others or self.strangers)

    @property
    def needs(self) -> tuple[str, ...]:
        """Return the names of the parts that its kind needs and that it does not give."""
        lacks = {
            "whom": not self.others and not self.asks_anybody,
            "content": not (self.content or self.what),
            "where": not self.place,
            "when": self.when is None,
        }
        return tuple(slot for slot in practices()[self.kind].needs if lacks[slot])


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadSentence:
    """The requests in one sentence, in order; empty if it is only a thought.

    `nowhere` are the names of places for them that do not exist in the town.
    """

    sentence: str
    asks: tuple[Understood, ...] = ()
    nowhere: tuple[str, ...] = ()


def seeds_read(seeds: Sequence[str]) -> int:
    """Return the number of a persona's seed memories that are read for what they ask.

    They are the first ones that have at most `MOST_SEED_LETTERS` characters together. All of them are
    remembered.
    """
    lengths = accumulate(map(len, seeds))
    return sum(1 for _ in takewhile(lambda letters: letters <= MOST_SEED_LETTERS, lengths))


def agreed_hour(start: int, end: int, *, wake: int, now: int) -> int:
    """Return the minute for an invitation in a part of a day, from `start` to `end`.

    It is in the middle of that part, and after waking, since no one means six by "in the morning".
    """
    up = minute_at(day_of(start), wake) + AFTER_WAKING
    hour = max((start + end) // 2 // _HALF_HOUR * _HALF_HOUR, up)
    return hour if hour > now else start
