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
    """All runs of a workspace, with their logs. They use the workspace's profiles, and `keys`."""

    def __init__(self, store: Store, scenarios: Scenarios, keys: Keys) -> None:
        self.store = store
        self.keys = keys
        self._scenarios = scenarios

    def all(self, *, archived: bool = False) -> Records[RunRow]:
        """Return all runs, in the order they were made; archived ones only if asked for."""
        return Records.of(RunRow, list_runs(self.store, hidden=meant.yes_or_no(archived, worded("archived"))))

    def deleted(self) -> Records[RunRow]:
        """Return the runs that were deleted and not emptied, latest first."""
        return Records.of(RunRow, deleted_runs(self.store))

    def find(self, ref: str | int, *, deleted: bool = False) -> Run:
        """Return the run with this id, name or number, or the newest for `last`; a hidden one by its id or
        number only. With `deleted`, search only the deleted runs.
        """
        found = find_deleted if meant.yes_or_no(deleted, worded("deleted")) else find_run
        return Run(self.store, found(self.store, ref), keys=self.keys)

    def glance(self, number: int) -> Glance:
        """Return the state of a run, without reading its scenario."""
        row = run_row(self.store, meant.row_id(number))
        founded = last_turn_minute(self.store, number) >= 0
        return Glance(
            row=row,
            founded=founded,
            clock=town_clock(self.store, number) if founded else 0,
            job=job_of(self.store, number),
        )

    def taken(self, number: int) -> Taken:
        """Return the resources a run takes, and the fingerprint of its log."""
        row = run_row(self.store, meant.row_id(number))
        founded = last_turn_minute(self.store, row.number) >= 0
        return Taken(
            disk=disk_of(self.store, row.number),
            spent=spent(self.store, run=row.number),
            fingerprint=fingerprint(self.store, row.number) if founded else "",
        )

    def remove(self, numbers: Iterable[int]) -> int:
        """Remove some runs for good, and return by how many bytes the workspace file shrinks.

        Raises BadInput at the first run that has a fork outside the list, or that another run is answered
        from; RunBusy at one that is being simulated. The runs before it are removed by then.
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
            The name of a scenario of the workspace.
        seed : int, optional
            The seed of all chance; by default, the scenario's.
        model : str
            `rehearsal`, the rules that need no key, or a profile of the workspace.
        settings : mapping, optional
            Settings that differ from the scenario's, by name.
        name : str
            The name of the run.

        Returns
        -------
        Run
            The new run, not simulated yet.

        Raises
        ------
        NotFound
            When there is no such scenario.
        ScenarioProblems
            When the scenario has errors; it carries all of them.

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
        """Open a run that came as a file, with all its answers recorded; no key is needed.

        Raises BadInput, and stores nothing, if the file is damaged, was changed, or does not fit its town.
        """
        return Run(self.store, open_cassette(self.store, file, name), keys=self.keys)

    def welcome(self) -> Run | None:
        """Create a run of the first town if there is no run yet, so that no page is empty at the start."""
        if self.all() or FIRST_TOWN not in self._scenarios.names():
            return None
        checked = self._scenarios.checked(FIRST_TOWN)
        return self.new(FIRST_TOWN, name=checked.scenario.town) if checked.scenario else None
