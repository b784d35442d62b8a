"""Conclusions: what memories bear out when they are read together; each rests on those that license it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from random import Random

from engine.prompts.questions import Conclude
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.mind import Answer
from engine.rehearsal.reflection.asking import (
    about_a_yes_seen,
    about_answers,
    about_being_asked,
    about_what_is_left,
)
from engine.rehearsal.reflection.company import (
    about_the_first_word,
    about_the_longest_talk,
    about_what_has_changed,
    about_where_one_meets,
    about_who_is_at_it_again,
    about_who_is_seen_together,
    about_who_was_beside,
    about_whom_one_has_not_seen,
    about_whom_one_met,
    about_whom_one_only_saw,
)
from engine.rehearsal.reflection.dealt import about_two_conclusions, about_two_turns, about_what_came_since
from engine.rehearsal.reflection.lived import Lived, lived_by
from engine.rehearsal.reflection.occasions import about_guests, about_two_at_once, about_where_one_was
from engine.rehearsal.reflection.oneself import (
    about_a_resolution,
    about_closed_doors,
    about_what_was_urgent,
)
from engine.rehearsal.reflection.standing import about_sides, about_terms
from engine.rehearsal.reflection.telling import (
    about_what_is_seen_of_it,
    about_what_is_unsaid,
    about_what_one_told,
    about_what_several_told,
    about_what_touches,
)
from engine.rehearsal.reflection.thought import Thought, chosen, frames_of
from engine.rehearsal.speaker import speaker_of

MOST_INSIGHTS = 2
LATELY = 3  # conclusions after which something of another kind is rather concluded
Rule = Callable[[Lived], Iterator[Thought]]
PRESSING: tuple[Rule, ...] = (
    about_guests, about_where_one_was, about_two_at_once, about_a_resolution, about_what_was_urgent,
)  # fmt: skip
OTHERS: tuple[Rule, ...] = (
    about_two_turns, about_answers, about_being_asked, about_a_yes_seen, about_what_is_left, about_sides,
    about_what_came_since, about_terms, about_what_several_told, about_what_is_seen_of_it,
    about_what_one_told, about_what_is_unsaid, about_what_has_changed,
    about_two_conclusions,
)  # fmt: skip
OF_COMPANY: tuple[Rule, ...] = (
    about_whom_one_met, about_who_was_beside, about_whom_one_only_saw, about_who_is_seen_together,
    about_what_touches, about_whom_one_has_not_seen,
)  # fmt: skip
FOR_WANT_OF_BETTER: tuple[Rule, ...] = (
    about_the_longest_talk, about_where_one_meets, about_the_first_word, about_closed_doors,
    about_who_is_at_it_again,
)  # fmt: skip


def conclude(prompt: Conclude, pack: Pack, draw: Random) -> Answer:
    """Return at most two conclusions. Each rests on at least two memories, and none is held already."""
    it = lived_by(prompt, speaker_of(prompt, pack, draw))
    held = [*prompt.held, *(memory.text for _, memory in it.of_kind("reflection"))]
    first = chosen(_fresh([thought for about in PRESSING for thought in about(it)], it), held, 1, pack)
    held += [thought.text for thought in first]
    others = [
        *_in_turn([list(about(it)) for about in draw.sample(OTHERS, len(OTHERS))]),
        *_in_turn([list(about(it)) for about in draw.sample(OF_COMPANY, len(OF_COMPANY))]),
    ]
    lately = frames_of(held[-LATELY:], pack)
    others.sort(key=lambda thought: thought.frame in lately)  # rather something of another kind
    then = chosen(_fresh(others, it), held, MOST_INSIGHTS - len(first), pack)
    if not first and not then:
        plain = [thought for about in FOR_WANT_OF_BETTER for thought in about(it)]
        then = chosen(_fresh(plain, it), held, 1, pack)
    return {
        "insights": [
            {"text": each.text, "because": list(each.because), "importance": each.importance}
            for each in (*first, *then)
        ]
    }


def _fresh(thoughts: list[Thought], it: Lived) -> list[Thought]:
    """Return the thoughts that rest on more than any one earlier conclusion did."""
    numbers = {memory.id: number for number, memory in it.rows}
    old = [
        {numbers[row] for row in memory.evidence if row in numbers} for _, memory in it.of_kind("reflection")
    ]
    return [each for each in thoughts if not any(set(each.because) <= rows for rows in old)]


def _in_turn(kinds: list[list[Thought]]) -> list[Thought]:
    return [thought for row in zip_longest(*kinds) for thought in row if thought is not None]
