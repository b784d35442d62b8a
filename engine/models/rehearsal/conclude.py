"""Insights: what the recalled memories, taken together, say about people, places, pastimes and the town."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import zip_longest
from random import Random

from engine.models.rehearsal.ask_oneself import talked_about
from engine.models.rehearsal.grammar import low
from engine.models.rehearsal.mind import Answer, called, name_table, room_words
from engine.models.rehearsal.pack import Pack
from engine.models.rehearsal.telling import statement
from engine.models.rehearsal.text import sentence, tidy, words_of
from engine.prompts.questions import Conclude
from engine.records import Memory

MOST_INSIGHTS = 2
MOST_EVIDENCE = 12

Numbered = tuple[int, Memory]


@dataclass(frozen=True, slots=True)
class Thought:
    """An insight in the making."""

    text: str
    because: tuple[int, ...]
    importance: int


def conclude(prompt: Conclude, pack: Pack, draw: Random) -> Answer:
    """A few insights, each resting on two memories or more, none of them held already."""
    numbered = list(enumerate(prompt.recalled, start=1))[:200]
    kinds = [
        _about_people(numbered, prompt, pack, draw),
        _about_town(numbered, prompt, pack, draw),
        _about_pastimes(numbered, prompt, pack, draw),
        _about_places(numbered, prompt, pack, draw),
    ]
    thoughts = [thought for row in zip_longest(*kinds) for thought in row if thought is not None]
    held = [_gist(text) for text in prompt.held]
    insights: list[dict[str, object]] = []
    for thought in thoughts:
        gist = _gist(thought.text)
        if len(thought.because) >= 2 and not any(_alike(gist, other) for other in held):
            held.append(gist)
            because = list(thought.because[:MOST_EVIDENCE])
            insights.append({"text": thought.text, "because": because, "importance": thought.importance})
    return {"insights": insights[:MOST_INSIGHTS]}


def _about_people(numbered: list[Numbered], prompt: Conclude, pack: Pack, draw: Random) -> list[Thought]:
    names, me = name_table(prompt, pack), called(prompt.persona)
    bonds = {bond.other: bond for bond in prompt.persona.bonds}
    by_agent: dict[str, list[Numbered]] = defaultdict(list)
    for number, memory in numbered:
        for agent in set(memory.about) - {prompt.persona.id}:
            if names.get(agent):
                by_agent[agent].append((number, memory))
    thoughts = []
    for agent, found in sorted(by_agent.items(), key=lambda each: (-len(each[1]), each[0]))[:3]:
        told = [number for number, memory in found if statement(memory.text, pack)[1] == names[agent]]
        close = bonds[agent].closeness if agent in bonds else 0.0
        frame = "insight_rival" if close < 0 else "insight_friend" if close >= 0.4 else "insight_person"
        if len(told) >= 2:
            frame, found = "insight_source", [each for each in found if each[0] in told]
        text = pack.say(draw, frame, name=me, other=names[agent], town=_town(prompt, pack))
        thoughts.append(_thought(text, found, 6))
    return thoughts


def _about_town(numbered: list[Numbered], prompt: Conclude, pack: Pack, draw: Random) -> list[Thought]:
    me, by_number = called(prompt.persona), dict(numbered)
    thoughts = []
    for core, numbers in talked_about(numbered, pack)[:2]:
        found = [(number, by_number[number]) for number in numbers]
        heard = any(statement(memory.text, pack)[1] for _, memory in found)
        frame = "insight_topic" if heard else "insight_care"
        topic = low(core, pack.grammar)
        text = pack.say(draw, frame, name=me, topic=topic, town=_town(prompt, pack))
        thoughts.append(_thought(text, found, 6 if heard else 5))
    return thoughts


def _about_pastimes(numbered: list[Numbered], prompt: Conclude, pack: Pack, draw: Random) -> list[Thought]:
    me = called(prompt.persona)
    by_kind: dict[str, list[Numbered]] = defaultdict(list)
    for number, memory in numbered:
        kind = pack.activity(memory.text.rpartition(": ")[2])
        if kind.words and memory.kind == "observation" and memory.text.startswith(me):
            by_kind[kind.kind].append((number, memory))
    ranked = sorted(by_kind.items(), key=lambda each: (-len(each[1]), each[0]))
    return [
        _thought(pack.say(draw, "insight_doing", name=me, kind=kind), found, 4) for kind, found in ranked[:1]
    ]


def _about_places(numbered: list[Numbered], prompt: Conclude, pack: Pack, draw: Random) -> list[Thought]:
    me = called(prompt.persona)
    by_place: dict[str, list[Numbered]] = defaultdict(list)
    for number, memory in numbered:
        if memory.place:
            by_place[room_words(memory.place, pack)].append((number, memory))
    ranked = sorted(by_place.items(), key=lambda each: (-len(each[1]), each[0]))
    return [
        _thought(pack.say(draw, "insight_place", name=me, place=place), found, 3)
        for place, found in ranked[:1] if len(found) >= 3
    ]  # fmt: skip


def _thought(text: str, found: list[Numbered], importance: int) -> Thought:
    ranked = sorted(found, key=lambda each: (-each[1].importance, -each[0]))[:MOST_EVIDENCE]
    return Thought(sentence(text), tuple(sorted(number for number, _ in ranked)), importance)


def _town(prompt: Conclude, pack: Pack) -> str:
    return tidy(prompt.town, 60) or pack.phrases["somewhere"][0]


def _gist(text: str) -> frozenset[str]:
    return frozenset(words_of(text))


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one and other) and len(one & other) >= 0.8 * len(one | other)
