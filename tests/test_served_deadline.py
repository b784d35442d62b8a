"""How long a call may take is for its profile to say: 90 seconds if it does not, and a wall either way."""

from __future__ import annotations

import asyncio
import json
import ssl
import subprocess
import sys
from dataclasses import replace

import httpx2
import pytest
from rehearsal_minds import ISABEL, QUAY, TOMAS, common, friend

from engine.api.workspace import open_workspace
from engine.errors import BadInput, DayPaused, ModelFailed
from engine.models.profiles import Profile, read_profile
from engine.models.served.answers.answer_mode import AnswerMode
from engine.models.served.client.failures import Kind, ServerFailed
from engine.models.served.client.openai_compatible import Endpoint, OpenAICompatible
from engine.models.served.served_model import Served
from engine.prompts import questions as q
from engine.store.answers import spending
from engine.store.answers.profiles import learn_mode
from tests.bench.virtual import VirtualLoop
from tests.chaos import SLOW, completion

pytestmark = pytest.mark.slow

PROMPT = q.Speak(**common(ISABEL), place=QUAY, doing="walking", people=(friend(TOMAS),))


class TurnRows:
    """Books that hold nothing, refuse nothing, and note for how long was set aside."""

    def __init__(self):
        self.seconds = []

    def answer(self, key):
        return None

    def ids(self):
        return ()

    def has_paused(self, kind):
        return False

    def reserve(self, occasion, request):
        self.seconds.append(request.seconds)
        return 1

    def settle(self, *given, **more):
        pass

    keep = note = settle


def server(monkeypatch, answer):
    """In place of the wire: whatever `answer` makes of a request."""
    monkeypatch.setattr(httpx2, "AsyncHTTPTransport", lambda **_: httpx2.MockTransport(answer))


def asked(**settings):
    """What comes of a question, and after how many seconds of the loop's own time."""
    profile = Profile(name="local", base_url="http://127.0.0.1:1/v1", model="m", **settings)
    books = TurnRows()

    async def ask():
        served = Served(profile, lambda: "", books, mode=AnswerMode.BOUNDED_SCHEMA)
        try:
            came = await served.ask(PROMPT)
        except ServerFailed as failure:
            came = failure
        finally:
            await served.close()
        return came, asyncio.get_running_loop().time(), books

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(ask())


def after(seconds):
    async def answer(request):
        await asyncio.sleep(seconds)
        return httpx2.Response(200, json=completion())

    return answer


def test_an_answer_that_takes_long_is_waited_for_as_long_as_the_profile_says(monkeypatch):
    server(monkeypatch, after(500))
    came, seconds, books = asked(timeout=600)
    assert (came.says, round(seconds)) == ("Hello.", 500)
    assert books.seconds == [600]


@pytest.mark.parametrize(("settings", "wall", "more"), [({}, 90, 180), ({"timeout": 600}, 600, 1200)])
def test_what_takes_longer_is_given_up_with_the_way_to_allow_more(monkeypatch, settings, wall, more):
    server(monkeypatch, after(10_000))
    came, seconds, _ = asked(**settings)
    assert came.kind is Kind.TIMEOUT
    assert round(seconds) == wall
    remedy = (
        f"to allow more time, run `townwright profile local --timeout {more}` "
        "or change the time limit in Settings"
    )
    assert f"no answer within {wall} s; {remedy}" in str(came)


@pytest.mark.parametrize("wall", [5, 90, 600])
def test_it_is_a_wall_for_what_trickles_in_and_for_what_fails_again_and_again(monkeypatch, wall):
    async def trickle():
        while True:
            yield b" "
            await asyncio.sleep(3)

    async def answer(request):
        return httpx2.Response(200, content=trickle())

    server(monkeypatch, answer)
    came, seconds, _ = asked(timeout=wall)
    assert (came.kind, round(seconds)) == (Kind.TIMEOUT, wall)

    async def late_and_full(request):
        await asyncio.sleep(wall / 3)
        return httpx2.Response(503, json={"error": {"message": "busy"}}, headers={"retry-after": "1"})

    server(monkeypatch, late_and_full)
    came, seconds, _ = asked(timeout=wall)
    assert seconds <= wall + 0.1


def one_after_another(seconds):
    """A server that takes any number of requests, and answers them one by one."""
    busy = asyncio.Lock()

    async def answer(request):
        async with busy:
            await asyncio.sleep(seconds)
        return httpx2.Response(200, json=completion())

    return answer


def asked_at_once(count, **settings):
    """What comes of several questions that are put at the same time."""
    profile = Profile(name="local", base_url="http://127.0.0.1:1/v1", model="m", **settings)

    async def ask():
        served = Served(profile, lambda: "", TurnRows(), mode=AnswerMode.BOUNDED_SCHEMA)
        prompts = [replace(PROMPT, doing=f"walking {number} steps") for number in range(count)]
        try:
            return await asyncio.gather(*map(served.ask, prompts), return_exceptions=True)
        finally:
            await served.close()

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(ask())


