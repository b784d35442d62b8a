"""Chats: questions, whispers and replies in the studio. Kept beside the log, never in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from sqlite3 import Connection
from typing import Any, Literal, get_args

from engine.errors import NotFound, worded
from engine.records import AgentId
from engine.store.file.checks import readable
from engine.store.file.connection import Store
from engine.store.log.entries import id_list
from engine.store.texts import drop_unused, keep_texts, text_hash

ChatKind = Literal["interview", "whisper", "visit"]
Speaker = Literal["person", "agent"]
KINDS: tuple[ChatKind, ...] = get_args(ChatKind)
INTERVIEW = "interview"  # the purpose under which servers are asked in a chat
SPEAKERS: tuple[Speaker, ...] = get_args(Speaker)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """One chat with an agent of a run at a minute."""

    number: int
    run: int
    agent: AgentId
    minute: int
    kind: ChatKind
    title: str
    created: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a chat: the role the user asked in, or the memories an answer rests on and its sentences
    without support.
    """

    speaker: Speaker
    text: str
    recalled: tuple[int, ...] = ()
    created: str = ""
    asked_by: str = ""
    unfounded: tuple[str, ...] = ()


def start_chat(
    store: Store, run: int, agent: AgentId, minute: int, *, kind: ChatKind = "interview", title: str = ""
) -> Chat:
    """Begin a chat."""
    with store.write(durable=True) as db:
        cursor = db.execute(
            "INSERT INTO chat (run, agent, minute, kind, title, created) VALUES (?, ?, ?, ?, ?, ?)",
            (run, agent, minute, kind, title, store.stamp_now()),
        )
    return chat_of(store, cursor.lastrowid or 0)


def add_message(
    store: Store,
    chat: int,
    speaker: Speaker,
    text: str,
    *,
    recalled: Sequence[int] = (),
    asked_by: str = "",
    unfounded: Sequence[str] = (),
) -> None:
    """Add a message to a chat."""
    chat_of(store, chat)
    marked = json.dumps(list(unfounded), ensure_ascii=False)
    with store.write(durable=True) as db:
        db.execute(
            """
            INSERT INTO chat_message (chat, n, speaker, text, recalled, created, asked_by, unfounded)
            SELECT ?1, (SELECT ifnull(max(n), 0) + 1 FROM chat_message WHERE chat = ?1),
                   ?2, ?3, ?4, ?5, ?6, ?7
            """,
            (
                chat,
                speaker,
                text,
                json.dumps(list(recalled)),
                store.stamp_now(),
                asked_by,
                marked,
            ),
        )


def chat_of(store: Store, number: int) -> Chat:
    """Return the chat with this number."""
    rows = store.select("SELECT * FROM chat WHERE number = ?", (number,))
    if not rows:
        raise NotFound(worded("there is no chat number {number!r}; `chats` lists all chats", number=number))
    return _record(rows[0])


def chats_of(store: Store, run: int, agent: AgentId | None = None) -> tuple[Chat, ...]:
    """Return the chats of a run, newest first; only those with one agent if given."""
    rows = store.select(
        "SELECT * FROM chat WHERE run = ?1 AND (?2 IS NULL OR agent = ?2) ORDER BY number DESC", (run, agent)
    )
    return tuple(_record(row) for row in rows)


def messages_of(store: Store, chat: int) -> tuple[Message, ...]:
    """Return the messages of a chat, in order."""
    rows = store.select(
        """SELECT speaker, text, recalled, created, asked_by, unfounded FROM chat_message WHERE chat = ?
           ORDER BY n""",
        (chat,),
    )
    with readable(store.path, worded("a message of chat {chat}", chat=chat)):
        return tuple(
            Message(
                speaker=speaker,
                text=text,
                recalled=id_list(recalled),
                created=created,
                asked_by=asked_by,
                unfounded=tuple(map(str, json.loads(unfounded))),
            )
            for speaker, text, recalled, created, asked_by, unfounded in rows
        )


def delete_chats(store: Store, numbers: Sequence[int]) -> None:
    """Delete chats from the file for good, with their messages and the servers' answers in them. The log is
    not affected. Backups keep them until they are rotated away.
    """
    with store.write(durable=True) as db:
        for number in numbers:
            _forget_answers(db, number)
            db.execute("DELETE FROM chat WHERE number = ?", (number,))
    store.empty_wal()


def _forget_answers(db: Connection, chat: int) -> None:
    """Remove the servers' answers in a chat; the record of the requests and their cost stays."""
    asked = db.execute(
        """SELECT asked.number, asked.key, asked.said FROM asked JOIN chat USING (run, agent, minute)
           WHERE chat.number = ? AND asked.purpose = ? AND chat.kind = 'interview' """,
        (chat, INTERVIEW),
    ).fetchall()
    if not asked:
        return
    keep_texts(db, [""])
    db.executemany("UPDATE asked SET said = ? WHERE number = ?", [(text_hash(""), row[0]) for row in asked])
    texts = {row[2] for row in asked}
    for _, key, _ in asked:
        texts |= {row[0] for row in db.execute("SELECT answer FROM journal WHERE key = ?", (key,))}
        db.execute("DELETE FROM journal WHERE key = ? AND purpose = ?", (key, INTERVIEW))
    drop_unused(db, texts - {text_hash("")})


def _record(row: tuple[Any, ...]) -> Chat:
    return Chat(**dict(zip(Chat.__slots__, row, strict=True)))
