"""Answers that are heard while they are being said: the words so far, and nothing but the words."""

from __future__ import annotations

import asyncio
import json
import time
from itertools import pairwise

import pytest
from hypothesis import example, given, strategies as st
from rehearsal_minds import ISABEL, common, memory

from engine.api.workspace import open_workspace
from engine.errors import ModelFailed
from engine.models.profiles import Prices, Profile
from engine.models.served.answers.answer_mode import AnswerMode
from engine.models.served.answers.extraction import json_object, text_so_far
from engine.models.served.client.failures import Kind, ServerFailed
from engine.models.served.client.limiter import Limiter
from engine.models.served.client.openai_compatible import Endpoint, OpenAICompatible
from engine.models.served.client.retry import MOST_ATTEMPTS, Deadline
from engine.models.served.client.sending import MOST_STREAMS, Listener, Sending
from engine.models.served.language_model import LanguageModel
from engine.prompts import questions as q
from engine.store.answers.profiles import learn_mode
from tests.chaos import NO_STREAMS, SLOW_STREAMS, STREAMS, WRITTEN

pytestmark = pytest.mark.slow

ANSWER = 'I said "hello" to Tomas \\ Lind,\n and he waved 👋🏽 from the café.'
SAID = json.dumps({"answer": ANSWER, "because": [1, 2]})
TOWN = "three-neighbours"
NEVER_AGAIN = ("stream-packed-bomb", "stream-filtered", "stream-refused", "stream-huge")


class Ear:
    """Keeps what it hears."""

    def __init__(self):
        self.heard = []

    def __call__(self, so_far):
        self.heard.append(so_far)

    @property
    def tellings(self):
        """How often the answer was begun."""
        return sum(not old or not new.startswith(old) for old, new in pairwise(["", *self.heard]))


# ---- the words in an answer that is not all there


def so_far(said, field="answer"):
    """What is heard of a text at each of its letters, without what is the same as before."""
    pieces = [text_so_far(said[:end], field) for end in range(len(said) + 1)]
    return [new for old, new in pairwise(["", *pieces]) if new != old]


def grows(pieces):
    return all(new.startswith(old) for old, new in pairwise(pieces))


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60)


@pytest.mark.nightly
@given(
    TEXTS,
    st.booleans(),
    st.booleans(),
    st.sampled_from([None, 1]),
    st.sampled_from(["{}", "```json\n{}\n```", "Well: {}"]),
)
@example("😀", True, False, None, "{}")
@example('a"\\/\b\f\n\r\t', True, False, None, "{}")
@example("a < b, <thin> <think", False, False, None, "{}")
def test_what_is_heard_grows_letter_by_letter_to_what_was_said(text, as_ascii, because_first, indent, around):
    answer = {"answer": text, "because": [12, 3]}
    fields = dict(reversed(answer.items())) if because_first else answer
    said = around.replace("{}", json.dumps(fields, ensure_ascii=as_ascii, indent=indent))
    pieces = so_far(said)
    assert grows(pieces)
    assert pieces[-1] == json_object(said)["answer"]


@given(TEXTS)
def test_nothing_is_heard_of_another_field(text):
    said = json.dumps({"thought": text, "because": [1], "more": {"answer": text}, "answer": "Yes."})
    assert so_far(said) == ["Y", "Ye", "Yes", "Yes."]


def test_an_escape_or_a_character_that_came_by_half_waits_for_the_rest():
    assert so_far('{"answer": "a\\ud83d\\ude00\\n\\u00e9!"}') == ["a", "a😀", "a😀\n", "a😀\né", "a😀\né!"]
    assert text_so_far('{"answer": "a\\ud83d and more', "answer") == "a"


def test_thinking_aloud_is_not_heard_wherever_it_stands():
    assert so_far('<think>{"answer": "no"}</think>{"answer": "yes"}')[-1] == "yes"
    assert text_so_far('<think>{"answer": "not yet', "answer") == ""
    assert text_so_far('{"answer": "a <think> b', "answer") == "a "
    assert so_far('{"answer": "a <think>b</think>c"}') == ["a", "a ", "a c"]


