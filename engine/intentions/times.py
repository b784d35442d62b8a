"""When the words of a sentence mean: days and hours, found in it as it is read at a minute of the town."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.intentions.tagging import Found
from engine.intentions.understood import Moment
from engine.records import Scenario


def times_from(scenario: Scenario, now: int) -> Callable[[str], Sequence[Found]]:
    """Return what finds the moments that a text speaks of, as somebody reads it at a minute."""
    from engine.rehearsal.language.pack import bundled_packs, pack_for  # TODO the reader of times

    cal = pack_for(bundled_packs(), scenario.language).calendar

    def found(text: str) -> Sequence[Found]:
        out = []
        whole = cal.read(text, now, scenario.starts)
        minute = whole.minute(now)
        for p in (
            cal.day_pattern,
            cal.word_pattern,
            cal.weekday_pattern,
            cal.clock_pattern,
            cal.heard_pattern,
            cal.hour_pattern,
            cal.part_pattern,
        ):
            for m in p.finditer(text):
                out.append(Found(m.start(), m.end(), Moment(said=m[0], day=whole.day, start=minute)))
        return out

    return found
