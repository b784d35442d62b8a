"""Beside: another notebook that a comparison names as a variant, found where the one that names it lies."""

from __future__ import annotations

from pathlib import Path

from engine.api.scenarios import notebook_file, notebook_named
from engine.api.workspace import Workspace
from engine.errors import BadInput, worded
from engine.notebook.parts import SUFFIX, Notebook
from engine.notebook.reading.read import notebook_of, read_notebook


def found_beside(
    workspace: Workspace, name: str, folder: Path | None, said: str
) -> tuple[Notebook, str, Path | None]:
    """Return the notebook that one of a name calls so, by what its cells are remembered, and its folder. It
    lies in the same folder, or is kept with the same town. BadInput where there is none.
    """
    called = said.removesuffix(SUFFIX)
    town, _, path = name.partition("/")
    if folder is None and notebook_named(path) is not None and town in workspace.scenarios.names():
        text = workspace.scenarios.files(town).get(notebook_file(called))
        if text is not None:
            return notebook_of(text), f"{town}/{notebook_file(called)}", None
    elif folder is not None:
        file = (folder / f"{called}{SUFFIX}").resolve()
        if file.is_relative_to(folder.resolve()) and file.exists():
            return read_notebook(file), str(file), file.parent
    raise BadInput(
        worded(
            "there is no notebook {said!r:.60} next to this one; put it in the same folder, or save it "
            "with the same town",
            said=said,
        )
    )
