"""Every way in which a server fails, over the wire: bounded, named, and never taken for an answer."""

from __future__ import annotations

import asyncio
import json
import tracemalloc

import pytest
from hypothesis import given, strategies as st
from rehearsal_minds import ISABEL, QUAY, TOMAS, common, friend, memory

from engine.models.served.answers.answer_mode import AnswerMode, tells_of_the_form
from engine.models.served.answers.dialect import THINKING, dialect_of
from engine.models.served.answers.schema import schema_of
from engine.models.served.client.bounded import MOST_BYTES
from engine.models.served.client.completions import Completion
from engine.models.served.client.failures import RULES, Kind, ServerFailed
from engine.models.served.client.limiter import Limiter
from engine.models.served.client.openai_compatible import Endpoint, OpenAICompatible
from engine.models.served.client.retry import MOST_ATTEMPTS, Deadline
from engine.models.served.client.secret import Secret
from engine.models.served.language_model import LanguageModel
from engine.prompts import questions as q
from tests.chaos import (
    BOMBS,
    EVERY,
    FAULTS,
    FINE,
    GOOD,
    MISCOUNTED,
    PASSING,
    PERMANENT,
    QUOTING,
    SLOW,
    STREAMS,
    UNFIT,
    completion,
    in_escapes,
)

pytestmark = pytest.mark.slow

KEY = "sk-canary-8f1d"


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch):
    """Waits between requests are a matter of arithmetic, seen to elsewhere."""
    monkeypatch.setattr("engine.models.served.client.retry._FIRST_WAIT", 0.001)


PROMPT = q.Speak(
    **common(ISABEL),
    place=QUAY,
    doing="walking",
    people=(friend(TOMAS),),
    recalled=(memory("Tomás Garcia mends nets."),),
)


def client(chaos, model, timeout=5.0):
    return OpenAICompatible(
        Endpoint(base_url=chaos.base_url, model=model, parameters={}, timeout=timeout), KEY
    )


def answered(chaos, model, prompt=PROMPT, *, mode=AnswerMode.BOUNDED_SCHEMA, deadline=10.0, timeout=5.0):
    async def ask():
        one = client(chaos, model, timeout)
        try:
            return await LanguageModel(one, Limiter(4), mode, deadline=Deadline(deadline)).answer(prompt)
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
    is_of_the_form = failure.kind is Kind.UNSUPPORTED  # and so is asked once more without it
    assert chaos.hits[model] == (2 if is_of_the_form else 1)
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
    assert in_escapes(KEY) not in heard
    assert "(the key)" in heard


@pytest.mark.parametrize("model", [model for model in QUOTING if model.startswith("answer-with-the-key-")])
def test_a_key_is_in_no_answer_however_it_is_written(chaos, model):
    reply = answered(chaos, model)
    assert json.loads(reply.answer)["says"] == "I saw (the key), did I?"
    for kept in (reply.answer, reply.said):
        assert KEY not in kept
        assert "u0063" not in kept  # no letter of it in an escape


def test_a_key_in_the_name_of_a_field_is_not_in_the_complaint_about_it(chaos):
    failure = failed(chaos, "field-with-the-key-in-escapes")
    assert KEY not in f"{failure} {failure.said}"
    assert "(the key)" in failure.said


PARTS = st.lists(st.sampled_from(["sk-canary-8f1d", "sk-", "s", "\\", "u0073", "\\u0073", "k", " ", "can"]))


@given(PARTS, st.sampled_from(["sk-canary-8f1d", "ss", "aab", "u0073", "k"]))
def test_what_is_heard_of_a_text_with_the_key_only_ever_grows_and_never_holds_it(parts, key):
    text, secret = "".join(parts), Secret(key)
    heard = [secret.hidden_so_far(text[:end]) for end in range(len(text) + 1)]
    assert all(secret.hidden(text).startswith(each) for each in heard)
    assert not [each for each in heard if key in each.replace("(the key)", "")]


def test_whoever_is_told_to_wait_an_hour_is_told_so(chaos):
    assert "retry after 3600 s" in str(failed(chaos, "429-an-hour"))


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


