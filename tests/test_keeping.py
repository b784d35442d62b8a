"""The door for what is being typed: only a page of this studio comes in, and what it says is checked."""

import asyncio
import json

import pytest

from engine.api.workspace import open_workspace
from studio import keeping, session
from studio.headers import Doors

PORT = 8501
ORIGIN = f"http://127.0.0.1:{PORT}"


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    with open_workspace(tmp_path) as opened:
        monkeypatch.setattr(session, "workspace", lambda: opened)
        yield opened


def said(**change):
    typed = {
        "scenario": "willow-bay", "path": "world.yaml", "text": "Quay: # 灯笼", "writer": "window-abcdef",
        "seq": 1, "on": "",
    }  # fmt: skip
    return typed | change


def post(body, *, origin=ORIGIN, token=None):
    """Knock at the door with a body; its status and what it says."""
    headers = {"origin": origin, keeping.TOKEN_HEADER: keeping.token() if token is None else token}
    scope = {
        "type": "http", "method": "POST", "path": keeping.ADDRESS, "query_string": b"", "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items() if value],
    }  # fmt: skip
    pieces = iter([body if isinstance(body, bytes) else json.dumps(body).encode()])
    answer = []

    async def receive():
        return {"type": "http.request", "body": next(pieces), "more_body": False}

    async def send(message):
        answer.append(message)

    (route,) = keeping.routes(Doors(frozenset({"127.0.0.1", "localhost"}), PORT))
    asyncio.run(route.handle(scope, receive, send))
    return answer[0]["status"], json.loads(answer[1]["body"])


def test_what_a_page_sends_is_kept(workspace):
    on = workspace.scenarios.drafts.standing("willow-bay", "world.yaml").mark
    status, answer = post(said(on=on))
    assert status == 200
    assert answer == {"kept": True, "mark": answer["mark"], "revision": 1, "rival": False}
    assert workspace.scenarios.drafts.of("willow-bay")["world.yaml"].text == "Quay: # 灯笼"
    assert post(said(on=on, writer="another-window"))[1]["rival"] is False, "it says the same"
    assert post(said(on=on, writer="a-third-window", text="else"))[1]["rival"] is True


@pytest.mark.parametrize("opening", [b"[", b'{"text": '])
def test_what_is_nested_without_end_is_refused_in_words(workspace, opening):
    status, answer = post(opening * 20_000)
    assert status == 422
    assert answer


def test_a_field_is_kept_too(workspace):
    assert post({"field": "whisper", "text": "Tell her", "writer": "window-abcdef", "seq": 1})[0] == 200
    assert workspace.unsent.of("whisper").text == "Tell her"


def test_what_was_sent_is_not_unsent_again_when_it_comes_late(workspace):
    workspace.unsent.keep("whisper", "Tell", "window", 1)
    workspace.unsent.forget("whisper", sent="Tell her")
    workspace.unsent.keep("whisper", "Tell her", "window", 2)
    assert workspace.unsent.of("whisper").text == ""
    workspace.unsent.keep("whisper", "Tell him", "window", 3)
    assert workspace.unsent.of("whisper").text == "Tell him"


def test_fields_that_were_sent_make_room_before_one_that_waits(workspace):
    workspace.unsent.keep("whisper", "half a sentence", "window", 1)
    for number in range(250):
        workspace.unsent.keep(f"cell-{number}", "x", "window", number + 2)
        workspace.unsent.forget(f"cell-{number}", sent="x")
    assert workspace.unsent.of("whisper").text == "half a sentence"


@pytest.mark.parametrize(
    "how",
    [
        {"origin": "http://evil.test"}, {"origin": "http://127.0.0.1:9999"}, {"origin": "null"},
        {"origin": ""},
        {"token": "guessed"}, {"token": ""},
    ],
    ids=str,
)  # fmt: skip
def test_nobody_else_comes_in(workspace, how):
    assert post(said(), **how)[0] == 403
    assert workspace.scenarios.drafts.of("willow-bay") == {}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422), (b"[1]", 422), (b"{", 422), (b"\xff", 422), (b"null", 422),
        (said(seq=0), 422), (said(seq="1"), 422), (said(seq=2**70), 422), (said(text=None), 422),
        (said(text="\ud800"), 422), (said(path="../x"), 422), (said(writer="~"), 422), (said(more=1), 422),
        (said(scenario="nowhere"), 404), (said(text="x" * 1_000_001), 422),
        (b"x" * (keeping.MOST_SENT + 1), 413),
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_what_no_page_sends_is_refused_in_words(workspace, body, status):
    said_status, answer = post(body)
    assert said_status == status
    assert answer["error"]
    assert workspace.scenarios.drafts.of("willow-bay") == {}
