"""What the agent makes of the day, at bedtime, in its own voice."""

from __future__ import annotations

from random import Random

from engine.clock import day_of
from engine.models.rehearsal.grammar import first_person, low
from engine.models.rehearsal.mind import Answer, ahead, called
from engine.models.rehearsal.pack import Pack
from engine.models.rehearsal.telling import alike, content_words, statement
from engine.models.rehearsal.text import bare, sentence, tidy
from engine.models.rehearsal.when import spoken
from engine.prompts.questions import KeepDiary
from engine.records import Memory


def keep_diary(prompt: KeepDiary, pack: Pack, draw: Random) -> Answer:
    """Two to five sentences about what mattered."""
    chosen = _chosen(prompt, pack)
    said = [_said(memory, prompt, pack) for memory in chosen]
    sentences = [
        pack.say(draw, _frame(number, memory), core=low(text, pack.grammar))
        for number, (memory, text) in enumerate(zip(chosen, said, strict=True))
    ] or [pack.say(draw, "diary_quiet")]
    coming = [memory for memory in ahead(prompt.memories, prompt.now) if memory not in chosen][:1]
    sentences += [
        pack.say(draw, "diary_ahead", core=low(_said(memory, prompt, pack), pack.grammar))
        for memory in coming
    ]
    sentences.append(pack.say(draw, "diary_last"))
    return {"text": tidy(" ".join(sentence(each, 260) for each in sentences[:5]), 1_200)}


def _chosen(prompt: KeepDiary, pack: Pack) -> list[Memory]:
    """The day's three most important memories that do not say the same, in order of time."""
    of_day = [memory for memory in prompt.memories if _stays(memory, prompt.day, pack)]
    ranked = sorted(of_day, key=lambda memory: (-memory.importance, -memory.id))
    chosen: list[Memory] = []
    for memory in ranked:
        words = content_words(statement(memory.text, pack)[0], pack)
        if not any(alike(words, content_words(other.text, pack)) for other in chosen):
            chosen.append(memory)
        if len(chosen) == 3:
            break
    return sorted(chosen, key=lambda memory: memory.id)


def _frame(number: int, memory: Memory) -> str:
    if memory.kind == "reflection":
        return "diary_thought"
    return "diary_first" if number == 0 else "diary_next"


def _stays(memory: Memory, day: int, pack: Pack) -> bool:
    """Whether a memory is worth a line: lived today, and no plan, no line word for word, no routine."""
    if memory.kind in ("plan", "seed") or day_of(memory.minute) != day:
        return False
    return not any(pack.finds(name, memory.text) for name in ("said", "summary", "routine"))


def _said(memory: Memory, prompt: KeepDiary, pack: Pack) -> str:
    text = spoken(bare(tidy(memory.text, 220)), prompt.now, pack)
    return first_person(text, called(prompt.persona), pack.grammar)
