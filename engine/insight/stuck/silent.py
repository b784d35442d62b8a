"""Find the agents who said nothing to anyone on a day, with the reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.clock import DAY
from engine.insight.story.company import company
from engine.insight.stuck.sign import LONG_AWAKE, Stuck
from engine.insight.turning.lived_day import LivedDay
from engine.records import AgentId, Memory, Presence

_LONG_ASLEEP = 14 * 60  # minutes of a day, from which on it was slept away


def silent(day: LivedDay) -> Iterator[Stuck]:
    """Yield a sign for each agent that has said nothing by then, if the day was long enough."""
    spoke = {line.speaker for line in day.hearsay.lines if day.begins <= line.said_at < day.until}
    for agent in day.people:
        if agent not in spoke and day.presences[agent]:
            yield from _silent(day, agent)


def _silent(day: LivedDay, agent: AgentId) -> Iterator[Stuck]:
    rows = day.presences[agent]
    longest, awake = longest_awake(day, agent)
    if longest is None or awake < LONG_AWAKE:
        slept = day.until - day.begins - awake
        if slept >= _LONG_ASLEEP and rows[-1].asleep:
            yield Stuck(
                agent=agent, sign="silent", reason="asleep", minute=max(rows[0].minute, day.begins),
                ids=(rows[-1].id,), minutes=slept, place=rows[-1].room,
            )  # fmt: skip
        return
    one = Stuck(
        agent=agent, sign="silent", reason="alone", minute=max(longest.minute, day.begins),
        ids=(longest.id,), minutes=awake, place=longest.room,
    )  # fmt: skip
    met = _met(day, agent)
    if met:
        yield _in_company(day, one, met)
    else:
        yield one


def _in_company(day: LivedDay, one: Stuck, met: tuple[AgentId, ...]) -> Stuck:
    """Return the silent agent's sign with the reason for its silence among others."""
    unanswered = _unanswered(day, one.agent)
    if unanswered is not None:
        asked = tuple(other for other in unanswered.about if other != one.agent)
        return replace(one, reason="no_answer", ids=(unanswered.id, *one.ids), others=asked or met)
    knows = {other for who, other in day.closeness_before if who == one.agent}
    return replace(one, reason="nobody_spoke" if knows & set(met) else "no_ties", others=met)


def _unanswered(day: LivedDay, agent: AgentId) -> Memory | None:
    """Return the memory that says that nobody answered the agent; None if there is none."""
    phrases = day.moment.town.phrases
    mine = (one for one in day.memories("observation") if one.agent == agent)
    return next((one for one in mine if phrases.read("no_answer", one.text) is not None), None)


def _met(day: LivedDay, agent: AgentId) -> tuple[AgentId, ...]:
    """Return those in whose company the agent was awake, the longest first."""
    pairs = [one for one in company(day.moment, day.day) if agent in (one.one, one.other) and one.minutes]
    longest = sorted(pairs, key=lambda one: -one.minutes)
    return tuple(one.other if one.one == agent else one.one for one in longest)


def longest_awake(day: LivedDay, agent: AgentId) -> tuple[Presence | None, int]:
    """Return the presence in which the agent was awake longest, and its minutes awake in all."""
    longest, most, awake = None, 0, 0
    rows = day.presences[agent]
    for row, after in zip(rows, (*rows[1:], None), strict=True):
        ends = after.minute if after is not None else min(day.until, day.begins + DAY)
        minutes = ends - max(row.minute, day.begins)
        if row.asleep or minutes <= 0:
            continue
        awake += minutes
        if minutes > most:
            longest, most = row, minutes
    return longest, awake
