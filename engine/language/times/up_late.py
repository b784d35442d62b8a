"""Up late: day words said after midnight, changed into those that a rested speaker would use."""

from __future__ import annotations

from engine.clock import DAY, day_of
from engine.language.times.rules import rules_of

_DAWN = 4 * 60


def as_of_the_day(text: str, language: str, minute: int) -> str:
    """Return a text with its day words as on the new day, if it was said between midnight and 04:00.

    Speakers who are still up say `tomorrow` for the day that has just begun; this becomes `today`.
    """
    if day_of(minute) < 2 or minute % DAY >= _DAWN:  # nobody has lived a day before the first
        return text
    rules = rules_of(language)
    return rules.said_late.sub(lambda found: rules.up_late[found[0].lower()], text)
