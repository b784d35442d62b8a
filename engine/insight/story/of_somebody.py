"""The paper's paragraph about one person: activities, meetings, news, promises and conclusions."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from engine.clock import DAY, clock_words
from engine.insight.story.sentence import PaperSentence, Teller
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.promises import Promise, promises
from engine.insight.turning.turning_point import Value
from engine.insight.turning.undertakings import occasions
from engine.records import AgentId, Intention, Line, Memory, Path, Presence

_LEAST_STAY = 60  # minutes at one thing, below which a second one is not told
_MOST_HEARD = 3


@dataclass(frozen=True, slots=True)
class _Stay:
    """One activity of an agent in one place: its first row, and its minutes in all."""

    row: Presence
    minutes: int

    @property
    def place(self) -> Path:
        return self.row.room.partition("/")[0]


def of_somebody(
    day: LivedDay, teller: Teller, agent: AgentId, told: Collection[int] = (), quoted: Collection[str] = ()
) -> tuple[PaperSentence, ...]:
    """Return the sentences of a paper about one person's day.

    `told` are the rows that the paper has told already, and `quoted` the keys of the news it has quoted.
    """
    parts = (_stays(day, teller, agent), _talks(day, teller, agent), _heard(day, teller, agent, quoted))
    begins = [one for part in parts for one in part if not one.ids or one.ids[0] not in told]
    concluded = [(at, one) for at, one in _concluded(day, teller, agent) if one.ids[0] not in told]
    ends = sorted((*_kept(day, teller, agent), *concluded), key=lambda one: one[0])
    ahead = (one for one in _ahead(day, teller, agent) if one.ids[0] not in told)
    return (*begins, *(one for _, one in ends), *ahead)


def _stays(day: LivedDay, teller: Teller, agent: AgentId) -> Iterator[PaperSentence]:
    """Yield the two activities that took most of the day, in one sentence if they were in one place."""
    longest = _longest(day, agent)
    if not longest:
        yield teller.of("slept", agent, _ids(day.at(agent, day.until)), {})
        return
    first, *others = longest
    then = next((one for one in others[:1] if one.minutes >= _LEAST_STAY), None)
    if then is not None and then.place == first.place:
        more = {"more": teller.words.time(then.minutes), "then": then.row.doing}
        ids = (first.row.id, then.row.id)
        yield teller.of("spent_both", agent, ids, {**_spent(first, teller), **more}, turn=first.row.id)
        return
    yield teller.of("spent", agent, (first.row.id,), _spent(first, teller), turn=first.row.id)
    if then is not None:
        yield teller.of("then", agent, (then.row.id,), _spent(then, teller), turn=then.row.id)


def _spent(stay: _Stay, teller: Teller) -> dict[str, Value]:
    return {"hours": teller.words.time(stay.minutes), "place": stay.row.room, "doing": stay.row.doing}


def _longest(day: LivedDay, agent: AgentId) -> list[_Stay]:
    """Return an agent's activities by place, the longest first."""
    first: dict[tuple[str, str], Presence] = {}
    took: dict[tuple[str, str], int] = {}
    rows = day.presences[agent]
    asleep = {row.doing for row in rows if row.asleep}
    for row, after in zip(rows, (*rows[1:], None), strict=True):
        if row.asleep or not row.inside or row.reason == "talked" or row.doing in {"", *asleep}:
            continue
        key = row.room.partition("/")[0], row.doing
        first.setdefault(key, row)
        ends = after.minute if after is not None else min(day.until, row.next)
        took[key] = took.get(key, 0) + ends - max(row.minute, day.begins)
    ordered = sorted(took, key=lambda key: (-took[key], first[key].id))
    return [_Stay(first[key], took[key]) for key in ordered]


def _talks(day: LivedDay, teller: Teller, agent: AgentId) -> Iterator[PaperSentence]:
    talks = [talk for talk in day.talks if agent in talk.members]
    others = dict.fromkeys(other for talk in talks for other in talk.members if other != agent)
    if others:
        ids = [talk.id for talk in talks]
        yield teller.of("talked", agent, ids, {"others": tuple(others)}, turn=talks[0].id)


