"""The process apart: it is told by its standard input what to do, does it, and writes what comes of it.

`python -m engine.notebook.apart.child`; `apart.py` starts it.
"""

from __future__ import annotations

import ast
import json
import sys
import traceback
from collections.abc import Mapping
from typing import Any

CELL = "<cell>"  # what the program of a cell is called in a traceback
FAILED = 3  # the exit status when a program failed, rather than this process


def main() -> int:
    """Do what is asked, and return the exit status."""
    asked: Mapping[str, Any] = json.load(sys.stdin)
    _limit(asked["seconds"], asked["most"])
    if "vega" in asked:
        import vl_convert

        sys.stdout.write(vl_convert.vegalite_to_svg(asked["vega"], allowed_base_urls=[]))
        return 0
    return _run(asked)


def _limit(seconds: int, most: int) -> None:
    """Have the system end what takes too long or writes too much, where it can."""
    try:
        import resource
    except ImportError:  # Windows: whoever started it ends it
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def _run(asked: Mapping[str, Any]) -> int:
    try:
        tree = ast.parse(asked["code"], CELL)
        names = _names(tree, asked)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, CELL, "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), CELL, "eval"), names)
            if value is not None:
                sys.stdout.write(f"{value!r}\n")
        sys.stdout.flush()
    except SystemExit as error:
        return 0 if not error.code else _told(error)
    except BaseException as error:
        if not _told(error):
            raise
        return FAILED
    return 0


def _names(tree: ast.Module, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the program finds: the `run` at its checkpoint, to be read, where it names it."""
    names: dict[str, Any] = {"__name__": "__main__"}
    if any(isinstance(node, ast.Name) and node.id == "run" for node in ast.walk(tree)):
        import engine as tw

        names["run"] = tw.open(asked["workspace"], read_only=True).runs.find(asked["run"])
    return names


def _told(error: BaseException) -> int:
    """Write in which line the program failed, and how."""
    sys.stdout.flush()
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == CELL]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else 0
    said = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    sys.stderr.write(json.dumps({"line": line or 0, "said": said}))
    return FAILED


if __name__ == "__main__":
    sys.exit(main())
