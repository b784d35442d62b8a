"""Insights: what the recalled memories, taken together, say about people, the town and oneself."""

from __future__ import annotations

from itertools import zip_longest
from random import Random

from engine.prompts.questions import Conclude
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.mind import Answer
from engine.rehearsal.reflection.deep import about_confirmed, about_insights
from engine.rehearsal.reflection.joined import about_what_meets
from engine.rehearsal.reflection.people import about_guests, about_people, about_sides
from engine.rehearsal.reflection.thought import Thought, chosen, reflecting
from engine.rehearsal.reflection.town import about_oneself, about_pastimes, about_places, about_town
from engine.rehearsal.speaker import speaker_of

MOST_INSIGHTS = 2
PRESSING = (about_insights, about_guests, about_oneself)
OTHERS = (about_people, about_sides, about_town)
FOR_WANT_OF_BETTER = (about_confirmed, about_pastimes, about_places)


def conclude(prompt: Conclude, pack: Pack, draw: Random) -> Answer:
    """Return a few insights, each resting on two memories or more, none of them held already."""
    it = reflecting(prompt, speaker_of(prompt, pack, draw))
    held = [*prompt.held, *(memory.text for memory in prompt.recalled if memory.kind == "reflection")]
    pressing = [thought for about in PRESSING for thought in about(it)]
    joined = list(about_what_meets(it))
    others = _in_turn([joined, *(list(about(it)) for about in draw.sample(OTHERS, len(OTHERS)))])
    fillers = _in_turn([list(about(it)) for about in FOR_WANT_OF_BETTER])
    first = chosen(pressing, held, 1, pack)
    held += [thought.text for thought in first]
    then = chosen([*others, *pressing, *fillers], held, MOST_INSIGHTS - len(first), pack)
    return {
        "insights": [
            {"text": each.text, "because": list(each.because), "importance": each.importance}
            for each in (*first, *then)
        ]
    }


def _in_turn(kinds: list[list[Thought]]) -> list[Thought]:
    return [thought for row in zip_longest(*kinds) for thought in row if thought is not None]