def _heard(day: LivedDay, teller: Teller, agent: AgentId, quoted: Collection[str]) -> Iterator[PaperSentence]:
    """Yield the most important news that an agent heard, one from each teller, unquoted news first.

    One answer, which says little by itself, is given as it is remembered.
    """
    learned = [memory for memory in day.learned if memory.agent == agent]
    said: list[tuple[Memory, Line]] = []
    answers: list[tuple[Memory, Line]] = []
    for memory in sorted(learned, key=lambda memory: (-memory.importance, memory.id)):
        line = day.hearsay.line(memory.source)
        if line is not None and line.speaker != agent:
            (said if line.tells else answers).append((memory, line))
    fresh = [one for one in said if day.hearsay.key(one[1].tells) not in quoted]
    told: dict[AgentId, tuple[Memory, Line]] = {}
    for memory, line in (*answers[:1], *(fresh or said[:1])):
        if len(told) < _MOST_HEARD:
            told.setdefault(line.speaker, (memory, line))
    for memory, line in sorted(told.values(), key=lambda one: one[0].id):
        values: dict[str, Value] = {"by": (line.speaker,), "words": day.hearsay.words_of(line)}
        if line.tells:
            yield teller.of("heard", agent, (line.id, memory.id), values, turn=line.id)
        else:
            yield teller.of("answered", agent, (memory.id, line.id), {"text": memory.text})


def _kept(day: LivedDay, teller: Teller, agent: AgentId) -> Iterator[tuple[int, PaperSentence]]:
    """Yield the occasions an agent gave and the promises it kept or broke, each with its minute."""
    gave = {_where_and_when(row): row for row in occasions(day)}
    for row in gave.values():
        if row.agent == agent:
            begins = row.when or row.minute
            values: dict[str, Value] = {"place": row.place, "clock": clock_words(begins)}
            values["what"] = row.what or row.deed
            yield begins, teller.of("held", agent, (row.id,), values)
    for one in promises(day):
        if one.agent == agent:
            given = gave.get((one.when, one.memory.place.partition("/")[0]))
            if given is None or given.agent != agent:
                yield one.when, _promised(teller, one, given)


def _promised(teller: Teller, one: Promise, given: Intention | None) -> PaperSentence:
    """Return a sentence that says whether a promise was kept, and for which occasion."""
    values: dict[str, Value] = {"place": one.memory.place, "clock": clock_words(one.when)}
    values["others"] = one.others
    if one.instead is not None:
        return teller.of("broke", one.agent, (one.memory.id, one.instead.id), values)
    if given is None:
        return teller.of("kept", one.agent, (one.memory.id,), values)
    values |= {"others": (given.agent,), "what": given.what or given.deed}
    return teller.of("came", one.agent, (one.memory.id, given.id), values)


def _where_and_when(row: Intention) -> tuple[int | None, str]:
    return row.when, row.place.partition("/")[0]


def _concluded(day: LivedDay, teller: Teller, agent: AgentId) -> Iterator[tuple[int, PaperSentence]]:
    """Yield the most important reflection of the day (the deepest of equal ones), and its minute."""
    insights = [memory for memory in day.reflections if memory.agent == agent]
    if insights:
        best = max(insights, key=lambda memory: (memory.importance, memory.depth, -memory.id))
        yield best.minute, teller.of("concluded", agent, (best.id,), {"text": best.text}, turn=best.id)


def _ahead(day: LivedDay, teller: Teller, agent: AgentId) -> Iterator[PaperSentence]:
    """Yield the first appointment that an agent has agreed to for the next day."""
    ahead = (
        memory
        for memory in day.due_after
        if memory.agent == agent and memory.minute >= day.begins and (memory.when or 0) < day.begins + 2 * DAY
    )
    first: Memory | None = next(ahead, None)
    if first is not None:
        yield teller.of("ahead", agent, (first.id,), {"text": first.text})


def _ids(row: Presence | None) -> tuple[int, ...]:
    return (row.id,) if row is not None else ()
