"""How much an observation matters: a toothbrush 1, a proposal 10."""

from __future__ import annotations

from random import Random

from engine.models.rehearsal.grammar import short_name
from engine.models.rehearsal.mind import Answer, called
from engine.models.rehearsal.pack import Pack
from engine.models.rehearsal.text import tidy, words_of
from engine.prompts.questions import Rate
from engine.records import Persona

MOST_RATED = 50


def rate(prompt: Rate, pack: Pack, draw: Random) -> Answer:
    """One number for each observation, in the same order."""
    return {"ratings": [importance(text, prompt.persona, pack) for text in prompt.observations[:MOST_RATED]]}


def importance(text: str, persona: Persona, pack: Pack) -> int:
    """What one observation is worth to a persona, from 1 to 10."""
    line = tidy(text, 600)
    words = set(words_of(line))
    concerns_me = short_name(called(persona)) in line or bool(words & _own_words(persona, pack))
    for name, worth in (("dire", 10), ("alarm", 8)):
        if words & pack.words[name] and (name == "alarm" or not pack.finds("routine", line)):
            return worth
    if pack.finds("routine", line):
        return 2 if words & pack.words["big"] else 1
    for name, worth in (("big", 6), ("middling", 4)):
        if words & pack.words[name]:
            return worth + (1 if concerns_me else 0)
    if words & pack.words["arrivals"]:
        return 3 if concerns_me else 2
    if words & pack.words["trivial"]:
        return 1
    return 3 if concerns_me else 2


def _own_words(persona: Persona, pack: Pack) -> set[str]:
    """The words that touch the persona: bonds and what they are busy with."""
    mine = {bond.other.lower() for bond in persona.bonds if bond.closeness >= 0.3 or bond.closeness <= -0.3}
    mine |= {word for word in words_of(persona.work[:200]) if word not in pack.words["stop"]}
    return mine
