"""A programme: all interventions of a run as a YAML file, which another run can follow.

    programme: 1
    entries:
    - at: day 2 11:00
      do: move
      agent: isabel
      room: Quay
      who: Ms Day
    - at: day 2 12:00
      do: undo
      entry: '#1'
    - if: tomas at Quay
      always: true
      do: happen
      room: Quay
      text: A gull steals his lunch.

An entry that takes back another names it by its place in the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from engine.clock import moment_words, parse_moment
from engine.errors import BadInput, worded
from engine.interventions import INTERVENTIONS
from engine.interventions.entries import Done
from engine.interventions.intervention import LONGEST, Intervention

FORM = 1
MOST_LETTERS, MOST_ENTRIES = 1_000_000, 5_000
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_OURS = ("at", "if", "always", "since", "holds", "do", "who", "why")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One entry of a programme.

    It is carried out at a minute (`due`), or when a condition (`rule`, in words) comes to hold, from the
    minute `since` on; `holds` if it holds already.
    """

    verb: str
    asked: Mapping[str, str]
    who: str = ""
    why: str = ""
    due: int | None = None
    rule: str = ""
    always: bool = False
    since: int | None = None
    holds: bool = False


def steps_of(entries: Sequence[Done]) -> tuple[Step, ...]:
    """Return interventions as the steps of a programme, in their order."""
    places = {one.entry.id: f"#{place}" for place, one in enumerate(entries, 1)}
    return tuple(
        Step(
            verb=one.entry.verb,
            asked={name: _placed(one, text, places) for name, text in one.entry.asked.items()},
            who=one.entry.who,
            why=one.entry.why,
            due=one.entry.minute,
        )
        for one in entries
    )


def _placed(one: Done, text: str, places: Mapping[int, str]) -> str:
    undoes = one.entry.undoes
    return places.get(undoes, text) if undoes and text == str(undoes) else text


def written(steps: Sequence[Step]) -> str:
    """Return steps as YAML."""
    entries = [_entry(step) for step in steps]
    whole = {"programme": FORM, "entries": entries}
    return str(yaml.dump(whole, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=100))


class _Dumper(yaml.SafeDumper):
    """Writes a text of several lines as a block."""


_Dumper.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar(
        "tag:yaml.org,2002:str", text, style="|" if "\n" in text else None
    ),
)


def _entry(step: Step) -> dict[str, object]:
    when: dict[str, object] = {"at": moment_words(step.due)} if step.due is not None else {"if": step.rule}
    optional = {
        "always": step.always,
        "since": moment_words(step.since) if step.since is not None else "",
        "holds": step.holds,
        "who": step.who,
        "why": step.why,
    }
    asked = {name: text for name, text in step.asked.items() if text}
    return {**when, "do": step.verb, **asked, **{name: value for name, value in optional.items() if value}}


def read(text: str) -> tuple[Step, ...]:
    """Return the steps of a programme. Raises BadInput, naming the entry, if it is invalid."""
    if len(text) > MOST_LETTERS:
        raise BadInput(
            worded(
                "this programme has {text:,} characters, but can have at most {most_letters:,}; split "
                "it into several",
                most_letters=MOST_LETTERS,
                text=len(text),
            )
        )
    whole = _loaded(text)
    if not isinstance(whole, dict) or whole.get("programme") != FORM:
        raise BadInput(worded("this is not a programme; make `programme: {form}` its first line", form=FORM))
    entries = whole.get("entries")
    if not isinstance(entries, list) or not entries:
        raise BadInput(worded("this programme has no entries; add a list `entries:` with at least one entry"))
    if len(entries) > MOST_ENTRIES:
        raise BadInput(
            worded(
                "this programme has {entries:,} entries, but can have at most {most_entries:,}; split "
                "it into several",
                most_entries=MOST_ENTRIES,
                entries=len(entries),
            )
        )
    return tuple(_step(number, entry) for number, entry in enumerate(entries, 1))


def _loaded(text: str) -> Any:  # noqa: ANN401 - whatever stands in the file
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=_LOADER)):
            raise BadInput(worded("a programme cannot use aliases (*name); write out the content"))
        return yaml.load(text, Loader=_LOADER)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or worded(
            "too many levels, a control character, or an invalid date or number"
        )
        if mark is None:
            raise BadInput(
                worded("the programme is not valid YAML ({problem}); correct it", problem=problem)
            ) from None
        said = worded(
            "line {line} of the programme is not valid YAML ({problem}); correct it",
            line=mark.line + 1,
            problem=problem,
        )
        raise BadInput(said) from None


def _step(number: int, entry: object) -> Step:
    if not isinstance(entry, dict):
        raise BadInput(
            worded(
                "entry {number} of the programme does not consist of keys with values; write `do: …` "
                "with its fields",
                number=number,
            )
        )
    given = {str(name): value for name, value in entry.items()}
    kind = _kind(number, given.get("do"))
    due, rule = given.get("at"), given.get("if")
    if (due is None) is (rule is None):
        raise BadInput(
            worded(
                "entry {number} of the programme needs either `at` (a moment) or `if` (a condition); "
                "write exactly one of them",
                number=number,
            )
        )
    return Step(
        verb=kind.verb,
        asked=_asked(number, kind, given),
        who=_text(number, given, "who"),
        why=_text(number, given, "why"),
        due=None if due is None else _minute(number, due),
        rule=_text(number, given, "if"),
        always=bool(given.get("always", False)),
        since=_minute(number, given["since"]) if given.get("since") else None,
        holds=bool(given.get("holds", False)),
    )


def _kind(number: int, verb: object) -> type[Intervention]:
    kind = INTERVENTIONS.get(str(verb))
    if kind is None:
        known = ", ".join(INTERVENTIONS)
        raise BadInput(
            worded(
                "entry {number} of the programme has no valid `do`: {verb!r:.40}; use one of: {known}",
                number=number,
                verb=str(verb),
                known=known,
            )
        )
    return kind


def _asked(number: int, kind: type[Intervention], given: Mapping[str, object]) -> dict[str, str]:
    names = [asked.name for asked in kind.asks]
    missing = [asked.name for asked in kind.asks if not asked.optional and asked.name not in given]
    unknown = [name for name in given if name not in (*names, *_OURS)]
    if missing:
        raise BadInput(
            worded(
                "entry {number} of the programme, {verb!r}, is missing the field {missing!r}; add it",
                number=number,
                verb=kind.verb,
                missing=missing[0],
            )
        )
    if unknown:
        asks = ", ".join(names)
        raise BadInput(
            worded(
                "entry {number} of the programme, {verb!r}, has no field {unknown!r:.40}; its fields "
                "are: {asks}",
                number=number,
                verb=kind.verb,
                unknown=unknown[0],
                asks=asks,
            )
        )
    longest = {asked.name: asked.longest for asked in kind.asks}
    return {name: _text(number, given, name, longest[name]) for name in names if name in given}


def _text(number: int, given: Mapping[str, object], name: str, longest: int = LONGEST) -> str:
    value = given.get(name, "")
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise BadInput(
            worded(
                "{name!r} in entry {number} of the programme is not text; put the value in quotes",
                name=name,
                number=number,
            )
        )
    if len(str(value)) > longest:
        raise BadInput(
            worded(
                "{name!r} in entry {number} of the programme has more than {longest} characters; shorten it",
                name=name,
                number=number,
                longest=longest,
            )
        )
    return str(value)


def _minute(number: int, said: object) -> int:
    try:
        return parse_moment(str(said))
    except BadInput as error:
        raise BadInput(
            worded("entry {number} of the programme: {error}", number=number, error=error)
        ) from None
