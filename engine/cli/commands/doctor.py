"""The doctor: checks everything Townwright needs, and says what to do about problems."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sqlite3
import sys
import tempfile
from argparse import Namespace
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Literal

import engine
from engine.api.models import Rehearsal
from engine.api.scenarios import bundled, bundled_folder, read_folder, read_scenario
from engine.api.workspace import Workspace, open_workspace
from engine.api.workspace_file import (
    FILE,
    backups_of,
    begin_anew,
    differences,
    file_of,
    is_read_only,
    list_runs,
    oddity,
    only_read,
    open_store,
    restore,
    verified_backup,
)
from engine.cli.screen.colour import Painted, Tone
from engine.cli.screen.terminal import Terminal
from engine.errors import BadInput, NotFound, TownwrightError, WorkspaceDamaged

_LEAST_FREE = 200_000_000
_NEEDED = (
    "streamlit", "openai", "numpy", "sqlite-utils", "pyvis", "pyyaml", "pydantic", "filelock",
    "snowballstemmer", "rapidfuzz", "argcomplete",
)  # fmt: skip


_TONES = {"ok": Tone.GOOD, "warning": Tone.WARNING, "problem": Tone.BAD}


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The result of one check: its state and its message."""

    check: str
    state: Literal["ok", "warning", "problem"]
    found: str


def doctor(given: Namespace, terminal: Terminal) -> int:
    """Run all checks; return 1 if one found a problem. With --restore, first put a backup in place; with
    --begin-anew, keep the backups aside.
    """
    if given.begin_anew:
        _begin_anew(file_of(given.workspace), terminal)
    if given.restore is not None:
        _restore(given.workspace, Path(given.restore) if given.restore else None, terminal)
    findings = [finding for look in _LOOKS for finding in look(given.workspace)]
    if given.json:
        terminal.data([asdict(finding) for finding in findings])
    else:
        rows = [(Painted(one.state, _TONES[one.state]), one.check, one.found) for one in findings]
        terminal.table(rows)
    return 1 if any(finding.state == "problem" for finding in findings) else 0


def _restore(workspace: Path, named: Path | None, terminal: Terminal) -> None:
    """Put a backup in place; for a sound workspace, only an explicitly named one."""
    file, backup = file_of(workspace), named or verified_backup(workspace / "backups")
    if named is None and _is_sound(file):
        advice = f"; to restore it anyway, use `--restore {backup}`" if backup else " and has no backup yet"
        raise BadInput(f"{str(file)!r} is not damaged{advice}")
    aside = restore(file, backup)
    terminal.note(f"restored the backup {str(backup)!r}{_made(backup)}")
    if aside.exists():
        terminal.note(f"the previous file, with everything done since then, is now {str(aside)!r}")


def _made(backup: Path | None) -> str:
    """Return in words when a backup was made."""
    when = datetime.fromtimestamp(backup.stat().st_mtime, UTC) if backup is not None else None
    return f", made on {when:%Y-%m-%d %H:%M} UTC" if when is not None else ""


def _begin_anew(file: Path, terminal: Terminal) -> None:
    """Keep the backups aside, so that a new workspace can be made. Refused for a sound workspace."""
    if _is_sound(file):
        raise BadInput(
            f"{str(file)!r} is not damaged; to start a new workspace anyway, choose another --workspace"
        )
    kept = begin_anew(file)
    terminal.note(f"the backups are now in {str(kept)!r}; run `townwright` to create a new workspace")


def _is_sound(file: Path) -> bool:
    """Return whether a workspace can be opened and all its runs verify."""
    try:
        with open_store(file, read_only=True) as store:
            return not any(differences(store))
    except (WorkspaceDamaged, NotFound):
        return False


def _program(workspace: Path) -> Iterator[Finding]:
    python = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
    yield Finding(check="townwright", state="ok", found=f"{engine.__version__}, {python}")
    missing, versions = [], []
    for name in _NEEDED:
        try:
            versions.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            missing.append(name)
    if missing:
        found = f"missing: {', '.join(missing)}; reinstall Townwright"
        yield Finding(check="packages", state="problem", found=found)
    yield Finding(check="packages", state="ok", found=", ".join(versions))
    encoding = (sys.stdout.encoding or "").lower()
    if not encoding.startswith("utf"):
        found = f"its encoding is {encoding or 'unknown'}: other characters appear as codes; set PYTHONUTF8=1"
        yield Finding(check="terminal", state="warning", found=found)


