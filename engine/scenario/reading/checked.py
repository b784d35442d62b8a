"""Reads a whole scenario: every file, every problem, at once."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from engine.errors import worded
from engine.language.names.suggesting import shown
from engine.prompts.wordings import Wording
from engine.records import Scenario
from engine.rehearsal.preview import preview_of
from engine.scenario.allowed_files import (
    TOWN,
    WORLD,
    as_one_name,
    looks_meant,
    nearest_file,
    notebook_named,
    persona_of,
    prompt_of,
)
from engine.scenario.build import build
from engine.scenario.files import MOST_BYTES_ALL, MOST_FILES
from engine.scenario.garbage import seldom_collected
from engine.scenario.lint.prompts import lint_prompts
from engine.scenario.lint.said.meaning import lint_meaning
from engine.scenario.lint.said.undone import lint_undone
from engine.scenario.lint.town import lint
from engine.scenario.problems import Problem
from engine.scenario.reading.check import Source, check_file
from engine.scenario.reading.fragments import shared
from engine.scenario.reading.schema import PersonaPart, TownPart, WorldPart
from engine.scenario.wordings import wordings_in

MOST_PROBLEMS = 500

_KEPT = 16  # readings: a workspace has a few towns, each as saved and as drafted

M = TypeVar("M", TownPart, WorldPart)


@dataclass(frozen=True, slots=True)
class Checked:
    """A scenario that can be lived (None if there are errors), and all problems found."""

    scenario: Scenario | None
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        """Return the errors, which keep the scenario from being lived."""
        return tuple(problem for problem in self.problems if problem.severity == "error")

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Return the warnings, which an author should know of."""
        return tuple(problem for problem in self.problems if problem.severity == "warning")

    @property
    def notices(self) -> tuple[Problem, ...]:
        """Return the notices: no mistakes of the author's, but perhaps worth a look."""
        return tuple(problem for problem in self.problems if problem.severity == "notice")


def read_scenario(files: Mapping[str, str | bytes], name: str) -> Checked:
    """Check the files of a scenario. `name` becomes its id; personas are ordered by file name.

    The latest readings are cached, since the same files are read twice when a run is begun.
    """
    with seldom_collected():
        return _read(tuple(files.items()), name, remarks=True)


def read_to_live(files: Mapping[str, str | bytes], name: str) -> Checked:
    """Check a scenario like `read_scenario`, without the slow remarks: a run that is opened again does not
    need them.
    """
    with seldom_collected():
        return _read(tuple(files.items()), name, remarks=False)


def read_file(files: Mapping[str, str | bytes], file: str) -> tuple[Problem, ...]:
    """Return the problems of one file that do not depend on the others."""
    if file == TOWN:
        return check_file(files[file], file, TownPart).problems
    if file == WORLD:
        return check_file(files[file], file, WorldPart).problems
    return check_file(files[file], file, PersonaPart).problems if persona_of(file) is not None else ()


@dataclass(frozen=True, slots=True)
class _Parsed:
    """The files of a scenario, each checked by itself, with fragments merged in."""

    town: Source[TownPart]
    world: Source[WorldPart]
    people: Mapping[str, Source[PersonaPart]]


@lru_cache(maxsize=_KEPT)
def _parsed(content: tuple[tuple[str, str | bytes], ...]) -> _Parsed:
    files = dict(content)
    people = {
        as_one_name(agent): check_file(files[file], file, PersonaPart)
        for file in sorted(files)
        if (agent := persona_of(file)) is not None
    }
    town, sharing = shared(_source(files, TOWN, TownPart), people)
    return _Parsed(town=town, world=_source(files, WORLD, WorldPart), people=sharing)


@lru_cache(maxsize=_KEPT)
def _read(content: tuple[tuple[str, str | bytes], ...], name: str, *, remarks: bool) -> Checked:
    files = dict(content)
    refused = tuple(_refused(files))
    if refused:
        return Checked(None, refused)
    parsed = _parsed(content)
    town, world, people = parsed.town, parsed.world, parsed.people
    found = itertools.chain(
        _strangers(files),
        town.problems,
        world.problems,
        (problem for source in people.values() for problem in source.problems),
        lint(town, world, people, remarks=remarks),
        lint_prompts(files),
    )
    problems = _ordered(found, list(files))
    if any(problem.severity == "error" for problem in problems):
        return Checked(None, problems)
    scenario = _built(name, town, world, people, wordings_in(files))
    if remarks and scenario is not None:
        misspelt = {(one.file, one.line) for one in problems if one.code in ("TW421", "TW422")}
        meant = lint_meaning(scenario, town, people, preview_of(scenario), misspelt=misspelt)
        undone = lint_undone(scenario, town, preview_of(scenario), misspelt=misspelt)
        problems = _ordered(itertools.chain(problems, meant, undone), list(files))
    return Checked(scenario, problems)