def test_a_repair_is_the_same_question_and_quotes_neither_the_answer_nor_its_fault(chaos):
    answered(chaos, "wrong-type, once")
    first, second = (body["messages"] for _, _, body in chaos.asked[-2:])
    assert [message["role"] for message in second] == [message["role"] for message in first]
    added = second[-1]["content"].removeprefix(first[-1]["content"])
    assert "\n- ends: " in added
    assert "perhaps" not in added


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
        one = OpenAICompatible(gone, KEY)
        await LanguageModel(one, Limiter(1), AnswerMode.TEXT, deadline=Deadline(2)).answer(PROMPT)

    with pytest.raises(ServerFailed, match=r"cannot be reached \(http://127.0.0.1:9/v1\); start it"):
        asyncio.run(ask())


def test_what_is_done_to_one_schema_is_not_done_to_the_next():
    changed = schema_of(PROMPT, bounded=True)
    for field in changed.pop("properties").values():
        field.clear()
    assert all(schema_of(PROMPT, bounded=True)["properties"].values())


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
            mind = LanguageModel(one, Limiter(4), AnswerMode.BOUNDED_SCHEMA, deadline=Deadline(10.0))
            reply = await mind.answer(PROMPT)
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


@pytest.mark.soak
def test_calls_that_were_sent_before_anybody_knew_are_all_asked_again(chaos):
    dialect_of(chaos.base_url, "new-limit").forget()
    chaos.hits["new-limit"] = 0

    async def ask():
        one = client(chaos, "new-limit")
        model = LanguageModel(one, Limiter(8), AnswerMode.BOUNDED_SCHEMA, deadline=Deadline(10.0))
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


# ---- the answer modes

FORMS = [
    ("bounded", AnswerMode.BOUNDED_SCHEMA),
    ("schema", AnswerMode.SCHEMA),
    ("beside", AnswerMode.OBJECT_WITH_SCHEMA),
    ("json_object", AnswerMode.OBJECT),
    ("none", AnswerMode.TEXT),
]


def server_that(obeys):
    """A server that obeys some forms of request: a small question with its answer, and any other well."""

    def answer(body):
        form = body.get("response_format") or {}
        kind = form.get("type", "text")
        bounded = "maxLength" in json.dumps(form.get("json_schema", ""))
        name = {"json_schema": "bounded" if bounded else "schema"}.get(kind, kind)
        name = "beside" if kind == "json_object" and "schema" in form else name
        return obeys(name)

    probe = json.dumps({"colour": "celadon", "hour": "07:30", "count": 2, "words": ["a"]})

    def server(exchange):
        verdict = answer(exchange.body)
        asked = exchange.body["messages"][-1]["content"]
        well = probe if "a colour" in asked else GOOD
        content = {"yes": well, "ignored": "A colour, you say?" if well is probe else GOOD}.get(verdict)
        if content is None:
            exchange.json(400, {"error": {"message": "response_format is not supported"}})
        else:
            exchange.json(200, completion(content))

    return server


def rung_found(chaos, obeys):
    """What is found of a server that obeys some forms of request."""
    found = []

    async def ask():
        one = client(chaos, "ladder")
        model = LanguageModel(one, Limiter(2), learned=found.append)
        try:
            await model.find_answer_mode()
            await model.find_answer_mode()
        finally:
            await one.close()

    FAULTS["ladder"] = server_that(obeys)
    asyncio.run(ask())
    return found


@pytest.mark.parametrize(("obeyed", "mode"), FORMS)
@pytest.mark.parametrize("otherwise", ["refused", "ignored"])
def test_the_strictest_form_that_a_server_obeys_is_found_once_and_kept(chaos, obeyed, mode, otherwise):
    assert rung_found(
        chaos, lambda name: "yes" if name == obeyed else "ignored" if name == "text" else otherwise
    ) == [mode]


def test_the_wrong_key_is_no_question_of_form(chaos):
    assert failed(chaos, "401", mode=None).kind is Kind.UNAUTHORIZED
    assert chaos.hits["401"] == 1


