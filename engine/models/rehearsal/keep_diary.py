"""What the agent makes of the day, at bedtime, in its own voice."""

from __future__ import annotations

from random import Random

from engine.clock import day_of
from engine.models.rehearsal.grammar import first_person, low
from engine.models.rehearsal.mind import Answer, ahead, called
from engine.models.rehearsal.pack import Pack
from engine.models.rehearsal.text import bare, sentence, tidy, words_of
from engine.models.rehearsal.when import spoken
from engine.prompts.questions import KeepDiary
from engine.records import Memory


def keep_diary(prompt: KeepDiary, pack: Pack, draw: Random) -> Answer:
    """Two to five sentences about what mattered."""
    chosen = _chosen(prompt)
    said = [_said(memory, prompt, pack) for memory in chosen]
    sentences = [
        pack.say(draw, "diary_first" if number == 0 else "diary_next", core=low(text, pack.grammar))
        for number, text in enumerate(said)
    ] or [pack.say(draw, "diary_quiet")]
    coming = [memory for memory in ahead(prompt.memories, prompt.now) if memory not in chosen][:1]
    sentences += [
        pack.say(draw, "diary_ahead", core=low(_said(memory, prompt, pack), pack.grammar))
        for memory in coming
    ]
    sentences.append(pack.say(draw, "diary_last"))
    return {"text": tidy(" ".join(sentence(each, 260) for each in sentences[:5]), 1_200)}


def _chosen(prompt: KeepDiary) -> list[Memory]:
    """The day's three most important memories that do not say the same, in order of time."""
    of_day = [
        memory for memory in prompt.memories if memory.kind != "plan" and day_of(memory.minute) == prompt.day
    ]
    ranked = sorted(of_day or prompt.memories, key=lambda memory: (-memory.importance, -memory.id))
    chosen: list[Memory] = []
    for memory in ranked:
        words = set(words_of(memory.text))
        if words and not any(len(words & set(words_of(other.text))) > 0.6 * len(words) for other in chosen):
            chosen.append(memory)
        if len(chosen) == 3:
            break
    return sorted(chosen, key=lambda memory: memory.id)


def _said(memory: Memory, prompt: KeepDiary, pack: Pack) -> str:
    text = spoken(bare(tidy(memory.text, 220)), prompt.now, pack)
    return first_person(text, called(prompt.persona), pack.grammar)
