"""Every way in which a server fails, over the wire: bounded, named, and never taken for an answer."""

from __future__ import annotations

import asyncio
import json
import tracemalloc

import pytest
from rehearsal_minds import ISABEL, QUAY, TOMAS, common, friend

from engine.models.openai_compatible import Completion, Endpoint, OpenAICompatible
from engine.models.served.bounded import MOST_BYTES
from engine.models.served.dialect import THINKING, dialect_of
from engine.models.served.failures import RULES, Kind, ServerFailed
from engine.models.served.ladder import Rung
from engine.models.served.language_model import LanguageModel
from engine.models.served.limiter import Limiter
from engine.models.served.retry import MOST_ATTEMPTS
from engine.prompts import questions as q
from tests.chaos import (
    BOMBS,
    FAULTS,
    FINE,
    GOOD,
    MISCOUNTED,
    PASSING,
    PERMANENT,
    QUOTING,
    STREAMS,
    UNFIT,
)

KEY = "sk-canary-8f1d"


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch):
    """Waits between requests are a matter of arithmetic, seen to elsewhere."""
    monkeypatch.setattr("engine.models.served.retry._FIRST_WAIT", 0.001)


PROMPT = q.Speak(**common(ISABEL), place=QUAY, doing="walking", people=(friend(TOMAS),))


def client(chaos, model, timeout=5.0):
    return OpenAICompatible(
        Endpoint(base_url=chaos.base_url, model=model, parameters={}, timeout=timeout), KEY
    )


def answered(chaos, model, prompt=PROMPT, *, rung=Rung.BOUNDED_SCHEMA, deadline=10.0, timeout=5.0):
    async def ask():
        one = client(chaos, model, timeout)
        try:
            return await LanguageModel(one, Limiter(4), rung, deadline=deadline).answer(prompt)
        finally:
            await one.close()

    chaos.hits[model] = 0
    return asyncio.run(ask())


def failed(chaos, model, **more):
    with pytest.raises(ServerFailed) as failure:
        answered(chaos, model, **more)
    return failure.value


@pytest.mark.parametrize("model", PERMANENT)
def test_a_permanent_failure_is_tried_exactly_once_and_says_what_to_do(chaos, model):
    failure = failed(chaos, model)
    assert chaos.hits[model] == 1
    assert RULES[failure.kind].remedy in str(failure)
    assert KEY not in str(failure)


@pytest.mark.parametrize("model", BOMBS)
def test_little_that_unpacks_to_far_too_much_takes_no_more_memory_than_any_answer(chaos, model):
    answered(chaos, "well")  # what is imported and built once is not of this answer
    FAULTS[model](Unheard())  # which packs it
    tracemalloc.start()
    try:
        assert failed(chaos, model).kind is Kind.OVERSIZED
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 5 * MOST_BYTES


@pytest.mark.parametrize("model", MISCOUNTED)
def test_tokens_that_cannot_be_counted_are_not_reported(chaos, model):
    async def took():
        one = client(chaos, model)
        try:
            return await one.complete([{"role": "user", "content": "Hi"}], most_tokens=9)
        finally:
            await one.close()

    said = asyncio.run(took())
    assert (said.text, said.tokens_in, said.tokens_out, said.cached) == (GOOD, 0, 0, 0)


@pytest.mark.parametrize("model", QUOTING)
def test_a_server_that_says_the_key_is_not_repeated(chaos, model):
    async def said():
        one = client(chaos, model)
        try:
            completion = await one.complete([{"role": "user", "content": "Hi"}], most_tokens=9)
        except ServerFailed as failure:
            return f"{failure} {failure.detail} {failure.said}"
        finally:
            await one.close()
        return f"{completion.text} {completion.model}"

    heard = asyncio.run(said())
    assert KEY not in heard
    assert "(the key)" in heard


def test_whoever_is_told_to_wait_an_hour_is_told_so(chaos):
    assert "asks to wait 3600 s" in str(failed(chaos, "429-an-hour"))


@pytest.mark.parametrize("model", PASSING)
def test_a_passing_failure_is_tried_four_times_at_most(chaos, model):
    failure = failed(chaos, model)
    assert chaos.hits[model] == MOST_ATTEMPTS == 4
    assert failure.rule.again


@pytest.mark.parametrize("model", PASSING)
def test_a_failure_that_passes_leaves_a_whole_answer(chaos, model):
    reply = answered(chaos, f"{model}, twice")
    assert json.loads(reply.answer)["says"] == "Hello."
    assert (reply.attempts, reply.repairs) == (3, 0)


