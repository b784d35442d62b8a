"""The diary: what the agent makes of the day, at bedtime, in its own voice."""

from __future__ import annotations

from random import Random

from engine.clock import day_of
from engine.language.phrases import phrases
from engine.prompts.questions import KeepDiary
from engine.records import Memory
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import tidy
from engine.rehearsal.mind import Answer, ahead
from engine.rehearsal.recollect import is_resolve, is_second_hand
from engine.rehearsal.speaker import Speaker, speaker_of
from engine.rehearsal.understand import Proposition, alike, understand

MOST_SENTENCES = 5
MOST_REMEMBERED = 2
CLOSE = 0.3


def keep_diary(prompt: KeepDiary, pack: Pack, draw: Random) -> Answer:
    """Return two to five sentences about what mattered."""
    me = speaker_of(prompt, pack, draw)
    sentences = [each for each in (_occasion(prompt, me),) if each]
    for memory in _chosen(prompt, me):
        sentences.append(_remembered(memory, " ".join(sentences), me))
    sentences += [_company(prompt, me)] if len(sentences) < 2 else []
    sentences = [each for each in sentences if each] or [me.say("diary_quiet")]
    plans = (memory for memory in ahead(prompt.memories, prompt.now) if memory.kind == "plan")
    coming = [memory for memory in plans if not is_resolve(memory, pack)][:1]
    sentences += [me.say("diary_ahead", core=_said(memory, me)) for memory in coming]
    sentences = [*sentences[: MOST_SENTENCES - 1], me.say("diary_last")]
    return {"text": tidy(pack.joined(me.sentence(each, 300) for each in sentences), 1_200)}


def _occasion(prompt: KeepDiary, me: Speaker[KeepDiary]) -> str:
    """Return a sentence about an occasion that the agent gave or was at today, or an empty string."""
    for memory in prompt.memories:
        says = _says(memory, me)
        if says.occasion and _shows(memory, prompt.day, me.pack):
            if says.host == me.name:
                return me.say("diary_gave", occasion=says.occasion)
            return me.say("diary_was_there", whose=me.whose(says.host), occasion=says.occasion)
    return ""


def _shows(memory: Memory, day: int, pack: Pack) -> bool:
    """Return whether a memory of today shows an occasion as it was."""
    if day_of(memory.minute) != day:
        return False
    came = memory.kind == "reflection" and pack.phrases.read("insight_came", memory.text) is not None
    return came or memory.kind == "observation"


def _says(memory: Memory, me: Speaker[KeepDiary]) -> Proposition:
    return understand(memory.text[:400], me.everybody, me.pack)


def _company(prompt: KeepDiary, me: Speaker[KeepDiary]) -> str:
    """Return a sentence about the closest person talked to today, or an empty string."""
    bonds = {bond.other: bond.closeness for bond in me.persona.bonds}
    met = [agent for memory in prompt.memories if memory.kind == "talk" for agent in memory.about]
    dear = max(met, key=lambda agent: bonds.get(agent, 0.0), default="")
    return me.say("diary_talked", other=me.name_of(dear).called) if bonds.get(dear, 0.0) >= CLOSE else ""


def _remembered(memory: Memory, so_far: str, me: Speaker[KeepDiary]) -> str:
    says, avoid = _says(memory, me), so_far.lower()
    if memory.kind == "reflection":
        return me.say("diary_thought", avoid, core=_said(memory, me))
    if says.source is not None and says.source != me.name:
        core = me.inside(me.of_themselves(me.own(tidy(says.text, 220)), says.source))
        return me.say("diary_heard", avoid, source=says.source.called, core=core)
    core = me.inside(me.own(tidy(says.text, 220)))
    return me.say("diary_next" if so_far else "diary_first", core=core)


def _chosen(prompt: KeepDiary, me: Speaker[KeepDiary]) -> list[Memory]:
    """Pick the day's most important memories that do not say the same, in order of time."""
    of_day = [memory for memory in prompt.memories if _stays(memory, prompt.day, me)]
    ranked = sorted(of_day, key=lambda memory: (-memory.importance, -memory.id))
    chosen: list[Memory] = []
    for memory in ranked:
        words = _says(memory, me).words
        if not any(alike(words, _says(other, me).words) for other in chosen):
            chosen.append(memory)
        if len(chosen) == MOST_REMEMBERED:
            break
    return sorted(chosen, key=lambda memory: memory.id)


def _stays(memory: Memory, day: int, me: Speaker[KeepDiary]) -> bool:
    """Return whether a memory is worth a sentence: of today, and no plan, seed, quoted line or routine."""
    if memory.kind in ("plan", "seed") or day_of(memory.minute) != day:
        return False
    shown = memory.kind == "observation" and bool(_says(memory, me).occasion)
    seen_talking = phrases(me.pack.language).read("talks", memory.text) is not None
    return not shown and not seen_talking and not is_second_hand(memory, me.pack)


def _said(memory: Memory, me: Speaker[KeepDiary]) -> str:
    return me.inside(me.own(tidy(memory.text, 220)))
