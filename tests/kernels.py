"""A real kernel of Jupyter's for the tests: notebooks run as a person runs them, with what they show."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

SECONDS = 300  # after which a cell is said to hang; far more than any takes


@contextmanager
def kernel(notebook: nbformat.NotebookNode, folder: Path) -> Iterator[NotebookClient]:
    """A client whose kernel works in a folder, and keeps what it keeps beside it."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"):
            (folder / ".jupyter" / name).mkdir(parents=True, exist_ok=True)
            patch.setenv(name, str(folder / ".jupyter" / name))
        patch.setenv("JUPYTER_PLATFORM_DIRS", "1")
        patch.setenv("PYTHONPATH", str(Path(__file__).resolve().parents[1]))
        client = NotebookClient(
            notebook, timeout=SECONDS, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
        )
        with client.setup_kernel():
            yield client


def executed(notebook: nbformat.NotebookNode, folder: Path) -> nbformat.NotebookNode:
    """A notebook after all of its cells have run; CellExecutionError where one fails."""
    with kernel(notebook, folder) as client:
        for place, cell in enumerate(notebook.cells):
            if cell.cell_type == "code":
                client.execute_cell(cell, place)
    return notebook


def shown(cell: nbformat.NotebookNode, kind: str = "text/plain") -> str:
    """What a cell shows in one of its forms, with what it printed."""
    return "".join(
        output.get("text", "") + output.get("data", {}).get(kind, "") for output in cell.get("outputs", ())
    )
