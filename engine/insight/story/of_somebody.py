"""The paper's paragraph about one person: activities, meetings, news, promises and conclusions."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from engine.clock import clock_words
from engine.insight.story.appointments import appointments
from engine.insight.story.heard import answers_about_coming, heard
from engine.insight.story.sentence import PaperSentence, Teller
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.promises import Promise, promises
from engine.insight.turning.turning_point import Value
from engine.insight.turning.undertakings import occasions
from engine.records import AgentId, Intention, Memory, Path, Presence

_LEAST_STAY = 60  # minutes at one thing, below which a second one is not told


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
    parts = (_stays(day, teller, agent), _talks(day, teller, agent), heard(day, teller, agent, quoted))
    begins = [one for part in parts for one in part if not one.ids or one.ids[0] not in told]
    concluded = [(at, one) for at, one in _concluded(day, teller, agent) if one.ids[0] not in told]
    ends = sorted((*_kept(day, teller, agent), *concluded), key=lambda one: one[0])
    ahead = (one for one in appointments(day, teller, agent) if one.ids[0] not in told)
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
        there = {"there": teller.words.time(_minutes_at(day, agent, then.place))}
        spent = _spent(then, teller)
        name = "then" if there["there"] == spent["hours"] else "then_among_more"
        yield teller.of(name, agent, (then.row.id,), {**spent, **there}, turn=then.row.id)


def _spent(stay: _Stay, teller: Teller) -> dict[str, Value]:
    return {"hours": teller.words.time(stay.minutes), "place": stay.row.room, "doing": stay.row.doing}


def _minutes_at(day: LivedDay, agent: AgentId, place: Path) -> int:
    """Return the minutes of the day that an agent spent in a place, awake, whatever it did there."""
    rows = day.presences[agent]
    ends = [*(row.minute for row in rows[1:]), day.until]
    return sum(
        until - max(row.minute, day.begins)
        for row, until in zip(rows, ends, strict=True)
        if row.inside and not row.asleep and row.room.partition("/")[0] == place
    )


def _longest(day: LivedDay, agent: AgentId) -> list[_Stay]:
    """Return an agent's activities by place, the longest first, without what only repeats an appointment."""
    first: dict[tuple[str, str], Presence] = {}
    took: dict[tuple[str, str], int] = {}
    rows = day.presences[agent]
    asleep = {row.doing for row in rows if row.asleep}
    terms = day.hearsay.lexicon.terms
    due = [terms(memory.text).keys() for memory in day.due if memory.agent == agent]
    for row, after in zip(rows, (*rows[1:], None), strict=True):
        if row.asleep or not row.inside or row.reason == "talked" or row.doing in {"", *asleep}:
            continue
        if any(terms(row.doing).keys() <= said for said in due):
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
    """Yield the most important reflection of the day (the deepest of equal ones), and its minute.

    One that only says who will come, or what the person told others, is left to the sentences that tell that.
    """
    coming = {memory.id for memory in answers_about_coming(day, agent)}
    own = (memory for memory in day.reflections if memory.agent == agent)
    insights = [memory for memory in own if not (_rests_on(memory, coming) or _is_own_telling(day, memory))]
    if insights:
        best = max(insights, key=lambda memory: (memory.importance, memory.depth, -memory.id))
        text = teller.of_themselves(agent, best.text)
        yield best.minute, teller.of("concluded", agent, (best.id,), {"text": text}, turn=best.id)


def _rests_on(reflection: Memory, memories: Collection[int]) -> bool:
    """Return whether a reflection rests on some memories and no others."""
    return bool(reflection.evidence) and all(one in memories for one in reflection.evidence)


def _is_own_telling(day: LivedDay, reflection: Memory) -> bool:
    """Return whether a reflection only says that the person told somebody else a thing."""
    evidence = day.by_id(reflection.evidence)
    lines = (day.hearsay.line(memory.source) for memory in evidence.values())
    return any(
        line.speaker == reflection.agent and line.tells in evidence for line in lines if line is not None
    )


def _ids(row: Presence | None) -> tuple[int, ...]:
    return (row.id,) if row is not None else ()
