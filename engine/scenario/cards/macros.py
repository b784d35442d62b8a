"""The placeholders of cards: replaces {{char}} by a name, and {{user}} by words for a stranger."""

from __future__ import annotations

import re
import unicodedata

from engine.scenario.reading.reader import forbidden

_CHAR = re.compile(r"\{\{char\}\}|<(?:bot|char)>", re.IGNORECASE)
_USER = r"(?:\{\{user\}\}|<user>)"
_ADDRESSED = re.compile(rf"[,，]\s*{_USER}(?=\s*(?:[.!?,…。！？，]|$))", re.IGNORECASE)
_CALLED = re.compile(rf"^\s*{_USER}[,，]\s*", re.IGNORECASE)
_ANY_USER = re.compile(_USER, re.IGNORECASE)
_ONE_OF = re.compile(r"\{\{(?:random|pick)\s*::?([^{},:]{1,200})[^{}]{0,2000}\}\}", re.IGNORECASE)
_OTHER = re.compile(r"\{\{[^{}]{0,2000}\}\}")
_STARTS = re.compile(r"(?:^|[.!?。！？]\s+)$")
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]{0,500}>|!\[[^\]\n]{0,200}\]\([^)\n]{0,2000}\)")


def resolved(text: str, name: str, visitor: str) -> str:
    """Replace the placeholders in a narrated text: {{char}} by the name, {{user}} by words for a stranger."""

    def stranger(found: re.Match[str]) -> str:
        begins = _STARTS.search(text[max(0, found.start() - 4) : found.start()])
        return visitor[:1].upper() + visitor[1:] if begins else visitor

    text = _CHAR.sub("\x00", cleaned(text))  # no cleaned text holds that letter
    return _rest(_ANY_USER.sub(stranger, text)).replace("\x00", name)


def spoken(text: str, name: str, friend: str) -> str:
    """Replace the placeholders in a spoken line: {{user}} as the addressee is removed, elsewhere it becomes a
    friend.
    """
    text = _CALLED.sub("", _ADDRESSED.sub("", cleaned(text)))
    return _rest(_ANY_USER.sub(friend, _CHAR.sub(lambda _: name, text)))


def strange(text: str) -> bool:
    """Return whether a text has placeholders that mean nothing in a town."""
    left = _ANY_USER.sub("", _CHAR.sub("", text))
    return bool(_OTHER.search(left))


def cleaned(text: str) -> str:
    """Return a text that a scenario may contain: without markup and scripts, in NFC, and without control,
    invisible and direction characters.
    """
    plain = _MARKUP.sub(lambda found: found[0] if found[0].lower() in _KEPT else " ", text)
    while forbidden(plain) is not None:
        plain = plain.replace(forbidden(plain) or "", "")
    return unicodedata.normalize("NFC", plain.replace("\r\n", "\n").replace("\r", "\n"))


_KEPT = ("<bot>", "<char>", "<user>", "<start>")


def _rest(text: str) -> str:
    return _OTHER.sub("", _ONE_OF.sub(lambda found: found[1].strip(), text))
