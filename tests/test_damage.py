"""Whatever a disk, a transfer or a prankster did to a file: an error in words, and never a trace or a wait.

The plain tests try a few hundred seeds; the nightly ones all of them.
"""

from __future__ import annotations

import io
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from engine.api.exports import run_exports
from engine.api.workspace import open_workspace
from engine.cli import main
from engine.cli.commands import doctor
from engine.errors import BadInput, NotWritten, TownwrightError, WorkspaceDamaged
from engine.plain_files import write_whole
from engine.scenario import bundled_folder, new_scenario, read_folder
from engine.scenario.allowed_files import is_scenario_file
from engine.scenario.archive import from_zip, to_zip
from engine.store.file.schema import FILE
from tests.damage import (
    ODD,
    WORKSPACES,
    Hung,
    damage_workspace,
    damaged,
    damaged_cassette,
    odd_fifo,
    odd_folder,
    odd_loop,
    odd_socket,
    watched,
    zips,
)
from tests.marks import in_turn

pytestmark = pytest.mark.slow

TOWN = "three-neighbours"
FIRST, FORK = f"{TOWN}-1", f"{TOWN}-2"
each_odd = pytest.mark.parametrize("odd", ODD)


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    """A workspace with a run and its fork, and the run as a cassette."""
    folder = tmp_path_factory.mktemp("base")
    place = ("--workspace", str(folder / "ws"))
    assert main(["run", TOWN, "--until", "day 1 09:00", "--quiet", *place]) == 0
    assert main(["fork", FIRST, "--at", "day 1 08:30", *place]) == 0
    assert main(["export", FIRST, "--as", "cassette", "-o", str(folder / "a.cassette"), *place]) == 0
    return folder


@pytest.fixture
def own(base, tmp_path):
    """A copy of it that a test may break."""
    shutil.copytree(base / "ws", tmp_path / "ws")
    return tmp_path / "ws"


@pytest.fixture(scope="module")
def ids(base):
    with closing(sqlite3.connect(base / "ws" / FILE)) as db:
        tables = ("memory", "call", "step", "recall", "event")
        return [row for name in tables for (row,) in db.execute(f"SELECT id FROM {name} WHERE run = 1")]


def commands(folder, base, row):
    """What somebody does who wants to know what is left of a workspace."""
    return (
        ("doctor",), ("runs",), ("memories", FIRST, "nell", "--search", "cat"), ("why", FIRST, row),
        ("export", FIRST, "-o", folder / "out.jsonl"), ("fingerprint", FIRST),
        ("export", FORK, "--as", "cassette", "-o", folder / "out.cassette"), ("open", base / "a.cassette"),
    )  # fmt: skip


def said(capsys, *arguments):
    """Runs a command with a watch on it; its exit status and what it complained of."""
    capsys.readouterr()
    with watched():
        status = main([str(argument) for argument in arguments])
    return status, capsys.readouterr().err


def assert_plain(status, err, about):
    assert status in (0, 1), about
    assert "Traceback" not in err, about
    if status == 1 and err:
        assert err.startswith("townwright: "), about
        assert err.count("\n") == 1, about


def everything_beside(folder, *mine):
    return sorted(path.name for path in folder.iterdir() if path.name not in mine)


def files_of_the_bundled(town):
    return {path: text.decode() for path, text in read_folder(bundled_folder(town)).items()}


# ---- zips


@pytest.mark.parametrize("seeds", in_turn([300, 1_000, 20_000], plain=[300], soak=[1_000]))
def test_no_damaged_zip_is_more_than_an_error_in_words(seeds):
    packed = [content for town in (TOWN, "liuwan") for content in zips(files_of_the_bundled(town))]
    read = 0
    for seed in range(seeds):
        content = damaged(packed[seed % len(packed)], random.Random(seed))
        try:
            with watched():
                files = from_zip(content)
        except BadInput:
            continue
        assert all(map(is_scenario_file, files))
        read += 1
    assert read < seeds / 5


@pytest.mark.soak
def test_a_damaged_zip_in_the_studio_is_the_same_error_and_leaves_nothing(tmp_path):
    with open_workspace(tmp_path / "ws") as workspace:
        before = workspace.scenarios.names()
        packed = to_zip(new_scenario("Mill"), "mill")
        refused = 0
        for seed in range(60):
            try:
                workspace.scenarios.import_zip(f"Zipped {seed}", damaged(packed, random.Random(seed)))
            except TownwrightError:
                refused += 1
        assert len(workspace.scenarios.names()) == len(before) + 60 - refused
        assert refused > 40


