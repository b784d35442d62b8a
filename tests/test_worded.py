"""What the engine says to people knows what it was made of, and is said in the reader's language."""

import copy
import pickle

import pytest

from engine.clock import parse_clock
from engine.errors import BadInput, Worded, message_and_remedy, worded, words_of
from studio.catalogue import tr as translating
from studio.catalogue.tr import tr_error, tr_worded


@pytest.fixture
def in_chinese(monkeypatch):
    monkeypatch.setattr(translating, "reads", lambda: "zh")


def test_it_is_the_text_itself():
    said = worded("no place {place!r} in {town}", place="{x}", town="Mill")
    assert said == "no place '{x}' in Mill"
    assert worded("a {brace} without a value") == "a {brace} without a value"
    assert type(said.upper()) is str


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
def test_it_stays_what_it_is_on_its_way(again):
    said = again(worded("day {day}", day=3))
    assert (type(said), said, said.pattern, dict(said.values)) == (Worded, "day 3", "day {day}", {"day": 3})


def test_an_error_gives_the_text_that_it_was_made_with():
    with pytest.raises(BadInput) as raised:
        parse_clock("noonish")
    assert (
        str(raised.value)
        == words_of(raised.value)
        == "'noonish' is not a time of day; write it as HH:MM, such as 07:30"
    )
    assert isinstance(words_of(raised.value), Worded)
    assert words_of(ValueError("a", 1)) == "('a', 1)"
    assert words_of(ValueError()) == ""


def test_it_is_said_in_the_language_of_who_reads(in_chinese):
    with pytest.raises(BadInput) as raised:
        parse_clock("noonish")
    assert tr_error(raised.value) == "'noonish' 不是一天中的时间；请写成 HH:MM，例如 07:30"
    assert tr_worded("a plain text stays") == "a plain text stays"


def test_a_text_in_a_text_is_translated_with_it(in_chinese):
    inner = worded("{text!r} is not a time of day; write it as HH:MM, such as 07:30", text="x")
    assert tr_worded(worded("nobody has this pattern: {why}", why=inner)) == (
        "nobody has this pattern: 'x' 不是一天中的时间；请写成 HH:MM，例如 07:30"
    )


def test_a_message_and_its_remedy_are_translated_apart(in_chinese):
    said = worded("{text!r} is not a time of day; write it as HH:MM, such as 07:30", text="x")
    parts = [copy.deepcopy(part) for part in message_and_remedy(said)]
    assert parts == ["'x' is not a time of day", "write it as HH:MM, such as 07:30"]
    assert [tr_worded(part) for part in parts] == ["'x' 不是一天中的时间", "请写成 HH:MM，例如 07:30"]


def test_a_message_without_a_remedy_is_whole():
    assert message_and_remedy(worded("day {day}", day=3)) == ("day 3", "")
    assert message_and_remedy("typed by somebody; else") == ("typed by somebody", "else")


def test_in_english_nothing_changes():
    said = worded("day {day} of {town}", day=1, town=worded("the {n}th", n=5))
    assert tr_worded(said) == said == "day 1 of the 5th"


def test_an_error_in_a_text_is_translated_with_it(in_chinese):
    with pytest.raises(BadInput) as raised:
        parse_clock("noonish")
    said = worded("nobody has this pattern: {why}", why=raised.value)
    assert said == f"nobody has this pattern: {raised.value}"
    assert tr_worded(said) == "nobody has this pattern: 'noonish' 不是一天中的时间；请写成 HH:MM，例如 07:30"


def test_an_empty_text_is_empty_in_every_language(in_chinese):
    assert tr_worded(worded("")) == translating.tr("") == ""


def test_what_is_made_outside_of_a_window_is_said_in_the_language_it_is_made_for():
    assert translating.tr("Settings") == "Settings"
    with translating.read_in("zh"):
        assert translating.tr("Settings") == "设置"
    assert translating.reads() == "en"
