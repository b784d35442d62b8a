"""The past of a scenario's file: what it said after each edit and in each saved version."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.errors import BadInput
from engine.store.file.connection import Store
from engine.store.writing import drafts, edits
from engine.store.writing.scenarios import files_of, history_of, versions

_MOST_LOOKED_AT = 300  # edits of all files of the scenario


@dataclass(frozen=True, slots=True, kw_only=True)
class PastText:
    """What a file said at a moment (UTC, as the store writes it): after an edit, which `words` names, or in a
    saved version, which `words` notes. `text` is None where the file did not exist.
    """

    at: str
    words: str
    text: str | None
    version: int | None = None


def past_texts(store: Store, name: str, path: str, limit: int) -> tuple[PastText, ...]:
    """Return what a file said after its latest edits and in the versions that changed it, newest first.

    Edits are undone one after the other, from the text as it stands. An edit whose text is no longer there,
    since another program saved the file meanwhile, and all edits before it, are left out: their versions
    remain.
    """
    edited = _after_edits(store, name, path)
    saved = _in_versions(store, name, path)
    marks = {(version.at, version.text) for version in saved}  # what is saved at once is an edit too
    both = (*saved, *(edit for edit in edited if (edit.at, edit.text) not in marks))
    return tuple(sorted(both, key=lambda past: past.at, reverse=True)[:limit])


def _after_edits(store: Store, name: str, path: str) -> list[PastText]:
    now: str | None = drafts.standing(store, name, path).text
    found: list[PastText] = []
    for edit in edits.edits(store, name, _MOST_LOOKED_AT):
        own = tuple(splice for splice in edit.splices if splice.path == path)
        if edit.undone or not own:
            continue
        try:
            before = edits.taken_back({path: now}, replace(edit, splices=own))
        except BadInput:
            break
        found.append(PastText(at=edit.made, words=edit.words, text=now))
        now = before[path]
    return found


def _in_versions(store: Store, name: str, path: str) -> list[PastText]:
    saved = {version.number: version for version in versions(store, name)}
    history = history_of(store, name, path)
    earlier = [*(file.mark for file in history[1:]), None]
    return [
        PastText(
            at=saved[file.number].created, words=saved[file.number].note,
            text=files_of(store, file.number).get(path), version=file.version,
        )
        for file, before in zip(history, earlier, strict=True)
        if file.mark != before
    ]  # fmt: skip
