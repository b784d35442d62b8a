"""What tests of a single faculty share: a plan on which two people meet, and what somebody remembers."""

from __future__ import annotations

CAFE = {"ada": [("07:00", "open up", "Café/counter")], "ben": [("09:00", "have coffee", "Café/counter")]}


def remembered(state, agent, kind=None):
    """The memories of an agent, of one kind where given."""
    return [memory for memory in state.minds[agent].stream.memories if kind in (None, memory.kind)]