@pytest.mark.parametrize("model", UNFIT)
def test_an_unfit_answer_is_repaired_once_and_no_more(chaos, model):
    failure = failed(chaos, model)
    assert chaos.hits[model] == 2
    assert failure.kind in (Kind.EMPTY, Kind.TRUNCATED, Kind.INVALID)
    assert not failure.outage
    reply = answered(chaos, f"{model}, once")
    assert json.loads(reply.answer)["says"] == "Hello."
    assert (reply.attempts, reply.repairs) == (2, 1)


def test_a_repair_quotes_the_answer_and_what_is_wrong_with_it(chaos):
    answered(chaos, "extra-field, once")
    _, _, body = chaos.asked[-1]
    *_, said, ask = body["messages"]
    assert said == {"role": "assistant", "content": json.dumps({**json.loads(GOOD), "mood": "grand"})}
    assert "mood" in ask["content"]


@pytest.mark.parametrize("model", FINE)
def test_an_answer_that_only_looks_odd_is_read(chaos, model):
    reply = answered(chaos, model)
    assert json.loads(reply.answer)["says"] in ("Hello.", "Hel lo.")
    assert chaos.hits[model] == 1


@pytest.mark.parametrize("model", ["hang", "trickle"])
def test_the_deadline_holds_whatever_trickles_in(chaos, model):
    began = asyncio.run(_now())
    failure = failed(chaos, model, deadline=0.6, timeout=0.25)
    assert failure.kind is Kind.TIMEOUT
    assert chaos.hits[model] <= MOST_ATTEMPTS
    assert asyncio.run(_now()) - began < 3


class Unheard:
    """An exchange that sends nothing."""

    def send(self, *_):
        pass


async def _now():
    return asyncio.get_running_loop().time()


def test_a_server_that_is_not_there_is_named_with_its_address(chaos):
    gone = Endpoint(base_url="http://127.0.0.1:9/v1", model="m", parameters={}, timeout=1)

    async def ask():
        await LanguageModel(OpenAICompatible(gone, KEY), Limiter(1), Rung.TEXT, deadline=2).answer(PROMPT)

    with pytest.raises(ServerFailed, match=r"cannot be reached \(http://127.0.0.1:9/v1\); start it"):
        asyncio.run(ask())


def test_an_invented_place_is_refused_and_the_repair_told_which(chaos):
    chaos.good = json.dumps({"decision": "act", "activity": "play", "place": "Casino"})
    try:
        failure = failed(chaos, "react", prompt=q.React(**common(), doing="x", place=QUAY))
    finally:
        chaos.good = GOOD
    assert "'Casino' is no place here" in failure.detail
    assert chaos.hits["react"] == 2


# ---- models that want to be asked otherwise


def asked_otherwise(chaos, model, **parameters):
    """The first answer of such a model in this process, and all the requests that it took."""
    dialect_of(chaos.base_url, model).forget()
    before = len(chaos.asked)

    async def ask():
        endpoint = Endpoint(base_url=chaos.base_url, model=model, parameters=parameters, timeout=5.0)
        one = OpenAICompatible(endpoint, KEY)
        try:
            reply = await LanguageModel(one, Limiter(4), Rung.BOUNDED_SCHEMA, deadline=10.0).answer(PROMPT)
        finally:
            await one.close()
        return reply

    try:
        return asyncio.run(ask()), [body for _, _, body in chaos.asked[before:]]
    except ServerFailed as failure:
        return failure, [body for _, _, body in chaos.asked[before:]]


def test_a_model_that_thinks_is_asked_in_its_own_words_within_the_same_call(chaos):
    reply, bodies = asked_otherwise(chaos, "thinks", temperature=0.2, seed=1)
    assert json.loads(reply.answer)["says"]
    assert (reply.attempts, reply.repairs) == (4, 0)
    assert len(bodies) == 4 == MOST_ATTEMPTS
    assert {"max_tokens", "temperature", "seed"} & set(bodies[-1]) == set()
    assert bodies[-1]["max_completion_tokens"] == bodies[0]["max_tokens"] + THINKING


def test_what_one_call_has_learned_all_later_ones_know(chaos):
    asked_otherwise(chaos, "new-limit")
    assert answered(chaos, "new-limit").attempts == 1
    assert chaos.hits["new-limit"] == 1


def test_a_value_that_is_refused_is_left_to_the_model(chaos):
    reply, bodies = asked_otherwise(chaos, "warm", temperature=0.2, top_p=0.9)
    assert reply.attempts == 2
    assert "temperature" not in bodies[-1]
    assert bodies[-1]["top_p"] == 0.9
    assert bodies[-1]["max_tokens"] == bodies[0]["max_tokens"]


