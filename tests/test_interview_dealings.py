"""Interviews about dealings: who was told, who knows, what was asked for and promised, who supports whom."""

from __future__ import annotations

import pytest
from rehearsal_minds import CAFE, EN_AND_ZH, ISABEL, NAMES, NORA, TOMAS, ask, common, friend, memory

from engine.prompts import questions as q
from engine.prompts.known import Lived, PassedOn
from engine.records import Names

SAYS = EN_AND_ZH["en"].phrases
HERS = "Isabel Moreno hides a letter from Aldersund in the till"
SECRET = memory(HERS, kind="seed", at=0, n=1)


def dealing(frame, asker, who, n, what="", at=500):
    """Return what is remembered of a request and its answer."""
    text = SAYS.of(frame)[0].text.format(asker=asker.name, who=who.name, what=what)
    return memory(text, kind="talk", at=at, n=n, about=("isabel", asker.id, who.id), evidence=(1,))


LADDER = dealing("kept_put_off", ISABEL, TOMAS, 2, "the long ladder")
STAY = dealing("kept_deed_granted", TOMAS, ISABEL, 3, "stay behind after the party")
BACKED = (
    dealing("kept_support", ISABEL, TOMAS, 4, "harbour warden"),
    dealing("kept_support_no", ISABEL, NORA, 5, "harbour warden"),
)


def answer(question, *recalled, passed_on=(), now=1_000, **fields):
    return ask(
        q.Interview(
            **common(ISABEL, now, names=Names(NAMES)),
            question=question,
            recalled=recalled,
            passed_on=passed_on,
            people=(friend(TOMAS), friend(NORA)),
            place=CAFE,
            **fields,
        )
    ).answer


TO_TOMAS = (PassedOn(memory=SECRET.id, hearers=("tomas",)),)


@pytest.mark.parametrize(
    ("question", "passed_on", "said", "not_said"),
    [
        ("Whom did you tell about the letter?", TO_TOMAS, "Tomas", "Nora"),
        ("Whom did you tell about the letter?", (), "nobody", "Tomas"),
        ("Have you told Tomas about the letter from Aldersund?", TO_TOMAS, "Yes", "No"),
        ("Have you told Nora about the letter from Aldersund?", TO_TOMAS, "No", "Yes"),
        ("Who else knows about the letter?", TO_TOMAS, "Tomas", "Nora"),
        ("Who knows about the letter?", (), "Nobody but me", "Tomas"),
        ("Does Tomas know about the letter?", TO_TOMAS, "Yes", "Not from me"),
        ("Does Nora know about the letter?", TO_TOMAS, "Not from me", "Yes"),
    ],
)
def test_who_was_told_and_who_knows_rests_on_what_was_told(question, passed_on, said, not_said):
    text = answer(question, SECRET, passed_on=passed_on)
    assert said in text
    assert not_said not in text


def test_who_told_it_knows_it():
    told = memory(
        "Nora Bloom told Isabel Moreno that Tomas Lind has sold the ferry", kind="talk", n=1, about=("nora",)
    )
    assert "Nora" in answer("Who knows about the ferry?", told)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What did Tomas ask of you?", "Tomas asked me to stay behind after the party"),
        ("What did you ask Tomas for?", "I asked Tomas for the long ladder"),
        ("Did anybody ask you for anything?", "Tomas asked me to stay behind"),
        ("What did Nora ask of you?", "Nothing"),
        ("Has Tomas brought you the ladder?", "Not that I know of"),
        ("Did you stay behind after the party?", "I said I would"),
    ],
)
def test_a_promise_is_not_yet_its_keeping(question, said):
    assert said in answer(question, LADDER, STAY)


def test_a_refusal_is_a_no():
    refused = dealing("kept_refused", ISABEL, TOMAS, 2, "the long ladder")
    assert answer("Did Tomas give you the ladder?", refused).startswith("No")


@pytest.mark.parametrize(
    "question",
    ["Who supports you?", "Who will vote for you?", "Who has promised to vote for you, and who won't?"],
)
def test_supporters_and_opponents_are_named(question):
    assert answer(question, *BACKED) == "For me: Tomas. Against me: Nora."


@pytest.mark.parametrize(
    ("frame", "said"),
    [("kept_support", "Yes"), ("kept_support_no", "No"), ("kept_support_unsure", "not sure")],
)
def test_ones_own_stance_is_what_one_told_the_candidate(frame, said):
    stance = dealing(frame, TOMAS, ISABEL, 2, "harbour warden")
    assert said in answer("Will you vote for Tomas?", stance)


def test_a_question_that_joins_two_is_answered_in_both_parts():
    told = memory(f"Nora Bloom told Isabel Moreno that {HERS}", kind="talk", at=620, n=1, about=("nora",))
    text = answer("Who told you about the letter, and when?", told)
    assert "Nora" in text
    assert "quarter past ten" in text


def test_who_was_there_is_asked_of_the_time_named_before():
    lived = (Lived(begins=900, ends=990, room=CAFE, doing="baking", saw=("nora",)),)
    text = answer("Where were you today at half past three, and who else was there?", lived=lived)
    assert "Harbour Café" in text
    assert "Nora" in text


def test_she_is_who_was_spoken_of_before():
    earlier = (("When did you last see Nora?", "I last saw Nora this morning."),)
    told = memory("Nora Bloom told Isabel Moreno that the ferry is sold", kind="talk", n=1, about=("nora",))
    text = answer("What did she tell you?", told, earlier=earlier)
    assert "the ferry is sold" in text


@pytest.mark.parametrize(
    ("question", "recalled", "said"),
    [
        ("Was there a fire at the Harbour Café?", "Isabel Moreno runs the Harbour Café", "Not that I"),
        ("Did you run the ferry on day 1?", "Isabel Moreno runs the ferry", "As a rule"),
        ("Does Tomas own the ferry?", "Tomas Lind owns the ferry", "Yes"),
        ("Does Tomas own the ferry?", "Tomas Lind does not own the ferry", "No"),
        ("Is anybody planning something for your birthday?", "Isabel Moreno runs the ferry", "Not that I"),
        ("Who won the race?", "Tomas Lind is holding a boat race on the Quay", "how"),
    ],
)
def test_yes_and_no_need_a_memory_that_says_so(question, recalled, said):
    assert said in answer(question, memory(recalled, kind="seed", at=0, n=1))


def test_what_somebody_thinks_of_one_is_what_they_said():
    said = SAYS.of("summary_told")[0].text.format(
        teller=NORA.name, hearer=ISABEL.name, topic=f"{ISABEL.name} is the best cook in town"
    )
    told = memory(said, kind="talk", n=1, about=("isabel", "nora"))
    assert "I'm the best cook in town" in answer("What does Nora think of you?", told)
