"""Halts: requests to stop or pause a run that is being lived, by whom, and whether they were met."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, cast

from engine.errors import worded
from engine.store.file.connection import Store
from engine.store.living.commands import answer_command, commands_of, give_command

Asker = Literal["window", "command line", "program", "system"]
HaltVerb = Literal["stop", "pause"]

ASKERS: Mapping[Asker, str] = MappingProxyType(
    {
        "window": worded("from a studio window"),
        "command line": worded("on the command line"),
        "program": worded("by a program"),
        "system": worded("by the system, which told the runner to stop"),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Halt:
    """A request to stop or pause.

    It says who asked (`window` identifies a window of the studio), when by the wall clock, and the minute at
    which the town stood still for it (None: not yet).
    """

    verb: HaltVerb
    asker: Asker
    window: str
    asked: str
    minute: int | None

    @property
    def by(self) -> str:
        """Return in words who asked."""
        return ASKERS[self.asker]


def ask_to_halt(store: Store, run: int, verb: HaltVerb, asker: Asker, window: str = "") -> int:
    """Ask the runner of a run to stop or to pause; return the number of the command."""
    return give_command(store, run, verb, {"asker": asker, "window": window})


def note_halt(store: Store, run: int, asker: Asker, minute: int) -> None:
    """Store that the process living the run was asked directly, and has paused for it."""
    with store.write():
        answer_command(store, ask_to_halt(store, run, "pause", asker), minute=minute)


def last_halt(store: Store, run: int, since: str, *, obeyed: bool = False) -> Halt | None:
    """Return the latest request to stop or pause since a wall time that was not refused, or None.

    With `obeyed`, those that were not met are left out.
    """
    for command in commands_of(store, run):
        if command.applied is None and obeyed:
            continue
        if command.verb in ("stop", "pause") and command.created >= since and command.applied != -1:
            said = command.payload.get("asker")
            return Halt(
                verb=cast("HaltVerb", command.verb),
                asker=cast("Asker", said) if said in ASKERS else "program",
                window=str(command.payload.get("window", "")),
                asked=command.created,
                minute=command.applied,
            )
    return None
