"""Changes: the ways in which a run differs from the one it is based on, each as a KEY and its value.

    persona.nell.traits.talkative=silent    one word of a list for another (empty: removes it)
    persona.nell.traits=silent, warm        all of a list
    persona.nell.voice.register=gruff       any other line of a persona
    without=reflection                      a faculty off
    cognition.acting.recency=0.5            a setting, or a part of one
    seed=7
    world.Candle Court.about=Wet cobbles    a line of the world, or of the town; as well add.PATH,
                                            remove.PATH, and patch, a unified diff (`said_edits` has them)

A persona's own lines are in the scenario's files, and become a version of them that belongs to the run alone;
the other changes belong to the run itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import cast

from engine.errors import BadInput, NotFound, one_by_one, with_commas, worded
from engine.language.names.suggesting import did_you_mean, shown
from engine.moments import meant
from engine.row_ids import MOST_ID
from engine.scenario import Problem, load, persona_file, read_to_live
from engine.scenario.document.patching import BadPatch as BadPatch, patch_meant as patch_meant
from engine.scenario.document.said_edits import edited, is_said_edit
from engine.scenario.reading.schema import PersonaPart
from engine.scenario.setting import with_values
from engine.settings import FACULTIES, Weights, cognition

Said = Mapping[str, object]


class NoTown(BadInput):
    """A change with which a scenario's files make no valid town; `file` and `line` say where."""

    def __init__(self, key: str, first: Problem) -> None:
        self.file, self.line = first.file, first.line
        super().__init__(
            worded(
                "{key} makes the town invalid: {file}, line {line}: {message}; {remedy}",
                key=shown(key),
                file=first.file,
                line=first.line,
                message=first.message,
                remedy=first.remedy,
            )
        )


