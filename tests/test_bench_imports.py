"""Every name that a bench imports exists, also those that it imports only when it runs."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

BENCHES = sorted((Path(__file__).parent / "bench").rglob("*.py"))
OURS = ("engine.", "studio.", "tests.")


def imported_names(file: Path) -> Iterator[tuple[str, str]]:
    """Yield module and name of each import from this project, at the top of a file or within a function."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(OURS):
            yield from ((str(node.module), alias.name) for alias in node.names)


def exists(module: str, name: str) -> bool:
    """Return whether a module has a name, as an attribute or as a module of its own."""
    try:
        if hasattr(importlib.import_module(module), name):
            return True
        importlib.import_module(f"{module}.{name}")
    except ModuleNotFoundError:
        return False
    return True


@pytest.mark.parametrize("file", BENCHES, ids=lambda file: file.stem)
def test_what_a_bench_imports_exists(file):
    assert [f"{module}.{name}" for module, name in imported_names(file) if not exists(module, name)] == []
