"""Reflection, diary and whispers of the rehearsal model."""

from __future__ import annotations

import pytest
from rehearsal_minds import (
    CAFE,
    ISABEL,
    LIVED,
    NORA,
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
from engine.prompts.questions.conclude import UNSHOWN


def heed(whisper):
    return ask(q.Heed(**common(ISABEL, 600), whisper=whisper))


def test_one_asks_oneself_about_who_and_what_recurs():
    questions = ask(q.AskOneself(**common(), recent=LIVED)).questions
    assert any("Tomas Lind" in each for each in questions)
    assert any("lantern party" in each for each in questions)
    assert all("Isabel Moreno" in each or "Willow Bay" in each for each in questions)


def concluded(*rows, persona=ISABEL, now=1440 + 700, people=(), held=(), lately=()):
    """What is concluded from memories."""
    fields = common(persona, now)
    return ask(
        q.Conclude(**fields, questions=("?",), recalled=rows, people=people, held=held, lately=lately)
    ).insights


def answer(who, said, *, n, at=600):
    """What Isabel keeps of having asked somebody for a boat."""
    text = f"Isabel Moreno asked {who} for a boat, and {who} {said}."
    return memory(text, kind="talk", n=n, at=at, evidence=(1,), place=QUAY)


def talk(n, at, place=QUAY, who=TOMAS):
    """What Isabel keeps of a talk."""
    text = f"Isabel Moreno and {who.name} exchanged a few words at the {place}."
    return memory(text, kind="talk", n=n, at=at, place=place, about=("isabel", who.id))


def seen(n, at, place=QUAY, doing="mending nets"):
    """Tomas as Isabel saw him."""
    return memory(f"Tomas Lind is {doing}", n=n, at=at, place=place, about=("tomas",))


def test_a_conclusion_cites_the_memories_that_bear_it_out():
    rows = (answer("Tomas Lind", "said yes", n=1), answer("Nora Bloom", "refused", n=2), party())
    insights = concluded(*rows)
    assert [insight.because for insight in insights if "a boat" in insight.text] == [[1, 2]]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (("said yes", "refused"), ("Tomas Lind", "Nora Bloom", "yes", "no")),
        (("refused", "refused"), ("Tomas Lind and Nora Bloom", " no")),
        (("said yes", "said yes"), ("Tomas Lind and Nora Bloom", " yes")),
    ],
)
def test_what_several_people_answered_is_put_together(said, words):
    (insight,) = concluded(answer("Tomas Lind", said[0], n=1), answer("Nora Bloom", said[1], n=2))
    assert all(each in insight.text for each in words)


def test_one_answer_alone_is_no_conclusion():
    assert not concluded(answer("Tomas Lind", "refused", n=1))


def test_a_refusal_that_has_not_come_up_again_is_noticed_but_not_one_that_has():
    no = answer("Tomas Lind", "refused", n=1, at=600)
    again = memory("Tomas Lind said to Isabel Moreno: “About that boat.”", kind="talk", n=3, at=800,
                   place=QUAY, about=("isabel", "tomas"))  # fmt: skip
    assert any("did not come up again" in each.text for each in concluded(no, talk(2, 800)))
    assert not any("did not come up again" in each.text for each in concluded(no, talk(2, 800), again))


def test_two_dealings_with_one_person_are_weighed_together():
    peace = memory("Isabel Moreno was sorry towards Tomas Lind, and Tomas Lind forgave.", kind="talk", n=2,
                   at=700, evidence=(1,), place=QUAY)  # fmt: skip
    (good,) = concluded(answer("Tomas Lind", "said yes", n=1), peace)
    assert "forgave" in good.text
    assert "a boat" in good.text
    (mixed,) = concluded(answer("Tomas Lind", "refused", n=1), peace)
    assert "said no" in mixed.text
    assert "forgave" in mixed.text
    assert good.because == mixed.because == [1, 2]


def test_what_two_people_tell_is_put_together_and_what_one_repeats_is_not():
    leak = "told Isabel Moreno that the roof of the old chapel leaks."
    one, two = (
        memory(f"{who} {leak}", kind="talk", n=n, evidence=(1,), about=(agent, "isabel"), place=QUAY)
        for n, (who, agent) in enumerate((("Tomas Lind", "tomas"), ("Nora Bloom", "nora")), start=1)
    )
    (insight,) = concluded(one, two)
    assert all(words in insight.text for words in ("Tomas Lind", "Nora Bloom", "leaks"))
    assert not concluded(one, memory(one.text, kind="talk", n=3, evidence=(1,), about=("tomas",), place=QUAY))


