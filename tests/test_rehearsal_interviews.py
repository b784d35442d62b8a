"""Interviews of the rehearsal model: from memory, in the persona's voice, and never invented."""

from __future__ import annotations

import pytest
from rehearsal_minds import CAFE, ISABEL, LIVED, NAMES, QUAY, TOMAS, ask, common, friend, memory, party

from engine.prompts import questions as q
from engine.records import Name, Step


def interview(question, earlier=(), recalled=LIVED, now=600, names=NAMES, **fields):
    return ask(
        q.Interview(
            **{**common(ISABEL, now), "names": names},
            question=question,
            earlier=earlier,
            recalled=recalled,
            people=(friend(TOMAS),),
            doing="brewing coffee",
            place=CAFE,
            **fields,
        )
    )


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
    assert "I'm giving a lantern party" in answer.answer
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


def test_what_one_looks_forward_to_is_what_is_agreed_and_not_what_has_been():
    ahead = interview("What are you looking forward to?", engagements=(party(),)).answer
    assert "tomorrow at five" in ahead
    over = interview("What are you looking forward to?", engagements=(party(),), now=3 * 1440).answer
    assert "party" not in over


def test_news_is_the_latest_that_one_was_told():
    mill = memory(
        "Nora Bloom told Isabel Moreno that the mill has been sold.", kind="talk", at=500, about=("isabel",)
    )
    answer = interview("What's new?", recalled=(*LIVED, mill))
    assert "the mill has been sold" in answer.answer
    assert len(LIVED) + 1 in answer.because


def test_an_election_is_known_by_what_was_heard_of_it_and_no_other_is_made_up():
    both = "Odile Brandt and Bram Aldous both want to be harbour warden."
    heard = memory(f"Tomas Lind told Isabel Moreno that {both}", kind="talk", about=("isabel",))
    names = {**NAMES, "odile": Name(full="Odile Brandt", called="Odile", pronouns="she"),
             "bram": Name(full="Bram Aldous", called="Bram", pronouns="he")}  # fmt: skip
    for question in ("Who are the candidates?", "What did you hear about the election?"):
        assert "Odile Brandt and Bram Aldous" in interview(question, recalled=(heard,), names=names).answer
    assert interview("Who is running for mayor?", recalled=(heard,), names=names).because == []


@pytest.mark.parametrize(
    "question",
    [
        "Where were you when the Titanic sank?",
        "How did Zebulon's wedding go?",
        "What did the dragon say to you?",
        "你认识赵无极吗？",
    ],
)
def test_what_never_was_is_never_remembered(question):
    answer = interview(question, recalled=())
    assert answer.because == []
    assert not any(word in answer.answer for word in ("Titanic", "wedding", "dragon", "赵无极"))


def test_the_five_kinds_of_question_are_answered_from_what_is_there():
    plan = (
        Step(id=1, agent="isabel", level="block", start=600, end=660, activity="buy fish", room=QUAY),
        Step(id=2, agent="isabel", level="block", start=660, end=900, activity="serve lunch", room=CAFE),
    )
    for question, word in {
        "Who are you?": "Isabel Moreno",
        "Who is Tomas Lind?": "friend",
        "What will you be doing at 12:00?": "serve lunch",
        "Your breakfast is burning. What would you do?": "",
        "If you could spend time with one person you talked to, who would it be, and why?": "Tomas",
    }.items():
        assert word in interview(question, plan=plan).answer
