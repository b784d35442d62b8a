"""Reflection, diary, whispers and interviews of the rehearsal model."""

from __future__ import annotations

import pytest
from rehearsal_minds import (
    CAFE,
    ISABEL,
    NAMES,
    PARTY,
    PARTY_AT,
    QUAY,
    TOMAS,
    ask,
    common,
    friend,
    memory,
    party,
)

from engine.clock import minute_at
from engine.prompts import questions as q
from engine.records import Step

TOLD = f"Tomas Lind told Isabel Moreno that {PARTY}"
LIVED = (
    memory(TOLD, kind="talk", importance=7, n=1, about=("isabel", "tomas")),
    memory(f"Nora Bloom told Isabel Moreno that {PARTY}", kind="talk", importance=7, n=2, about=("isabel",)),
    memory(
        "Tomas Lind repaired the shutter of the Harbour Café", importance=4, n=3, about=("tomas",), place=CAFE
    ),
    memory("Isabel Moreno is doing this: brewing coffee", importance=1, n=4, about=("isabel",), place=CAFE),
    memory("Isabel Moreno is doing this: serving guests", importance=1, n=5, about=("isabel",), place=CAFE),
)


def interview(question, earlier=(), recalled=LIVED, now=600, **fields):
    return ask(
        q.Interview(
            **common(ISABEL, now),
            question=question,
            earlier=earlier,
            recalled=recalled,
            people=(friend(TOMAS),),
            doing="brewing coffee",
            place=CAFE,
            **fields,
        )
    )


def heed(whisper):
    return ask(q.Heed(**common(ISABEL, 600), whisper=whisper))


def test_one_asks_oneself_about_who_and_what_recurs():
    questions = ask(q.AskOneself(**common(), recent=LIVED, names=NAMES)).questions
    assert any("Tomas Lind" in each for each in questions)
    assert any("lantern party" in each for each in questions)
    assert all("Isabel Moreno" in each or "Willow Bay" in each for each in questions)


def test_insights_rest_on_two_memories_or_more_and_name_their_subject():
    insights = ask(q.Conclude(**common(), questions=("?",), recalled=LIVED, names=NAMES)).insights
    assert insights
    for insight in insights:
        assert len(set(insight.because)) >= 2
        assert max(insight.because) <= len(LIVED)
        assert "Isabel Moreno" in insight.text or "Willow Bay" in insight.text


def test_what_is_held_already_is_not_concluded_again():
    first = ask(q.Conclude(**common(), questions=("?",), recalled=LIVED, names=NAMES)).insights
    held = tuple(insight.text for insight in first)
    again = ask(q.Conclude(**common(), questions=("?",), recalled=LIVED, held=held, names=NAMES)).insights
    assert not {insight.text for insight in again} & set(held)


def test_too_little_gives_no_insight():
    assert ask(q.Conclude(**common(), questions=("?",), recalled=LIVED[:1], names=NAMES)).insights == []


def test_the_diary_is_in_the_first_person_and_short():
    text = ask(q.KeepDiary(**common(ISABEL, 1380), day=1, memories=LIVED, names=NAMES)).text
    assert "told me that I am giving a lantern party" in text
    assert 2 <= text.count(".") <= 6


def test_an_empty_day_has_a_diary_too():
    assert ask(q.KeepDiary(**common(), day=1, memories=(), names=NAMES)).text


@pytest.mark.parametrize("whisper", ["You will run for mayor.", "Run for mayor!", "you should run for mayor"])
def test_a_whisper_becomes_a_resolve_in_the_third_person(whisper):
    answer = heed(whisper)
    assert answer.resolve in (
        "Isabel Moreno means to run for mayor.",
        "Isabel Moreno has decided to run for mayor.",
    )
    assert (answer.importance, answer.engagement) == (8, None)


def test_a_whisper_with_a_time_and_a_place_is_an_engagement():
    engagement = heed("Meet Tomas at the Quay tomorrow at five").engagement
    assert (engagement.day, engagement.time, engagement.place) == (2, "17:00", QUAY)
    assert minute_at(2, 17 * 60) == PARTY_AT


def test_a_forbidding_whisper_is_a_resolve_not_to():
    assert heed("Don't trust Tomas.").resolve == "Isabel Moreno means not to trust Tomas."


def test_who_are_you():
    answer = interview("Who are you?").answer
    assert "Isabel Moreno" in answer
    assert "34" in answer


def test_an_unknown_person_is_not_invented():
    answer = interview("What do you think of Marcus Vane?")
    assert "I don't know anybody of that name." in answer.answer
    assert answer.because == []


def test_an_unknown_matter_is_admitted():
    answer = interview("What is the price of copper?", recalled=())
    assert answer.because == []
    assert "know" in answer.answer.lower()


def test_what_is_remembered_is_told_in_the_first_person_and_cited():
    answer = interview("What about the lantern party?")
    assert "I am giving a lantern party" in answer.answer
    assert 1 in answer.because


def test_a_person_is_described_by_bond_and_memory():
    answer = interview("Tell me about Tomas Lind.")
    assert "friend" in answer.answer
    assert answer.because


def test_plans_come_from_the_plan():
    step = Step(
        id=1, agent="isabel", level="block", start=840, end=900, activity="walk by the quay", room=QUAY
    )
    assert "walk by the quay" in interview("What will you be doing at 14:00?", plan=(step,)).answer
    assert "walking by the quay" in interview("What did you do at 14:10?", plan=(step,), now=1000).answer
    assert "asleep" in interview("What will you be doing at 4:00 tomorrow?", plan=(step,)).answer


def test_and_then_goes_on_with_the_plan():
    step = Step(
        id=1, agent="isabel", level="block", start=840, end=900, activity="walk by the quay", room=QUAY
    )
    earlier = (("What are you doing?", "Brewing coffee."),)
    assert "walk by the quay" in interview("And then?", earlier, plan=(step,)).answer


def test_why_and_with_whom_refer_to_what_was_said():
    earlier = (("Who helps you?", "Tomas Lind repaired the shutter."),)
    assert "Tomas Lind" in interview("With whom?", earlier).answer
    why = interview("Why?", (("Is there a party?", "Yes, a lantern party."),))
    assert why.because


def test_a_burning_meal_and_a_room_in_use_get_different_answers():
    burning = interview("Your breakfast is burning. What would you do?").answer
    busy = interview("What would you do if the bathroom is occupied?").answer
    assert burning != busy
    assert "wait" in busy


def test_an_engagement_answers_will_you_come():
    answer = interview("Will you go to the lantern party?", engagements=(party(),)).answer
    assert "lantern party" in answer
