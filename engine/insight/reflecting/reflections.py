"""Reflections: the questions an agent asked itself, the memories they recalled, and its insights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from pydantic import ValidationError

from engine.moments.moment import Moment
from engine.prompts.questions.conclude import Insights
from engine.records import AgentId, Call, Memory, Recall
from engine.row_ids import minute_of, turn_of
from engine.store.log.rows import R, read_log


def reflections(moment: Moment, agent: AgentId) -> tuple[Reflection, ...]:
    """Return every reflection of an agent up to a moment, oldest first."""
    recalls = _by_turn(_own(moment, Recall, agent, "purpose", "reflect"))
    asked = _by_turn(_own(moment, Call, agent, "purpose", "ask_oneself"))
    concluded = _by_turn(_own(moment, Call, agent, "purpose", "conclude"))
    insights = _by_turn(_own(moment, Memory, agent, "kind", "reflection"))
    return tuple(
        Reflection(
            agent=agent,
            recalls=looked_up,
            asked=_last(asked.get(turn, ())),
            concluded=_last(concluded.get(turn, ())),
            insights=insights.get(turn, ()),
        )
        for turn, looked_up in recalls.items()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflection:
    """One reflection of an agent.

    It has the call that asked for questions, a memory look-up for each of them, the call that concluded, and
    the insights that were kept. A call is None if the log has none.
    """

    agent: AgentId
    recalls: tuple[Recall, ...]
    asked: Call | None
    concluded: Call | None
    insights: tuple[Memory, ...]

    @property
    def id(self) -> int:
        """Return the id of its last look-up. What is felt after it counts for the next reflection."""
        return self.recalls[-1].id

    @property
    def minute(self) -> int:
        """Return the minute of the reflection."""
        return minute_of(self.id)

    @property
    def questions(self) -> Sequence[str]:
        """Return the questions the agent asked itself, in order."""
        return tuple(dict.fromkeys(recall.query for recall in self.recalls))

    @property
    def brought_up(self) -> Sequence[int]:
        """Return the ids of the recalled memories, each once, in the order of their recall."""
        return tuple(dict.fromkeys(item.memory for recall in self.recalls for item in recall.items))

    @property
    def let_go(self) -> Sequence[str]:
        """Return the conclusions that were not kept, because they had no evidence or were known already."""
        kept = {memory.text for memory in self.insights}
        return tuple(text for text in _said(self.concluded) if text not in kept)


def _said(concluded: Call | None) -> tuple[str, ...]:
    """Return the conclusions in an answer; none if the answer is invalid."""
    if concluded is None:
        return ()
    try:
        return tuple(insight.text for insight in Insights.model_validate_json(concluded.answer).insights)
    except ValidationError:
        return ()


def _own(moment: Moment, kind: type[R], agent: AgentId, name: str, value: str) -> Iterable[R]:
    return read_log(
        moment.store, moment.row.number, kind, agent=agent, before=moment.before, where={name: value}
    )


def _by_turn(rows: Iterable[R]) -> Mapping[int, tuple[R, ...]]:
    return {turn: tuple(made) for turn, made in groupby(rows, key=lambda row: turn_of(row.id))}


def _last(calls: Sequence[Call]) -> Call | None:
    return calls[-1] if calls else None
