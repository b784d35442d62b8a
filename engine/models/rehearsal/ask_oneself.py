"""The questions the newest memories raise: about who and what keeps coming up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

from engine.models.rehearsal.mind import Answer, called, name_table, room_words
from engine.models.rehearsal.pack import Pack
from engine.models.rehearsal.telling import alike, content_words, statement
from engine.models.rehearsal.text import tidy
from engine.prompts.questions import AskOneself
from engine.records import Memory

LEAST_WORTH = 4


def ask_oneself(prompt: AskOneself, pack: Pack, draw: Random) -> Answer:
    """Three questions at most, the most salient first."""
    name, town = called(prompt.persona), tidy(prompt.town, 60) or pack.phrases["somewhere"][0]
    names = name_table(prompt, pack)
    questions = []
    others = Counter(
        agent
        for memory in prompt.recent
        for agent in memory.about
        if agent in names and agent != prompt.persona.id
    )
    for agent, _ in others.most_common(1):
        questions.append(pack.say(draw, "ask_person", name=name, other=names[agent]))
    for core, _ in talked_about(enumerate(prompt.recent, start=1), pack)[:1]:
        questions.append(pack.say(draw, "ask_topic", town=town, topic=core))
    if len(questions) < 2:
        places = Counter(memory.place for memory in prompt.recent if memory.place)
        for place, _ in places.most_common(1):
            questions.append(pack.say(draw, "ask_place", name=name, place=room_words(place, pack)))
    questions.append(pack.say(draw, "ask_self", name=name))
    return {"questions": [_asked(question) for question in questions[:3]]}


def talked_about(numbered: Iterable[tuple[int, Memory]], pack: Pack) -> list[tuple[str, list[int]]]:
    """What several memories say alike, with their numbers: the statement that most of them share first."""
    groups: list[tuple[str, frozenset[str], list[int]]] = []
    for number, memory in numbered:
        if memory.importance < LEAST_WORTH or memory.kind in ("plan", "reflection"):
            continue
        if any(pack.finds(name, memory.text) for name in ("said", "summary", "routine")):
            continue
        core = statement(tidy(memory.text, 300), pack)[0]
        words = content_words(core, pack)
        group = next((each for each in groups if alike(words, each[1]) or alike(each[1], words)), None)
        if group is None:
            groups.append((core, words, [number]))
        else:
            group[2].append(number)
    shared = [(tidy(core, 240), numbers) for core, words, numbers in groups if words and len(numbers) >= 2]
    return sorted(shared, key=lambda each: -len(each[1]))


def _asked(question: str) -> str:
    line = tidy(question, 399)
    return line if line.endswith(("?", "？")) else f"{line}?"