@pytest.mark.parametrize(
    "said", ["", "Hello.", "{", '{"answer": 7}', '{"answer": null, "x": "y"}', '["answer", "x"]',
             '{"because": [1, "answer": "x"', '{"a": ' + "[" * 100_000, '{answer: "x"}'],
)  # fmt: skip
def test_where_no_words_have_come_nothing_is_heard(said):
    assert text_so_far(said, "answer") == ""


# ---- over the wire

PROMPT = q.Interview(
    **common(ISABEL), question="How are you?", recalled=(memory("It rains."), memory("It pours."))
)


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch):
    """Waits between requests are a matter of arithmetic, seen to elsewhere."""
    monkeypatch.setattr("engine.models.served.client.retry._FIRST_WAIT", 0.001)


@pytest.fixture
def server(chaos, monkeypatch):
    """It says the answer letter by letter, unless its model's name tells otherwise."""
    monkeypatch.setattr(chaos, "good", SAID)
    monkeypatch.setattr(chaos, "pieces", len(SAID))
    chaos.hits.clear()
    chaos.asked.clear()
    return chaos


def listened(server, model, heard, *, mode=AnswerMode.BOUNDED_SCHEMA, deadline=10.0, prompt=PROMPT, key=""):
    async def ask():
        endpoint = Endpoint(base_url=server.base_url, model=model, parameters={}, timeout=5.0)
        one = OpenAICompatible(endpoint, key)
        try:
            mind = LanguageModel(one, Limiter(4), mode, deadline=Deadline(deadline))
            return await mind.answer(prompt, heard=heard)
        finally:
            await one.close()

    return asyncio.run(ask())


def streamed(server):
    """Of each request, whether it was one for a stream."""
    return [bool(body.get("stream")) for _, _, body in server.asked]


@pytest.mark.soak
@pytest.mark.parametrize("mode", AnswerMode)
def test_an_answer_is_heard_letter_by_letter_and_checked_as_a_whole(server, mode):
    ear = Ear()
    reply = listened(server, "well", ear, mode=mode)
    assert json.loads(reply.answer) == json.loads(SAID)
    assert (reply.said, reply.attempts, reply.repairs) == (SAID, 1, 0)
    assert len(ear.heard) == len(ANSWER)
    assert grows(ear.heard)
    assert ear.heard[-1] == ANSWER
    assert streamed(server) == [True]


def test_a_server_that_cuts_letters_in_two_is_heard_in_whole_ones(server):
    ear = Ear()
    reply = listened(server, "stream-in-halves", ear)
    assert json.loads(reply.answer)["answer"] == ear.heard[-1] == ANSWER
    assert grows(ear.heard)


def test_whoever_does_not_listen_is_answered_as_ever(server):
    assert json.loads(listened(server, "well", None).answer) == json.loads(SAID)
    assert streamed(server) == [False]


def test_only_what_is_said_aloud_is_streamed(server, monkeypatch):
    monkeypatch.setattr(server, "good", json.dumps({"text": "A day.", "because": []}))
    ear = Ear()
    listened(server, "well", ear, prompt=q.KeepDiary(**common(ISABEL), day=1, memories=()))
    assert ear.heard == []
    assert streamed(server) == [False]


@pytest.mark.parametrize("model", [name for name in STREAMS if name not in NEVER_AGAIN])
def test_an_answer_that_breaks_off_is_begun_anew(server, model):
    ear = Ear()
    reply = listened(server, f"{model}, once", ear)
    assert json.loads(reply.answer)["answer"] == ear.heard[-1] == ANSWER
    assert (reply.attempts, reply.repairs) == (2, 0)
    assert ear.tellings == 2
    assert streamed(server) == [True, True]


@pytest.mark.parametrize("model", STREAMS)
def test_a_stream_that_always_breaks_off_is_asked_for_the_whole_and_then_failed(server, model):
    ear = Ear()
    with pytest.raises(ServerFailed) as failure:
        listened(server, model, ear)
    asked = streamed(server)
    assert len(asked) == server.hits[model] <= MOST_ATTEMPTS
    assert sum(asked) <= MOST_STREAMS
    assert failure.value.kind in (Kind.CUT, Kind.GARBLED, Kind.FILTERED, Kind.REFUSED, Kind.OVERSIZED)
    assert ANSWER not in str(failure.value)


