"""What is deleted of a chat is gone from the workspace's file, from free pages and from SQLite's log."""

from __future__ import annotations

import zlib

import pytest

from engine.api.workspace import open_workspace
from engine.store.answers.spending import AskedRow, keep_asked
from engine.store.texts import text_hash
from engine.store.writing.chats import add_message, delete_chats, messages_of, start_chat

SECRET = "the quick brown secret of the seventh lighthouse "


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path) as opened:
        yield opened


@pytest.fixture
def run(workspace):
    run = workspace.runs.new("willow-bay")
    run.live(1)
    return run


def talk(run, text, *, kind="interview", agent="isabel"):
    chat = run.at().start_chat(agent, kind=kind, title=text[:60])
    run.add_message(chat.number, "person", text)
    run.add_message(chat.number, "agent", text * 400)  # longer than a page
    return chat.number


def held(run):
    """Every byte that the workspace's file and SQLite's files beside it hold."""
    folder = run.store.path.parent
    return b"".join(file.read_bytes() for file in folder.glob("townwright.db*"))


@pytest.mark.soak
def test_a_deleted_talk_is_in_no_byte_of_the_file(run):
    number = talk(run, SECRET)
    assert SECRET.encode() in held(run)
    run.delete_chat(number)
    assert SECRET.encode() not in held(run)


@pytest.mark.soak
def test_all_interviews_go_at_once_and_nothing_else(run):
    for agent in ("isabel", "bram", "yuna"):
        talk(run, SECRET, agent=agent)
    whispered = talk(run, "go home", kind="whisper")
    before = run.at().fingerprint
    assert run.delete_interviews() == 3
    assert SECRET.encode() not in held(run)
    assert [chat.number for chat in run.chats()] == [whispered]
    assert run.at().fingerprint == before


@pytest.mark.nightly
def test_only_the_interviews_of_one_run_go(workspace, run):
    other = workspace.runs.new("willow-bay", name="other")
    other.live(1)
    kept = talk(other, SECRET)
    run.delete_interviews()
    assert len(other.chat_messages(kept)) == 2


def asked(run, key, said, purpose="interview", agent="isabel"):
    row = AskedRow(
        run=run.number, source="", agent=agent, minute=run.clock, purpose=purpose, key=key, profile="p",
        model="m", said=said, attempts=1, repairs=0, failure="", tokens_in=5, tokens_out=7, cached=0,
        seconds=1.0, micros=3,
    )  # fmt: skip
    keep_asked(run.store, row, answer=f'{{"answer": "{said}"}}')


def packed(run, text):
    return run.store.select("SELECT body FROM text WHERE hash = ?", (text_hash(text),))


@pytest.mark.soak
def test_what_a_server_answered_in_it_goes_too_and_what_it_took_stays(run):
    asked(run, "k1", SECRET)
    asked(run, "k2", "A plan.", purpose="plan_day")
    asked(run, "k3", "Bram's.", agent="bram")
    number = talk(run, SECRET)
    assert packed(run, SECRET)
    run.delete_chat(number)
    assert packed(run, SECRET) == packed(run, f'{{"answer": "{SECRET}"}}') == []
    assert run.store.select("SELECT key FROM journal WHERE key LIKE 'k_' ORDER BY key") == [("k2",), ("k3",)]
    assert packed(run, "A plan.") != []
    assert packed(run, "Bram's.") != []
    rows = run.store.select("SELECT key, tokens_out, micros FROM asked ORDER BY key")
    assert rows == [("k1", 7, 3), ("k2", 7, 3), ("k3", 7, 3)]
    body = zlib.compress(SECRET.encode())
    assert body not in held(run)


@pytest.mark.soak
def test_a_text_that_something_else_holds_too_stays(run):
    asked(run, "k1", "Same words.")
    asked(run, "k2", "Same words.", purpose="plan_day")
    run.delete_chat(talk(run, "x"))
    assert packed(run, "Same words.") != []


@pytest.mark.soak
def test_it_goes_while_another_window_looks_on(run, workspace):
    with open_workspace(run.store.path.parent) as second:
        chat = start_chat(run.store, run.number, "isabel", 1)
        add_message(run.store, chat.number, "person", SECRET)
        assert messages_of(second.store, chat.number)[0].text == SECRET
        delete_chats(run.store, [chat.number])
        assert messages_of(second.store, chat.number) == ()
        assert SECRET.encode() not in held(run)
