"""What makes no sense does not count, whatever is asked: held against corpora, over the wire, in the log.

The corpora are data, `tests/nonsense/*.yaml`; another kind of nonsense is one line more in them. The
plain tests hold every fourth line of them, the nightly ones all.
"""

from __future__ import annotations

import asyncio
import copy
import json
import random
import re
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
import yaml

from engine.api.workspace import open_workspace
from engine.clock import DAY, day_of
from engine.insight.examples import examples
from engine.interventions import Whisper
from engine.language.sense import sense_of
from engine.models.profiles import Profile
from engine.models.served.answers.answer_mode import AnswerMode
from engine.models.served.answers.form_lines import form_words
from engine.models.served.answers.schema import asked_schema_of, schema_of
from engine.models.served.client.completions import Completion
from engine.models.served.client.failures import Kind, ServerFailed
from engine.models.served.client.limiter import Limiter
from engine.models.served.client.openai_compatible import Endpoint, OpenAICompatible
from engine.models.served.language_model import LanguageModel
from engine.prompts import questions as q
from engine.prompts.forms import Meant
from engine.prompts.marked import marked
from engine.prompts.sense import SpokenOf, faults
from engine.prompts.sense.evidence import borne_out
from engine.prompts.shown import numbered
from engine.records import Call, Event, Line, Memory, Step, ThingState
from engine.rehearsal import Rehearsal
from engine.running.awaiting import finish
from engine.scenario import bundled_folder, read_folder, read_scenario
from engine.simulation.day import live
from engine.simulation.founding import found
from engine.simulation.loading import town_of
from engine.simulation.state import State
from engine.store.log.rows import read_log
from tests import chaos as server
from tests.salad import salad
from tests.waiting import live_on

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parent / "nonsense"
LANGUAGES = ("english", "chinese")
every_fourth = pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.nightly)])


def data(name):
    return yaml.safe_load((FOLDER / f"{name}.yaml").read_text("utf-8"))


ANSWERS, SENSIBLE = data("answers"), data("sensible")
NONSENSE = {language: data(language) for language in LANGUAGES}


@cache
def asked(language):
    """Every question, as somebody of a bundled town is asked it on a first day."""
    told = NONSENSE[language]
    scenario = read_scenario(read_folder(bundled_folder(told["town"])), told["town"]).scenario
    return examples(scenario, told["agent"])


def cases(language, groups):
    """(question, where, value) for each value of each group in each field that is of that group."""
    for group, places in ANSWERS["fields"].items():
        for question, fields in places.items():
            yield from ((question, where, value) for where in fields for value in groups.get(group, ()))


def fitting(prompt, language, where, value):
    """A sensible answer to a prompt but for one value in it."""
    things = prompt.choices.get("thing", ())
    known = {thing.path: thing for room in getattr(prompt, "rooms", ()) for thing in room.things}
    first = next((path for path in things if known[path].states), "")
    named = {
        "PLACE": next(iter(prompt.choices.get("place", ())), ""),
        "PERSON": next(iter(prompt.choices.get("person", ())), ""),
        "THING": first,
        "OPTION": next(iter(getattr(prompt, "options", ())), ""),
        "STATE": known[first].states[0] if first else "",
        "TOMORROW": day_of(prompt.now) + 1,
        "RATINGS": [2] * next(iter(prompt.exactly().values()), 0),
    }
    answer = filled(copy.deepcopy(ANSWERS[language][prompt.name]), named)
    *way, last = [int(part) if part.isdigit() else part for part in where.split(".")]
    inner = answer
    for part in way:
        inner = inner[part]
    inner[last] = filled(value, named)
    return answer


def filled(value, named):
    if isinstance(value, dict):
        return {name: filled(inner, named) for name, inner in value.items()}
    if isinstance(value, list):
        return [filled(inner, named) for inner in value]
    return named.get(value, value) if isinstance(value, str) else value


