"""Writing towns: checks a scenario, creates one, and prints the schema of its files."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path

from engine.api.scenarios import (
    CODES,
    Checked,
    Mended,
    Problem,
    ScenarioVersion,
    bundled,
    bundled_folder,
    generate,
    json_schema,
    mended,
    new_scenario,
    read_folder,
    read_scenario,
    template_files,
    templates,
    to_files,
    understood_in,
    write_folder,
)
from engine.api.text import did_you_mean
from engine.api.workspace_file import file_of, why_not_writable, write_whole
from engine.cli.naming import count_words
from engine.cli.screen.colour import Painted, Tone
from engine.cli.screen.terminal import Terminal
from engine.errors import BadInput, NotFound


def check(given: Namespace, terminal: Terminal) -> int:
    """Print every problem of a scenario; return 1 if one of them is an error."""
    name, files = scenario_files(given.path, given.workspace)
    if given.only and not given.fix:
        raise BadInput("--only selects the problems for --fix; add --fix")
    stay: Sequence[Problem] = ()
    if given.fix:
        done, written = _fixed(given, name, files)
        files, stay = done.files, done.stay
        if not given.json:
            _say_fixed(done, written, terminal)
    checked = read_scenario(files, name)
    if given.understood:
        _understood(checked, given, terminal)
        if checked.errors and given.json:
            terminal.note(_verdict(name, checked))
    elif given.json:
        terminal.data(list(checked.problems))
    if not given.json and (checked.errors or not given.understood):
        _list(checked, stay, terminal)
        terminal.say(_verdict(name, checked))
    return 1 if checked.errors else 0


def _list(checked: Checked, stay: Sequence[Problem], terminal: Terminal) -> None:
    for problem in checked.problems:
        terminal.say(*_words(problem))
        if problem in stay:
            terminal.say("    not fixed: --fix cannot fix this permanently; change it in the text")
        elif problem.fix is not None:
            terminal.say(f"    --fix would {problem.fix.does}")


def _fixed(given: Namespace, name: str, files: Mapping[str, str | bytes]) -> tuple[Mended, Sequence[str]]:
    """Fix the problems that can be fixed, and write the result where the scenario comes from; return it with
    the names of the written files.
    """
    unknown = [code for code in given.only if code not in CODES]
    if unknown:
        raise BadInput(f"there is no problem code {unknown[0]!r}; docs/problems.md lists all codes")
    before = {file: as_text(file, content) for file, content in files.items()}
    done = mended(before, name, given.only)
    changed = {file: text for file, text in done.files.items() if before.get(file) != text}
    folder = Path(given.path)
    if changed and folder.is_dir():
        _write(changed, folder)
    elif changed:
        _keep(given, name, done)
    return done, list(changed)


def _write(changed: Mapping[str, str], folder: Path) -> None:
    """Write files of a folder, each completely; write none if one of them is not writable."""
    for file in changed:
        if why := why_not_writable(folder / file):
            raise BadInput(
                f"{file} cannot be fixed ({why}), and nothing was written; make the file writable, "
                "then try again"
            )
    written: list[str] = []
    for file, text in changed.items():
        try:
            write_whole([text.encode("utf-8")], folder / file)
        except OSError as error:
            names = ", ".join(written)
            so_far = f"only these files were written: {names}" if written else "nothing was written"
            why = error.strerror or "the system rejected it"
            raise BadInput(
                f"{file} cannot be written ({why}), and {so_far}; remove the cause, then try again"
            ) from error
        written.append(file)


def _keep(given: Namespace, name: str, done: Mended) -> None:
    """Save the fixed files as a version of a scenario in the workspace."""
    from engine.api.workspace import open_workspace  # opens stores too, which takes longer than all else here

    if _kept(name, given.workspace) is None:
        raise BadInput(f"{name} comes with Townwright and cannot be changed; copy it with `townwright new`")
    with open_workspace(given.workspace) as opened:
        opened.scenarios.save(name, done.files, "check --fix")


def _say_fixed(done: Mended, written: Sequence[str], terminal: Terminal) -> None:
    for problem in done.problems:
        does = problem.fix.does if problem.fix is not None else ""
        where = f"{problem.file}:{problem.line} "
        terminal.say(where, Painted(problem.code, Tone.GOOD), f" {problem.message}: {does}")
    fixed = f"Fixed {count_words(len(done.problems), 'problem')}; changed: {', '.join(written)}."
    terminal.say(fixed if done.problems else "There is nothing that --fix can fix.")


def _understood(checked: Checked, given: Namespace, terminal: Terminal) -> None:
    """Print how each agent understands their seeds and the town's facts, or output it as data."""
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
            for doubt in sentence.doubts:
                terminal.say("    ! ", Painted(doubt, Tone.WARNING))
            for fields in sentence.fields:
                if fields and not sentence.is_stated:
                    terminal.say(f"      intends: {fields}")


