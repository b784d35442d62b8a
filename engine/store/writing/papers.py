"""Newspapers that models wrote about the days of runs. Kept beside the log, never in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.clock import DAY
from engine.store.file.connection import Store
from engine.store.log.lineage import lineage


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptSentence:
    """A sentence of a newspaper: its subject ("": the town), the rows it rests on, and, if it was left out,
    the rule (`why`) and the words at fault (`what`).
    """

    text: str
    about: str = ""
    ids: tuple[int, ...] = ()
    why: str = ""
    what: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptPaper:
    """A day's newspaper as a model wrote it: the profile and the model, the time, the edition, whether it is
    the one shown, the accepted sentences (the first is the headline if `headed`), and the sentences left out.
    """

    run: int
    day: int
    profile: str
    model: str
    made: str
    edition: int
    shown: bool
    headed: bool
    sentences: tuple[KeptSentence, ...]
    left_out: tuple[KeptSentence, ...]


_COLUMNS = "run, day, profile, model, made, edition, shown, headed, sentences, left_out"


def keep_paper(store: Store, paper: KeptPaper) -> None:
    """Store a newspaper, replacing that day's earlier one."""
    values = (
        paper.run, paper.day, paper.profile, paper.model, paper.made, paper.edition, paper.shown,
        paper.headed, _packed(paper.sentences), _packed(paper.left_out),
    )  # fmt: skip
    with store.write(durable=True) as db:
        db.execute(f"INSERT OR REPLACE INTO written_paper ({_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?)", values)


def kept_paper(store: Store, run: int, day: int) -> KeptPaper | None:
    """Return the newspaper of a day of a run or, if the fork came after that day, of an ancestor; None if
    there is none.
    """
    for number, cut in lineage(store, run):
        if cut is not None and cut < day * DAY:
            continue
        rows = store.select(f"SELECT {_COLUMNS} FROM written_paper WHERE run = ? AND day = ?", (number, day))
        if rows:
            return _record(rows[0])
    return None


def hand_over_papers(store: Store, run: int, other: Store, there: int) -> None:
    """Copy the newspapers of a run, with those of its past, to a run in another file."""
    line = lineage(store, run)
    marks = ", ".join("?" * len(line))
    days = store.select(
        f"SELECT DISTINCT day FROM written_paper WHERE run IN ({marks})", [number for number, _ in line]
    )
    for (day,) in days:
        paper = kept_paper(store, run, day)
        if paper is not None:
            keep_paper(other, replace(paper, run=there))


def _packed(sentences: Sequence[KeptSentence]) -> str:
    rows = [[one.text, one.about, one.ids, one.why, one.what] for one in sentences]
    return json.dumps(rows, ensure_ascii=False)


def _unpacked(text: str) -> tuple[KeptSentence, ...]:
    return tuple(
        KeptSentence(text=said, about=about, ids=tuple(ids), why=why, what=what)
        for said, about, ids, why, what in json.loads(text)
    )


def _record(row: Sequence[Any]) -> KeptPaper:
    run, day, profile, model, made, edition, shown, headed, sentences, left_out = row
    return KeptPaper(
        run=run, day=day, profile=profile, model=model, made=made, edition=edition, shown=bool(shown),
        headed=bool(headed), sentences=_unpacked(sentences), left_out=_unpacked(left_out),
    )  # fmt: skip
