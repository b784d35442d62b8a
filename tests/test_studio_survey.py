"""Ask everybody, on the Chat page: a form, what it may take, progress with a stop, a picture, a table."""

from __future__ import annotations

import time

import pytest

from engine.api.talk import Asking, Said, SurveyAnswer, Surveyed
from studio.talk.everybody.survey_answers import answer_rows, counted_words, finding
from studio.talk.everybody.survey_chart import alt_words, bars_spec, classes, over_time_spec
from studio.talk.everybody.under_way import UnderWay, Wanted
from tests.studios import labels, lived, press, studio, well, words

NOON, NEXT = 720, 2160


@pytest.fixture
def town(monkeypatch, tmp_path):
    workspace, run = lived(tmp_path)
    monkeypatch.setattr("studio.talk.everybody.survey._AT_ONCE", 120)  # a test looks once, when it has ended
    yield run
    workspace.close()


def everybody(monkeypatch, town, **link):
    return studio(monkeypatch, town.store.path.parent, "chat", section="everybody", **link)


def ask(at, town, question):
    at.text_input(key=f"survey-question-{town.number}").set_value(question).run()
    return press(well(at), f"survey-ask-{town.number}")


def answered(*answers, minutes=(NOON,), **kind):
    return Surveyed(
        asking=Asking(question="Tea?", **kind),
        minutes=minutes,
        wanted=len(answers),
        answers=tuple(
            SurveyAnswer(agent=name.lower(), name=name, minute=minute, said=Said(words="So.", **said))
            for name, minute, said in answers
        ),
    )


CHOSEN = answered(
    ("Ada", NOON, {"choice": "yes"}), ("Bo", NOON, {"choice": "yes"}), ("Cy", NOON, {"cannot_say": True}),
    ("Ada", NEXT, {"choice": "no"}), ("Bo", NEXT, {"choice": "yes"}), ("Cy", NEXT, {"choice": "no"}),
    minutes=(NOON, NEXT), options=("yes", "no"),
)  # fmt: skip
RATED = answered(
    ("Ada", NOON, {"number": 2}), ("Bo", NOON, {"number": 5}), ("Cy", NOON, {"cannot_say": True}),
    bounds=(1, 5),
)  # fmt: skip


# ---- the page


@pytest.mark.slow
def test_a_page_without_a_survey_says_what_comes_of_one(monkeypatch, town):
    at = everybody(monkeypatch, town)
    assert "Nobody has been asked yet" in words(at)
    assert "Enter a question first" in words(at)
    assert at.button(key=f"survey-ask-{town.number}").disabled


@pytest.mark.soak
def test_everybody_is_asked_and_the_answers_are_counted_listed_and_leave_no_trace(monkeypatch, town):
    before = town.at().fingerprint
    at = ask(everybody(monkeypatch, town), town, "Do you like Bram?")
    found = town.survey("Do you like Bram?", choices=["yes", "no", "maybe"])
    said = words(well(at))
    assert finding(found, found.minutes[0]) in said
    assert len(at.table[0].value) == 8
    assert any(label.startswith("Ask for 8 answers") for label in labels(at))
    assert "No cost." in said
    assert town.at().fingerprint == before
    assert town.chats() == ()


@pytest.mark.soak
def test_an_answer_is_looked_into(monkeypatch, town):
    at = ask(everybody(monkeypatch, town), town, "Do you like Bram?")
    box = at.selectbox(key=f"survey-look-{town.number}")
    box.set_value(next(n for n, one in enumerate(box.options) if one == "Odile Brandt")).run()
    assert "came to mind" in words(well(at))


@pytest.mark.slow
def test_too_few_choices_are_said_in_words_before_anybody_is_asked(monkeypatch, town):
    at = everybody(monkeypatch, town)
    at.text_area(key=f"survey-choices-{town.number}").set_value("yes").run()
    at.text_input(key=f"survey-question-{town.number}").set_value("Well?").run()
    assert "2 to 20 choices" in words(well(at))
    assert at.button(key=f"survey-ask-{town.number}").disabled


