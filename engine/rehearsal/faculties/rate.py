"""Ratings: how much an observation matters, from a toothbrush (1) to a proposal (10)."""

from __future__ import annotations

from random import Random

from engine.prompts.questions import Rate
from engine.records import Persona
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import tidy, words_of
from engine.rehearsal.mind import Answer

MOST_RATED = 50
GRAVE = (("dire", 10), ("alarm", 8))
NOTABLE = (("big", 6), ("middling", 4))


def rate(prompt: Rate, pack: Pack, draw: Random) -> Answer:
    """Return one rating for each observation, in the same order."""
    return {"ratings": [importance(text, prompt.persona, pack) for text in prompt.observations[:MOST_RATED]]}


def importance(text: str, persona: Persona, pack: Pack) -> int:
    """Return the importance of an observation to a persona, from 1 to 10."""
    line = tidy(text, 600)
    routine = pack.finds("routine", line)
    concerns_me = _concerns(line, persona, pack)
    for words, worth in GRAVE:
        said = pack.alarms(line) if words == "alarm" else pack.has(words, line) and not routine
        if said:
            return worth
    if routine:
        return 2 if pack.has("big", line) else 1
    for words, worth in NOTABLE:
        if pack.has(words, line):
            return worth + (1 if concerns_me else 0)
    if pack.has("arrivals", line):
        return 3 if concerns_me else 2
    if pack.has("trivial", line):
        return 1
    return 3 if concerns_me else 2


def _concerns(line: str, persona: Persona, pack: Pack) -> bool:
    """Return whether a text concerns the persona: by name, by work, or by somebody loved or disliked."""
    if persona.name and persona.name[:60] in line:
        return True
    words = frozenset(words_of(line))
    mine = {bond.other.lower() for bond in persona.bonds if abs(bond.closeness) >= 0.3}
    work = {word for word in words_of(persona.work[:200]) if word not in pack.words["stop"].spaced}
    return not words.isdisjoint(mine | work)
