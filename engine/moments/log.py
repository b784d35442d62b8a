"""The log up to a moment: events, conversations, model calls, and any other rows."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.clock import DAY, minute_at
from engine.cognition.thinker import Town
from engine.display.listed import Records
from engine.errors import worded
from engine.models import EMBED
from engine.models.served.client.failures import Kind
from engine.moments import meant
from engine.moments.meant import When
from engine.prompts.meanings import PURPOSES
from engine.records import (
    AgentId,
    Conversation,
    Event,
    LogEntry,
    Path,
    Presence,
)
from engine.store.answers import outcomes
from engine.store.file.connection import Store
from engine.store.log import calls, events, inspect, moments
from engine.store.log.calls import CallRow, CallTotal
from engine.store.log.entries import TABLES
from engine.store.log.memories import Page
from engine.store.log.rows import R, read_log

_ALL: Mapping[str, object] = MappingProxyType({})
_PURPOSES = (*(name for name in PURPOSES if name != "common"), EMBED)
_WAYS = (*outcomes.WAYS, *(kind.value for kind in Kind))


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """The log of a run up to a moment, as `moment.log` returns it."""

    store: Store
    run: int
    town: Town
    before: int

    # ---- what was done and said

    def events(
        self,
        *,
        agent: AgentId | None = None,
        concerning: AgentId | None = None,
        room: Path | None = None,
        place: str | None = None,
        after: When | None = None,
        offset: int = 0,
        limit: int = 50,
    ) -> Page[Event]:
        """Return a page of events, newest first.

        Parameters
        ----------
        agent : str, optional
            The agent that acted, by id or name.
        concerning : str, optional
            An agent that acted or was involved, by id or name.
        room : str, optional
            The room of the event.
        place : str, optional
            The place of the event.
        after : int or str, optional
            The moment after which the events happened: "day 2 12:00", or minutes since 00:00 of day 1.
        offset : int
            The number of newest events to skip.
        limit : int
            The maximum number of events to return.

        Returns
        -------
        Page of Event
            The events, and the total number of matching events.

        Raises
        ------
        NotFound
            If there is no such agent, room or place.

        """
        called = self.town.world.former.called
        return events.events_page(
            self.store,
            self.run,
            before=self.before,
            after=_after(after),
            agent=self._whose(agent),
            concerning=self._whose(concerning),
            room=() if room is None else called(meant.room_meant(self.town, room)),
            place=() if place is None else called(meant.place_meant(self.town, place)),
            **meant.paging(offset, limit),
        )

    def conversations(
        self, *, agent: AgentId | None = None, after: When | None = None
    ) -> Records[Conversation]:
        """Return the conversations, oldest first. They can be limited to one agent, and to those after a
        moment.
        """
        found = events.conversations(
            self.store, self.run, before=self.before, after=_after(after), agent=self._whose(agent)
        )
        return Records.of(Conversation, found)

    def moves(self, day: int) -> Records[Presence]:
        """Return the presences of all agents on a day (counted from 1), in the order of the log. Each row has
        the place and the activity of one agent from its minute on.
        """
        begins = minute_at(meant.lived_day(day, moments.town_clock(self.store, self.run)), 0)
        before = min(self.before, begins + DAY)
        rows = read_log(self.store, self.run, Presence, after=begins - 1, before=before)
        return Records.of(Presence, map(self.town.world.former.told, rows))

    # ---- what models were asked

    def calls(
        self,
        *,
        agent: AgentId | None = None,
        purpose: str | None = None,
        how: str | None = None,
        offset: int = 0,
        limit: int = 50,
    ) -> Page[CallRow]:
        """Return a page of model calls, newest first, with the lengths of their prompts and answers in
        characters.

        `run.call_texts(id)` returns the texts of a call.

        Parameters
        ----------
        agent : str, optional
            The agent for whom the call was made, by id or name.
        purpose : str, optional
            The purpose of the call, such as "plan_day".
        how : str, optional
            The result of the call: "answered", "repaired", "failed", "free" (no server was called), or a kind
            of failure.
        offset : int
            The number of newest calls to skip.
        limit : int
            The maximum number of calls to return.

        Returns
        -------
        Page of CallRow
            The calls, and the total number of matching calls.

        Raises
        ------
        NotFound
            If there is no such agent, purpose or result.

        """
        return calls.call_page(
            self.store,
            self.run,
            agent=self._whose(agent),
            purpose=None if purpose is None else meant.one_of(purpose, worded("call purpose"), _PURPOSES),
            how=None if how is None else meant.one_of(how, worded("call outcome"), _WAYS),
            before=self.before,
            **meant.paging(offset, limit),
        )

    def call_totals(self, *, agent: AgentId | None = None) -> Records[CallTotal]:
        """Return the number of calls, their tokens and their time in seconds for each purpose, the most
        frequent purpose first. If `agent` is given, count only the calls for this agent.
        """
        found = calls.call_totals(self.store, self.run, agent=self._whose(agent), before=self.before)
        return Records.of(CallTotal, found)

    @property
    def outcomes(self) -> dict[str, int]:
        """Return the number of calls for each result: "answered", "repaired", "free" (no server was called),
        or a kind of failure.
        """
        return outcomes.outcomes(self.store, self.run, before=self.before)

    # ---- any row

    def rows(
        self, of: type[R], *, after: When | None = None, where: Mapping[str, object] = _ALL
    ) -> Iterator[R]:
        """Return the rows of one kind, oldest first.

        Parameters
        ----------
        of : type
            A class of log rows in `engine.records`, such as `Line`.
        after : int or str, optional
            The moment after which the rows were logged: "day 2 12:00", or minutes since 00:00 of day 1. By
            default, all rows.
        where : mapping
            Fields and the values that they must have, such as {"agent": "nell"}.

        Returns
        -------
        iterator
            The rows, which are read during the iteration.

        Raises
        ------
        BadInput
            If `of` is not a class of log rows, or if it has no such field.

        """
        equal = meant.fields_meant(of, where)
        rows = read_log(self.store, self.run, of, after=_after(after), before=self.before, where=equal)
        return map(self.town.world.former.told, rows) if self.town.world.former else rows

    def latest(self, of: type[R], *, where: Mapping[str, object] = _ALL) -> R | None:
        """Return the last row of one kind, or None if there is none. `where` limits the rows as in `rows`."""
        equal = meant.fields_meant(of, where)
        rows = read_log(self.store, self.run, of, before=self.before, where=equal, newest_first=True, limit=1)
        row = next(rows, None)
        return None if row is None else self.town.world.former.told(row)

    @property
    def counts(self) -> dict[str, int]:
        """Return the number of rows of each kind, by kind."""
        return inspect.counts(self.store, self.run, self.before)

    def entries(self) -> Iterable[LogEntry]:
        """Return every row of the log, in order."""
        return logged(self.store, self.run, self.before)

    def _whose(self, agent: str | None) -> AgentId | None:
        return None if agent is None else meant.agent_meant(self.town, agent)


def logged(store: Store, run: int, before: int | None = None) -> Iterable[LogEntry]:
    """Return every row of a run, or those made before a minute, in order."""
    streams: list[Iterable[LogEntry]] = [
        read_log(store, run, table.kind, before=before) for table in TABLES.values()
    ]
    return heapq.merge(*streams, key=lambda entry: entry.id)


def _after(said: When | None) -> int | None:
    """Return the minute of a moment; -1 stands for before the first minute."""
    return said if said is None or said == -1 else meant.minute_meant(said)