KEYS = (
    worded("persona.WHO.KEY, such as persona.nell.traits.talkative=silent"),
    worded("cognition.SETTING, such as cognition.reflect_at=90"),
    worded("without=FACULTY ({faculties})", faculties=with_commas(FACULTIES)),
    "seed=NUMBER",
    worded("world.PATH or town.PATH, add.PATH, remove.PATH, patch"),
)
TEXTS = (
    "called", "pronouns", "emoji", "home", "work", "seed", "currently", "day.wake", "day.sleep",
    "voice.register",
)  # fmt: skip
LISTS = ("traits", "day.routine", "voice.says")
NUMBERS = ("age", "forgetting")
_STATUS = "status."
_AT_THE_BEGINNING = ("seed", "status")
_PERSONA_KEYS = (*TEXTS, *LISTS, *NUMBERS, "status.NAME")
_PLAIN_LINES = {one.partition(".")[0] for one in _PERSONA_KEYS}
_COMMAS, _SEMICOLONS = re.compile("[,;，；]"), re.compile("[;；]")
_BOOLEANS = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The beginning of a run: the files of its scenario, its seed, and its own settings."""

    scenario: str
    files: Mapping[str, str]
    seed: int
    settings: Said


def changes_meant(said: Iterable[str]) -> dict[str, object]:
    """Parse changes written as KEY=VALUE; `without` may be given several times."""
    found: dict[str, object] = {}
    for one in said:
        key, equals, value = meant.words(one, worded("a change")).partition("=")
        name = key.strip()
        if not equals or not name:
            raise BadInput(
                worded(
                    "{one} is not a change; write it as KEY=VALUE, with one of these keys: {keys}",
                    one=shown(one),
                    keys=one_by_one(KEYS),
                )
            )
        found[name] = f"{found[name]},{value}" if name == "without" and name in found else value
    return found


def changed(setup: Setup, changes: Said, *, begun: bool = False) -> Setup:
    """Return a setup with some changes made. If the run has `begun`, changes that count only at the beginning
    are refused.

    Raises NotFound for an unknown key, person or faculty, and BadInput for an impossible value.
    """
    if not isinstance(changes, Mapping) or any(not isinstance(key, str) for key in changes):
        raise BadInput(
            worded(
                "{changes!r:.60} does not contain changes; write them as {{'seed': 7}}, with these "
                "keys: {keys}",
                changes=changes,
                keys=one_by_one(KEYS),
            )
        )
    for key, value in changes.items():
        head, _, rest = key.partition(".")
        if key == "seed":
            setup = replace(
                setup, seed=meant.whole(cast("int", _number(value, key)), worded("a seed"), 0, MOST_ID)
            )
        elif key == "without":
            off = meant.faculties(_listed(value, key, _COMMAS))
            setup = replace(setup, settings={**setup.settings, **dict.fromkeys(off, False)})
        elif head == "cognition" and rest:
            setup = replace(setup, settings=_with_setting(setup, rest, value))
        elif is_edit_of_files(key):
            setup = replace(setup, files=_with_files(setup, key, value, begun=begun))
        elif head == "persona" and rest:
            setup = replace(setup, files=_with_persona(setup, rest, value, begun=begun))
        else:
            raise NotFound(
                worded("there is no key {key}; use one of: {keys}", key=shown(key), keys=one_by_one(KEYS))
            )
    return setup


def is_edit_of_files(key: str) -> bool:
    """Return whether a key changes the scenario's files in a way a run cannot simply be begun with. In a
    lived town such changes are made by `engine.api.steering.editing`.
    """
    line = key.split(".")[2] if key.startswith("persona.") and key.count(".") > 1 else ""
    return is_said_edit(key) or (line in PersonaPart.model_fields and line not in _PLAIN_LINES)


def _with_files(setup: Setup, key: str, value: object, *, begun: bool) -> Mapping[str, str]:
    """Return the files of a scenario with one key changed."""
    if begun:
        raise BadInput(
            worded(
                "{key} cannot be changed in a run that has started; use `townwright amend`, or "
                "fork before the first day",
                key=shown(key),
            )
        )
    files = edited(setup.files, key, value)
    if problems := read_to_live(files, setup.scenario).errors:
        raise NoTown(key, problems[0])
    return files


def faculties_off(setup: Setup) -> tuple[str, ...]:
    """Return the faculties that are off in a setup."""
    now = _settings(setup)
    return tuple(name for name in FACULTIES if not now[name])


def _settings(setup: Setup) -> dict[str, object]:
    own = load(setup.files, setup.scenario).cognition
    return cognition({**own, **setup.settings}).model_dump()


def _with_setting(setup: Setup, path: str, said: object) -> Said:
    """Return the settings of a run with one setting, or a part of one, changed."""
    now = _settings(setup)
    name, _, part = path.partition(".")
    _one_of(name, worded("setting"), tuple(now))
    whole = now[name]
    if part:
        _one_of(
            part,
            worded("part of the setting {name!r}", name=name),
            tuple(whole) if isinstance(whole, Mapping) else (),
        )
        value: object = {**_table(whole), part: _plain_value(said)}
    elif isinstance(whole, Mapping) and not isinstance(said, Mapping):
        parts = ", ".join(f"cognition.{name}.{each}" for each in Weights.model_fields)
        raise BadInput(worded("the setting {name!r} has parts; set one of: {parts}", name=name, parts=parts))
    else:
        value = said if isinstance(said, Mapping) else _plain_value(said)
    own = {**setup.settings, name: value}
    meant.settings_meant(own)
    return own


def _with_persona(setup: Setup, path: str, said: object, *, begun: bool) -> Mapping[str, str]:
    """Return the files of a scenario with one line of a persona changed."""
    who, _, key = path.partition(".")
    personas = {one.id: one for one in load(setup.files, setup.scenario).personas}
    agent = next(
        (each for each, one in personas.items() if who.casefold() in (each, one.name.casefold())), ""
    )
    if not agent:
        remedy = did_you_mean(
            who, list(personas), worded("use one of: {personas}", personas=with_commas(personas))
        )
        raise NotFound(
            worded(
                "nobody in {scenario!r} has the id {who}; {remedy}",
                scenario=setup.scenario,
                who=shown(who),
                remedy=remedy,
            )
        )
    if begun and key.partition(".")[0] in _AT_THE_BEGINNING:
        raise BadInput(
            worded(
                "{key!r} of a persona takes effect only at the beginning of a run; fork at day 1 "
                "00:00, or start a new run",
                key=key,
            )
        )
    file = persona_file(agent)
    name, value = _persona_value(key, said, personas[agent].traits, personas[agent].says)
    text = with_values(setup.files[file], _nested(name, value), file)
    files = {**setup.files, file: text}
    if problems := read_to_live(files, setup.scenario).errors:
        first = problems[0]
        raise BadInput(
            worded(
                "{key} of {agent} cannot be {said}: {message}; {remedy}",
                key=key,
                agent=agent,
                said=shown(str(said)),
                message=first.message,
                remedy=first.remedy,
            )
        )
    return files


def _persona_value(
    key: str, said: object, traits: tuple[str, ...], says: tuple[str, ...]
) -> tuple[str, object]:
    """Return the persona key that is meant, and its new value."""
    if key in LISTS:
        return key, _listed(said, key, _COMMAS if key == "traits" else _SEMICOLONS)
    if key in TEXTS:
        return key, meant.words(said, worded("the {key} of a persona", key=key))  # type: ignore[arg-type]  # it checks
    if key in NUMBERS or key.removeprefix(_STATUS) not in (key, ""):
        return key, _number(said, key)
    for of, items in (("traits", traits), ("voice.says", says)):
        item = key.removeprefix(f"{of}.")
        if item != key:
            known = _one_of(item, worded("entry of {of}", of=of), items)
            new = meant.words(said, worded("the new entry of {of}", of=of)).strip()  # type: ignore[arg-type]
            return of, [each for one in items if (each := new if one == known else one)]
    remedy = did_you_mean(
        key, _PERSONA_KEYS, worded("use one of: {persona_keys}", persona_keys=with_commas(_PERSONA_KEYS))
    )
    raise NotFound(
        worded("a persona has no key {key} that can be changed; {remedy}", key=shown(key), remedy=remedy)
    )


def _one_of(said: str, what: str, known: tuple[str, ...]) -> str:
    found = next((one for one in known if one.casefold() == said.casefold()), None)
    if found is None:
        listed = (
            worded("use one of: {known}", known=with_commas(known)) if known else worded("there are none")
        )
        raise NotFound(
            worded(
                "there is no {what} {said}; {remedy}",
                what=what,
                said=shown(said),
                remedy=did_you_mean(said, known, listed),
            )
        )
    return found


def _nested(name: str, value: object) -> dict[str, object]:
    head, _, rest = name.partition(".")
    return {head: _nested(rest, value) if rest else value}


def _listed(said: object, key: str, between: re.Pattern[str]) -> list[str]:
    if isinstance(said, str):
        return [text for part in between.split(said) if (text := part.strip())]
    if isinstance(said, list | tuple) and all(isinstance(each, str) for each in said):
        return list(said)
    raise BadInput(
        worded(
            "{key!r} must be a list of texts, not {said!r:.60}; write it as ['one', 'two']",
            key=key,
            said=said,
        )
    )


def _number(said: object, key: str) -> int | float:
    value = _plain_value(said)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadInput(
            worded(
                "{key!r} must be a number, not {said!r:.60}; write it in digits, such as 7 or 0.5",
                key=key,
                said=said,
            )
        )
    return value


def _plain_value(said: object) -> object:
    """Return the number or boolean written in a text; any other value unchanged."""
    if not isinstance(said, str):
        return said
    text = said.strip().casefold()
    if text in _BOOLEANS:
        return _BOOLEANS[text]
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return said


def _table(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
