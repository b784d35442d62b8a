"""A character card as it was read: its form and its fields, with all values that are not JSON removed."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.errors import BadInput, worded, words_of
from engine.language.names.suggesting import shown
from engine.scenario.cards.png import SIGNATURE, texts_in
from engine.scenario.foreign.bounded_json import NO_JSON, Json, NoJson, parsed

Version = Literal["V1", "V2", "V3"]

MOST_FILE = 10_000_000
MOST_JSON = 1_500_000  # bytes: of empty lists alone that is 40 MB in memory
_SPECS: Mapping[str, Version] = {"chara_card_v2": "V2", "chara_card_v3": "V3"}
_SPACE = re.compile(rb"[\r\n\t ]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A character card: its form, its `data`, the fields beside it, and remarks on it."""

    version: Version
    data: Mapping[str, Json]
    beside: Mapping[str, Json]
    remarks: tuple[str, ...] = ()

    def text(self, field: str) -> str:
        """Return a field as a text, or "" if it is missing or not a text."""
        value = self.data.get(field)
        return value if isinstance(value, str) else ""

    def at(self, *path: str) -> Json:
        """Return the value at a path of keys into the card, or None."""
        value: Json = self.data
        for key in path:
            value = value.get(key) if isinstance(value, Mapping) else None
        return value


def read_card(content: bytes) -> Card:
    """Read a character card from a file, a PNG or JSON. Raises BadInput if there is none."""
    if len(content) > MOST_FILE:
        raise BadInput(
            worded(
                "the file has {content:,} bytes, but a character card can have at most {most_file:,}; "
                "use a smaller file",
                content=len(content),
                most_file=MOST_FILE,
            )
        )
    if content.startswith(SIGNATURE):
        texts = texts_in(content, ("ccv3", "chara"))
        if not texts:
            raise BadInput(_no_card(worded("the picture contains no card")))
        return _card(_decoded(texts.get("ccv3") or texts["chara"]))
    return _card(content)


def _decoded(text: bytes) -> bytes:
    if len(text) > MOST_JSON * 3 // 2:
        raise _too_large()
    try:
        return base64.b64decode(_SPACE.sub(b"", text), validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadInput(_no_card(worded("the text in the picture is not base64"))) from error


def _card(text: bytes) -> Card:
    root = _parsed(text)
    if not isinstance(root, Mapping):
        raise BadInput(_no_card(worded("its JSON has no keys")))
    spec = root.get("spec")
    if spec is None and isinstance(root.get("name"), str):
        fields = {key: value for key, value in root.items() if key != "data"}
        return Card(version="V1", data=fields, beside={})
    data = root.get("data")
    if not isinstance(spec, str) or spec not in _SPECS:
        said = (
            worded("its `spec` {spec} is unknown", spec=shown(str(spec)))
            if spec is not None
            else worded("it has neither `spec` nor `name`")
        )
        raise BadInput(_no_card(said))
    if not isinstance(data, Mapping):
        raise BadInput(_no_card(worded("it has no `data`")))
    beside = {key: value for key, value in root.items() if key not in ("spec", "spec_version", "data")}
    return Card(version=_SPECS[spec], data=data, beside=beside, remarks=tuple(_newer(root, _SPECS[spec])))


def _newer(root: Mapping[str, Json], version: Version) -> list[str]:
    said = root.get("spec_version")
    known = float(version[1:])
    try:
        newer = isinstance(said, str) and float(said) > known
    except ValueError:
        return [worded("its version {version} is not a number", version=shown(str(said)))]
    return (
        [
            worded(
                "its version {version} is newer than {known}; new fields are kept but not read",
                version=shown(str(said)),
                known=known,
            )
        ]
        if newer
        else []
    )


def _parsed(text: bytes) -> Json:
    if len(text) > MOST_JSON:
        raise _too_large()
    try:
        return parsed(text)
    except NoJson as error:
        said = worded("it is neither a PNG nor JSON") if str(error) == NO_JSON else words_of(error)
        raise BadInput(_no_card(said)) from error


def _too_large() -> BadInput:
    return BadInput(
        worded(
            "the card has more than {most:,} bytes of JSON; remove pictures from its assets or "
            "entries from its lorebook",
            most=MOST_JSON,
        )
    )


def _no_card(why: str) -> str:
    return worded("this is not a character card: {why}; choose a V1, V2 or V3 card as .json or .png", why=why)
