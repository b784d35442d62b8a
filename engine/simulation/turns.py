"""Turns: which agents may think now, by a rule that makes a parallel day independent of call latency.

An agent's turn at minute t in room p may run before slower agents elsewhere as long as nobody else can still
make anything happen in p before t: for every other agent B that can next do anything at t_B, in q, `t_B +
walk(q, p) > t`, or equal with A's number before B's. Walking is a metric, so influence cannot arrive by a
detour either.

t_B is B's next turn. While B is in a conversation it is later: from the first line on, nothing that others
could see happens until the talk ends, and with every line it is certain that it goes on for another minute.
So a crowded room does not wait for its slowest talk. The same holds for afterthoughts: an agent's next turn
is set as soon as what others can see of this one is over.

The agents who act soonest hold up most of the others. So agents are compared with those few first, and with
more and more of the rest only while they are still clear: in a large town hardly any is compared with all.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
_SOONEST, _TIMES_MORE = 16, 4  # with how many others agents are compared first, and how many more each time


class Turns:
    """The next turn of every agent. Agents are numbered from 1, as in the ids of rows."""

    def __init__(self, agents: int, walks: Ints) -> None:
        self._walks = walks
        self._minutes: Ints = np.zeros(agents, dtype=np.int64)
        self._acts: Ints = np.zeros(agents, dtype=np.int64)
        self._engaged = np.zeros(agents, dtype=bool)
        self._rooms: Ints = np.zeros(agents, dtype=np.int64)

    def follow(self, walks: Ints) -> None:
        """Replace the walking times between rooms; new rooms come after all others."""
        self._walks = walks

    def grow(self) -> None:
        """Add an agent that takes turns, with the next number."""
        self._minutes = np.append(self._minutes, 0)
        self._acts = np.append(self._acts, 0)
        self._engaged = np.append(self._engaged, False)
        self._rooms = np.append(self._rooms, 0)

    def set(self, agent_number: int, minute: int, room: int) -> None:
        """Set an agent's next turn: its minute, and the index of its room."""
        self._minutes[agent_number - 1] = minute
        self._acts[agent_number - 1] = minute
        self._engaged[agent_number - 1] = False
        self._rooms[agent_number - 1] = room

    def engage(self, agent_numbers: Iterable[int], minute: int) -> None:
        """Mark agents as in a talk since a minute: they take no turn of their own until the next `set`."""
        for agent_number in agent_numbers:
            self._engaged[agent_number - 1] = True
            self._acts[agent_number - 1] = minute

    def keep_busy(self, agent_numbers: Iterable[int], minute: int) -> None:
        """Mark agents as certain to do nothing visible to others before a minute."""
        for agent_number in agent_numbers:
            self._acts[agent_number - 1] = max(self._acts[agent_number - 1], minute)

    def minute(self, agent_number: int) -> int:
        """Return the minute at which an agent thinks next."""
        return int(self._minutes[agent_number - 1])

    @property
    def clock(self) -> int:
        """Return the town's clock: the minute of the earliest next turn."""
        return int(self._minutes.min())

    def ready(self, until: int, busy: Iterable[int] = (), most: int | None = None) -> list[int]:
        """Return the numbers of the agents who may think now, before `until`, earliest first.

        `busy` are those who are thinking already; `most` is the greatest number to return.
        """
        candidates = (self._minutes < until) & ~self._engaged
        candidates[[agent_number - 1 for agent_number in busy]] = False
        chosen = np.flatnonzero(candidates)
        return [int(agent) + 1 for agent in self._first(chosen, len(chosen) if most is None else most)]

    def _first(self, agents: Ints, most: int) -> list[np.int64]:
        """Return the first of the agents (here numbered from 0) who need not wait for any other."""
        soonest = np.argsort(self._acts)
        earliest = agents[np.lexsort((agents, self._minutes[agents]))]
        found: list[np.int64] = []
        start, many = 0, _SOONEST
        while start < len(earliest) and len(found) < most:
            found.extend(self._unhindered(earliest[start : start + many], soonest))
            start, many = start + many, many * _TIMES_MORE
        return found[:most]

    def _unhindered(self, agents: Ints, soonest: Ints) -> Ints:
        """Return those of the agents whom none can reach before they think.

        `soonest` are all agents, in the order in which they act.
        """
        start, many = 0, _SOONEST
        while len(agents) and start < len(soonest):
            if self._acts[soonest[start]] > self._minutes[agents].max():
                break  # all who are left act later
            agents = agents[self._clear(agents, soonest[start : start + many])]
            start, many = start + many, many * _TIMES_MORE
        return agents

    def _clear(self, agents: Ints, others: Ints) -> NDArray[np.bool_]:
        """Return a mask of the agents whom none of the others can reach before they think."""
        walks = self._walks[self._rooms[others, None], self._rooms[None, agents]]
        reach, own = self._acts[others][:, None] + walks, self._minutes[agents][None, :]
        first, other = agents[None, :], others[:, None]
        clear = (reach > own) | ((reach == own) & (first < other)) | (first == other)
        return np.asarray(clear.all(axis=0))
