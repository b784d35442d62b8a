"""Rules: how a language expresses time, read from `times.yaml` of its pack."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import yaml

from engine.language.languages import FALLBACK, folders_for
from engine.language.times.numbers import Numbers, alternatives, read_numbers

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_GAP = re.compile(r"\{([a-z_]+)\}")
_SLACK = 120

Sort = Literal["clocks", "days", "amounts", "every", "parts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of the day, in minutes: its window, and the hours between which a clock time beside it is read.

    One that is a `deed` (supper) is a time only where a word before it makes it one.
    """

    window: tuple[int, int]
    hours: tuple[int, int]
    deed: bool


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Frame:
    """A pattern for one sort of piece, and its entry in the pack."""

    sort: Sort
    pattern: re.Pattern[str]
    says: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Mark:
    """A word before or after a time that says how it is meant.

    One that `spoils` does not make a time of a bare number; one `outside` is not part of the expression.
    """

    pattern: re.Pattern[str]
    means: str
    spoils: bool = False
    outside: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rules:
    """How a language expresses time."""

    numbers: Numbers
    frames: tuple[Frame, ...]
    parts: Mapping[str, Part]
    part_of: Mapping[str, str]
    sooner_or_later: Mapping[str, Mapping[str, str]]
    sooner_pattern: re.Pattern[str]
    sooner_before: re.Pattern[str]
    hints: tuple[tuple[str, re.Pattern[str]], ...]
    noon_hours: frozenset[int]
    last_waking: int
    short_clock_is_spoken: bool
    halves: Mapping[str, int]
    weekdays: Mapping[str, int]
    months: Mapping[str, int]
    units: Mapping[str, int]
    day_words: Mapping[str, int]
    up_late: Mapping[str, str]
    said_late: re.Pattern[str]
    leads: tuple[Mark, ...]
    trails: tuple[Mark, ...]
    amount_leads: tuple[Mark, ...]
    amount_trails: tuple[Mark, ...]
    shifts: Mapping[str, int]
    shift: re.Pattern[str]
    amounts_last: bool
    unclear_amount: re.Pattern[str]
    never_amount: re.Pattern[str]
    glue: re.Pattern[str]
    to: re.Pattern[str]
    between: re.Pattern[str]
    either: re.Pattern[str]
    and_weekday: re.Pattern[str]
    plural_part: re.Pattern[str]
    sentence_end: re.Pattern[str]
    clause_end: re.Pattern[str]
    things: re.Pattern[str]
    may_follow: frozenset[str]
    never_after: frozenset[str]
    not_times: tuple[re.Pattern[str], ...]
    unclear: tuple[re.Pattern[str], ...]
    names_are_capital: bool


@cache
def rules_of(language: str) -> Rules:
    """Load the rules of how a language expresses time; the English ones if its pack has none."""
    for folder in folders_for(language):
        pack = folder / "times.yaml"
        if pack.is_file():
            return _read(yaml.load(pack.read_text(encoding="utf-8"), Loader=_LOADER))
    raise FileNotFoundError(f"the times of {FALLBACK!r} are missing from the installation")


def _read(data: Mapping[str, Any]) -> Rules:
    gaps = _gaps(data)
    lists = {name: _marks(data, data[name], gaps, before=name == "leads") for name in ("leads", "trails")}
    spans = data["spans"]
    shifts = spans["shift"]
    leads = "|".join(f"(?:{row['read']})" for row in data["leads"])
    return Rules(
        numbers=read_numbers(data["numbers"]),
        frames=tuple(_frames(data, gaps)),
        parts={name: _part(row) for name, row in data["parts"].items()},
        part_of=_part_words(data["parts"]),
        sooner_or_later=data["sooner_or_later"],
        sooner_pattern=_bounded(data, alternatives(data["sooner_or_later"])),
        sooner_before=_compiled(rf"{_edged(data, alternatives(data['sooner_or_later']))}\s*$", gaps),
        hints=tuple((part, _compiled(pattern, gaps)) for part, pattern in data["hints"].items()),
        noon_hours=frozenset(data["noon_hours"]),
        last_waking=_minute(data["last_waking"]),
        short_clock_is_spoken=data["short_clock_is_spoken"],
        halves=data["halves"],
        weekdays={**data["weekdays"], **data.get("short_weekdays", {})},
        months=data["months"],
        units=data["units"],
        day_words=data["day_words"],
        up_late=data["up_late"],
        said_late=_bounded(data, alternatives(data["up_late"])),
        **lists,
        amount_leads=_marks(data, spans["before"], gaps, before=True),
        amount_trails=_marks(data, spans["after"], gaps, before=False),
        shifts=shifts,
        shift=_compiled(rf"\s*(?P<shift>{alternatives(shifts)})\s*{data['article']}", gaps),
        amounts_last=data.get("amounts_last", False),
        unclear_amount=_compiled(spans["unclear"], gaps),
        never_amount=_compiled(spans["never_before"], gaps),
        glue=_compiled(rf"(?:{data['glue']}|{_edged(data, leads)})*", gaps),
        to=_compiled(data["to"], gaps),
        between=_compiled(data["and"], gaps),
        either=_compiled(data["or"], gaps),
        and_weekday=_compiled(data["and_weekday"], gaps),
        plural_part=_compiled(data["plural_part"], gaps),
        sentence_end=_compiled(data["sentence_end"], gaps),
        clause_end=_compiled(data["clause_end"], gaps),
        things=_compiled(data["things"], gaps),
        may_follow=frozenset(data["may_follow"]),
        never_after=frozenset(data["never_after"]),
        not_times=tuple(_bounded(data, pattern, gaps) for pattern in data["not_times"]),
        unclear=tuple(_bounded(data, pattern, gaps) for pattern in data["unclear"]),
        names_are_capital=data.get("names_are_capital", False),
    )


