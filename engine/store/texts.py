"""Texts kept once, by their hash: prompts, answers, and the files of scenarios."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Mapping
from sqlite3 import Connection

from engine.errors import BadInput


def keep_texts(db: Connection, texts: Iterable[str]) -> None:
    """Keep texts that are not there yet; inside the caller's transaction."""
    keep_hashed(db, {text_hash(text): text for text in texts})


def keep_hashed(db: Connection, texts: Mapping[str, str]) -> None:
    """Keep texts whose hashes are known already, by hash."""
    db.executemany(
        "INSERT OR IGNORE INTO text (hash, size, body) VALUES (?, ?, ?)",
        [(name, len(text), _packed(text)) for name, text in texts.items()],
    )


def text_hash(text: str) -> str:
    """The name under which a text is kept."""
    return hashlib.sha256(_bytes(text)).hexdigest()


def text_of(body: bytes) -> str:
    """The text of a stored body."""
    return zlib.decompress(body).decode()


def is_whole(name: str, body: bytes | None) -> bool:
    """Whether a stored body is there, and is the text that was kept under this hash."""
    try:
        return body is not None and text_hash(text_of(body)) == name
    except (zlib.error, UnicodeDecodeError):
        return False


def seal_of(key: str, answer: str) -> str:
    """What is kept beside an answer (the hash of its text) to tell whether it is still the one of its key."""
    return text_hash(f"{key} {answer}")[:16]


def _packed(text: str) -> bytes:
    # A small window: a prompt is a few kilobytes, and making the usual one takes longer than filling it.
    packer = zlib.compressobj(level=1, wbits=13, memLevel=6)
    return packer.compress(_bytes(text)) + packer.flush()


def _bytes(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise BadInput(f"a text has half a character at position {error.start}; remove it") from error
