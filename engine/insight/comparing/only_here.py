"""Only here: what was said, remembered and planned in one of two runs and not in the other."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Generic

from engine.moments.moment import Moment
from engine.records import Line, Memory, MemoryKind, Step
from engine.store.log.apart import only_in, shared_until
from engine.store.log.rows import R, read_log


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlyHere(Generic[R]):
    """The rows that one run has and the other has not, each way, in order."""

    one: tuple[R, ...]
    other: tuple[R, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignedLine:
    """A line of one run beside the line of the other that says the same; None where there is none."""

    one: Line | None
    other: Line | None

    @property
    def is_same(self) -> bool:
        """Return whether both runs have it."""
        return self.one is not None and self.other is not None


def memories_apart(one: Moment, other: Moment, kind: MemoryKind) -> OnlyHere[Memory]:
    """Return the memories of a kind that somebody has in one run alone: not in these words in the other."""
    return _apart(one, other, Memory, ("agent", "text"), f"kind = '{kind}'")


def plans_apart(one: Moment, other: Moment) -> OnlyHere[Step]:
    """Return the blocks of plans that somebody has in one run alone: not at that hour, or not that."""
    return _apart(one, other, Step, ("agent", "start", "activity", "room"), "level = 'block'")


def lines_apart(one: Moment, other: Moment) -> OnlyHere[Line]:
    """Return what somebody says in one run alone: in the other they say nothing in these words."""
    return _apart(one, other, Line, ("speaker", "text"))


def aligned_lines(one: Moment, other: Moment) -> tuple[AlignedLine, ...]:
    """Return all that was said since two runs part, side by side, in order: lines stand beside each other
    where the same person says the same.
    """
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
    return OnlyHere(one=both[0], other=both[1])


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
