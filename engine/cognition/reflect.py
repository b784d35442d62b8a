"""Reflect: when enough has happened, draw insights and keep them with their evidence (4.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from engine.clock import DAY, day_of
from engine.cognition.knowing import acquaintance, living_together
from engine.cognition.retrieve import retrieve
from engine.cognition.thinker import Thinker
from engine.language.lexicon import Lexicon
from engine.prompts.known import Acquaintance
from engine.prompts.questions import AskOneself, Conclude
from engine.prompts.questions.conclude import UNSHOWN
from engine.records import Memory

_HELD = 20
_ALIKE = 0.75
_PEOPLE = 6
_MOST_LATELY = 3_000


async def reflect(thinker: Thinker) -> tuple[Memory, ...]:
    """Return new insights, each citing the memories it rests on.

    A reflection is due when the importance felt since the last one reaches `reflect_at`, or when an author
    urges it. An insight without evidence, or one that is known already, is dropped.
    """
    settings, mind = thinker.town.settings, thinker.mind
    if not settings.reflection or (mind.felt < settings.reflect_at and not mind.urged):
        return ()
    newest = mind.stream.memories[-settings.reflect_over :]
    recent = tuple(memory for memory in newest if mind.stream.shows(memory.id))
    asked = await thinker.ask_if_possible(thinker.prompt(AskOneself, recent=recent))
    if asked is None:
        return ()
    recalled = await retrieve(thinker, asked.questions, purpose="reflect", weights=settings.reflecting)
    held = [insight for insight in mind.stream.of_kind("reflection") if mind.stream.shows(insight.id)]
    lately = _lately(thinker)
    answer = await thinker.ask_if_possible(
        thinker.prompt(
            Conclude,
            questions=tuple(asked.questions),
            recalled=recalled,
            people=_people(thinker, recalled),
            held=tuple(memory.text for memory in held[-_HELD:]),
            lately=lately,
            living_together=living_together(
                thinker, {thinker.id, *(agent for memory in lately for agent in memory.about)}
            ),
        )
    )
    if answer is None:
        return ()
    kept: list[Memory] = []
    numbered = {**_numbered(recalled), **_numbered(lately, UNSHOWN)}
    lexicon = mind.stream.lexicon
    for insight in answer.insights:
        evidence = tuple(dict.fromkeys(numbered[n] for n in insight.because if n in numbered))
        if evidence and not any(alike(lexicon, insight.text, memory.text) for memory in [*held, *kept]):
            kept.append(thinker.remember("reflection", insight.text, insight.importance, evidence=evidence))
    return tuple(kept)


def _numbered(memories: Iterable[Memory], after: int = 0) -> dict[int, int]:
    """Return the ids of memories by the numbers that an insight cites, which begin after `after`."""
    return {number: memory.id for number, memory in enumerate(memories, start=after + 1)}


def _lately(thinker: Thinker) -> tuple[Memory, ...]:
    """Return what the agent has lived and concluded since yesterday morning, without steps of its plans."""
    stream = thinker.mind.stream
    since = stream.since(max(0, day_of(thinker.now) - 2) * DAY)
    kept = [each for each in since if stream.shows(each.id) and (each.kind != "plan" or each.evidence)]
    return tuple(kept[-_MOST_LATELY:])


def _people(thinker: Thinker, recalled: Iterable[Memory]) -> tuple[Acquaintance, ...]:
    """Return the known people whom the memories are about most often."""
    often = Counter(agent for memory in recalled for agent in memory.about)
    known = [agent for agent, _ in often.most_common() if agent in thinker.mind.relations]
    return tuple(acquaintance(thinker, agent) for agent in known[:_PEOPLE])


def alike(lexicon: Lexicon, one: str, other: str) -> bool:
    """Return whether two texts say nearly the same, that is, share most of their terms."""
    first, second = _terms(lexicon, one), _terms(lexicon, other)
    return len(first & second) >= _ALIKE * max(1, len(first | second))


@lru_cache(maxsize=65_536)
def _terms(lexicon: Lexicon, text: str) -> frozenset[str]:
    """Return the terms of a text, cached since every new insight is compared with all others."""
    return frozenset(lexicon.terms(text))
