"""The chain: from which checkpoint each cell starts and to which it comes, as keys of content.

The same key means the same town: the same scenario, seed, model and engine, and the same cells before it that
changed it. What was found under a key is found again at once; a comment or a title changes none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, fields

import engine
from engine.api.text import safe_json
from engine.notebook.parts import Cell, Notebook
from engine.notebook.specs import Branch, Chart, Compare, Expect, Note, Spec, Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A cell in the chain: the hash of what it asks for (`own`), the checkpoints before and after it, and the
    key of what it finds. A cell that looks leaves the checkpoint as it is; one that is left out has no key.
    """

    cell: Cell
    own: str
    before: str
    after: str
    key: str

    @property
    def changes_town(self) -> bool:
        """Return whether it makes a checkpoint of its own."""
        return bool(self.key) and self.after == self.key


def root_of(files: Mapping[str, str], seed: int, model: str) -> str:
    """Return the key of the checkpoint at which a notebook begins."""
    return hashed("root", engine.__version__, safe_json(dict(sorted(files.items()))), str(seed), model)


def chain_of(
    notebook: Notebook, root: str, frozen: Mapping[str, str], ends: Mapping[str, str]
) -> tuple[Step, ...]:
    """Return the steps of a notebook from its root; `frozen` are the keys of cells that stay as they were,
    `ends` those at which other notebooks end that it is compared with.
    """
    at = root
    after: dict[str, str] = {}
    keys: dict[str, str] = {}
    steps: list[Step] = []
    for cell in notebook.cells:
        own = own_of(cell.spec) if cell.spec is not None else ""
        before = at
        key = keys[cell.id] = _key(
            cell, own, before, {**(keys if cell.kind in ("chart", "expect") else after), **ends}, frozen
        )
        if isinstance(cell.spec, Branch) and key:
            at = after.get(cell.spec.start, at)
        elif cell.changes_town and key:
            at = key
        after[cell.id] = at
        steps.append(Step(cell=cell, own=own, before=before, after=at, key=key))
    return tuple(steps)


def _key(cell: Cell, own: str, before: str, known: Mapping[str, str], frozen: Mapping[str, str]) -> str:
    if cell.spec is None or isinstance(cell.spec, Note) or cell.is_marked("disabled"):
        return ""
    if cell.is_marked("frozen") and cell.id in frozen:
        return frozen[cell.id]
    named: tuple[str, ...] = ()
    if isinstance(cell.spec, Compare):
        others = (beside(one.notebook) for one in cell.spec.variants if one.notebook)
        named = (cell.spec.base, *cell.spec.beside, *others)
    elif isinstance(cell.spec, Chart) and cell.spec.data:
        named = (cell.spec.data,)
    elif isinstance(cell.spec, Expect) and cell.spec.of:
        named = (cell.spec.of,)
    return hashed(before, own, *(known.get(name, "") for name in named))


def beside(notebook: str) -> str:
    """Return by what the end of another notebook is named, as no cell is."""
    return f"notebook {notebook}"


def own_of(spec: Spec) -> str:
    """Return the hash of what a cell asks for; what it does not say is no part of it, so that a key that
    cells come to have later makes none stale that was run before.
    """
    said = _said(spec)
    said.pop("pace", None)  # it changes nothing of what comes
    return hashed(type(spec).__name__, safe_json(said))


def _said(spec: Spec | Variant) -> dict[str, object]:
    """Return what a record says that is not as it is without."""
    named = {
        one.name: getattr(spec, one.name) for one in fields(spec) if getattr(spec, one.name) != one.default
    }
    return {
        name: [_said(one) if isinstance(one, Variant) else one for one in value]
        if isinstance(value, tuple)
        else value
        for name, value in named.items()
    }


def variant_key(step: Step, changes: Mapping[str, object]) -> str:
    """Return the key of what a step would have come to in a town that was changed so before."""
    return hashed("variant", step.key, *(f"{name}={value}" for name, value in sorted(changes.items())))


def hashed(*texts: str) -> str:
    """Return one hash of several texts."""
    return hashlib.sha256("\0".join(f"{len(text)}:{text}" for text in texts).encode()).hexdigest()
