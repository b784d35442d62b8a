"""What is downloaded as CSV holds no cell that a spreadsheet would reckon out."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, strategies as st

from engine.export.spreadsheet import csv_of, guarded

FORMULAS = [
    '=HYPERLINK("http://127.0.0.1/?"&A1,"Isabel")',
    "=1+1",
    "+1+1",
    "-1+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "|calc",
    "%0A=1+1",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    "\nno formula, but a line of its own",
    " =1+1",
    "\N{NO-BREAK SPACE}=1+1",
    "\N{ZERO WIDTH SPACE}=1+1",
    "\N{ZERO WIDTH NO-BREAK SPACE}=1+1",
    "＝1+1",
    "＋1+1",
    "－1+1",
    "＠SUM(A1)",
    "｜calc",
    "％calc",
    "=",
    "-",
    "--1",
    "-1-1",
    "+1,2",
    "=5",
    "-١",
    '=IMPORTXML(CONCAT("http://127.0.0.1/?",A1),"//a")',
    "=cmd|'/C calc'!'A1'",
    '=DDE("cmd";"/C calc";"1")',
    '=1+1";=1+1',
]
HARMLESS = [
    "",
    "Isabel plans a party",
    "0",
    "-1",
    "+1",
    "-0.25",
    "+12,345",
    "1,000,000",
    "-1e-5",
    "1=1",
    "a@b",
    "50%",
    "伊莎贝尔在准备聚会",
    'a, "b"; c\nd',
    "'quoted'",
    "\N{MINUS SIGN}0.6",
    "#1",
]


def cells(data):
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_comes_out_as_words_in_cells_and_heads(text):
    assert cells(csv_of([{"memory": text, "n": 1}])) == [["memory", "n"], ["'" + text, "1"]]
    assert cells(csv_of([{text: "a"}]))[0] == ["'" + text]


@pytest.mark.parametrize("text", HARMLESS)
def test_words_and_numbers_come_out_as_they_are(text):
    assert cells(csv_of([{"memory": text, "n": 1}]))[1] == [text, "1"]


@pytest.mark.soak
@given(st.lists(st.tuples(st.text(alphabet=st.characters(exclude_categories=["Cs"])), st.integers())))
def test_every_text_is_read_again_with_nothing_but_its_guard(rows):
    read = cells(csv_of([{"text": text, "n": number} for text, number in rows]))[1:]
    assert read == [[guarded(text), guarded(number)] for text, number in rows]
    assert all(cell.removeprefix("'") in (text, text.removeprefix("'")) for (cell, _), (text, _) in
               zip(read, rows, strict=True))  # fmt: skip
    assert all(not cell.startswith(tuple("=@|%＝＋－＠｜％\t\r\n")) for cell, _ in read)


def test_numbers_and_what_is_missing_need_no_guard():
    assert cells(csv_of([{"a": -0.5, "b": None}, {"c": True}])) == [
        ["a", "b", "c"],
        ["-0.5", "", ""],
        ["", "", "True"],
    ]


@pytest.mark.parametrize("number", [1_004_900_012_340_012, -(10**15), 10**15])
def test_a_number_that_a_spreadsheet_would_round_is_a_text(number):
    assert cells(csv_of([{"id": number, "n": number // 10}]))[1] == [f"'{number}", str(number // 10)]


def test_nothing_at_all_is_an_empty_table():
    assert cells(csv_of([])) == [[]]
