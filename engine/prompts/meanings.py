"""What each prompt is for, what its placeholders stand for, and which of them it cannot do without: for
authors who word it themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

PURPOSES: Mapping[str, str] = MappingProxyType(
    {
        "common": "What every question begins with: who is thinking, and by which rules.",
        "plan_day": "Asked on waking, and when the day is planned anew: the day in a few blocks.",
        "plan_block": "Asked when a part of the day begins: its pieces, each in a room, with its objects.",
        "rate": "How much each thing that was noticed matters, from 1 to 10, where nothing is to be done.",
        "react": "Whether to leave the plan for what was just noticed, or for a door that does not open.",
        "speak": "The next line of a talk, one person at a time.",
        "take_away": "What stays of a talk that has just ended: what was learned, agreed on and felt.",
        "ask_oneself": "The first half of a reflection: the questions that the newest memories raise.",
        "conclude": "The second half of a reflection: conclusions, each with the memories it rests on.",
        "interview": "What you ask on the Chat page, or with `townwright ask`: answered off the record.",
        "heed": "What becomes of a whisper: a resolve, and when it is to be acted on.",
        "keep_diary": "The diary at bedtime, which feeds the plan of the next day.",
    }
)
"""Every prompt in the order of a day, and when it is asked."""

ESSENTIAL: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "common": ("name", "identity"),
        "plan_day": ("now", "rooms", "engagements"),
        "plan_block": ("block", "rooms"),
        "rate": ("observations",),
        "react": ("events", "obstacle", "people"),
        "speak": ("people", "lines", "recalled"),
        "take_away": ("lines",),
        "ask_oneself": ("recent",),
        "conclude": ("questions", "recalled"),
        "interview": ("question", "recalled"),
        "heed": ("whisper",),
        "keep_diary": ("memories",),
    }
)
"""The placeholders without which a question makes no sense, or its answer names what was never shown."""

MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        # who, where and when: every question has them
        "identity": "who is thinking: age, traits, home, work, way of speaking",
        "name": "the full name of who is thinking",
        "town": "the name of the town",
        "language": "the language in which the town thinks and speaks",
        "now": "the day and hour",
        "weekday": "the day of the week",
        "date": "the date",
        "wake": "when they usually get up",
        "sleep": "when they usually go to bed",
        "routine": "their usual day, from the persona's file",
        "status": "how they feel, as numbers",
        "places": "the rooms that an answer may name",
        "persons": "the people that an answer may name",
        "things": "the objects that an answer may name",
        # what a question is about
        "recalled": "the memories that come to mind, numbered",
        "engagements": "what was agreed on or resolved",
        "rooms": "the places they know, with the walk there, hours and rooms; in a block, with the objects",
        "unknown": "the rooms they have heard of and do not know the way to",
        "seeking": "the place they have to find today",
        "ways": "the places that others spoke of and they know, with the walk there",
        "people": "those present or known: relation, closeness, the last talk",
        "earlier": "today's plan so far; in an interview, what was asked and answered before",
        "yesterday": "what the diary says of the day before",
        "block": "the part of the day that is taken apart",
        "gist": "the day in one sentence",
        "because": "what came in between, if anything did",
        "observations": "what was noticed, numbered",
        "doing": "what they are doing",
        "place": "the room they are in",
        "events": "what they notice, the urgent marked",
        "obstacle": "what keeps a door shut, when they stand before one",
        "waited": "for how many minutes they have waited there",
        "told": "the numbers of the memories that somebody present was told already",
        "here": "what stands in the room, as it looks",
        "ahead": "what they plan next",
        "lines": "what was said so far, numbered",
        "recent": "the latest memories that weigh most",
        "questions": "the questions they ask themselves, numbered",
        "held": "what they have concluded before",
        "question": "what they are asked",
        "plan": "the plan of today",
        "diary": "what the diary says",
        "whisper": "the thought that was whispered",
        "day": "the number of the day",
        "memories": "what they remember of the day",
    }
)  # fmt: skip
"""What every placeholder stands for."""
