"""Clippings: what a model is shown of a day to write its paper from, each with the rows that it rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from engine.clock import clock_words, day_of
from engine.cognition.thinker import Town
from engine.insight.gist import gist
from engine.insight.story.paper import Paper, paper
from engine.insight.story.sentence import PaperSentence
from engine.moments.moment import Moment
from engine.records import AgentId, Intention, Line, LogEntry, Memory
from engine.row_ids import minute_of
from engine.store.log.inspect import find_row

MOST = 48  # of them are shown: more than is told of, and within what a small model reads
_LONGEST = 240  # letters of one
_BEHIND = re.compile(r"：|:(?!\d)")
_ONE = ("agent", "other", "speaker", "actor")
_MANY = ("others", "about", "members", "hearers")
_WHERE = ("room", "place", "path", "thing")


@dataclass(frozen=True, slots=True, kw_only=True)
class Clipping:
    """A piece of the day: its sentence by rule, of which person's paragraph it is (nobody's, of what turned),
    the rows it rests on, and all that these say, by which a sentence that cites it is held: in which words
    (`states` what is so, `spoken` what somebody said or thought), of whom, where and at which minutes; who
    `spoke` in them, who `heard` it and who `thought` it.
    """

    minute: int | None
    agent: AgentId
    text: str
    ids: tuple[int, ...]
    states: tuple[str, ...]
    spoken: tuple[str, ...]
    people: frozenset[AgentId]
    minutes: frozenset[int]
    spoke: frozenset[AgentId]
    heard: frozenset[AgentId]
    thought: frozenset[AgentId]

    @property
    def says(self) -> tuple[str, ...]:
        """Return all that it says."""
        return (*self.states, *self.spoken)

    def entry(self, town: Town) -> str:
        """Return it as a line of the question: its label and the sentence."""
        text = self.text if len(self.text) <= _LONGEST else f"{self.text[: _LONGEST - 1]}…"
        return f"{self.label(town)}{text}"

    def label(self, town: Town) -> str:
        """Return what stands before its sentence in the question: the hour, whose paragraph it is of."""
        clock = f"{clock_words(self.minute)} " if self.minute is not None else ""
        whom = f"{town.cast.known_as[self.agent].called}: " if self.agent else ""
        return f"{clock}{whom}"


def clippings(over: Moment, day: int) -> tuple[Clipping, ...]:
    """Return what there is to tell of a day at a moment at which it is over, in the order of its hours: what
    turned, and of everybody the same share.
    """
    by_rule = paper(over, day)
    chosen = list(_chosen(by_rule))[:MOST]
    made = [_clipping(over, day, agent, one) for agent, one in chosen if one.ids]
    return tuple(sorted(made, key=lambda one: (one.minute is None, one.minute or 0)))


def _chosen(by_rule: Paper) -> Iterator[tuple[AgentId, PaperSentence]]:
    """Yield sentences in the order in which they are worth telling: of people, what was said comes first."""
    yield from (("", one.sentence) for one in by_rule.turns)
    each = ([(agent, one) for one in _said_first(told)] for agent, told in by_rule.people.items())
    yield from filter(None, chain.from_iterable(zip_longest(*each)))


def _said_first(told: Sequence[PaperSentence]) -> list[PaperSentence]:
    return sorted(told, key=lambda one: not any(mark in one.text for mark in "“「"))


def _clipping(over: Moment, day: int, agent: AgentId, told: PaperSentence) -> Clipping:
    """Return a sentence with what its rows say; of another day's, the hour is in no column of this one."""
    rows = [row for one in told.ids if (row := find_row(over.store, over.row.number, one)) is not None]
    names = over.town.cast.names
    minutes = frozenset(chain.from_iterable(map(_minutes, rows)))
    first = next(chain.from_iterable(map(_minutes, rows)), None)
    here = first if first and day_of(first) == day else None  # what was always so has no hour
    thought = frozenset(row.agent for row in rows if isinstance(row, Memory) and row.kind == "reflection")
    stated = (gist(row, names) for row in rows if not _is_word(row))
    by_rule = _BEHIND.split(told.text)[0] if thought else told.text
    states = (by_rule, *stated, *chain.from_iterable(map(_paths, rows)))
    spoken = (told.text, *(gist(row, names) for row in rows if _is_word(row)))
    named = chain.from_iterable(map(over.town.cast.mentioned, (*states, *spoken)))
    own = (agent,) if agent else ()
    return Clipping(
        minute=here,
        agent=agent,
        text=told.text,
        ids=told.ids,
        states=states,
        spoken=spoken,
        people=frozenset([*named, *told.who, *own, *chain.from_iterable(map(_people, rows))]),
        minutes=minutes,
        spoke=frozenset(row.speaker for row in rows if isinstance(row, Line)),
        heard=frozenset([*own, *_heard(rows)]),
        thought=thought,
    )


def _is_word(row: LogEntry) -> bool:
    """Return whether a row is only somebody's word for it: said, heard or concluded."""
    return isinstance(row, Line) or (isinstance(row, Memory) and row.kind in ("talk", "reflection"))


def _minutes(row: LogEntry) -> Iterator[int]:
    """Yield the minutes that a row speaks of."""
    yield row.said_at if isinstance(row, Line) else minute_of(row.id)
    if isinstance(row, (Memory, Intention)) and row.when is not None:
        yield row.when


def _people(row: LogEntry) -> Iterator[AgentId]:
    yield from filter(None, (getattr(row, name, "") for name in _ONE))
    yield from chain.from_iterable(getattr(row, name, ()) for name in _MANY)


def _heard(rows: Iterable[LogEntry]) -> Iterator[AgentId]:
    """Yield who was told what stands in some rows, or remembers it."""
    for row in rows:
        yield from row.hearers if isinstance(row, Line) else (row.agent,) if isinstance(row, Memory) else ()


def _paths(row: LogEntry) -> Iterator[str]:
    """Yield the names of where a row is of: of a room, of its place, of an object."""
    for name in _WHERE:
        yield from filter(None, str(getattr(row, name, "")).split("/"))