def test_calls_that_were_sent_before_anybody_knew_are_all_asked_again(chaos):
    dialect_of(chaos.base_url, "new-limit").forget()
    chaos.hits["new-limit"] = 0

    async def ask():
        one = client(chaos, "new-limit")
        model = LanguageModel(one, Limiter(8), Rung.BOUNDED_SCHEMA, deadline=10.0)
        try:
            return await asyncio.gather(*(model.answer(PROMPT) for _ in range(8)))
        finally:
            await one.close()

    assert all(reply.attempts <= 2 for reply in asyncio.run(ask()))
    assert chaos.hits["new-limit"] <= 16


def test_a_model_that_takes_no_limit_at_all_is_not_asked_without_one(chaos):
    failure, bodies = asked_otherwise(chaos, "no-limit")
    assert failure.kind is Kind.BAD_REQUEST
    assert "'max_completion_tokens' is not supported" in str(failure)
    assert len(bodies) == 2


def test_a_limit_of_the_profile_is_set_aside_as_it_is_sent(chaos):
    def room(**parameters):
        return OpenAICompatible(Endpoint(base_url="http://h/v1", model="m", parameters=parameters, timeout=1))

    assert room().room(100) == 100
    assert room(max_tokens=700).room(100) == 700
    assert room(max_completion_tokens=9_000).room(100) == 9_000


# ---- streams


async def _stream(chaos, model):
    one = client(chaos, model)
    pieces = [piece async for piece in one.stream([{"role": "user", "content": "Hi"}], most_tokens=50)]
    await one.close()
    return pieces


def test_a_stream_comes_piece_by_piece_and_ends_as_a_whole(chaos):
    *pieces, whole = asyncio.run(_stream(chaos, "well"))
    assert len(pieces) > 2
    assert isinstance(whole, Completion)
    assert "".join(pieces) == whole.text == GOOD
    assert (whole.tokens_in, whole.tokens_out) == (7, 3)


@pytest.mark.parametrize("model", STREAMS)
def test_a_stream_that_breaks_off_is_a_failure_and_no_shorter_answer(chaos, model):
    with pytest.raises(ServerFailed) as failure:
        asyncio.run(_stream(chaos, model))
    assert failure.value.kind in (Kind.CUT, Kind.GARBLED, Kind.FILTERED, Kind.REFUSED, Kind.OVERSIZED)


# ---- the ladder


def rung_found(chaos, obeys):
    """What is found of a server that obeys some forms of request."""
    found = []

    def answer(body):
        form = body.get("response_format") or {}
        kind = form.get("type", "text")
        bounded = "maxLength" in json.dumps(form.get("json_schema", ""))
        name = {"json_schema": "bounded" if bounded else "schema"}.get(kind, kind)
        name = "beside" if kind == "json_object" and "schema" in form else name
        return obeys(name)

    import tests.chaos as module

    probe = json.dumps({"colour": "celadon", "hour": "07:30", "count": 2, "words": ["a"]})

    def server(exchange):
        verdict = answer(exchange.body)
        content = {"yes": probe, "ignored": "A colour, you say?"}.get(verdict)
        if content is None:
            exchange.json(400, {"error": {"message": "response_format is not supported"}})
        else:
            exchange.json(200, module.completion(content))

    async def ask():
        one = client(chaos, "ladder")
        model = LanguageModel(one, Limiter(2), learned=found.append)
        try:
            await model.find_rung()
            await model.find_rung()
        finally:
            await one.close()

    module.FAULTS["ladder"] = server
    asyncio.run(ask())
    return found


@pytest.mark.parametrize(
    ("obeyed", "rung"),
    [
        ("bounded", Rung.BOUNDED_SCHEMA),
        ("schema", Rung.SCHEMA),
        ("beside", Rung.OBJECT_WITH_SCHEMA),
        ("json_object", Rung.OBJECT),
        ("none", Rung.TEXT),
    ],
)
@pytest.mark.parametrize("otherwise", ["refused", "ignored"])
def test_the_strictest_form_that_a_server_obeys_is_found_once_and_kept(chaos, obeyed, rung, otherwise):
    assert rung_found(
        chaos, lambda name: "yes" if name == obeyed else "ignored" if name == "text" else otherwise
    ) == [rung]


def test_the_wrong_key_is_no_question_of_form(chaos):
    assert failed(chaos, "401", rung=None).kind is Kind.UNAUTHORIZED
    assert chaos.hits["401"] == 1
