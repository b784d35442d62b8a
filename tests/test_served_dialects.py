"""Servers as they are: how they want to be asked, how they refuse, and how they say so."""

from __future__ import annotations

import asyncio
import json

import httpx2
import pytest
from rehearsal_minds import ISABEL, common

from engine.models.profiles import read_profile
from engine.models.served.answers.answer_mode import AnswerMode
from engine.models.served.answers.dialect import THINKING
from engine.models.served.client.completions import Completion
from engine.models.served.client.failures import Kind, ServerFailed
from engine.models.served.client.openai_compatible import Endpoint, OpenAICompatible
from engine.models.served.client.server_words import words_in
from engine.prompts import questions as q
from tests.chaos import GOOD
from tests.dialects import Fake, again, asked_in, fails, heard, says, spoken

# ---- parameters


@pytest.mark.parametrize(
    ("parameters", "body"),
    [
        ({"top_k": 40}, {"top_k": 40}),
        ({"min_p": 0.05}, {"min_p": 0.05}),
        ({"num_ctx": 16_384}, {"num_ctx": 16_384}),
        ({"enable_thinking": False}, {"enable_thinking": False}),
        (
            {"chat_template_kwargs": {"enable_thinking": False}},
            {"chat_template_kwargs": {"enable_thinking": False}},
        ),
        ({"stop": ["\n\n"]}, {"stop": ["\n\n"]}),
        ({"reasoning_effort": "none"}, {"reasoning_effort": "none"}),
    ],
)
def test_a_parameter_that_the_library_does_not_know_goes_out_as_it_is_typed(parameters, body):
    came, server = heard(lambda body: says(), **parameters)
    assert spoken(came) == "Hello."
    assert {name: server.asked[0][name] for name in body} == body
    assert "extra_body" not in server.asked[0]


@pytest.mark.parametrize(
    "name", ["messages", "model", "stream", "stream_options", "response_format", "tools", "n", "extra_body"]
)
def test_a_parameter_that_would_break_the_protocol_is_refused_in_words(name):
    with pytest.raises(Exception, match=f"a profile cannot set '{name}'"):
        read_profile("p", {"base_url": "http://h/v1", "model": "m", "parameters": {name: "x"}})


def test_a_value_that_no_server_can_read_is_refused_in_words():
    with pytest.raises(Exception, match="parameters"):
        read_profile(
            "p", {"base_url": "http://h/v1", "model": "m", "parameters": {"temperature": float("nan")}}
        )


# ---- what a server refuses

REFUSALS = {
    "openai": lambda name: {
        "error": {
            "message": f"Unsupported parameter: '{name}' is not supported with this model.",
            "code": "unsupported_parameter",
            "param": name,
        }
    },
    "in-words-only": lambda name: {"error": {"message": f"Unrecognized request argument supplied: {name}"}},
    "bare-text": lambda name: f"parameter `{name}` is not supported by this backend",
    "bare-error": lambda name: {"error": f"unknown field {name}"},
    "pydantic": lambda name: {
        "detail": [
            {"type": "extra_forbidden", "loc": ["body", name], "msg": "Extra inputs are not permitted"}
        ]
    },
    "mistral": lambda name: {
        "object": "error",
        "message": {
            "detail": [
                {"type": "extra_forbidden", "loc": ["body", name], "msg": "Extra inputs are not permitted"}
            ]
        },
    },
    "list": lambda name: [{"error": {"code": 400, "message": f'Unknown name "{name}": Cannot find field.'}}],
    "passed-on": lambda name: {
        "error": {
            "message": "Provider returned error",
            "code": 400,
            "metadata": {"raw": json.dumps({"error": {"message": f"{name}: not supported"}})},
        }
    },
}


@pytest.mark.parametrize("shape", REFUSALS)
@pytest.mark.parametrize("name", ["seed", "stop", "top_k", "temperature"])
def test_what_a_server_refuses_is_left_out_at_once_and_from_then_on(shape, name):
    def answer(body):
        return fails(422 if shape == "pydantic" else 400, REFUSALS[shape](name)) if name in body else says()

    parameters = {"seed": 1, "stop": ["x"], "top_k": 40, "temperature": 0.7}
    came, server = heard(answer, **parameters)
    assert spoken(came) == "Hello."
    assert [name in body for body in server.asked] == [True, False]
    assert server.asked[1].keys() == server.asked[0].keys() - {name}
    spoken(again(server, **parameters))
    assert name not in server.asked[2]


