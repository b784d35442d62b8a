"""Brought up: what a question asked aside brings to a mind, and what one has at hand besides."""

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
    """Return the fields of a question asked aside: what it brings to mind, what one is at, means and knows.

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
    """Return what the question brings to mind, and besides what one's own story and conclusions have to say
    to it, which the many lines of a talk would crowd out, and what mattered of late: "What is new?" names
    nothing that one might remember.
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
    """Return everybody the agent knows, those in the question first; without observation, as the author had
    it.
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
    """Return the memories that an answer cites by their numbers."""
    return tuple(recalled[number - 1] for number in because if number <= len(recalled))
