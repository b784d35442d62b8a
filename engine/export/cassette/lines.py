"""The lines of a cassette file, read one at a time, within limits and complete."""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from engine.errors import BadInput, worded

Fields = Mapping[str, Any]

MOST_LINE = 4_000_000  # bytes
MOST_ALL = 2_000_000_000  # bytes, unpacked
_FAULTS = (gzip.BadGzipFile, zlib.error, EOFError, OSError)


def read_lines(file: BinaryIO) -> Iterator[Fields]:
    """Yield the lines as objects, the header first, without the last line. Raises BadInput if the file is cut
    short or was changed.
    """
    total, count, size, ended = hashlib.sha256(), 0, 0, False
    for number, line in enumerate(_raw_lines(file)):
        size += len(line)
        if size > MOST_ALL:
            raise BadInput(
                worded(
                    "this cassette is over the limit of {most_all:,} bytes (unpacked); ask for a "
                    "cassette of a shorter run",
                    most_all=MOST_ALL,
                )
            )
        fields = _object(line, number + 1)
        if ended:
            raise BadInput(worded("this cassette has content after its end; ask for a new copy"))
        if fields["type"] == "end":
            ended = True
            if fields.get("lines") != count or fields.get("sha256") != total.hexdigest():
                raise BadInput(worded("this cassette was changed after it was recorded; ask for a new copy"))
            continue
        if number:
            total.update(line)
            count += 1
        yield fields
    if not ended:
        raise BadInput(worded("this cassette is incomplete; ask for a new copy"))


def _raw_lines(file: BinaryIO) -> Iterator[bytes]:
    try:
        with gzip.GzipFile(fileobj=file) as unpacked:
            while line := unpacked.readline(MOST_LINE + 1):
                if len(line) > MOST_LINE:
                    raise BadInput(
                        worded(
                            "this cassette has a line over the limit of {most_line:,} bytes; ask "
                            "for a new copy",
                            most_line=MOST_LINE,
                        )
                    )
                yield line
    except _FAULTS as error:
        raise BadInput(worded("this file cannot be unpacked; choose a complete .cassette file")) from error


def _object(line: bytes, number: int) -> Fields:
    try:
        fields = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise BadInput(
            worded("line {number} of this cassette is not valid; ask for a new copy", number=number)
        ) from error
    if not isinstance(fields, dict) or not isinstance(fields.get("type"), str):
        raise BadInput(
            worded("line {number} of this cassette is not valid; ask for a new copy", number=number)
        )
    return fields


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number")
