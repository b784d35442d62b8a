"""Context: notice a server that reads less than it is sent, as some cut a prompt off without a word."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

_FEWER = 1.6  # times as many tokens as were ever counted, beyond which a prompt must have been cut
_ENOUGH = 3  # prompts, before anything is said of it


@dataclass(frozen=True, slots=True, kw_only=True)
class CutPrompts:
    """The most tokens that a server has counted in a prompt (`counted`), and the approximate tokens of the
    longest prompt (`sent`).
    """

    counted: int
    sent: int


def cut_prompts(counts: Iterable[tuple[int, int]]) -> CutPrompts | None:
    """Return how much a server reads of its prompts, from their estimated tokens and those it counted.

    Returns None if it reads them whole. The shorter half, which it does read, tells how its tokens compare to
    the estimate. A server that leaves what it has cached out of its count has counted the longest prompts
    whole at first, and so is not taken for one that cuts them.
    """
    rows = sorted((estimate, counted) for estimate, counted in counts if estimate and counted)
    if len(rows) < 2 * _ENOUGH:
        return None
    ratio = median(counted / estimate for estimate, counted in rows[: len(rows) // 2])
    most = max(counted for _, counted in rows)
    longer = [estimate * ratio for estimate, _ in rows if estimate * ratio > _FEWER * most]
    return CutPrompts(counted=most, sent=round(max(longer))) if len(longer) >= _ENOUGH else None