def _built(
    name: str,
    town: Source[TownPart],
    world: Source[WorldPart],
    people: Mapping[str, Source[PersonaPart]],
    wordings: Iterable[Wording],
) -> Scenario | None:
    parts = {agent: source.part for agent, source in people.items() if source.part is not None}
    if town.part is None or world.part is None or len(parts) < len(people):
        return None
    own = {each.name: each.text for each in wordings if each.is_own}
    return replace(build(name, town.part, world.part, parts), wordings=own)


def _source(files: Mapping[str, str | bytes], file: str, model: type[M]) -> Source[M]:
    if file in files:
        return check_file(files[file], file, model)
    missing = Problem(file, 1, 1, "TW001", worded("{file} is missing", file=file), worded("add the file"))
    return Source(file, None, None, (missing,))


def _refused(files: Mapping[str, str | bytes]) -> Iterator[Problem]:
    """Yield the problems of a scenario that is too large to be read at all."""
    if len(files) > MOST_FILES:
        yield Problem(
            TOWN,
            1,
            1,
            "TW003",
            worded("the scenario has {files:,} files", files=len(files)),
            worded("use at most {most_files:,} files", most_files=MOST_FILES),
        )
    if sum(map(len, files.values())) > MOST_BYTES_ALL:
        size = worded(
            "all files together are larger than {most_bytes_all:,} bytes", most_bytes_all=MOST_BYTES_ALL
        )
        yield Problem(TOWN, 1, 1, "TW003", size, worded("make the town smaller"))


def _strangers(files: Mapping[str, str | bytes]) -> Iterator[Problem]:
    """Yield the problems of files outside a scenario's places, which are probably misspelt."""
    for file in sorted(files):
        holds = (persona_of(file), prompt_of(file), notebook_named(file))
        if file in (TOWN, WORLD) or any(name is not None for name in holds) or not _may_be_meant(file):
            continue
        remedy = worded("did you mean {nearest_file}?", nearest_file=shown(nearest_file(file)))
        yield Problem(file, 1, 1, "TW002", worded("{file} is not a scenario file", file=shown(file)), remedy)


def _may_be_meant(file: str) -> bool:
    if looks_meant(file) or file.startswith("prompts/"):
        return True
    return file.lower().endswith((".yaml", ".yml")) and not file.startswith("notebooks/")


def _ordered(found: Iterator[Problem], files: list[str]) -> tuple[Problem, ...]:
    """Return the problems without repetitions, sorted by file and position, up to a limit."""
    place = {file: i for i, file in enumerate([TOWN, WORLD, *sorted(set(files) - {TOWN, WORLD})])}
    kept: dict[tuple[str, int, int, str, str], Problem] = {}
    for problem in found:
        if len(kept) >= MOST_PROBLEMS:
            more = Problem(
                TOWN,
                1,
                1,
                "TW901",
                worded("the town has more than {most_problems} problems", most_problems=MOST_PROBLEMS),
                worded("fix these first"),
            )
            return (*_sorted(kept.values(), place), more)
        kept.setdefault((problem.file, problem.line, problem.col, problem.code, problem.message), problem)
    return tuple(_sorted(_mendable(kept.values()), place))


def _mendable(problems: Collection[Problem]) -> list[Problem]:
    """Return the problems, without the fixes for files whose YAML must first be corrected by hand."""
    by_hand = {problem.file for problem in problems if problem.code.startswith("TW1")}
    return [replace(one, fix=None) if one.file in by_hand else one for one in problems]


def _sorted(problems: Iterable[Problem], place: Mapping[str, int]) -> list[Problem]:
    return sorted(problems, key=lambda problem: (place.get(problem.file, -1), problem.line, problem.col))
