"""Grammar, times and texts of the rehearsal model's language packs."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rehearsal_minds import PARTY, PARTY_AT

from engine.models.rehearsal import grammar as g
from engine.models.rehearsal import text as t
from engine.models.rehearsal.pack import pack_for, read_packs
from engine.models.rehearsal.telling import in_full, statement
from engine.models.rehearsal.when import dated, read_when, spoken

PACKS = read_packs(Path(g.__file__).parent)
EN = PACKS["en"]


@pytest.mark.parametrize(
    ("third", "first"),
    [
        (PARTY, "I am giving a lantern party at the Harbour Café on day 2 at 17:00."),
        ("Isabel Moreno owns the café and runs it alone", "I own the café and run it alone"),
        ("Isabel Moreno always goes to her sister's house", "I always go to my sister's house"),
        ("Tomas Lind likes Isabel Moreno", "Tomas Lind likes me"),
        ("Tomas told Isabel that Isabel Moreno has won", "Tomas told me that I have won"),
        ("Bram Aldous and Isabel Moreno both want the badge", "Bram Aldous and I both want the badge"),
        ("she has known Tomas Lind since school", "I have known Tomas Lind since school"),
        ("Isabel Moreno hopes to win because she cannot lose", "I hope to win because I cannot lose"),
    ],
)
def test_a_memory_in_ones_own_mouth(third, first):
    assert g.first_person(third, "Isabel Moreno", EN.grammar) == first


@pytest.mark.parametrize(
    ("first", "third"),
    [
        ("I am giving a party", "Isabel Moreno is giving a party"),
        ("I'm tired and have no time", "Isabel Moreno is tired and has no time"),
        ("I never carry my keys", "Isabel Moreno never carries their keys"),
        ("you are late", "Tomas Lind is late"),
        ("Bram and I both want it", "Bram and Isabel Moreno both want it"),
        ("he told me about my party", "he told Isabel Moreno about Isabel Moreno's party"),
    ],
)
def test_what_was_said_as_others_keep_it(first, third):
    assert g.third_person(first, "Isabel Moreno", "Tomas Lind", EN.grammar) == third


def test_a_hearer_is_spoken_to():
    assert g.to_hearer("I like Tomas Lind", "Tomas Lind", EN.grammar) == "I like you"
    assert g.to_hearer("Tomas Lind is late", "Tomas Lind", EN.grammar) == "You are late"


@pytest.mark.parametrize(
    ("activity", "going_on"),
    [
        ("open the café and serve lunch", "opening the café and serving lunch"),
        ("run", "running"),
        ("bake bread", "baking bread"),
        ("lunch at home", "having lunch at home"),
        ("brewing coffee", "brewing coffee"),
        ("lie down", "lying down"),
    ],
)
def test_an_activity_as_something_going_on(activity, going_on):
    assert g.doing(activity, EN.grammar) == going_on


@pytest.mark.parametrize(
    ("said", "minute"),
    [
        ("on day 2 at 17:00", PARTY_AT),
        ("tomorrow at five", PARTY_AT),
        ("tomorrow at 5 pm", PARTY_AT),
        ("at 17:00", 17 * 60),
        ("at noon", 12 * 60),
        ("at nine", 24 * 60 + 9 * 60),
        ("the day after tomorrow at 12:00", 2 * 24 * 60 + 12 * 60),
        ("some day", None),
        ("tomorrow", None),
    ],
)
def test_times_are_read_from_the_point_of_view_of_now(said, minute):
    assert read_when(said, 600, EN).minute(600) == minute


def test_a_day_is_said_as_people_say_it_and_kept_as_a_number():
    assert spoken("on day 2 at 17:00", 600, EN) == "tomorrow at 17:00"
    assert dated("tomorrow at 17:00", 600, EN) == "on day 2 at 17:00"
    assert dated("to answer by the day after tomorrow", 600, EN) == "to answer by day 3"


def test_the_root_statement_is_found_below_hearsay():
    assert statement(f"A told B that A heard from C that {PARTY}", EN) == (PARTY[:-1], "A")
    assert statement(PARTY, EN) == (PARTY[:-1], "")


def test_first_names_are_written_in_full_when_they_are_unambiguous():
    names = ("Isabel Moreno", "Tomas Lind", "Felix Moreno")
    assert in_full("Isabel saw Tomas Lind", names) == "Isabel Moreno saw Tomas Lind"
    assert in_full("Isabel saw", (*names, "Isabel Brandt")) == "Isabel saw"


def test_an_unknown_language_falls_back_to_english_frames():
    assert pack_for(PACKS, "xx") is EN
    assert pack_for(PACKS, "en-GB") is EN


@given(st.text(max_size=600), st.integers(10, 400))
def test_tidied_text_is_one_clean_line_within_its_limit(text, most):
    tidied = t.tidy(text, most)
    assert len(tidied) <= most
    assert "\n" not in tidied
    assert t.tidy(tidied, most) == tidied


def test_text_is_cut_at_a_word():
    assert t.tidy("one two three four", 12) == "one two…"
