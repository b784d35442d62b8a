"""Papers that models wrote of the days of runs. Beside the log, never in it."""

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
    """A sentence of a written paper: whom it is about (nobody: the town), the rows it rests on, and of one
    that is left out by which rule, with the words at fault.
    """

    text: str
    about: str = ""
    ids: tuple[int, ...] = ()
    why: str = ""
    what: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptPaper:
    """The paper of a day as a model wrote it: the profile and the model, when, in which edition, whether it
    is the one that is shown, the sentences that stand, the first of them the headline if `headed`, and those
    that are left out.
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
    """Keep a paper in place of the one there was of that day."""
    values = (
        paper.run, paper.day, paper.profile, paper.model, paper.made, paper.edition, paper.shown,
        paper.headed, _packed(paper.sentences), _packed(paper.left_out),
    )  # fmt: skip
    with store.write(durable=True) as db:
        db.execute(f"INSERT OR REPLACE INTO written_paper ({_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?)", values)


def kept_paper(store: Store, run: int, day: int) -> KeptPaper | None:
    """Return the paper that was last written of a day of a run or, where it shares all of that day, of whom
    it was forked off.
    """
    for number, cut in lineage(store, run):
        if cut is not None and cut < day * DAY:
            continue
        rows = store.select(f"SELECT {_COLUMNS} FROM written_paper WHERE run = ? AND day = ?", (number, day))
        if rows:
            return _record(rows[0])
    return None


def hand_over_papers(store: Store, run: int, other: Store, there: int) -> None:
    """Keep in a run of another file the papers that one in this has, those of its past among them."""
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
