"""Interventions: the changes an author can make in a town."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from engine.errors import TownwrightError
from engine.interventions import (
    INTERVENTIONS as INTERVENTIONS,
    Add as Add,
    Amend as Amend,
    Commit as Commit,
    Feel as Feel,
    Forget as Forget,
    Happen as Happen,
    Intervention as Intervention,
    LockBlock as LockBlock,
    LockLine as LockLine,
    LockTie as LockTie,
    Move as Move,
    Reconsider as Reconsider,
    ReflectNow as ReflectNow,
    Remember as Remember,
    Replan as Replan,
    Reword as Reword,
    Say as Say,
    SendAway as SendAway,
    SetState as SetState,
    Tie as Tie,
    Undo as Undo,
    Whisper as Whisper,
    asked_for as asked_for,
)
from engine.interventions.entries import Done as Done
from engine.interventions.intervention import LONGEST as LONGEST, Asked as Asked

if TYPE_CHECKING:
    from engine.records import Scenario


def unmeant(
    scenario: Scenario, verb: str, asked: Mapping[str, str]
) -> Iterator[tuple[Asked, TownwrightError]]:
    """Yield each field of an intervention that means nothing in a town before its first day, with the error:
    unknown people, rooms and objects, and intentions that cannot be read.
    """
    # The command line names the interventions in its help, which waits for nothing that takes long to load.
    from engine.moments.arranging import value_meant
    from engine.rehearsal import Rehearsal
    from engine.scenario.stating.stating import intentions_read
    from engine.simulation.loading import town_of

    town = town_of(scenario, Rehearsal(), seed=0, settings={})
    for field in INTERVENTIONS[verb].asks:
        value = asked.get(field.name, "")
        try:
            if value and field.kind == "intention":
                intentions_read(value, scenario)
            elif value:
                value_meant(field, value, verb, town)
        except TownwrightError as error:
            yield field, error