def first_calls(chaos, model, count, *, at_once=False, deadline=10.0):
    """What comes of so many calls to a server of which nothing is known, and what is found of it."""
    found = []

    async def ask():
        one = client(chaos, model)
        mind = LanguageModel(one, Limiter(8), learned=found.append, deadline=Deadline(deadline))
        try:
            if at_once:
                return await asyncio.gather(*(mind.answer(PROMPT) for _ in range(count)))
            return [await counted(chaos, model, mind) for _ in range(count)]
        finally:
            await one.close()

    chaos.hits[model] = 0
    return asyncio.run(ask()), found


async def counted(chaos, model, mind):
    """What comes of a call, and how many requests it took as the server counts them."""
    before = chaos.hits[model]
    try:
        came = await mind.answer(PROMPT)
    except ServerFailed as failure:
        came = failure
    return came, chaos.hits[model] - before


@pytest.mark.parametrize(("obeyed", "mode"), FORMS)
@pytest.mark.parametrize("otherwise", ["refused", "ignored"])
def test_a_call_takes_four_requests_while_the_form_is_found_out_and_is_answered(
    chaos, obeyed, mode, otherwise
):
    FAULTS["ladder"] = server_that(
        lambda name: "yes" if name == obeyed else "ignored" if name == "text" else otherwise
    )
    calls, found = first_calls(chaos, "ladder", 3)
    for reply, requests in calls:
        assert json.loads(reply.answer)["says"] == "Hello."
        assert requests == reply.attempts <= MOST_ATTEMPTS
    assert found == [mode]
    assert calls[-1][1] == 1  # by then it is known


@pytest.mark.parametrize("model", EVERY)
def test_a_first_call_takes_four_requests_at_most_whatever_the_server_does(chaos, model):
    ((came, requests),), _ = first_calls(chaos, model, 1)
    assert requests <= MOST_ATTEMPTS
    if isinstance(came, ServerFailed) and model in PERMANENT and not tells_of_the_form(came):
        assert requests == (1 if came.outage else 3)  # who refuses to answer at all may do so in each form


@pytest.mark.parametrize("model", SLOW)
def test_the_deadline_holds_for_a_first_call_as_well(chaos, model):
    began = asyncio.run(_now())
    ((failure, requests),), found = first_calls(chaos, model, 1, deadline=0.6)
    assert failure.kind is Kind.TIMEOUT
    assert requests == 1
    assert found == []
    assert asyncio.run(_now()) - began < 3


def test_a_first_call_to_a_model_that_wants_to_be_asked_otherwise_is_answered_within_four(chaos):
    dialect_of(chaos.base_url, "thinks").forget()
    ((reply, requests), (again, later)), found = first_calls(chaos, "thinks", 2)
    assert json.loads(reply.answer)["says"]
    assert json.loads(again.answer)["says"]
    assert requests <= MOST_ATTEMPTS
    assert later <= MOST_ATTEMPTS
    assert found == [AnswerMode.BOUNDED_SCHEMA]


def test_first_calls_at_once_find_on_where_the_others_stopped(chaos):
    FAULTS["ladder"] = server_that(lambda name: "ignored" if name == "text" else "refused")
    replies, found = first_calls(chaos, "ladder", 8, at_once=True)
    assert max(reply.attempts for reply in replies) <= MOST_ATTEMPTS
    assert found == [AnswerMode.TEXT]
    assert (
        chaos.hits["ladder"] == 4 + 1 + 8
    )  # every other form once, one by a question too, and each question


@pytest.mark.parametrize(("obeyed", "mode"), FORMS)
def test_first_calls_at_once_pass_no_form_over_that_the_server_obeys(chaos, obeyed, mode):
    FAULTS["ladder"] = server_that(
        lambda name: "yes" if name == obeyed else "ignored" if name == "text" else "refused"
    )
    _, found = first_calls(chaos, "ladder", 8, at_once=True)
    assert found == [mode]


def test_a_server_in_trouble_has_said_nothing_of_its_forms(chaos):
    obeying = server_that(lambda name: "yes")
    FAULTS["ladder"] = lambda exchange: FAULTS["page"](exchange) if exchange.hit <= 8 else obeying(exchange)
    calls, found = first_calls(chaos, "ladder", 3)
    assert [requests for _, requests in calls] == [4, 4, 2]
    assert found == [AnswerMode.BOUNDED_SCHEMA]
