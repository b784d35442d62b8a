"""What people mean by a name: moments, agents, objects, scenarios; and what they may have meant."""

from __future__ import annotations

import os
import shlex
from argparse import Namespace
from pathlib import Path

from engine.clock import parse_moment
from engine.cognition.interview import FACULTIES, Faculty
from engine.errors import NotFound
from engine.reading import Reading
from engine.scenario import bundled
from engine.scenario.problems import did_you_mean
from engine.scenario_files import TOWN
from engine.store.schema import FILE
from engine.town import Workspace, open_workspace


def existing(folder: Path, *, read_only: bool = False) -> Workspace:
    """The workspace in a folder that has one; only the studio and `run` make new ones."""
    if not os.path.lexists(folder / FILE):
        raise NotFound(
            f"there is no workspace in {str(folder)!r}; name one with --workspace, or `townwright run`"
        )
    return open_workspace(folder, read_only=read_only)


def next_command(given: Namespace, *words: str) -> str:
    """A command as it could be typed next, in the workspace of this one."""
    elsewhere = [] if given.workspace == Path("workspace") else ["--workspace", str(given.workspace)]
    return shlex.join(["townwright", *words, *elsewhere])


def moment(said: str | None) -> int | None:
    """The minute of a moment, if one was said."""
    return None if said is None else parse_moment(said)


def agent_of(run: Reading, said: str) -> str:
    """The id of the agent that is meant."""
    cast = run.town.cast
    try:
        return cast.find(said)
    except NotFound as error:
        known = [*cast.names.values(), *cast.names]
        remedy = did_you_mean(said, known, f"there are {', '.join(cast.names)}")
        raise NotFound(f"nobody in {run.scenario.town!r} is called {said!r}; {remedy}") from error


def faculty_of(said: str) -> Faculty:
    """The faculty that is meant."""
    found = next((faculty for faculty in FACULTIES if faculty == said.strip().casefold()), None)
    if found is None:
        raise NotFound(f"there is no faculty {said!r} to do without; there are {', '.join(FACULTIES)}")
    return found


def thing_of(run: Reading, said: str) -> str:
    """The path of the object that is meant by all of its path, or by as much of its end as is clear."""
    paths = list(run.town.world.things)
    wanted = said.strip().strip("/").casefold()
    exact = [path for path in paths if path.casefold() == wanted]
    found = exact or [path for path in paths if path.casefold().endswith(f"/{wanted}")]
    if len(found) == 1:
        return found[0]
    if found:
        raise NotFound(f"{said!r} may be any of {_listed(found)}; write more of the path")
    names = [*paths, *(path.rpartition("/")[2] for path in paths)]
    remedy = did_you_mean(said, names, "objects are named as place/room/object")
    raise NotFound(f"there is no object {said!r} in {run.scenario.town!r}; {remedy}")


def known_scenario(workspace: Workspace, said: str) -> str:
    """A folder as it is, or the name of a scenario that exists."""
    names = sorted({*workspace.scenarios(), *bundled()})
    if said in names or "/" in said or (Path(said) / TOWN).is_file():
        return said
    remedy = did_you_mean(said, names, f"there are {', '.join(names)}; or name a folder")
    raise NotFound(f"there is no scenario {said!r}; {remedy}")


def _listed(found: list[str]) -> str:
    shown = [repr(path) for path in found[:6]]
    return ", ".join([*shown, "…"] if len(found) > 6 else shown)
