"""A person answers in somebody's place for a while; what they answer stands in the log like any answer."""

from __future__ import annotations

import io
import json

import pytest

from engine.api.talk import PERSON, in_words
from engine.api.workspace import open_workspace
from engine.errors import RunBusy
from engine.records import Call, Line
from engine.running.run_session import hold
from engine.store.log.rows import read_log
from engine.store.verifying.verifying import verify
from studio.basics.text import escape_md
from studio.talk.be_the_mind import _told

pytestmark = pytest.mark.soak

UNTIL = "day 1 09:30"
WHO = {"willow-bay": "isabel", "liuwan": "cailian"}


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("w")) as workspace:
        for town in WHO:
            workspace.runs.new(town).live("day 1 06:00")
        yield workspace


@pytest.fixture(params=WHO)
def run(begun, request):
    return begun.runs.find(f"{request.param}-1").fork()


@pytest.fixture
def bay(begun):
    return begun.runs.find("willow-bay-1").fork()


def lived(run, choose, until=UNTIL):
    """Lets a person live to a minute; what they were asked."""
    answers, asked = {}, []
    while (question := run.be(WHO[run.row.scenario], answers, until)) is not None:
        answers[question.key] = choose(question)
        asked.append(question)
        assert len(asked) < 80, "the same is asked for ever"
    return asked, answers


@pytest.mark.nightly
def test_whoever_answers_as_the_model_would_lives_the_same_day(run):
    other = run.fork()
    asked, _ = lived(run, lambda question: question.own)
    other.live(UNTIL)
    assert asked
    assert {one.prompt.persona.id for one in asked} == {WHO[run.row.scenario]}
    assert [line.text for line in read_log(run.store, run.number, Line)] == [
        line.text for line in read_log(other.store, other.number, Line)
    ]
    assert run.clock == other.clock


@pytest.mark.nightly
def test_the_answers_stand_in_the_log_as_a_persons_and_hold(run):
    asked, answers = lived(run, lambda question: question.options[-1])
    calls = [call for call in read_log(run.store, run.number, Call) if call.model == PERSON]
    assert {call.key for call in calls} <= set(answers)
    assert len(calls) >= len(asked) - 1
    assert verify(run.store, run.number) is None
    cassette = b"".join(run.export("cassette"))
    with open_workspace(run.store.path.parent) as workspace:
        opened = workspace.runs.open_cassette(io.BytesIO(cassette), "")
        assert opened.at().fingerprint == run.at().fingerprint
    run.live("day 1 12:00")


@pytest.mark.nightly
def test_the_same_answers_make_the_same_town(begun):
    town = begun.runs.find("willow-bay-1")
    one, other = town.fork(), town.fork()
    _, answers = lived(one, lambda question: question.options[0])
    assert other.be("isabel", answers, UNTIL) is None
    assert other.at().fingerprint == one.at().fingerprint


@pytest.mark.nightly
def test_what_a_person_writes_is_said_aloud(bay):
    def choose(question):
        if question.prompt.name == "speak":
            return question.of_words("I have seen a whale in the harbour!")
        return question.own

    asked, _ = lived(bay, choose, "day 1 12:00")
    assert any(one.prompt.name == "speak" for one in asked)
    assert any("whale in the harbour" in line.text for line in read_log(bay.store, bay.number, Line))


def test_the_models_own_answer_is_among_those_to_choose_and_cannot_be_told(bay):
    asked, _ = lived(bay, lambda question: question.own)
    assert all(one.own in one.options for one in asked)
    places = {one.options.index(one.own) for one in asked if len(one.options) > 1}
    assert len(places) > 1


@pytest.mark.nightly
def test_everybody_else_is_asked_as_ever(bay):
    lived(bay, lambda question: question.own)
    others = {call.model for call in read_log(bay.store, bay.number, Call) if call.agent != "isabel"}
    assert PERSON not in others


@pytest.mark.parametrize(
    "text", ["", "no JSON", "[]", "{}", '{"says": 3}', '{"says": "%s"}' % ("x" * 10_000)]
)
def test_what_is_no_answer_is_refused_in_words(bay, text):
    asked = bay.be("isabel", {}, UNTIL)
    assert asked.fault(text)
    assert bay.be("isabel", {asked.key: text}, UNTIL).key == asked.key, "it does not count as one"
    assert verify(bay.store, bay.number) is None


