"""Write JSON that is readable and holds no characters that control a terminal or end a line."""

from __future__ import annotations

import dataclasses
import json
import re

# JSON itself escapes the first 32. The rest end lines for some readers, move cursors, or turn text round.
_HOSTILE = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def safe_json(value: object, *, indent: int | None = None) -> str:
    """Return a value (dataclasses as objects) as JSON; letters of every language stay as they are."""
    separators = (",", ":") if indent is None else None
    text = json.dumps(
        value, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators, default=_fields
    )
    return _HOSTILE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _fields(value: object) -> dict[str, object]:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    raise TypeError(f"a {type(value).__name__} cannot be written as JSON")
