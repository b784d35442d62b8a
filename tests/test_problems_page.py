"""The reference of the problems has every code, each with its reason; what it says of fixes is so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from engine.prompts.wordings import default
from engine.scenario import CODES, read_scenario
from engine.scenario.problems import explained_codes
from tests.problems_page import PAGE, problems_page
from tests.test_scenario_dull import CASES as DULL, SOUND as DULL_TOWN
from tests.test_scenario_lint import GOOD, MISTAKES, WARNINGS, changed
from tests.test_scenario_reader import REFUSED
from tests.test_scenario_said import CASES as SAID, SOUND as SAID_TOWN

REACT = default("react").rstrip() + "\n"
ROOT = Path(__file__).resolve().parents[1]


def found_by_tests():
    """Every problem of the towns that the tests of the lints break."""
    for file, old, new, *_ in (*MISTAKES.values(), *WARNINGS.values()):
        yield from read_scenario(changed(file, old, new), "x").problems
    for town, cases in ((DULL_TOWN, DULL), (SAID_TOWN, SAID)):
        for change, _ in cases.values():
            yield from read_scenario(broken(town, change), "x").problems


def broken(town, change):
    files = dict(town)
    for name, (old, new) in change.items():
        file = f"{name}.yaml" if name in ("town", "world") else f"personas/{name}.yaml"
        files[file] = files.get(file, "").replace(old, new, 1) if old else new
    return files


def test_the_page_is_written_anew():
    assert PAGE.read_text("utf-8") == problems_page(), "python -m tests.problems_page writes it anew"


def test_every_code_has_a_reason_and_an_example_and_nothing_else_has():
    said = tomllib.loads((ROOT / "engine" / "scenario" / "codes.toml").read_text("utf-8"))
    assert list(said) == list(CODES)
    assert all(set(one) <= {"why", "example", "fix"} for one in said.values())
    heads = re.findall(r"^### (TW\d+)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert heads == list(CODES)


@pytest.mark.soak
def test_a_code_is_as_grave_as_it_is_said_to_be_and_mended_where_that_is_said():
    seen, mended = set(), set()
    for problem in found_by_tests():
        seen.add(problem.code)
        assert problem.severity == explained_codes()[problem.code].severity, problem
        if problem.fix is not None:
            mended.add(problem.code)
    said = {code for code, one in explained_codes().items() if one.fix}
    assert mended == said & seen
    assert said - seen <= {"TW307", "TW429", "TW431", "TW433"}, "held by tests of their own"


BEYOND = {
    "no world": ({"world.yaml": None}, ("TW001", "world.yaml", 1)),
    "a file elsewhere": ({"person/dot.yaml": "name: Dot"}, ("TW002", "person/dot.yaml", 1)),
    "no such fragment": (
        {"personas/bob.yaml": GOOD["personas/bob.yaml"] + "includes: [crew]\n"},
        ("TW431", "personas/bob.yaml", 4),
    ),
    "what stands for nothing": (
        {"town.yaml": GOOD["town.yaml"] + "fragments:\n  crew: {seed: [$person sails]}\n"},
        ("TW434", "town.yaml", 8),
    ),
    "a fragment twice": (
        {
            "town.yaml": GOOD["town.yaml"] + "fragments: {crew: {traits: [calm]}}\n",
            "personas/bob.yaml": GOOD["personas/bob.yaml"] + "includes: [crew, crew]\n",
        },
        ("TW433", "personas/bob.yaml", 4),
    ),
    "at home where others go out": (
        {"personas/bob.yaml": GOOD["personas/bob.yaml"] + "day: {routine: [09:00 row @ Quay]}\n"},
        ("TW436", "personas/cy.yaml", 1),
    ),
    "an empty file": ({"personas/bob.yaml": ""}, ("TW114", "personas/bob.yaml", 1)),
    "nobody": (
        dict.fromkeys(("personas/ann.yaml", "personas/bob.yaml", "personas/cy.yaml")),
        ("TW401", "personas", 1),
    ),
    "more than a town can hold": (
        {"world.yaml": "".join(f"P{n}:\n" for n in range(2_001))},
        ("TW313", "world.yaml", 1),
    ),
    "no such prompt": ({"prompts/retort.md": "x"}, ("TW601", "prompts/retort.md", 1)),
    "a price": (
        {"prompts/react.md": f"{REACT}It costs $5."},
        ("TW602", "prompts/react.md", REACT.count("\n") + 1),
    ),
    "a field that there is not": (
        {"prompts/react.md": f"{REACT}$nmae"},
        ("TW603", "prompts/react.md", REACT.count("\n") + 1),
    ),
    "a wording without end": (
        {"prompts/react.md": REACT + "x" * 200_000},
        ("TW604", "prompts/react.md", REACT.count("\n") + 1),
    ),
    "a wording of nothing": ({"prompts/react.md": " \n"}, ("TW605", "prompts/react.md", 1)),
    "a mark in the middle": (
        {"prompts/react.md": f"{REACT}<!-- made from x -->"},
        ("TW606", "prompts/react.md", REACT.count("\n") + 1),
    ),
    "a question about nothing": ({"prompts/react.md": "Well?"}, ("TW607", "prompts/react.md", 1)),
    "a field again and again": (
        {"prompts/react.md": REACT + "$now " * 9},
        ("TW609", "prompts/react.md", REACT.count("\n") + 1),
    ),
}


@pytest.mark.parametrize("name", BEYOND)
def test_what_is_wrong_with_a_town_as_a_whole_is_told_too(name):
    change, wanted = BEYOND[name]
    files = {path: text for path, text in {**GOOD, **change}.items() if text is not None}
    assert wanted in [(one.code, one.file, one.line) for one in read_scenario(files, "x").problems]


def test_every_code_is_found_in_some_broken_town_and_in_its_line():
    told = {each[3] for each in (*MISTAKES.values(), *WARNINGS.values())}
    told |= {code for _, code, _ in REFUSED.values()} | {wanted[0] for _, wanted in BEYOND.values()}
    told |= {wanted[0] for _, wanted in SAID.values()} | {
        each[0] for _, wanted in DULL.values() for each in wanted
    }
    elsewhere = {"TW208", "TW402", "TW429", "TW608", "TW901"}  # in tests of their own
    assert set(CODES) - told == elsewhere
    assert sum(map(len, (MISTAKES, WARNINGS, REFUSED, BEYOND, SAID, DULL))) >= 150
