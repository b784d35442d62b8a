"""Reflection, diary and whispers of the rehearsal model."""

from __future__ import annotations

from dataclasses import replace

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
from engine.records import Bond


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
    since = (talk(2, 800), talk(4, 900))
    again = memory("Tomas Lind said to Isabel Moreno: “About that boat.”", kind="talk", n=3, at=800,
                   place=QUAY, about=("isabel", "tomas"))  # fmt: skip
    assert any("did not come up again" in each.text for each in concluded(no, *since))
    assert not any("did not come up again" in each.text for each in concluded(no, *since, again))


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


def test_who_was_told_of_and_does_not_say_a_word_of_it_in_two_talks_is_noticed():
    lost = "Nora Bloom told Isabel Moreno that Tomas Lind has lost his best lantern."
    told = memory(
        lost, n=1, kind="talk", at=600, evidence=(1,), about=("isabel", "nora", "tomas"), place=CAFE
    )
    (insight,) = concluded(told, talk(2, 700), talk(3, 800))
    assert "lantern" in insight.text
    assert "talked twice" in insight.text
    assert insight.because == [1, 2, 3]
    assert not concluded(told, talk(2, 500), talk(3, 800))  # the one talk was before it was told
    owns = memory("Tomas Lind said to Isabel Moreno: “I've lost the lantern.”", kind="talk", n=4, at=800,
                  place=QUAY, about=("isabel", "tomas"))  # fmt: skip
    assert not concluded(told, talk(2, 700), talk(3, 800), owns)


def test_talks_are_counted_over_two_days_and_not_over_what_came_to_mind():
    foe = (friend(TOMAS, closeness=-0.5),)
    persona = replace(ISABEL, bonds=(Bond(other="tomas", kind="neighbour", closeness=-0.5),))
    (insight,) = concluded(persona=persona, people=foe, lately=(talk(1, 500), talk(2, 1440 + 600, CAFE)))
    assert "not on good terms" in insight.text
    assert "twice since day 1" in insight.text
    assert insight.because == [UNSHOWN + 1, UNSHOWN + 2]


def test_whom_one_talked_with_most_or_longest_is_no_conclusion():
    assert not concluded(lately=(talk(1, 500), talk(2, 700, CAFE), talk(3, 800, who=NORA)))


def test_somebody_dear_in_talk_with_somebody_one_is_at_odds_with_is_noticed():
    people = (friend(TOMAS, closeness=0.6), friend(NORA, closeness=-0.4))
    known = memory("Nora Bloom owes Isabel Moreno two chairs.", kind="seed", n=1, at=0, about=("nora",))
    pair = memory("Tomas Lind and Nora Bloom are talking together at the Quay", n=2, at=700, place=QUAY,
                  about=("tomas", "nora"))  # fmt: skip
    (insight,) = concluded(known, pair, people=people)
    assert "Tomas Lind" in insight.text
    assert "Nora Bloom, of all people" in insight.text
    assert not concluded(known, pair, people=(friend(TOMAS, closeness=0.6),))


def test_a_no_that_became_a_yes_is_a_change_of_mind():
    first, then = (answer("Tomas Lind", said, n=n, at=at) for said, n, at in
                   (("refused", 1, 600), ("said yes", 2, 900)))  # fmt: skip
    assert any("has come round" in each.text for each in concluded(first, then))
    assert not any(
        "has come round" in each.text for each in concluded(first, answer("Nora Bloom", "said yes", n=2))
    )


def test_what_was_said_a_moment_ago_is_not_yet_looked_back_on():
    thought = "Isabel Moreno thinks that Tomas Lind has the slowest boat on the whole coast."
    line = "Isabel Moreno said to Tomas Lind: “I think you have the slowest boat on the whole coast.”"
    thinks = memory(thought, kind="seed", n=1, at=0, about=("isabel", "tomas"))
    said = memory(line, kind="talk", n=2, at=700, about=("isabel", "tomas"), place=QUAY)
    assert not concluded(thinks, said, now=710)
    assert any("in person" in each.text for each in concluded(thinks, said, now=900))


def test_a_voice_promised_to_two_is_noticed_and_is_for_neither():
    tomas, nora = (
        memory(f"{who} is standing for mayor, and Isabel Moreno is for it.", kind="talk", n=n, at=500 + n,
               evidence=(1,), place=QUAY)
        for n, who in ((1, "Tomas Lind"), (2, "Nora Bloom"))
    )  # fmt: skip
    (insight,) = concluded(tomas, nora)
    assert "only one to give" in insight.text


def test_who_was_only_seen_is_missed_unless_there_was_a_talk():
    close, twice = (friend(TOMAS, closeness=0.6),), (seen(1, 500), seen(2, 700, CAFE))
    assert not concluded(lately=twice, people=close, now=1300)  # the day still runs
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


def test_a_plan_that_no_friend_has_heard_of_is_noticed_and_a_secret_is_not():
    people = friend(TOMAS), friend(NORA)
    talks = tuple(talk(n, 600 + 60 * n, who=who) for n, who in ((2, TOMAS), (3, NORA), (4, TOMAS)))

    def means(what):
        return memory(f"Isabel Moreno means to {what}", kind="seed", n=1, at=0, about=("isabel",))

    (insight,) = concluded(means("paint the shutters of the café red"), *talks, people=people)
    assert "not said a word of this" in insight.text
    assert not concluded(means("keep it from Tomas Lind that the shutters are rotten"), *talks, people=people)


def test_what_was_not_said_and_then_is_was_said_at_last():
    thought = "Isabel Moreno thinks that Tomas Lind has the slowest boat on the whole coast."
    line = "Isabel Moreno said to Tomas Lind: “I think you have the slowest boat on the whole coast.”"
    thinks = memory(thought, kind="seed", n=1, at=0, about=("isabel", "tomas"))
    (before,) = concluded(thinks, talk(2, 500), talk(3, 600), now=700)
    unsaid = memory(before.text, kind="reflection", n=4, at=700, evidence=(1, 2, 3))
    said = memory(line, kind="talk", n=5, at=900, about=("isabel", "tomas"), place=QUAY)
    later = concluded(thinks, talk(2, 500), talk(3, 600), unsaid, said, held=(before.text,))
    assert any("at last" in each.text and 4 in each.because for each in later)


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
