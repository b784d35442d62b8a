"""Writing scenarios: from a template or a zip, draft by draft and version by version."""

from __future__ import annotations

from collections.abc import Mapping

from engine.api.drafts import Drafting
from engine.errors import BadInput
from engine.moments import meant
from engine.prompts.wordings import Wording, default, marked, wording
from engine.records import Scenario
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
from engine.scenario.reading.sketch import sketch
from engine.scenario.wordings import wordings_in as wordings_in
from engine.settings import cognition as cognition
from engine.store.writing import scenarios
from engine.store.writing.drafts import discard_draft
from engine.store.writing.scenarios import (
    ScenarioVersion as ScenarioVersion,
    files_of,
    latest_version,
    save_version,
)

_FAR_BACK = 30  # versions that are looked through for what was removed


class Authoring(Drafting):
    """What an author does with the scenarios of a workspace."""

    # ---- making one

    def new_blank(self, name: str) -> ScenarioVersion:
        """Return a small town to begin with, in which every key is explained."""
        return self._add(name, new_scenario(name), "begun from the blank starter")

    def new_from_bundled(self, name: str, town: str) -> ScenarioVersion:
        """Return a copy of a town that comes with Townwright."""
        files = {path: content.decode("utf-8") for path, content in read_folder(bundled_folder(town)).items()}
        return self._add(name, files, f"a copy of {town}")

    def new_generated(self, name: str, agents: int, seed: int) -> ScenarioVersion:
        """Return a generated town of so many people; the same name, number and seed give the same town."""
        meant.whole(agents, "a number of people", 1, MOST_PEOPLE)
        meant.whole(seed, "a seed", 0, MOST_ID)
        files = to_files(generate(name, agents, seed))
        return self._add(name, files, f"generated: {agents} people, seed {seed}")

    def import_zip(self, name: str, content: bytes) -> ScenarioVersion:
        """Return a scenario from the zip of its folder, problems and all."""
        return self._add(name, from_zip(content), "imported from a zip")

    def export_zip(self, name: str) -> bytes:
        """Return the newest version of a scenario as a zip of its folder."""
        return to_zip(files_of(self.store, latest_version(self.store, name).number), name)

    def duplicate(self, name: str, new_name: str) -> ScenarioVersion:
        """Return a new scenario with the files of another's newest version."""
        scenarios.duplicate_scenario(self.store, name, new_name)
        return latest_version(self.store, " ".join(new_name.split()))

    def rename(self, name: str, new_name: str) -> str:
        """Give a scenario another name, which is returned as it is kept; versions and runs go with it."""
        scenarios.rename_scenario(self.store, name, new_name)
        return " ".join(new_name.split())

    def hide(self, name: str, *, hidden: bool = True) -> None:
        """Take a scenario out of the gallery, or back into it; nothing of it is lost."""
        scenarios.hide_scenario(self.store, name, hidden=hidden)

    def hidden_scenarios(self) -> tuple[str, ...]:
        """Return the names of the scenarios that were taken out of the gallery."""
        seen = set(scenarios.scenario_names(self.store))
        return tuple(name for name in scenarios.scenario_names(self.store, hidden=True) if name not in seen)

    # ---- writing it

    def sketch(self, name: str, files: Mapping[str, str]) -> tuple[Scenario, Checked]:
        """Files as far as they can be read, to look at while they are being written, and all problems."""
        return sketch(files, name)

    def save_file(self, name: str, path: str, text: str | None, note: str = "") -> ScenarioVersion:
        """Save one file (None takes it away) as a new version; a draft that says the same is done with."""
        files = files_of(self.store, latest_version(self.store, name).number)
        files.pop(path, None)
        if text is not None:
            files[path] = text
        draft = self.drafts(name).get(path)
        with self.store.write(durable=True):
            save_version(self.store, name, dict(sorted(files.items())), note)
            if draft is not None and text in (None, draft.text):
                discard_draft(self.store, name, path)
        return latest_version(self.store, name)

    def restore(self, name: str, version: ScenarioVersion, path: str | None = None) -> ScenarioVersion:
        """Make an older version (or one file of it) the newest again.

        What came after stays in the history, and so do drafts: they are saved as a version first.
        """
        old, note = files_of(self.store, version.number), f"restored from v{version.version}"
        with self.store.write(durable=True):
            for drafted, draft in self.drafts(name).items():
                if path in (None, drafted):
                    self.save_file(
                        name, drafted, draft.text, f"the draft before v{version.version} came back"
                    )
            if path is not None:
                return self.save_file(name, path, old.get(path), note)
            save_version(self.store, name, old, note)
        return latest_version(self.store, name)

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

    # ---- its prompts

    def wordings(self, name: str) -> tuple[Wording, ...]:
        """Return the wording of every prompt, as the drafts have it."""
        return wordings_in(self.drafted(name))

    def begin_wording(self, name: str, prompt: str) -> None:
        """Begin to word a prompt: a draft that says what the default says, and is marked as made from it."""
        newest = latest_version(self.store, name)
        self.keep_draft(name, prompt_file(prompt), marked(prompt, default(prompt)), newest.number)

    def accept_default(self, name: str, prompt: str) -> None:
        """Mark a wording as compared with the default as it is now: in its draft, else in a new version."""
        path, draft = prompt_file(prompt), self.drafts(name).get(prompt_file(prompt))
        if draft is not None:
            self.keep_draft(name, path, marked(prompt, draft.text), draft.base_version)
            return
        saved = files_of(self.store, latest_version(self.store, name).number)[path]
        self.save_file(name, path, marked(prompt, saved), f"{prompt}: compared with its new default")

    def drop_wording(self, name: str, prompt: str) -> None:
        """Go back to the default of a prompt. The history keeps the wording, and what was drafted of it."""
        path, draft = prompt_file(prompt), self.drafts(name).get(prompt_file(prompt))
        with self.store.write(durable=True):
            if draft is not None and wording(prompt, draft.text).text != default(prompt):
                self.save_file(name, path, draft.text, f"{prompt}: the draft before the default came back")
            self.save_file(name, path, None, f"{prompt}: back to the default")
            self.discard_draft(name, path)

    def _add(self, name: str, files: Mapping[str, str], note: str) -> ScenarioVersion:
        clean = " ".join(name.split())
        if clean in scenarios.scenario_names(self.store, hidden=True):
            raise BadInput(f"there is a scenario {clean!r} already; choose another name")
        save_version(self.store, clean, files, note)
        return latest_version(self.store, clean)
