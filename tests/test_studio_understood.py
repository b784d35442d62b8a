"""What was understood of a sentence, as the studio says it in another language than the engine's English."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from engine.insight.understood import understood_of
from engine.practices.practice import practices
from engine.scenario import read_scenario
from engine.scenario.document.parts.referring import in_words, referring
from engine.scenario.files import read_folder
from studio.catalogue import tr
from studio.catalogue.engine_texts import KINDS, WITH_WHOM
from studio.catalogue.tr import tr_worded

TOWNS = Path(__file__).parent / "intentions" / "towns"
CORPUS = yaml.safe_load((TOWNS.parent / "zh.yaml").read_text("utf-8"))
MORNING = 8 * 60


@pytest.fixture
def in_chinese(monkeypatch):
    monkeypatch.setattr(tr, "reads", lambda: "zh")


def latin(text):
    return [letter for letter in text if letter.isascii() and letter.isalpha()]


@pytest.mark.soak
def test_no_word_of_it_is_english_but_what_the_author_wrote(in_chinese):
    town = read_scenario(read_folder(TOWNS / "liangjia"), "liangjia").scenario
    taken = [
        tr_worded(words)
        for case in (*CORPUS["told"], *CORPUS["written"])
        for sentence in understood_of(town, "linyue", case["say"], MORNING)
        for words in sentence.words
    ]
    assert [words for words in taken if latin(words)] == []
    assert "想法，没有可执行的行动" in taken
    assert any("，在" in words and "第 " in words for words in taken), "with where and when"


def test_every_kind_of_intention_has_its_word(in_chinese):
    kinds = {practice.name: practice for practice in practices().values()}
    assert set(KINDS) <= set(kinds)
    assert set(WITH_WHOM) == {f"{practice.with_whom} {{names}}" for practice in kinds.values()}
    assert [kind for kind in (*KINDS, *WITH_WHOM) if tr.tr(kind) == kind] == []


def test_what_would_be_missed_of_a_place_is_said_in_chinese(in_chinese):
    references = referring(read_folder(TOWNS / "liangjia"), ("茶馆",))
    assert tr_worded(in_words(references)) == (
        "林月在那里工作；陈德贵在 12:00 会去那里；陈德贵在 18:00 会去那里；林月在 08:30 会去那里；"
        "人物文件中另有 3 行；personas/linyue.yaml 中有 1 句话提到"
    )
