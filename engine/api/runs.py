"""The runs of a workspace: created, found again, opened from a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import BinaryIO

from engine.api.run import Run
from engine.api.scenarios import Scenarios
from engine.display.listed import Records
from engine.errors import ScenarioProblems, worded
from engine.export.cassette import open_cassette
from engine.model_choice.choice import REHEARSAL, settled
from engine.models.profiles import Keys
from engine.moments import meant
from engine.row_ids import MOST_ID
from engine.store.answers.spending import Spent, spent
from engine.store.file.connection import Store
from engine.store.living.deleting import remove_runs
from engine.store.living.disk import disk_of
from engine.store.living.jobs import Job as Job, job_of
from engine.store.living.runs import (
    RunRow as RunRow,
    create_run,
    deleted_runs,
    find_deleted,
    find_run,
    list_runs,
    run_row,
)
from engine.store.log.moments import town_clock
from engine.store.log.rows import fingerprint, last_turn_minute

FIRST_TOWN = "willow-bay"


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """A run as a list of runs shows it."""

    row: RunRow
    founded: bool
    clock: int
    job: Job | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """The resources of a run: its approximate bytes in the workspace (a fork, without its past), its spending
    on served models, and the fingerprint of its log ("" before it is simulated).
    """

    disk: int
    spent: Spent
    fingerprint: str


class Runs:
    """The runs of a workspace, as `workspace.runs`."""

    def __init__(self, store: Store, scenarios: Scenarios, keys: Keys) -> None:
        self.store = store
        self.keys = keys
        self._scenarios = scenarios

    def all(self, *, archived: bool = False) -> Records[RunRow]:
        """Return all runs in the order of their creation. Archived runs are included only if `archived` is
        true, and deleted runs never.
        """
        return Records.of(
            RunRow, list_runs(self.store, hidden=meant.yes_or_no(archived, worded("`archived`")))
        )

    def deleted(self) -> Records[RunRow]:
        """Return the deleted runs that can be restored, the most recently deleted first."""
        return Records.of(RunRow, deleted_runs(self.store))

    def find(self, ref: str | int, *, deleted: bool = False) -> Run:
        """Find a run by its id, name or number; `last` means the newest run.

        An archived run can be found only by its id or number. With `deleted`, only deleted runs are searched,
        and `last` means the most recently deleted one. Raises NotFound if there is no such run, and BadInput
        if several runs have this name.
        """
        found = find_deleted if meant.yes_or_no(deleted, worded("`deleted`")) else find_run
        return Run(self.store, found(self.store, ref), keys=self.keys)

    def glance(self, number: int) -> Glance:
        """Return the state of a run without reading its scenario, which is faster than `find`."""
        row = run_row(self.store, meant.row_id(number))
        founded = last_turn_minute(self.store, number) >= 0
        return Glance(
            row=row,
            founded=founded,
            clock=town_clock(self.store, number) if founded else 0,
            job=job_of(self.store, number),
        )

    def taken(self, number: int) -> Taken:
        """Return the disk space of a run in bytes, its spending, and the fingerprint of its log."""
        row = run_row(self.store, meant.row_id(number))
        founded = last_turn_minute(self.store, row.number) >= 0
        return Taken(
            disk=disk_of(self.store, row.number),
            spent=spent(self.store, run=row.number),
            fingerprint=fingerprint(self.store, row.number) if founded else "",
        )

    def remove(self, numbers: Iterable[int]) -> int:
        """Remove runs permanently, and return the number of bytes by which the workspace file shrinks.

        Raises BadInput if a run has a fork that is not in the list, or if another run uses its answers, and
        RunBusy if a run is being simulated. The runs removed before the error stay removed.
        """
        return remove_runs(self.store, [meant.row_id(one) for one in numbers])

    def new(
        self,
        scenario: str,
        *,
        seed: int | None = None,
        model: str = REHEARSAL,
        settings: Mapping[str, object] | None = None,
        name: str = "",
    ) -> Run:
        """Create a run of the newest version of a scenario.

        Parameters
        ----------
        scenario : str
            The name of a scenario in the workspace.
        seed : int, optional
            The seed of the random numbers. By default, the seed of the scenario.
        model : str
            `rehearsal` for the built-in rehearsal model, or the name of a model profile.
        settings : mapping, optional
            Settings under `cognition` that differ from those of the scenario, by name.
        name : str
            The name of the run. By default, the name of the scenario.

        Returns
        -------
        Run
            The new run, which is not simulated yet.

        Raises
        ------
        NotFound
            If there is no such scenario.
        BadInput
            If there is no such model, or if the seed, the name or a setting is invalid.
        ScenarioProblems
            If the scenario has errors. The exception contains all of them.

        """
        if seed is not None:
            meant.whole(seed, worded("a seed"), 0, MOST_ID)
        name, model = meant.words(name, worded("the name of a run")), meant.words(model, worded("a model"))
        version = self._scenarios.taken_in(meant.words(scenario, worded("the name of a scenario")))
        checked = self._scenarios.checked(version.scenario, version.number)
        if checked.scenario is None:
            raise ScenarioProblems(checked.errors)
        row = create_run(
            self.store,
            name=name or version.scenario,
            scenario_version=version.number,
            seed=checked.scenario.seed if seed is None else seed,
            model=settled(self.store, model),
            settings=meant.settings_meant({} if settings is None else settings),
        )
        return Run(self.store, row, keys=self.keys)

    def open_cassette(self, file: BinaryIO, name: str = "") -> Run:
        """Open a cassette: a file that contains a run with all its recorded answers. No API key is needed.

        `name` renames the run. Raises BadInput, and stores nothing, if the file is damaged, was changed, or
        does not match its town.
        """
        return Run(self.store, open_cassette(self.store, file, name), keys=self.keys)

    def welcome(self) -> Run | None:
        """Create a run of Willow Bay if the workspace has no runs yet, and return it.

        Return None if there are runs, or if the workspace does not contain Willow Bay.
        """
        if self.all() or FIRST_TOWN not in self._scenarios.names():
            return None
        checked = self._scenarios.checked(FIRST_TOWN)
        return self.new(FIRST_TOWN, name=checked.scenario.town) if checked.scenario else None
