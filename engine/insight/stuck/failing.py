"""Find the agents whose questions to a model failed."""

from __future__ import annotations

from collections.abc import Iterator

from engine.insight.stuck.sign import Stuck
from engine.insight.turning.lived_day import LivedDay
from engine.records import AgentId
from engine.store.answers.outcomes import unanswered
from engine.store.answers.spending import AskedRow

_MOST = 1_000


def failing(day: LivedDay) -> Iterator[Stuck]:
    """Yield a sign for each agent with a failed question to a model on the day, for its last one."""
    last: dict[AgentId, AskedRow] = {}
    for asked in reversed(unanswered(day.moment.store, day.moment.row.number, limit=_MOST).items):
        of_the_day = day.begins <= asked.minute <= min(day.moment.minute, day.ends - 1)
        if asked.source == "run" and asked.agent in day.presences and of_the_day:
            last[asked.agent] = asked
    for agent, asked in last.items():
        at = day.at(agent, asked.minute)
        if at is not None:
            yield Stuck(
                agent=agent,
                sign="failing",
                reason="call_failed",
                minute=asked.minute,
                ids=(at.id,),
                place=at.room,
                what=asked.fault[:1].upper() + asked.fault[1:],
            )
