"""Collect what an interview question recalls, and what the agent knows besides."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, get_args

from engine.cognition.asking.asked_by import AskedBy, asker
from engine.cognition.knowing import acquaintance, engagements_lately, known_rooms
from engine.cognition.retrieve import retrieve
from engine.cognition.thinker import Thinker
from engine.prompts.known import Acquaintance, KnownRoom
from engine.records import Memory, MemoryKind
from engine.settings import Faculty, Weights

PURPOSE: Final = "interview"  # under which what is looked up is logged, whoever asks
_PLAN_SHOWN = 12
_LATELY = Weights(recency=1.0, importance=1.0, relevance=0.0)
_AT_HAND: tuple[tuple[tuple[MemoryKind, ...], Weights | None, int], ...] = (
    (("seed", "reflection"), None, 6),  # what one is, and has concluded, as far as it is asked about
    (("observation", "talk"), _LATELY, 4),
    (("reflection",), _LATELY, 4),
)
"""What comes to mind besides: of which kinds, how it is weighed (None: as the settings say), how much."""
_MADE_BY: dict[MemoryKind, Faculty] = {
    "observation": "observation", "talk": "observation", "whisper": "observation",
    "reflection": "reflection", "plan": "planning",
}  # fmt: skip


async def brought_up(
    thinker: Thinker,
    question: str,
    earlier: Sequence[tuple[str, str]] = (),
    without: Collection[Faculty] = (),
    asked_by: AskedBy | None = None,
) -> dict[str, Any]:
    """Return the fields of an interview prompt: the recalled memories, the activity, the plan and so on.

    `without` leaves out what these faculties have put into the mind since the town began; what the author
    wrote stays.
    """
    mind = thinker.mind
    recalled = await _bring_up(thinker, question, earlier, without)
    return {
        "question": question,
        "doing": mind.presence.doing if mind.presence else "",
        "place": thinker.room.path,
        "plan": () if "planning" in without else mind.plan.current("block")[:_PLAN_SHOWN],
        "people": _people(thinker, question, without),
        "recalled": recalled,
        "asker": asker(thinker, asked_by, recalled),
        "engagements": tuple(each for each in engagements_lately(thinker) if _is_left(each.kind, without)),
        "rooms": _own_rooms(thinker),
        "diary": mind.diary.text if mind.diary and not without else "",
    }


async def _bring_up(
    thinker: Thinker, question: str, earlier: Sequence[tuple[str, str]], without: Collection[Faculty]
) -> tuple[Memory, ...]:
    """Return the memories for a question: those it recalls, seeds and insights, and recent important ones.

    Many lines of talk would crowd out seeds and insights. A question such as "What is new?" names nothing to
    recall, so that recent ones are added.
    """
    weights = thinker.town.settings.interviewing
    queries = [question, *([earlier[-1][0]] if earlier else [])]
    left = tuple(kind for kind in get_args(MemoryKind) if _is_left(kind, without)) if without else None
    found = [*await retrieve(thinker, queries, purpose=PURPOSE, weights=weights, kinds=left)]
    for kinds, weighed, count in _AT_HAND:
        found += await retrieve(
            thinker,
            [question],
            purpose=PURPOSE,
            weights=weighed or weights,
            count=count,
            kinds=tuple(kind for kind in kinds if _is_left(kind, without)),
        )
    return tuple({memory.id: memory for memory in found}.values())


def _is_left(kind: MemoryKind, without: Collection[Faculty]) -> bool:
    return _MADE_BY.get(kind) not in without


def _people(thinker: Thinker, question: str, without: Collection[Faculty]) -> tuple[Acquaintance, ...]:
    """Return the people the agent knows, those named in the question first.

    Without observation, they are as the author wrote them.
    """
    relations = thinker.mind.relations
    known = tuple(dict.fromkeys([*thinker.town.cast.mentioned(question), *relations]))
    if "observation" not in without:
        return tuple(acquaintance(thinker, other) for other in known if other in relations)
    bonds = {bond.other: bond for bond in thinker.persona.bonds}
    return tuple(
        Acquaintance(
            agent=other,
            name=thinker.town.cast.names[other],
            kind=bonds[other].kind,
            closeness=bonds[other].closeness,
        )
        for other in known
        if other in bonds
    )


def _own_rooms(thinker: Thinker) -> tuple[KnownRoom, ...]:
    """Return the rooms of the agent's home and work, as it last saw them."""
    world = thinker.town.world
    places = [world.place_of[path] for path in (thinker.persona.home, thinker.persona.work) if path]
    return known_rooms(thinker, (room.path for place in places for room in place.rooms))


def cited(recalled: Sequence[Memory], because: Sequence[int]) -> tuple[Memory, ...]:
    """Return the recalled memories with the numbers (from 1) that an answer cites."""
    return tuple(recalled[number - 1] for number in because if number <= len(recalled))
