"""Find the lines, memories and plans that only one of two runs has."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from types import MappingProxyType
from typing import ClassVar, Generic

from engine.display.listed import Records, Tabular
from engine.display.rows import Grid, cells_of, columns_of
from engine.moments.moment import Moment
from engine.records import Line, Memory, MemoryKind, Step
from engine.store.log.apart import only_in, shared_until
from engine.store.log.rows import R, read_log


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlyHere(Tabular, Generic[R]):
    """The rows that only the one run has, and those that only the other has, in order."""

    one: Records[R]
    other: Records[R]

    def _grid_(self) -> Grid:
        sides = {"one": self.one, "other": self.other}
        return Grid(
            caption=f"{self.one.kind.__name__} in one run only",
            columns=("only_in", *columns_of(self.one.kind)),
            rows=tuple((side, *cells_of(row)) for side, rows in sides.items() for row in rows),
            total=len(self.one) + len(self.other),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignedLine:
    """A line of one run beside the same line of the other; None where a run does not have it."""

    one: Line | None
    other: Line | None

    COLUMNS: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "is_same": "is_same", "one_id": "one.id", "one_minute": "one.minute",
            "one_speaker": "one.speaker", "one_text": "one.text",
            "other_id": "other.id", "other_minute": "other.minute",
            "other_speaker": "other.speaker", "other_text": "other.text",
        }
    )  # fmt: skip

    @property
    def is_same(self) -> bool:
        """Return whether both runs have the line."""
        return self.one is not None and self.other is not None


def memories_apart(one: Moment, other: Moment, kind: MemoryKind) -> OnlyHere[Memory]:
    """Return the memories of a kind that only one run has: same agent, but a text the other run lacks."""
    return _apart(one, other, Memory, ("agent", "text"), f"kind = '{kind}'")


def plans_apart(one: Moment, other: Moment) -> OnlyHere[Step]:
    """Return the planned blocks that only one run has: another agent, hour, activity or room."""
    return _apart(one, other, Step, ("agent", "start", "activity", "room"), "level = 'block'")


def lines_apart(one: Moment, other: Moment) -> OnlyHere[Line]:
    """Return the lines that only one run has: same speaker, but words the other run lacks."""
    return _apart(one, other, Line, ("speaker", "text"))


def aligned_lines(one: Moment, other: Moment) -> tuple[AlignedLine, ...]:
    """Return all lines said since two runs differ, in order, with equal lines of one speaker side by side."""
    mine, theirs = _lines(one, other), _lines(other, one)
    return tuple(_aligned(mine, theirs, lambda line: (line.speaker, line.text)))


def _apart(one: Moment, other: Moment, kind: type[R], same: Sequence[str], where: str = "") -> OnlyHere[R]:
    store, numbers = one.store, (one.row.number, other.row.number)
    asked = ("only here", kind, *numbers, one.before, tuple(same), where)
    both = store.unchanged(
        asked,
        lambda: tuple(
            only_in(store, kind, mine, theirs, same, before=one.before, where=where)
            for mine, theirs in (numbers, numbers[::-1])
        ),
    )
    return OnlyHere(one=Records.of(kind, both[0]), other=Records.of(kind, both[1]))


def _lines(one: Moment, other: Moment) -> tuple[Line, ...]:
    shared = shared_until(one.store, one.row.number, other.row.number)
    return tuple(read_log(one.store, one.row.number, Line, after=shared - 1, before=one.before))


def _aligned(
    mine: Sequence[Line], theirs: Sequence[Line], key: Callable[[Line], Hashable]
) -> list[AlignedLine]:
    found: list[AlignedLine] = []
    matcher = SequenceMatcher(None, [key(line) for line in mine], [key(line) for line in theirs], False)
    for how, first, last, begins, ends in matcher.get_opcodes():
        if how == "equal":
            pairs = zip(mine[first:last], theirs[begins:ends], strict=True)
            found += [AlignedLine(one=here, other=there) for here, there in pairs]
        else:
            apart = [AlignedLine(one=line, other=None) for line in mine[first:last]]
            apart += [AlignedLine(one=None, other=line) for line in theirs[begins:ends]]
            found += sorted(apart, key=_at)
    return found


def _at(pair: AlignedLine) -> tuple[int, bool]:
    line = pair.one or pair.other
    return (line.id, pair.one is None) if line is not None else (0, False)
