"""The errors of this package, each naming the cause and the remedy; and texts that can be translated."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from engine.scenario.problems import Problem

Part = Literal["", "message", "remedy"]
_SEMICOLON = re.compile("; |；")


class TownwrightError(Exception):
    """The base class of errors whose message can be shown to a person.

    `details` are lines to read below the message, if there is more to see.
    """

    details = ""


class NotFound(TownwrightError):
    """There is no run, agent, place, memory or scenario of that name."""


class BadInput(TownwrightError):
    """An input cannot be used; the message says what could be."""


class ScenarioProblems(TownwrightError):
    """A scenario with errors was to be run. It holds every problem found, not only the first."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class WorkspaceDamaged(TownwrightError):
    """The workspace file is foreign, newer than this program, or damaged; nothing is written to it."""


class RunBusy(TownwrightError):
    """Another process is living this run; the message says which, and since when."""


class ModelFailed(TownwrightError):
    """A model gave no usable answer. The turn that asked leaves nothing behind.

    An outage is a fault of the server, the account or the settings, which the next question would meet too.
    `faults` are those of an answer that does not fit, so that a better one can be asked for.
    """

    def __init__(self, message: str, *, outage: bool = True, faults: str = "") -> None:
        self.outage = outage
        self.faults = faults
        super().__init__(message)


class DayPaused(TownwrightError):
    """A day stopped between turns because it could not go on; the message says why and what to do."""

    def __init__(self, message: str, *, details: str = "") -> None:
        self.details = details
        super().__init__(message)


class NotWritten(TownwrightError):
    """The workspace file could not be read or written (disk full, read-only); it is unchanged."""


class NotInstalled(TownwrightError):
    """A library needed only here is not installed; the message says how to get it."""


class Worded(str):
    """A text in English, with the `pattern` and the `values` from which it was made.

    With a `part`, it is only that part of the text. It is a string like any other; adding to it or cutting it
    gives a plain string.
    """

    pattern: str
    values: Mapping[str, object]
    part: Part

    def __new__(cls, pattern: str, values: Mapping[str, object], part: Part = "") -> Worded:
        """Put the values into their places; an error is replaced by its message."""
        values = {
            name: words_of(one) if isinstance(one, BaseException) else one for name, one in values.items()
        }
        made = super().__new__(cls, part_of(pattern.format_map(values) if values else pattern, part))
        made.pattern, made.values, made.part = pattern, MappingProxyType(dict(values)), part
        return made

    def __reduce__(self) -> tuple[type[Worded], tuple[str, dict[str, object], Part]]:
        """Return the arguments for copying and unpickling."""
        return Worded, (self.pattern, dict(self.values), self.part)


def part_of(text: str, part: Part) -> str:
    """Return a part of a message in any language: what is wrong, or what to do, after the first semicolon."""
    message, *remedy = _SEMICOLON.split(text, maxsplit=1) if part else (text,)
    return message if part != "remedy" else "".join(remedy)


def message_and_remedy(text: str) -> tuple[str, str]:
    """Return what a message says is wrong, and what to do ("" if it does not say)."""
    if not isinstance(text, Worded):
        return part_of(text, "message"), part_of(text, "remedy")
    return Worded(text.pattern, text.values, "message"), Worded(text.pattern, text.values, "remedy")


def worded(pattern: str, /, **values: object) -> Worded:
    """Return a text for people: a pattern with a named place for each of its values.

    A value may be such a text itself, and is then translated with it. The values are put in as they are;
    braces in them have no meaning.
    """
    return Worded(pattern, values)


def with_commas(parts: Iterable[str]) -> str:
    """Return several texts for people as a list: `a, b, c`."""
    return _joined(tuple(parts), lambda before, then: worded("{before}, {then}", before=before, then=then))


def one_by_one(parts: Iterable[str]) -> str:
    """Return several texts for people as a list: `a; b; c`."""
    return _joined(tuple(parts), lambda before, then: worded("{before}; {then}", before=before, then=then))


def _joined(parts: Sequence[str], two: Callable[[str, str], str]) -> str:
    """Return texts joined by halves, so that their nesting stays shallow."""
    if len(parts) < 2:
        return parts[0] if parts else ""
    half = len(parts) // 2
    return two(_joined(parts[:half], two), _joined(parts[half:], two))


def words_of(error: BaseException) -> str:
    """Return the message of an error, as the text that it was made with."""
    first = error.args[0] if error.args else ""
    return first if isinstance(first, Worded) and len(error.args) == 1 else str(error)


RANGES: Mapping[str, Callable[[Mapping[str, object]], Worded]] = {
    "greater_than_equal": lambda found: worded("a number of at least {ge:g}", ge=found["ge"]),
    "greater_than": lambda found: worded("a number above {gt:g}", gt=found["gt"]),
    "less_than_equal": lambda found: worded("a number of at most {le:g}", le=found["le"]),
    "less_than": lambda found: worded("a number below {lt:g}", lt=found["lt"]),
    "too_short": lambda _: worded("text that is not empty"),
    "too_long": lambda found: worded("at most {most} {what}", most=found["max_length"], what=found["what"]),
    "string_too_short": lambda _: worded("text that is not empty"),
    "string_too_long": lambda found: worded(
        "at most {most} {what}", most=found["max_length"], what=found["what"]
    ),
    "finite_number": lambda _: worded("a finite number"),
}
"""What a value out of range must be, by the type of Pydantic's error."""
WANTED: Mapping[str, str] = {
    "string_type": worded("text"),
    "int_type": worded("a whole number such as 7"),
    "int_from_float": worded("a whole number such as 7"),
    "float_type": worded("a number such as 0.5"),
    "bool_type": worded("true or false, without quotes"),
    "int_parsing": worded("a whole number such as 7"),
    "float_parsing": worded("a number such as 0.5"),
    "bool_parsing": worded("true or false, without quotes"),
    "list_type": worded("a list such as [one, two]"),
    "dict_type": worded("keys with values"),
    "model_type": worded("keys with values"),
    "model_attributes_type": worded("keys with values"),
}
"""What a value of a wrong type must be, by the type of Pydantic's error."""


def remedy_of(fault: Mapping[str, Any]) -> Worded:
    """Return what to do about a fault that Pydantic found in a value that a person gave."""
    kind, context = fault["type"], fault.get("ctx", {})
    if kind == "missing":
        return worded("fill it in")
    if kind == "extra_forbidden":
        return worded("remove it")
    if kind == "literal_error":
        return worded("use one of: {known}", known=context["expected"].replace(" or ", ", "))
    wanted = WANTED.get(kind, worded("another kind of value"))
    if kind in RANGES:
        wanted = RANGES[kind]({"what": worded("characters"), **context})
    return worded("use {wanted}", wanted=wanted)
