"""The past of a scenario's file: what it said after each edit and in each saved version."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.errors import BadInput
from engine.store.file.connection import Store
from engine.store.texts import text_of
from engine.store.writing import drafts, edits
from engine.store.writing.scenarios import history_of, versions


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
    """Return the past texts of a file, newest first: after each of the latest edits of the scenario, `limit`
    at most, and in every version that changed the file.

    Edits are undone one after the other, from the text as it stands. Where that leads to a text that was not
    there, since another program saved the file meanwhile, that edit and all before it are left out.
    """
    edited = _after_edits(store, name, path, limit)
    past: list[PastText] = []
    for version in _in_versions(store, name, path):
        until = _above(version, edited)
        past += edited[:until]
        edited = edited[until:]
        past.append(version)
        if edited and edited[0].text == version.text:
            if edited[0].at == version.at:  # what is saved at once is one step, and two rows
                edited = edited[1:]
        elif edited and edited[0].at < version.at:
            edited = []
    return (*past, *edited)


def _above(version: PastText, edited: list[PastText]) -> int:
    """Count the edits, newest first, that came after a version: all that are newer, and those of the same
    second above the one whose text it saved.
    """
    since = next((n for n, edit in enumerate(edited) if edit.at <= version.at), len(edited))
    same = (n for n, edit in enumerate(edited[since:], since) if edit.at == version.at)
    return next((n for n in same if edited[n].text == version.text), since)


def _after_edits(store: Store, name: str, path: str, limit: int) -> list[PastText]:
    text: str | None = drafts.standing(store, name, path).text
    past: list[PastText] = []
    for edit in edits.edits(store, name, limit):
        splices = tuple(splice for splice in edit.splices if splice.path == path)
        if edit.undone or not splices:
            continue
        try:
            before = edits.taken_back({path: text}, replace(edit, splices=splices))
        except BadInput:
            break
        past.append(PastText(at=edit.made, words=edit.words, text=text))
        text = before[path]
    return past


def _in_versions(store: Store, name: str, path: str) -> list[PastText]:
    saved = {version.number: version for version in versions(store, name)}
    history = history_of(store, name, path)
    earlier = [*(file.mark for file in history[1:]), None]
    return [
        PastText(
            at=saved[file.number].created, words=saved[file.number].note,
            text=_text(store, file.mark), version=file.version,
        )
        for file, before in zip(history, earlier, strict=True)
        if file.mark != before
    ]  # fmt: skip


def _text(store: Store, mark: str | None) -> str | None:
    rows = store.select("SELECT hash, body FROM text WHERE hash = ?", (mark,)) if mark else []
    return text_of(store, *rows[0]) if rows else None
