"""Judges the conclusions of a run, each by the rows that were there when it was drawn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import yaml

from engine.records import Memory
from tests.truth.conclusions import days, occasions, people, talk
from tests.truth.conclusions.asking import CLAIMS, claim
from tests.truth.log import Log, Past
from tests.truth.reading import Reader, Said
from tests.truth.verdict import Verdict

PREDICATES = (days, occasions, people, talk)  # imported for the claims that they enter
PATTERNS = Path(__file__).parent


def judged(log: Log) -> Iterator[Verdict]:
    """Yield a verdict on each conclusion of a run."""
    for row in log.rows[Memory]:
        if row.kind == "reflection":
            yield verdict(Past(log, row.agent, row.id, row.minute), row.text)


def verdict(past: Past, text: str) -> Verdict:
    """Return the verdict on a sentence that the agent concluded: true, if one of its readings is."""
    wrong: list[tuple[str, str]] = []
    for said in reader_of(past.log).read(text, past.me):
        why = CLAIMS[said.claim](past, said)
        if not why:
            return Verdict(past.row, text, "true", said.claim)
        wrong.append((said.claim, why))
    if not wrong:
        return Verdict(past.row, text, "unchecked", why="it matches no claim")
    return Verdict(past.row, text, "untrue", *wrong[0])


@cache
def reader_of(log: Log) -> Reader:
    """Return the reader of a town's conclusions."""
    patterns = yaml.safe_load((PATTERNS / f"{log.language}.yaml").read_text("utf-8"))
    return Reader(log.names, patterns)


@claim("an earlier conclusion is borne out")
def borne_out(past: Past, said: Said) -> str:
    """It was concluded before, is true now, and the agent has talked with whom it is about since."""
    what = said.text["what"]
    before = [row for row in past.memories("reflection") if past.log.same(what, row.text)]
    if not before:
        return "it has not concluded it before"
    since = [
        row
        for row in past.memories("talk")
        if row.id > before[0].id and set(row.about) & set(before[0].about)
    ]
    if not since:
        return "nothing has happened since"
    inner = verdict(past, before[0].text)
    return "" if inner.verdict == "true" else f"what is borne out is {inner.verdict}: {inner.why}"
