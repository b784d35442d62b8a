"""Conclusions: what memories bear out when they are read together; each rests on those that license it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from random import Random

from engine.prompts.questions import Conclude
from engine.records import Memory
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.mind import Answer
from engine.rehearsal.reflection.asking import (
    about_a_change_of_mind,
    about_answers,
    about_being_asked,
    about_what_is_left,
)
from engine.rehearsal.reflection.company import (
    about_no_word,
    about_two_things_of_one,
    about_two_together,
)
from engine.rehearsal.reflection.dealt import about_two_turns, about_what_was_said_at_last
from engine.rehearsal.reflection.lived import Lived, lived_by
from engine.rehearsal.reflection.occasions import about_guests, about_two_at_once, about_where_one_was
from engine.rehearsal.reflection.oneself import about_a_resolution, about_what_was_urgent
from engine.rehearsal.reflection.standing import (
    about_sides,
    about_support,
    about_two_candidates,
    about_two_pledges,
)
from engine.rehearsal.reflection.telling import (
    about_what_is_not_owned_to,
    about_what_is_unsaid,
    about_what_one_keeps_quiet,
    about_what_one_told,
    about_what_several_told,
)
from engine.rehearsal.reflection.thought import Thought, chosen, frames_of
from engine.rehearsal.speaker import speaker_of

MOST_INSIGHTS = 2
LATELY = 3  # conclusions after which something of another kind is rather concluded
SOON = 60  # minutes in which what was said in a talk is not yet looked back on
Rule = Callable[[Lived], Iterator[Thought]]
PRESSING: tuple[Rule, ...] = (
    about_guests, about_where_one_was, about_two_at_once, about_two_pledges, about_a_resolution,
    about_what_was_urgent, about_what_was_said_at_last, about_a_change_of_mind,
)  # fmt: skip
OTHERS: tuple[Rule, ...] = (
    about_two_turns, about_answers, about_being_asked, about_what_is_left, about_sides, about_support,
    about_what_several_told, about_what_one_told, about_what_is_unsaid, about_what_is_not_owned_to,
    about_two_things_of_one, about_two_together, about_no_word, about_two_candidates,
)  # fmt: skip


def conclude(prompt: Conclude, pack: Pack, draw: Random) -> Answer:
    """Return at most two conclusions. Each rests on at least two memories, and none is held already."""
    it = lived_by(prompt, speaker_of(prompt, pack, draw))
    held = [*prompt.held, *(memory.text for _, memory in it.of_kind("reflection"))]
    first = chosen(_fresh([thought for about in PRESSING for thought in about(it)], it), held, 1, pack)
    held += [thought.text for thought in first]
    others = [
        *_in_turn([list(about(it)) for about in draw.sample(OTHERS, len(OTHERS))]),
        *about_what_one_keeps_quiet(it),  # for want of better
    ]
    lately = frames_of(held[-LATELY:], pack)
    others.sort(key=lambda thought: thought.frame in lately)  # rather something of another kind
    then = chosen(_fresh(others, it), held, MOST_INSIGHTS - len(first), pack)
    return {
        "insights": [
            {"text": each.text, "because": list(each.because), "importance": each.importance}
            for each in (*first, *then)
        ]
    }


def _fresh(thoughts: list[Thought], it: Lived) -> list[Thought]:
    """Return the thoughts that rest on more than any one earlier conclusion did, or one talk just over."""
    numbers = {memory.id: number for number, memory in it.rows}
    rows = dict(it.rows)
    old = [
        {numbers[row] for row in memory.evidence if row in numbers} for _, memory in it.of_kind("reflection")
    ]
    return [
        each for each in thoughts
        if not any(set(each.because) <= known for known in old)
        and not _only_repeats([rows[number] for number in each.because], it.prompt.now)
    ]  # fmt: skip


def _only_repeats(memories: list[Memory], now: int) -> bool:
    """Return whether all that a thought rests on was just lived in one minute, whatever was known before."""
    lived = {memory.minute for memory in memories if memory.kind != "seed"}
    return len(lived) == 1 and now - min(lived) < SOON


def _in_turn(kinds: list[list[Thought]]) -> list[Thought]:
    return [thought for row in zip_longest(*kinds) for thought in row if thought is not None]
