"""What people agreed to on a day for a later one, as it is told of guests and of hosts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.clock import DAY, clock_words, day_of
from engine.insight.story.heard import answers_about_coming
from engine.insight.story.sentence import PaperSentence, Teller
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.turning_point import Value
from engine.language.times.read_times import read_times
from engine.practices.conduct import HELD
from engine.records import AgentId, Intention, Memory, Path


def appointments(day: LivedDay, teller: Teller, agent: AgentId) -> Iterator[PaperSentence]:
    """Yield all who agreed to come to an agent's occasions, and what the agent itself has agreed to.

    Of an occasion it is not told who is not to come. Of the rest, the first of the next day is told.
    """
    occasions = list(_occasions(day))
    for row in occasions:
        guests = _guests(day, row)
        if row.agent == agent and guests:
            yield _of_occasion(teller, "guests", agent, row, tuple(guests.values()), tuple(guests))
        elif agent in guests:
            yield _of_occasion(teller, "ahead_guest", agent, row, (guests[agent],), (row.agent,))
    first = next((memory for memory in _ahead(day) if memory.agent == agent), None)
    if first is None or any(_is_coming(first, row) for row in occasions):
        return
    own = next((row for row in occasions if row.agent == agent and _is_at(first, row)), None)
    if own is None:
        values: dict[str, Value] = {"text": teller.of_themselves(agent, first.text)}
        yield teller.of("ahead", agent, (first.id,), values)
    elif not _guests(day, own):
        yield _of_occasion(teller, "ahead_own", agent, own, (first.id,), ())


def _ahead(day: LivedDay) -> Iterator[Memory]:
    """Yield what was agreed to for the next day."""
    yield from (memory for memory in day.agreed if day.ends <= (memory.when or 0) < day.ends + DAY)


def _occasions(day: LivedDay) -> Iterator[Intention]:
    """Yield the occasions that are still ahead, each once even if its host intends it twice."""
    ahead: dict[tuple[AgentId, int, Path], Intention] = {}
    for row in day.intended.values():
        if row.kind in HELD and row.is_open and row.place and row.when is not None and row.when >= day.ends:
            ahead.setdefault((row.agent, row.when, row.place), row)
    yield from ahead.values()


def _is_at(memory: Memory, row: Intention) -> bool:
    """Return whether a memory is about the place and the hour of an occasion."""
    return memory.when == row.when and memory.place.partition("/")[0] == row.place.partition("/")[0]


def _is_coming(memory: Memory, row: Intention) -> bool:
    """Return whether a memory says that somebody agreed to come to an occasion of somebody else."""
    return _is_at(memory, row) and memory.agent != row.agent and row.agent in memory.about


def _guests(day: LivedDay, row: Intention) -> Mapping[AgentId, int]:
    """Return who agreed on the day to come to an occasion, with the memory of it: their own, or the host's.

    Who knew of it from the start plans nothing more, but the host remembers the answer with its hour.
    """
    guests = {memory.agent: memory.id for memory in day.agreed if _is_coming(memory, row)}
    for memory in answers_about_coming(day, row.agent):
        line = day.hearsay.line(memory.source)
        if line is not None and _gives(day, memory, row.when):
            guests.setdefault(line.speaker, memory.id)
    return dict(sorted(guests.items(), key=lambda guest: guest[1]))


def _gives(day: LivedDay, memory: Memory, when: int | None) -> bool:
    """Return whether the text of a memory gives an hour."""
    scenario = day.moment.town.scenario
    times = read_times(memory.text, scenario.language, memory.minute, scenario.starts)
    return any(time.first == when for time in times)


def _of_occasion(
    teller: Teller,
    name: str,
    agent: AgentId,
    row: Intention,
    memories: tuple[int, ...],
    others: tuple[AgentId, ...],
) -> PaperSentence:
    when = row.when or 0
    values: dict[str, Value] = {
        "what": row.what or row.deed, "place": row.place, "day": str(day_of(when)),
        "clock": clock_words(when), "others": others,
    }  # fmt: skip
    return teller.of(name, agent, (*memories, row.id), values)
