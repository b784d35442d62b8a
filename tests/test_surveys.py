"""Surveys: one question put to everybody, off the record, answered by what each knows, feels and means."""

from __future__ import annotations

import asyncio
import dataclasses

import pytest
from rehearsal_minds import CAFE, ISABEL, TOMAS, ask, common, friend, memory, party

from engine.api.talk import sheet
from engine.api.workspace import open_workspace
from engine.errors import BadInput, ModelFailed
from engine.prompts import checked, questions as q, render
from engine.prompts.known import Acquaintance
from engine.records import Call

NORA = dataclasses.replace(ISABEL, id="nora", name="Nora Bloom")
YES_NO = ("yes", "no", "maybe")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A town that has lived until the evening of its first day."""
    with open_workspace(tmp_path_factory.mktemp("surveyed")) as workspace:
        town = workspace.runs.new("three-neighbours")
        town.live(18 * 60)
        yield town


# ---- of everybody


@pytest.mark.nightly
def test_everybody_is_asked_in_the_order_of_the_town(run):
    found = run.survey("Do you like Otto?", choices=["yes", "no"])
    assert [one.agent for one in found.answers] == list(run.town.cast.personas)
    assert not found.stopped
    assert sum(found.tally(found.minutes[0]).values()) + found.silent(found.minutes[0]) == found.wanted


@pytest.mark.soak
def test_some_are_asked_at_several_moments_the_earliest_first(run):
    found = run.survey("How are you?", agents=["otto", "Nell"], moments=["day 1 15:00", "day 1 09:00"])
    nell, otto = run.agent("nell"), run.agent("otto")
    in_order = sorted([nell, otto], key=list(run.town.cast.personas).index)
    assert [(one.minute, one.agent) for one in found.answers] == [
        (minute, agent) for minute in (540, 900) for agent in in_order
    ]


def test_it_leaves_no_trace(run):
    before = (run.at().fingerprint, run.at().recalls("nell"), run.at().log.counts)
    run.survey("What is on your mind?", moments=["day 1 09:00", "day 1 17:00"])
    assert (run.at().fingerprint, run.at().recalls("nell"), run.at().log.counts) == before


def test_the_same_question_is_answered_the_same(run):
    asked = [run.survey("How happy are you?", number=(1, 10)) for _ in range(2)]
    assert asked[0] == asked[1]


def test_what_is_watched_is_what_is_returned(run):
    seen = []
    found = run.survey("Whom do you trust?", watch=seen.append)
    assert sorted(one.agent for one in seen) == sorted(one.agent for one in found.answers)


def test_it_is_stopped_between_two_answers_and_says_so(run):
    seen = []
    found = run.survey("Well?", watch=seen.append, stop=lambda: True)
    assert found.stopped
    assert len(found.answers) < found.wanted == len(run.town.cast.personas)


def test_it_can_be_awaited(run):
    seen = []
    found = asyncio.run(run.survey_async("How are you?", watch=seen.append))
    assert found == run.survey("How are you?")
    assert len(seen) == found.wanted


def test_what_the_watcher_raises_ends_it(run):
    def tired(_):
        raise KeyError("enough")

    with pytest.raises(KeyError):
        run.survey("How are you?", watch=tired)


def test_a_choice_and_a_number_are_not_asked_for_at_once(run):
    with pytest.raises(BadInput, match="a survey can ask for a choice or a number, not both"):
        run.survey("Well?", choices=["a", "b"], number=(1, 2))


def test_its_rows_hold_who_answered_what_when_and_by_which_memories(run):
    found = run.survey("Do you know of the chess evening?", choices=["yes", "no"])
    rows = sheet(found, run.by_id)
    assert [row["agent"] for row in rows] == [one.agent for one in found.answers]
    assert {"day", "time", "answer", "words", "rests on"} <= set(rows[0])
    cited = next(one for one in found.answers if one.said.because)
    row = next(row for row in rows if row["agent"] == cited.agent)
    assert run.by_id(cited.said.because)[cited.said.because[0]].text in row["rests on"]


@pytest.mark.parametrize(
    "question", ["x" * 10_000, "<script>alert(1)</script>", "\x00\x1b[31mWell?\u202e", "？"]
)
@pytest.mark.parametrize("kind", [{}, {"choices": ["<b>", "$name"]}, {"number": (1, 5)}])
def test_a_hostile_question_is_answered_like_any_other(run, question, kind):
    for answer in run.survey(question, **kind).answers:
        assert answer.said.words
        assert "\x1b" not in answer.said.words


def test_one_person_without_a_usable_answer_does_not_end_it(run):
    class Stubborn(type(run.town.model)):
        async def ask(self, prompt, heard=None):
            if prompt.persona.id == "nell":
                raise ModelFailed("no sense in it", outage=False)
            return await super().ask(prompt, heard)

    town, run.town = run.town, dataclasses.replace(run.town, model=Stubborn())
    try:
        answers = {one.agent: one for one in run.survey("Well?").answers}
    finally:
        run.town = town
    assert answers["nell"].failed == "no sense in it"
    assert answers["nell"].said.cannot_say
    assert not answers["otto"].failed


# ---- what somebody answers


def asked(question, persona=TOMAS, people=(), recalled=(), **fields):
    given = {"engagements": (), "doing": "", "place": CAFE, **fields}
    return ask(q.Survey(**common(persona), question=question, people=people, recalled=recalled, **given))


def test_whom_one_likes_one_likes_and_by_how_much():
    near, far = friend(ISABEL), dataclasses.replace(friend(NORA), closeness=-0.6)
    people = (near, far)
    assert asked(f"Do you like {near.name}?", people=people, options=YES_NO).choice == "yes"
    assert asked(f"Do you like {far.name}?", people=people, options=YES_NO).choice == "no"
    assert asked(f"Do you dislike {far.name}?", people=people, options=YES_NO).choice == "yes"
    scale = {"people": people, "bounds": (1, 10)}
    high, low = (asked(f"How much do you trust {one.name}?", **scale).number for one in people)
    assert low < 5 < high


def test_of_several_one_names_who_is_nearest_and_of_equals_none():
    near, far = friend(ISABEL), dataclasses.replace(friend(NORA), closeness=0.2)
    names = (near.name, far.name)
    assert asked("Whom do you trust most?", people=(near, far), options=names).choice == near.name
    equal = dataclasses.replace(far, closeness=near.closeness)
    found = asked("Whom do you trust most?", people=(near, equal), options=names)
    assert found.cannot_say
    assert found.choice == ""


def test_who_has_never_heard_of_it_cannot_say():
    for kind in ({"options": YES_NO}, {"options": ("Paris", "Rome")}, {"bounds": (1, 10)}):
        found = asked("How do you rate the opera in Vienna?", **kind)
        assert found.cannot_say
        assert found.reason
        assert found.because == []


def test_who_has_been_asked_to_a_party_knows_of_it_and_who_has_not_does_not():
    told = party()
    assert asked("Have you heard about the party?", recalled=(told,), options=("yes", "no")).choice == "yes"
    assert asked("Have you heard about the party?", options=("yes", "no")).choice == "no"


def test_one_knows_a_stranger_not_at_all():
    assert asked("Do you know Zebulon Quarrel?", options=("yes", "no")).choice == "no"
    people = (Acquaintance(agent=ISABEL.id, name=ISABEL.name, kind="friend", closeness=0.9, last_talk=100),)
    known = asked(f"How well do you know {ISABEL.name}?", people=people, bounds=(1, 10))
    assert known.number >= 7


def test_nobody_claims_to_be_human():
    found = asked("Are you a real person or a machine?", options=("a person", "a machine"))
    assert found.cannot_say
    assert "computer" in found.reason


# ---- the form of an answer


def test_an_answer_outside_the_question_is_refused():
    prompt = q.Survey(**common(), question="Well?", options=("yes", "no"), recalled=())
    form = {"cannot_say": False, "choice": "perhaps", "number": 0, "reason": "So.", "because": []}
    with pytest.raises(ModelFailed, match="is no option here"):
        checked(prompt, form)
    assert checked(prompt, {**form, "cannot_say": True, "choice": ""}).cannot_say
    scale = q.Survey(**common(), question="Well?", bounds=(1, 10), recalled=())
    with pytest.raises(ModelFailed, match="11 is not from 1 to 10"):
        checked(scale, {**form, "choice": "", "number": 11})


def test_a_served_model_reads_what_kind_of_answer_is_wanted():
    kinds = {"options": ("tea", "coffee"), "bounds": (1, 10)}
    read = {
        name: render(q.Survey(**common(), question="Well?", recalled=(), **{name: value})).user
        for name, value in kinds.items()
    }
    assert "as it is written: tea / coffee" in read["options"]
    assert "whole number" not in read["options"]
    assert "from 1 to 10" in read["bounds"]


def test_a_survey_is_no_call_of_the_log(run):
    run.survey("How are you?")
    assert not [row for row in run.whole_log() if isinstance(row, Call) and row.purpose == "survey"]


# ---- an office


BOTH = memory(
    f"{ISABEL.name} and {NORA.name} both want to be harbour warden, and the town votes on day 3 at 12:00.",
    kind="seed",
    importance=8,
)
WARDEN = "Who should be the next harbour warden?"
CHOICES = (ISABEL.name, NORA.name, "neither")


def known(persona, closeness):
    return dataclasses.replace(friend(persona), closeness=closeness)


@pytest.mark.parametrize("options", [CHOICES, CHOICES[:2]])
def test_a_candidate_is_for_themselves_however_near_the_other_is(options):
    for candidate, other in ((ISABEL, NORA), (NORA, ISABEL)):
        found = asked(WARDEN, candidate, (known(other, 0.9),), (BOTH,), options=options)
        assert found.choice == candidate.name


@pytest.mark.parametrize("options", [CHOICES, CHOICES[:2]])
def test_who_supports_one_of_two_names_them_and_who_is_for_nobody_says_so(options):
    people = (known(ISABEL, 0.0), known(NORA, 0.0))
    stance = f"{NORA.name} is standing for harbour warden, and {TOMAS.name} is for it."
    for_nora = memory(stance, kind="talk", n=2, agent="tomas", importance=6)
    assert asked(WARDEN, people=people, recalled=(BOTH, for_nora), options=options).choice == NORA.name
    found = asked(WARDEN, people=people, recalled=(BOTH,), options=options)
    assert found.cannot_say
    assert found.choice == ""
