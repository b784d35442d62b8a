"""The scenarios of a workspace: made, written version by version, taken in and given out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from engine.api.writing.drafts import Drafts
from engine.api.writing.settled import (
    TOWN_FILE as TOWN_FILE,
    Change as Change,
    Settled as Settled,
    changes_of,
    settled,
)
from engine.api.writing.wordings import Wordings
from engine.errors import BadInput, NotFound
from engine.insight.understood import Sentence as Sentence, understood_in as understood_in
from engine.language.suggesting import did_you_mean, shown
from engine.moments import meant
from engine.row_ids import MOST_ID
from engine.scenario import (
    Checked as Checked,
    Problem as Problem,
    bundled as bundled,
    bundled_folder as bundled_folder,
    generate as generate,
    json_schema as json_schema,
    new_scenario as new_scenario,
    persona_file as persona_file,
    read_folder as read_folder,
    read_scenario as read_scenario,
    to_files as to_files,
    write_folder as write_folder,
)
from engine.scenario.allowed_files import (
    MOST_PEOPLE as MOST_PEOPLE,
    persona_of as persona_of,
    prompt_file as prompt_file,
    prompt_of as prompt_of,
)
from engine.scenario.archive import from_zip, to_zip
from engine.scenario.newcomer import free_id as free_id, newcomer as newcomer, renamed as renamed
from engine.scenario.problems import Severity as Severity
from engine.scenario.reading.reader import MOST_BYTES as MOST_BYTES
from engine.scenario.reading.sketch import sketch as sketch
from engine.scenario.setting import Value as Value
from engine.scenario.wordings import wordings_in as wordings_in
from engine.settings import cognition as cognition
from engine.store.file.connection import Store
from engine.store.writing import scenarios
from engine.store.writing.drafts import NOBODY, begin_draft_on
from engine.store.writing.scenarios import (
    ScenarioVersion as ScenarioVersion,
    files_of,
    latest_version,
    save_version,
    scenario_names,
)

_FAR_BACK = 30  # versions that are looked through for what was removed


class Scenarios:
    """Every scenario of a workspace with its versions; `drafts` and `wordings` are what is being written."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.drafts = Drafts(store)
        self.wordings = Wordings(store, self.drafts, self.save_file)

    # ---- looking at them

    def names(self) -> tuple[str, ...]:
        """Return the names of the scenarios, without those that were taken out of the gallery."""
        return scenario_names(self.store)

    def hidden(self) -> tuple[str, ...]:
        """Return the names of the scenarios that were taken out of the gallery."""
        seen = set(self.names())
        return tuple(name for name in scenario_names(self.store, hidden=True) if name not in seen)

    def versions(self, name: str) -> tuple[ScenarioVersion, ...]:
        """Return the saved versions of a scenario, newest first."""
        return scenarios.versions(self.store, meant.words(name, "the name of a scenario"))

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

    def removed(self, name: str, folder: str) -> dict[str, ScenarioVersion]:
        """Return the files of a folder that a scenario had and has no more, each with the last version with
        it.
        """
        kept = scenarios.versions(self.store, name)[:_FAR_BACK]
        here = files_of(self.store, kept[0].number)
        gone: dict[str, ScenarioVersion] = {}
        for version in kept[1:]:
            for path in files_of(self.store, version.number):
                if path.startswith(folder) and path not in here:
                    gone.setdefault(path, version)
        return gone

    # ---- making one

    def new_blank(self, name: str) -> ScenarioVersion:
        """Make a small town to begin with, in which every key is explained."""
        return self._add(name, new_scenario(name), "begun from the blank starter")

    def new_from_bundled(self, name: str, town: str) -> ScenarioVersion:
        """Make a copy of a town that comes with Townwright."""
        files = {path: content.decode("utf-8") for path, content in read_folder(bundled_folder(town)).items()}
        return self._add(name, files, f"a copy of {town}")

    def new_generated(self, name: str, agents: int, seed: int) -> ScenarioVersion:
        """Generate a town of so many people; the same name, number and seed give the same town."""
        meant.whole(agents, "a number of people", 1, MOST_PEOPLE)
        meant.whole(seed, "a seed", 0, MOST_ID)
        files = to_files(generate(name, agents, seed))
        return self._add(name, files, f"generated: {agents} people, seed {seed}")

    def duplicate(self, name: str, new_name: str) -> ScenarioVersion:
        """Make a new scenario with the files of another's newest version."""
        scenarios.duplicate_scenario(self.store, name, new_name)
        return latest_version(self.store, " ".join(new_name.split()))

    def rename(self, name: str, new_name: str) -> str:
        """Give a scenario another name, which is returned as it is kept; versions and runs go with it."""
        scenarios.rename_scenario(self.store, name, new_name)
        return " ".join(new_name.split())

    def hide(self, name: str, *, hidden: bool = True) -> None:
        """Take a scenario out of the gallery, or back into it; nothing of it is lost."""
        scenarios.hide_scenario(self.store, name, hidden=hidden)

    # ---- taking them in, giving them out

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

    def import_zip(self, name: str, content: bytes) -> ScenarioVersion:
        """Make a scenario from the zip of its folder, problems and all."""
        return self._add(name, from_zip(content), "imported from a zip")

    def export_zip(self, name: str) -> bytes:
        """Return the newest version of a scenario as a zip of its folder."""
        return to_zip(files_of(self.store, latest_version(self.store, name).number), name)

    def taken_in(self, said: str) -> ScenarioVersion:
        """Return the newest version of the scenario that is meant by a folder, by its name here, or by that
        of a bundled one. A folder, and a bundled one that is not here, is put into the workspace.
        """
        if "/" in said or (Path(said) / "town.yaml").is_file():
            return self.add_folder(said)
        if said not in self.names() and said in bundled():
            return self.add_bundled(said)
        names = sorted({*self.names(), *bundled()})
        if said not in names:
            remedy = did_you_mean(said, names, f"there are {', '.join(names)}; or name a folder")
            raise NotFound(f"there is no scenario {shown(said)}; {remedy}")
        return latest_version(self.store, said)

    # ---- writing one

    def save(self, name: str, files: Mapping[str, str], note: str = "") -> ScenarioVersion:
        """Keep files as the newest version, problems and all: an author may stop in the middle."""
        texts = {path: meant.words(text, f"the text of {path!r}") for path, text in files.items()}
        save_version(self.store, meant.words(name, "the name of a scenario"), texts, note)
        return latest_version(self.store, name)

    def save_file(
        self, name: str, path: str, text: str | None, note: str = "", *, writer: str = NOBODY
    ) -> ScenarioVersion:
        """Save one file (None takes it away) as a new version; a draft that says the same is done with, and
        what the window that saves (`writer`) has typed since goes on from the new version.
        """
        # Read under the lock too: other windows save, and this one is typed in, at the same time.
        with self.store.write(durable=True):
            files = files_of(self.store, latest_version(self.store, name).number)
            files.pop(path, None)
            if text is not None:
                files[path] = text
            number = save_version(self.store, name, dict(sorted(files.items())), note)
            draft = self.drafts.of(name).get(path)
            if draft is not None and text in (None, draft.text):
                self.drafts.discard(name, path)
            elif draft is not None and draft.writer == writer != NOBODY:
                begin_draft_on(self.store, name, path, number)
            return latest_version(self.store, name)

    def would_change(self, name: str, values: Mapping[str, Value]) -> tuple[Change, ...]:
        """Return what settings of cognition would change in a scenario as it is saved."""
        return changes_of(self.files(name), name, values)

    def settle(self, name: str, values: Mapping[str, Value], note: str = "") -> Settled:
        """Put settings of cognition into the town's file, as a new version; all else in it stays as it is
        written. `restore` with the version before takes it back.

        Raises BadInput while the file has a draft, where it has errors, and where nothing would change.
        """
        with self.store.write(durable=True):
            if TOWN_FILE in self.drafts.of(name):
                raise BadInput(
                    f"{TOWN_FILE} of {name!r} has a draft that is not saved; save or discard it on the page "
                    "World, and keep the setting then"
                )
            before, files = latest_version(self.store, name), self.files(name)
            changes = changes_of(files, name, values)
            if not changes:
                raise BadInput(f"{TOWN_FILE} of {name!r} says this already: nothing would change")
            text = settled(files, name, {one.name: values[one.name] for one in changes})
            return Settled(before=before, now=self.save_file(name, TOWN_FILE, text, note), changes=changes)

    def restore(self, name: str, version: ScenarioVersion, path: str | None = None) -> ScenarioVersion:
        """Make an older version (or one file of it) the newest again.

        What came after stays in the history, and so do drafts: they are saved as a version first.
        """
        old, note = files_of(self.store, version.number), f"restored from v{version.version}"
        with self.store.write(durable=True):
            for drafted, draft in self.drafts.of(name).items():
                if path in (None, drafted):
                    self.save_file(
                        name, drafted, draft.text, f"the draft before v{version.version} came back"
                    )
            if path is not None:
                return self.save_file(name, path, old.get(path), note)
            save_version(self.store, name, old, note)
        return latest_version(self.store, name)

    def _add(self, name: str, files: Mapping[str, str], note: str) -> ScenarioVersion:
        clean = " ".join(name.split())
        with self.store.write(durable=True):
            if clean in scenario_names(self.store, hidden=True):
                raise BadInput(f"there is a scenario {clean!r} already; choose another name")
            return self.save(clean, files, note)


def _as_text(file: str, content: str | bytes) -> str:
    if isinstance(content, str):
        return content
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"{file} is not UTF-8 text (byte {error.start}); save it as UTF-8") from error