def test_a_zip_packed_in_a_way_that_may_take_gigabytes_is_refused_unread():
    *_, bzip2, lzma = zips(new_scenario("Mill"))
    for content in (bzip2, lzma):
        with pytest.raises(BadInput, match=r"unsupported compression method; choose a \.zip"):
            from_zip(content)


# ---- cassettes


@pytest.mark.soak
@pytest.mark.parametrize("seeds", in_turn([24, 100, 500], plain=[24]))
def test_no_damaged_cassette_is_more_than_an_error_in_words(base, tmp_path, seeds):
    cassette = (base / "a.cassette").read_bytes()
    wrong = []
    with open_workspace(tmp_path / "in" / "ws") as workspace:
        for seed in range(seeds):
            before = (workspace.runs.all(), workspace.scenarios.names())
            try:
                with watched():
                    workspace.runs.open_cassette(io.BytesIO(damaged_cassette(cassette, seed)))
            except TownwrightError:
                assert (workspace.runs.all(), workspace.scenarios.names()) == before, seed
            except (Exception, Hung) as error:  # noqa: BLE001 - all there is to mend, not only the first
                wrong.append((seed, repr(error)))
    assert wrong == []
    assert everything_beside(tmp_path) == ["in"]
    assert everything_beside(tmp_path / "in") == ["ws"]


# ---- workspaces


@pytest.mark.soak
@pytest.mark.parametrize(
    ("seeds", "every"), [(2 * len(WORKSPACES), 3), pytest.param(500, 1, marks=pytest.mark.nightly)]
)
def test_no_damaged_workspace_is_more_than_an_error_in_words(
    base, ids, tmp_path, capsys, monkeypatch, seeds, every
):
    """Of the commands, the plain test tries every third on each workspace; which, its seed says."""
    monkeypatch.setattr(doctor, "_LOOKS", (doctor._disk, doctor._workspace))  # the rest is not in it
    folder = tmp_path / "in" / "ws"
    wrong = []
    for seed in range(seeds):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(base / "ws", folder)
        way = damage_workspace(folder, seed)
        for command in commands(folder, base, random.Random(seed).choice(ids))[seed % every :: every]:
            try:
                assert_plain(*said(capsys, *command, "--workspace", folder), command[0])
            except (Exception, Hung) as error:  # noqa: BLE001 - all there is to mend, not only the first
                wrong.append((seed, way, command, repr(error)))
    assert wrong == []
    assert everything_beside(tmp_path) == ["in"]
    assert everything_beside(tmp_path / "in") == ["ws"]


@pytest.mark.nightly
def test_a_flipped_bit_in_a_kept_text_is_said_by_why_and_export(own, ids, capsys):
    with closing(sqlite3.connect(own / FILE)) as db, db:
        bodies = db.execute("SELECT hash, body FROM text WHERE hash IN (SELECT prompt FROM call)").fetchall()
        for name, body in bodies:
            middle = len(body) // 2
            changed = body[:middle] + bytes([body[middle] ^ 4]) + body[middle + 1 :]
            db.execute("UPDATE text SET body = ? WHERE hash = ?", (changed, name))
        ((call,),) = db.execute("SELECT max(id) FROM call WHERE run = 1").fetchall()
    for command in (
        ("why", FIRST, call), ("export", FIRST, "-o", own / "a.jsonl"),
        ("export", FIRST, "--as", "cassette", "-o", own / "a.cassette"),
    ):  # fmt: skip
        status, err = said(capsys, *command, "--workspace", own)
        assert (status, "is damaged: " in err, "backup" in err) == (1, True, True), err
    assert said(capsys, "doctor", "--workspace", own)[0] == 1
    left = everything_beside(own, "locks", "backups")
    assert [name for name in left if not name.startswith(FILE)] == [], "no half an export"


def test_damage_that_sqlite_quotes_in_no_language_is_said(own, capsys):
    content = (own / FILE).read_bytes()
    assert content.count(b"level TEXT NOT NULL") == 1
    (own / FILE).write_bytes(content.replace(b"level TEXT NOT NULL", b"level TEXT NOT N\xd5LL"))
    status, err = said(capsys, "runs", "--workspace", own)
    assert (status, "it is damaged" in err, "malformed database schema" in err) == (1, True, True)


