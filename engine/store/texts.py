"""Texts stored once, by their hash: prompts, answers, and the files of scenarios."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping
from sqlite3 import Connection
from typing import TYPE_CHECKING

from engine.errors import BadInput, worded
from engine.store.file.checks import damaged

if TYPE_CHECKING:
    from engine.store.file.connection import Store


def keep_texts(db: Connection, texts: Iterable[str]) -> None:
    """Store texts that are not stored yet; inside the caller's transaction."""
    keep_hashed(db, {text_hash(text): text for text in texts})


def keep_hashed(db: Connection, texts: Mapping[str, str]) -> None:
    """Store texts by their known hashes."""
    db.executemany(
        "INSERT OR IGNORE INTO text (hash, size, body) VALUES (?, ?, ?)",
        [(name, len(text), _packed(text)) for name, text in texts.items()],
    )


_USED_IN = (
    ("call", "prompt"), ("call", "answer"), ("journal", "answer"), ("asked", "said"), ("recorded", "answer"),
    ("scenario_file", "hash"),
)  # fmt: skip
_SWEPT_AT_ONCE = 5_000


def drop_unused(db: Connection, hashes: Iterable[str]) -> None:
    """Remove those of these texts that no row uses any more; inside the caller's transaction."""
    nowhere = " AND ".join(
        f"NOT EXISTS (SELECT 1 FROM {table} WHERE {column} = text.hash)" for table, column in _USED_IN
    )
    db.executemany(f"DELETE FROM text WHERE hash = ? AND {nowhere}", [(name,) for name in hashes])


def sweep_texts(store: Store) -> None:
    """Remove every text that no row uses, a part at a time. The tables that use texts have no index for it,
    so many texts are checked together.
    """
    held = " UNION ALL ".join(f"SELECT {column} FROM {table}" for table, column in _USED_IN)
    loose = [name for (name,) in store.select(f"SELECT hash FROM text WHERE hash NOT IN ({held})")]
    still = " UNION ".join(
        f"SELECT {column} FROM {table} WHERE {column} IN (SELECT value FROM json_each(?1))"
        for table, column in _USED_IN
    )
    for first in range(0, len(loose), _SWEPT_AT_ONCE):
        part = json.dumps(loose[first : first + _SWEPT_AT_ONCE])
        with store.write() as db:  # somebody may have come to hold it since
            db.execute(
                f"""DELETE FROM text WHERE hash IN (SELECT value FROM json_each(?1))
                    AND hash NOT IN ({still})""",
                (part,),
            )


def text_hash(text: str) -> str:
    """Return the hash under which a text is stored."""
    return hashlib.sha256(_bytes(text)).hexdigest()


def text_of(store: Store, name: str, body: bytes) -> str:
    """Return the text stored under a hash. Raises WorkspaceDamaged if the body does not match the hash."""
    text = whole_text(name, body)
    if text is None:
        raise damaged(store.path, worded("the stored text {name} has changed", name=name[:12]))
    return text


def whole_text(name: str, body: bytes) -> str | None:
    """Decompress a body; return None if its text does not have this hash."""
    try:
        text = zlib.decompress(body).decode()
    except (zlib.error, UnicodeDecodeError):
        return None
    return text if text_hash(text) == name else None


def is_whole(name: str, body: bytes | None) -> bool:
    """Return whether a stored body is present and matches this hash."""
    return body is not None and whole_text(name, body) is not None


def seal_of(key: str, answer: str) -> str:
    """Return the seal of an answer (by the hash of its text), which shows whether it still belongs to its
    key.
    """
    return text_hash(f"{key} {answer}")[:16]


def _packed(text: str) -> bytes:
    # A small window: a prompt is a few kilobytes, and making the usual one takes longer than filling it.
    packer = zlib.compressobj(level=1, wbits=13, memLevel=6)
    return packer.compress(_bytes(text)) + packer.flush()


def _bytes(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise BadInput(
            worded("the text has an incomplete character at position {start}; remove it", start=error.start)
        ) from error
