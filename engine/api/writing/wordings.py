"""The wordings of a scenario's prompts: the defaults, and an author's own in place of them."""

from __future__ import annotations

from collections.abc import Callable

from engine.api.writing.drafts import Drafts
from engine.errors import worded
from engine.prompts.wordings import Wording, default, marked, wording
from engine.scenario.allowed_files import prompt_file
from engine.scenario.wordings import wordings_in
from engine.store.file.connection import Store
from engine.store.writing.scenarios import ScenarioVersion, files_of, latest_version


class Wordings:
    """The wordings of a scenario's prompts. An own wording is one of its files, so it is drafted and saved
    like them, with `save_file`.
    """

    def __init__(
        self, store: Store, drafts: Drafts, save_file: Callable[[str, str, str | None, str], ScenarioVersion]
    ) -> None:
        self.store = store
        self._drafts = drafts
        self._save_file = save_file

    def of(self, name: str) -> tuple[Wording, ...]:
        """Return the wording of every prompt, drafts included."""
        return wordings_in(self._drafts.files(name))

    def begin(self, name: str, prompt: str) -> None:
        """Begin an own wording of a prompt: a draft with the default's text, marked as based on it."""
        newest = latest_version(self.store, name)
        self._drafts.keep(name, prompt_file(prompt), marked(prompt, default(prompt)), newest.number)

    def accept_default(self, name: str, prompt: str) -> None:
        """Mark a wording as compared with the current default: in its draft, else in a new version."""
        path = prompt_file(prompt)
        with self.store.write(durable=True):
            draft = self._drafts.of(name).get(path)
            if draft is not None:
                self._drafts.keep(name, path, marked(prompt, draft.text), draft.base_version)
                return
            saved = files_of(self.store, latest_version(self.store, name).number)[path]
            self._save_file(
                name,
                path,
                marked(prompt, saved),
                worded("{prompt}: compared with its new default", prompt=prompt),
            )

    def drop(self, name: str, prompt: str) -> None:
        """Go back to the default of a prompt. The history keeps the wording and its draft."""
        path = prompt_file(prompt)
        with self.store.write(durable=True):
            draft = self._drafts.of(name).get(path)
            if draft is not None and wording(prompt, draft.text).text != default(prompt):
                self._save_file(
                    name,
                    path,
                    draft.text,
                    worded("{prompt}: draft before the default was restored", prompt=prompt),
                )
            self._save_file(name, path, None, worded("{prompt}: restored the default", prompt=prompt))
            self._drafts.discard(name, path)
