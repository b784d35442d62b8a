"""A town that nobody thinks for pauses, says why, and has paid little; what was lived stays."""

from __future__ import annotations

import asyncio
import json
import re

import httpx2
import pytest
from rehearsal_minds import ISABEL, QUAY, TOMAS, common, friend

from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.errors import DayPaused, ModelFailed
from engine.models.profiles import Profile
from engine.models.served.answers.answer_mode import AnswerMode
from engine.models.served.served_model import Served
from engine.models.served.trust import IN_A_ROW, LAST, MOST_OF_LAST, MUCH_IN_A_ROW
from engine.prompts import questions as q
from engine.records import Call
from engine.store.answers.profiles import learn_mode
from engine.store.log.rows import read_log
from tests.bench.virtual import VirtualLoop
from tests.chaos import FAULTS, completion, obeys, purpose_of
from tests.dialects import says
from tests.salad import salad
from tests.waiting import live_on

pytestmark = pytest.mark.slow

TOWN = "three-neighbours"


# ---- one model, asked again and again


class Books:
    """Books that keep what they are told."""

    def __init__(self):
        self.kept, self.noted = [], []

    def answer(self, key):
        return None

    def ids(self):
        return ()

    def reserve(self, occasion, request):
        return 1

    def settle(self, *given, **more):
        pass

    def has_paused(self, kind):
        return any(asked.failure.startswith(f"{kind}: ") for asked in self.noted)

    def forget_left_out(self, keys):
        self.forgotten = keys

    def keep(self, occasion, asked, answer):
        self.kept.append((asked, answer))

    def note(self, occasion, asked):
        self.noted.append(asked)


def speak(number):
    return q.Speak(**common(ISABEL), place=QUAY, doing=f"walking {number} steps", people=(friend(TOMAS),))


def conclude(number):
    return q.Rate(**common(), observations=(f"{number} gulls cry.", "It rains."))


def outcomes(monkeypatch, answers, prompts=None, *, concurrency=1, goes_on=False):
    """What comes of questions that the server answers so, one after the other, up to the first pause."""
    server, books, asked = iter(answers), Books(), []

    def answer(request):
        asked.append(json.loads(request.content))
        return next(server)

    monkeypatch.setattr(httpx2, "AsyncHTTPTransport", lambda **_: httpx2.MockTransport(answer))
    profile = Profile(name="local", base_url="http://127.0.0.1:1/v1", model="m", concurrency=concurrency)

    async def ask():
        served = Served(profile, lambda: "", books, mode=AnswerMode.BOUNDED_SCHEMA)
        came = []
        try:
            for prompt in prompts or map(speak, range(1_000)):
                try:
                    came.append(await served.ask(prompt))
                except ModelFailed as failure:
                    came.append(failure)
                    if failure.outage and not goes_on:
                        return came
        except (StopIteration, RuntimeError):
            return came
        finally:
            await served.close()
        return came

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(ask()), books


REFUSES = says(None, refusal="I would rather not.")  # which is not asked again


def test_five_answers_in_a_row_that_are_left_out_pause_the_town(monkeypatch):
    came, books = outcomes(monkeypatch, [says()] * 3 + [REFUSES] * 50)
    assert len(came) == 3 + IN_A_ROW
    pause = came[-1]
    assert isinstance(pause, ModelFailed)
    assert "5 answers in a row from the model 'local' could not be used" in str(pause)
    assert "the model refused to answer (I would rather not.); choose another model" in str(pause)
    assert "`townwright profile local`" in str(pause)
    assert len(books.noted) == 1, "the last one is asked again when the town goes on"
    assert sum(not answer for _, answer in books.kept) == IN_A_ROW - 1


def test_a_third_of_the_last_thirty_pauses_it_as_well(monkeypatch):
    came, _ = outcomes(monkeypatch, ([says(), says(), REFUSES] * 100))
    assert len(came) == LAST
    assert f"{MOST_OF_LAST} of the last {LAST} answers" in str(came[-1])


def test_fewer_are_left_out_without_a_pause(monkeypatch):
    answers = ([says()] * 3 + [REFUSES]) * 30
    came, _ = outcomes(monkeypatch, answers)
    assert len(came) == len(answers)


def test_five_of_one_purpose_in_a_row_pause_it_whatever_else_goes_well(monkeypatch):
    prompts = [one for n in range(30) for one in (conclude(n), *map(speak, range(4 * n, 4 * n + 4)))]

    answers = [REFUSES if prompt.name == "rate" else says() for prompt in prompts]
    came, _ = outcomes(monkeypatch, answers, prompts)
    assert len(came) == 4 * 5 + 1
    assert "5 answers in a row for 'rate'" in str(came[-1])