def _sqlite(workspace: Path) -> Iterator[Finding]:
    """Check this SQLite by creating a temporary workspace."""
    with tempfile.TemporaryDirectory(prefix="townwright-") as folder:
        yield _tried(
            "sqlite", lambda: open_store(Path(folder) / FILE).close(), f"SQLite {sqlite3.sqlite_version}"
        )


def _scenarios(workspace: Path) -> Iterator[Finding]:
    broken = [name for name in bundled() if read_scenario(read_folder(bundled_folder(name)), name).errors]
    state: Literal["ok", "problem"] = "problem" if broken or not bundled() else "ok"
    found = f"broken: {', '.join(broken)}; reinstall Townwright" if broken else ", ".join(bundled())
    yield Finding(check="bundled scenarios", state=state, found=found or "none; reinstall Townwright")


def _model(workspace: Path) -> Iterator[Finding]:
    yield _tried("model", lambda: Rehearsal(), f"{Rehearsal.id} is built in and needs no key")


def _port(workspace: Path) -> Iterator[Finding]:
    from studio import launch  # only here, and to open it, does a command need the studio

    address = launch.config()["server.address"]
    tried = range(launch.DEFAULT_PORT, launch.DEFAULT_PORT + launch.PORTS_TRIED)
    port = next((port for port in tried if launch.is_free(address, port)), None)
    if port is None:
        found = f"ports {tried[0]} to {tried[-1]} are all in use; choose a free one with `townwright --port`"
        yield Finding(check="port", state="problem", found=found)
    else:
        yield Finding(check="port", state="ok", found=f"the studio would open on port {port}")


def _disk(workspace: Path) -> Iterator[Finding]:
    file = file_of(workspace)
    folder = next(path for path in (file.parent, *workspace.absolute().parents) if path.is_dir())
    try:
        with tempfile.TemporaryFile(dir=folder) as tried:
            tried.write(b"well")
    except OSError as error:
        if is_read_only(file):
            yield Finding(check="folder", state="warning", found=only_read(file))
            return
        found = f"{str(folder)!r} is not writable ({error.strerror}); choose another with --workspace"
        yield Finding(check="folder", state="problem", found=found)
        return
    free = shutil.disk_usage(folder).free
    little = free < _LEAST_FREE
    found = f"{str(folder)!r} is writable; {free // 1_000_000:,} MB are free"
    yield Finding(check="folder", state="warning" if little else "ok", found=found)


def _workspace(workspace: Path) -> Iterator[Finding]:
    file = file_of(workspace)
    if os.path.lexists(workspace) and not workspace.is_dir() and not workspace.is_file():
        found = f"{str(workspace)!r} is {oddity(workspace) or 'a file'}; name a folder with --workspace"
        yield Finding(check="workspace", state="problem", found=found)
        return
    if not os.path.lexists(file) and not backups_of(workspace / "backups"):
        found = f"none in {str(workspace)!r} yet; `townwright` or `townwright run` creates one"
        yield Finding(check="workspace", state="ok", found=found)
        return
    try:
        with open_workspace(workspace, read_only=True) as opened:
            megabytes, backups = file.stat().st_size // 1_000_000, backups_of(file.parent / "backups")
            size = f"{str(file)!r}, {megabytes:,} MB, backups: {len(backups)}"
            runs = list_runs(opened.store, hidden=True)
            found = f"{size}, scenarios: {len(opened.scenarios.names())}, runs: {len(runs)}"
            yield Finding(check="workspace", state="ok", found=found)
            if backup := opened.unverified_backup:
                found = f"the newest, {backup!r}, is of a damaged file; the earlier ones are kept"
                yield Finding(check="backups", state="warning", found=found)
            yield from _runs(opened)
    except TownwrightError as error:
        yield Finding(check="workspace", state="problem", found=str(error))


def _runs(workspace: Workspace) -> Iterator[Finding]:
    changed = list(differences(workspace.store))
    for difference in changed:
        yield Finding(check="log", state="problem", found=difference.words)
    if not changed:
        yield Finding(check="log", state="ok", found="all turns are unchanged since they were committed")
    for row in workspace.runs.all():
        job = workspace.runs.glance(row.number).job
        if job is not None and job.state == "interrupted":
            found = f"{row.id} was interrupted: {job.error}; `townwright resume {row.id}` continues it"
            yield Finding(check="runner", state="warning", found=found)


def _tried(check: str, look: Callable[[], object], fine: str = "") -> Finding:
    try:
        found = look()
    except (TownwrightError, OSError, sqlite3.Error) as error:
        return Finding(check=check, state="problem", found=re.sub(r"\s+", " ", str(error)))
    return Finding(check=check, state="ok", found=fine or str(found))


_LOOKS = (_program, _sqlite, _scenarios, _model, _port, _disk, _workspace)