def at(answer, where):
    """The value at a place of an answer; None where it is gone."""
    for part in where.split("."):
        try:
            answer = answer[int(part) if part.isdigit() else part]
        except (LookupError, TypeError):
            return None
    return answer


class Says(OpenAICompatible):
    """A server that says the same whatever it is asked."""

    def __init__(self, answer):
        super().__init__(Endpoint(base_url="http://127.0.0.1:9/v1", model="m", parameters={}, timeout=5))
        self.answer, self.requests = json.dumps(answer), 0

    async def make_ready(self):
        pass

    async def complete(self, messages, **more):
        self.requests += 1
        return Completion(text=self.answer)


def heard(prompt, answer):
    """What counts of an answer, and how often it was asked for; nothing where it does not count."""
    client = Says(answer)
    model = LanguageModel(client, Limiter(1), AnswerMode.BOUNDED_SCHEMA)
    try:
        return json.loads(asyncio.run(model.answer(prompt)).answer), client.requests
    except ServerFailed as failure:
        return (None, client.requests) if failure.kind in (Kind.SENSELESS, Kind.INVALID) else (answer, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_nonsense_of_many_kinds_and_much_that_makes_sense(language):
    assert len(list(cases(language, NONSENSE[language]))) >= 300
    assert len(list(cases(language, SENSIBLE[language]))) >= 150


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("language", "step"),
    [("english", 4), *(pytest.param(language, 1, marks=pytest.mark.nightly) for language in LANGUAGES)],
)
def test_nonsense_is_never_kept(language, step):
    through = []
    for question, where, value in islice(cases(language, NONSENSE[language]), 0, None, step):
        prompt = asked(language)[question]
        answer = fitting(prompt, language, where, value)
        counted, requests = heard(prompt, answer)
        if requests > 2 or (counted is not None and at(counted, where) == at(answer, where)):
            through.append((question, where, value))
    assert not through


@pytest.mark.nightly
@every_fourth
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_makes_sense_is_not_refused(language, step):
    refused = []
    for question, where, value in islice(cases(language, SENSIBLE[language]), 0, None, step):
        prompt = asked(language)[question]
        counted, requests = heard(prompt, fitting(prompt, language, where, value))
        if counted is None or requests != 1:
            refused.append((question, where, value))
    assert not refused


@pytest.mark.soak
def test_pieces_that_are_all_the_same_are_no_part_of_a_day():
    block = asked("english")["plan_block"]
    answer = fitting(block, "english", "pieces.0.minutes", 20)
    answer["pieces"] = [answer["pieces"][1]] * 4
    counted, requests = heard(block, answer)
    assert (counted, requests) == (None, 2)


def test_an_object_of_another_room_is_left_out():
    block = asked("english")["plan_block"]
    thing = block.choices["thing"][0]
    elsewhere = next(place for place in block.choices["place"] if not thing.startswith(f"{place}/"))
    answer = fitting(block, "english", "pieces.0.place", elsewhere)
    answer["pieces"][0] |= {"thing": thing, "thing_state": fitting_state(block, thing)}
    counted, requests = heard(block, answer)
    assert requests == 1
    assert (counted["pieces"][0]["thing"], counted["pieces"][0]["thing_state"]) == ("", "")


def fitting_state(prompt, path):
    """The first state of an object that a prompt lists."""
    return next(thing.states[0] for room in prompt.rooms for thing in room.things if thing.path == path)


@pytest.mark.parametrize("field", ["recalled", "events"])
def test_what_was_said_noticed_or_remembered_is_nothing_that_somebody_does(field):
    react = asked("english")["react"]
    seen = Event(
        id=1, room=react.place, kind="act", text="Nora Bloom is looking for the key of the boathouse"
    )
    react = replace(react, events=(seen,))
    copied = getattr(react, field)[0].text
    _, requests = heard(react, fitting(react, "english", "activity", copied))
    assert requests == 2


