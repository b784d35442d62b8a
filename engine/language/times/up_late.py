"""Up late: what is said after midnight of the day that has begun, as one says it once one has slept."""

from __future__ import annotations

from engine.clock import DAY, day_of
from engine.language.times.rules import rules_of

_DAWN = 4 * 60


def as_of_the_day(text: str, language: str, minute: int) -> str:
    """Return what was said at a minute as those understand it who live the day that it belongs to: who has
    lived a day and is still up calls the one that began at midnight tomorrow.
    """
    if day_of(minute) < 2 or minute % DAY >= _DAWN:  # nobody has lived a day before the first
        return text
    rules = rules_of(language)
    return rules.said_late.sub(lambda found: rules.up_late[found[0].lower()], text)
