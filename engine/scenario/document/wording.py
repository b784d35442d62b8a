"""Values as YAML in our style: on one line, or on several below their key."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import indent as indented

from engine.scenario.document.values import Said
from engine.scenario.write import Braced, Folded, Inline, Null, dumped

_ON_ONE_LINE = frozenset({"traits", "includes", "known_by", "key_words", "states", "map", "status", "urgent"})
_WHOLE_ITEMS = frozenset({"relationships"})  # lists whose items stand between braces, a line each
_LONG = 76  # letters of a text that is better folded
_ENDLESS = 1 << 30
_PART = "; "  # between the first memories of somebody


def inline(value: Said) -> str:
    """Write a value on one line, as it can stand between brackets."""
    return dumped(Inline([_flow(value)]), width=_ENDLESS)[1:-2]


def scalar(value: Said, indent: int, *, folded: bool = False) -> str:
    """Write a scalar as it stands behind a colon or a dash; a long text goes below it, indented by `indent`
    spaces.
    """
    if isinstance(value, str) and (folded or len(value) > _LONG) and _folds(value):
        lines = [line.rstrip() for line in value.replace(_PART, ";\n").split("\n")]
        if len(lines) == 1:
            lines = dumped({"k": Folded(value)}).rstrip("\n").split("\n")[1:]
        return "\n".join([">-", *(" " * indent + line.strip() for line in lines)])
    return dumped({"k": value}, width=_ENDLESS)[3:].rstrip("\n")


def block(value: Said, indent: int, key: str = "") -> str:
    """Write a list or table on lines of its own, indented by `indent` spaces; the key decides the style."""
    styled = _styled(key, value)
    text = dumped(styled).rstrip("\n")
    return indented(text, " " * indent)


def is_inline(key: str, value: Said) -> bool:
    """Return whether a list or table is written on the line of its key."""
    return isinstance(value, (list, Mapping)) and (not value or key in _ON_ONE_LINE)


def _folds(value: str) -> bool:
    """Return whether a text survives folding: joining its lines by spaces changes nothing."""
    return value == " ".join(value.split()) and not value.startswith(("#", "- "))


def _flow(value: Said) -> object:
    if isinstance(value, Mapping):
        return Braced({key: _flow(child) for key, child in value.items()})
    if isinstance(value, list):
        return Inline([_flow(child) for child in value])
    return Null() if value is None else value


def _styled(key: str, value: Said) -> object:
    if is_inline(key, value):
        return _flow(value)
    if isinstance(value, Mapping):
        return {name: _styled(name, child) for name, child in value.items()}
    if isinstance(value, list):
        return [_flow(child) if key in _WHOLE_ITEMS else _styled("", child) for child in value]
    return Folded(value) if isinstance(value, str) and len(value) > _LONG and _folds(value) else value
