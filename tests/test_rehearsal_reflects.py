"""Reflection, diary and whispers of the rehearsal model."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rehearsal_minds import (
    CAFE,
    ISABEL,
    LIVED,
    NAMES,
    NORA,
    PARTY_AT,
    QUAY,
    TOMAS,
    YARD,
    ask,
    common,
    friend,
    memory,
    party,
)

from engine.clock import minute_at
from engine.prompts import questions as q
from engine.prompts.questions.conclude import UNSHOWN
from engine.records import Name, Names


def heed(whisper):
    return ask(q.Heed(**common(ISABEL, 600), whisper=whisper))


def test_one_asks_oneself_about_who_and_what_recurs():
    questions = ask(q.AskOneself(**common(), recent=LIVED)).questions
    assert any("Tomas Lind" in each for each in questions)
    assert any("lantern party" in each for each in questions)
    assert all("Isabel Moreno" in each or "Willow Bay" in each for each in questions)


FELIX = Name(full="Felix Moreno", called="Felix", pronouns="he")
DORA = Name(full="Dora Pike", called="Dora", pronouns="she")


def concluded(*rows, persona=ISABEL, now=1440 + 700, people=(), held=(), lately=(), living_together=()):
    """What is concluded from memories."""
    fields = common(persona, now, names=Names(NAMES | {"felix": FELIX, "dora": DORA}))
    return ask(
        q.Conclude(
            **fields,
            questions=("?",),
            recalled=rows,
            people=people,
            held=held,
            lately=lately,
            living_together=living_together,
        )
    ).insights


def answer(who, said, *, n, at=600):
    """What Isabel keeps of having asked somebody for a boat."""
    text = f"Isabel Moreno asked {who} for a boat, and {who} {said}."
    return memory(text, kind="talk", n=n, at=at, evidence=(1,), place=QUAY)


def talk(n, at, place=QUAY, who=TOMAS):
    """The lines that Isabel keeps of a talk by themselves."""
    ends = (ISABEL, who), (who, ISABEL)
    return tuple(
        memory(f"{one.name} said to {other.name}: “Good day to you.”", kind="talk", n=10 * n + at_end,
               at=at, place=place, about=(one.id, other.id))
        for at_end, (one, other) in enumerate(ends)
    )  # fmt: skip


def test_a_conclusion_cites_the_memories_that_bear_it_out():
    rows = (answer("Tomas Lind", "refused", n=1), answer("Nora Bloom", "refused", n=2), party())
    insights = concluded(*rows)
    assert [insight.because for insight in insights if "a boat" in insight.text] == [[1, 2]]


def test_that_several_people_refused_is_put_together_and_that_some_agreed_is_nothing():
    no = answer("Nora Bloom", "refused", n=2)
    (insight,) = concluded(answer("Tomas Lind", "refused", n=1), no)
    assert "asked Tomas Lind and Nora Bloom for a boat" in insight.text
    assert not concluded(answer("Tomas Lind", "said yes", n=1), no)
    assert not concluded(answer("Tomas Lind", "said yes", n=1), answer("Nora Bloom", "said yes", n=2))


def test_one_answer_alone_is_no_conclusion():
    assert not concluded(answer("Tomas Lind", "refused", n=1))


def test_a_refusal_that_has_not_come_up_again_is_noticed_but_not_one_that_has():
    no = answer("Tomas Lind", "refused", n=1, at=600)
    since = (*talk(2, 800), *talk(4, 900))
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
    assert good.because == [1, 2]
    assert not concluded(answer("Tomas Lind", "refused", n=1), peace)


def test_favours_refused_on_both_sides_are_weighed_and_a_vote_is_no_favour():
    def asked(what):
        return memory(what, kind="talk", n=2, at=700, evidence=(1,), place=QUAY)

    no = answer("Tomas Lind", "refused", n=1)
    (insight,) = concluded(
        no, asked("Tomas Lind asked Isabel Moreno for a ladder, and Isabel Moreno refused.")
    )
    assert "no favours" in insight.text
    assert not concluded(no, asked("Tomas Lind is standing for mayor, and Isabel Moreno is against it."))


def test_what_two_people_tell_is_put_together_and_what_one_repeats_is_not():
    leak = "told Isabel Moreno that Felix Moreno has lost the key of the old chapel."
    one, two = (
        memory(f"{who} {leak}", kind="talk", n=n, evidence=(1,), about=(agent, "isabel"), place=QUAY)
        for n, (who, agent) in enumerate((("Tomas Lind", "tomas"), ("Nora Bloom", "nora")), start=1)
    )
    (insight,) = concluded(one, two)
    assert all(words in insight.text for words in ("Tomas Lind", "Nora Bloom", "the key"))
    assert not concluded(one, memory(one.text, kind="talk", n=3, evidence=(1,), about=("tomas",), place=QUAY))


def test_who_was_told_of_and_does_not_say_a_word_of_it_in_two_talks_is_noticed():
    lost = "Nora Bloom told Isabel Moreno that Tomas Lind has smashed his best lantern."
    told = memory(
        lost, n=1, kind="talk", at=600, evidence=(1,), about=("isabel", "nora", "tomas"), place=CAFE
    )
    (insight,) = concluded(told, *talk(2, 700), *talk(3, 800))
    assert "Tomas Lind has smashed his best lantern" in insight.text
    assert "not breathed a word" in insight.text
    assert 1 in insight.because
    assert not concluded(told, *talk(2, 500), *talk(3, 800))  # the one talk was before it was told
    owns = memory("Tomas Lind said to Isabel Moreno: “I've smashed the lantern.”", kind="talk", n=4, at=800,
                  place=QUAY, about=("isabel", "tomas"))  # fmt: skip
    assert not concluded(told, *talk(2, 700), *talk(3, 800), owns)


def test_what_was_lived_lately_is_looked_back_on_though_it_did_not_come_to_mind():
    (insight,) = concluded(
        lately=(answer("Tomas Lind", "refused", n=1), answer("Nora Bloom", "refused", n=2))
    )
    assert insight.because == [UNSHOWN + 1, UNSHOWN + 2]


def test_whom_one_talked_with_most_or_longest_is_no_conclusion():
    assert not concluded(lately=(*talk(1, 500), *talk(2, 700, CAFE), *talk(3, 800, who=NORA)))


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
    assert "only one vote to give" in insight.text


def test_who_is_for_one_and_who_is_not_is_put_together():
    def stands(who, said, n):
        text = f"Isabel Moreno is standing for harbour warden, and {who} is {said}."
        return memory(text, kind="talk", n=n, at=600 + n, evidence=(1,), place=QUAY)

    tomas, nora = stands("Tomas Lind", "for it", 1), stands("Nora Bloom", "against it", 2)
    (insight,) = concluded(tomas, nora)
    assert insight.text == ("Tomas Lind would like Isabel Moreno as harbour warden; Nora Bloom would not.")
    assert insight.because == [1, 2]
    assert not concluded(tomas, stands("Nora Bloom", "not sure about it", 2))


# ---- who talks with whom, and who brings the news


def told_of(what, n, who=TOMAS):
    """What Isabel keeps of having been told something."""
    return memory(f"{who.name} told Isabel Moreno that {what}.", kind="talk", n=n, at=600, evidence=(1,),
                  about=(who.id, "isabel"), place=QUAY)  # fmt: skip


KEY, BOAT = "Felix Moreno has lost the key of the old chapel", "Felix Moreno wants to sell the red boat"


def test_two_things_heard_of_one_person_from_two_others_are_put_together():
    (insight,) = concluded(told_of(KEY, 1), told_of(BOAT, 2, NORA))
    assert insight.text == (
        "Isabel Moreno has heard two things about Felix Moreno: from Tomas Lind, that Felix has lost the key "
        "of the old chapel, and from Nora Bloom, that Felix wants to sell the red boat."
    )
    assert insight.because == [1, 2]


def test_the_same_of_other_people_is_another_piece_of_news():
    fond = memory("Isabel Moreno is fond of Tomas Lind", kind="seed", n=9, at=0, about=("isabel", "tomas"))
    of_felix = told_of("Felix Moreno is fond of Dora Pike", 1), told_of(KEY, 2, NORA)
    assert concluded(fond, *of_felix)
    known = memory("Felix Moreno is fond of Dora Pike", kind="seed", n=9, at=0, about=("felix", "dora"))
    assert not concluded(known, *of_felix)


def together(n, at, place):
    text = f"Tomas Lind and Nora Bloom are talking together at the {place}"
    return memory(text, n=n, at=at, place=place, about=("tomas", "nora"))


def seen_together():
    return together(1, 1440 + 500, QUAY), together(2, 1440 + 600, YARD), together(3, 1440 + 680, QUAY)


def test_two_who_are_seen_talking_again_and_again_have_a_lot_to_say_to_each_other():
    one, two, three = seen_together()
    (insight,) = concluded(one, two, three)
    assert "at the Quay, and again at the Boatyard" in insight.text
    assert insight.because == [1, 2, 3]
    assert not concluded(one, two)
    assert not concluded(one, together(2, 1440 + 600, QUAY), three)  # where everybody meets


def test_two_who_live_together_are_no_news_when_they_talk_nor_is_ones_own_family():
    assert not concluded(*seen_together(), living_together=(frozenset(("tomas", "nora")),))
    assert not concluded(*seen_together(), people=(friend(TOMAS, lives_with=True),))


def seen(n, at, place, doing="repairing nets"):
    return memory(f"Tomas Lind is {doing}", n=n, at=at, place=place, about=("tomas",))


def test_a_day_on_which_two_who_are_at_odds_meet_without_a_word_is_noticed_in_the_evening():
    today, people = 1440, (friend(TOMAS, closeness=-0.4),)
    met = seen(1, today + 600, QUAY), seen(2, today + 800, YARD)
    (insight,) = concluded(*met, now=today + 1000, people=people)
    assert insight.text == (
        "Isabel Moreno came across Tomas Lind at the Quay and at the Boatyard on day 2, and not a word "
        "was said."
    )
    assert not concluded(*met, now=today + 900, people=people)  # there is time yet
    assert not concluded(*met, *talk(3, today + 810), now=today + 1000, people=people)
    assert not concluded(*met, now=today + 1000, people=(friend(TOMAS),))
    with_her = seen(2, today + 800, YARD, "drinking tea with Isabel")
    assert not concluded(met[0], with_her, now=today + 1000, people=people)


def test_two_who_both_ask_for_ones_vote_are_after_the_same_until_one_has_it():
    def asks(who, answer, n):
        text = f"{who} is standing for harbour warden, and Isabel Moreno is {answer}."
        return memory(text, kind="talk", n=n, at=600 + n, evidence=(1,), place=QUAY)

    unsure = asks("Nora Bloom", "not sure about it", 2)
    (insight,) = concluded(asks("Tomas Lind", "not sure about it", 1), unsure)
    assert insight.text == (
        "Nora Bloom and Tomas Lind have both asked Isabel Moreno for support, and neither has a yes yet."
    )
    felix = asks("Felix Moreno", "not sure about it", 3)
    (other,) = concluded(unsure, felix, held=[insight.text])  # another pair is another thought
    assert other.text.startswith("Felix Moreno and Nora Bloom")
    assert not concluded(asks("Tomas Lind", "for it", 1), unsure)
    assert not concluded(asks("Tomas Lind", "against it", 1), asks("Nora Bloom", "against it", 2))


def test_three_who_are_for_one_and_nobody_against_are_worth_counting():
    def stands(who, n):
        text = f"Isabel Moreno is standing for harbour warden, and {who} is for it."
        return memory(text, kind="talk", n=n, at=600 + n, evidence=(1,), place=QUAY)

    three = [stands(who, n) for n, who in enumerate(("Tomas Lind", "Nora Bloom", "Felix Moreno"), 1)]
    (insight,) = concluded(*three)
    assert insight.text == (
        "Tomas Lind, Nora Bloom and Felix Moreno are all for Isabel Moreno as harbour warden."
    )
    assert not concluded(*three[:2])
    against = stood("Dora Pike", "against it", 4)
    (later,) = concluded(*three, against, held=[insight.text])
    assert later.text.endswith(
        "Felix Moreno would like Isabel Moreno as harbour warden; Dora Pike would not."
    )


def stood(who, said, n, what="harbour warden"):
    """What Isabel keeps of having asked somebody for support."""
    text = f"Isabel Moreno is standing for {what}, and {who} is {said}."
    return memory(text, kind="talk", n=n, at=600 + n, evidence=(1,), place=QUAY)


VOTE = "The vote is held at the Quay on day {day} at 10:00; the choice is between {options}"


@pytest.mark.parametrize(("when", "is_open"), [(600, True), (1440 + 600, False), (1440 + 720, True)])
def test_a_vote_ends_the_campaign_for_it_and_none_that_begins_later(when, is_open):
    text = VOTE.format(day=1 + when // 1440, options="Isabel Moreno and Tomas Lind")
    over = memory(text, kind="seed", n=9, at=0, when=when, about=("isabel", "tomas"))
    answers = stood("Felix Moreno", "for it", 1), stood("Nora Bloom", "against it", 2)
    assert bool(concluded(*answers, over)) is is_open


def test_answers_for_two_offices_are_not_put_together():
    mixed = stood("Tomas Lind", "for it", 1, "keeper of the light"), stood("Nora Bloom", "against it", 2)
    assert not concluded(*mixed)


def test_who_still_thinks_a_vote_over_is_for_nobody():
    both = "Tomas Lind and Nora Bloom are both standing for harbour warden."
    sides = memory(both, kind="seed", n=1, at=0, about=("tomas", "nora"))
    asked = memory(
        "Tomas Lind is standing for harbour warden, and Isabel Moreno is not sure about it.", kind="talk",
        n=2, at=600, evidence=(1,), place=QUAY,
    )  # fmt: skip
    people = (friend(TOMAS, closeness=0.6), friend(NORA, closeness=-0.4))
    assert concluded(sides, *talk(3, 610), people=people)
    assert not concluded(sides, *talk(3, 610), asked, people=people)


@pytest.mark.parametrize("at", [700, 1440 + 600])
def test_whom_one_would_rather_see_win_is_nothing_to_say_once_the_vote_has_begun(at):
    people = (friend(TOMAS, closeness=0.6), friend(NORA, closeness=-0.4))
    both = "Tomas Lind and Nora Bloom are both standing for mayor."
    stand = memory(both, kind="seed", n=1, at=0, about=("tomas", "nora"))
    met = talk(2, 600)
    (insight,) = concluded(stand, *met, people=people)
    assert "Tomas Lind" in insight.text
    vote = memory("The election begins: Tomas Lind or Nora Bloom", n=3, at=at, place=QUAY,
                  about=("tomas", "nora"))  # fmt: skip
    assert not concluded(stand, *met, vote, people=people)


def test_a_guest_who_promised_and_was_not_seen_is_missed_by_a_host_who_was_there():
    def promise(n, who, agent):
        text = f"{who} means to come to Isabel Moreno's lantern party at the Harbour Café on day 2 at 17:00."
        return memory(text, kind="talk", n=n, at=600, evidence=(1,), about=(agent, "isabel"), place=QUAY)

    promises = (
        promise(1, "Tomas Lind", "tomas"), promise(2, "Nora Bloom", "nora"),
        promise(6, "Felix Moreno", "felix"),
    )  # fmt: skip
    ahead = concluded(*promises, party(), now=700)
    assert any("have promised" in each.text for each in ahead)
    here = memory(
        "Isabel Moreno is giving the lantern party", n=3, at=PARTY_AT, place=CAFE, about=("isabel",)
    )
    came, stays = (
        memory("Tomas Lind is having a glass", n=n, at=PARTY_AT + 9 * n, place=CAFE, about=("tomas",))
        for n in (4, 5)
    )
    assert not any(
        "Nora Bloom" in each.text for each in concluded(*promises, party(), here, came, now=PARTY_AT + 180)
    )  # one look round is not enough
    texts = [each.text for each in concluded(*promises, party(), here, came, stays, now=PARTY_AT + 180)]
    assert any("Nora Bloom" in text for text in texts)
    assert not any("Tomas Lind" in text for text in texts)


def test_a_worry_that_no_friend_has_heard_of_is_noticed_and_a_secret_is_not():
    people = friend(TOMAS), friend(NORA)
    met = ((2, TOMAS), (3, NORA), (4, TOMAS))
    talks = tuple(line for n, who in met for line in talk(n, 600 + 60 * n, who=who))

    def own(what):
        return memory(f"Isabel Moreno {what}", kind="seed", n=1, at=0, about=("isabel",))

    (insight,) = concluded(own("worries that the shutters are rotten"), *talks, people=people)
    assert "has talked with Nora Bloom and Tomas Lind, and has not said a word to them of" in insight.text
    assert not concluded(own("keeps it from everybody that the shutters are rotten"), *talks, people=people)


def slow_boat():
    """What Isabel thinks of Tomas, and the line in which she says it to him."""
    thought = "Isabel Moreno thinks that Tomas Lind has the slowest boat on the whole coast."
    line = "Isabel Moreno said to Tomas Lind: “I think you have the slowest boat on the whole coast.”"
    thinks = memory(thought, kind="seed", n=1, at=0, about=("isabel", "tomas"))
    return thinks, memory(line, kind="talk", n=5, at=900, about=("isabel", "tomas"), place=QUAY)


def test_what_was_not_said_and_then_is_was_said_at_last():
    thinks, said = slow_boat()
    talks = (*talk(2, 500), *talk(3, 600))
    (before,) = concluded(thinks, *talks, now=700)
    unsaid = memory(before.text, kind="reflection", n=4, at=700, evidence=(1, 2, 3))
    later = concluded(thinks, *talks, unsaid, said, held=(before.text,))
    (at_last,) = [each for each in later if "at last" in each.text]
    assert at_last.because == [6, 7]  # the earlier conclusion, and the line


def test_a_debt_that_is_unsaid_in_one_talk_is_noticed_if_it_was_long_and_of_today():
    owes = memory("Isabel Moreno owes Tomas Lind the price of a sail.", kind="seed", at=0, n=1,
                  about=("isabel", "tomas"))  # fmt: skip
    today = 1440 + 600
    pair = ("Isabel Moreno", "Tomas Lind")
    lines = tuple(
        memory(f"{one} said to {other}: “The nets want mending again.”", kind="talk", n=10 + n, at=today,
               place=QUAY, about=("isabel", "tomas"))
        for n, (one, other) in enumerate([pair, pair[::-1]] * 3)
    )  # fmt: skip
    (insight,) = concluded(owes, *lines)
    assert insight.text == (
        "Isabel Moreno has talked with Tomas Lind, and has not said a word of this: Isabel owes Tomas the "
        "price of a sail."
    )
    assert not concluded(owes, *lines[:2])
    assert not concluded(owes, *lines, now=2 * 1440 + 700)
    opinion, _ = slow_boat()
    assert not concluded(opinion, *lines)  # which one may keep to oneself for a talk
    wish = memory("Isabel Moreno wants to buy Tomas Lind a new sail.", kind="seed", at=0, n=1,
                  about=("isabel", "tomas"))  # fmt: skip
    assert concluded(wish, *lines)


def test_what_is_unsaid_is_nothing_if_one_of_the_two_said_nothing_in_their_talks():
    thinks, _ = slow_boat()
    mine = [line for n in (2, 3) for line in talk(n, 500 + n) if line.text.startswith("Isabel")]
    assert not concluded(thinks, *mine, now=700)


def test_those_one_lives_with_do_not_promise_to_come():
    def promise(n, who, agent):
        text = f"{who} means to come to Isabel Moreno's lantern party at the Harbour Café on day 2 at 17:00."
        return memory(text, kind="talk", n=n, at=600, evidence=(1,), about=(agent, "isabel"), place=QUAY)

    rows = (
        promise(1, "Tomas Lind", "tomas"), promise(2, "Nora Bloom", "nora"),
        promise(6, "Felix Moreno", "felix"), party(),
    )  # fmt: skip
    assert any("have promised" in each.text for each in concluded(*rows, now=700))
    at_home = (replace(friend(TOMAS), lives_with=True),)
    assert not any("have promised" in each.text for each in concluded(*rows, now=700, people=at_home))


def test_what_is_held_already_is_not_concluded_again():
    rows = (answer("Tomas Lind", "refused", n=1), answer("Nora Bloom", "refused", n=2))
    first = concluded(*rows)
    assert first
    assert not concluded(*rows, held=tuple(insight.text for insight in first))


def test_too_little_gives_no_insight():
    assert concluded(LIVED[0]) == []


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
