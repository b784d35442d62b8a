"""Packs a mind's day into bytes, and unpacks it: lists as JSON, numbers as columns, all compressed.

Every number is checked on reading, since anybody may have written the bytes.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.mind.index import Terms
from engine.mind.past import KINDS, MindDay, Touches
from engine.row_ids import MOST_ID

FORMAT = 1  # another number whenever a day is packed, or its terms are made, in another way

_MOST = 2**26  # bytes that a day may be long; a mind of a thousand memories a day leaves a fiftieth of it
_COLUMNS = {
    "ids": np.int64, "kinds": np.int8, "importance": np.int64, "sources": np.int64, "about": np.int32,
    "place": np.int32, "many": np.int32, "numbers": np.int32, "counts": np.int32, "touched": np.int64,
    "minutes": np.int64, "times": np.int64,
}  # fmt: skip
_NARROW = ("<u1", "<u2", "<u4", "<u8", "<i8")
_PER_MEMORY = ("ids", "kinds", "importance", "sources", "about", "place", "many")
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_Column = NDArray[Any]


def packed(day: MindDay) -> bytes:
    """Pack a day into bytes."""
    abouts, places = list(dict.fromkeys(day.abouts)), list(dict.fromkeys(day.places))
    columns = {
        "ids": np.diff(day.ids, prepend=0),
        "kinds": day.kinds,
        "importance": day.importance,
        "sources": day.sources,
        "about": _numbered(day.abouts, abouts),
        "place": _numbered(day.places, places),
        "many": day.terms.many,
        "numbers": day.terms.numbers,
        "counts": day.terms.counts,
        "touched": np.diff(day.touches.memories, prepend=0),
        "minutes": day.touches.minutes,
        "times": day.touches.times,
    }
    lists = {
        "texts": list(day.texts),
        "abouts": abouts,
        "places": places,
        "evidence": list(day.evidence.items()),
        "whens": list(day.whens.items()),
        "depths": list(day.depths.items()),
        "words": list(day.terms.words),
        "reflected": day.reflected,
        "columns": [(len(columns[name]), _narrowest(columns[name])) for name in _COLUMNS],
    }
    buffers = (columns[name].astype(_narrowest(columns[name])).tobytes() for name in _COLUMNS)
    return zlib.compress(b"".join([_JSON.encode(lists).encode(), b"\n", *buffers]), 1)


def unpacked(body: bytes) -> MindDay | None:
    """Unpack a day from bytes, or return None if they are not a valid day."""
    try:
        return _day(_whole(body))
    except (ValueError, TypeError, KeyError, RecursionError, zlib.error):
        return None


def _whole(body: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    whole = unpacker.decompress(body, _MOST)
    if not unpacker.eof:
        raise ValueError("it is longer than any day, or cut off")
    return whole


def _day(whole: bytes) -> MindDay:
    end = whole.index(b"\n")
    lists = json.loads(whole[:end])
    columns = _columns(memoryview(whole)[end + 1 :], lists["columns"])
    texts, words, places = (_list(lists[name]) for name in ("texts", "words", "places"))
    abouts = [tuple(_list(each)) for each in _list(lists["abouts"])]
    _check_texts([*texts, *words, *places, *chain.from_iterable(abouts)])
    _check(columns, len(texts), len(words))
    return MindDay(
        ids=np.cumsum(columns["ids"]),
        kinds=_below(columns["kinds"], len(KINDS)),
        importance=columns["importance"],
        sources=_below(columns["sources"], MOST_ID + 1),
        texts=texts,
        abouts=[abouts[at] for at in _below(columns["about"], len(abouts)).tolist()],
        places=[places[at] for at in _below(columns["place"], len(places)).tolist()],
        evidence={at: tuple(map(_number, _list(ids))) for at, ids in _some(lists["evidence"], len(texts))},
        whens={at: _number(when) for at, when in _some(lists["whens"], len(texts))},
        depths={at: _number(depth) for at, depth in _some(lists["depths"], len(texts))},
        terms=Terms(words=words, **{name: columns[name] for name in ("many", "numbers", "counts")}),
        touches=Touches(
            memories=np.cumsum(columns["touched"]), minutes=columns["minutes"], times=columns["times"]
        ),
        reflected=_number(lists["reflected"]),
    )


def _columns(numbers: memoryview, written: Sequence[tuple[int, str]]) -> Mapping[str, _Column]:
    columns: dict[str, _Column] = {}
    at = 0
    for (name, kind), (size, narrow) in zip(_COLUMNS.items(), written, strict=True):
        if narrow not in _NARROW:
            raise ValueError("a column is of no kind that is written")
        column = np.frombuffer(numbers, dtype=narrow, count=_number(size), offset=at)
        columns[name] = column.astype(kind)
        at += column.nbytes
    if at != len(numbers):
        raise ValueError("there is more than belongs to it")
    return columns


def _narrowest(column: _Column) -> str:
    """Return the smallest number type that holds all of a column, to save time and space."""
    if not len(column):
        return _NARROW[0]
    if int(column.min()) < 0:
        return _NARROW[-1]
    return f"<u{np.min_scalar_type(int(column.max())).itemsize}"


def _check(columns: Mapping[str, _Column], memories: int, words: int) -> None:
    """Check that the columns fit together. Raises ValueError if not."""
    terms, touched = int(_below(columns["many"], 2**31).sum(dtype=np.int64)), len(columns["touched"])
    wanted = {**dict.fromkeys(_PER_MEMORY, memories), "numbers": terms, "counts": terms,
              "touched": touched, "minutes": touched, "times": touched}  # fmt: skip
    if any(len(columns[name]) != size for name, size in wanted.items()):
        raise ValueError("a column is shorter than another")
    _below(columns["numbers"], words)
    for name in ("counts", "minutes", "times"):
        _below(columns[name], MOST_ID)


def _below(column: _Column, limit: int) -> _Column:
    if len(column) and not 0 <= int(column.min()) <= int(column.max()) < limit:
        raise ValueError("a number is out of bounds")
    return column


def _numbered(values: Sequence[Any], known: Sequence[Any]) -> _Column:
    numbers = {value: number for number, value in enumerate(known)}
    return np.array([numbers[value] for value in values], dtype=np.int32)


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError("that is no list")
    return value


def _check_texts(texts: list[Any]) -> None:
    if not set(map(type, texts)) <= {str}:
        raise TypeError("that is no text")
    "".join(texts).encode()  # ValueError for half a character


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= MOST_ID:
        raise ValueError("that is no number of ours")
    return value


def _some(value: object, memories: int) -> list[tuple[int, Any]]:
    """Parse pairs of a memory's position in the day and a value. Raises ValueError for an unknown
    position.
    """
    some = [(_number(at), each) for at, each in _list(value)]
    if any(at >= memories for at, _ in some):
        raise ValueError("there is no such memory")
    return some
