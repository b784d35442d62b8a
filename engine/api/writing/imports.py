"""Imports: files of other programs are examined, reported on, and stored on request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.api.scenarios import Scenarios
from engine.errors import BadInput, worded
from engine.export.smallville.open import open_save
from engine.moments import meant
from engine.scenario.cards.proposal import CardIn
from engine.scenario.foreign.arrivals import (
    ENDINGS as ENDINGS,
    Arrival as Arrival,
    FilesIn as FilesIn,
    Kept as Kept,
    arrival,
    arrival_at,
)
from engine.scenario.smallville.proposal import SaveIn as SaveIn
from engine.scenario.spoken.proposal import ScriptIn as ScriptIn, SpeakerIn as SpeakerIn
from engine.store.file.connection import Store
from engine.store.writing.drafts import NOBODY
from engine.store.writing.scenarios import check_free


class Imports:
    """The imports of a workspace: a file is examined first, with a report, and stored only on request."""

    def __init__(self, store: Store, scenarios: Scenarios) -> None:
        self.store = store
        self._scenarios = scenarios

    def look(self, file_name: str, content: bytes, *, into: str = "", home: str = "") -> Arrival:
        """Examine a file and return the import, with a report of what was taken, changed and dropped; nothing
        is stored. Cards, stories and tables bring people `into` a scenario as it stands, living in one of its
        rooms (`home`) or where the fewest live; a scenario or a save becomes a scenario of its own.

        Raises BadInput if it is none of these, or cannot be read.
        """
        name = meant.words(file_name, worded("the name of a file"))
        if not isinstance(content, bytes):
            raise BadInput(
                worded(
                    "the content of a file must be given as bytes, not as {name}; read the file with "
                    "`Path(...).read_bytes()`",
                    name=type(content).__name__,
                )
            )
        return arrival(name, content, lambda: self._files(into), meant.words(home, worded("a home")))

    def look_at(self, path: str | Path, *, into: str = "", home: str = "") -> Arrival:
        """Like `look`, for a file or a folder on this machine."""
        return arrival_at(Path(path), lambda: self._files(into), meant.words(home, worded("a home")))

    def keep(
        self,
        found: Arrival,
        *,
        into: str = "",
        name: str = "",
        agents: Sequence[str] | None = None,
        writer: str = NOBODY,
    ) -> Kept:
        """Store an examined import: people `into` a scenario (from a story or table only the `agents` given,
        if any), each as an edit that can be undone; a scenario under its own name or another, and the days of
        a save as a run of it.

        Raises BadInput if the scenario's name is taken, or nobody is chosen.
        """
        if isinstance(found, CardIn):
            self._scenarios.accept_card(into, found, writer=writer)
            return Kept(scenario=into, agents=(found.agent,))
        if isinstance(found, ScriptIn):
            chosen = found.chosen(agents)
            if not chosen:
                raise BadInput(worded("no people are selected; choose whom to import"))
            self._scenarios.accept(into, [one.edit for one in chosen], writer=writer)
            return Kept(scenario=into, agents=tuple(one.agent for one in chosen))
        called = " ".join((name or found.name).split())
        if isinstance(found, FilesIn) or found.lived is None or found.problems:
            return Kept(scenario=self._scenarios.add(called, found.files, worded("imported")).scenario)
        check_free(self.store, called)
        row = open_save(
            self.store, called, found.files, found.lived,
            lambda: self._scenarios.add(called, found.files, worded("imported")).number,
        )  # fmt: skip
        return Kept(scenario=called, run=row.id)

    def _files(self, into: str) -> Mapping[str, str]:
        if not into:
            raise BadInput(worded("this import adds people to a scenario; name the scenario"))
        return self._scenarios.drafts.files(meant.words(into, worded("the name of a scenario")))
