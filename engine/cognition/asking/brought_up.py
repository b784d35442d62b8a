"""Collect what an interview question recalls, and what the agent knows besides."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final, get_args

from engine.clock import minute_at
from engine.cognition.asking.asked_by import AskedBy, asker
from engine.cognition.asking.lived import lived
from engine.cognition.knowing import ALL_KNOWN, acquaintance, engagements_lately, known_rooms
from engine.cognition.retrieve import retrieve
from engine.cognition.thinker import Thinker
from engine.language.times.told_time import told_time
from engine.practices.conduct import BROUGHT_UP, HELD_TO, KINDS, LASTING, PLANNED_FOR
from engine.prompts.known import Acquaintance, KnownRoom, PassedOn, SetOut
from engine.records import Memory, MemoryKind
from engine.settings import Faculty, Weights

PURPOSE: Final = "interview"  # under which what is looked up is logged, whoever asks
_PLAN_SHOWN = 12
_OF_THAT_TIME = 12  # memories that come to mind when a day is named
_LEARNED = 8  # memories of what came out of talks
_ANSWERED = 8  # of what others answered when they were told something, and of what they were told
_PURSUED = frozenset(KINDS) - HELD_TO - LASTING
"""The kinds of intention that are carried out at some time, or not."""
_SET_OUT = 10  # intentions
_BEFORE = 60  # minutes before a time at which one began what one did then
_ENDS = ".!?。！？"
_SAYS_WHEN: tuple[MemoryKind, ...] = ("seed", "talk")
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
    engagements = tuple(each for each in engagements_lately(thinker) if _is_left(each.kind, without))
    passed_on = () if "observation" in without else tuple(_passed_on(thinker, (*recalled, *engagements)))
    return {
        "question": question,
        "doing": mind.presence.doing if mind.presence else "",
        "place": thinker.room.path,
        "plan": () if "planning" in without else mind.plan.current("block")[:_PLAN_SHOWN],
        "people": tuple(_with_abode(thinker, person) for person in _people(thinker, question, without)),
        "lived": () if "observation" in without else lived(thinker),
        "recalled": recalled,
        "passed_on": passed_on,
        "set_out": () if without else tuple(_set_out(thinker)),
        "asker": asker(thinker, asked_by, recalled),
        "engagements": engagements,
        "rooms": _own_rooms(thinker),
        "diary": mind.diary.text if mind.diary and not without else "",
    }


async def _bring_up(
    thinker: Thinker, question: str, earlier: Sequence[tuple[str, str]], without: Collection[Faculty]
) -> tuple[Memory, ...]:
    """Return the memories for a question: those it recalls, seeds and insights, and recent important ones.

    Many lines of talk would crowd out seeds and insights. A question such as "What is new?" names nothing to
    recall, so that recent ones are added. What was asked for and promised is worded unlike most questions
    about it, so that the latest of that is added too.
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
    found += islice(_of_that_time(thinker, question, without), _OF_THAT_TIME)
    if _is_left("talk", without):
        found += islice(_learned_in_talks(thinker, question), _LEARNED)
        found += islice(_answers(thinker, question, found), _ANSWERED)
        found += islice(_told_to(thinker, question), _ANSWERED)
    return tuple({memory.id: memory for memory in found}.values())


def _of_that_time(thinker: Thinker, question: str, without: Collection[Faculty]) -> Iterator[Memory]:
    """Yield the memories that refer to the days that a question names: what is due, then what was done."""
    scenario = thinker.town.scenario
    told = told_time(question, scenario.language, thinker.now, scenario.starts)
    if told is None or told.days is None:
        return
    first, last = minute_at(told.days[0], 0), minute_at(told.days[1] + 1, 0)
    for memory in thinker.mind.stream.due(first, last):
        tells = memory.kind in _SAYS_WHEN or (memory.kind == "plan" and bool(memory.evidence))
        if tells and _is_left(memory.kind, without):
            yield memory
    if told.clocks and told.first is not None and told.last is not None and "observation" not in without:
        yield from _done_between(thinker, told.first, max(told.last, told.first + 1))


def _done_between(thinker: Thinker, first: int, last: int) -> Iterator[Memory]:
    """Yield the memories of what the agent did from shortly before a minute until another one."""
    for memory in thinker.mind.stream.since(first - _BEFORE):
        if memory.minute >= last:
            return
        own = memory.kind == "observation" and memory.about[:1] == (thinker.id,)
        if own and thinker.mind.stream.shows(memory.id):
            yield memory


def _learned_in_talks(thinker: Thinker, question: str) -> Iterator[Memory]:
    """Yield what was learned in the latest talks with the people named in a question, or with anybody."""
    named = {*thinker.town.cast.mentioned(question)} - {thinker.id}
    talks = (memory for memory in reversed(thinker.mind.stream.of_kind("talk")) if memory.evidence)
    return (memory for memory in talks if not named or named & set(memory.about))


