"""Accounting: what one has promised, who helped, what others say, and what is no alarm and no hour."""

from __future__ import annotations

import pytest
from rehearsal_minds import ISABEL, NORA, TOMAS, ask, common, friend, memory

from engine.language.languages import PACKS
from engine.prompts import questions as q
from engine.rehearsal.language.pack import pack_for, read_packs

EN = pack_for(read_packs(PACKS), "en")


def answer(question, *recalled):
    people = (friend(TOMAS), friend(NORA))
    return ask(
        q.Interview(**common(ISABEL, 1_000), question=question, recalled=recalled, people=people)
    ).answer


def test_a_promise_made_when_asked_is_named():
    kept = memory("Tomas Lind asked Isabel Moreno for a boat, and Isabel Moreno said yes.", kind="talk", n=1)
    assert "a boat" in answer("Have you made any promises?", kept)
    assert "a boat" not in answer("Have you made any promises?")


def test_who_helped_when_asked_is_who_would_help():
    kept = memory("Isabel Moreno asked Nora Bloom for flour, and Nora Bloom said yes.", kind="talk", n=1)
    said = answer("Who might help you, and why?", kept)
    assert "Nora Bloom" in said
    assert "flour" in said


def test_what_people_say_of_somebody_is_what_a_third_told():
    told = memory("Nora Bloom told Isabel Moreno that Tomas Lind sold the ferry.", kind="talk", n=1)
    assert "sold the ferry" in answer("What do people say about Tomas Lind?", told)


@pytest.mark.parametrize("text", ["Nora Bloom is tending the fire", "sitting by the fire"])
def test_a_fire_that_is_tended_is_no_alarm(text):
    assert not EN.alarms(text)
    assert EN.alarms("there is a fire in the kitchen")


def test_a_number_before_a_thing_is_no_hour():
    assert EN.calendar.dated("She wants all at one table.", 600) == "She wants all at one table."
    assert "13:00" in EN.calendar.dated("She comes at one.", 600)


def test_why_one_trusts_somebody_is_another_reason_each_time_it_is_asked():
    first = memory("Tomas Lind taught Isabel Moreno to row.", kind="seed", n=1, about=("tomas",))
    second = memory("Tomas Lind lent Isabel Moreno a stove.", kind="seed", n=2, about=("tomas",))
    prompt = q.Interview(
        **common(ISABEL, 1_000), question="Why?", recalled=(first, second),
        people=(friend(TOMAS),), earlier=(("Whom do you trust?", "Tomas Lind. He taught me to row."),),
    )  # fmt: skip
    said = ask(prompt).answer
    assert "lent me a stove" in said or "taught me to row" in said
    assert "fond" not in said


def test_a_debt_is_no_reason_to_like_somebody():
    owed = memory("Isabel Moreno owes Tomas Lind for a boat.", kind="seed", n=1, about=("tomas",))
    said = answer("Why do you like Tomas Lind?", owed)
    assert "boat" not in said


@pytest.mark.parametrize("question", ["Did you hear of the mill?", "Do you know about the mill?"])
def test_what_one_has_heard_of_is_told_and_what_not_is_said_so(question):
    heard = memory("Nora Bloom told Isabel Moreno that the mill has been sold.", kind="talk", n=1)
    assert "sold" in answer(question, heard)
    assert "sold" not in answer(question)
    assert "wouldn't know what to say" not in answer(question)


def test_what_one_has_promised_is_asked_in_other_words_and_known_from_ones_story():
    word = memory("Isabel Moreno has promised the children a lantern each.", kind="seed", n=1)
    assert "lantern" in answer("What have you promised, and to whom?", word)


def test_tomorrow_is_no_day_that_was_lived():
    said = answer("What is your day tomorrow going to be like?")
    assert ISABEL.routine[0].activity in said


def test_with_whom_one_does_not_get_on_is_a_question_about_dislike():
    said = answer("Who do you not get on with?")
    assert "table" in said
