"""Turns whispers, which an agent hears as its own inner voice, into resolves and engagements.

See section 5 of the paper.
"""

from __future__ import annotations

from engine.clock import minute_at, parse_clock
from engine.cognition.facts import facts_said, know
from engine.cognition.intending.intend import announce, intend, stated_by, take_up
from engine.cognition.intending.understand import understand
from engine.cognition.knowing import known_rooms
from engine.cognition.retrieve import retrieve
from engine.cognition.thinker import Thinker
from engine.cognition.wayfinding.places import heard_of
from engine.errors import BadInput
from engine.language.times.up_late import as_of_the_day
from engine.prompts.known import Told
from engine.prompts.questions import Heed
from engine.records import Memory
from engine.scenario.stating.stating import intentions_read

_MATTERS = 6
_STATED_MATTERS = 8


def _take_up_fields(thinker: Thinker, whisper: Memory) -> bool:
    """Take up what a whisper states in fields, and return whether it has usable fields."""
    fields = thinker.stated(whisper.id)
    if not fields:
        return False
    try:
        intentions = intentions_read(fields, thinker.town.scenario)
    except BadInput:  # a person or place it names no longer exists
        return False
    for intention in intentions:
        stated = stated_by(thinker.town, thinker.persona, thinker.now, intention)
        take_up(thinker, stated, "plan", _STATED_MATTERS, [whisper.id])
    return True


async def heed_whisper(thinker: Thinker) -> None:
    """Turn every whisper not yet heeded into a plan memory that cites it, and into intentions.

    If the model gives no usable answer, the plan memory repeats the whisper's own words, and what was
    understood of the whisper still becomes intentions.
    """
    for whisper in tuple(thinker.mind.unheeded):
        if _take_up_fields(thinker, whisper):
            continue
        rooms = known_rooms(thinker)
        whispered = as_of_the_day(whisper.text, thinker.town.scenario.language, whisper.minute)
        named = thinker.town.world.named(whispered)
        match = thinker.town.phrases.read("whispered", whispered)
        heard = match["text"] if match else whispered
        reading = await understand(thinker, [Told(text=heard, source="whisper")])
        reading.log(thinker)
        asked = reading.of(thinker, heard)
        answer = await thinker.ask_if_possible(
            thinker.prompt(
                Heed,
                whisper=whispered,
                deeds=tuple(ask.deed for ask in asked if not ask.is_of_nobody),
                recalled=await retrieve(
                    thinker, [whispered], purpose="heed", weights=thinker.town.settings.acting
                ),
                rooms=rooms,
                choices={
                    "place": (
                        *(room.path for room in rooms),
                        *heard_of(thinker, (place.rooms[0].path for place in named)),
                    )
                },
            )
        )
        engagement = answer.engagement if answer else None
        importance = answer.importance if answer else _MATTERS
        when = minute_at(engagement.day, parse_clock(engagement.time)) if engagement else None
        resolve = thinker.remember(
            "plan",
            answer.resolve if answer else thinker.say("crosses_mind", text=heard),
            importance,
            evidence=(whisper.id,),
            place=engagement.place if engagement else "",
            when=when if when is not None and when >= thinker.now else None,
        )
        know(thinker, facts_said(thinker, [whisper.id]), resolve.id)
        for intention in intend(thinker, asked, resolve):
            announce(thinker, intention, importance)
