"""The questions the newest memories raise: about who and what keeps coming up."""

from __future__ import annotations

from collections import Counter
from random import Random

from engine.models.rehearsal.mind import Answer, called, name_table, room_words
from engine.models.rehearsal.pack import Pack
from engine.models.rehearsal.text import sentence, tidy, words_of
from engine.prompts.questions import AskOneself
from engine.records import Memory


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
    for topic in topics(prompt.recent, [*names.values()], pack)[:1]:
        questions.append(pack.say(draw, "ask_topic", town=town, topic=topic))
    if len(questions) < 2:
        places = Counter(memory.place for memory in prompt.recent if memory.place)
        for place, _ in places.most_common(1):
            questions.append(pack.say(draw, "ask_place", name=name, place=room_words(place, pack)))
    questions.append(pack.say(draw, "ask_self", name=name))
    return {"questions": [sentence(question) for question in questions[:3]]}


def topics(memories: tuple[Memory, ...], names: list[str], pack: Pack) -> list[str]:
    """The words that come up in several important memories, names and small words left out."""
    left_out = {word for name in names for word in words_of(name)} | pack.words["stop"]
    count: Counter[str] = Counter()
    for memory in memories:
        weight = memory.importance if memory.importance >= 4 else 1
        for word in {
            word for word in words_of(memory.text) if len(word) > 3 and not word.isdecimal()
        } - left_out:
            count[word] += weight
    enough = [(word, weight) for word, weight in count.items() if weight >= 6]
    return [tidy(word, 40) for word, _ in sorted(enough, key=lambda each: (-each[1], each[0]))]
