"""Judges the conclusions of a run, each by the rows that were there when it was drawn."""

from __future__ import annotations

from collections.abc import Iterator

from engine.records import Memory
from tests.truth.conclusions import asked, company, dealings, occasions, oneself, sides, told
from tests.truth.conclusions.asking import CLAIMS
from tests.truth.log import Log, Past
from tests.truth.verdict import Verdict

PREDICATES = (asked, company, dealings, occasions, oneself, sides, told)  # for the claims that they enter


def judged(log: Log) -> Iterator[Verdict]:
    """Yield a verdict on each conclusion of a run."""
    for row in log.rows[Memory]:
        if row.kind == "reflection":
            yield verdict(Past(log, row.agent, row.id, row.minute), row.text)


def verdict(past: Past, text: str) -> Verdict:
    """Return the verdict on a sentence that the agent concluded: true, if one of its readings is."""
    wrong: list[tuple[str, str]] = []
    for said in past.log.reader("conclusions").read(text, past.me):
        if said.claim in CLAIMS:
            why = CLAIMS[said.claim](past, said)
            if not why:
                return Verdict(past.row, text, "true", said.claim)
            wrong.append((said.claim, why))
    if not wrong:
        return Verdict(past.row, text, "unchecked", why="it matches no claim")
    return Verdict(past.row, text, "untrue", *wrong[0])
