"""Threads of sentences and whispers that ask for something but led to no intention."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.errors import worded
from engine.insight.threads.thread import Source, Thread
from engine.moments.moment import Moment
from engine.records import Memory
from engine.scenario.lint.said.meaning import INTENDS
from engine.store.log.memories import citing

_WRITTEN = worded("No action was found in it, so it is remembered but not acted on")
_WHISPERED = worded("No action was found in it, so it stayed a thought")
_UNHEARD = worded("They have heard it but have not acted on it yet")


def unread(moment: Moment, understood: Collection[int]) -> Iterator[Thread]:
    """Yield a thread for every seed and whisper that asks for something and led to no intention.

    `understood` are the ids of memories that led to one.
    """
    for memory in moment.log.rows(Memory, where={"kind": "seed"}):
        if memory.id not in understood and memory.when is None and _asks(moment, memory):
            yield _thread(memory, Source(origin="seed", memory=memory.id, text=memory.text,
                          file=f"personas/{memory.agent}.yaml"))  # fmt: skip
    taken_back = {row.row for row in moment.retractions}
    for memory in moment.log.rows(Memory, where={"kind": "whisper"}):
        if memory.id not in understood and memory.id not in taken_back:
            yield _whispered(moment, memory)


def _asks(moment: Moment, memory: Memory) -> bool:
    """Return whether a first memory says that its persona means to do something."""
    name = moment.town.cast.names.get(memory.agent, "")
    return memory.text.startswith(name) and INTENDS.match(memory.text[len(name) :]) is not None


def _whispered(moment: Moment, memory: Memory) -> Thread:
    match = moment.town.phrases.read("whispered", memory.text)
    source = Source(origin="whisper", memory=memory.id, text=match["text"] if match else memory.text)
    heeded = citing(moment.store, moment.row.number, memory.id, moment.before)
    return _thread(memory, source, heeded=bool(heeded))


def _thread(memory: Memory, source: Source, *, heeded: bool = True) -> Thread:
    reason = _WHISPERED if source.origin == "whisper" else _WRITTEN
    return Thread(
        id=memory.id,
        minute=memory.minute,
        agent=memory.agent,
        kind="",
        state="not_understood" if heeded else "asked_for",
        words=source.text,
        reason=reason if heeded else _UNHEARD,
        shown_by=memory.id,
        source=source,
        memory=memory.id,
    )
