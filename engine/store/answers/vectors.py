"""Vectors: the embedding of each text, requested once and kept for all runs.

A vector is kept under the model and the hash of its text, as 32-bit floats, lowest byte first. Vectors that
came with a cassette count for its run and its forks alone, as its answers do: a stranger made them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from sqlite3 import Connection

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadInput, worded
from engine.store.file.connection import Store
from engine.store.log.lineage import lineage
from engine.store.texts import text_hash

Vector = NDArray[np.float32]

_AT_ONCE = 500  # texts that are looked up together
_FLOATS = np.dtype("<f4")


def kept_vectors(store: Store, runs: Sequence[int], model: str, texts: Iterable[str]) -> dict[str, Vector]:
    """Return the stored vectors by text. A vector that came with one of these runs is preferred to the shared
    one. Texts without a vector are left out.
    """
    by_hash = {text_hash(text): text for text in texts}
    bodies = _bodies(store, runs, model, sorted(by_hash))
    return {by_hash[name]: np.frombuffer(body, _FLOATS) for name, body in bodies.items()}


def keep_vectors(store: Store, model: str, vectors: Mapping[str, Vector]) -> None:
    """Store the vectors of texts before they are used; the first vector of a text stays. Raises BadInput if
    the model's vectors had another length so far.
    """
    rows = [(model, text_hash(text), vector_body(vector)) for text, vector in vectors.items()]
    with store.write() as db:
        known = db.execute("SELECT length(body) FROM vector WHERE model = ? LIMIT 1", (model,)).fetchone()
        long = known[0] if known else len(rows[0][2])
        if any(len(body) != long for _, _, body in rows):
            raise BadInput(
                worded(
                    "its vectors had {long} dimensions before and now have {rows}, so they cannot be "
                    "compared; use the model that made the earlier vectors",
                    long=long // _FLOATS.itemsize,
                    rows=len(rows[0][2]) // _FLOATS.itemsize,
                )
            )
        db.executemany("INSERT OR IGNORE INTO vector VALUES (?, ?, ?)", rows)


def vector_body(vector: Vector) -> bytes:
    """Return a vector as the bytes that are stored."""
    return vector.astype(_FLOATS).tobytes()


def keep_recorded_vector(db: Connection, run: int, model: str, name: str, body: bytes) -> None:
    """Store a vector that came with a run, under the hash of its text; inside the caller's transaction."""
    db.execute("INSERT OR IGNORE INTO recorded_vector VALUES (?, ?, ?, ?)", (run, model, name, body))


def note_sought(store: Store, run: int, texts: Iterable[str]) -> None:
    """Record the search texts of an interview about a run, which are not in its log."""
    with store.write() as db:
        db.executemany(
            "INSERT OR IGNORE INTO sought VALUES (?, ?)", [(run, text_hash(text)) for text in texts]
        )


def vectors_of(
    store: Store, run: int, models: Iterable[str], names: Iterable[str]
) -> Iterator[tuple[str, str, bytes]]:
    """Yield model, text hash and vector bytes for a run: for the hashes in `names`, for the search texts of
    interviews, and for vectors that came with the run.
    """
    runs = [number for number, _ in lineage(store, run)]
    marks = ", ".join("?" * len(runs))
    more = store.select(
        f"""SELECT hash FROM sought WHERE run IN ({marks})
            UNION SELECT hash FROM recorded_vector WHERE run IN ({marks})""",
        (*runs, *runs),
    )
    wanted = sorted({*names, *(name for (name,) in more)})
    for model in sorted(set(models)):
        for start in range(0, len(wanted), _AT_ONCE):
            found = _bodies(store, runs, model, wanted[start : start + _AT_ONCE])
            yield from ((model, name, found[name]) for name in sorted(found))


def _bodies(store: Store, runs: Sequence[int], model: str, names: Sequence[str]) -> dict[str, bytes]:
    """Return the bytes of stored vectors by text hash. If some came with a run, shared ones of another length
    are left out.
    """
    found: dict[str, bytes] = {}
    long = _recorded_length(store, runs, model)
    for start in range(0, len(names), _AT_ONCE):
        part = json.dumps(names[start : start + _AT_ONCE])
        rows = store.select(
            """SELECT hash, body FROM vector
               WHERE model = ? AND hash IN (SELECT value FROM json_each(?))
                     AND ifnull(length(body) = ?, 1)""",
            (model, part, long),
        )
        found.update(rows)
        for number in reversed(runs) if long is not None else ():
            found.update(
                store.select(
                    """SELECT hash, body FROM recorded_vector
                       WHERE run = ? AND model = ? AND hash IN (SELECT value FROM json_each(?))""",
                    (number, model, part),
                )
            )
    return found


def _recorded_length(store: Store, runs: Sequence[int], model: str) -> int | None:
    for number in runs:
        rows = store.select(
            "SELECT length(body) FROM recorded_vector WHERE run = ? AND model = ? LIMIT 1", (number, model)
        )
        if rows:
            return int(rows[0][0])
    return None
