"""Answers to an interviewer: always from memory, plan and persona, in one's own voice, never invented."""

from __future__ import annotations

from random import Random

from engine.models.rehearsal.grammar import first_person
from engine.models.rehearsal.mind import Answer, called
from engine.models.rehearsal.pack import Pack
from engine.models.rehearsal.text import bare, sentence, tidy, words_of
from engine.prompts.questions import Interview


def interview(prompt: Interview, pack: Pack, draw: Random) -> Answer:
    """The answer, and the numbers of the memories it rests on."""
    asked = {word for word in words_of(prompt.question[:2_000])} - pack.words["stop"]
    fitting = [
        (len(asked & set(words_of(memory.text))), number, memory)
        for number, memory in enumerate(prompt.recalled[:200], start=1)
    ]
    best = sorted((each for each in fitting if each[0]), key=lambda each: (-each[0], each[1]))[:2]
    if not best:
        return {"answer": pack.say(draw, "unknown_thing"), "because": []}
    said = [
        first_person(bare(tidy(memory.text, 300)), called(prompt.persona), pack.grammar)
        for _, _, memory in best
    ]
    answer = " ".join(sentence(text) for text in said if text) or pack.say(draw, "unknown_thing")
    return {"answer": tidy(answer, 2_000), "because": [number for _, number, _ in best]}
