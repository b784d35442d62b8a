"""Evidence: what the log shows of what people mean to do: who was told, who was met, who came."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.clock import day_of
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.undertakings import who_came
from engine.moments.moment import Moment
from engine.practices.conduct import HELD, TO_MANY, leaves_out
from engine.records import EVERYBODY, AgentId, Conversation, Intention, Line, Path, Presence, is_visitor


@dataclass(frozen=True)
class Evidence:
    """What is to be seen in a run by a moment, each kind of row read once, when it is first asked for."""

    moment: Moment

    def tellings(self, memories: Collection[int]) -> Sequence[Line]:
        """Return the lines by which some memories were passed on, in order."""
        told = [line for memory in memories for line in self._tellings.get(memory, ())]
        return sorted(told, key=lambda line: line.id)

    def heard(self, memories: Collection[int]) -> tuple[AgentId, ...]:
        """Return who has heard some memories, in the order in which they did."""
        return tuple(dict.fromkeys(hearer for line in self.tellings(memories) for hearer in line.hearers))

    def talk_with(self, agent: AgentId, others: Collection[AgentId], since: int) -> Conversation | None:
        """Return the last talk that somebody had with one of some people after a row of the log."""
        talks = (talk for other in others for talk in self._talks.get(frozenset((agent, other)), ()))
        return max((talk for talk in talks if talk.id > since), key=lambda talk: talk.id, default=None)

    def room_of(self, line: Line) -> Path:
        """Return where a line was said; empty while the talk goes on."""
        return self._rooms.get(line.conversation, "")

    def meant_for(self, row: Intention, others: Collection[Intention]) -> tuple[AgentId, ...]:
        """Return who is to hear of something, by name: whoever all are, without those it is kept from or who
        are not to be asked. `others` are what else the same person means to do.
        """
        is_for_all = EVERYBODY in row.others or (row.kind in TO_MANY and not row.others)
        everybody = self.moment.town.cast.names if is_for_all else row.others
        out = {row.agent, EVERYBODY}
        if row.kind in HELD:
            out |= {other for other in everybody if any(leaves_out(one, other, row.what) for one in others)}
            out |= {other for one in others for other in one.others if _keeps(one, row)}
        return tuple(other for other in everybody if other not in out and not is_visitor(other))

    def came(self, row: Intention) -> tuple[AgentId, ...]:
        """Return who came to an occasion."""
        return who_came(self._day(day_of(row.when or row.minute)), row)

    def whereabouts(self, agent: AgentId, minute: int) -> Presence | None:
        """Return where somebody was at a minute."""
        day = self._day(day_of(minute))
        return day.at(agent, minute) if agent in day.presences else None

    # ---- how

    @cached_property
    def _tellings(self) -> Mapping[int, Sequence[Line]]:
        found: dict[int, list[Line]] = {}
        for line in self.moment.log.rows(Line):
            if line.tells and line.said_at < self.moment.before:
                found.setdefault(line.tells, []).append(line)
        return found

    @cached_property
    def _conversations(self) -> Sequence[Conversation]:
        return tuple(self.moment.log.rows(Conversation))

    @cached_property
    def _rooms(self) -> Mapping[int, Path]:
        return {talk.id: talk.room for talk in self._conversations}

    @cached_property
    def _talks(self) -> Mapping[frozenset[AgentId], Sequence[Conversation]]:
        found: dict[frozenset[AgentId], list[Conversation]] = {}
        for talk in self._conversations:
            for pair in _pairs(talk):
                found.setdefault(pair, []).append(talk)
        return found

    @cached_property
    def _days(self) -> dict[int, LivedDay]:
        return {}

    def _day(self, day: int) -> LivedDay:
        return self._days.setdefault(day, LivedDay(self.moment, day))


def _pairs(talk: Conversation) -> Iterator[frozenset[AgentId]]:
    for n, member in enumerate(talk.members):
        yield from (frozenset((member, other)) for other in talk.members[n + 1 :])


def _keeps(one: Intention, row: Intention) -> bool:
    """Return whether a secret is of an occasion: those it is kept from are not asked to it."""
    what = row.what.lower()
    about = one.deed == row.deed or (bool(what) and what in (one.content or one.what).lower())
    return one.kind == "secret" and one.is_open and about
