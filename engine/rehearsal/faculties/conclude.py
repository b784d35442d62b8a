"""Insights: what the recalled memories together say about people, the town and the agent itself."""

from __future__ import annotations

from itertools import zip_longest
from random import Random

from engine.prompts.questions import Conclude
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.mind import Answer
from engine.rehearsal.reflection.deep import about_confirmed, about_insights
from engine.rehearsal.reflection.inferred import about_what_follows, about_what_is_seen
from engine.rehearsal.reflection.joined import about_what_meets
from engine.rehearsal.reflection.people import (
    about_guests,
    about_people,
    about_sides,
    about_whom_one_keeps_thinking_of,
    about_whom_one_thinks_of,
)
from engine.rehearsal.reflection.thought import Thought, chosen, reflecting
from engine.rehearsal.reflection.town import about_oneself, about_pastimes, about_town
from engine.rehearsal.speaker import speaker_of

MOST_INSIGHTS = 2
PRESSING = (about_guests, about_oneself)
OTHERS = (about_sides, about_town, about_insights, about_whom_one_keeps_thinking_of)
FOR_WANT_OF_BETTER = (about_people, about_whom_one_thinks_of, about_confirmed, about_pastimes)


def conclude(prompt: Conclude, pack: Pack, draw: Random) -> Answer:
    """Return a few insights. Each rests on at least two memories, and none is held already."""
    it = reflecting(prompt, speaker_of(prompt, pack, draw))
    held = [*prompt.held, *(memory.text for memory in prompt.recalled if memory.kind == "reflection")]
    pressing = [thought for about in PRESSING for thought in about(it)]
    joined = list(about_what_meets(it))
    plain = (list(about(it)) for about in draw.sample(OTHERS, len(OTHERS)))
    followed = list(about_what_follows(it))
    others = _in_turn([followed, _in_turn([joined, *plain])])  # what follows says more than a tie alone
    first = chosen(pressing, held, 1, pack)
    held += [thought.text for thought in first]
    then = chosen([*others, *pressing], held, MOST_INSIGHTS - len(first), pack)
    if not first and not then:
        then = chosen(about_what_is_seen(it), held, 1, pack)
    if not first and not then:
        then = chosen(_in_turn([list(about(it)) for about in FOR_WANT_OF_BETTER]), held, 1, pack)
    return {
        "insights": [
            {"text": each.text, "because": list(each.because), "importance": each.importance}
            for each in (*first, *then)
        ]
    }


def _in_turn(kinds: list[list[Thought]]) -> list[Thought]:
    return [thought for row in zip_longest(*kinds) for thought in row if thought is not None]
