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
    """How a scenario words its prompts. An own wording is one of its files, so it is drafted and saved as
    those are; `save_file` is how.
    """

    def __init__(
        self, store: Store, drafts: Drafts, save_file: Callable[[str, str, str | None, str], ScenarioVersion]
    ) -> None:
        self.store = store
        self._drafts = drafts
        self._save_file = save_file

    def of(self, name: str) -> tuple[Wording, ...]:
        """Return the wording of every prompt, as the drafts have it."""
        return wordings_in(self._drafts.files(name))

    def begin(self, name: str, prompt: str) -> None:
        """Begin to word a prompt: a draft that says what the default says, and is marked as made from it."""
        newest = latest_version(self.store, name)
        self._drafts.keep(name, prompt_file(prompt), marked(prompt, default(prompt)), newest.number)

    def accept_default(self, name: str, prompt: str) -> None:
        """Mark a wording as compared with the default as it is now: in its draft, else in a new version."""
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
        """Go back to the default of a prompt. The history keeps the wording, and what was drafted of it."""
        path = prompt_file(prompt)
        with self.store.write(durable=True):
            draft = self._drafts.of(name).get(path)
            if draft is not None and wording(prompt, draft.text).text != default(prompt):
                self._save_file(
                    name,
                    path,
                    draft.text,
                    worded("{prompt}: the draft before the default came back", prompt=prompt),
                )
            self._save_file(name, path, None, worded("{prompt}: back to the default", prompt=prompt))
            self._drafts.discard(name, path)
