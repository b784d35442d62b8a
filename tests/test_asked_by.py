"""As whom one asks: what is kept from whom, how one speaks to whom, and what an answer rests on."""

from __future__ import annotations

import dataclasses

import pytest
from rehearsal_minds import CAFE, ISABEL, TOMAS, ask, common, friend, memory

from engine.api.workspace import open_workspace
from engine.cognition.asking.unfounded import unfounded
from engine.errors import BadInput, NotFound
from engine.interventions import Whisper
from engine.prompts import questions as q, render
from engine.prompts.known import Asker

SECRET = "Tomas Lind has secretly been offered a post at the Aldersund shipyard."
HINT = "Tomas Lind has put off his answer to the Aldersund shipyard."
STRANGER = Asker(kind="stranger", words="a stranger")
REPORTER = Asker(kind="reporter", words="a reporter")


def by_isabel(**fields):
    return Asker(kind="agent", agent="isabel", **{"closeness": 0.8, **fields})


def answer(question, asker=None, recalled=(), **fields):
    people = (friend(ISABEL),)
    given = {"recalled": recalled, "people": people, "doing": "", "place": CAFE, "asker": asker, **fields}
    return ask(q.Interview(**common(TOMAS), question=question, **given)).answer


def seed(text, n=1):
    return memory(text, kind="seed", agent="tomas", importance=8, n=n, at=0)


@pytest.mark.parametrize("asker", [STRANGER, REPORTER, by_isabel(), by_isabel(closeness=-0.5)])
@pytest.mark.parametrize("question", ["Do you have a secret?", "What do you know about the shipyard?"])
def test_a_secret_is_told_off_the_record_and_to_nobody_else(asker, question):
    recalled = (seed(SECRET), seed(HINT, 2))
    assert "Aldersund" in answer(question, recalled=recalled)
    assert "Aldersund" not in answer(question, asker, recalled)


def test_what_they_know_already_is_no_secret_from_them():
    knows = by_isabel(shared=(seed(SECRET).id,))
    assert "Aldersund" in answer("What do you know about the shipyard?", knows, (seed(SECRET),))


def test_what_is_kept_from_somebody_on_purpose_is_kept_from_them():
    plain = "Tomas Lind is building a boat for the lantern night."
    kept = by_isabel(kept=("Tomas Lind is building a boat for the lantern night",))
    assert "boat" in answer("What about the boat?", by_isabel(), (seed(plain),))
    assert "lantern night" not in answer("What about the boat?", kept, (seed(plain),))


def test_a_surprise_is_not_told_to_whom_it_is_for():
    supper = memory(
        "Nora Bloom is giving a surprise supper for Isabel Moreno on day 2 at 18:00.",
        kind="plan", agent="tomas", n=3, at=0, when=1440 + 18 * 60, evidence=(1,),
    )  # fmt: skip
    asked = "What are your plans for tomorrow?"
    assert "supper" in answer(asked, recalled=(supper,), engagements=(supper,))
    assert "supper" not in answer(asked, by_isabel(), (supper,), engagements=(supper,))


def test_nobody_is_told_what_they_do_themselves():
    seen = memory("Isabel Moreno is baking rolls.", agent="tomas", about=("isabel",))
    asked = "What is Isabel Moreno doing these days?"
    assert "baking" in answer(asked, STRANGER, (seen,))
    assert "baking" not in answer(asked, by_isabel(), (seen,))


def test_who_has_nothing_to_say_does_not_promise_to_speak_openly():
    said = answer("Do you regret anything?", by_isabel())
    assert "Isabel" not in said


def test_a_stranger_is_known_to_nobody_even_unannounced():
    assert "know" in answer("Do you know me?") or "eyes" in answer("Do you know me?")


def test_a_tie_of_several_words_is_said_whole_but_for_what_is_kept():
    tie = "tea, gossip and wisdom"
    people = (dataclasses.replace(friend(ISABEL), kind=tie),)
    assert tie in answer("Who is Isabel Moreno?", STRANGER, people=people)
    people = (dataclasses.replace(friend(ISABEL), kind="oldest friend, and more if he said so"),)
    assert "more if" not in answer("Who is Isabel Moreno?", STRANGER, people=people)


def test_a_friend_is_spoken_to_by_name_and_as_you():
    said = answer("What do you think of Isabel?", by_isabel())
    assert "Isabel" in said
    assert "fond of you" in said
    assert "fond of Isabel" in answer("What do you think of Isabel?", STRANGER)