KEY = "sk-canary-sk-7c/2"


@pytest.mark.parametrize("written", WRITTEN)
def test_a_key_that_is_said_letter_by_letter_is_never_heard(server, monkeypatch, written):
    said = f'{{"answer": "I saw {WRITTEN[written](KEY)}, sk-can you?", "because": [2, 1]}}'
    monkeypatch.setattr(server, "good", said)
    monkeypatch.setattr(server, "pieces", len(said))
    ear = Ear()
    reply = listened(server, "well", ear, key=KEY)
    assert json.loads(reply.answer)["answer"] == "I saw (the key), sk-can you?"
    assert grows(ear.heard)
    assert ear.heard[-1] == "I saw (the key), sk-can you?"
    assert not [heard for heard in ear.heard if heard.startswith("I saw s")]


@pytest.mark.parametrize("model", ["stream-closed", "stream-no-finish", "stream-error"])
def test_a_key_in_an_answer_that_breaks_off_is_not_kept(server, monkeypatch, model):
    monkeypatch.setattr(server, "good", f'{{"answer": "{KEY}", "because": []}}')
    with pytest.raises(ServerFailed) as failure:
        asyncio.run(broken_off(server, model))
    assert failure.value.said.startswith('{"answer": "')
    assert "sk-" not in failure.value.said


async def broken_off(server, model):
    one = OpenAICompatible(Endpoint(base_url=server.base_url, model=model, parameters={}, timeout=5.0), KEY)
    listener = Listener(field="answer", heard=lambda text: None)
    messages = [{"role": "user", "content": "Hi"}]
    try:
        await Sending(client=one, messages=messages, most=50, form=None, listener=listener).send()
    finally:
        await one.close()


@pytest.mark.parametrize("model", SLOW_STREAMS)
def test_the_deadline_holds_for_a_stream_that_trickles(server, model):
    ear = Ear()
    with pytest.raises(ServerFailed) as failure:
        listened(server, model, ear, deadline=0.5)
    assert failure.value.kind is Kind.TIMEOUT
    assert ear.tellings == server.hits[model] == 1


@pytest.mark.parametrize("model", NO_STREAMS)
def test_a_server_that_cannot_stream_is_asked_for_the_whole(server, model):
    ear = Ear()
    reply = listened(server, model, ear)
    assert json.loads(reply.answer) == json.loads(SAID)
    assert ear.heard == []
    assert streamed(server) == [True, False]


@pytest.mark.parametrize("good", [SAID[:40], json.dumps({"answer": "x" * 3_000}), "I am well."])
def test_an_unfit_answer_is_repaired_once_and_heard_anew(server, monkeypatch, good):
    monkeypatch.setattr(server, "good", good)
    ear = Ear()
    with pytest.raises(ServerFailed) as failure:
        listened(server, "well", ear)
    assert failure.value.kind is Kind.INVALID
    assert failure.value.said == good
    assert server.hits["well"] == 2
    assert ear.tellings in (0, 2)


# ---- with the journal and the purse


@pytest.fixture
def workspace(tmp_path, server):
    with open_workspace(tmp_path / "ws") as opened:
        keep(opened, server, "salad")
        yield opened


def keep(workspace, server, model):
    prices = Prices(tokens_in=1.0, tokens_out=4.0)
    workspace.models.keep(
        Profile(name=model, base_url=server.base_url, model=model, concurrency=8, prices=prices)
    )
    learn_mode(workspace.store, server.base_url, model, AnswerMode.BOUNDED_SCHEMA)


def lived(workspace, interviewed_by="salad"):
    run = workspace.runs.new(TOWN, model=f"salad, interview={interviewed_by}")
    run.live(7 * 60, concurrency=8)
    return run


def reserved(workspace):
    ((count,),) = workspace.store.select("SELECT count(*) FROM reserved")
    return count


