"""A face and an age for somebody of whom none is told: by the name, so that they are the same again."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping

_YOUNGEST, _OLDEST = 19, 74  # of those whose age is guessed
_GROWN, _OLD = 16, 65
_FACES: Mapping[str, tuple[str, str, str]] = {
    "she": ("👧 👧🏽 👧🏿", "👩 👩🏽 👩🏿 👩‍🦰 👩‍🦱 👱‍♀️ 👩🏻 👩🏾 👩🏼‍🦱 👩🏾‍🦱", "👵 👵🏽 👵🏿 👩‍🦳 👩🏾‍🦳"),
    "he": ("👦 👦🏽 👦🏿", "👨 👨🏽 👨🏿 👨‍🦰 👨‍🦱 🧔 👱‍♂️ 👨🏻 👨🏾 🧔🏽", "👴 👴🏽 👴🏿 👨‍🦳 👨🏾‍🦳"),
    "they": ("🧒 🧒🏽 🧒🏿", "🧑 🧑🏽 🧑🏿 🧑‍🦰 🧑‍🦱 👱 🧑🏻 🧑🏾 🧑🏼‍🦱 🧑🏾‍🦱", "🧓 🧓🏽 🧓🏿 🧑‍🦳 🧑🏾‍🦳"),
}


def guessed_age(name: str) -> int:
    """Return an age for a name, of somebody who is grown up."""
    return _YOUNGEST + _drawn(name, "age") % (_OLDEST - _YOUNGEST + 1)


def face(name: str, pronouns: str, age: int, others: Collection[str] = ()) -> str:
    """Return a face for a name, one that none of the `others` is where there is one left."""
    young, grown, old = _FACES.get(pronouns, _FACES["they"])
    faces = (young if age < _GROWN else old if age >= _OLD else grown).split()
    first = _drawn(name, "face") % len(faces)
    turned = [*faces[first:], *faces[:first]]
    return next((one for one in turned if one not in others), turned[0])


def _drawn(name: str, what: str) -> int:
    digest = hashlib.sha256(f"{what}\x1f{name}".encode("utf-8", "backslashreplace")).digest()
    return int.from_bytes(digest[:4], "big")
