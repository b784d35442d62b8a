"""Import and export: everything that can be imported, with a report; and scenarios and their people,
exported.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from engine.api.scenarios import (
    Arrival,
    CardForm,
    CardIn,
    FilesIn,
    Kept,
    SaveIn,
    ScriptIn,
    accepted_files,
    arrival_at,
    card_out,
    read_scenario,
    to_zip,
    write_folder,
)
from engine.api.workspace_file import write_whole
from engine.cli.commands.scenarios import as_text, scenario_files
from engine.cli.screen.colour import Painted, Tone
from engine.cli.screen.terminal import Terminal
from engine.errors import BadInput

_FATES = {
    "came": ("imported", Tone.GOOD),
    "changed": ("changed", Tone.WARNING),
    "dropped": ("dropped", Tone.BAD),
}


def take_in(given: Namespace, terminal: Terminal) -> int:
    """Report what a file or a folder would become; store it if the user agrees."""
    texts: dict[str, str] = {}

    def files() -> Mapping[str, str]:
        if not given.into:
            raise BadInput(f"{str(given.path)!r} adds people to a scenario; name the scenario with --into")
        texts.update(_texts(given.into, given.workspace))
        return texts

    found = arrival_at(given.path, files, given.home)
    kept = _keep(found, texts, given) if given.yes else None
    if given.json:
        terminal.data(_as_data(found, kept, given))
    else:
        _report(found, kept, given, terminal)
    return 0


def export_scenario(given: Namespace, terminal: Terminal) -> int:
    """Write a scenario as a zip, or into a new folder."""
    name, files = scenario_files(given.scenario, given.workspace)
    texts = {path: as_text(path, one) for path, one in files.items()}
    if given.output == "-":
        terminal.write_bytes([to_zip(texts, name)])
        return 0
    target = Path(given.output)
    if target.suffix.lower() == ".zip":
        try:
            write_whole([to_zip(texts, name)], target)
        except (OSError, ValueError) as error:
            raise BadInput(f"{given.output!r} cannot be written ({error}); name another file") from error
    else:
        write_folder(texts, target)
    errors = len(read_scenario(texts, name).errors)
    wrong = f"; it has errors ({errors}), which `townwright check` lists" if errors else ""
    terminal.say(f"Exported {name} to {given.output}{wrong}.")
    return 0


def give_out(given: Namespace, terminal: Terminal) -> int:
    """Write a person as a character card."""
    _, files = scenario_files(given.scenario, given.workspace)
    form: CardForm = given.form or ("png" if given.output.lower().endswith(".png") else "v3")
    card = card_out({path: as_text(path, one) for path, one in files.items()}, given.agent, form)
    if given.output == "-":
        terminal.write_bytes([card.content])
        return 0
    target = Path(given.output)
    try:
        write_whole([card.content], target)
    except (OSError, ValueError) as error:
        raise BadInput(f"{given.output!r} cannot be written ({error}); name another file") from error
    terminal.say(f"Exported {given.agent} to {given.output} as {form}. ", *card.remarks)
    return 0


def _texts(said: str, workspace: Path) -> dict[str, str]:
    _, files = scenario_files(said, workspace)
    return {path: as_text(path, one) for path, one in files.items()}


def _keep(found: Arrival, texts: Mapping[str, str], given: Namespace) -> Kept:
    if isinstance(found, CardIn | ScriptIn) and _is_folder(given.into):
        _write(Path(given.into), accepted_files(found, texts, given.only))
        agents = (
            (found.agent,) if isinstance(found, CardIn) else [one.agent for one in found.chosen(given.only)]
        )
        return Kept(scenario=Path(given.into).resolve().name, agents=tuple(agents))
    from engine.api.workspace import open_workspace  # opens stores too, which takes longer than a report

    with open_workspace(given.workspace) as workspace:
        if isinstance(found, CardIn | ScriptIn):
            workspace.scenarios.taken_in(given.into)
        return workspace.imports.keep(found, into=given.into, name=given.name, agents=given.only)


def _is_folder(said: str) -> bool:
    return Path(said).is_dir() or "/" in said or "\\" in said


def _write(folder: Path, changed: Mapping[str, str]) -> None:
    """Write files into a scenario's folder: personas first, since the town's facts name them."""
    for path, text in sorted(changed.items(), key=lambda one: not one[0].startswith("personas/")):
        target = folder / path
        try:
            target.parent.mkdir(exist_ok=True)
            write_whole([text.encode("utf-8")], target)
        except OSError as error:
            raise BadInput(
                f"{str(target)!r} cannot be written ({error.strerror}); check its permissions"
            ) from error


# ---- what is said of it


def _as_data(found: Arrival, kept: Kept | None, given: Namespace) -> dict[str, object]:
    """Return an import as data; of a save, only how far it was lived."""
    facts: dict[str, object] = {"kind": _KINDS[type(found)], "added": kept is not None}
    if isinstance(found, SaveIn):
        lived = found.lived
        facts |= {"name": found.name, "files": found.files, "notes": found.notes, "problems": found.problems}
        facts |= {"minute": lived.minute if lived is not None else None}
    else:
        facts |= asdict(found)
    run = kept.run if kept is not None else ""
    return {"scenario": kept.scenario if kept else given.into or given.name, **facts, "run": run}


_KINDS = {CardIn: "card", ScriptIn: "script", SaveIn: "smallville", FilesIn: "scenario"}


def _report(found: Arrival, kept: Kept | None, given: Namespace, terminal: Terminal) -> None:
    terminal.say(_head(found, given))
    rows = [(Painted(*_FATES[one.fate]), one.field, one.words) for one in found.notes]
    terminal.table(rows, indent="  ")
    problems = (
        [each for one in found.people for each in one.problems]
        if isinstance(found, ScriptIn)
        else found.problems
    )
    for problem in problems:
        terminal.say(str(problem))
    if kept is None:
        choice = " Use --only AGENT to import only some people." if isinstance(found, ScriptIn) else ""
        terminal.say(f"Nothing is saved yet; add --yes to save it.{choice}")
        return
    terminal.say(_done(found, kept))
    if kept.run:
        from engine.cli.naming import next_command  # knows workspaces, which a report alone can do without

        terminal.say(f"  to continue: {next_command(given, 'resume', kept.run, '--days', '1')}")


def _head(found: Arrival, given: Namespace) -> str:
    if isinstance(found, CardIn):
        return f"Character card ({found.version}): {found.name}, to be added to {given.into} as {found.file}."
    if isinstance(found, ScriptIn):
        who = ", ".join(f"{one.name} ({one.agent})" for one in found.people[:20])
        return f"{found.form}. People to add to {given.into}: {who}."
    kind = "A scenario" if isinstance(found, FilesIn) else "A Smallville save"
    return f"{kind}, to be saved as {given.name or found.name}."


def _done(found: Arrival, kept: Kept) -> str:
    if isinstance(found, CardIn):
        facts = f", and {len(found.facts)} to its facts" if found.facts else ""
        return f"Added {found.name} to {kept.scenario}{facts}."
    if isinstance(found, ScriptIn):
        return f"Added to {kept.scenario}: {', '.join(kept.agents)}."
    days = f", and its days as the run {kept.run}" if kept.run else ""
    return f"Added the scenario {kept.scenario} to the workspace{days}."