def test_a_text_that_was_swapped_for_another_is_not_shown(own, capsys):
    """It unpacks well, and is a text: only its hash tells."""
    with closing(sqlite3.connect(own / FILE)) as db, db:
        ((call, prompt),) = db.execute("SELECT id, prompt FROM call WHERE run = 1 LIMIT 1").fetchall()
        db.execute(
            "UPDATE text SET body = (SELECT body FROM text WHERE hash <> ?1 LIMIT 1) WHERE hash = ?1",
            (prompt,),
        )
    status, err = said(capsys, "why", FIRST, call, "--workspace", own)
    assert (status, "the stored text " in err, " has changed" in err) == (1, True, True)


@pytest.mark.soak
def test_a_log_that_was_changed_is_not_exported(own, capsys):
    with closing(sqlite3.connect(own / FILE)) as db, db:
        db.execute("UPDATE memory SET text = 'Nell is a spy.' WHERE run = 1")
    (own / "out").write_text("an export from before")
    for form in run_exports():
        status, err = said(capsys, "export", FIRST, "--as", form, "-o", own / "out", "--workspace", own)
        assert (status, "its rows have changed since they were committed" in err) == (1, True)
    assert (own / "out").read_text() == "an export from before"


def test_a_lineage_in_a_circle_ends(own, capsys):
    with closing(sqlite3.connect(own / FILE)) as db, db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute("UPDATE run SET parent = 2, fork_minute = 500")
    for command in (("memories", FORK, "nell"), ("fingerprint", FIRST), ("doctor",)):
        status, err = said(capsys, *command, "--workspace", own)
        assert_plain(status, err, command)
        assert status == 1


@pytest.mark.parametrize("value", ["../../evil", "", "a/b-1", "-1"])
def test_a_run_whose_id_is_none_writes_no_lock_or_log_elsewhere(own, capsys, value):
    with closing(sqlite3.connect(own / FILE)) as db, db:
        db.execute("UPDATE run SET id = ? WHERE number = 1", (value,))
    status, err = said(capsys, "resume", "last", "--until", "day 1 09:10", "--quiet", "--workspace", own)
    assert (status, "which is not valid" in err) == (1, True)
    assert everything_beside(own.parent, own.name) == []


def test_an_error_that_a_damaged_log_leads_to_is_said_to_come_of_it(own, capsys):
    with closing(sqlite3.connect(own / FILE)) as db, db:
        db.execute("UPDATE presence SET agent = 'zed' WHERE run = 1 AND agent = 'nell'")
        db.execute("UPDATE memory SET agent = 'zed' WHERE run = 1 AND agent = 'nell'")
    status, err = said(capsys, "ask", FIRST, "nell", "How are you?", "--workspace", own)
    assert_plain(status, err, "ask")
    with pytest.raises(WorkspaceDamaged, match="rows have changed since"), open_workspace(own):
        raise KeyError("zed")


def test_an_error_of_our_own_making_is_not_blamed_on_the_file(own):
    with pytest.raises(KeyError, match="zed"), open_workspace(own):
        raise KeyError("zed")


# ---- what is no plain file


@each_odd
@pytest.mark.parametrize("what", [FILE, f"{FILE}-wal", f"{FILE}-journal"])
def test_a_workspace_file_that_is_no_file_is_refused_without_waiting(own, base, capsys, odd, what):
    (own / what).unlink(missing_ok=True)
    odd(own / what)
    for command in (("doctor",), ("runs",), ("open", base / "a.cassette")):
        status, err = said(capsys, *command, "--workspace", own)
        assert_plain(status, err, command)
        assert status == 1, (command, err)
    with watched(), pytest.raises(WorkspaceDamaged, match="not a regular file"):
        open_workspace(own)


@pytest.mark.nightly
@pytest.mark.parametrize("odd", [odd_fifo, odd_loop, odd_socket])
def test_a_workspace_that_is_no_folder_is_refused_without_waiting(tmp_path, base, capsys, odd):
    odd(tmp_path / "ws")
    for command in commands(tmp_path, base, 1):
        status, err = said(capsys, *command, "--workspace", tmp_path / "ws")
        assert_plain(status, err, command)
        assert status == 1, command
    with watched(), pytest.raises(NotWritten, match=r"cannot be a workspace.*choose a folder"):
        open_workspace(tmp_path / "ws")


