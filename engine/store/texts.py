"""Texts kept once, by their hash: prompts, answers, and the files of scenarios."""

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
    """Keep texts that are not there yet; inside the caller's transaction."""
    keep_hashed(db, {text_hash(text): text for text in texts})


def keep_hashed(db: Connection, texts: Mapping[str, str]) -> None:
    """Keep texts whose hashes are known already, by hash."""
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
    """Remove those of some texts that nothing else holds any more; inside the caller's transaction."""
    nowhere = " AND ".join(
        f"NOT EXISTS (SELECT 1 FROM {table} WHERE {column} = text.hash)" for table, column in _USED_IN
    )
    db.executemany(f"DELETE FROM text WHERE hash = ? AND {nowhere}", [(name,) for name in hashes])


def sweep_texts(store: Store) -> None:
    """Remove every text that nothing holds, a part at a time: each is looked for in tables that have no
    index for it, which is soon done for many together.
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
    """Return the name under which a text is kept."""
    return hashlib.sha256(_bytes(text)).hexdigest()


def text_of(store: Store, name: str, body: bytes) -> str:
    """Return the text that is kept under a hash; WorkspaceDamaged when the body is not what was kept."""
    text = whole_text(name, body)
    if text is None:
        raise damaged(store.path, f"the text kept as {name[:12]} is not what was kept")
    return text


def whole_text(name: str, body: bytes) -> str | None:
    """Return the text of a body; None when it is not the one with this hash."""
    try:
        text = zlib.decompress(body).decode()
    except (zlib.error, UnicodeDecodeError):
        return None
    return text if text_hash(text) == name else None


def is_whole(name: str, body: bytes | None) -> bool:
    """Tell whether a stored body is there, and is the text that was kept under this hash."""
    return body is not None and whole_text(name, body) is not None


def seal_of(key: str, answer: str) -> str:
    """Return what is kept beside an answer (the hash of its text) to tell whether it is still the one of its
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
            worded("a text has half a character at position {start}; remove it", start=error.start)
        ) from error
