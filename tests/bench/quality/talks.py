"""Talk: how often, how long, how varied; and how many come to know each other."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, pairwise

from engine.clock import day_of
from tests.bench.quality.lived import DAYS, Lived, median, plain


def talks(lived: Lived) -> float:
    """How many conversations somebody takes part in, a day."""
    return sum(len(talk.members) for talk in lived.conversations) / lived.agent_days


def lines_a_talk(lived: Lived) -> float:
    """The median length of a conversation."""
    return median([len(lines) for lines in lived.lines_of.values()])


def ended(lived: Lived) -> float:
    """The share of conversations that somebody ended."""
    return sum(bool(talk.ended_by) for talk in lived.conversations) / max(1, len(lived.conversations))


def repeated_within(lived: Lived) -> float:
    """How many lines repeat one of the same conversation."""
    return sum(len(lines) - len({plain(line.text) for line in lines}) for lines in lived.lines_of.values())


def repeated_in_a_day(lived: Lived) -> float:
    """The largest share of a day's lines that were said before on that day, by whomever."""
    worst = 0.0
    for day in range(1, DAYS + 1):
        said = [plain(line.text) for line in lived.lines if day_of(line.minute) == day]
        worst = max(worst, (len(said) - len(set(said))) / max(1, len(said)))
    return worst


def distinct_pairs(lived: Lived) -> float:
    """Distinct-2: the share of all pairs of words (or characters) that are different ones."""
    pairs: Counter[tuple[str, str]] = Counter()
    for line in lived.lines:
        words = re.findall(r"[^\W_]+(?:['’][^\W_]+)?", line.text.lower())
        pairs.update(pairwise(words if lived.scenario.language == "en" else "".join(words)))
    return len(pairs) / max(1, pairs.total())


def density(lived: Lived, at_start: bool = False) -> float:
    """The share of all pairs who know each other (paper, section 7.1)."""
    known = {(row.agent, row.other) for row in lived.relations if not at_start or row.minute == 0}
    pairs = list(combinations(lived.agents, 2))
    return sum((a, b) in known and (b, a) in known for a, b in pairs) / max(1, len(pairs))


def density_at_start(lived: Lived) -> float:
    """As it was when the town began."""
    return density(lived, at_start=True)
