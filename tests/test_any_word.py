"""One pattern for many words finds what a plain list of them finds, the longest first, in any script."""

import re

import pytest
from hypothesis import given, strategies as st

from engine.language.any_word import NEVER, any_word
from engine.language.unspaced import has_unspaced

LETTERS = st.text("aAb -'.陈建", min_size=1, max_size=6)


def one_by_one(words, any_case):
    """The same, said plainly: a list of all words, in which every one is tried at every letter."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    each = [re.escape(word) if has_unspaced(word) else rf"(?<!\w){re.escape(word)}(?!\w)" for word in ordered]
    return f"{'(?i)' if any_case else ''}{'|'.join(each) or NEVER}"


def where(pattern, text):
    return [found.span() for found in re.finditer(pattern, text)]


@given(st.sets(LETTERS, max_size=12), st.text("aAb -'.陈建", max_size=40), st.booleans())
def test_it_finds_what_a_list_of_all_words_finds(words, text, any_case):
    assert where(any_word(words, any_case=any_case), text) == where(one_by_one(words, any_case), text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ann Moss-Reed met Ann", ["Ann Moss-Reed", "Ann"]),
        ("Annabel met Ann Mossy", ["Ann"]),
        ("老陈建国见了陈建", ["陈建国", "陈建"]),
    ],
)
def test_the_longest_word_that_stands_there_is_meant(text, found):
    assert re.findall(any_word(["Ann", "Ann Moss", "Ann Moss-Reed", "陈建", "陈建国"]), text) == found


def test_words_that_go_on_from_each_other_without_end_are_still_one_pattern():
    words = ["a" * length for length in range(1, 400)]
    assert where(any_word(words), f"{words[-1]} aa") == [(0, 399), (400, 402)]
