"""The test of a profile: what a server can do, what it lacks, and what helps, before a day is paid."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping

import httpx2
import pytest

from engine.models.profiles import Profile
from engine.models.served.examination import Examination, examine
from tests.bench.virtual import VirtualLoop
from tests.chaos import chunk
from tests.dialects import fails, says

TASKS = {
    "rate": {"ratings": [1, 9]},
    "speak": {"thought": "", "says": "Yes, Ben, at eight as always.", "ends": False, "tells": "m1"},
    "plan_day": {
        "gist": "Ann Miller bakes and rests.",
        "blocks": [{"start": "07:00", "activity": "bake rolls", "place": "Bakery/counter"}],
    },
}
OF_THE_PROMPT = {"ratings": "rate", "says": "speak", "blocks": "plan_day"}


def able(body) -> httpx2.Response:
    """A good server with a model that is up to a town."""
    if body.get("stream"):
        return stream("Hello.")
    text = " ".join(message["content"] for message in body["messages"])
    if "a colour" in text:
        return says(json.dumps({"colour": "celadon", "hour": "07:30", "count": 2, "words": ["a"]}))
    name = next((name for field, name in OF_THE_PROMPT.items() if f"\n- {field}:" in text), "")
    return says(json.dumps(TASKS[name]) if name else "Hello.")


def stream(text: str) -> httpx2.Response:
    events = [chunk(text), chunk("", "stop")]
    lines = "".join(f"data: {json.dumps(event)}\n\n" for event in events)
    return httpx2.Response(
        200, text=f"{lines}data: [DONE]\n\n", headers={"content-type": "text/event-stream"}
    )


def examined(monkeypatch, answer: Callable, **settings) -> tuple[Examination, Mapping[str, str], float]:
    """What is found of a server, in words by what was tried, and the virtual seconds that it took."""

    async def handle(request):
        made = answer(json.loads(request.content))
        return await made if asyncio.iscoroutine(made) else made

    monkeypatch.setattr(httpx2, "AsyncHTTPTransport", lambda **_: httpx2.MockTransport(handle))
    profile = Profile(name="p", base_url="http://127.0.0.1:1/v1", model="m", **settings)
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        found = runner.run(examine(profile, ""))
        seconds = runner.get_loop().time()
    return found, {finding.what: str(finding.words) for finding in found.findings}, seconds


def refusing(name: str) -> Callable:
    """A good server that refuses a parameter."""
    return lambda body: fails(400, {"error": f"unknown parameter: {name}"}) if name in body else able(body)


def after(seconds: float, answer: Callable = able) -> Callable:
    async def late(body):
        await asyncio.sleep(seconds)
        return answer(body)

    return late


def with_thought(body):
    """A model that thinks 1,000 tokens before each answer."""
    if body.get("max_tokens", 0) < 1_000:
        return says("", finish="length", reasoning_content="hm")
    return able(body)


def without_system(body):
    is_system = body["messages"][0]["role"] == "system"
    return fails(400, {"error": {"message": "System role not supported"}}) if is_system else able(body)


def without_forms(body):
    return (
        fails(400, {"error": "response_format is not supported"}) if "response_format" in body else able(body)
    )


def thinking_aloud(body):
    response = able(body)
    if body.get("stream"):
        return response
    whole = json.loads(response.content)
    message = whole["choices"][0]["message"]
    message["content"] = f"<think>Let me {{see}}.</think>\n{message['content']}"
    return httpx2.Response(200, json=whole)


GOOD = {
    "able": (able, {}, {}),
    "refuses-a-seed": (refusing("seed"), {"parameters": {"seed": 1}}, {"parameters": "seed is rejected"}),
    "wants-another-limit": (
        lambda body: fails(400, {"error": {"message": "Unsupported parameter: 'max_tokens' is not supported "
                                           "with this model. Use 'max_completion_tokens' instead."}})
        if "max_tokens" in body else able(body),
        {},
        {"parameters": "max_completion_tokens instead of max_tokens"},
    ),
    "thinks": (with_thought, {}, {"parameters": "the model thinks before it answers"}),
    "thinks-aloud": (thinking_aloud, {}, {}),
    "no-system": (without_system, {}, {"parameters": "system messages are rejected"}),
    "no-forms": (without_forms, {}, {"form of answers": "plain text"}),
    "no-streams": (
        lambda body: fails(400, {"error": "stream is not supported"}) if body.get("stream") else able(body),
        {},
        {"streaming": "does not work"},
    ),
    "takes-six-seconds": (after(6), {}, {"answers": "6.0 s", "form of answers": "JSON schema with bounds"}),
    "takes-a-minute": (after(60), {}, {"speed": "slow: 60.0 s for a small task"}),
}  # fmt: skip


@pytest.mark.parametrize("dialect", GOOD)
def test_a_model_that_is_up_to_a_town_is_usable_whatever_its_server_wants(monkeypatch, dialect):
    answer, settings, words = GOOD[dialect]
    found, told, _ = examined(monkeypatch, answer, **settings)
    assert found.is_usable, told
    for what, said in words.items():
        assert said in told[what]
    assert told["small tasks"] in ("all 3 small tasks done", "all 6 small tasks done")


BAD = {
    "wrong-key": (lambda body: fails(401, {"error": "no such key"}), "answers", "check the API key"),
    "no-such-model": (
        lambda body: fails(404, {"error": "model 'm' not found"}),
        "answers",
        "check the model",
    ),
    "no-quota": (lambda body: fails(402, {"detail": "pay first"}), "answers", "add credit"),
    "only-thinks": (
        lambda body: says("", finish="length", reasoning_content="hm"),
        "answers",
        "`--set reasoning_effort=none`",
    ),
    "never-answers": (after(1_000), "answers", "no answer within 90 s"),
    "loads-for-ever": (
        lambda body: fails(503, {"error": {"message": "Loading model"}}),
        "answers",
        "wait until it is ready",
    ),
    "talks": (
        lambda body: stream("Hello.") if body.get("stream") else says("Well, well."),
        "small tasks",
        "choose a more capable model",
    ),
    "has-no-embeddings": (
        lambda body: fails(404, {"error": "no such endpoint"}) if "input" in body else able(body),
        "embeddings",
        "or remove the embedding model from the profile",
    ),
}


@pytest.mark.parametrize("dialect", BAD)
def test_a_server_that_no_town_can_live_with_is_told_with_the_cure(monkeypatch, dialect):
    answer, what, cure = BAD[dialect]
    settings = {"embeddings": "e"} if what == "embeddings" else {}
    found, told, _ = examined(monkeypatch, answer, **settings)
    assert not found.is_usable
    assert cure in told[what]


def test_the_time_of_a_profile_is_that_of_its_test(monkeypatch):
    _, told, seconds = examined(monkeypatch, after(1_000), timeout=200)
    assert "no answer within 200 s" in told["answers"]
    assert round(seconds) == 200
    found, told, _ = examined(monkeypatch, after(150), timeout=200)
    assert found.is_usable
    assert told["small tasks"] == "all 3 small tasks done", (
        "so slow a model is spared the second of each kind"
    )
    assert told["speed"].startswith(
        "slow: 150.0 s for a small task, or about 100 minutes for one person's day"
    )


def test_tasks_that_are_not_done_in_time_are_told_with_the_way_to_allow_more(monkeypatch):
    def answer(body):
        is_task = any("\n- " in message["content"] for message in body["messages"])
        return after(1_000)(body) if is_task else able(body)

    found, told, _ = examined(monkeypatch, answer)
    assert not found.is_usable
    assert "speed" not in told
    assert told["small tasks"].startswith(
        "slow: no answer to a small task within 90 s; allow more time with `--timeout 180`"
    )


def test_tasks_are_set_even_if_the_form_of_answers_is_not_found_in_time(monkeypatch):
    def answer(body):
        is_probe = "a colour" in body["messages"][-1]["content"]
        return after(1_000)(body) if is_probe else able(body)

    found, told, _ = examined(monkeypatch, answer)
    assert found.mode is None
    assert "not determined in time" in told["form of answers"]
    assert "small tasks" in told


def test_a_server_that_loads_its_model_is_waited_for(monkeypatch):
    loading = iter([fails(503, {"error": {"message": "Loading model"}})] * 9)
    found, told, _ = examined(monkeypatch, lambda body: next(loading, None) or able(body))
    assert found.is_usable, told


def test_a_task_is_not_said_to_take_the_time_of_a_queue(monkeypatch):
    """Most servers on a small machine answer one call after the other."""
    busy = asyncio.Lock()

    async def in_turn(body):
        async with busy:
            await asyncio.sleep(5)
        return able(body)

    found, told, _ = examined(monkeypatch, in_turn)
    assert found.is_usable
    assert told["speed"] == "5.0 s for a small task, or about 3 minutes for one person's day"
    assert told["small tasks"] == "all 6 small tasks done"


@pytest.mark.parametrize(("failed", "is_usable"), [(1, True), (2, True), (3, False)])
def test_a_model_that_fails_more_than_a_third_of_the_tasks_is_too_weak(monkeypatch, failed, is_usable):
    tasks = iter([True] * failed)

    def answer(body):
        is_task = any("\n- " in message["content"] for message in body["messages"])
        return says(None, refusal="No.") if is_task and next(tasks, False) else able(body)

    found, told, _ = examined(monkeypatch, answer)
    weak = "weak" if is_usable else "too weak for a town"
    assert told["small tasks"].startswith(f"{weak}: failed {failed} of 6 small tasks (rate")
    assert found.is_usable is is_usable


def test_a_fault_that_is_found_again_and_again_is_told_once(monkeypatch):
    blocks = [
        {"start": f"{hour:02}:00", "activity": "no", "place": "Bakery/counter"} for hour in range(8, 14)
    ]
    faulty = {**TASKS["plan_day"], "blocks": [{**block, "activity": "{rest}"} for block in blocks]}

    def answer(body):
        text = " ".join(message["content"] for message in body["messages"])
        return says(json.dumps(faulty)) if "\n- blocks:" in text else able(body)

    _, told, _ = examined(monkeypatch, answer)
    assert told["small tasks"].count("{rest}") == 1
