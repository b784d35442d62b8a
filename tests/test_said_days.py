"""Days as people say them, in every language of the packs."""

from __future__ import annotations

import datetime

import pytest

from engine.clock import DAY, minute_at
from engine.language.languages import languages
from engine.language.times.said_days import SaidDays

MONDAY = datetime.date(2026, 6, 1)


def days(today=3, language="en", style="near"):
    return SaidDays(today, MONDAY, language, style)


@pytest.mark.parametrize(
    ("day", "said"),
    [
        (3, "17:00"),
        (2, "yesterday 17:00"),
        (4, "tomorrow 17:00"),
        (1, "Monday 17:00"),
        (6, "Saturday 17:00"),
        (7, "Sunday 2026-06-07 17:00"),
        (10, "Wednesday 2026-06-10 17:00"),
    ],
)
def test_a_moment_has_the_word_or_the_weekday_of_its_day(day, said):
    assert days().moment(minute_at(day, 17 * 60)) == said


def test_midnight_belongs_to_the_day_that_begins():
    assert days().moment(3 * DAY) == "tomorrow 00:00"
    assert days().moment(2 * DAY) == "00:00"


def test_where_answers_are_kept_days_have_numbers_or_weekdays():
    text = "The supper is on day 4 at 18:00."
    assert days().text(text) == "The supper is tomorrow at 18:00."
    assert days(style="weekday").text(text) == "The supper is on Thursday at 18:00."
    assert days(style="number").text(text) == text
    assert days(style="number").moment(minute_at(4, 60)) == "day 4 01:00"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("On day 4 Ann sings.", "Tomorrow Ann sings."),
        ("a plan for day 4", "a plan for Thursday"),
        ("by day 5 at 09:00", "by Friday at 09:00"),
        ("from day 3 on", "from Wednesday on"),
        ("on day 10 at noon", "on Wednesday 2026-06-10 at noon"),
        ("on day 0", "on day 0"),
        ("Doomsday 4", "Doomsday 4"),
    ],
)
def test_a_numbered_day_in_a_text_is_named(text, said):
    assert days().text(text) == said


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("en", "on day 4 at 18:00", "tomorrow at 18:00"),
        ("zh", "第4天18:00", "明天18:00"),
        ("fr", "le jour 4 à 18:00", "demain à 18:00"),
        ("de", "am Tag 5 um 18:00 Uhr", "am Freitag um 18:00 Uhr"),
        ("es", "el día 5 a las 18:00", "el viernes a las 18:00"),
        ("it", "il giorno 5 alle 18:00", "venerdì alle 18:00"),
        ("pt", "no dia 5 às 18:00", "sexta-feira às 18:00"),
        ("ja", "5日目の18:00に", "金曜日の18:00に"),
    ],
)
def test_every_language_names_the_days_that_its_phrases_number(language, text, said):
    assert days(language=language).text(text) == said


def test_each_pack_has_words_for_the_days_around():
    for language in languages():
        moments = {days(language=language).moment(minute_at(day, 0)) for day in (2, 3, 4)}
        assert len(moments) == 3, language
        assert not any("2026" in moment for moment in moments), language
