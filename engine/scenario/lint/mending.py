"""Mends a scenario: applies the fix of every problem that has one, until none is left."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.errors import BadInput, NotFound
from engine.scenario.document.apply import apply
from engine.scenario.document.edits import Mend
from engine.scenario.problems import Problem
from engine.scenario.reading.checked import read_file, read_scenario, read_to_live

_MOST_MENDS = 1000
"""What is mended may uncover the next, a home that is known again is found to be full; but not for ever."""

_Key = tuple[str, str, str]
_Read = Callable[[Mapping[str, str]], Sequence[Problem]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """The files after mending, the problems that were fixed, in order, and those that stay because their fix
    would not have removed them.
    """

    files: Mapping[str, str]
    problems: tuple[Problem, ...]
    stay: tuple[Problem, ...] = ()


def mended(
    files: Mapping[str, str], name: str, codes: Collection[str] = (), *, most: int = _MOST_MENDS
) -> Mended:
    """Fix every problem of a scenario that has a fix, only those with some `codes` if given; return the
    result.
    """
    mending = _Mending(dict(files), frozenset(codes), most)
    for read in _readings(files, name):
        mending.mend(read)
    stay = mending.meant(read_scenario(mending.files, name).problems)
    return Mended(files=mending.files, problems=tuple(mending.done), stay=tuple(stay))


def _readings(files: Mapping[str, str], name: str) -> Iterator[_Read]:
    """Yield functions that find problems, from the quickest to the most thorough. Every fix needs another
    reading, and most problems of a large town are found without reading all of it.
    """
    for file in files:
        yield lambda now, file=file: read_file(now, file)  # type: ignore[misc]
    yield lambda now: read_to_live(now, name).problems
    yield lambda now: read_scenario(now, name).problems


@dataclass(slots=True)
class _Mending:
    """The files so far. One problem is fixed at a time and all is read again: a fix refers to items by
    number, and another fix may have moved them.
    """

    files: dict[str, str]
    codes: frozenset[str]
    most: int
    done: list[Problem] = field(default_factory=list)
    _refused: list[tuple[_Key, Mend | None]] = field(default_factory=list)
    _been: list[dict[str, str]] = field(default_factory=list)

    def meant(self, found: Sequence[Problem]) -> Sequence[Problem]:
        """Return the problems that have a fix and are to be fixed."""
        return [one for one in found if one.fix is not None and (not self.codes or one.code in self.codes)]

    def mend(self, read: _Read) -> None:
        """Fix the problems that a reading finds, the first one first, until none is left that can be
        fixed.
        """
        found: Sequence[Problem] | None = read(self.files)
        while found is not None and len(self.done) < self.most:
            found = self._one_less(found, read)

    def _one_less(self, found: Sequence[Problem], read: _Read) -> Sequence[Problem] | None:
        """Fix the first problem that can be fixed; return the problems found afterwards, or None if none
        could be fixed.
        """
        for problem in self.meant(found):
            known = (_key(problem), problem.fix)
            if known in self._refused:
                continue
            after = self._mended(problem)
            left = read(after) if after is not None else found
            if after is not None and _count(problem, left) < _count(problem, found):
                self._been.append(self.files)
                self.files = after
                self.done.append(problem)
                return left
            self._refused.append(known)
        return None

    def _mended(self, problem: Problem) -> dict[str, str] | None:
        """Return the files after a fix, or None if it cannot be applied or leads back to an earlier state."""
        try:
            changed = apply(self.files, problem.fix) if problem.fix is not None else {}
        except (BadInput, NotFound):
            return None
        after = {file: text for file, text in {**self.files, **changed}.items() if text is not None}
        return after if after != self.files and after not in self._been else None


def _count(problem: Problem, found: Sequence[Problem]) -> int:
    """Count how often a problem occurs among others, regardless of its line."""
    return sum(_key(one) == _key(problem) for one in found)


def _key(problem: Problem) -> _Key:
    """Return the identity of a problem, regardless of its line."""
    return problem.file, problem.code, problem.message