@each_odd
def test_a_cassette_that_is_no_file_is_refused_without_waiting(own, tmp_path, capsys, odd):
    odd(tmp_path / "odd.cassette")
    status, err = said(capsys, "open", tmp_path / "odd.cassette", "--workspace", own)
    assert (status, "not a regular file; put the file itself there" in err) == (1, True)


@each_odd
def test_a_scenario_that_is_no_folder_or_holds_no_file_is_refused_without_waiting(tmp_path, capsys, odd):
    place = ("--workspace", tmp_path / "ws")
    if odd is not odd_folder:
        odd(tmp_path / "town")
        for command in (("check", f"{tmp_path}/town"), ("run", f"{tmp_path}/town")):
            assert_plain(*said(capsys, *command, *place), command)
    (tmp_path / "mill").mkdir()
    odd(tmp_path / "mill" / "town.yaml")
    status, err = said(capsys, "check", tmp_path / "mill", *place)
    assert_plain(status, err, "check")
    assert (status, "'town.yaml'" in err or "town.yaml" in err) == (1, True)


@pytest.mark.parametrize("odd", ODD)
def test_nothing_is_exported_into_what_is_no_file(own, tmp_path, capsys, odd):
    odd(tmp_path / "out")
    status, err = said(capsys, "export", FIRST, "-o", tmp_path / "out", "--workspace", own)
    assert (status, "name a" in err) == (1, True)
    assert everything_beside(tmp_path, "ws", "out") == []


# ---- a killed export

EXPORT = """
import pathlib, sys, time
from engine.plain_files import write_whole

def pieces():
    yield b"half of it"
    print("half", flush=True)
    time.sleep(600)

write_whole(pieces(), pathlib.Path(sys.argv[1]))
"""


def killed_export(target):
    process = subprocess.Popen([sys.executable, "-c", EXPORT, str(target)], stdout=subprocess.PIPE, text=True)
    with process:
        assert process.stdout.readline() == "half\n"
        yield process
        process.kill()


def test_a_killed_export_leaves_the_old_file_whole_and_nothing_for_ever(tmp_path):
    target = tmp_path / "out.jsonl"
    target.write_bytes(b"from before")
    for _ in killed_export(target):
        pass
    assert target.read_bytes() == b"from before"
    assert len(everything_beside(tmp_path, target.name)) == 1
    assert write_whole([b"a", b"b"], tmp_path / "other.jsonl") == 2, "any export to that folder"
    assert everything_beside(tmp_path) == ["other.jsonl", target.name]


def test_an_export_that_is_being_written_is_left_alone_by_another(tmp_path):
    for process in killed_export(tmp_path / "slow.jsonl"):
        write_whole([b"a"], tmp_path / "quick.jsonl")
        assert len(everything_beside(tmp_path, "quick.jsonl")) == 1
        assert process.poll() is None
    write_whole([b"a"], tmp_path / "quick.jsonl")
    assert everything_beside(tmp_path) == ["quick.jsonl"]


def test_an_export_that_fails_leaves_nothing(tmp_path):
    def pieces():
        yield b"a"
        raise BadInput("no more")

    (tmp_path / "out").write_bytes(b"before")
    with pytest.raises(BadInput):
        write_whole(pieces(), tmp_path / "out")
    assert everything_beside(tmp_path) == ["out"]
    assert (tmp_path / "out").read_bytes() == b"before"


def test_files_of_others_that_look_alike_are_left_alone(tmp_path):
    others = (".townwright-mine.part", "town.part", ".out.jsonl.part")
    for name in others:
        (tmp_path / name).write_bytes(b"mine")
    os.symlink("town.part", tmp_path / ".townwright-0123456789abcdef.part")
    write_whole([b"a"], tmp_path / "out")
    assert {*others, "out"} <= set(everything_beside(tmp_path))
    assert (tmp_path / "town.part").read_bytes() == b"mine"


def test_a_scenario_that_lost_its_name_keeps_no_cassette_out(base, own, capsys):
    with closing(sqlite3.connect(own / FILE)) as db, db:
        db.execute("UPDATE scenario SET name = '' WHERE name = ?", (TOWN,))
    assert said(capsys, "open", base / "a.cassette", "--workspace", own) == (0, "")