def changes(given: Namespace, terminal: Terminal) -> int:
    """Print the differences between two versions of a scenario, or since the last one."""
    from engine.api.workspace import open_workspace  # opens stores too

    with open_workspace(given.workspace, read_only=True) as opened:
        kept = opened.scenarios.versions(given.scenario)
        before, after = (_version(kept, said) for said in (given.before, given.after))
        if given.before is None and given.after is not None:
            before = next((one for one in kept if after is not None and one.number < after.number), after)
        found = opened.scenarios.differences(
            given.scenario,
            before.number if before is not None else None,
            after.number if after is not None else None,
        )
    if given.json:
        terminal.data([asdict(one) for one in found])
        return 0
    for one in found:
        terminal.say(one.words)
    if not found:
        terminal.say("There are no differences in meaning.")
    return 0


def _version(kept: Sequence[ScenarioVersion], said: str | None) -> ScenarioVersion | None:
    """Return the version written as `v3` or `3`, or None if none is given."""
    if said is None:
        return None
    number = said.strip().lower().removeprefix("v")
    found = next((one for one in kept if str(one.version) == number), None)
    if found is None:
        known = ", ".join(f"v{one.version}" for one in kept[:8])
        raise NotFound(f"there is no version {said!r}; use one of: {known}")
    return found


def new(given: Namespace, terminal: Terminal) -> int:
    """Write a new scenario folder and print the next steps."""
    if given.seed is not None and given.agents is None:
        raise BadInput("--seed needs --agents, the number of people in the generated town")
    folder = Path(given.name)
    name = " ".join(folder.name.split())
    if not 1 <= len(name) <= 80 or not name.isprintable() or name.startswith((".", "-")):
        raise BadInput(
            f"{given.name!r} is not a valid name for a scenario; use 1 to 80 printable characters, and start "
            "with neither . nor -"
        )
    files = _new_files(name, given)
    write_folder(files, folder)
    terminal.say(f"Created a scenario with {count_words(len(files), 'file')} in {folder.resolve()}. Next:")
    terminal.table(
        [
            (
                Painted(f"townwright check {_quoted(folder)}", Tone.COMMAND),
                "checks the files after you change them",
            ),
            (Painted(f"townwright run {_quoted(folder)}", Tone.COMMAND), "simulates the first day"),
        ],
        indent="  ",
    )
    return 0


def schema(given: Namespace, terminal: Terminal) -> int:
    """Print the JSON schema of one kind of file."""
    terminal.data(json_schema(given.part))
    return 0


def scenario_files(said: str, workspace: Path) -> tuple[str, Mapping[str, str | bytes]]:
    """Return the name and the files of a scenario, given as a folder, or as the name of a scenario in the
    workspace, a bundled one, or a template.
    """
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
    if said in (known := [one.id for one in templates()]):
        return said, template_files(said)
    listed = f"bundled scenarios: {', '.join(bundled())}; templates: {', '.join(known)}"
    remedy = did_you_mean(said, [*bundled(), *known], listed)
    raise NotFound(f"there is no folder or scenario {said!r}; {remedy}")


def _kept(said: str, workspace: Path) -> dict[str, str] | None:
    from engine.api.workspace import open_workspace  # opens stores too, which takes longer than all else here

    if not file_of(workspace).is_file():
        return None
    with open_workspace(workspace, read_only=True) as opened:
        return opened.scenarios.files(said) if said in opened.scenarios.names() else None


def _new_files(name: str, given: Namespace) -> Mapping[str, str]:
    if given.agents is not None:
        return to_files(generate(name, given.agents, given.seed or 0))
    if given.source is None:
        return new_scenario(name)
    _, files = scenario_files(given.source, given.workspace)
    return {file: as_text(file, content) for file, content in files.items()}


def as_text(file: str, content: str | bytes) -> str:
    """Return the text of a file. Raises BadInput if it is not UTF-8."""
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
    found = (
        [count_words(errors, "error"), count_words(warnings, "warning")]
        if errors or warnings
        else ["no problems"]
    )
    found += [count_words(notices, "notice")] if notices else []
    scenario = checked.scenario
    if scenario is None:
        return f"{name}: {', '.join(found)}; it cannot run until the errors are fixed"
    size = [
        count_words(len(scenario.personas), "person", "people"),
        count_words(len(scenario.places), "place"),
        count_words(len(scenario.facts), "fact"),
    ]
    return f"{name}: {', '.join(size)}; {', '.join(found)}"


def _quoted(folder: Path) -> str:
    said = str(folder) if folder.is_absolute() or len(folder.parts) > 1 else f"./{folder}"
    return f'"{said}"' if " " in said else said