def _told_to(thinker: Thinker, question: str) -> Iterator[Memory]:
    """Yield what the agent has told those whom a question names, the latest first."""
    named, stream = {*thinker.town.cast.mentioned(question)}, thinker.mind.stream
    told = (memory for memory, hearer in reversed(thinker.mind.told) if hearer in named)
    return (stream.get(memory) for memory in dict.fromkeys(told) if memory in stream)


def _answers(thinker: Thinker, question: str, found: Sequence[Memory]) -> Iterator[Memory]:
    """Yield what others said next when the agent told them of an occasion, the latest first.

    It is an occasion that comes to mind, or one told to somebody whom the question names.
    """
    stream, named = thinker.mind.stream, {*thinker.town.cast.mentioned(question)}
    in_mind = {memory.when for memory in found if memory.when is not None}
    told = {
        line.id: len(line.hearers)
        for line in thinker.mind.said
        if line.tells in stream
        and (when := stream.get(line.tells).when) is not None
        and (when in in_mind or named & {*line.hearers})
    }
    lines = stream.of_kind("talk")
    for at, line in reversed([*enumerate(lines, 1)]):
        yield from lines[at : at + told.get(line.source, 0)]


def _set_out(thinker: Thinker) -> Iterator[SetOut]:
    """Yield the agent's latest intentions of those that can be carried out, oldest first."""
    mind = thinker.mind
    pursued = [
        intention
        for intention in mind.intentions.values()
        if intention.kind in _PURSUED and intention.memory in mind.stream
    ]
    for intention in sorted(pursued, key=lambda intention: intention.id)[-_SET_OUT:]:
        text = mind.stream.get(intention.memory).text
        yield SetOut(
            text=text,
            deed=intention.deed,
            state=intention.state,
            is_said=intention.kind in BROUGHT_UP - PLANNED_FOR,
            others=intention.others,
            because=intention.because,
        )


def _passed_on(thinker: Thinker, memories: Sequence[Memory]) -> Iterator[PassedOn]:
    """Yield which of some memories the agent has told, in these or other words, and to whom."""
    for memory in {memory.id: memory for memory in memories}.values():
        hearers = [hearer for told, hearer in thinker.mind.told if _says_the_same(thinker, told, memory)]
        if hearers:
            yield PassedOn(memory=memory.id, hearers=tuple(dict.fromkeys(hearers)))


def _says_the_same(thinker: Thinker, told: int, memory: Memory) -> bool:
    """Tell whether something told says what a memory says: it is it, or has the same fact or sentence."""
    facts, stream = thinker.mind.facts, thinker.mind.stream
    if told == memory.id or not {*facts.get(told, ())}.isdisjoint(facts.get(memory.id, ())):
        return True
    core = memory.text.rstrip(_ENDS)
    return memory.kind == "seed" and bool(core) and told in stream and core in stream.get(told).text


def _is_left(kind: MemoryKind, without: Collection[Faculty]) -> bool:
    return _MADE_BY.get(kind) not in without


def _people(thinker: Thinker, question: str, without: Collection[Faculty]) -> tuple[Acquaintance, ...]:
    """Return the people the agent knows, those named in the question first.

    In a small town everybody is known at least by sight. Without observation, they are as the author wrote
    them.
    """
    relations, town = thinker.mind.relations, thinker.town
    known = tuple(dict.fromkeys([*town.cast.mentioned(question), *relations]))
    if "observation" not in without:
        by_sight = town.cast.personas if len(town.cast.personas) <= ALL_KNOWN else ()
        return tuple(
            acquaintance(thinker, other)
            for other in known
            if other in relations or (other in by_sight and other != thinker.id)
        )
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


def _with_abode(thinker: Thinker, person: Acquaintance) -> Acquaintance:
    """Return a person with where they live and work, and where both last talked."""
    persona, talk = thinker.town.cast.personas.get(person.agent), thinker.mind.talks.get(person.agent)
    if persona is None:  # a visitor
        return person
    room = talk.room if talk is not None else ""
    return replace(person, home=persona.home, work=persona.work, last_place=room)


def _own_rooms(thinker: Thinker) -> tuple[KnownRoom, ...]:
    """Return the rooms of the agent's home and work, as it last saw them."""
    world = thinker.town.world
    places = [world.place_of[path] for path in (thinker.persona.home, thinker.persona.work) if path]
    return known_rooms(thinker, (room.path for place in places for room in place.rooms))


def cited(recalled: Sequence[Memory], because: Sequence[int]) -> tuple[Memory, ...]:
    """Return the recalled memories with the numbers (from 1) that an answer cites."""
    return tuple(recalled[number - 1] for number in because if number <= len(recalled))
