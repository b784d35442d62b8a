"""What all tests share: no network beyond this machine, small stores, the command line on a lived town."""

from __future__ import annotations

import gc
import os
import shutil
import socket
import sys
import tempfile

import pytest
from hypothesis import settings

from engine.store.file import connection
from tests.chaos import Chaos
from tests.command_line import asked, call, lived, own
from tests.lived_towns import FOLDER
from tests.store_samples import run, store
from tests.tables_at_once import create_tables

__all__ = ["asked", "call", "lived", "own", "run", "store"]

# Many tests start processes of their own, which would all compile the same modules again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A busy machine is slow, not wrong.
settings.register_profile("townwright", deadline=None)
settings.load_profile("townwright")

# Tests create thousands of workspace files.
connection.migrate = create_tables

_connect = socket.socket.connect


@pytest.fixture(autouse=True)
def _only_loopback(monkeypatch):
    """A fuse: any attempt to leave this machine fails loudly."""

    def guarded(self, address):
        host = address[0] if isinstance(address, tuple) else ""
        if self.family in (socket.AF_INET, socket.AF_INET6) and host not in ("127.0.0.1", "localhost", "::1"):
            raise AssertionError(f"a test tried to reach {host!r}")
        return _connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture(scope="module")
def chaos():
    """A server that fails in every way there is, by the name of the model it is asked for."""
    server = Chaos()
    yield server
    server.close()


def pytest_configure(config):
    """Name a folder for the towns that are lived in this test run, for all its processes."""
    if FOLDER not in os.environ:  # neither the caller nor the process that started this one has named it
        os.environ[FOLDER] = folder = tempfile.mkdtemp(prefix="townwright-lived-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


SLOW = ("browser", "soak", "nightly")


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items):
    """Count tests in a browser among the long ones, and put slow files first: with `-n`, no process is to be
    left alone with one of them at the end.
    """
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker("soak")
        if any(map(item.get_closest_marker, SLOW)):
            item.add_marker("slow")
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish():
    """Look for garbage less often than Python does by itself, and never in what collection has made."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


# Files that visit the same studio, which is then begun, and its town lived, once for all of them.
VISITORS = {
    "tests/browser/test_graph.py": "tests/browser/test_components.py",
    "tests/browser/test_stage.py": "tests/browser/test_components.py",
    "tests/browser/test_mind.py": "tests/browser/test_page_frame.py",
}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """With `--dist=loadfile`, files that visit the same studio go to the same process as well."""
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid):
            file = super()._split_scope(nodeid)
            return VISITORS.get(file, file)

    return Scheduling(config, log) if config.getvalue("dist") == "loadfile" else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """Return the number of cores: with more processes, each of which imports all tests, even the tests that
    wait for browsers take longer.
    """
    return os.cpu_count() or 1
