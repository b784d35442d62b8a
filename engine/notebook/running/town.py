"""The town of a notebook: found by its name or as a folder beside the file, and never anywhere else."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.api.scenarios import (
    bundled,
    bundled_folder,
    notebook_named,
    read_folder,
    read_to_live,
    template_files,
    template_ids,
)
from engine.api.workspace import Workspace
from engine.api.writing.changes import Setup
from engine.errors import BadInput, TownwrightError, message_and_remedy, worded, words_of
from engine.notebook.parts import Fault, Front, NotebookFaults


@dataclass(frozen=True, slots=True, kw_only=True)
class TownOfNotebook:
    """The scenario that a notebook is about: how the workspace finds it, and with what its run begins."""

    said: str
    setup: Setup
    model: str
    people: tuple[str, ...]


def town_of(workspace: Workspace, front: Front, folder: Path | None, name: str) -> TownOfNotebook:
    """Return the town of a notebook that lies in a folder. NotebookFaults where there is none, or it has
    errors. Nothing is written.
    """
    try:
        said, scenario, files = _files(workspace, front.town, folder)
        checked = read_to_live(files, scenario)
    except TownwrightError as error:
        message, remedy = message_and_remedy(words_of(error))
        fault = Fault(code="NB103", line=front.town_line, message=message, remedy=remedy)
        raise NotebookFaults(name, [fault]) from error
    if checked.scenario is None:
        wrong = checked.errors[0]
        message = worded(
            "the town has errors: {file}, line {line}: {message}",
            file=wrong.file,
            line=wrong.line,
            message=wrong.message,
        )
        fault = Fault(code="NB104", line=front.town_line, message=message, remedy=wrong.remedy)
        raise NotebookFaults(name, [fault])
    # A notebook may be kept with its town; to write in it changes nothing of the town.
    files = {path: text for path, text in files.items() if notebook_named(path) is None}
    seed = checked.scenario.seed if front.seed is None else front.seed
    people = tuple(word for one in checked.scenario.personas for word in (one.id, one.name.casefold()))
    setup = Setup(scenario=scenario, files=files, seed=seed, settings={})
    return TownOfNotebook(said=said, setup=setup, model=front.brain, people=people)


def _files(workspace: Workspace, town: str, folder: Path | None) -> tuple[str, str, dict[str, str]]:
    """Return how `runs.new` is told which scenario it is, its name and its files."""
    if "/" not in town:
        if town in workspace.scenarios.names():
            return town, town, workspace.scenarios.files(town)
        if town in bundled():
            return town, town, _texts(bundled_folder(town))
        if town in template_ids():
            return town, town, dict(template_files(town))
    if folder is None:
        raise BadInput(
            worded(
                "there is no scenario {town!r:.60}; use a scenario in the workspace, a bundled "
                "scenario or a template",
                town=town,
            )
        )
    here = (folder / town).resolve()
    if not here.is_relative_to(folder.resolve()):
        raise BadInput(
            worded(
                "the town {town!r:.60} is outside the folder of the notebook; use a folder next to "
                "the notebook or below it",
                town=town,
            )
        )
    return str(here), here.name, _texts(here)


def _texts(folder: Path) -> dict[str, str]:
    files = {name: content.decode("utf-8", "replace") for name, content in read_folder(folder).items()}
    if not files:
        raise BadInput(
            worded("there is no town in {name!r}; add a town.yaml and a world.yaml", name=folder.name)
        )
    return files
