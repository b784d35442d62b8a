"""Answers about what the agent did before, after or at an occasion that a question names."""

from __future__ import annotations

from engine.clock import day_of, minute_at
from engine.rehearsal.interview.lookup.deeds import recounted
from engine.rehearsal.interview.lookup.occasions import occasion_named
from engine.rehearsal.interview.lookup.time_asked import TimeAsked, lived_in
from engine.rehearsal.interview.question import Asked, Reply
from engine.rehearsal.reflection.attendance import LASTS

_NEAR = 240  # minutes before or after an occasion that are meant


def around_occasion(asked: Asked) -> Reply | None:
    """Say what the agent did before, after or at the time of an occasion that is over, or return None."""
    occasion = None if asked.named else occasion_named(asked)
    if occasion is None or occasion.when > asked.prompt.now:
        return None
    begins, ends = occasion.when, occasion.when + LASTS
    midnight = minute_at(day_of(begins), 0)
    time = TimeAsked(begins, ends, part=True)
    if asked.finds("asks_after"):
        time = TimeAsked(ends, ends + _NEAR, part=True)
    elif asked.finds("asks_before"):
        time = TimeAsked(max(midnight, begins - _NEAR), begins, part=True)
    rows = [row for row in lived_in(asked, time) if row.begins >= time.first or row.ends > time.first]
    return recounted(rows, asked)
