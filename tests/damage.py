"""Damage as tests use it, from a seed: files as a failing disk, a cut transfer or a prankster leaves them."""

from __future__ import annotations

import faulthandler
import gzip
import hashlib
import io
import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from engine.store.file.schema import FILE

PATIENCE = 120  # seconds that anything may take on a busy machine before it counts as hanging


class Hung(BaseException):
    """Something did not end; no handler of ours takes it for an error."""


@contextmanager
def watched(seconds: int = PATIENCE) -> Iterator[None]:
    """Raises Hung in what takes longer."""

    def ring(*_: object) -> None:
        raise Hung(f"not done after {seconds} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    # In SQLite's own code no signal is heard.
    faulthandler.dump_traceback_later(2 * seconds, exit=True, file=sys.__stderr__)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


# ---- bytes


def flipped(content: bytes, draw: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(draw.choice((1, 1, 1, 2, 8, 64))):
        changed[draw.randrange(len(changed))] ^= 1 << draw.randrange(8)
    return bytes(changed)


def cut(content: bytes, draw: random.Random) -> bytes:
    return content[: draw.randrange(len(content))]


def zeroed(content: bytes, draw: random.Random) -> bytes:
    start, size = draw.randrange(len(content)), draw.choice((1, 16, 512, 8192))
    return content[:start] + bytes(min(size, len(content) - start)) + content[start + size :]


def noisy(content: bytes, draw: random.Random) -> bytes:
    start, size = draw.randrange(len(content)), draw.choice((4, 64, 512))
    return content[:start] + draw.randbytes(min(size, len(content) - start)) + content[start + size :]


def moved(content: bytes, draw: random.Random) -> bytes:
    """A piece stands where another should."""
    start, other, size = draw.randrange(len(content)), draw.randrange(len(content)), draw.choice((8, 256))
    return content[:start] + content[other : other + size] + content[start + size :]


BYTES = (flipped, cut, zeroed, noisy, moved)


def damaged(content: bytes, draw: random.Random) -> bytes:
    """The content with one kind of damage somewhere, sometimes with two."""
    for _ in range(draw.choice((1, 1, 1, 2))):
        content = draw.choice(BYTES)(content or b"\0", draw)
    return content


# ---- zips


def zips(files: dict[str, str]) -> list[bytes]:
    """The zip of a town as each program might have packed it."""
    made = []
    for kind in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", kind) as archive:
            for path, text in files.items():
                archive.writestr(f"town/{path}", text)
        made.append(packed.getvalue())
    return made


# ---- cassettes

ODD_VALUES = (
    None,
    0,
    -1,
    2**63,
    10**400,
    1e308,
    True,
    "",
    "\ud800",
    "x" * 300,
    [],
    [[]],
    {},
    {"a": None},
    "../x",
)


def damaged_cassette(cassette: bytes, seed: int) -> bytes:
    """A cassette damaged on its way; or, every other time, honestly packed with an odd value in it."""
    draw = random.Random(seed)
    if seed % 2:
        return damaged(cassette, draw)
    lines = gzip.decompress(cassette).splitlines(keepends=True)
    at = draw.randrange(len(lines) - 1)
    lines[at] = json.dumps(_odd_object(json.loads(lines[at]), draw)).encode() + b"\n"
    if draw.random() < 0.2:
        del lines[draw.randrange(1, len(lines) - 1)]
    total = hashlib.sha256(b"".join(lines[1:-1])).hexdigest()
    lines[-1] = json.dumps({"type": "end", "lines": len(lines) - 2, "sha256": total}).encode() + b"\n"
    return gzip.compress(b"".join(lines))


def _odd_object(fields: dict[str, object], draw: random.Random) -> object:
    name = draw.choice(sorted(fields))
    way = draw.randrange(4)
    if way == 0:
        del fields[name]
    elif way == 1 and isinstance(fields[name], str):
        fields[name] = _letters(str(fields[name]), draw)
    else:
        fields[name] = draw.choice(ODD_VALUES)
    return fields


# ---- workspaces


def _bytes_of_the_file(folder: Path, draw: random.Random) -> None:
    file = folder / FILE
    file.write_bytes(damaged(file.read_bytes(), draw))


def _header(folder: Path, draw: random.Random) -> None:
    file = folder / FILE
    content = file.read_bytes()
    file.write_bytes(flipped(content[:100], draw) + content[100:])


def _page(folder: Path, draw: random.Random) -> None:
    """A page is empty, noise, or another page."""
    file = folder / FILE
    content, size = file.read_bytes(), 8192
    start, other = (draw.randrange(len(content) // size) * size for _ in range(2))
    page = draw.choice((bytes(size), draw.randbytes(size), content[other : other + size]))
    file.write_bytes(content[:start] + page + content[start + size :])


def _log_beside(folder: Path, draw: random.Random) -> None:
    for tail in draw.choice((("-wal",), ("-wal", "-shm"), ("-journal",))):
        (folder / (FILE + tail)).write_bytes(draw.randbytes(draw.choice((0, 32, 32 + 24 + 8192))))


def _cell(folder: Path, draw: random.Random) -> None:
    """A value of a row is another one: what no check of the pages can see."""
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        table = draw.choice(_filled(db))
        info = db.execute(f"PRAGMA table_info({table})").fetchall()
        columns, keys = [row[1] for row in info], [row[1] for row in info if row[5]] or ["rowid"]
        marked = ", ".join(f'"{key}"' for key in (*keys, *columns))
        row = draw.choice(db.execute(f"SELECT {marked} FROM {table}").fetchall())
        at = draw.randrange(len(columns))
        where = " AND ".join(f'"{key}" = ?' for key in keys)
        value = _other(row[len(keys) + at], draw)
        change = f'UPDATE OR IGNORE {table} SET "{columns[at]}" = ? WHERE {where}'
        db.execute(change, [value, *row[: len(keys)]])


def _filled(db: sqlite3.Connection) -> list[str]:
    """The tables that hold something; not those of SQLite's own search."""
    named = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    ours = [name for (name,) in named if not name.startswith(("sqlite_", "memory_"))]
    return [name for name in ours if db.execute(f"SELECT 1 FROM {name}").fetchone()]


def _other(value: object, draw: random.Random) -> object:
    if isinstance(value, int):
        return draw.choice((0, -1, value ^ (1 << draw.randrange(40)), 2**62))
    if isinstance(value, float):
        return draw.choice((0.0, -1.0, 1e308))
    if isinstance(value, bytes):
        return flipped(value or b"\0", draw)
    if isinstance(value, str):
        return draw.choice((_letters(value, draw), "", "[", "null", '{"a": 1}', "[[1]]"))
    return value


def _letters(text: str, draw: random.Random) -> str:
    return flipped(text.encode() or b"\0", draw).decode(errors="replace")


def _raw_text(folder: Path, draw: random.Random) -> None:
    """A text that is no UTF-8 any more."""
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        table, column = draw.choice(
            (("memory", "text"), ("event", "text"), ("run", "name"), ("recall", "items"))
        )
        db.execute(f"UPDATE {table} SET {column} = CAST(x'ff41' AS TEXT)")


def _kept_text(folder: Path, draw: random.Random) -> None:
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        for name, body in db.execute("SELECT hash, body FROM text").fetchall():
            if draw.random() < 0.3:
                db.execute("UPDATE text SET body = ? WHERE hash = ?", (damaged(body, draw), name))


def _no_plain_file(folder: Path, draw: random.Random) -> None:
    file = folder / draw.choice((FILE, FILE, FILE, f"{FILE}-wal", "backups", "locks", "logs"))
    if file.is_dir():
        shutil.rmtree(file)
    file.unlink(missing_ok=True)
    draw.choice((odd_fifo, odd_folder, odd_loop, odd_socket))(file)


def odd_fifo(file: Path) -> None:
    os.mkfifo(file)


def odd_folder(file: Path) -> None:
    file.mkdir()


def odd_loop(file: Path) -> None:
    file.symlink_to(file.name)


def odd_socket(file: Path) -> None:
    here = os.getcwd()
    os.chdir(file.parent)  # the address of a socket is short
    try:
        with closing(socket.socket(socket.AF_UNIX)) as one:
            one.bind(file.name)
    finally:
        os.chdir(here)


ODD = (odd_fifo, odd_folder, odd_loop, odd_socket)
WORKSPACES: tuple[Callable[[Path, random.Random], None], ...] = (
    _bytes_of_the_file, _bytes_of_the_file, _header, _page, _page, _log_beside, _cell, _cell, _cell,
    _raw_text, _kept_text, _no_plain_file,
)  # fmt: skip


def damage_workspace(folder: Path, seed: int) -> str:
    """Damage a workspace in one way; its name."""
    draw = random.Random(seed)
    way = WORKSPACES[seed % len(WORKSPACES)]
    way(folder, draw)
    return way.__name__.strip("_")
