"""Mutations: does a test notice when a line of the engine's heart is wrong?

mutmut changes one thing at a time in the files that pyproject.toml names and runs the tests that come by.
What no test notices is listed, with the reason why it may stay where one is known (`mutations.yaml`).
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
REASONS = Path(__file__).with_name("mutations.yaml")
_NOTICED = frozenset({1, 3, 24, -24, 36, 152, 255})  # a test failed, or did not come to its end in time
_SQL = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE|WHERE|AND|ASC|DESC)\b")
_CASE_ONLY = "SQL reads its keywords and names in any case"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One change of one line, and whether a test noticed it."""

    file: str
    key: str
    noticed: bool

    @property
    def where(self) -> str:
        """The function that was changed, as `module.Class.function`."""
        function = self.key.rpartition("__mutmut_")[0]
        module, _, name = function.rpartition(".")
        return f"{module}.{name.removeprefix('xǁ').removeprefix('x_').replace('ǁ', '.')}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Survivor:
    """A change that no test noticed: the lines before and after, and why that may be (empty: unknown)."""

    mutant: Mutant
    before: str
    after: str
    why: str


def mutate() -> list[Mutant]:
    """Change everything in turn and run the tests; what came of each change."""
    subprocess.run([sys.executable, "-m", "mutmut", "run"], cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
    return list(outcomes())


def outcomes() -> Iterator[Mutant]:
    """Read what came of each change in the latest run."""
    kept = ROOT / "mutants"
    for file in sorted(kept.rglob("*.meta")):
        name = file.relative_to(kept).as_posix().removesuffix(".meta")
        for key, code in json.loads(file.read_text("utf-8"))["exit_code_by_key"].items():
            yield Mutant(file=name, key=key, noticed=code in _NOTICED)


def survivor(mutant: Mutant) -> Survivor:
    """Find what the change was that no test noticed, and the reason why it may stay."""
    command = [sys.executable, "-m", "mutmut", "show", mutant.key]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    before, after = (
        " ".join(line[1:].strip() for line in said if line.startswith(sign) and not line.startswith(3 * sign))
        for sign in "-+"
    )
    return Survivor(mutant=mutant, before=before, after=after, why=_why(mutant, before, after))


def _why(mutant: Mutant, before: str, after: str) -> str:
    if before.casefold() == after.casefold() and _SQL.search(before):
        return _CASE_ONLY
    for reason in yaml.safe_load(REASONS.read_text("utf-8")):
        if reason["where"] == mutant.where and reason["after"] in after:
            return str(reason["why"])
    return ""


def table(mutants: list[Mutant]) -> Iterator[tuple[str, int, int]]:
    """Count the changes of each file and those that a test noticed, all together last."""
    made = Counter(each.file for each in mutants)
    noticed = Counter(each.file for each in mutants if each.noticed)
    for file in sorted(made):
        yield file, made[file], noticed[file]
    yield "all", made.total(), noticed.total()
