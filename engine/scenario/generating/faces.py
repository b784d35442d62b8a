"""A face and an age for a person without one, derived from the name so that they stay the same."""

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
    """Return an adult age derived from a name."""
    return _YOUNGEST + _drawn(name, "age") % (_OLDEST - _YOUNGEST + 1)


def face(name: str, pronouns: str, age: int, others: Collection[str] = ()) -> str:
    """Return a face derived from a name, different from `others` if one is left."""
    young, grown, old = _FACES.get(pronouns, _FACES["they"])
    faces = (young if age < _GROWN else old if age >= _OLD else grown).split()
    first = _drawn(name, "face") % len(faces)
    turned = [*faces[first:], *faces[:first]]
    return next((one for one in turned if one not in others), turned[0])


def _drawn(name: str, what: str) -> int:
    digest = hashlib.sha256(f"{what}\x1f{name}".encode("utf-8", "backslashreplace")).digest()
    return int.from_bytes(digest[:4], "big")
