"""Reflection, diary and whispers of the rehearsal model."""

from __future__ import annotations

import pytest
from rehearsal_minds import ISABEL, LIVED, PARTY_AT, QUAY, TOMAS, ask, common, friend, memory

from engine.clock import minute_at
from engine.prompts import questions as q


def heed(whisper):
    return ask(q.Heed(**common(ISABEL, 600), whisper=whisper))


def test_one_asks_oneself_about_who_and_what_recurs():
    questions = ask(q.AskOneself(**common(), recent=LIVED)).questions
    assert any("Tomas Lind" in each for each in questions)
    assert any("lantern party" in each for each in questions)
    assert all("Isabel Moreno" in each or "Willow Bay" in each for each in questions)


def test_insights_rest_on_two_memories_or_more_and_name_their_subject():
    insights = ask(q.Conclude(**common(), questions=("?",), recalled=LIVED)).insights
    assert insights
    for insight in insights:
        assert len(set(insight.because)) >= 2
        assert max(insight.because) <= len(LIVED)
        assert "Isabel Moreno" in insight.text or "Willow Bay" in insight.text


def test_what_is_held_already_is_not_concluded_again():
    first = ask(q.Conclude(**common(), questions=("?",), recalled=LIVED)).insights
    held = tuple(insight.text for insight in first)
    again = ask(q.Conclude(**common(), questions=("?",), recalled=LIVED, held=held)).insights
    assert not {insight.text for insight in again} & set(held)


def test_two_conclusions_together_lead_to_another_that_cites_both():
    held = tuple(
        memory(
            f"Isabel Moreno sets store by {name}, and knows why: {name.split()[0]} taught Isabel to row.",
            kind="reflection", importance=7, n=n, evidence=(n,),
        )
        for n, name in ((6, "Tomas Lind"), (7, "Nora Bloom"))
    )  # fmt: skip
    (insight, *_) = ask(q.Conclude(**common(), questions=("?",), recalled=held)).insights
    assert insight.because == [1, 2]
    assert "Tomas Lind" in insight.text
    assert "Nora Bloom" in insight.text
    assert insight.text not in {each.text for each in held}


def test_what_one_is_to_say_to_others_is_no_conclusion():
    says = "Isabel Moreno has it in mind to open a library by the Quay with Tomas Lind."
    aim = memory(says, kind="seed", n=1, about=("tomas",))
    seen = memory("Tomas Lind is mending nets at the Quay.", kind="observation", n=2, about=("tomas",))
    close = (friend(TOMAS, closeness=0.8),)

    def concluded(pursued):
        prompt = q.Conclude(**common(), questions=("?",), recalled=(aim, seen), people=close, pursued=pursued)
        return [insight.text for insight in ask(prompt).insights]

    assert any("library" in text for text in concluded(frozenset()))
    assert not any("library" in text for text in concluded(frozenset({aim.id})))


def test_what_was_asked_of_somebody_and_what_was_seen_of_them_meet_in_a_thought_of_its_own():
    seen = memory("Tomas Lind is mending nets at the Quay.", kind="observation", n=1, about=("tomas",))
    no = memory(
        "Isabel Moreno asked Tomas Lind for a boat, and Tomas Lind refused.", kind="talk", n=2,
        about=("isabel", "tomas"),
    )  # fmt: skip
    (insight, *_) = ask(q.Conclude(**common(), questions=("?",), recalled=(seen, no))).insights
    assert insight.because == [1, 2]
    assert "Tomas Lind" in insight.text
    assert "a boat" in insight.text


def test_a_worry_meets_what_is_heard_of_it_and_both_are_put_into_words():
    worry = memory("Isabel Moreno worries about the roof of the café.", kind="seed", n=1, about=("isabel",))
    heard = memory("Nora Bloom told Isabel Moreno that the roof of the café leaks.", kind="talk", n=2)
    insights = ask(q.Conclude(**common(), questions=("?",), recalled=(worry, heard))).insights
    assert any(
        insight.because == [1, 2] and "worries about the roof" in insight.text and "leaks" in insight.text
        for insight in insights
    )


def test_a_worry_that_is_a_secret_is_not_put_into_words():
    secret = "Isabel Moreno has told nobody that she worries about the roof of the café."
    worry = memory(secret, kind="seed", n=1, about=("isabel",))
    heard = memory("Nora Bloom told Isabel Moreno that the roof of the café leaks.", kind="talk", n=2)
    insights = ask(q.Conclude(**common(), questions=("?",), recalled=(worry, heard))).insights
    assert any(insight.because == [1, 2] for insight in insights)
    assert not any("worries about the roof" in insight.text for insight in insights)


def test_too_little_gives_no_insight():
    assert ask(q.Conclude(**common(), questions=("?",), recalled=LIVED[:1])).insights == []


def test_the_diary_is_in_the_first_person_and_short():
    text = ask(q.KeepDiary(**common(ISABEL, 1380), day=1, memories=LIVED)).text
    assert "I'm giving a lantern party" in text
    assert 2 <= text.count(".") <= 6


def test_an_empty_day_has_a_diary_too():
    assert ask(q.KeepDiary(**common(), day=1, memories=())).text


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


@pytest.mark.parametrize(
    ("whisper", "day", "time"),
    [
        ("Have a word with Tomas this evening.", 1, "18:00"),
        ("Meet Tomas at the Quay tonight at nine.", 1, "21:00"),
        ("Meet Tomas the day after tomorrow at dusk.", 3, "19:00"),
    ],
)
def test_a_whisper_that_says_when_in_words_is_an_engagement(whisper, day, time):
    engagement = heed(whisper).engagement
    assert (engagement.day, engagement.time) == (day, time)


def test_what_one_is_to_keep_until_an_hour_is_no_engagement_at_it():
    assert heed("Say nothing until tomorrow at noon.").engagement is None


def test_a_forbidding_whisper_is_a_resolve_not_to():
    assert heed("Don't trust Tomas.").resolve == "Isabel Moreno means not to trust Tomas."


def test_nobody_is_named_in_full_twice_in_one_thought_and_it_is_known_again():
    story = memory("Tomas Lind taught Isabel Moreno to row.", kind="seed", n=1, about=("tomas",))
    talk = memory("Tomas Lind and Isabel Moreno talked: the weather.", kind="talk", n=2, about=("tomas",))
    asked = q.Conclude(**common(), questions=("?",), recalled=(story, talk))
    (insight, *_) = ask(asked).insights
    assert insight.text.count("Tomas Lind") == 1
    assert insight.text.count("Isabel Moreno") <= 1
    held = q.Conclude(**common(), questions=("?",), recalled=(story, talk), held=(insight.text,))
    assert insight.text not in {each.text for each in ask(held).insights}


def test_that_one_likes_somebody_is_no_conclusion_without_its_reason():
    seen = tuple(
        memory(f"Tomas Lind is {doing} at the Quay.", kind="observation", n=n, about=("tomas",))
        for n, doing in ((1, "eating lunch"), (2, "having supper"))
    )
    assert not ask(q.Conclude(**common(), questions=("?",), recalled=seen)).insights


def test_an_hour_spent_as_anybody_spends_it_is_no_conclusion():
    table = tuple(
        memory("Isabel Moreno is enjoying a party at the Quay.", kind="observation", n=n, about=("isabel",))
        for n in (1, 2)
    )
    assert not ask(q.Conclude(**common(), questions=("?",), recalled=table)).insights
