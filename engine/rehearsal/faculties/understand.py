"""What texts ask of an agent, as far as rules can read it."""

from __future__ import annotations

from dataclasses import asdict
from random import Random

from engine.prompts.questions import Understand
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.mind import Answer
from engine.rehearsal.reading.reader import readers_of


def understand(prompt: Understand, pack: Pack, draw: Random) -> Answer:
    """Return the requests in each text to the agent. A whisper may be worded as an order."""
    if prompt.written is None:
        return {"nothing": list(range(1, len(prompt.texts) + 1))}
    readers = readers_of(prompt.written, prompt.former)
    reads = [
        (number, asks)
        for number, text in enumerate(prompt.texts, 1)
        for sentence in readers.read(prompt.persona, text.text, prompt.now, told=text.source == "whisper")
        for asks in sentence.asks
        if asks.who == prompt.persona.id
    ]
    asking = {number for number, _ in reads}
    return {
        "reads": [{"text": number, "asks": asdict(asks)} for number, asks in reads],
        "nothing": [number for number in range(1, len(prompt.texts) + 1) if number not in asking],
    }
