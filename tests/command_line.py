"""The command line as tests use it: on a town that has lived a morning, heard in its three parts."""

from __future__ import annotations

import json
import os
import shutil

import pytest

from engine.cli import main
from tests.lived_towns import copy_of, kept

MORNING = ("--until", "day 1 09:00", "--quiet")


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    """A workspace in which Willow Bay has lived until nine in the morning; to be read only."""
    return copy_of(kept("the command line's morning", _live_a_morning), tmp_path_factory.mktemp("lived"))


def _live_a_morning(folder):
    assert main(["run", "willow-bay", *MORNING, "--workspace", str(folder)]) == 0


@pytest.fixture
def own(lived, tmp_path, monkeypatch):
    """A copy of it that a test may change, as the workspace that commands find by themselves."""
    folder = tmp_path / "workspace"
    shutil.copytree(lived, folder)
    monkeypatch.setenv("TOWNWRIGHT_WORKSPACE", str(folder))
    return folder


@pytest.fixture
def call(lived, capsys, monkeypatch):
    """Runs a command on the lived workspace; its exit status, output and error output."""
    monkeypatch.setenv("TOWNWRIGHT_WORKSPACE", os.environ.get("TOWNWRIGHT_WORKSPACE", str(lived)))

    def run(*arguments):
        capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


@pytest.fixture
def asked(call):
    """Runs a command that must succeed and speaks JSON; what it said."""

    def run(*arguments):
        status, out, err = call(*arguments, "--json")
        assert status == 0, err
        return json.loads(out)

    return run
