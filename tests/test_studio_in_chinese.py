"""What the engine says in a few words of its own, the notebook and the runs say in the reader's language.

The studio's tables hold the engine's own words, since those are what the catalogues are looked up by: each
must be there, and be the same.
"""

from __future__ import annotations

import re
from typing import get_args

import pytest

from engine.api.exports import run_exports
from engine.api.forecast import Forecast, Range, amount_words
from engine.api.run import FACULTIES, Weights
from engine.errors import worded
from engine.export.report import KINDS, Notes
from engine.export.script.plain import written
from engine.insight.comparing.beginnings import What
from engine.notebook.running import paying
from engine.notebook.running.session import Status
from engine.records import Pronouns
from engine.repeating.measuring import COUNTED
from engine.repeating.shares import Verdict
from studio.catalogue import shared_words
from studio.catalogue.tr import read_in, tr_worded
from studio.notebook import price
from studio.notebook.cells import cell_fields, cell_kinds
from studio.runs import fork_tree
from studio.runs.many import counts
from studio.runs.taking import export_words
from tests.studios import labels, lived, studio, words

MONEY = Range(least=50_000, most=190_000)


def forecast(micros):
    return Forecast(calls=Range(least=120, most=1_400), tokens=Range(least=8, most=260_000), micros=micros)


def test_a_form_of_export_says_what_it_is_in_the_readers_language():
    with read_in("zh"):
        for way in run_exports().values():
            assert re.search("[\u4e00-\u9fff]", tr_worded(way.about)), way.name


def test_what_befell_a_run_is_said_in_the_readers_language():
    notes = Notes()
    assert written("a\nb", str.upper, notes, worded("lines")) == "A B"
    with read_in("zh"):
        assert {export_words.befell_words(kind) for kind in KINDS} == {"保留", "舍去", "改名", "更改", "转义"}
        said = [tr_worded(one.what) for one in notes.report().notes]
    assert [one.what for one in notes.report().notes] == [
        "lines with line breaks or hidden characters removed",
        "lines with characters that have a special meaning in this format",
    ]
    assert all("lines" not in one for one in said)


def test_every_word_that_is_chosen_from_in_a_form_has_a_word_to_be_read():
    assert set(cell_fields._choices()) >= {*FACULTIES, *cell_fields._SHOWS}
    assert all(cell_fields._choices().values())
    with read_in("zh"):
        assert not [said for said in cell_fields._choices().values() if said.isascii()]
    assert set(cell_kinds.STATUS_WORDS) == set(get_args(Status))


def test_every_faculty_and_every_part_of_a_weight_can_be_chosen_for_a_fork():
    assert set(shared_words._FACULTIES) == set(FACULTIES)
    assert set(shared_words.WEIGHTS) == set(Weights.model_fields)
    assert set(shared_words.PRONOUNS) == set(get_args(Pronouns))


def test_whatever_two_runs_have_otherwise_has_a_word():
    assert {*fork_tree._WHAT, "town", "author"} == set(get_args(What))


def test_whatever_is_counted_in_many_runs_has_a_word_and_what_has_none_is_said_as_it_is():
    words = {name: name for name in COUNTED} | {"talks": "conversations"}
    assert {name: counts.count_words(name) for name in COUNTED} == words
    assert counts.count_words("know party") == "know party"
    assert counts.count_words("something new") == "something new"
    assert [counts.verdict_words(one) for one in (*get_args(Verdict), None)] == [*get_args(Verdict), ""]


@pytest.mark.parametrize("micros", [None, MONEY], ids=["unknown", "known"])
def test_a_price_is_said_in_english_as_the_command_line_says_it(micros):
    found = paying.Estimate(days=1.5, questions=1, whole=forecast(micros))
    said = price.cost_words(found)
    assert said == f"Estimate for 1.5 days with a served model and 1 question: {amount_words(found.whole)}."


@pytest.mark.parametrize(("days", "recorded"), [(0, 0), (2, 0), (2, 2), (3, 1.5)])
def test_what_was_recorded_is_said_in_english_as_the_command_line_says_it(days, recorded):
    found = paying.Estimate(days=days, questions=3, whole=forecast(None), recorded=recorded, where="liuwan-1")
    assert price.recorded_words(found) == paying.recorded_words(found)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    workspace, _ = lived(tmp_path_factory.mktemp("chinese"))
    return workspace.store.path.parent


@pytest.mark.parametrize(
    ("page", "button", "said"),
    [
        ("runs", "归档", "运行记录"),
        ("notebook", "打开副本", "课程"),
        ("glossary", "开始导览", "术语表"),
    ],
)
def test_a_page_is_read_in_chinese(monkeypatch, place, page, button, said):
    at = studio(monkeypatch, place, page, lang="zh")
    assert button in labels(at)
    assert said in words(at)