def test_what_was_told_of_somebody_and_seen_afterwards_meet_only_if_they_match():
    told = memory("Nora Bloom told Isabel Moreno that Tomas Lind has a lantern to mend.", kind="talk", n=1,
                  at=600, evidence=(1,), about=("isabel", "nora", "tomas"), place=CAFE)  # fmt: skip
    (insight,) = concluded(told, seen(2, 700, doing="painting a lantern"))
    assert "has a lantern to mend" in insight.text
    assert "painting a lantern" in insight.text
    assert not concluded(told, seen(2, 500, doing="painting a lantern"))  # seen before it was told
    assert not concluded(told, seen(2, 700, doing="painting a hull"))


def test_whom_one_talked_with_most_is_counted_over_the_whole_day_and_not_over_what_came_to_mind():
    day = (talk(1, 500), talk(2, 700, CAFE), talk(3, 800, who=NORA))
    (insight,) = concluded(lately=day)
    assert "Tomas Lind" in insight.text
    assert "twice" in insight.text
    assert "on day 1" in insight.text
    assert insight.because == [UNSHOWN + 1, UNSHOWN + 2]
    assert not concluded(lately=(*day, talk(4, 900, CAFE, who=NORA)))  # as often with the other


def test_who_was_only_seen_is_missed_unless_there_was_a_talk():
    close, twice = (friend(TOMAS, closeness=0.6),), (seen(1, 500), seen(2, 700, CAFE))
    (insight,) = concluded(lately=twice, people=close)
    assert "did not get to speak a word" in insight.text
    later = concluded(lately=(*twice, talk(3, 900)), people=close)
    assert not any("did not get to speak a word" in each.text for each in later)


def test_a_guest_who_promised_and_was_not_seen_is_missed_by_a_host_who_was_there():
    def promise(n, who, agent):
        text = f"{who} means to come to Isabel Moreno's lantern party at the Harbour Café on day 2 at 17:00."
        return memory(text, kind="talk", n=n, at=600, evidence=(1,), about=(agent, "isabel"), place=QUAY)

    promises = (promise(1, "Tomas Lind", "tomas"), promise(2, "Nora Bloom", "nora"))
    ahead = concluded(*promises, party(), now=700)
    assert any("have promised" in each.text for each in ahead)
    here = memory(
        "Isabel Moreno is giving the lantern party", n=3, at=PARTY_AT, place=CAFE, about=("isabel",)
    )
    came = memory("Tomas Lind is having a glass", n=4, at=PARTY_AT + 9, place=CAFE, about=("tomas",))
    texts = [each.text for each in concluded(*promises, party(), here, came, now=PARTY_AT + 180)]
    assert any("Nora Bloom" in text for text in texts)
    assert not any("Tomas Lind" in text for text in texts)


def test_a_secret_worry_is_not_put_into_words():
    secret = "Isabel Moreno has told nobody that she worries about the roof of the café."
    worry = memory(secret, kind="seed", n=1, at=0, about=("isabel",))
    heard = memory("Nora Bloom told Isabel Moreno that the roof of the café leaks.", kind="talk", n=2,
                   place=QUAY, evidence=(1,), about=("isabel", "nora"))  # fmt: skip
    (insight,) = concluded(worry, heard)
    assert insight.because == [1, 2]
    assert "roof" not in insight.text


def test_what_is_held_already_is_not_concluded_again():
    rows = (answer("Tomas Lind", "said yes", n=1), answer("Nora Bloom", "refused", n=2))
    first = concluded(*rows)
    assert first
    assert not concluded(*rows, held=tuple(insight.text for insight in first))


def test_too_little_gives_no_insight():
    assert concluded(LIVED[0]) == []


def test_a_seed_alone_is_no_conclusion_whoever_was_seen():
    story = memory("Tomas Lind taught Isabel Moreno to row.", kind="seed", n=1, at=0, about=("tomas",))
    assert not concluded(story, seen(2, 500), seen(3, 700))


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
