"""What people agreed to on a day for a later one, as it is told of guests and of hosts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.clock import DAY, clock_words, day_of
from engine.insight.story.heard import answers_about_coming
from engine.insight.story.sentence import PaperSentence, Teller
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.turning_point import Value
from engine.language.times.read_times import read_times
from engine.practices.conduct import AHEAD, HELD
from engine.records import AgentId, Intention, Memory, Path


def appointments(day: LivedDay, teller: Teller, agent: AgentId) -> Iterator[PaperSentence]:
    """Yield all who agreed to come to an agent's occasions, and what the agent itself has agreed to.

    Of an occasion it is not told who is not to come. Of the rest, the first of the next day is told.
    """
    arranged = list(_arranged(day))
    for row in arranged:
        guests, is_occasion = _guests(day, row), row.kind in HELD
        if agent in guests:
            name = "ahead_guest" if is_occasion else "ahead_meeting"
            yield _of(teller, name, agent, row, [guests[agent]], (row.agent,))
        elif row.agent == agent and guests and is_occasion:
            yield _of(teller, "guests", agent, row, list(guests.values()), tuple(guests))
    rest = (memory for memory in day.agreed if memory.agent == agent and _is_the_next_day(day, memory))
    first = next((memory for memory in rest if not any(_is_coming(memory, row) for row in arranged)), None)
    if first is not None:
        yield from _own(day, teller, first, arranged)


def _own(
    day: LivedDay, teller: Teller, memory: Memory, arranged: Sequence[Intention]
) -> Iterator[PaperSentence]:
    """Yield a sentence for what an agent arranged itself, unless it is an occasion with guests."""
    agent = memory.agent
    own = next((row for row in arranged if row.agent == agent and _is_at(memory, row)), None)
    if own is None or own.kind not in HELD:
        values: dict[str, Value] = {"text": teller.of_themselves(agent, memory.text)}
        yield teller.of("ahead", agent, (memory.id,), values)
    elif not _guests(day, own):
        yield _of(teller, "ahead_own", agent, own, [memory], ())


def _is_the_next_day(day: LivedDay, memory: Memory) -> bool:
    return memory.when is not None and day.ends <= memory.when < day.ends + DAY


def _arranged(day: LivedDay) -> Iterator[Intention]:
    """Yield the occasions and meetings that are still ahead, each once even if somebody intends it twice."""
    ahead: dict[tuple[AgentId, int, Path], Intention] = {}
    for row in day.intended.values():
        if row.kind in AHEAD and row.is_open and row.when is not None and row.when >= day.ends:
            ahead.setdefault((row.agent, row.when, row.place), row)
    yield from ahead.values()


def _is_at(memory: Memory, row: Intention) -> bool:
    """Return whether a memory is about the place and the hour of an occasion or a meeting."""
    here, there = memory.place.partition("/")[0], row.place.partition("/")[0]
    return memory.when == row.when and there in ("", here)


def _is_coming(memory: Memory, row: Intention) -> bool:
    """Return whether a memory says that somebody agreed to come to what somebody else arranged."""
    return _is_at(memory, row) and memory.agent != row.agent and row.agent in memory.about


def _guests(day: LivedDay, row: Intention) -> Mapping[AgentId, Memory]:
    """Return who agreed on the day to come to what is arranged, each with a memory of it.

    Who knew of it from the start plans nothing more, but the host remembers the answer with its hour.
    """
    guests = {memory.agent: memory for memory in day.agreed if _is_coming(memory, row)}
    for memory in answers_about_coming(day, row.agent):
        line = day.hearsay.line(memory.source)
        if line is not None and _gives(day, memory, row.when):
            guests.setdefault(line.speaker, memory)
    return dict(sorted(guests.items(), key=lambda guest: guest[1].id))


def _gives(day: LivedDay, memory: Memory, when: int | None) -> bool:
    """Return whether the text of a memory gives an hour."""
    scenario = day.moment.town.scenario
    times = read_times(memory.text, scenario.language, memory.minute, scenario.starts)
    return any(time.first == when for time in times)


def _of(
    teller: Teller,
    name: str,
    agent: AgentId,
    row: Intention,
    memories: Sequence[Memory],
    others: tuple[AgentId, ...],
) -> PaperSentence:
    when = row.when or 0
    values: dict[str, Value] = {
        "what": row.what or row.deed, "place": row.place or memories[0].place, "day": str(day_of(when)),
        "clock": clock_words(when), "others": others,
    }  # fmt: skip
    return teller.of(name, agent, (*(memory.id for memory in memories), row.id), values)
