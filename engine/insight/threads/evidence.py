"""Evidence from the log about intentions: who was told, who met whom, and who came."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.clock import day_of
from engine.errors import with_commas, worded
from engine.insight.news.hearsay import Hearsay
from engine.insight.turning.favours import Favour, favours
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.undertakings import who_came
from engine.moments.moment import Moment
from engine.practices.conduct import HELD, KEPT_FROM, TO_MANY, leaves_out
from engine.records import (
    EVERYBODY,
    AgentId,
    Conversation,
    Intention,
    Knows,
    Line,
    Path,
    Presence,
    is_visitor,
)
from engine.store.log.memories import memories_by_id

MOST_NAMED = 6
"""Names in a sentence; the thread itself lists everybody."""


@dataclass(frozen=True)
class Evidence:
    """What the log of a run shows up to a moment. Each kind of row is read once, when first needed."""

    moment: Moment

    def tellings(self, memories: Collection[int]) -> Sequence[Line]:
        """Return the lines that passed on some memories, in order."""
        lines = [line for memory in memories for line in self._tellings.get(memory, ())]
        return sorted(lines, key=lambda line: line.id)

    def let_out(self, row: Intention) -> Sequence[Line]:
        """Return the lines by which an agent told what it keeps to itself to those it keeps it from.

        Whoever knew it already, as the only one in on it, was told nothing.
        """
        facts = {known.fact for known in self._known if known.memory == row.memory}
        saying = [known for known in self._known if known.fact in facts]
        return [
            line
            for line in self.tellings({row.memory, *(known.memory for known in saying)})
            if not {known.agent for known in saying if known.id < line.id}.issuperset(_barred(row, line))
        ]

    def touched_on(self, row: Intention) -> Sequence[Line]:
        """Return the lines by which an agent told those it keeps something from of the same fact and people.

        A text is of a fact if it has one of its key words.
        """
        kept = memories_by_id(self.moment.store, self.moment.row.number, [row.memory]).get(row.memory)
        if kept is None:
            return ()
        told = Hearsay.of(self.moment).memories
        people = set(kept.about) - {row.agent}
        lines = (line for line in Hearsay.of(self.moment).telling if _barred(row, line))
        return [
            line
            for line in lines
            if line.tells in told
            and not people.isdisjoint(told[line.tells].about)
            and not self._named(kept.text).isdisjoint(self._named(told[line.tells].text))
        ]

    def talk_with(self, agent: AgentId, others: Collection[AgentId], since: int) -> Conversation | None:
        """Return the last conversation after row id `since` of an agent with one of `others`, or None."""
        talks = (talk for other in others for talk in self._talks.get(frozenset((agent, other)), ()))
        return max((talk for talk in talks if talk.id > since), key=lambda talk: talk.id, default=None)

    def room_of(self, line: Line) -> Path:
        """Return the path of the room where a line was said; empty while the conversation goes on."""
        return self._rooms.get(line.conversation, "")

    def meant_for(self, row: Intention, meant: Collection[Intention]) -> tuple[AgentId, ...]:
        """Return the agents who are to hear of an intention.

        For one that everybody is to hear of, these are all agents. Those an occasion is kept from, or who are
        not to be invited, are left out. `meant` are all intentions of the same agent.
        """
        is_for_all = EVERYBODY in row.others or (row.kind in TO_MANY and not row.others)
        everybody = self.moment.town.cast.names if is_for_all else row.others
        left_out = {row.agent, EVERYBODY}
        if row.kind in HELD:
            left_out |= {
                other for other in everybody if any(leaves_out(held, other, row.what) for held in meant)
            }
            left_out |= {other for held in meant for other in held.others if _is_secret_about(held, row)}
        return tuple(other for other in everybody if other not in left_out and not is_visitor(other))

    def favour(self, row: Intention) -> Favour | None:
        """Return the favour that a request became; None if no line granted it."""
        return self._favours.get(row.first)

    def came(self, row: Intention) -> tuple[AgentId, ...]:
        """Return the agents who came to an occasion."""
        return who_came(self._day(day_of(row.when or row.minute)), row)

    def whereabouts(self, agent: AgentId, minute: int) -> Presence | None:
        """Return the presence of an agent at a minute; None if the day has none of it."""
        day = self._day(day_of(minute))
        return day.at(agent, minute) if agent in day.presences else None

    def _named(self, text: str) -> frozenset[str]:
        """Return the facts of the town of whose key words a text has one."""
        said = text.casefold()
        return frozenset(
            fact.id
            for fact in self.moment.town.scenario.facts
            if any(word.casefold() in said for word in fact.key_words)
        )

    # ---- words

    def names(self, agents: Collection[AgentId]) -> str:
        """Return the names of agents as a list in words, at most a few of them."""
        names = self.moment.town.cast.names
        shown = [names.get(agent, agent) for agent in agents]
        listed, more = with_commas(shown[:MOST_NAMED]), len(shown) - MOST_NAMED
        return worded("{people} and {n} more", people=listed, n=more) if more > 0 else listed

    def where(self, path: Path) -> str:
        """Return the name of a room."""
        town = self.moment.town
        room = town.world.rooms.get(path)
        return town.phrases.room(room) if room is not None else path

    # ---- read once

    @cached_property
    def _favours(self) -> Mapping[int, Favour]:
        granted = (favour for favour in favours(self.moment) if favour.is_granted)
        return {favour.request.first: favour for favour in granted}

    @cached_property
    def _known(self) -> Sequence[Knows]:
        return tuple(self.moment.log.rows(Knows))

    @cached_property
    def _tellings(self) -> Mapping[int, Sequence[Line]]:
        by_memory: dict[int, list[Line]] = {}
        for line in self.moment.log.rows(Line):
            if line.tells and line.said_at < self.moment.before:
                by_memory.setdefault(line.tells, []).append(line)
        return by_memory

    @cached_property
    def _conversations(self) -> Sequence[Conversation]:
        return tuple(self.moment.log.rows(Conversation))

    @cached_property
    def _rooms(self) -> Mapping[int, Path]:
        return {talk.id: talk.room for talk in self._conversations}

    @cached_property
    def _talks(self) -> Mapping[frozenset[AgentId], Sequence[Conversation]]:
        by_pair: dict[frozenset[AgentId], list[Conversation]] = {}
        for talk in self._conversations:
            for pair in _pairs(talk):
                by_pair.setdefault(pair, []).append(talk)
        return by_pair

    @cached_property
    def _days(self) -> dict[int, LivedDay]:
        return {}

    def _day(self, day: int) -> LivedDay:
        return self._days.setdefault(day, LivedDay(self.moment, day))


def heard_by(row: Intention, lines: Iterable[Line]) -> tuple[AgentId, ...]:
    """Return the agents who heard some lines, in the order in which they did.

    Of what an intention keeps from certain agents, only these are returned.
    """
    hearers = dict.fromkeys(hearer for line in lines for hearer in line.hearers)
    from_all = row.kind not in KEPT_FROM or not row.others or EVERYBODY in row.others
    return tuple(hearer for hearer in hearers if from_all or hearer in row.others)


def _barred(row: Intention, line: Line) -> tuple[AgentId, ...]:
    """Return the agents to whom an agent said a line while an intention kept it from them."""
    is_said = line.speaker == row.agent and line.id > row.first and row.binds_at(line.said_at)
    return heard_by(row, [line]) if is_said else ()


def _pairs(talk: Conversation) -> Iterator[frozenset[AgentId]]:
    for n, member in enumerate(talk.members):
        yield from (frozenset((member, other)) for other in talk.members[n + 1 :])


def _is_secret_about(held: Intention, occasion: Intention) -> bool:
    """Return whether an open secret keeps an occasion from another agent."""
    what = occasion.what.lower()
    is_about = held.deed == occasion.deed or (bool(what) and what in (held.content or held.what).lower())
    return held.kind == "secret" and held.is_open and is_about
