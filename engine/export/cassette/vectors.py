"""The vectors of a cassette, with their embeddings models; not trusted."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.errors import BadInput, worded
from engine.export.cassette.lines import Fields
from engine.row_ids import MOST_ID
from engine.store.answers.embedded import Phase

MOST_NUMBERS = 8_192  # in a vector
_MOST_PHASES = 1_000
_MOST_NAME = 2_100  # of a model and where it is, with prefixes of which every character is escaped
_HASH = re.compile(r"[0-9a-f]{64}")
_NEARLY = 1e-3  # as far as the length of a vector may be from 1


@dataclass(frozen=True, slots=True)
class VectorLine:
    """The vector of a text, by the hash of the text."""

    model: str
    name: str
    body: bytes


@dataclass(slots=True)
class Vectors:
    """Reads the vectors of a cassette: those of one model have the same length."""

    phases: Sequence[Phase]
    _lengths: dict[str, int] = field(default_factory=dict)

    def line(self, fields: Fields) -> VectorLine:
        """Return the vector of a line. Raises BadInput if it has a fault."""
        model, name = fields.get("model"), fields.get("hash")
        if not isinstance(model, str) or model not in {known for _, known in self.phases}:
            raise BadInput(
                worded("this cassette has a vector of a model that is not in its header; ask for a new copy")
            )
        if not isinstance(name, str) or not _HASH.fullmatch(name):
            raise BadInput(
                worded("this cassette has a vector without the hash of its text; ask for a new copy")
            )
        body = _body(fields.get("body"))
        if self._lengths.setdefault(model, len(body)) != len(body):
            raise BadInput(
                worded(
                    "this cassette has vectors of different lengths, which cannot be compared; ask for a "
                    "new copy"
                )
            )
        return VectorLine(model, name, body)


def read_phases(header: Fields) -> tuple[Phase, ...]:
    """Return the embeddings models of the run and the minutes they start at. Raises BadInput if they are
    malformed.
    """
    said = header.get("embedded", [])
    if not isinstance(said, list) or len(said) > _MOST_PHASES:
        raise BadInput(worded("the header of this cassette has no valid 'embedded'; ask for a new copy"))
    found: list[Phase] = []
    for phase in said:
        if not _is_phase(phase) or (found and phase[0] <= found[-1][0]):
            raise BadInput(worded("the header of this cassette has no valid 'embedded'; ask for a new copy"))
        found.append((phase[0], phase[1]))
    return tuple(found)


def _is_phase(phase: object) -> bool:
    if not isinstance(phase, list) or len(phase) != 2:
        return False
    since, model = phase
    is_minute = type(since) is int and 0 <= since <= MOST_ID
    return is_minute and isinstance(model, str) and len(model) <= _MOST_NAME and model.isprintable()


def _body(said: object) -> bytes:
    try:
        body = base64.b64decode(said, validate=True) if isinstance(said, str) else b""
    except (binascii.Error, ValueError):
        body = b""
    if not body or len(body) % 4 or len(body) > 4 * MOST_NUMBERS:
        raise BadInput(worded("this cassette has a vector that is not a list of numbers; ask for a new copy"))
    vector = np.frombuffer(body, "<f4").astype(np.float64)
    length = float(np.sqrt(np.square(vector).sum()))
    if not abs(length - 1) <= _NEARLY:  # of what is no number, neither holds
        raise BadInput(
            worded(
                "this cassette has a vector that is not normalized: its length is not 1; ask for a new copy"
            )
        )
    return body