def test_a_state_is_kept_as_the_object_lists_it():
    react = asked("english")["react"]
    listed = fitting(react, "english", "thing_state", "STATE")["thing_state"]
    for state in (listed.upper(), f"{listed}.", f"'{listed}'"):
        counted, requests = heard(react, fitting(react, "english", "thing_state", state))
        assert requests == 1
        assert counted["thing_state"] == listed


def test_every_question_is_held_to_make_sense():
    held = {question for places in ANSWERS["fields"].values() for question in places}
    each_by_itself = {
        "write_paper"
    }  # see test_written_support.py: what makes no sense is left out and counted
    assert held | each_by_itself == {question.name for question in q.PROMPTS}


# ---- what the rehearsal says makes sense


class Held(Rehearsal):
    """The rehearsal model, of which every answer is held to make sense."""

    def __init__(self):
        self.faults, self.answers, self.changed = [], 0, []

    async def ask(self, prompt, heard=None):
        answer = await super().ask(prompt, heard)
        self.answers += 1
        self.faults += [
            (prompt.name, str(fault))
            for fault in faults(SpokenOf(prompt), answer)
            if not is_open_to_rules(prompt, answer, fault)
        ]
        if prompt.name == "take_away" and borne_out(SpokenOf(prompt), answer) != answer:
            self.changed.append(answer)
        return answer


def is_open_to_rules(prompt, answer, fault):
    """Whether rules may do what is a fault of a model.

    They read all that came to mind, not only what is shown, and end a talk without a word.
    """
    if prompt.name == "speak" and "has no words" in fault.words:
        return answer.ends
    return "is not in the list" in fault.words and len(numbered(prompt, "recalled")) < len(prompt.recalled)


@pytest.mark.parametrize("text", ["今日天气倒也平和。", "石头绊了他的脚跟。", "晚上冷，多盖一床棉被。"])
def test_a_word_that_ends_like_a_conjunction_breaks_off_no_sentence(text):
    sense = sense_of("zh")
    assert sense is not None
    assert sense.nonsense(text, (), whole=True) == ""


@pytest.mark.soak
@pytest.mark.parametrize(
    "town",
    [
        "three-neighbours",
        *(pytest.param(large, marks=pytest.mark.nightly) for large in ("willow-bay", "liuwan", "the-green")),
    ],
)
def test_no_answer_of_a_rehearsed_day_is_refused(town):
    scenario = read_scenario(read_folder(bundled_folder(town)), town).scenario
    model = Held()
    state = State(town_of(scenario, model, seed=scenario.seed, settings={}))
    finish(found(state))
    finish(live(state, DAY, lambda landed: None))
    assert not model.faults
    assert not model.changed
    assert model.answers > 50


# ---- the connection is tested with small tasks


def task_server(**answers):
    """A server that answers each small task as it is told to, and everything else by a salad."""

    def answer(exchange):
        said = answers.get(server.purpose_of(exchange.body))
        exchange.json(200, server.completion(json.dumps(said) if said else salad(exchange.body)))

    return answer


GOOD = {
    "rate": {"ratings": [1, 9]},
    "speak": {"thought": "", "says": "Yes, Ben, at eight as always.", "ends": False, "tells": "m1"},
    "plan_day": {
        "gist": "Ann Miller bakes and rests.",
        "blocks": [{"start": "07:00", "activity": "bake rolls", "place": "Bakery/counter"}],
    },
}
TASKS = {
    "up to it": (GOOD, True, "all 6 small tasks done"),
    "a fire is nothing": (
        {**GOOD, "rate": {"ratings": [9, 1]}},
        None,
        "weak: failed 2 of 6 small tasks (rate): the answer makes no sense (it rated 'The bakery is on "
        "fire!' no higher than 'Ben Carter is brushing his teeth.')",
    ),
    "says a field": (
        {**GOOD, "speak": {"thought": "", "says": "says", "ends": False, "tells": ""}},
        None,
        "weak: failed 2 of 6 small tasks (answer)",
    ),
    "knows nothing": (
        {name: {"mood": "grand"} for name in GOOD},
        False,
        "too weak for a town: failed 6 of 6 small tasks (rate, answer, plan): the answer does not have "
        "the required form",
    ),
}