def goes_on(monkeypatch, answers, prompts=None):
    """What comes of questions, put on and on whatever pauses the town."""
    return outcomes(monkeypatch, answers, prompts, goes_on=True)[0]


def pauses(came):
    return [at for at, one in enumerate(came) if isinstance(one, ModelFailed) and one.outage]


SENSELESS = says(json.dumps({"thought": "", "says": "says", "ends": False, "tells": ""}))


def test_a_town_that_was_resumed_lives_on_with_a_model_that_often_makes_no_sense(monkeypatch):
    """Nobody wants to be asked again what was decided; the share that is left out is told all the time."""
    answers = [says(), *[SENSELESS] * 2, says(), *[SENSELESS] * 2] * 200
    came = goes_on(monkeypatch, answers)
    assert len(pauses(came)) == 1
    assert "or resume the run to continue without such answers" in str(came[pauses(came)[0]])


def test_it_pauses_again_where_nothing_else_comes_from_it(monkeypatch):
    came = goes_on(monkeypatch, [says(), *[SENSELESS] * 200])
    first, *more = pauses(came)
    assert first == IN_A_ROW
    assert more[0] - first == MUCH_IN_A_ROW


def test_it_pauses_for_its_server_whatever_was_decided_about_its_sense(monkeypatch):
    came = goes_on(monkeypatch, [says(), *[SENSELESS] * 20, says(), *[REFUSES] * IN_A_ROW])
    assert pauses(came)[-1] == len(came) - 1
    assert "the model refused to answer" in str(came[-1])


# ---- whole days


@pytest.fixture
def workspace(tmp_path, chaos, monkeypatch):
    monkeypatch.setattr("engine.models.served.client.retry._FIRST_WAIT", 0.001)
    with open_workspace(tmp_path / "ws") as opened:
        yield opened


def keep(workspace, chaos, model):
    """A profile of a model that the server is known to hold to a form."""
    workspace.models.keep(Profile(name="local", base_url=chaos.base_url, model=model, concurrency=8))
    learn_mode(workspace.store, chaos.base_url, model, 1)
    chaos.hits[model] = 0


BAD = {
    "says-nothing": completion(""),
    "cut-short": completion('{"says": "Hel', finish="length"),
    "talks": completion("I would rather tell you a story."),
    "only-thinks": completion("", finish="length", reasoning_content="hm"),
    "thinks-aloud": completion("<think>hm, so"),
    "refuses": completion(None, refusal="I cannot help with that."),
    "filters": completion("", finish="content_filter"),
    "means-nothing": completion(json.dumps({"mood": "grand"})),
}


@pytest.mark.parametrize("model", BAD)
def test_a_day_of_answers_that_no_one_can_use_pauses_before_the_tenth(workspace, chaos, model):
    FAULTS[model] = lambda exchange: exchange.json(200, BAD[model])
    keep(workspace, chaos, model)
    run = workspace.runs.new(TOWN, model="local")
    with pytest.raises(DayPaused, match="answers in a row from the model 'local' could not be used"):
        run.live(DAY, concurrency=8)
    assert sum(row.calls for row in run.health()) <= 10
    assert chaos.hits[model] <= 20


def test_an_outage_says_whose_server_it_is_what_that_said_and_what_to_do(workspace, chaos):
    keep(workspace, chaos, "401")
    run = workspace.runs.new(TOWN, model="local")
    with pytest.raises(DayPaused) as paused:
        run.live(DAY)
    assert (
        "profile 'local': the server rejected the API key (status 401: Incorrect API key provided); "
        "check the API key of the profile"
    ) in str(paused.value)


def test_a_model_that_fails_in_the_middle_of_a_day_keeps_what_was_lived_and_goes_on_for_nothing(
    workspace, chaos
):
    fails_from = [24, 10_000]  # the request from which on it talks

    def answer(exchange):
        works = exchange.hit < fails_from[0]
        (obeys if works else lambda one: one.json(200, completion("Well, well.")))(exchange)

    FAULTS["changes"] = answer
    keep(workspace, chaos, "changes")
    run = workspace.runs.new(TOWN, model="local")
    with pytest.raises(DayPaused):
        run.live(DAY, concurrency=8)
    lived, paid = run.clock, run.spent().calls
    assert lived > 12 * 60
    calls = list(read_log(workspace.store, run.number, Call))
    assert sum(row.failed for row in run.health()) <= 10
    del fails_from[0]
    run = workspace.runs.find(run.row.id)
    run.live(lived)
    assert run.spent().calls == paid, "nothing that was answered is asked for again"
    run.live(DAY, concurrency=8)
    assert run.clock >= DAY
    assert list(read_log(workspace.store, run.number, Call))[: len(calls)] == calls