@pytest.mark.parametrize("seconds", [20, 40, 60, 85])
def test_a_call_that_only_waits_behind_others_does_not_pause_the_town(monkeypatch, seconds):
    server(monkeypatch, one_after_another(seconds))
    came = asked_at_once(8, concurrency=4)
    assert [getattr(one, "says", one) for one in came] == ["Hello."] * 8


def test_a_server_that_is_too_slow_for_one_call_pauses_it_all_the_same(monkeypatch):
    server(monkeypatch, one_after_another(95))
    came = asked_at_once(4, concurrency=4)
    assert all(isinstance(one, ServerFailed) and one.kind is Kind.TIMEOUT for one in came)


@pytest.mark.nightly
@pytest.mark.parametrize("fault", SLOW)
def test_a_day_that_is_paused_for_it_says_how_to_allow_more(tmp_path, chaos, fault):
    with open_workspace(tmp_path) as workspace:
        workspace.models.keep(Profile(name="slow", base_url=chaos.base_url, model=fault, timeout=0.4))
        learn_mode(workspace.store, chaos.base_url, fault, 1)
        run = workspace.runs.new("three-neighbours", model="slow")
        with pytest.raises(
            DayPaused,
            match=r"0.4 s; to allow more time, run `townwright profile slow --timeout 0.8` or change",
        ):
            run.live(480)
        run = workspace.runs.new("three-neighbours")
        run.live(360)
        with pytest.raises(ModelFailed, match=r"`townwright profile slow --timeout 0.8`"):
            run.fork(model="slow").at().ask(run.scenario.personas[0].id, "How are you?")


@pytest.mark.parametrize("seconds", [0, -1, 3_601, float("nan"), float("inf"), "long"])
def test_a_time_that_is_none_is_refused(seconds):
    with pytest.raises(BadInput, match="'local' cannot be saved: timeout"):
        read_profile("local", {"base_url": "http://h/v1", "model": "m", "timeout": seconds})


def test_what_is_set_aside_for_a_long_call_is_kept_for_as_long(tmp_path, monkeypatch):
    with open_workspace(tmp_path) as workspace:
        run = workspace.runs.new("three-neighbours")
        spending.set_cap(workspace.store, "run", "tokens", 100)
        now = workspace.store.now()
        spending.reserve(workspace.store, run.number, 1, tokens=90, micros=None, seconds=3_600)
        monkeypatch.setattr(workspace.store, "now", lambda: now + 3_590)
        with pytest.raises(spending.CapReached):
            spending.reserve(workspace.store, run.number, 1, tokens=20, micros=None)


@pytest.mark.nightly
def test_the_command_line_sets_and_shows_it(call, own, chaos):
    assert call("profile", "salad", "--url", chaos.base_url, "--model", "salad", "--timeout", 600)[0] == 0
    assert json.loads(call("profile", "salad", "--json")[1])["seconds_per_call"] == 600
    assert "600" in call("profiles")[1].splitlines()[-1]
    told = call("profile", "salad")[2]
    assert "The time limit of a call is 600 s; `--timeout SECONDS` changes it." in told


IMPORTS = """
import asyncio, sys
from engine.models.served.client.openai_compatible import Endpoint, OpenAICompatible
from engine.models.served.examination import examine
from engine.models.profiles import Profile

class Late:
    '''A library that takes longer to load than a call may take.'''

    def find_spec(self, name, path=None, target=None):
        if name == "openai":
            import time
            time.sleep(1.5)

sys.meta_path.insert(0, Late())
found = asyncio.run(examine(Profile(name="p", base_url=sys.argv[1], model="well", timeout=1.0), "k"))
print(found.findings[0].ok, [(each.what, each.ok, each.words) for each in found.findings])
"""


@pytest.mark.nightly
def test_the_time_in_which_the_library_is_loaded_is_no_time_of_a_call(chaos):
    said = subprocess.run(
        [sys.executable, "-c", IMPORTS, chaos.base_url], capture_output=True, text=True, check=True
    )
    assert "no answer within" not in said.stdout
    assert said.stdout.startswith("True"), said.stdout


def test_the_certificates_that_are_believed_are_read_for_the_first_client_only(chaos, monkeypatch):
    async def ready():
        one = OpenAICompatible(Endpoint(base_url=chaos.base_url, model="well", parameters={}, timeout=5.0))
        await one.make_ready()
        await one.close()

    asyncio.run(ready())
    monkeypatch.setattr(ssl, "create_default_context", None)
    asyncio.run(ready())