def test_me_is_whoever_asks():
    assert "fond of you" in answer("What do you think of me?", by_isabel())
    assert "you" in answer("Do you know me?", STRANGER).lower()
    assert "fond" not in answer("Do you know me?", STRANGER)


def test_whom_one_does_not_know_gets_less_than_a_friend():
    whole = answer("Who are you?", by_isabel())
    assert len(answer("Who are you?", REPORTER)) < len(whole)


def test_nobody_in_particular_is_answered_as_ever():
    plain = q.Interview(**common(TOMAS), question="Who are you?")
    assert ask(plain) == ask(dataclasses.replace(plain, asker=None))
    assert "Who asks" not in render(plain).user


def test_a_served_model_is_told_who_asks_and_what_to_keep():
    kept = by_isabel(kept=("the post at Aldersund",))
    read = render(q.Interview(**common(TOMAS), question="Well?", asker=kept)).user
    assert "Who asks: Isabel Moreno, whom you know" in read
    assert "Keep from them: the post at Aldersund" in read
    assert (
        "a reporter, who is not of the town"
        in render(q.Interview(**common(TOMAS), question="Well?", asker=REPORTER)).user
    )


# ---- in a run


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("asked")) as workspace:
        town = workspace.runs.new("three-neighbours")
        town.live(12 * 60)
        yield town


@pytest.mark.parametrize("whom", ["a stranger", "Reporter", "otto", "the inspector of taxes", "县里来的人"])
def test_one_may_ask_as_anybody_and_leaves_no_trace(run, whom):
    before = run.at().fingerprint
    assert run.at().ask("nell", "Who are you?", asked_by=whom).text
    assert run.at().fingerprint == before


def test_a_guest_keeps_a_surprise_from_whom_it_is_for(run):
    question = "Is Nell planning a surprise supper for Otto?"
    assert "supper" in run.at().ask("ruth", question).text, "Ruth has been told of it"
    assert "supper" not in run.at().ask("ruth", question, asked_by="otto").text


def test_who_is_nobody_is_asked_for_again(run):
    with pytest.raises(NotFound, match="did you mean 'otto'"):
        run.at().ask("nell", "Well?", asked_by="oto")
    with pytest.raises(BadInput, match="is the person being asked; choose another person"):
        run.at().ask("nell", "Well?", asked_by="Nell")


@pytest.mark.nightly
def test_what_an_inner_voice_wants_kept_from_somebody_is_kept_from_them_alone(run):
    fork = run.fork()
    words = "Do not tell Otto that the bakery is going to close in May."
    fork.intervene(Whisper(agent="nell", text=words))
    fork.live(14 * 60)
    intentions = [one for one in fork.understood("nell", words)]
    assert intentions
    assert "close in May" not in fork.at().ask("nell", "What about the bakery?", asked_by="otto").text


# ---- what an answer rests on


@pytest.mark.parametrize(
    ("said", "marked"),
    [
        ("I saw Klaus Meier there.", ["I saw Klaus Meier there."]),
        ("I saw Isabel there. She had 40 eggs.", ["She had 40 eggs."]),
        ("Fine. I have nothing to say. On Thursday I sleep.", []),
        ("The Harbour Café is Isabel's.", []),
        ("", []),
    ],
)
def test_a_sentence_that_names_what_nothing_speaks_of_is_marked(said, marked):
    prompt = "You are Tomas. You know Isabel Moreno of the Harbour Café."
    assert list(unfounded(said, prompt, "en")) == marked


def test_the_rehearsal_model_claims_nothing_that_it_does_not_know(run):
    for agent in run.town.cast.personas:
        for question in ("Who are you?", "What is new?", "What will you do tomorrow?", "Whom do you trust?"):
            assert run.at().ask(agent, question).unfounded == ()


def test_a_name_that_only_the_secret_has_gives_it_away():
    heard = memory(
        "Felix Moreno told Tomas Lind that Felix Moreno saw an envelope from Aldersund in Tomas Lind's coat.",
        kind="talk",
        agent="tomas",
        n=2,
    )
    asked = "Have you been offered a post at Aldersund?"
    assert "envelope" in answer(asked, STRANGER, (heard,))
    assert "envelope" not in answer(asked, STRANGER, (seed(SECRET), heard))


def test_a_stranger_is_kept_at_arms_length_once_and_not_before_every_answer():
    first = answer("Who are you?", STRANGER)
    second = answer("Where do you live?", STRANGER, earlier=(("Who are you?", first),))
    assert first.startswith(("I don't know you", "To a stranger"))
    assert not second.startswith(("I don't know you", "To a stranger"))
