"""Start a llama.cpp server in a process of its own, and end it."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60  # seconds until it has loaded its model


@contextmanager
def serving(model: Path, logs: Path, *options: object) -> Iterator[str]:
    """Serve a model, with options of `tests.realserver.serve`, and yield the address of its API."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = (logs / "log").open("wb")
    command = [sys.executable, "-m", "tests.realserver.serve", *map(str, (model, port, *options))]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(f"{address}/health", process)
        yield f"{address}/v1"
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        log.close()


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    for _ in range(PATIENCE * 20):
        assert process.poll() is None, "the server has ended"
        try:
            with direct.open(url, timeout=2):
                return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.05)
    raise AssertionError("the server did not come up")