def _gaps(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the regular expression for each gap in the patterns, by the gap's name."""
    numbers = read_numbers(data["numbers"])
    hour = rf"(?:\d{{1,2}}|{numbers.word})"
    words = {
        "part": _part_words(data["parts"]),
        "weekday": data["weekdays"],
        "short_weekday": data.get("short_weekdays", ()),
        "month": data["months"],
        "unit": data["units"],
        "day": data["day_words"],
        "half": data["halves"],
    }
    return {
        "hour": hour, "minute": hour, "less": hour, "number": numbers.amount, "nth": numbers.order
    } | {name: alternatives(each) for name, each in words.items()} | {"word": numbers.word}  # fmt: skip


def _frames(data: Mapping[str, Any], gaps: Mapping[str, str]) -> Iterator[Frame]:
    sorts: tuple[Sort, ...] = ("clocks", "days", "amounts", "every")
    for sort in sorts:
        for says in data[sort]:
            yield Frame(sort=sort, pattern=_bounded(data, says["read"], gaps), says=says)
    for row in data["parts"].values():
        for key, needs in (("strong", ""), ("words", data.get("parts_need", "lead"))):
            if row.get(key):
                pattern = _bounded(data, f"(?P<part>{alternatives(row[key])})")
                yield Frame(sort="parts", pattern=pattern, says={"needs": needs})


def _marks(
    data: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], gaps: Mapping[str, str], *, before: bool
) -> tuple[Mark, ...]:
    """Build the marks that are found right before a time (`before`), or right after it."""
    frame = (
        rf"{data['edge']['before']}(?:%s)\s*{data['article']}$"
        if before
        else rf"(?:%s){data['edge']['after']}"
    )
    return tuple(
        Mark(
            pattern=_compiled(frame.replace("%s", row["read"]), gaps),
            means=row["means"],
            spoils=row.get("spoils", False),
            outside=row.get("outside", False),
        )
        for row in rows
    )


def _bounded(data: Mapping[str, Any], pattern: str, gaps: Mapping[str, str] | None = None) -> re.Pattern[str]:
    return _compiled(_edged(data, pattern), gaps or {})


def _edged(data: Mapping[str, Any], pattern: str) -> str:
    return rf"{data['edge']['before']}(?:{pattern}){data['edge']['after']}"


def _compiled(pattern: str, gaps: Mapping[str, str]) -> re.Pattern[str]:
    """Compile a pattern with its gaps filled. Only the first gap of a name becomes a group.

    Raises KeyError for a gap without words.
    """
    seen: set[str] = set()

    def fill(found: re.Match[str]) -> str:
        name = found[1]
        if name not in gaps:
            raise KeyError(f"times.yaml has no words for {{{name}}} in {pattern!r}")
        named = "?:" if name in seen or name == "word" else f"?P<{name}>"
        seen.add(name)
        return f"({named}{gaps[name]})"

    return re.compile(_GAP.sub(fill, pattern), re.IGNORECASE)


def _part(row: Mapping[str, Any]) -> Part:
    first, last = map(_minute, row["window"])
    hours = tuple(map(_minute, row["hours"])) if "hours" in row else (first - _SLACK, last + _SLACK)
    return Part(window=(first, last), hours=(hours[0], hours[1]), deed=row.get("deed", False))


def _part_words(parts: Mapping[str, Any]) -> dict[str, str]:
    return {
        word.lower(): name
        for name, row in parts.items()
        for word in (*row.get("words", ()), *row.get("strong", ()))
    }


def _minute(clock: str) -> int:
    hour, minute = clock.split(":")
    return int(hour) * 60 + int(minute)