def test_a_value_out_of_range_is_told_and_not_left_out():
    came, server = heard(
        lambda body: fails(400, {"error": {"message": "temperature must be between 0 and 2"}}), temperature=5
    )
    assert isinstance(came, ServerFailed)
    assert came.kind is Kind.BAD_REQUEST
    assert "temperature must be between 0 and 2" in str(came)
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (400, "System role not supported"),
        (500, "Jinja Exception: System role not supported"),
        (400, "Developer instruction is not enabled for models/gemma-3-27b-it"),
        (400, "Conversation roles must alternate user/assistant/user/assistant/..."),
        (400, "Only user and assistant roles are supported!"),
        (422, "system messages are not supported by this model"),
    ],
)
def test_where_no_system_message_is_taken_it_is_the_beginning_of_the_question(status, words):
    def answer(body):
        is_system = body["messages"][0]["role"] == "system"
        return fails(status, {"error": {"message": words}}) if is_system else says()

    came, server = heard(answer)
    assert spoken(came) == "Hello."
    (system, user), (whole,) = server.asked[0]["messages"], server.asked[1]["messages"]
    assert whole == {"role": "user", "content": f"{system['content']}\n\n{user['content']}"}
    spoken(again(server))
    assert [message["role"] for message in server.asked[2]["messages"]] == ["user"]


def test_a_form_that_a_server_takes_no_longer_is_left_at_once_and_soon_another_one_found():
    probe = json.dumps({"colour": "celadon", "hour": "07:30", "count": 2, "words": ["a"]})

    def answer(body):
        kind = body.get("response_format", {}).get("type", "text")
        refusal = {"error": {"message": f"response_format type {kind} is not supported"}}
        is_probe = "a colour" in body["messages"][-1]["content"]
        return fails(400, refusal) if kind == "json_schema" else says(probe if is_probe else GOOD)

    server, found = Fake(answer), []
    with asked_in(server, mode=AnswerMode.BOUNDED_SCHEMA, learned=found.append) as ask:
        assert [spoken(ask()) for _ in range(4)] == ["Hello."] * 4
    assert found == [AnswerMode.OBJECT_WITH_SCHEMA]
    forms = [body.get("response_format", {}).get("type", "text") for body in server.asked]
    assert forms == [*["json_schema", "text"] * 3, "json_schema", "json_object", "json_object"]


# ---- the shapes of errors


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("the model has crashed", "the model has crashed"),
        ({"error": "model 'm' not found, try pulling it first"}, "model 'm' not found"),
        ({"detail": "no GPU left"}, "no GPU left"),
        ({"detail": [{"loc": ["body", "messages", 0], "msg": "field required"}]}, "field required"),
        ({"message": "no route", "object": "error"}, "no route"),
        ([{"error": {"message": "quota of the region", "status": "UNAVAILABLE"}}], "quota of the region"),
        ({"errors": [{"message": "worker gone", "code": 7000}]}, "worker gone"),
        (
            {"error": {"message": "Provider returned error", "metadata": {"raw": "GPU on fire"}}},
            "GPU on fire",
        ),
        ({"error": {"error": {"error": "deep down"}}}, "deep down"),
    ],
)
def test_a_failure_is_told_in_the_words_of_the_server_whatever_their_shape(body, words):
    came, _ = heard(lambda request: fails(500, body))
    assert isinstance(came, ServerFailed)
    assert words in str(came)
    assert came.outage


