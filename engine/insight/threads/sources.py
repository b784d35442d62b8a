"""Traces an intention to its source: a seed, a fact, a whisper, a conversation or something else."""

from __future__ import annotations

from collections.abc import Collection

from engine.errors import NotFound
from engine.insight.threads.thread import Source
from engine.moments.moment import Moment
from engine.records import AgentId, Memory
from engine.store.log.memories import memories_by_id

_DEEP = 4  # steps of evidence followed back from a plan


class Sources:
    """The sources of the intentions that some memories hold, with all memories read up front."""

    def __init__(self, moment: Moment, memories: Collection[int]) -> None:
        self._scenario = moment.town.scenario
        self._facts = frozenset(fact.text for fact in self._scenario.facts)
        self._memories: dict[int, Memory] = {}
        wanted = set(memories)
        for _ in range(_DEEP):
            batch = memories_by_id(moment.store, moment.row.number, sorted(wanted))
            self._memories |= batch
            cited = {number for memory in batch.values() for number in memory.evidence}
            wanted = cited - set(self._memories)
            if not wanted:
                break

    def of(self, memory_id: int) -> Source:
        """Return the source of the intention that a memory holds."""
        memory = self._memories[memory_id]
        if memory.kind == "plan":
            evidence = [self._memories[number] for number in memory.evidence if number in self._memories]
            heard = next((behind for behind in evidence if behind.kind in ("whisper", "talk")), None)
            source = heard or next(iter(evidence), None)
            return self.of(source.id) if source is not None else _own_source(memory)
        return self._written(memory) if memory.kind == "seed" else _own_source(memory)

    def _written(self, memory: Memory) -> Source:
        """Return the source of a first memory: the file in which an author wrote it."""
        if memory.text in self._facts:
            return Source(origin="fact", memory=memory.id, text=memory.text, file="town.yaml")
        file = f"personas/{memory.agent}.yaml"
        is_seed = memory.text in self._seeds_of(memory.agent)
        return Source(origin="seed" if is_seed else "intends", memory=memory.id, text=memory.text, file=file)

    def _seeds_of(self, agent: AgentId) -> Collection[str]:
        try:
            return self._scenario.persona(agent).seed
        except NotFound:  # agents who joined later have no file
            return ()


def _own_source(memory: Memory) -> Source:
    return Source(origin=memory.kind, memory=memory.id, text=memory.text)
