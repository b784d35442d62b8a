"""Sources: what an intention came of, by the memory that says it and what that rests on."""

from __future__ import annotations

from collections.abc import Collection

from engine.errors import NotFound
from engine.insight.threads.thread import Source
from engine.moments.moment import Moment
from engine.records import AgentId, Memory
from engine.store.log.memories import memories_by_id

_DEEP = 4  # from what was resolved to what was heard: the rest is a matter of Why


class Sources:
    """What some memories came of, all of them looked up at once."""

    def __init__(self, moment: Moment, memories: Collection[int]) -> None:
        self._scenario = moment.town.scenario
        self._facts = frozenset(fact.text for fact in self._scenario.facts)
        self._memories: dict[int, Memory] = {}
        wanted = set(memories)
        for _ in range(_DEEP):
            found = memories_by_id(moment.store, moment.row.number, sorted(wanted))
            self._memories |= found
            wanted = {one for memory in found.values() for one in memory.evidence} - set(self._memories)
            if not wanted:
                break

    def of(self, memory_id: int) -> Source:
        """Return what an intention came of that a memory says."""
        memory = self._memories[memory_id]
        if memory.kind == "plan":
            behind = [self._memories[one] for one in memory.evidence if one in self._memories]
            heard = next((one for one in behind if one.kind in ("whisper", "talk")), None)
            first = heard or next(iter(behind), None)
            return self.of(first.id) if first is not None else _as_it_is(memory)
        return self._written(memory) if memory.kind == "seed" else _as_it_is(memory)

    def _written(self, memory: Memory) -> Source:
        """Return where an author wrote what somebody remembers from the start."""
        if memory.text in self._facts:
            return Source(origin="fact", memory=memory.id, text=memory.text, file="town.yaml")
        file = f"personas/{memory.agent}.yaml"
        is_seed = memory.text in self._seeds_of(memory.agent)
        return Source(origin="seed" if is_seed else "intends", memory=memory.id, text=memory.text, file=file)

    def _seeds_of(self, agent: AgentId) -> Collection[str]:
        try:
            return self._scenario.persona(agent).seed
        except NotFound:  # who has joined the town since is in no file
            return ()


def _as_it_is(memory: Memory) -> Source:
    return Source(origin=memory.kind, memory=memory.id, text=memory.text)
