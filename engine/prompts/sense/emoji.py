"""Recognise emoji."""

from __future__ import annotations

import re

_PICTURE = (
    "[\U0001f004\U0001f0cf\U0001f170-\U0001f189\U0001f18e-\U0001f19a\U0001f201-\U0001f251\U0001f300-\U0001f3fa"
    "\U0001f400-\U0001faff\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u25aa-\u25fe\u2600-\u27bf"
    "\u2934\u2935\u2b05-\u2b55\u3030\u303d\u3297\u3299\u00a9\u00ae\u24c2]"
)
_SKIN, _DRAWN, _JOINED = "[\U0001f3fb-\U0001f3ff]", "\ufe0f", "\u200d"
_FLAG = "[\U0001f1e6-\U0001f1ff]{2}|\U0001f3f4[\U000e0020-\U000e007f]+"
_KEYCAP = f"[0-9#*]{_DRAWN}?\u20e3"
_ONE = f"{_PICTURE}{_DRAWN}?{_SKIN}?"
_EMOJI = re.compile(f"(?:{_FLAG}|{_KEYCAP}|{_ONE}(?:{_JOINED}{_ONE}){{0,4}})")


def is_emoji(text: str) -> bool:
    """Check whether a text is one emoji and nothing else."""
    return _EMOJI.fullmatch(text.strip()) is not None
