"""The public Python API: a workspace with its scenarios and runs.

with open_workspace("workspace") as workspace:
    run = workspace.new_run("willow-bay")
    run.live(1440)
    print(run.ask("isabel", "What are you looking forward to?").text)
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from engine.api.models import Serving
from engine.api.run import Run
from engine.api.scenarios import Authoring
from engine.errors import BadInput, NotFound, NotWritten, ScenarioProblems, WorkspaceDamaged
from engine.export.cassette import open_cassette
from engine.language.suggesting import did_you_mean, shown
from engine.model_choice.choice import REHEARSAL, settled
from engine.models.profiles import Keys
from engine.moments import meant
from engine.moments.moment import next_day_end
from engine.row_ids import MOST_ID
from engine.scenario import Checked, bundled, bundled_folder, read_folder, read_scenario
from engine.store.file.blame import damage_behind
from engine.store.file.checks import is_read_only, only_read
from engine.store.file.connection import Store, open_store
from engine.store.file.schema import FILE
from engine.store.living.jobs import Job, job_of
from engine.store.living.runs import RunRow, create_run, find_run, list_runs, run_row
from engine.store.log.incoming import clear_remains
from engine.store.log.moments import town_clock
from engine.store.log.rows import last_turn_minute
from engine.store.writing.scenarios import (
    ScenarioVersion,
    files_of,
    latest_version,
    save_version,
    scenario_names,
    versions,
)

__all__ = ["FIRST_TOWN", "Glance", "Job", "Run", "Workspace", "next_day_end", "open_workspace"]

FIRST_TOWN = "willow-bay"


def open_workspace(folder: str | Path, *, read_only: bool = False, keys: Keys | None = None) -> Workspace:
    """Open a workspace folder; a new one is made, with the bundled scenarios in it.

    `keys` are those of served models; without, each is read from the environment variable of its profile.
    Raises WorkspaceDamaged when the file in it is foreign, too new, or damaged, or gone while there are
    backups of it. One that cannot be written, as on a read-only disk, is opened for reading only.
    """
    path = Path(folder)
    try:
        fresh = not os.path.lexists(path / FILE) or not (path / FILE).lstat().st_size
        read_only = read_only or is_read_only(path / FILE)
        if not read_only:
            path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotWritten(
            f"{str(folder)!r} cannot be a workspace ({error.strerror}); name a folder that you may write to"
        ) from error
    workspace = Workspace(open_store(path / FILE, read_only=read_only), keys or Keys())
    if not read_only:
        clear_remains(workspace.store)
    if fresh and not read_only:
        for name in sorted(bundled(), key=lambda name: (name != FIRST_TOWN, name)):
            workspace.add_bundled(name)
    return workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """A run as a list of runs shows it."""

    row: RunRow
    founded: bool
    clock: int
    job: Job | None


class Workspace(Authoring, Serving):
    """One folder, one SQLite file: every scenario with its versions, every run with its log."""

    def __init__(self, store: Store, keys: Keys) -> None:
        super().__init__(store)
        self.keys = keys

    def __enter__(self) -> Workspace:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        found = self.damage_behind(error)
        self.close()
        if found is not None:
            raise found from error

    def damage_behind(self, error: BaseException | None) -> WorkspaceDamaged | None:
        """Return what of the file is damaged, where an error that nobody foresaw may come of that."""
        return damage_behind(self.store, error)

    def close(self) -> None:
        """Close the file."""
        self.store.close()

    @property
    def read_only(self) -> str:
        """Return why nothing can be kept here, in words; empty where everything can."""
        path = self.store.path
        return only_read(path) if self.store.read_only and is_read_only(path) else ""

    # ---- scenarios

    def scenarios(self) -> tuple[str, ...]:
        """Return the names of the scenarios."""
        return scenario_names(self.store)

    def versions(self, name: str) -> tuple[ScenarioVersion, ...]:
        """Return the saved versions of a scenario, newest first."""
        return versions(self.store, meant.words(name, "the name of a scenario"))

    def files(self, name: str, version: int | None = None) -> dict[str, str]:
        """Return the files of a version (its number), or of the newest."""
        known = self.versions(name)
        if version is None:
            return files_of(self.store, known[0].number)
        if meant.row_id(version) not in [each.number for each in known]:
            numbers = ", ".join(str(each.number) for each in known)
            raise NotFound(f"{name!r} has no version of the number {version}; there are {numbers}")
        return files_of(self.store, version)

    def checked(self, name: str, version: int | None = None) -> Checked:
        """Return a scenario and all its problems."""
        return read_scenario(self.files(name, version), name)

    def save(self, name: str, files: Mapping[str, str], note: str = "") -> ScenarioVersion:
        """Keep files as the newest version, problems and all: an author may stop in the middle."""
        save_version(self.store, name, files, note)
        return latest_version(self.store, name)

    def add_folder(self, folder: str | Path, name: str | None = None) -> ScenarioVersion:
        """Read a scenario folder into the workspace; a new version if it differs from the last one."""
        path = Path(folder)
        files = {file: _as_text(file, content) for file, content in read_folder(path).items()}
        if not files:
            raise NotFound(f"there is no scenario in {str(folder)!r}; it needs a town.yaml and a world.yaml")
        return self.save(name or path.resolve().name, files, f"read from the folder {path.name}")

    def add_bundled(self, name: str) -> ScenarioVersion:
        """Put a bundled scenario into the workspace."""
        return self.add_folder(bundled_folder(name), name)

    # ---- runs

    def runs(self) -> tuple[RunRow, ...]:
        """Return every run, in the order they were made."""
        return list_runs(self.store)

    def glance(self, number: int) -> Glance:
        """Return how a run stands, without reading its scenario."""
        row = run_row(self.store, meant.row_id(number))
        founded = last_turn_minute(self.store, number) >= 0
        return Glance(
            row=row,
            founded=founded,
            clock=town_clock(self.store, number) if founded else 0,
            job=job_of(self.store, number),
        )

    def run(self, ref: str | int) -> Run:
        """Return the run of an id, a name, a number, or `last`; a hidden one by its id or number only."""
        return Run(self.store, find_run(self.store, ref), keys=self.keys)

    def new_run(
        self,
        scenario: str,
        *,
        seed: int | None = None,
        model: str = REHEARSAL,
        settings: Mapping[str, object] | None = None,
        name: str = "",
    ) -> Run:
        """Begin a run of the newest version of a scenario. Raises ScenarioProblems when it has errors."""
        if seed is not None:
            meant.whole(seed, "a seed", 0, MOST_ID)
        name, model = meant.words(name, "the name of a run"), meant.words(model, "a model")
        version = self._version(meant.words(scenario, "the name of a scenario"))
        checked = read_scenario(files_of(self.store, version.number), version.scenario)
        if checked.scenario is None:
            raise ScenarioProblems(checked.errors)
        model = settled(self.store, model)
        changed = meant.settings_meant({} if settings is None else settings)
        row = create_run(
            self.store,
            name=name or version.scenario,
            scenario_version=version.number,
            seed=checked.scenario.seed if seed is None else seed,
            model=model,
            settings=changed,
        )
        return Run(self.store, row, keys=self.keys)

    def open_cassette(self, file: BinaryIO, name: str = "") -> Run:
        """Return a run that came as a file, with everything it was asked already answered; no key is needed.

        Raises BadInput when the file is damaged, was changed, or does not fit its town; nothing is kept then.
        """
        return Run(self.store, open_cassette(self.store, file, name), keys=self.keys)

    def welcome(self) -> Run | None:
        """Return a run of the first town for a workspace that has none yet: nobody begins with an empty
        page.
        """
        if self.runs() or FIRST_TOWN not in self.scenarios():
            return None
        checked = self.checked(FIRST_TOWN)
        return self.new_run(FIRST_TOWN, name=checked.scenario.town) if checked.scenario else None

    def _version(self, scenario: str) -> ScenarioVersion:
        """Return a scenario is a folder, or the name of one in this workspace, or of a bundled one."""
        if "/" in scenario or (Path(scenario) / "town.yaml").is_file():
            return self.add_folder(scenario)
        if scenario not in self.scenarios() and scenario in bundled():
            return self.add_bundled(scenario)
        names = sorted({*self.scenarios(), *bundled()})
        if scenario not in names:
            remedy = did_you_mean(scenario, names, f"there are {', '.join(names)}; or name a folder")
            raise NotFound(f"there is no scenario {shown(scenario)}; {remedy}")
        return latest_version(self.store, scenario)


def _as_text(file: str, content: str | bytes) -> str:
    if isinstance(content, str):
        return content
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"{file} is not UTF-8 text (byte {error.start}); save it as UTF-8") from error
