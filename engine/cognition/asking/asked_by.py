"""The asker of a question, and what of the agent's mind that person may hear."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from engine.prompts.known import Asker

if TYPE_CHECKING:  # who asks is named long before anybody thinks
    from engine.cognition.thinker import Thinker
    from engine.records import AgentId, Memory

_EVERYBODY = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedBy:
    """The asker of a question: an agent of the town, or an outsider described in words."""

    kind: Literal["stranger", "reporter", "described", "agent"]
    words: str = ""
    agent: AgentId = ""


def asker(thinker: Thinker, asked_by: AskedBy | None, recalled: tuple[Memory, ...]) -> Asker | None:
    """Return the asker as the agent sees them; None if nobody in particular asks.

    It has their closeness, the secrets kept from them, and the recalled memories that they know as well.
    """
    if asked_by is None:
        return None
    relation = thinker.mind.relations.get(asked_by.agent)
    return Asker(
        kind=asked_by.kind,
        words=asked_by.words,
        agent=asked_by.agent,
        closeness=relation.closeness if relation is not None else 0.0,
        kept=_kept_from(thinker, asked_by.agent),
        shared=tuple(memory.id for memory in recalled if _is_shared(thinker, memory, asked_by.agent)),
    )


def _kept_from(thinker: Thinker, agent: AgentId) -> tuple[str, ...]:
    """Return the agent's open secrets from another; from an outsider (empty `agent`), all of them."""
    secrets = (one for one in thinker.mind.intentions.values() if one.kind == "secret" and one.is_open)
    return tuple(
        one.content or one.what
        for one in secrets
        if not agent or not one.others or agent in one.others or _EVERYBODY in one.others
    )


def _is_shared(thinker: Thinker, memory: Memory, agent: AgentId) -> bool:
    """Return whether another agent knows of a memory: it was told, or took part in the talk."""
    told = (memory.id, agent) in thinker.mind.told
    return bool(agent) and (told or (memory.kind == "talk" and agent in _in_the_talk(thinker, memory)))


def _in_the_talk(thinker: Thinker, memory: Memory) -> set[AgentId]:
    """Return who spoke or listened in the talk that a memory is of.

    What was taken away from a talk may be about others, too; it rests on the summary, which is about its
    members.
    """
    summary = next(iter(memory.evidence), 0)
    of_the_talk = thinker.mind.stream.get(summary) if summary in thinker.mind.stream else memory
    return set(of_the_talk.about)