@pytest.mark.parametrize("where", ["answer", "choice"])
@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (401, Kind.UNAUTHORIZED), (402, Kind.QUOTA), (404, Kind.NOT_FOUND), (429, Kind.RATE_LIMITED),
        (502, Kind.OVERLOADED), (None, Kind.OVERLOADED),
    ],
)  # fmt: skip
def test_an_error_in_an_answer_that_looks_well_is_an_outage_of_its_kind_and_no_content(where, code, kind):
    error = {"message": "upstream said no", **({"code": code} if code else {})}

    def answer(body):
        if where == "answer":
            return fails(200, {"error": error})
        response = json.loads(says("").content)
        response["choices"][0] |= {"finish_reason": "error", "error": error}
        return fails(200, response)

    came, _ = heard(answer)
    assert isinstance(came, ServerFailed)
    assert (came.kind, came.outage) == (kind, True)
    assert "upstream said no" in str(came)


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"message": "Failed to generate JSON", "code": "json_validate_failed",
                   "failed_generation": '{"says": '}},
        {"error": {"message": "The model generated invalid JSON output"}},
        {"error": "could not parse JSON of the model's output"},
    ],
)  # fmt: skip
def test_bad_json_of_the_model_that_the_server_itself_refuses_is_one_bad_answer_and_no_outage(body):
    came, server = heard(lambda request: fails(400, body))
    assert isinstance(came, ServerFailed)
    assert (came.kind, came.outage) == (Kind.INVALID, False)
    assert len(server.asked) == 2, "asked again once, as for any bad answer"
    answers = iter([fails(400, body), says()])
    assert spoken(heard(lambda request: next(answers))[0]) == "Hello."


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (400, {"error": {"code": "content_filter", "message": "The response was filtered."}}),
        (400, {"error": {"message": "It triggered Azure OpenAI's content management policy."}}),
        (403, {"error": {"message": "Input was flagged", "metadata": {"flagged_input": "…"}}}),
        (400, {"error": {"code": "data_inspection_failed", "message": "Bad words."}}),
        (200, {"choices": [{"index": 0, "finish_reason": "content_filter", "message": None}]}),
        (200, {"choices": [{"index": 0, "finish_reason": "SAFETY", "message": {"content": ""}}]}),
    ],
)
def test_a_question_that_a_filter_stops_is_one_answer_less_and_no_outage(status, body):
    came, server = heard(lambda request: fails(status, body))
    assert isinstance(came, ServerFailed)
    assert (came.kind, came.outage) == (Kind.FILTERED, False)
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (400, {"error": "model 'm' does not exist"}, Kind.NOT_FOUND),
        (400, {"error": {"message": "prompt is too long: 9000 tokens > 8192 maximum"}}, Kind.TOO_LONG),
        (500, {"error": "input exceeds the context window"}, Kind.TOO_LONG),
        (400, {"error": {"message": "insufficient balance"}}, Kind.QUOTA),
        (429, {"error": {"message": "too many tokens in the context window this minute"}}, Kind.RATE_LIMITED),
        (503, {"error": {"message": "no slot is free"}}, Kind.OVERLOADED),
    ],
)
def test_the_words_of_a_server_tell_what_its_status_does_not(status, body, kind):
    came, _ = heard(lambda request: fails(status, body))
    assert isinstance(came, ServerFailed)
    assert (came.kind, came.outage) == (kind, True)


def test_an_address_that_has_moved_is_named():
    answer = httpx2.Response(301, headers={"location": "https://town.example/v1/chat/completions?x=1"})
    came, server = heard(lambda request: answer)
    assert isinstance(came, ServerFailed)
    assert came.kind is Kind.NOT_FOUND
    assert "moved to https://town.example/v1)" in str(came)
    assert len(server.asked) == 1


@pytest.mark.parametrize("finish", ["length", "max_tokens", "MAX_TOKENS", "model_length"])
def test_an_answer_is_cut_off_whatever_the_server_calls_that(finish):
    came, _ = heard(lambda body: says('{"says": "Hello."}', finish=finish))
    assert isinstance(came, ServerFailed)
    assert came.kind is Kind.TRUNCATED


def test_words_that_come_twice_are_told_once():
    inner = {"error": {"message": "no such model"}}
    assert words_in({"error": {"message": "no such model", "metadata": {"raw": json.dumps(inner)}}}).text == (
        "no such model"
    )


# ---- loading


def test_a_server_that_loads_its_model_is_waited_for_and_then_answers():
    loading = {"error": {"message": "Loading model", "type": "unavailable_error", "code": 503}}
    answers = iter([fails(503, loading)] * 40 + [says()])
    came, server = heard(lambda body: next(answers))
    assert spoken(came) == "Hello."
    assert len(server.asked) == 41