def test_who_closes_the_window_is_asked_the_same_again(bay):
    first, again = bay.be("isabel", {}, UNTIL), bay.be("isabel", {}, UNTIL)
    assert first.key == again.key
    assert first.options == again.options


def test_nobody_takes_a_place_in_a_town_that_lives(bay):
    with hold(bay.store, bay.row), pytest.raises(RunBusy):
        bay.be("isabel", {}, UNTIL)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("", "nothing usable"),
        ('{"says": "Hello", "ends": false, "tells": 0}', "“Hello”"),
        ('{"thought": "Hm.", "says": "Bye", "ends": true}', "thinking: Hm., “Bye”, says goodbye"),
        (
            '{"ratings": [1, 2], "not_known": {"a": "x", "b": ""}}',
            "importance: 1, 2, not known: a: x",
        ),
        ('{"decision": "talk", "reason": "news", "person": "Nell"}', "talks to Nell, why: news"),
        (
            '{"pieces": [{"minutes": 45, "activity": "cooking", "place": "Mess/galley", "thing_state": "on"},'
            ' {"minutes": 5, "activity": "resting"}]}',
            "cooking, 45 minutes (galley, Mess; on); resting, 5 minutes",
        ),
        (
            '{"feelings": [{"person": "Kit", "change": -2, "note": "rude"}]}',
            "feels different: to Kit, -2 (rude)",
        ),
        ('{"insights": [{"text": "{} is dear.", "because": [3, 4]}]}', "{} is dear. (based on 3, 4)"),
    ],
)
def test_an_answer_is_told_in_a_few_words(answer, words):
    assert in_words(answer) == words
    assert in_words(answer, but=("ratings", "ends")) == words, "only beside a decision is anything left out"


def test_what_goes_along_with_a_decision_is_told_where_it_tells_two_apart():
    talk, go_on = '{"ratings": [1], "decision": "talk"}', '{"ratings": [1], "decision": "continue"}'
    told = [escape_md(one) for one in ("talks", "continues the plan")]
    assert _told([talk, go_on]) == (told, "")
    other = talk.replace("1", "2")
    assert _told([talk, other]) == ([escape_md(f"talks, importance: {n}") for n in (1, 2)], "")


def test_what_all_answers_have_is_told_once_beside_what_tells_them_apart():
    plan = {"summary": "", "blocks": [{"activity": "bake", "start": "06:00"}]}
    options = [json.dumps(plan | {"summary": said}) for said in ("Keep it free.", "It must not be missed.")]
    told, shared = _told(options)
    assert told == [escape_md(one) for one in ("Keep it free.", "It must not be missed.")]
    assert shared == "bake, 06:00"
    assert _told(options[:1]) == ([escape_md("Keep it free., bake, 06:00")], ""), "one alone is told whole"


# ---- the command line


@pytest.mark.nightly
def test_the_command_line_puts_each_question_and_tells_what_the_model_would_say(bay, monkeypatch, capsys):
    from engine.cli import main

    monkeypatch.setenv("TOWNWRIGHT_WORKSPACE", str(bay.store.path.parent))
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 80))
    assert main(["be", bay.row.id, "isabel", "--until", UNTIL]) == 0
    out = capsys.readouterr().out
    assert "you are Isabel Moreno. Your task is to " in out
    assert "The model would have answered" in out
    assert "You played Isabel Moreno until day 1 0" in out


def test_it_ends_with_its_input_and_says_what_is_no_answer(bay, monkeypatch, capsys):
    from engine.cli import main

    monkeypatch.setenv("TOWNWRIGHT_WORKSPACE", str(bay.store.path.parent))
    monkeypatch.setattr("sys.stdin", io.StringIO('{"nope": 1}\n99\n'))
    assert main(["be", bay.row.id, "isabel", "--until", UNTIL, "--json"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["answers"] == []
    assert said.err.count("this answer cannot be used") == 2
