"""Distortion: details that are lost or changed when somebody passes a thing on."""

from __future__ import annotations

import re
from random import Random

from engine.clock import DAY, clock_words
from engine.prompts.questions import Speak
from engine.records import Persona
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import bare
from engine.rehearsal.speaker import Speaker


def distorted(core: str, speaker: Speaker[Speak], *, held: bool) -> str:
    """Return a retold sentence in which now and then a detail is lost or changed.

    The place is lost only of what is `held` somewhere: of anything else it may be what is told.
    """
    if speaker.draw.random() >= carelessness(speaker.persona, speaker.pack):
        return core
    ways = [_another_hour, _no_hour, _another_number, *([_no_place] if held else [])]
    speaker.draw.shuffle(ways)
    for way in ways:
        other = way(core, speaker.pack, speaker.draw)
        if other != core and len(other) > len(core) // 2:
            return other
    return core


def carelessness(persona: Persona, pack: Pack) -> float:
    """Return the probability (0 to 0.6) that the persona gets a detail wrong when it passes something on."""
    traits = " ".join([*(trait[:80] for trait in persona.traits[:12]), persona.register[:200]])
    careless, exact = pack.words["careless"].count(traits), pack.words["exact"].count(traits)
    return max(0.0, min(0.6, 0.08 + 0.2 * careless + 0.3 * persona.forgetting - 0.2 * exact))


def _another_hour(core: str, pack: Pack, draw: Random) -> str:
    """Return a sentence with its time one hour earlier or later."""
    found = pack.calendar.clock_pattern.search(core)
    minute = pack.calendar.read(core, 0).clock if found else None
    if found is None or minute is None:
        return core
    other = (minute + draw.choice((-60, 60, 60))) % DAY
    at = pack.calendar.at_clock.format(clock=clock_words(other))
    return core[: found.start()] + at + core[found.end() :]


def _no_hour(core: str, pack: Pack, draw: Random) -> str:
    return _tidied(pack.calendar.clock_pattern.sub("", core, count=1))


def _no_place(core: str, pack: Pack, draw: Random) -> str:
    found = pack.patterns["where"].search(core)
    return _tidied(core[: found.start()] + core[found.end() :]) if found else core


def _another_number(core: str, pack: Pack, draw: Random) -> str:
    """Return a sentence with its number raised by one: eleven lanterns become twelve."""
    found = pack.patterns["counted"].search(core)
    if found is None:
        return core
    at = pack.numbers.index(found["number"].lower())
    other = pack.numbers[min(at + 1, len(pack.numbers) - 1)]
    return core[: found.start("number")] + other + core[found.end("number") :]


def _tidied(text: str) -> str:
    return bare(re.sub(r"\s+([,.;])", r"\1", " ".join(text.split())))
