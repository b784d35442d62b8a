"""Doing something apart: started with little at hand, ended when its time is up, and heard to the end."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from engine.api.text import safe_json
from engine.errors import BadInput, NotInstalled, worded
from engine.notebook.apart.child import FAILED

SECONDS, MOST_WRITTEN, MOST_SHOWN = 10, 2_000_000, 20_000
_KEPT = ("PATH", "SYSTEMROOT", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH")  # no key of a served model is in it


def computed(code: str, workspace: Path, run: int) -> str:
    """Return what a program writes, and the value of its last line. BadInput where it fails or never ends.

    It is a process of its own with neither the environment nor the folder of this one; that keeps accidents
    away, and is no wall: what it may do, whoever started Townwright may do.
    """
    said = _done({"code": code, "workspace": str(workspace.resolve()), "run": run})
    return said if len(said) <= MOST_SHOWN else f"{said[:MOST_SHOWN]}\n… and more"


def svg_of(vega: Mapping[str, object]) -> str:
    """Return a picture in Vega-Lite, whose rows are in it, as SVG. NotInstalled without the extra."""
    if importlib.util.find_spec("vl_convert") is None:
        raise NotInstalled(
            worded(
                "a chart with `vega:` needs vl-convert, which is not installed; run `pip install "
                "'townwright[notebook]'`"
            )
        )
    return _done({"vega": vega})


def _done(asked: dict[str, object]) -> str:
    content = safe_json({**asked, "seconds": SECONDS, "most": MOST_WRITTEN}).encode()
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder) / "out", Path(folder) / "err"
        (home := Path(folder) / "home").mkdir()
        with out.open("wb") as written, err.open("wb") as wrong:
            process = subprocess.Popen(
                [sys.executable, "-m", "engine.notebook.apart.child"],
                stdin=subprocess.PIPE,
                stdout=written,
                stderr=wrong,
                cwd=home,
                env=_environment(home),
                start_new_session=True,
            )
            try:
                process.communicate(content, timeout=2 * SECONDS)
            except subprocess.TimeoutExpired:
                raise _too_long() from None
            finally:
                _end(process)
        said, told = (path.read_text("utf-8", "replace")[:MOST_WRITTEN] for path in (out, err))
    if process.returncode == 0:
        return said
    raise _failure(process.returncode, said, told)


def _failure(status: int, said: str, told: str) -> BadInput:
    if status == FAILED:
        wrong = json.loads(told.splitlines()[-1])
        failure = (
            worded(
                "the program failed in its line {line} ({error:.300}); correct the program",
                line=wrong["line"],
                error=wrong["said"],
            )
            if wrong["line"]
            else worded("the program failed ({error:.300}); correct the program", error=wrong["said"])
        )
        if not said.strip():
            return BadInput(failure)
        return BadInput(
            worded(
                "{failure}. Output before the error: {output!r}",
                failure=failure,
                output=said.strip()[-200:],
            )
        )
    if len(said) >= MOST_WRITTEN // 2:
        return BadInput(
            worded(
                "the cell wrote more than {most_written:,} bytes; reduce its output",
                most_written=MOST_WRITTEN,
            )
        )
    if status < 0:
        return _too_long()
    return BadInput(
        worded(
            "the cell could not be run ({why:.300}); run it again",
            why=(told.strip().splitlines() or [worded("no reason given")])[-1],
        )
    )


def _too_long() -> BadInput:
    return BadInput(
        worded("the cell took longer than {seconds} seconds and was stopped; simplify it", seconds=SECONDS)
    )


def _environment(home: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    paths = [str(Path(path or ".").resolve()) for path in sys.path]
    folders = dict.fromkeys(("HOME", "TMPDIR", "TEMP", "TMP"), str(home))
    return {**kept, **folders, "PYTHONPATH": os.pathsep.join(paths), "PYTHONIOENCODING": "utf-8"}


def _end(process: subprocess.Popen[bytes]) -> None:
    """End it with all that it has started."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, 9)
    process.kill()
    process.wait()