@pytest.mark.soak
def test_an_interview_is_heard_paid_and_kept_as_one_that_nobody_hears(workspace, server):
    run, ear = lived(workspace), Ear()
    before = run.spent()
    answered = run.at().ask("otto", "How are you?", heard=ear)
    assert streamed(server)[-1]
    assert len(ear.heard) > 3
    assert grows(ear.heard)
    assert ear.heard[-1] == answered.text
    aloud = run.spent()
    assert aloud.calls == before.calls + 1
    with open_workspace(workspace.store.path.parent.parent / "other") as other:
        keep(other, server, "salad")
        silent = lived(other)
        paid = silent.spent()
        assert silent.at().ask("otto", "How are you?").text == answered.text
        assert silent.spent().tokens - paid.tokens == aloud.tokens - before.tokens
    assert not streamed(server)[-1]


@pytest.mark.nightly
def test_what_was_asked_before_is_told_at_once_and_costs_nothing(workspace, server):
    run = lived(workspace)
    answered, asked, ear = run.at().ask("otto", "How are you?"), len(server.asked), Ear()
    assert run.at().ask("otto", "How are you?", heard=ear) == answered
    again = workspace.runs.new(TOWN, model=f"replay:{run.row.id}")
    again.live(7 * 60)
    again.at().ask("otto", "How are you?", heard=ear)
    assert ear.heard == [answered.text, answered.text]
    assert len(server.asked) == asked


def test_the_rehearsal_model_is_heard_at_once(workspace):
    run, ear = workspace.runs.new(TOWN), Ear()
    run.live(7 * 60)
    assert ear.heard == [] != [run.at().ask("otto", "How are you?", heard=ear).text] == ear.heard


class Left(BaseException):
    """What Streamlit raises through us when somebody leaves the page is no Exception either."""


@pytest.mark.nightly
@pytest.mark.parametrize("kind", [Left, ValueError, TimeoutError, BrokenPipeError])
def test_whoever_stops_listening_ends_the_request_and_nothing_is_kept(workspace, server, kind):
    keep(workspace, server, "stream-trickle")
    run = lived(workspace, "stream-trickle")
    before = run.spent()

    def heard(so_far):
        if len(so_far) > 10:
            raise kind

    with pytest.raises(kind):
        run.at().ask("otto", "How are you?", heard=heard)
    assert server.hits["stream-trickle"] == 1
    assert is_left(server), "the server is told that nobody listens any more"
    assert reserved(workspace) == 0
    after = run.spent()
    assert after.calls == before.calls + 1
    assert after.tokens_out > before.tokens_out, "what was said so far is paid for"
    assert rows(workspace) == []


def is_left(server, seconds=5.0):
    """Whether the connections end, long before the server would."""
    ends = time.monotonic() + seconds
    while server.in_flight and time.monotonic() < ends:
        time.sleep(0.01)
    return not server.in_flight


def rows(workspace):
    return [
        model for (model,) in workspace.store.select("SELECT model FROM journal WHERE purpose = 'interview'")
    ]


@pytest.mark.soak
def test_whoever_stops_listening_can_ask_again(workspace):
    run = lived(workspace)

    def heard(so_far):
        raise Left

    with pytest.raises(Left):
        run.at().ask("otto", "How are you?", heard=heard)
    assert rows(workspace) == []
    ear = Ear()
    assert run.at().ask("otto", "How are you?", heard=ear).text == ear.heard[-1]
    assert len(ear.heard) > 3


@pytest.mark.soak
def test_a_stream_that_fails_is_noted_with_what_was_said_and_asked_anew_the_next_time(workspace, server):
    keep(workspace, server, "stream-error")
    run, ear = lived(workspace, "stream-error"), Ear()
    for _ in range(2):
        with pytest.raises(ModelFailed, match=r"broke off|does not follow the API"):
            run.at().ask("otto", "How are you?", heard=ear)
    assert server.hits["stream-error"] == 2 * MOST_ATTEMPTS
    assert reserved(workspace) == 0
    assert rows(workspace) == []
    assert run.spent_by("model")[""].tokens_out > 0
    assert ear.heard


@pytest.mark.soak
def test_a_cap_is_kept_by_whoever_listens(workspace, server):
    run = lived(workspace)
    workspace.models.set_cap("run", "calls", run.spent().calls)
    ear, asked = Ear(), len(server.asked)
    with pytest.raises(ModelFailed, match="cap of"):
        run.at().ask("otto", "How are you?", heard=ear)
    assert ear.heard == []
    assert len(server.asked) == asked
