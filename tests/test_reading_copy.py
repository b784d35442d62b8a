"""A copy to look at: one run as one file, of which every page can be read and nothing changed."""

from __future__ import annotations

import pytest

from engine.api.interventions import Whisper
from engine.api.workspace import open_workspace
from engine.cli import main
from engine.errors import BadInput, NotWritten
from engine.models.profiles import Profile
from studio.pages import PAGES
from tests.studios import lived, studio, words

pytestmark = pytest.mark.soak

NAMES = tuple(page.name for group in PAGES.values() for page in group)
SECRET = "This run is nobody's business"


@pytest.fixture(scope="module")
def there(tmp_path_factory):
    """A workspace with a run, a fork of it that has pins, and what is nobody else's business."""
    folder = tmp_path_factory.mktemp("there") / "workspace"
    workspace, run = lived(folder)
    with workspace:
        workspace.models.keep(Profile(name="private", base_url="http://127.0.0.1:9", model="m"))
        workspace.runs.new("three-neighbours", name=SECRET)
        fork = run.fork("day 1 12:00", name="Shared")
        fork.intervene(Whisper(agent="isabel", text="Tell Tomas that the mole has a crack."))
        fork.live(1440)
        memory = fork.at().memories("isabel").items[0]
        fork.pins.add(memory.id, note="the one to show")
    return folder


@pytest.fixture(scope="module")
def copy(there, tmp_path_factory):
    file = tmp_path_factory.mktemp("here") / "shared.townwright"
    assert main(["export", "shared-1", "--as", "copy", "-o", str(file), "--workspace", str(there)]) == 0
    return file


@pytest.mark.nightly
def test_it_is_the_run_with_all_its_past_under_the_same_id(there, copy):
    with open_workspace(there) as workspace, open_workspace(copy) as looked_at:
        shared, run = workspace.runs.find("shared-1"), looked_at.runs.find("shared-1")
        assert run.at().fingerprint == shared.at().fingerprint
        assert run.at("day 1 08:00").fingerprint == shared.at("day 1 08:00").fingerprint
        assert run.at().memories("isabel", search="mole").items
        assert [(pin.row, pin.note) for pin in run.pins.all()] == [
            (pin.row, pin.note) for pin in shared.pins.all()
        ]


def test_nothing_else_of_the_workspace_is_in_it(copy):
    with open_workspace(copy) as workspace:
        assert [row.id for row in workspace.runs.all(archived=True)] == ["shared-1"]
        assert workspace.scenarios.names() == ("willow-bay",)
        assert workspace.models.profiles() == {}
    content = copy.read_bytes()
    assert SECRET.encode() not in content
    assert b"127.0.0.1:9" not in content


def test_it_is_one_file_that_stays_as_it_is_whatever_is_done_with_it(copy):
    was = copy.read_bytes()
    with open_workspace(copy) as workspace:
        run = workspace.runs.find("last")
        for change in (lambda: run.live(2000), lambda: run.rename("x"), run.delete, run.fork):
            with pytest.raises(NotWritten, match="read-only copy"):
                change()
        assert "export it with `townwright export RUN --as cassette`" in workspace.read_only
    assert copy.read_bytes() == was
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]


@pytest.mark.nightly
def test_from_it_one_goes_on_in_a_workspace_of_ones_own(copy, tmp_path):
    cassette = tmp_path / "a.cassette"
    assert main(["export", "last", "--as", "cassette", "-o", str(cassette), "--workspace", str(copy)]) == 0
    assert main(["open", str(cassette), "--workspace", str(tmp_path / "mine")]) == 0


@pytest.mark.parametrize("command", [["runs"], ["memories", "last", "isabel"], ["doctor"], ["paper", "last"]])
def test_every_command_that_looks_takes_it_for_a_workspace(copy, command, capsys):
    assert main([*command, "--workspace", str(copy)]) == 0
    assert "read-only copy" in capsys.readouterr().err


def test_it_cannot_end_at_a_moment_before(there):
    with (
        open_workspace(there) as workspace,
        pytest.raises(BadInput, match="a copy always contains the whole run"),
    ):
        workspace.runs.find("shared-1").export("copy", "day 1 08:00")


@pytest.mark.parametrize("page", NAMES)
def test_every_page_of_the_studio_shows_it_with_a_notice(monkeypatch, copy, page):
    was = copy.read_bytes()
    at = studio(monkeypatch, copy, page)
    assert "Read-only: you can look at everything, but nothing is saved." in words(at)
    assert copy.read_bytes() == was


def test_a_file_that_is_no_workspace_is_refused_in_words(tmp_path, capsys):
    (tmp_path / "notes.txt").write_text("Bring the lanterns.")
    assert main(["runs", "--workspace", str(tmp_path / "notes.txt")]) == 1
    assert "not a SQLite file" in capsys.readouterr().err
    assert (tmp_path / "notes.txt").read_text() == "Bring the lanterns."
