"""A notebook that is killed again and again keeps its finished days, and comes to the same end."""

from __future__ import annotations

import contextlib
import random
import subprocess
import sys
from pathlib import Path

import pytest

from engine.api.workspace import open_workspace
from engine.notebook.reading.read import read_notebook
from engine.notebook.running.session import Session

NOTEBOOK = """---
town-notebook: 1
town: three-neighbours
seed: 3
---

```yaml {.run #day-1}
days: 1
```

```yaml {.whisper #hint}
to: nell
text: Tell Ruth of the chess evening.
```

```yaml {.run #day-2}
days: 1
```

```yaml {.run #day-3}
days: 1
```

```sql {.sql #count}
select count(*) as memories from memory
```
"""
LONGEST = 6.0  # seconds until a kill, at most: about as long as the whole takes


def command(file: Path) -> list[str]:
    return [
        sys.executable, "-m", "engine.cli", "notebook", "run", str(file), "--quiet",
        "--workspace", str(file.parent / "ws"),
    ]  # fmt: skip


def opened(workspace, file: Path) -> Session:
    return Session(workspace, read_notebook(file), str(file.resolve()), folder=file.parent)


def ends(file: Path) -> tuple[list[str], object]:
    """The fingerprints of the runs at its checkpoints, and what its query found."""
    with open_workspace(file.parent / "ws") as workspace:
        states = opened(workspace, file).states
        assert {state.status for state in states} == {"fresh"}
        runs = [state.output.run for state in states if state.cell.changes_town]
        return [workspace.runs.find(run).at().fingerprint for run in runs], states[-1].output.grids[0].rows


def days_done(file: Path) -> tuple[int, int]:
    """How many cells are fresh, and to which minute the furthest run has lived."""
    with open_workspace(file.parent / "ws") as workspace:
        fresh = sum(state.status == "fresh" for state in opened(workspace, file).states)
        rows = workspace.runs.all(archived=True)
        return fresh, max((workspace.runs.glance(row.number).clock for row in rows), default=0)


def place(folder: Path) -> Path:
    folder.mkdir()
    file = folder / "it.town.md"
    file.write_text(NOTEBOOK, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "kills", [pytest.param(4, marks=pytest.mark.soak), pytest.param(20, marks=pytest.mark.nightly)]
)
def test_finished_days_are_kept_and_the_result_is_the_same(tmp_path, kills):
    chance = random.Random(kills)
    whole, killed = place(tmp_path / "whole"), place(tmp_path / "killed")
    subprocess.run(command(whole), check=True, capture_output=True)
    before = (0, 0)
    for _ in range(kills):
        process = subprocess.Popen(command(killed), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(chance.uniform(0.2, LONGEST))
        process.kill()
        process.wait()
        now = days_done(killed)
        assert now >= before
        before = now
    subprocess.run(command(killed), check=True, capture_output=True)
    assert ends(killed) == ends(whole)
