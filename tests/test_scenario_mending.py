"""Mending: what a problem offers to do is done by edits, mends it, and leaves all else as it was written."""

from __future__ import annotations

import pytest

from engine.scenario import CODES, read_scenario
from engine.scenario.document.apply import apply
from engine.scenario.document.edits import Mend, SetField
from engine.scenario.lint import mending
from engine.scenario.lint.mending import mended
from engine.scenario.problems import Problem
from engine.scenario.reading.checked import Checked
from tests.test_scenario_lint import ANN, BOB, GOOD, MISTAKES, TOWN, WARNINGS, WORLD, changed

PLAIN = {
    **{name: each[:3] for name, each in MISTAKES.items()},
    **{name: each[:3] for name, each in WARNINGS.items()},
    "shelves for a room": ("world.yaml", "  rooms:\n    bed", "  capacity: 3\n  rooms:\n    bed"),
}
HAVE_NONE = {
    "awake for nearly a day",
    "comma between braces", "missing key", "missing id", "text for a number", "list for a text",
    "status not a number", "empty name", "25:00", "hour alone", "hours without end", "routine without time",
    "routine without doing", "impossible date", "date with a time", "no language tag",
    "no sentences", "no places",
    "names alike", "text for a place", "unknown place known", "no people at home", "wakes at midnight's end",
    "same name", "a key of a place beside it",
    "routine while asleep", "no memories", "fact nobody knows", "idle fragment",
    "an event without its options", "two events of a name",
    "an intention without what is told", "a condition nobody can tell", "a feeling without closeness",
    "an end before its beginning",
    "a text cut by a comment", "curly quotes", "full-width commas", "a dash inside a text",
}  # fmt: skip


def fixable(files):
    return [one for one in read_scenario(files, "test").problems if one.fix is not None]


@pytest.mark.parametrize("name", PLAIN)
def test_what_a_problem_offers_mends_it(name):
    files = changed(*PLAIN[name])
    before = [one.code for one in read_scenario(files, "test").problems]
    offers = fixable(files)
    assert bool(offers) == (name not in HAVE_NONE), "list it among those that have no plain fix"
    for offer in offers:
        after = {**files, **apply(files, offer.fix)}
        left = [one.code for one in read_scenario(after, "test").problems]
        assert left.count(offer.code) < before.count(offer.code), (offer, after[offer.file])


@pytest.mark.parametrize("name", sorted(set(PLAIN) - HAVE_NONE))
def test_mending_leaves_comments_and_all_that_has_no_part_in_it(name):
    file, old, new = PLAIN[name]
    files = {path: f"# of {path}\n{text}# the end\n" for path, text in changed(file, old, new).items()}
    done = mended(files, "test")
    assert done.problems
    for path, text in done.files.items():
        assert text.startswith(f"# of {path}\n"), text
        assert text.endswith("# the end\n"), text
    untouched = set(files) - {edit.file for one in done.problems for edit in one.fix.edits}
    assert all(done.files[path] == files[path] for path in untouched)


def test_all_is_mended_in_one_go_though_one_mend_uncovers_the_next():
    files = {
        "town.yaml": TOWN.replace("[ann]", "[ana, Bob Lind]").replace("starts:", "start:"),
        "world.yaml": WORLD.replace("    bedroom:", "    bedroom: {capacity: 1}"),
        "personas/ann.yaml": ANN.replace("with: bob", "with: bab").replace("walk @ Quay", "walk @ Quai"),
        "personas/bob.yaml": BOB.replace("home: House", "hme: Hous"),
        "personas/cy.yaml": GOOD["personas/cy.yaml"],
    }
    done = mended(files, "test")
    assert read_scenario(done.files, "test").problems == ()
    assert "hme" not in done.files["personas/bob.yaml"]
    assert "home: House" in done.files["personas/bob.yaml"]


def test_only_what_is_asked_for_is_mended():
    files = {**GOOD, "personas/ann.yaml": ANN.replace("with: bob", "with: bab").replace("@ Quay", "@ Quai")}
    done = mended(files, "test", ["TW404"])
    assert [one.code for one in done.problems] == ["TW404"]
    assert "@ Quai" in done.files["personas/ann.yaml"]


