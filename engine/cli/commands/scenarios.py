"""Writing towns: check a scenario, begin a new one, and the schema of its files."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import asdict
from itertools import groupby
from pathlib import Path

from engine.api.scenarios import (
    Checked,
    Problem,
    bundled,
    bundled_folder,
    generate,
    json_schema,
    new_scenario,
    read_folder,
    read_scenario,
    to_files,
    understood_in,
    write_folder,
)
from engine.api.text import did_you_mean
from engine.api.workspace_file import FILE
from engine.cli.screen.colour import Painted, Tone
from engine.cli.screen.terminal import Terminal
from engine.errors import BadInput, NotFound


def check(given: Namespace, terminal: Terminal) -> int:
    """Print every problem of a scenario; 1 when any of them is an error."""
    name, files = scenario_files(given.path, given.workspace)
    checked = read_scenario(files, name)
    if given.understood:
        _understood(checked, given, terminal)
    elif given.json:
        terminal.data(list(checked.problems))
    else:
        for problem in checked.problems:
            terminal.say(*_words(problem))
        terminal.say(_verdict(name, checked))
    return 1 if checked.errors else 0


def _understood(checked: Checked, given: Namespace, terminal: Terminal) -> None:
    """Tell how everybody takes what their seeds and the town's facts say, or as data."""
    sentences = list(understood_in(checked.scenario)) if checked.scenario is not None else []
    if given.json:
        terminal.data([asdict(sentence) for sentence in sentences])
        return
    for agent, own in groupby(sentences, key=lambda sentence: sentence.agent):
        terminal.say(f"\n{agent}")
        for sentence in own:
            terminal.say(f"  {sentence.text}")
            for words in sentence.words:
                terminal.say(f"    → {words}")


def new(given: Namespace, terminal: Terminal) -> int:
    """Write a new scenario folder and say what to do with it."""
    if given.seed is not None and given.agents is None:
        raise BadInput("--seed makes another generated town; say how many people live there with --agents")
    folder = Path(given.name)
    name = " ".join(folder.name.split())
    if not 1 <= len(name) <= 80 or not name.isprintable() or name.startswith((".", "-")):
        raise BadInput(f"{given.name!r} cannot be the name of a scenario; use up to 80 printable letters")
    files = _new_files(name, given)
    write_folder(files, folder)
    terminal.say(f"A new scenario of {_count(len(files), 'file')} is in {folder.resolve()}. Next:")
    terminal.table(
        [
            (
                Painted(f"townwright check {_quoted(folder)}", Tone.COMMAND),
                "says whether all is well after you changed a file",
            ),
            (Painted(f"townwright run {_quoted(folder)}", Tone.COMMAND), "lives its first day"),
        ],
        indent="  ",
    )
    return 0


def schema(given: Namespace, terminal: Terminal) -> int:
    """Print the JSON schema of one kind of file."""
    terminal.data(json_schema(given.part))
    return 0


def scenario_files(said: str, workspace: Path) -> tuple[str, Mapping[str, str | bytes]]:
    """Return the name and the files of a folder, of a scenario in the workspace, or of a bundled one."""
    folder = Path(said)
    if folder.is_dir() or "/" in said or "\\" in said:
        files = read_folder(folder)
        if not files:
            raise NotFound(f"there is no scenario in {said!r}; it needs a town.yaml and a world.yaml")
        return folder.resolve().name, files
    kept = _kept(said, workspace)
    if kept is not None:
        return said, kept
    if said in bundled():
        return said, read_folder(bundled_folder(said))
    remedy = did_you_mean(said, bundled(), f"bundled are {', '.join(bundled())}")
    raise NotFound(f"there is no folder and no scenario {said!r}; {remedy}")


def _kept(said: str, workspace: Path) -> dict[str, str] | None:
    from engine.api.workspace import open_workspace  # opens stores too, which takes longer than all else here

    if not (workspace / FILE).is_file():
        return None
    with open_workspace(workspace, read_only=True) as opened:
        return opened.scenarios.files(said) if said in opened.scenarios.names() else None


def _new_files(name: str, given: Namespace) -> Mapping[str, str]:
    if given.agents is not None:
        return to_files(generate(name, given.agents, given.seed or 0))
    if given.source is None:
        return new_scenario(name)
    _, files = scenario_files(given.source, given.workspace)
    return {file: _text(file, content) for file, content in files.items()}


def _text(file: str, content: str | bytes) -> str:
    if isinstance(content, str):
        return content
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"{file} is not UTF-8 text (byte {error.start}); save it as UTF-8") from error


_TONES = {"error": Tone.BAD, "warning": Tone.WARNING, "notice": Tone.COMMAND}


def _words(problem: Problem) -> tuple[str | Painted, ...]:
    mark = problem.code if problem.severity == "error" else f"{problem.code} {problem.severity}:"
    before, _, after = str(problem).partition(problem.code)
    return before, Painted(mark, _TONES[problem.severity]), after


def _verdict(name: str, checked: Checked) -> str:
    errors, warnings, notices = len(checked.errors), len(checked.warnings), len(checked.notices)
    found = [_count(errors, "error"), _count(warnings, "warning")] if errors or warnings else ["no problems"]
    found += [_count(notices, "notice")] if notices else []
    scenario = checked.scenario
    if scenario is None:
        return f"{name}: {', '.join(found)}; it cannot be lived until the errors are mended"
    size = [
        _count(len(scenario.personas), "person", "people"),
        _count(len(scenario.places), "place"),
        _count(len(scenario.facts), "fact"),
    ]
    return f"{name}: {', '.join(size)}; {', '.join(found)}"


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _quoted(folder: Path) -> str:
    said = str(folder) if folder.is_absolute() or len(folder.parts) > 1 else f"./{folder}"
    return f'"{said}"' if " " in said else said
