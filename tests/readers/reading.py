"""Asks the readers of this folder, which run in a process of node."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

READERS = Path(__file__).parent


@pytest.fixture(scope="module")
def reader():
    """Reads a text in a form with the reader that is known for it; `picks` are the choices to take."""
    if not shutil.which("node") or not (READERS / "node_modules").is_dir():
        pytest.skip("tests/readers/README.md says how its readers are installed")
    program = ["node", "--stack-size=7000", "read.mjs"]  # yarn-bound goes deeper with every line
    with subprocess.Popen(
        program, cwd=READERS, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:

        def read(form, text, picks=()):
            process.stdin.write(json.dumps({"form": form, "text": text, "picks": list(picks)}) + "\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            assert "failed" not in answer, answer
            assert answer["complaints"] == []
            return answer["found"]

        yield read
        process.stdin.close()