def test_an_item_is_mended_where_it_stands_though_one_above_it_is_wrong():
    lines = "day: {routine: ['no time', '09:00 sit @ Quai']}\n"
    files = {**GOOD, "personas/bob.yaml": BOB + lines}
    (offer,) = fixable(files)
    after = apply(files, offer.fix)["personas/bob.yaml"]
    assert "'no time'" in after
    assert "09:00 sit @ Quay" in after


def test_the_fix_of_a_name_full_of_marks_is_only_text():
    hostile = "<img src=x onerror=alert(1)>"
    files = {**GOOD, "personas/bob.yaml": BOB + f"{hostile}: 1\n"}
    assert all(one.code in CODES for one in read_scenario(files, "test").problems)
    assert all(hostile not in text for path, text in mended(files, "test").files.items() if "bob" not in path)


def routine_of(files):
    lines = files["personas/bob.yaml"].partition("routine:\n")[2].splitlines()
    return [line.strip().removeprefix("- ") for line in lines]


def with_routine(*lines):
    said = "".join(f"    - {line}\n" for line in lines)
    return {**GOOD, "personas/bob.yaml": f"{BOB}day:\n  wake: 05:00\n  routine:\n{said}"}


def test_a_line_that_is_moved_takes_no_other_with_it():
    wrong = (
        "08:50 open up @ Quai",
        "12:30 eat a sandwich @ House",
        "05:50 bake buns @ House",
        "20:00 read @ House",
    )
    done = mended(with_routine(*wrong), "test", ["TW304", "TW410"])
    assert routine_of(done.files) == [
        "05:50 bake buns @ House",
        "08:50 open up @ Quay",
        "12:30 eat a sandwich @ House",
        "20:00 read @ House",
    ]
    assert [one.code for one in done.problems] == ["TW304", "TW410"]


def test_lines_out_of_order_are_put_in_order_each_once():
    done = mended(
        with_routine("12:30 eat @ House", "05:50 bake @ House", "08:00 sit @ House"), "test", ["TW410"]
    )
    assert routine_of(done.files) == ["05:50 bake @ House", "08:00 sit @ House", "12:30 eat @ House"]
    assert [one.code for one in done.problems] == ["TW410", "TW410"]
    assert done.stay == ()


def test_what_would_be_found_again_is_not_mended_and_is_said_to_stay():
    twins = ("12:30 eat @ House", "05:50 bake @ House", "05:50 bake @ House")
    done = mended(with_routine(*twins), "test", ["TW410"])
    assert routine_of(done.files) == ["05:50 bake @ House", "12:30 eat @ House", "05:50 bake @ House"]
    assert [one.code for one in done.problems] == ["TW410"]
    (left,) = done.stay
    assert left in read_scenario(done.files, "test").problems


def test_mending_ends_where_one_mend_undoes_the_other(monkeypatch):
    def found(files, name):
        at = files["town.yaml"].rpartition("# ")[2]
        other = {"a": "b", "b": "a"}[at]
        edit = SetField(file="town.yaml", path=("town",), value=other)
        return Checked(
            None, (Problem("town.yaml", 1, 1, "TW501", at, "", fix=Mend(does=other, edits=(edit,))),)
        )

    def write(files, fix):
        return {"town.yaml": f"# {fix.does}"}

    monkeypatch.setattr(mending, "read_scenario", found)
    monkeypatch.setattr(mending, "read_to_live", found)
    monkeypatch.setattr(mending, "apply", write)
    done = mended({"town.yaml": "# a"}, "test")
    assert [one.message for one in done.problems] == ["a"]
    assert [one.message for one in done.stay] == ["b"]
    assert done.files == {"town.yaml": "# b"}


def test_mending_has_an_end_and_says_what_it_left():
    files = with_routine("12:30 eat @ House", "05:50 bake @ House", "08:00 sit @ House")
    done = mended(files, "test", ["TW410"], most=1)
    assert [len(done.problems), len(done.stay)] == [1, 1]


def test_a_file_whose_yaml_has_to_be_put_right_by_hand_offers_nothing():
    files = changed("personas/bob.yaml", BOB, BOB.replace("home: House", "home: Hose") + "age: 3\nage: 4\n")
    found = read_scenario(files, "test").problems
    assert {"TW110", "TW304"} <= {one.code for one in found}
    assert [one for one in found if one.fix is not None] == []