@pytest.mark.parametrize("name", TASKS)
def test_a_tested_connection_says_whether_the_model_is_up_to_a_town(name, chaos, tmp_path, monkeypatch):
    answers, ok, words = TASKS[name]
    monkeypatch.setitem(server.FAULTS, "tasks", task_server(**answers))
    with open_workspace(tmp_path) as workspace:
        workspace.models.keep(Profile(name="it", base_url=chaos.base_url, model="tasks"))
        found = workspace.models.test("it")
    told = {finding.what: finding for finding in found.findings}["small tasks"]
    assert told.ok is ok
    assert words in told.words
    assert ok or "choose a more capable model" in told.words
    assert found.is_usable is (ok is not False)


def test_a_tested_connection_says_that_a_model_is_slow(chaos, tmp_path, monkeypatch):
    monkeypatch.setitem(server.FAULTS, "tasks", task_server(**GOOD))
    monkeypatch.setattr("engine.models.served.tasks.SLOW", 0.0)
    with open_workspace(tmp_path) as workspace:
        workspace.models.keep(Profile(name="it", base_url=chaos.base_url, model="tasks"))
        found = workspace.models.test("it")
    told = {finding.what: finding for finding in found.findings}["speed"]
    assert told.ok is None
    assert told.words.startswith("slow: ")
    assert "for one person's day" in told.words


# ---- what a prompt shows of the form


def test_the_form_is_shown_a_line_a_field_unless_the_server_shows_it():
    prompt = replace(asked("english")["speak"], engagements=())
    here = form_words(prompt, AnswerMode.BOUNDED_SCHEMA, "http://127.0.0.1:8080/v1")
    assert "\n- says: what you say aloud\n" in here
    assert [line.split(":")[0] for line in here.split("\n")[1:]] == [
        "- thought",
        "- says",
        "- ends",
        "- tells",
        "- speaks_of",
    ], "there is no plan to speak of"
    assert form_words(prompt, AnswerMode.BOUNDED_SCHEMA, "https://api.openai.com/v1") == ""
    assert form_words(prompt, AnswerMode.TEXT, "https://api.openai.com/v1")


@pytest.mark.parametrize(("question", "rows"), [("plan_day", "blocks"), ("plan_block", "pieces")])
def test_a_model_that_fills_every_bound_is_not_cut_off(question, rows):
    prompt = asked("english")[question]
    fields = schema_of(prompt, bounded=True)["properties"]
    row = fields[rows]["items"]["properties"]
    longest = {name: max(map(len, field["enum"])) for name, field in row.items() if "enum" in field}
    letters = sum(len(name) + 8 + longest.get(name, field.get("maxLength", 5)) for name, field in row.items())
    gist = fields.get("gist", {}).get("maxLength", 0)
    assert (gist + fields[rows]["maxItems"] * letters) / 3 < prompt.form.most_tokens


@pytest.mark.parametrize("mode", [AnswerMode.BOUNDED_SCHEMA, AnswerMode.TEXT])
@pytest.mark.parametrize("question", q.PROMPTS, ids=lambda question: question.name)
def test_every_field_of_every_form_has_its_line(question, mode):
    prompt = asked("english")[question.name]
    shown = form_words(prompt, mode, "http://127.0.0.1:8080/v1")
    for name in asked_schema_of(prompt)["properties"]:
        (line,) = (line for line in shown.split("\n") if line.startswith(f"- {name}: "))
        assert len(line) > len(f"- {name}: ") + 5


def test_a_transcript_is_not_gone_on_with(chaos):
    prompt = asked("english")["speak"]
    client = OpenAICompatible(Endpoint(base_url=chaos.base_url, model="well", parameters={}, timeout=5))

    async def ask():
        try:
            await LanguageModel(client, Limiter(1), AnswerMode.TEXT).answer(prompt)
        finally:
            await client.close()

    asyncio.run(ask())
    stops = chaos.asked[-1][2]["stop"]
    assert f"\n{prompt.persona.name}:" in stops
    assert 2 <= len(stops) <= 4


