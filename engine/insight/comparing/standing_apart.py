"""Differences in relations, in who knows a fact, and in whereabouts between two runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import ClassVar

from engine.insight.news.follow import who_knows
from engine.insight.news.going_round import facts_of, news_meant
from engine.insight.news.spread import Knowing, News
from engine.language.scales import degree
from engine.moments.moment import Moment
from engine.records import AgentId, Path, Presence, Relation
from engine.row_ids import minute_of
from engine.store.log.apart import shared_until
from engine.store.log.moments import places_been, presences

_CLOSE_ENOUGH = 1e-9  # two numbers of closeness that were added up alike


@dataclass(frozen=True, slots=True, kw_only=True)
class TieApart:
    """The relation of one agent to another in two runs.

    `one` and `other` are its rows and `words` its closeness in words, None and "" where they do not know
    each other.
    """

    agent: AgentId
    other_agent: AgentId
    one: Relation | None
    other: Relation | None
    words: tuple[str, str]

    COLUMNS: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "agent": "agent", "other_agent": "other_agent", "one_closeness": "one.closeness",
            "other_closeness": "other.closeness", "change": "change", "words": "words",
        }
    )  # fmt: skip

    @property
    def change(self) -> float:
        """Return the closeness in the other run minus that in the one; an unknown person counts as 0."""
        here, there = (row.closeness if row is not None else 0.0 for row in (self.one, self.other))
        return there - here


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowingApart:
    """The agents that know a piece of news in each of two runs, since when and from whom."""

    news: News
    one: Mapping[AgentId, Knowing]
    other: Mapping[AgentId, Knowing]

    COLUMNS: ClassVar[Mapping[str, str]] = MappingProxyType(
        {"news": "news.id", "text": "news.text", "one": "one_know", "other": "other_know", "people": "people"}
    )

    @property
    def one_know(self) -> tuple[AgentId, ...]:
        """Return the ids of those who know it in the one run, in the order in which they learned it."""
        return tuple(self.one)

    @property
    def other_know(self) -> tuple[AgentId, ...]:
        """Return the ids of those who know it in the other run, in the order in which they learned it."""
        return tuple(self.other)

    @property
    def people(self) -> tuple[AgentId, ...]:
        """Return the agents who know it in only one run, or since another minute, or from someone else."""
        both = dict.fromkeys((*self.one, *self.other))
        return tuple(agent for agent in both if _way(self.one.get(agent)) != _way(self.other.get(agent)))


@dataclass(frozen=True, slots=True, kw_only=True)
class WhereApart:
    """A time in which an agent is in a different place in each run, in minutes; "" means on the way."""

    agent: AgentId
    start: int
    end: int
    one: Path
    other: Path


def ties_apart(one: Moment, other: Moment) -> tuple[TieApart, ...]:
    """Return the relations that differ between two runs, the greatest difference first."""
    mine, theirs = ({(row.agent, row.other): row for row in moment.relations} for moment in (one, other))
    found = [_tie(one, pair, mine.get(pair), theirs.get(pair)) for pair in dict.fromkeys((*mine, *theirs))]
    apart = [
        tie for tie in found if (tie.one is None) != (tie.other is None) or abs(tie.change) > _CLOSE_ENOUGH
    ]
    return tuple(sorted(apart, key=lambda tie: (-abs(tie.change), tie.agent, tie.other_agent)))


def knowing_apart(one: Moment, other: Moment, news: str = "") -> tuple[KnowingApart, ...]:
    """Return the agents that know each common fact of two towns, or one piece of news, in each run."""
    if news:
        followed = [(news_meant(one, news), news_meant(other, news))]
    else:
        mine, theirs = ({each.id: each for each in facts_of(run)} for run in (one, other))
        followed = [(mine[fact], theirs[fact]) for fact in mine if fact in theirs]
    return tuple(
        KnowingApart(
            news=here,
            one=who_knows(one, here),
            other=who_knows(other, there),
        )
        for here, there in followed
    )


def where_apart(one: Moment, other: Moment) -> tuple[WhereApart, ...]:
    """Return the times at which agents were in different places since two runs differ, agent by agent."""
    first = shared_until(one.store, one.row.number, other.row.number)
    mine, theirs = (_places(moment, first) for moment in (one, other))
    return tuple(
        apart
        for agent in one.town.cast.personas
        if agent in mine and agent in theirs
        for apart in _where(agent, mine[agent], theirs[agent], one.before)
    )


def _way(one: Knowing | None) -> tuple[int, AgentId] | None:
    return None if one is None else (one.minute, one.by)


def _tie(
    moment: Moment, pair: tuple[AgentId, AgentId], mine: Relation | None, theirs: Relation | None
) -> TieApart:
    say = moment.town.phrases.say
    words = tuple("" if row is None else say(f"feels_{degree(row.closeness)}") for row in (mine, theirs))
    return TieApart(agent=pair[0], other_agent=pair[1], one=mine, other=theirs, words=(words[0], words[1]))


def _places(moment: Moment, first: int) -> Mapping[AgentId, list[tuple[int, Path]]]:
    """Return each agent's places from a minute on, with the minute of each arrival."""
    store, run = moment.store, moment.row.number
    found: dict[AgentId, list[tuple[int, Path]]] = {
        agent: [(first, _place(row))] for agent, row in presences(store, run, max(1, first)).items()
    }
    for row_id, agent, place in places_been(store, run, after=first - 1, before=moment.before):
        stays = found.setdefault(agent, [])
        if not stays or stays[-1][1] != place:
            stays.append((minute_of(row_id), place))
    return found


def _place(row: Presence) -> Path:
    return "" if row.origin and not row.inside else row.room.partition("/")[0]


def _where(
    agent: AgentId, mine: list[tuple[int, Path]], theirs: list[tuple[int, Path]], until: int
) -> Iterator[WhereApart]:
    """Yield the times at which two sequences of places differ."""
    minutes = sorted({minute for minute, _ in (*mine, *theirs)} | {until})
    here, there = dict(mine), dict(theirs)
    at_one, at_other = mine[0][1], theirs[0][1]
    begun: WhereApart | None = None
    for start, end in pairwise(minutes):
        at_one, at_other = here.get(start, at_one), there.get(start, at_other)
        if at_one == at_other:
            continue
        apart = WhereApart(agent=agent, start=start, end=end, one=at_one, other=at_other)
        if begun is not None and (begun.end, begun.one, begun.other) == (start, at_one, at_other):
            apart = WhereApart(agent=agent, start=begun.start, end=end, one=at_one, other=at_other)
        elif begun is not None:
            yield begun
        begun = apart
    if begun is not None:
        yield begun
