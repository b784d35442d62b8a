"""Probes: what people of lived towns are asked or reminded of, and by what one knows the memories that
answer.

Each town has a file in `tests/probes`. Days change whenever the rehearsal model does, so evidence is not
named by its id: it is whatever fits one of the descriptions in `finds`, by kind, by whom it is about, by
place, by words (a pattern) and by when it was made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, field_validator

from engine.api.workspace import Run, Workspace
from engine.clock import DAY, parse_moment
from engine.mind.memory import MemoryStream
from engine.records import Memory, MemoryKind
from engine.simulation.loading import load_mind

FOLDER = Path(__file__).parent / "probes"
PURPOSES = ("interview", "acting", "talking", "planning")


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Finds(_Strict):
    """A description of evidence; all that is said of it has to hold."""

    kind: tuple[MemoryKind, ...] = ()
    about: str = ""
    place: str = ""
    words: re.Pattern[str] = re.compile("")
    since: str = Field("1 00:00", alias="from")
    until: str = "999 00:00"

    @field_validator("kind", mode="before")
    @classmethod
    def _one_or_many(cls, value):
        return (value,) if isinstance(value, str) else value

    def fits(self, memory: Memory) -> bool:
        """Whether a memory is such evidence."""
        return (
            memory.kind in (self.kind or (memory.kind,))
            and self.about in ("", *memory.about)
            and memory.place.startswith(self.place)
            and moment(self.since) <= memory.minute < moment(self.until)
            and re.search(self.words.pattern, memory.text, re.IGNORECASE) is not None
        )


class Probe(_Strict):
    """What somebody is asked or reminded of at a moment, and the evidence."""

    who: str
    purpose: str = Field(alias="for")
    asks: str
    finds: tuple[Finds, ...]
    at: str = ""

    @field_validator("purpose")
    @classmethod
    def _is_one(cls, value):
        assert value in PURPOSES
        return value


class Generated(_Strict):
    """How a generated town is made."""

    people: int
    seed: int


class Town(_Strict):
    """A town, how it is lived, and its probes."""

    town: str
    seed: int
    days: int
    at: str
    probes: tuple[Probe, ...]
    generated: Generated | None = None

    def live(self, workspace: Workspace) -> Run:
        """Live its days with the rehearsal model."""
        if self.generated:
            workspace.scenarios.new_generated(self.town, self.generated.people, self.generated.seed)
        run = workspace.runs.new(self.town, seed=self.seed)
        run.live(self.days * DAY, concurrency=4)
        return run

    def streams(self, run: Run) -> Iterator[tuple[Probe, int, MemoryStream]]:
        """Each probe with its minute and what its person remembers then."""
        held: dict[tuple[str, int], MemoryStream] = {}
        for probe in self.probes:
            at = moment(probe.at or self.at)
            if (probe.who, at) not in held:
                state = load_mind(run.store, run.number, run.town, probe.who, before=at)
                held[probe.who, at] = state.minds[probe.who].stream
            yield probe, at, held[probe.who, at]


def towns() -> list[Town]:
    """All towns that have probes."""
    files = sorted(FOLDER.glob("*.yaml"))
    return [Town.model_validate(yaml.safe_load(file.read_text("utf-8"))) for file in files]


def moment(text: str) -> int:
    """`2 17:00`, as a minute."""
    return parse_moment(f"day {text}")


def evidence(probe: Probe, stream: MemoryStream) -> frozenset[int]:
    """The ids of the memories that answer."""
    return frozenset(row.id for row in stream.memories if any(finds.fits(row) for finds in probe.finds))
