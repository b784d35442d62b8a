"""Strangers: names in a question or line that the agent has never heard."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from engine.prompts.questions import Interview, Speak
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.speaker import Speaker

_LONGEST = 60


def stranger_asked_about(question: str, me: Speaker[Interview]) -> str:
    """Return a name in an interview question that the agent has never heard, or an empty string."""
    prompt = me.prompt
    known = [prompt.diary, *(room.path for room in prompt.rooms)]
    known += [f"{step.room} {step.activity}" for step in prompt.plan]
    known += [answer for _, answer in prompt.earlier]
    return _stranger_in(question, me, known)


def stranger_spoken_of(text: str, me: Speaker[Speak]) -> str:
    """Return a name in a line of a talk that the agent has never heard, or an empty string."""
    prompt = me.prompt
    known = [f"{step.room} {step.activity}" for step in prompt.ahead]
    known += [line.text for line in prompt.lines if line.speaker == me.persona.id]
    known += [called for name in me.everybody for called in (name.full, name.called)]
    known += [*me.pack.addressing.kin.values(), *(room.path for room in prompt.ways)]
    return _stranger_in(text, me, known)


def _stranger_in(text: str, me: Speaker[Interview] | Speaker[Speak], besides: Iterable[str]) -> str:
    everything = "\n".join((*_in_mind(me), *besides)).lower()
    for found in me.pack.patterns["name"].finditer(text):
        name = _without_lead(found[0].strip(), me.pack)
        if not name or name in me.pack.words["no_names"] or _begins(found, text):
            continue
        if not any(part.lower() in everything for part in name.split()) or (
            " " in name and name.lower() not in everything
        ):
            return name[:_LONGEST]
    return ""


def _in_mind(me: Speaker[Any]) -> list[str]:
    prompt, persona = me.prompt, me.persona
    known = [prompt.town, persona.name, persona.home, persona.work, prompt.place, prompt.doing]
    known += [persona.currently, *persona.seed, *persona.knows, *persona.traits]
    known += [person.name for person in prompt.people] + [memory.text for memory in prompt.recalled]
    known += [me.name_of(person.agent).called for person in prompt.people]
    known += [memory.text for memory in prompt.engagements]
    return known + [f"{item.place} {item.activity}" for item in persona.routine]


def _without_lead(name: str, pack: Pack) -> str:
    """Return a name without a leading word that is no name: `Should Bram` gives `Bram`."""
    first, _, rest = name.partition(" ")
    return rest if rest and first in pack.words["no_names"] else name


def _begins(found: re.Match[str], text: str) -> bool:
    """Return whether a single word has a capital letter only because it begins a sentence."""
    before = text[: found.start()].rstrip()
    alone = text.strip().rstrip("?？.!") == found[0]
    return " " not in found[0] and not alone and (not before or before[-1] in ".!?:;。！？：；")