def test_a_server_that_loads_for_ever_is_an_outage_that_says_so():
    came, server = heard(lambda body: fails(503, {"error": "Model m is currently loading"}))
    assert isinstance(came, ServerFailed)
    assert (came.kind, came.outage) == (Kind.LOADING, True)
    assert "wait until it is ready" in str(came)
    assert len(server.asked) <= 190


def test_whoever_asks_aside_waits_no_longer_for_a_loading_server_than_for_an_answer():
    aside = q.Interview(**common(ISABEL), question="How are you?")
    came, server = heard(lambda body: fails(503, {"error": "Model m is currently loading"}), aside)
    assert isinstance(came, ServerFailed)
    assert came.kind is Kind.LOADING
    assert len(server.asked) <= 25


# ---- thinking

OBJECT = GOOD
THOUGHTS = {
    "think": "<think>She waits {for me}.</think>{}",
    "only-the-closing-mark": 'Let me see: {"says": "No."} is too short.</think>\n{}',
    "two-thoughts": '<think>a</think><think>{"says": "No."}</think>{}',
    "one-inside-the-other": '<think>a <think>b</think> {"says": "No."} </think>{}',
    "thinking": "<thinking>hm</thinking>{}",
    "thought": "<thought>{\n</thought>\n\n{}",
    "reasoning": '<reasoning>{"says": "No."}</reasoning> {}',
    "bracketed": '[THINK]{"says": "No."}[/THINK]{}',
    "triangles": '◁think▷{"says": "No."}◁/think▷{}',
    "full-width": '＜think＞{"says": "No."}＜/think＞{}',
    "chinese": '【思考】{"says": "No."}【/思考】{}',
    "in-chinese-tags": "<思考过程>嗯</思考过程>{}",
    "seed": '<seed:think>{"says": "No."}</seed:think>{}',
    "special": '<|begin_of_thought|>{"says": "No."}<|end_of_thought|>{}',
    "commanding": '<|START_THINKING|>{"says": "No."}<|END_THINKING|>{}',
    "channels": '<|channel|>analysis<|message|>{"says": "No."}<|end|><|start|>assistant<|channel|>final'
    "<|message|>{}<|return|>",
    "final-channel-with-a-form": "<|channel|>final <|constrain|>json<|message|>{}",
    "folded-away": '<details type="reasoning" done="true">{"says": "No."}</details>\n{}',
    "unused-tokens": '<unused94>thought\n{"says": "No."}<unused95>{}',
    "an-answer-in-tags": "<think>hm</think><answer>{}</answer>",
    "fenced-after-thinking": '<think>```json\n{"says": "No."}\n```</think>```json\n{}\n```',
}


@pytest.mark.parametrize("shape", THOUGHTS)
def test_the_answer_follows_the_last_thought_however_it_is_marked(shape):
    came, server = heard(lambda body: says(THOUGHTS[shape].replace("{}", OBJECT, 1)[::1]))
    assert spoken(came) == "Hello."
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "text",
    [
        '<think>{"says": "No.", "ends": false}',
        '<think>{"says": "No.", "ends": false}</think>',
        '{"says": "No.", "ends": false}</think>',
        '[THINK]{"says": "No."}',
        '<|channel|>analysis<|message|>{"says": "No."}',
        '◁think▷{"says": "No."}◁/think▷ I am done.',
    ],
)
def test_a_thought_is_never_taken_for_an_answer(text):
    came, _ = heard(lambda body: says(text))
    assert isinstance(came, ServerFailed)
    assert not came.outage


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
@pytest.mark.parametrize("content", ["", None])
def test_an_answer_that_the_server_took_for_thinking_is_found_beside_the_empty_content(field, content):
    came, _ = heard(lambda body: says(content, **{field: OBJECT}))
    assert spoken(came) == "Hello."
    came, _ = heard(lambda body: says(content, **{field: f"I think so.</think>{OBJECT}"}))
    assert spoken(came) == "Hello."
    came, _ = heard(lambda body: says(content, **{field: f"I could say {OBJECT}, or not."}))
    assert isinstance(came, ServerFailed)
    assert came.kind is Kind.EMPTY
    assert "the model returned only its thinking" in str(came)


