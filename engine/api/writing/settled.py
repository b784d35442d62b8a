"""Settled: settings tried in a run are written into its town's file, as a version that can be taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import BadInput, worded
from engine.scenario import read_scenario
from engine.scenario.setting import TOWN_FILE as TOWN_FILE, Value, with_settings
from engine.settings import cognition
from engine.store.writing.scenarios import ScenarioVersion


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A setting whose value has changed."""

    name: str
    before: object
    now: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """Settings written into a town's file: the version before, the new one, and the changes."""

    before: ScenarioVersion
    now: ScenarioVersion
    changes: tuple[Change, ...]


def settings_of(files: Mapping[str, str], name: str) -> dict[str, object]:
    """Return the effective settings of a scenario's files: its own and the defaults.

    Raises BadInput if the files have errors.
    """
    scenario = read_scenario(files, name).scenario
    if scenario is None:
        raise BadInput(
            worded(
                "the scenario {name!r} has errors, so its settings cannot be read; fix the errors on "
                "the World and Personas pages first",
                name=name,
            )
        )
    return cognition(scenario.cognition).model_dump()


def changes_of(files: Mapping[str, str], name: str, values: Mapping[str, Value]) -> tuple[Change, ...]:
    """Return the changes that these values would make to a scenario's settings."""
    now = settings_of(files, name)
    return tuple(
        Change(name=key, before=now.get(key), now=value)
        for key, value in values.items()
        if now.get(key) != value
    )


def settled(files: Mapping[str, str], name: str, values: Mapping[str, Value]) -> str:
    """Return the text of the town's file with these settings in it.

    Raises BadInput if the file cannot hold them, or would change in any other respect.
    """
    wanted = {**settings_of(files, name), **values}
    text = with_settings(files[TOWN_FILE], values)
    if settings_of({**files, TOWN_FILE: text}, name) != wanted:
        raise BadInput(
            worded(
                "{town_file} of {name!r} is written in a way that does not allow adding the settings "
                "automatically; add them by hand under `cognition`",
                town_file=TOWN_FILE,
                name=name,
            )
        )
    return text
