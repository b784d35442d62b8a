"""Judges the conclusions of a run, each by the rows that were there when it was drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.records import Memory
from tests.truth.conclusions import asked, company, dealings, occasions, oneself, sides, told
from tests.truth.conclusions.asking import CLAIMS, claim
from tests.truth.conclusions.dealings import clauses
from tests.truth.log import Log, Past
from tests.truth.reading import Said
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


@claim("an earlier conclusion and what came since")
def came_since(past: Past, said: Said) -> str:
    """The agent had concluded it, it was true then, and what the clause says came afterwards."""
    before = [row for row in past.memories("reflection") if past.log.same(said.text["what"], row.text)]
    if not before:
        return "it had not concluded that"
    then = verdict(replace(past, row=before[0].id, minute=before[0].minute), before[0].text)
    if then.verdict != "true":
        return f"what it had concluded is {then.verdict}: {then.why}"
    ways = [
        way[0] for other in past.log.names for way in clauses(past, said.text["one"], other) if len(way) == 1
    ]
    later = [each for each in ways if not each.wrong and max(each.minutes) >= before[0].minute]
    return "" if later else next((each.wrong for each in ways if each.wrong), "it did not come since")
