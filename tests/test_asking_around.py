"""Asking around: what is wanted of whoever has it or knows it is put to one after the other, until a talk
settles it; who is to be told the answer is told then.
"""

import pytest

from engine.clock import DAY
from engine.cognition.pursuit.asking import answer_to
from engine.cognition.pursuit.pursue import aims
from engine.mind.turn_rows import TurnRows
from engine.records import Intention, Line, Relation
from tests.minds import CAFE, remembered
from tests.test_cognition_converse import talks
from tests.towns import Scripted, entries, founded, live, plan_for

WANTED = "who broke the cart"


def wants(town, **fields):
    """Let Ada want to know something of whoever knows it."""
    row = Intention(
        **{
            "id": 900, "agent": "ada", "kind": "question", "state": "held", "deed": f"find out {WANTED}",
            "memory": memory_of(town), "content": WANTED, **fields,
        }
    )  # fmt: skip
    town.apply(row)


def passes_it_on(state, other):
    """Let her mean to tell somebody what she finds out."""
    row = Intention(
        id=901, agent="ada", kind="message", state="held", deed=f"tell {other}", memory=memory_of(state),
        others=(other,), what=WANTED,
    )  # fmt: skip
    state.apply(row)


def memory_of(state):
    return state.minds["ada"].stream.memories[0].id


def asking(prompt):
    """Whoever means to ask does; anybody else has nothing to say."""
    wanted = [aim.intention.memory for aim in prompt.aims if aim.intention.kind == "question"]
    number = next((n for n, memory in enumerate(prompt.recalled, 1) if memory.id in wanted), 0)
    return {"says": "Who was it?" if number else "Well.", "tells": number, "ends": True}


def taking(settled):
    """What Ada has of what she wanted when a talk is over."""
    return lambda prompt: {
        "summary": "They talked about a cart.", "importance": 3,
        "settled": settled if prompt.persona.id == "ada" else [],
    }  # fmt: skip


def lived(settled, **more):
    model = Scripted(plan_day=plan_for(CAFE), react=talks, speak=asking, take_away=taking(settled))
    state = founded(model)
    wants(state, **more)
    return model, state, live(state, 10 * 60)


def standing(state, kind):
    return next(one for one in state.minds["ada"].intentions.values() if one.kind == kind)


def test_it_is_put_to_whom_one_meets_and_asked_after_when_the_talk_is_over():
    model, state, taken = lived([])
    assert next(line.tells for line in entries(taken, Line) if line.speaker == "ada") == memory_of(state)
    asked = [prompt.wanted for prompt in model.of("take_away") if prompt.persona.id == "ada"]
    assert set(asked) == {(WANTED,)}
    assert {prompt.wanted for prompt in model.of("take_away") if prompt.persona.id != "ada"} == {()}


@pytest.mark.parametrize(("kind", "stands"), [("question", "done"), ("request", "agreed")])
def test_what_was_asked_for_is_agreed_to_and_a_question_is_done_with(kind, stands):
    _, state, _ = lived([1], kind=kind)
    assert standing(state, kind).state == stands


@pytest.mark.parametrize(("settled", "stands"), [([], "begun"), ([1], "done")])
def test_it_stays_open_until_a_talk_settles_it(settled, stands):
    _, state, _ = lived(settled)
    question = standing(state, "question")
    assert question.state == stands
    assert bool(question.because) is (stands == "done"), "why it is done is said"


def test_it_is_put_to_nobody_twice():
    _, state, taken = lived([])
    put = [line.hearers for line in entries(taken, Line) if line.tells == memory_of(state)]
    assert len(put) == len(set(put)) > 0


def test_what_is_to_be_asked_of_everybody_is_settled_by_no_single_answer():
    model, state, _ = lived([1], others=("*",))
    assert standing(state, "question").state == "begun"
    assert {prompt.wanted for prompt in model.of("take_away")} == {()}


@pytest.mark.parametrize(
    ("kind", "others", "kept", "answer"),
    [
        ("request", ("ben",), (), "Yes."),
        ("request", ("ben",), (2,), "Yes."),  # the news of a bystander
        ("request", ("ben",), (4,), "Tomorrow."),
        ("request", (), (2, 3), "My mother is ill."),  # of whoever can help
        ("request", ("ben",), (7,), "Yes."),  # it is an answer to what was said in between
        ("question", ("ben",), (5,), "Cy broke it."),
        ("request", ("ben",), (5,), "Yes."),  # what is passed on grants nothing
        ("request", ("dan",), (), None),
    ],
)
def test_the_answer_is_what_those_who_were_asked_said_until_another_matter_was_raised(
    kind, others, kept, answer
):
    said = [
        ("ada", "May I?", 9), ("cy", "My mother is ill.", 0), ("ben", "Yes.", 0), ("ben", "Tomorrow.", 0),
        ("ben", "Cy broke it.", 8), ("ada", "The mill is for sale.", 7), ("ben", "No!", 0),
    ]  # fmt: skip
    lines = [
        Line(id=n, conversation=1, speaker=speaker, said_at=n, text=text, tells=tells)
        for n, (speaker, text, tells) in enumerate(said, 1)
    ]
    asked = Intention(id=1, agent="ada", kind=kind, state="told", deed="ask", memory=9, others=others)
    line = answer_to(asked, lines, kept)
    assert (line.text if line is not None else None) == answer


@pytest.mark.parametrize(
    ("knows", "stands", "told"),
    [
        (("ben", "cy"), "held", ()),
        (("ben", "cy"), "done", ("ben",)),
        (("ben",), "held", ("ben",)),  # there is nobody left who might know
    ],
)
def test_the_answer_is_for_whom_it_is_meant_once_there_is_one(knows, stands, told):
    state = founded(Scripted(plan_day=plan_for(CAFE)))
    ada = state.minds["ada"]
    ada.relations = {other: friend(other) for other in knows}
    wants(state, state=stands)
    passes_it_on(state, "ben")
    rows = TurnRows(9 * 60, ada.agent_number, state.apply)
    thinker = state.thinker("ada", rows, 9 * 60)
    left = {aim.intention.kind: aim.left for aim in aims(thinker)}
    assert left["message"] == told
    assert "ben" not in left.get("question", ()), "who is to be told it is not asked for it"


def friend(other):
    return Relation(id=5, agent="ada", other=other, kind="friend", closeness=0.5)


def test_one_is_bound_no_longer_to_what_a_talk_called_off_and_the_memory_says_so():
    taken = {"summary": "They talked.", "importance": 3, "off": [1]}
    model = Scripted(plan_day=plan_for(CAFE), react=talks, take_away=lambda _: taken)
    state = founded(model)
    (agreed,) = state.minds["ada"].engagements.between(0, 9 * DAY)
    live(state, 10 * 60)
    assert state.minds["ada"].engagements.between(0, 9 * DAY) == ()
    (gone,) = [memory for memory in remembered(state, "ada", "plan") if agreed.id in memory.evidence]
    assert "need not keep this any more" in gone.text
