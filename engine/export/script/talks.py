"""Talks: the conversations of an excerpt, one by one, and the events between them."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from engine.clock import clock_words, day_of
from engine.errors import worded
from engine.export.excerpt import Excerpt
from engine.export.report import Notes
from engine.records import Conversation, Event, Line
from engine.row_ids import minute_of, turn_of
from engine.store.verifying.verifying import refuse_changed

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A conversation with its lines, in the order they were said; `event` is the event that bystanders
    saw.
    """

    row: Conversation
    event: int
    summary: str
    lines: tuple[Line, ...]

    @property
    def id(self) -> int:
        """Return the id of the conversation."""
        return self.row.id

    @property
    def day(self) -> int:
        """Return the day on which it began."""
        return day_of(self.row.minute)

    @property
    def clock(self) -> str:
        """Return the time at which it began, as `10:15`."""
        return clock_words(self.row.minute)

    @property
    def place(self) -> str:
        """Return the place it was in, without the room."""
        return self.row.room.split("/")[0]


def talks(excerpt: Excerpt, notes: Notes, *, with_thoughts: bool = False) -> Iterator[Talk]:
    """Yield the talks of an excerpt, and note that the rest is dropped; thoughts too, unless
    `with_thoughts`.
    """
    done = thoughts = 0
    for one in story(excerpt, notes):
        if isinstance(one, Talk):
            thoughts += sum(bool(line.thought) for line in one.lines)
            yield one
        else:
            done += 1
    notes.add("dropped", worded("activities and observations between conversations"), count=done)
    notes.add("dropped", worded("private thoughts behind lines"), count=0 if with_thoughts else thoughts)


def story(excerpt: Excerpt, notes: Notes) -> Iterator[Event | Talk]:
    """Yield the events and talks of an excerpt, in order, each line in its talk.

    Raises WorkspaceDamaged before the first if the log is not as it was committed.
    """
    refuse_changed(excerpt.run.store, excerpt.run.number)
    before = excerpt.moment.before
    for one in _gathered(excerpt):
        who = one.row.members if isinstance(one, Talk) else (one.actor, *one.about)
        if not (excerpt.has_day_of(minute_of(one.id)) and excerpt.has_any(who)):
            continue
        if isinstance(one, Talk):
            picked = _picked(one, excerpt, notes)
            if picked.lines or excerpt.pins is None:
                yield _heard(picked, before, notes)
        elif excerpt.has_pinned(one.id):
            yield one


def followed(some: Iterable[T]) -> Iterator[tuple[T, T | None]]:
    """Yield each element with the one after it, the last with None."""
    earlier: T | None = None
    for one in some:
        if earlier is not None:
            yield earlier, one
        earlier = one
    if earlier is not None:
        yield earlier, None


def _picked(talk: Talk, excerpt: Excerpt, notes: Notes) -> Talk:
    """Return a talk with only its included lines: all of them if the talk itself is pinned."""
    lines = tuple(line for line in talk.lines if excerpt.has_pinned(line.id, talk.id, talk.event))
    notes.add("dropped", worded("lines that are not pinned"), count=len(talk.lines) - len(lines))
    return replace(talk, lines=lines)


def _heard(talk: Talk, before: int, notes: Notes) -> Talk:
    """Return a talk with only the lines said before a minute. Its summary is kept if it was over by then."""
    lines = tuple(line for line in talk.lines if line.said_at < before)
    notes.add("dropped", worded("lines after the chosen moment"), count=len(talk.lines) - len(lines))
    notes.add("kept", worded("lines"), count=len(lines))
    notes.add("kept", worded("conversations"))
    summary = talk.summary if talk.row.until <= before else ""
    return replace(talk, lines=lines, summary=summary)


def _gathered(excerpt: Excerpt) -> Iterator[Event | Talk]:
    """Yield events and talks in the order of the log, in which a talk and its lines are rows of one turn. The
    event that announces a talk is left out.
    """
    log = excerpt.moment.log
    streams: list[Iterable[Event | Conversation | Line]] = [
        log.rows(Event),
        log.rows(Conversation),
        log.rows(Line),
    ]
    rows = heapq.merge(*streams, key=lambda row: row.id)
    for _, turn in itertools.groupby(rows, key=lambda row: turn_of(row.id)):
        made = list(turn)
        lines = tuple(row for row in made if isinstance(row, Line))
        seen = next((row.id for row in made if isinstance(row, Event) and row.kind == "talk"), 0)
        for row in made:
            if isinstance(row, Conversation):
                yield Talk(row=row, event=seen, summary=row.summary, lines=lines)
            elif isinstance(row, Event) and row.kind != "talk":
                yield row