# ---- what lands in the log


ELSEWHERE = r"\b(?:Nell|Otto|Ruth)\b"  # in a text, it is nonsense in their town alone


def nonsensical(language):
    """A server that talks sense half of the time; its other answers fit their form and have nonsense in
    them.
    """
    by_question = {}
    for question, where, value in cases(language, NONSENSE[language]):
        by_question.setdefault(question, []).append((where, value))

    def answer(exchange):
        question = server.purpose_of(exchange.body)
        draw = random.Random(json.dumps(exchange.body, sort_keys=True))
        said = json.loads(salad(exchange.body))
        if draw.random() < 0.5:
            exchange.json(200, server.completion(json.dumps(said)))
            return
        for where, value in draw.choices(by_question.get(question, [("", "")]), k=3):
            put(said, where, value)
        exchange.json(200, server.completion(json.dumps(said)))

    return answer


def put(answer, where, value):
    """Put a value where there is such a place, also in the case that a reaction is."""
    *way, last = where.split(".")
    case = answer.get("decision", {})
    whole = case if last in case else answer
    inner = at(answer, ".".join(way)) if way else whole
    if isinstance(inner, dict) and last in inner:
        inner[last] = value
    elif isinstance(inner, list) and len(inner) > int(last):
        inner[int(last)] = value


@pytest.mark.soak
@pytest.mark.parametrize("language", ["english", pytest.param("chinese", marks=pytest.mark.nightly)])
def test_a_day_of_nonsense_leaves_none_in_the_log(language, chaos, tmp_path, monkeypatch):
    monkeypatch.setitem(server.FAULTS, "nonsense", nonsensical(language))
    groups, lived = NONSENSE[language], NONSENSE[language]["lived"]
    words = {
        value for group in ("texts", "lines", "activities", "states", "emoji") for value in groups[group]
    }
    words -= {"🙂"}  # no state, but sensible elsewhere
    words = {word for word in words if not re.search(ELSEWHERE, word)}
    with open_workspace(tmp_path) as workspace:
        workspace.models.keep(
            Profile(
                name="weak", base_url=chaos.base_url, model="nonsense", concurrency=8, parameters={"seed": 4}
            )
        )
        run = workspace.runs.new(lived["town"], model="weak", settings={"reflect_at": 30})
        live_on(run, 7 * 60)
        if "whisper" in lived:
            run.intervene(Whisper(agent=lived["agent"], text=lived["whisper"]))
        live_on(run, DAY)
        calls = list(read_log(workspace.store, run.number, Call))
        assert any(not call.answer for call in calls)
        asked_for = {call.purpose for call in calls}
        assert {"plan_day", "plan_block", "rate", "react", "speak", "keep_diary"} <= asked_for
        if "whisper" in lived:
            assert asked_for == {question.name for question in q.PROMPTS} - {
                "interview",
                "survey",
                "write_paper",
                "choose",  # no event is planned there
            }
        for call in calls:
            assert not words & set(meant(call)), call.purpose
        for row in read_log(workspace.store, run.number, Step):
            assert not words & {row.activity, row.thing_state, row.emoji}
        for row in read_log(workspace.store, run.number, ThingState):
            assert row.state not in words
        said = {row.text for row in read_log(workspace.store, run.number, Line)}
        said |= {row.text for row in read_log(workspace.store, run.number, Memory)}
        long = {word for word in words if len(word) > 12}
        assert not any(word in text for text in said for word in long)


def meant(call):
    """Every text of an answer that is held to make sense."""
    if call.answer and call.purpose != "embed":
        form = {question.name: question.form for question in q.PROMPTS}[call.purpose]
        for part in marked(form.model_validate_json(call.answer)):
            if isinstance(part.mark, Meant):
                yield part.value
