"""Sum up a comparison in one row, so that many runs can be compared with one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from engine.errors import Worded, one_by_one, worded
from engine.insight.comparing.beginnings import Beginning
from engine.insight.comparing.comparison import Comparison
from engine.insight.comparing.counted import What

_MOST_CAUSES, _LONGEST = 3, 80
_WITHOUT_NAME: Mapping[str, Worded] = MappingProxyType(
    {
        "seed": worded("seed {there}"),
        "model": worded("model {there}"),
        "scenario": worded("scenario {there}"),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """One run compared with another, in a row of a table.

    `run` is its id and `name` its name. `otherwise` says in words what differs from outside. `since` is the
    first minute that differs (None if none does). `reached` of `people` agents are affected. `counts` are
    the numbers of rows of each kind, and `knowing` how many times an agent knows a fact of the town.
    """

    run: str
    name: str
    otherwise: str
    since: int | None
    reached: int
    people: int
    counts: Mapping[What, int]
    knowing: int

    COLUMNS: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "run": "run", "name": "name", "otherwise": "otherwise", "minute": "since", "reached": "reached",
            "people": "people", "knowing": "knowing",
        }
    )  # fmt: skip


def brief(found: Comparison) -> Brief:
    """Return the summary of a comparison for the second of its runs."""
    return Brief(
        run=found.other.row.id,
        name=found.other.row.name,
        otherwise=_otherwise(found.beginnings),
        since=found.parting.minute if found.parting is not None else None,
        reached=sum(one.since is not None for one in found.reached),
        people=len(found.reached),
        counts={each.what: each.other for each in found.counts},
        knowing=sum(len(each.other) for each in found.knowing()),
    )


def itself(found: Comparison) -> Brief:
    """Return the summary of the first run of a comparison, as if compared with itself."""
    return Brief(
        run=found.one.row.id,
        name=found.one.row.name,
        otherwise="",
        since=None,
        reached=0,
        people=len(found.reached),
        counts={each.what: each.one for each in found.counts},
        knowing=sum(len(each.one) for each in found.knowing()),
    )


def _otherwise(begun: Sequence[Beginning]) -> str:
    if not begun:
        return ""
    told = [_told(one) for one in begun[:_MOST_CAUSES]]
    if len(begun) > _MOST_CAUSES:
        told.append(worded("{count} more", count=len(begun) - _MOST_CAUSES))
    return one_by_one(told)


def _told(one: Beginning) -> Worded:
    there = _short(one.other)
    if one.what in _WITHOUT_NAME:
        return Worded(_WITHOUT_NAME[one.what].pattern, {"there": there})
    if not there:
        there = worded("without: {here}", here=_short(one.one)) if one.what == "author" else worded("none")
    return worded("{name}: {there}", name=one.name, there=there)


def _short(text: str) -> str:
    line = " / ".join(text.splitlines())
    if line == text and len(line) <= _LONGEST:
        return text  # which may know how it was worded
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