def test_thinking_beside_an_answer_is_none_of_our_business():
    assert spoken(heard(lambda body: says(OBJECT, reasoning_content='{"says": "No."}'))[0]) == "Hello."


@pytest.mark.parametrize(
    "message", [{"content": ""}, {"content": "", "reasoning": "hm"}, {"content": "<think>hm"}]
)
def test_a_model_that_thinks_all_its_tokens_away_gets_more_room_from_then_on(message):
    def answer(body):
        return says(**message, finish="length") if body["max_tokens"] < THINKING else says()

    came, server = heard(answer)
    assert spoken(came) == "Hello."
    first, second = (body["max_tokens"] for body in server.asked)
    assert second == first + THINKING
    spoken(again(server))
    assert [body["max_tokens"] for body in server.asked[2:]] == [second]


def test_a_model_that_only_thinks_is_told_of_with_the_cure():
    came, server = heard(lambda body: says("", reasoning="hm", finish="length"))
    assert isinstance(came, ServerFailed)
    assert (came.kind, came.outage) == (Kind.THINKING, False)
    assert "--set reasoning_effort=none" in str(came)
    assert len(server.asked) == 2, "no third request for what no request changes"


def test_a_limit_of_the_profile_is_the_users_own():
    came, server = heard(lambda body: says("", reasoning="hm", finish="length"), max_tokens=900)
    assert isinstance(came, ServerFailed)
    assert [body["max_tokens"] for body in server.asked] == [900]


# ---- thinking in a stream


def streamed(*deltas, finish="stop"):
    """What comes of a stream of such parts of a message: its pieces, and the answer or the failure."""
    rows = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    rows.append({"index": 0, "delta": {}, "finish_reason": finish})
    text = "".join(f"data: {json.dumps({'id': 'c', 'choices': [row]})}\n\n" for row in rows)

    def answer(body):
        return httpx2.Response(
            200, text=f"{text}data: [DONE]\n\n", headers={"content-type": "text/event-stream"}
        )

    async def ask():
        endpoint = Endpoint(base_url="http://s/v1", model="m", parameters={"max_tokens": 50}, timeout=5.0)
        client = OpenAICompatible(endpoint, transport=Fake(answer).transport())
        came = []
        try:
            async for piece in client.stream([{"role": "user", "content": "Hi"}], most_tokens=50):
                came.append(piece)
        except ServerFailed as failure:
            came.append(failure)
        finally:
            await client.close()
        return came

    return asyncio.run(ask())


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_what_is_thought_in_a_stream_is_not_said(field):
    *pieces, whole = streamed({field: "Let me see."}, {field: '{"says": "No."}'}, {"content": OBJECT})
    assert pieces == [OBJECT]
    assert isinstance(whole, Completion)
    assert whole.text == OBJECT


def test_a_stream_of_nothing_but_thought_is_told_as_that():
    (failure,) = streamed({"reasoning_content": "Let me see."}, finish="length")
    assert failure.kind is Kind.THINKING
    (failure,) = streamed({"reasoning_content": "Let me see."})
    assert failure.kind is Kind.EMPTY
    (whole,) = streamed({"reasoning_content": OBJECT})
    assert whole.text == OBJECT


def test_an_error_in_a_stream_is_an_outage_of_its_kind():
    def answer(body):
        event = {"error": {"message": "no credits", "code": 402}}
        return httpx2.Response(
            200, text=f"data: {json.dumps(event)}\n\n", headers={"content-type": "text/event-stream"}
        )

    async def ask():
        endpoint = Endpoint(base_url="http://s/v1", model="m", parameters={}, timeout=5.0)
        client = OpenAICompatible(endpoint, transport=Fake(answer).transport())
        try:
            return [
                piece async for piece in client.stream([{"role": "user", "content": "Hi"}], most_tokens=9)
            ]
        finally:
            await client.close()

    with pytest.raises(ServerFailed, match="no credits") as failure:
        asyncio.run(ask())
    assert failure.value.kind is Kind.QUOTA
