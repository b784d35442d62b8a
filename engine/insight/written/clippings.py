"""Clippings: the pieces of a day that a model is shown to write its paper, with the rows they rest on."""

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
    """A piece of the day for the model, with what is needed to check sentences that cite it.

    `text` is its sentence by rule, `agent` whose paragraph it is from ("" for a turning point), and `ids`
    are its rows. `states` are texts of facts, and `spoken` what people said or thought. `people` and
    `minutes` are those of its rows; `spoke`, `heard` and `thought` are the agents who did so in them.
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
        """Return all its texts: facts, then speech."""
        return (*self.states, *self.spoken)

    def entry(self, town: Town) -> str:
        """Return it as an entry of the question: its label and its sentence."""
        text = self.text if len(self.text) <= _LONGEST else f"{self.text[: _LONGEST - 1]}…"
        return f"{self.label(town)}{text}"

    def label(self, town: Town) -> str:
        """Return the label of its entry in the question: the hour, and the agent of the paragraph."""
        clock = f"{clock_words(self.minute)} " if self.minute is not None else ""
        whom = f"{town.cast.known_as[self.agent].called}: " if self.agent else ""
        return f"{clock}{whom}"


def clippings(over: Moment, day: int) -> tuple[Clipping, ...]:
    """Return the clippings of a day that is over, in the order of its hours.

    They are its turning points, and an equal share for every agent.
    """
    by_rule = paper(over, day)
    chosen = list(_chosen(by_rule))[:MOST]
    made = [_clipping(over, day, agent, one) for agent, one in chosen if one.ids]
    return tuple(sorted(made, key=lambda one: (one.minute is None, one.minute or 0)))


def _chosen(by_rule: Paper) -> Iterator[tuple[AgentId, PaperSentence]]:
    """Yield the sentences of a paper by priority: turning points, then those of people, speech first."""
    yield from (("", one.sentence) for one in by_rule.turns)
    each = ([(agent, one) for one in _said_first(told)] for agent, told in by_rule.people.items())
    yield from filter(None, chain.from_iterable(zip_longest(*each)))


def _said_first(told: Sequence[PaperSentence]) -> list[PaperSentence]:
    return sorted(told, key=lambda one: not any(mark in one.text for mark in "“「"))


def _clipping(over: Moment, day: int, agent: AgentId, told: PaperSentence) -> Clipping:
    """Return a clipping of a sentence; it has a `minute` only if its first row is of the same day."""
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
    """Return whether a row is only what someone said, heard or concluded."""
    return isinstance(row, Line) or (isinstance(row, Memory) and row.kind in ("talk", "reflection"))


def _minutes(row: LogEntry) -> Iterator[int]:
    """Yield the minutes that a row is about."""
    yield row.said_at if isinstance(row, Line) else minute_of(row.id)
    if isinstance(row, (Memory, Intention)) and row.when is not None:
        yield row.when


def _people(row: LogEntry) -> Iterator[AgentId]:
    yield from filter(None, (getattr(row, name, "") for name in _ONE))
    yield from chain.from_iterable(getattr(row, name, ()) for name in _MANY)


def _heard(rows: Iterable[LogEntry]) -> Iterator[AgentId]:
    """Yield the agents who heard or remember what is in some rows."""
    for row in rows:
        yield from row.hearers if isinstance(row, Line) else (row.agent,) if isinstance(row, Memory) else ()


def _paths(row: LogEntry) -> Iterator[str]:
    """Yield the parts of a row's paths: names of places, rooms and objects."""
    for name in _WHERE:
        yield from filter(None, str(getattr(row, name, "")).split("/"))
