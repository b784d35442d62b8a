"""The strict YAML reader: what it takes, what it refuses, where it says so, and how fast."""

import time

import pytest
from hypothesis import given, settings, strategies as st

from engine.scenario.problems import CODES
from engine.scenario.reading.nodes import Items, Scalar, Table
from engine.scenario.reading.reader import MOST_PROBLEMS, read_yaml

ALIAS_BOMB = "a: &a [x, x]\n" + "".join(
    f"{new}: &{new} [*{old}, *{old}, *{old}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)
MERGE_BOMB = "a: &a {k: v}\n" + "".join(
    f"{new}: &{new}\n  <<: [*{old}, *{old}, *{old}, *{old}]\n"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)

# what is wrong -> the text, and the code and line of the refusal
REFUSED = {
    "alias": ("a: 1\nb: *a", "TW105", 2),
    "alias as key": ("a: 1\n*a : 2", "TW105", 2),
    "alias bomb": (ALIAS_BOMB, "TW105", 2),
    "merge bomb": (MERGE_BOMB, "TW108", 3),
    "merge key": ("a: 1\nb:\n  <<: {c: 1}", "TW108", 3),
    "anchor": ("a:\n  b: &x 1", "TW106", 2),
    "anchor on a list": ("a:\n  b: &x [1]", "TW106", 2),
    "tag on a text": ("a: 1\nb: !!int 3", "TW107", 2),
    "tag on keys": ("a: !person {b: 1}", "TW107", 1),
    "python tag": ("a: 1\nb: !!python/object/apply:os.system ['true']", "TW107", 2),
    "binary tag": ("a: !!binary aGk=", "TW107", 1),
    "tag directive": ("%TAG ! tag:example.org,2000:\n---\na: 1", "TW115", 1),
    "version directive": ("%YAML 1.1\n---\na: 1", "TW115", 1),
    "two documents": ("a: 1\n---\nb: 2", "TW104", 2),
    "a thousand documents": ("---\n" * 1_000, "TW104", 2),
    "duplicate key": ("a: 1\nb: 2\na: 3", "TW110", 3),
    "duplicate key between braces": ("x:\n  {a: 1, a: 2}", "TW110", 2),
    "duplicate key, once quoted": ('a: 1\n"a": 2', "TW110", 2),
    "list as key": ("a: 1\n? [b, c]\n: d", "TW109", 2),
    "table as key": ("{b: c}: d", "TW109", 1),
    "empty key": ("a: 1\n? \n: b", "TW109", 2),
    "null as key": ("a: 1\n~: b", "TW109", 2),
    "tab indentation": ("a:\n\tb: 1", "TW102", 2),
    "tab after spaces": ("a:\n  b: 1\n  \tc: 2", "TW102", 3),
    "NUL": ("a: 1\nb: x\x00y", "TW103", 2),
    "escape character": ("a: \x1b[31m", "TW103", 1),
    "C1 control": ("a: x\x85y", "TW103", 1),
    "line separator": ("a: 1\nb: x\u2028y", "TW103", 2),
    "text turned around": ("a: 1\nb: \u202egnp.exe", "TW103", 2),
    "isolate mark": ("a: \u2066x", "TW103", 1),
    "right-to-left mark": ("a: x\u200f", "TW103", 1),
    "zero-width space": ("na\u200bme: x", "TW103", 1),
    "hidden tag characters": ("a: x\U000e0041\U000e0042", "TW103", 1),
    "mark in the middle of the file": ("a: 1\nb: \ufeffx", "TW103", 2),
    "lone surrogate": ("a: 1\nb: x\ud800", "TW103", 2),
    "turned around by an escape": ('a: 1\nb: "\\u202Ex"', "TW103", 2),
    "NUL by an escape": ('a: 1\nb: "x\\0"', "TW103", 2),
    "surrogate by an escape": ('a: 1\nb: "\\ud800"', "TW101", 2),
    "bytes that are not UTF-8": (b"a: 1\nb: caf\xe9", "TW004", 2),
    "UTF-16": ("a: 1".encode("utf-16"), "TW004", 1),
    "unclosed quote": ('a: 1\nb: "x\nc: 2', "TW101", 2),
    "unclosed bracket": ("a: [1, 2\nb: 3", "TW101", 2),
    "colon in a text": ("a: b: c", "TW101", 1),
    "at sign": ("a: 1\nb: @home", "TW101", 2),
    "bad indentation": ("a:\n    b: 1\n  c: 2", "TW101", 3),
    "2 MB": ("a: " + "x" * 2_000_000, "TW003", 1),
    "2 MB of letters with accents": ("é" * 600_000, "TW003", 1),
    "2 MB as bytes": (b"a: " + b"x" * 2_000_000, "TW003", 1),
    "a text too long": ("a: 1\nb: " + "x" * 20_001, "TW113", 2),
    "50,001 entries": ("a: 1\nb:\n" + " - x\n" * 50_001, "TW111", 49_998),
    "13 levels": ("\n".join("  " * i + "a:" for i in range(14)) + " 1", "TW112", 13),
    "half a million brackets": ("[" * 500_000, "TW112", 1),
    "half a million braces": ("{" * 500_000, "TW112", 1),
    "half a million dashes": ("- " * 490_000, "TW112", 1),
    "half a million question marks": ("? " * 490_000, "TW112", 1),
    "deep between braces": ("{a: " * 100_000, "TW112", 1),
}


def read_timed(text):
    """Read a file, and say what it costs this thread; the better of two, since the memory that other tests
    left behind may be swept in the middle of either."""
    costs = []
    for _ in range(2):
        begun = time.thread_time()
        reading = read_yaml(text, "town.yaml")
        costs.append(time.thread_time() - begun)
    return reading, min(costs)


@pytest.mark.parametrize("name", REFUSED)
def test_bad_input_is_refused_with_code_and_line_in_under_a_second(name):
    text, code, line = REFUSED[name]
    reading, took = read_timed(text)
    assert (code, line) in [(problem.code, problem.line) for problem in reading.problems], reading.problems[
        :3
    ]
    assert all(problem.file == "town.yaml" and problem.code in CODES for problem in reading.problems)
    assert took < 1


@pytest.mark.parametrize(
    "mark", ["!a ", "&a ", "*", "- [", '"', "'", "|\n", "#", "\n", "%a\n", " ", "\x00", "\u202e"]
)
def test_a_megabyte_of_one_mark_is_answered_in_under_a_second(mark):
    reading, took = read_timed(mark * (990_000 // len(mark.encode())))
    assert took < 1
    assert len(reading.problems) <= MOST_PROBLEMS


def test_all_problems_of_a_file_are_reported_in_one_go():
    reading = read_yaml("a: 1\na: 2\nb: &x 1\nc: !t 2\nd: *x\n\u200be: 3", "town.yaml")
    found = sorted((problem.line, problem.code) for problem in reading.problems)
    assert found == [(2, "TW110"), (3, "TW106"), (4, "TW107"), (5, "TW105"), (6, "TW103")]


def test_columns_count_characters_and_begin_with_one():
    assert read_yaml("é☕: {a: 1, a: 2}", "f").problems[0].col == 12
    assert read_yaml("a: x\u202e", "f").problems[0].col == 5


def test_a_problem_reads_as_file_line_column_code_message_and_remedy():
    assert (
        str(read_yaml("a: 1\na: 2", "town.yaml").problems[0])
        == "town.yaml:2:1 TW110 key 'a' appears twice, first on line 1 (keep one of the two, or rename one)"
    )


def test_a_byte_order_mark_at_the_beginning_is_no_problem():
    for text in ("\ufeffa: 1", "\ufeffa: 1".encode()):
        assert read_yaml(text, "f").problems == ()


@pytest.mark.parametrize(
    "text", ["10:30", "no", "012", "2026-03-02", "1_000", "0x1f", "22:00:00", "on", "1e3", "="]
)
def test_scalars_keep_their_text(text):
    root = read_yaml(f"key: {text}", "f").root
    assert isinstance(root, Table)
    assert root.values["key"] == Scalar(text, True, 1, 6, start=5, end=5 + len(text))


def test_emoji_joined_from_several_characters_pass():
    root = read_yaml("a: [👩‍🍳, 🏴‍☠️, 👩🏾‍🦱]", "f").root
    assert isinstance(root, Table)
    assert isinstance(root.values["a"], Items)
    assert len(root.values["a"].items) == 3


@settings(deadline=None)
@given(st.one_of(st.text(), st.binary(), st.text(alphabet="ab:-[]{}&*!|>'\"%@#?, \n\t")))
def test_no_input_raises_and_every_problem_has_a_place(text):
    reading = read_yaml(text, "f")
    assert all(problem.line >= 1 and problem.col >= 1 for problem in reading.problems)