@pytest.mark.soak
@pytest.mark.parametrize("question", ["<script>alert(1)</script>", "# **No** $heading$ [x](y)", "x" * 2_000])
def test_markup_in_a_question_is_text(monkeypatch, town, question):
    at = ask(everybody(monkeypatch, town), town, question)
    well(at)
    assert "<script>alert(1)" not in "".join(element.value for element in at.html)


@pytest.mark.soak
def test_help_stands_above_the_answers_to_a_word_of_self_harm(monkeypatch, town):
    assert "findahelpline.com" in words(ask(everybody(monkeypatch, town), town, "I want to kill myself"))


@pytest.mark.soak
def test_a_survey_under_way_can_be_stopped_and_keeps_what_came(town):
    going = UnderWay(town, Wanted(question="Well?", moments=tuple(range(600, 1200, 5))), 960)
    while going.answered < 3:
        time.sleep(0.01)
    going.stop()
    going.wait(60)
    assert not going.is_going_on
    assert going.ending.stopped
    assert len(going.ending.answers) >= 3


@pytest.mark.slow
def test_what_cannot_be_asked_is_said_in_words(town):
    going = UnderWay(town, Wanted(question="Well?", choices=("a",), moments=(NOON,)), 1)
    going.wait(60)
    assert "2 to 20 choices" in going.ending


# ---- what is shown of it


def test_a_finding_is_a_sentence():
    assert finding(CHOSEN, NOON) == "Day 1 12:00: 2 yes; 1 cannot say."
    assert finding(CHOSEN, NEXT) == "Day 2 12:00: 1 yes, 2 no."
    assert finding(RATED, NOON) == "Day 1 12:00: mean 3.5 (n = 2); 1 cannot say."
    plain = answered(("Ada", NOON, {}), ("Bo", NOON, {"cannot_say": True}))
    assert finding(plain, NOON) == "Day 1 12:00: 1 answered; 1 cannot say."


def test_choices_are_bars_and_who_cannot_say_has_one_of_its_own(monkeypatch):
    monkeypatch.setattr("studio.talk.everybody.survey_chart.colour", lambda role: role)
    spec = bars_spec(CHOSEN, NOON)
    assert spec["yAxis"]["data"] == ["yes", "no", "cannot say"]
    assert [one["value"] if isinstance(one, dict) else one for one in spec["series"][0]["data"]] == [2, 0, 1]


def test_numbers_are_a_distribution_and_many_are_gathered():
    assert classes(RATED, NOON) == [("1", 0), ("2", 1), ("3", 0), ("4", 0), ("5", 1)]
    wide = answered(("Ada", NOON, {"number": 100}), ("Bo", NOON, {"number": 7}), bounds=(0, 100))
    gathered = classes(wide, NOON)
    assert len(gathered) <= 21
    assert sum(count for _, count in gathered) == 2
    assert gathered[-1] == ("100", 1)


def test_opinions_over_days_stack_up_to_everybody(monkeypatch):
    monkeypatch.setattr("studio.talk.everybody.survey_chart.colour", lambda role: role)
    spec = over_time_spec(CHOSEN)
    assert spec["xAxis"]["data"] == ["day 1 12:00", "day 2 12:00"]
    assert {one["name"]: one["data"] for one in spec["series"]} == {
        "yes": [2, 1], "no": [0, 2], "cannot say": [1, 0],
    }  # fmt: skip
    mean = over_time_spec(RATED)["series"][1]
    assert mean["data"] == [3.5]


def test_a_picture_is_told_in_words():
    assert alt_words(CHOSEN) == "Tea? day 1 12:00: 2 yes, 1 cannot say; day 2 12:00: 1 yes, 2 no."


@pytest.mark.slow
def test_the_table_says_when_only_where_there_are_several_moments(town):
    assert "When" in answer_rows(town, CHOSEN)[0]
    assert "When" not in answer_rows(town, RATED)[0]
    assert [counted_words(one) for one in RATED.answers] == ["2", "5", "cannot say"]
