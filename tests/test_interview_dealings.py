"""Interviews about dealings: who was told, who knows, what was asked for and promised, who supports whom."""

from __future__ import annotations

import dataclasses

import pytest
from rehearsal_minds import CAFE, EN_AND_ZH, ISABEL, NAMES, NORA, TOMAS, ask, common, friend, memory

from engine.prompts import questions as q
from engine.prompts.known import Lived, PassedOn, SetOut
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


KNOWN = (friend(TOMAS), friend(NORA))


def answer(question, *recalled, passed_on=(), now=1_000, people=KNOWN, **fields):
    return ask(
        q.Interview(
            **common(ISABEL, now, names=Names(NAMES)),
            question=question,
            recalled=recalled,
            passed_on=passed_on,
            people=people,
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


DEED = "Isabel Moreno means to mend the awning of the Harbour Café"


@pytest.mark.parametrize(
    ("state", "said"), [("done", "Yes"), ("failed", "No"), ("held", "Not yet"), ("agreed", "Not yet")]
)
def test_whether_something_was_done_is_how_its_intention_stands(state, said):
    set_out = (SetOut(text=DEED, state=state),)
    assert answer("Did you mend the awning?", set_out=set_out).startswith(said)


def test_a_deed_with_somebody_else_is_not_the_one_asked_about():
    set_out = (
        SetOut(text="Isabel Moreno means to invite Nora Bloom to tea", state="done", others=("nora",)),
    )
    assert not answer("Did you invite Tomas to tea?", set_out=set_out).startswith("Yes")


def test_a_statement_before_a_question_says_what_it_is_about():
    assert "I asked Tomas for the long ladder" in answer("You need a ladder. What did you ask Tomas?", LADDER)


def test_your_friend_is_who_that_is_to_the_agent():
    lived = (Lived(begins=900, ends=990, room=CAFE, doing="baking", saw=("nora",)),)
    people = (dataclasses.replace(friend(NORA), kind="sister, much younger"), friend(TOMAS))
    text = answer("Where is your sister now?", lived=lived, people=people)
    assert "I last saw Nora" in text or text.startswith("Nora?")


PARTY = memory(
    "Isabel Moreno is giving a lantern party at the Harbour Café on day 1 at 17:00.",
    kind="seed", at=0, n=1, when=1_020, place=CAFE,
)  # fmt: skip


def test_those_who_were_told_and_not_seen_stayed_away():
    told = (PassedOn(memory=PARTY.id, hearers=("tomas", "nora")),)
    lived = (Lived(begins=1_015, ends=1_140, room=CAFE, doing="giving a party", saw=("nora",)),)
    text = answer(
        "Who came to your party, and who stayed away?",
        PARTY, passed_on=told, lived=lived, engagements=(PARTY,), now=1_200,
    )  # fmt: skip
    came, away = text.split(".", 1)
    assert "Nora" in came
    assert "Tomas" not in came
    assert "Tomas" in away


def test_who_was_in_the_room_hours_before_has_not_come():
    lived = (
        Lived(begins=800, ends=1_015, room=CAFE, doing="baking", saw=("tomas",)),
        Lived(begins=1_015, ends=1_140, room=CAFE, doing="giving a party", saw=("nora",)),
    )
    text = answer("Who came to your party?", PARTY, lived=lived, engagements=(PARTY,), now=1_200)
    assert "Nora" in text
    assert "Tomas" not in text


@pytest.mark.parametrize(
    ("question", "at"),
    [
        ("When did Nora arrive at the party?", "quarter past five"),
        ("When did Nora leave the party?", "half past six"),
    ],
)
def test_coming_and_leaving_are_when_somebody_was_first_and_last_seen(question, at):
    lived = (
        Lived(begins=1_035, ends=1_110, room=CAFE, doing="giving a party", saw=("nora",)),
        Lived(begins=1_110, ends=1_170, room=CAFE, doing="giving a party", saw=("nora",)),
        Lived(begins=1_170, ends=1_200, room=CAFE, doing="giving a party", saw=("tomas",)),
    )
    assert at in answer(question, PARTY, lived=lived, engagements=(PARTY,), now=1_260)
