"""Thinking: tell what a model says from what it thinks aloud before it, however its thinking is marked.

Marks are `<think>...</think>`, `[THINK]...[/THINK]`, channels such as `<|channel|>final<|message|>`, and
others of the kind, in any brackets and a few scripts. A chat template may have sent the opening mark already,
so that only the closing one is in the answer.
"""

from __future__ import annotations

import re

_STEM = (
    r"(?:think|thought|reason|reflect|analys|analyz|scratch|monolog|deliberat|ponder|rationale|"
    r"思考|思维|思維|推理|想法|分析)"
)
_NAME = rf"[\w:.-]{{0,16}}{_STEM}[\w:.-]{{0,16}}"
_LEFT, _RIGHT = "[<\\[◁＜【⟨「]", "[>\\]▷＞】⟩」]"
_FINAL = r"<\|?channel\|?>\s*(?:final|response|output|answer)\b[^<]{0,40}<\|?message\|?>"
_CLOSES = re.compile(
    rf"{_LEFT}\s*[/／]\s*{_NAME}\s*{_RIGHT}|<\|\s*(?:[/／]|(?:end|close)[_ ]?(?:of)?[_ ]?){_NAME}\|>|"
    rf"<unused95>|</details>|{_FINAL}",
    re.IGNORECASE,
)
_OPENS = re.compile(
    rf"{_LEFT}\s*{_NAME}\s*{_RIGHT}|<\|\s*{_NAME}\|>|<unused94>|<details\b[^>]*>|"
    r"<\|?channel\|?>\s*(?:analysis|commentary|thought|thinking)\b",
    re.IGNORECASE,
)
_PAIR = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_STILL = re.compile(r"<(?:think(?:ing)?>.*|/?[a-z]{0,8})\Z", re.DOTALL | re.IGNORECASE)


def without_thinking(text: str) -> str:
    """Return what a model says; empty if it is still thinking, or has come to no object since.

    That is all that follows its last closing mark. The commonest marks are taken out of the object as well,
    where a model has gone on to think in one of its texts.
    """
    spoken = _after_thinking(_PAIR.sub("", text))
    return "" if _begins_to_think(spoken) else spoken


def is_still_thinking(text: str) -> bool:
    """Return whether a text has begun to think and has not come to say anything."""
    return _begins_to_think(_after_thinking(_PAIR.sub("", text)))


def spoken_so_far(text: str) -> str:
    """Return what a model has said of a text that still grows, without a mark that may have begun."""
    spoken = _after_thinking(_STILL.sub("", _PAIR.sub("", text)))
    return "" if _begins_to_think(spoken) else spoken


def _after_thinking(text: str) -> str:
    """Return a text after the last closing mark that an object follows, or else after the last of all."""
    ends = [mark.end() for mark in _CLOSES.finditer(text)]
    last = next((end for end in reversed(ends) if "{" in text[end:]), ends[-1] if ends else 0)
    return text[last:]


def _begins_to_think(spoken: str) -> bool:
    opening = _OPENS.search(spoken.partition("{")[0])
    return opening is not None
