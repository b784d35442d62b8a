"""What sets two prompts of one agent, minute and kind apart, so that each has draws of its own."""

from __future__ import annotations

from typing import Any

from engine.prompts.prompt import Prompt

_WHAT: dict[str, tuple[str, ...]] = {
    "plan_day": (),
    "plan_block": ("gist", "because"),
    "rate": ("observations",),
    "react": ("doing", "place", "obstacle", "waited"),
    "speak": ("place",),
    "take_away": ("place",),
    "ask_oneself": (),
    "conclude": ("questions",),
    "interview": ("question",),
    "heed": ("whisper",),
    "keep_diary": ("day",),
}
_ROWS = ("earlier", "recalled", "recent", "memories", "events", "engagements", "lines")


def draw_key(prompt: Prompt[Any]) -> list[str]:
    """Return the short fields of a prompt in words, and of its rows how many there are and which is the
    last.
    """
    parts = [str(getattr(prompt, name)) for name in _WHAT[prompt.name]]
    for name in _ROWS:
        rows = getattr(prompt, name, ())
        if rows:
            parts.append(f"{name} {len(rows)} {getattr(rows[-1], 'id', rows[-1])}")
    if prompt.name == "plan_block":
        block = getattr(prompt, "block")  # noqa: B009
        parts.append(f"{block.start} {block.end} {block.activity} {block.room}")
    return parts
