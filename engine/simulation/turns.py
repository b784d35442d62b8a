"""Turns: which agents may think now. The rule that makes a parallel day independent of the latency of any
call.

An agent's turn at minute t in room p may run before slower agents elsewhere as long as nobody else can still
make anything happen in p before t: for every other agent B that can next do anything at t_B, in q,
`t_B + walk(q, p) > t`, or equal with A before B in agent order. Walking is a metric, so influence cannot
arrive by a detour either.

t_B is B's next turn. While B is in a conversation it is later: from the first line on, nothing that others
could see happens until the talk ends, and with every line it is certain that it goes on for another minute.
So a crowded room does not wait for its slowest talk. The same holds for afterthoughts: an agent's next turn
is set as soon as what others can see of this one is over.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


class Turns:
    """Everybody's next turn. Agents are numbered from 1, as in stamps."""

    def __init__(self, agents: int, walks: Ints) -> None:
        self._walks = walks
        self._minutes: Ints = np.zeros(agents, dtype=np.int64)
        self._acts: Ints = np.zeros(agents, dtype=np.int64)
        self._engaged = np.zeros(agents, dtype=bool)
        self._rooms: Ints = np.zeros(agents, dtype=np.int64)
        self._orders: Ints = np.arange(agents)

    def set(self, order: int, minute: int, room: int) -> None:
        """An agent's next turn is at this minute in the room of this index."""
        self._minutes[order - 1] = minute
        self._acts[order - 1] = minute
        self._engaged[order - 1] = False
        self._rooms[order - 1] = room

    def engage(self, orders: Iterable[int], minute: int) -> None:
        """Agents began to talk at a minute: they take no turn of their own until they are set again."""
        for order in orders:
            self._engaged[order - 1] = True
            self._acts[order - 1] = minute

    def keep_busy(self, orders: Iterable[int], minute: int) -> None:
        """It has become certain that agents do nothing for others to see before this minute."""
        for order in orders:
            self._acts[order - 1] = max(self._acts[order - 1], minute)

    def minute(self, order: int) -> int:
        """When an agent thinks next."""
        return int(self._minutes[order - 1])

    @property
    def clock(self) -> int:
        """The town's clock: the smallest next turn."""
        return int(self._minutes.min())

    def ready(self, until: int, busy: Iterable[int] = ()) -> list[int]:
        """The agents who may think now, before `until`, earliest first; `busy` ones are thinking already."""
        minutes = self._minutes
        candidates = (minutes < until) & ~self._engaged
        candidates[[order - 1 for order in busy]] = False
        chosen = np.flatnonzero(candidates)
        if not len(chosen):
            return []
        walks = self._walks[self._rooms[:, None], self._rooms[None, chosen]]
        reach = self._acts[:, None] + walks
        own = minutes[None, chosen]
        clear = (reach > own) | ((reach == own) & (self._orders[:, None] > chosen[None, :]))
        clear[chosen, np.arange(len(chosen))] = True
        free = chosen[clear.all(axis=0)]
        return [int(i) + 1 for i in free[np.lexsort((free, minutes[free]))]]
