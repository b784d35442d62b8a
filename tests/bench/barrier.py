"""The scheduler that the bench compares with: nobody thinks before everybody is done with the minute
before.
"""

from __future__ import annotations

from engine.simulation.turns import Turns


class Barrier(Turns):
    """Turns of one minute run at once, one at a time in each room; then comes the next minute."""

    def __init__(self, agents, walks) -> None:
        super().__init__(agents, walks)
        self._minute = 0
        self._taken: dict[int, int] = {}

    def ready(self, until, busy=(), most=None):
        self._taken = {order: room for order, room in self._taken.items() if order in set(busy)}
        if not self._taken:
            self._minute = self.clock
        if self._minute >= until:
            return []
        chosen = []
        rooms = set(self._taken.values())
        for order in range(1, len(self._minutes) + 1):
            room = int(self._rooms[order - 1])
            if self._minutes[order - 1] != self._minute or self._engaged[order - 1] or order in self._taken:
                continue
            if room not in rooms:
                chosen.append(order)
                self._taken[order] = room
            rooms.add(room)
        return chosen[:most]