def test_what_was_left_out_before_anybody_lived_is_asked_again_once_the_server_is_put_right(workspace, chaos):
    """Nobody's first memories stay unread because a server was set up badly."""
    works = []
    FAULTS["put-right"] = lambda exchange: (
        obeys(exchange) if works else exchange.json(200, completion("Well, well."))
    )
    keep(workspace, chaos, "put-right")
    run = workspace.runs.new("willow-bay", model="local")
    with pytest.raises(DayPaused):
        run.live(60)
    assert not run.is_founded
    works.append(True)
    run.live(60, concurrency=8)
    calls = list(read_log(workspace.store, run.number, Call))
    assert {call.purpose for call in calls} == {"understand"}
    assert sum(bool(call.answer) for call in calls) > len(calls) - IN_A_ROW


def test_a_town_can_be_begun_at_last_with_a_model_that_never_understands(workspace, chaos):
    FAULTS["understands-nothing"] = lambda exchange: (
        exchange.json(200, completion(None, refusal="No."))
        if purpose_of(exchange.body) == "understand"
        else obeys(exchange)
    )
    keep(workspace, chaos, "understands-nothing")
    run = workspace.runs.new("willow-bay", model="local")
    live_on(run, 60)
    assert run.is_founded


def test_a_day_goes_on_to_its_end_with_a_model_that_somebody_resumed_it_with(workspace, chaos):
    def plans_nonsense(exchange):
        answer = salad(exchange.body)
        if purpose_of(exchange.body).startswith("plan_"):
            answer = re.sub(r'("(?:gist|activity|doing)": )"[^"]*"', r'\1"{}"', answer)
        exchange.json(200, completion(answer))

    FAULTS["plans-nonsense"] = plans_nonsense
    keep(workspace, chaos, "plans-nonsense")
    run = workspace.runs.new(TOWN, model="local")
    with pytest.raises(DayPaused, match="resume the run to continue without such answers"):
        run.live(2 * DAY)
    run = workspace.runs.find(run.row.id)  # as another process finds it
    run.live(2 * DAY)
    assert run.clock >= 2 * DAY


def test_what_a_weak_model_cannot_say_is_not_asked_again_for_ever(monkeypatch):
    _, books = outcomes(monkeypatch, [says()] + [REFUSES] * 50)
    assert books.forgotten == ()
    _, books = outcomes(monkeypatch, [REFUSES] * 50)
    assert len(books.forgotten) == IN_A_ROW


# ---- the same model elsewhere


def test_a_model_at_another_address_finds_its_answers_in_the_journal(workspace, chaos):
    keep(workspace, chaos, "salad")
    workspace.models.set_cap("run", "calls", 40)
    first = workspace.runs.new(TOWN, model="local")
    first.live(9 * 60)
    moved = chaos.base_url.replace("127.0.0.1", "localhost")
    workspace.models.keep(Profile(name="local", base_url=moved, model="salad", concurrency=8))
    chaos.hits["salad"] = 0
    again = workspace.runs.new(TOWN, model="local")
    again.live(9 * 60)
    assert chaos.hits["salad"] == 0
    assert again.spent().calls == 0
    answers = [[(call.purpose, call.answer) for call in read_log(workspace.store, run.number, Call)]
               for run in (first, again)]  # fmt: skip
    assert answers[0] == answers[1]
    workspace.models.keep(Profile(name="local", base_url=moved, model="salad", parameters={"seed": 2}))
    workspace.runs.new(TOWN, model="local").live(7 * 60)
    assert chaos.hits["salad"] > 0, "other parameters make another model"


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        ("m @ http://b/v1", True),
        ("m @ https://far.example:8000/v1", True),
        ("m @ http://a/v1", False),
        ('m @ http://b/v1 {"seed": 1}', False),
        ("m2 @ http://b/v1", False),
        ("rehearsal", False),
        ("m @ ", False),
    ],
)
def test_a_model_is_known_elsewhere_by_its_name_and_its_parameters(other, is_same):
    assert Profile(name="p", base_url="http://a/v1", model="m").is_same_elsewhere(other) is is_same
