"""The one list of what a scenario's files may be called, at every door: nothing lands outside of it."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import stat
import zipfile

import pytest

from engine.api.workspace import open_workspace
from engine.cli import main
from engine.errors import BadInput
from engine.export.cassette import record_cassette
from engine.records import Scenario
from engine.scenario import load, new_scenario, read_scenario, to_files, write_folder
from engine.scenario.allowed_files import is_scenario_file, persona_file, prompt_file
from engine.scenario.archive import from_zip, to_zip
from engine.scenario.lint.town import is_id
from engine.store.writing.scenarios import files_of

SAFE = (
    "town.yaml", "world.yaml", "personas/ada.yaml", "personas/李梅.yaml", "personas/Zoë.yaml",
    "personas/Zoe\u0308.yaml", "personas/anna smith.yaml", "personas/a.b.yaml", "personas/o’neil.yaml",
    "personas/عمر.yaml", "prompts/speak.md", "prompts/no_such_prompt.md", "notebooks/lesson 1.town.md",
    "notebooks/第一课.town.md",
)  # fmt: skip
OUTSIDE = (
    "../evil.yaml", "/nowhere/evil.yaml", "personas/../../evil.yaml", "personas/..", "..\\evil.yaml",
    "C:\\evil.yaml", "c:evil.yaml", "\\\\host\\share\\x.yaml", "personas/..\\..\\evil.yaml",
    "notebooks/../../x.town.md", "", "..",
)  # fmt: skip
NONE_OF_A_SCENARIO = (
    "README.md", "personas/ada.yml", "personas/deep/ada.yaml", "personas/.yaml", "personas/.ada.yaml",
    "personas/con.yaml", "personas/NUL.x.yaml", "personas/com¹.yaml", "personas/a\0b.yaml",
    "personas/a\nb.yaml", "personas/a:b.yaml", "personas/a .yaml", "personas/a\u202eb.yaml",
    "personas/a\u200bb.yaml", "Town.yaml", "personas/-x.yaml", "personas/" + "x" * 81 + ".yaml",
    "personas/a\\b.yaml", "notebooks/lesson.md", "prompts/speak.MD", "./town.yaml", "personas//ada.yaml",
    "run.py", "personas/a?.yaml", "personas", "prompts/",
)  # fmt: skip
BAD = (*OUTSIDE, *NONE_OF_A_SCENARIO)
each_bad = pytest.mark.parametrize("path", BAD)
LITTLE = new_scenario("Mill")


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("files") / "ws") as opened:
        yield opened


@pytest.fixture(scope="module")
def recorded(workspace):
    run = workspace.runs.new("three-neighbours", name="Short")
    run.live(420)
    return gzip.decompress(b"".join(record_cassette(run))).splitlines(keepends=True)


def cassette_with(recorded, path):
    """The cassette with one file more, honestly counted and hashed."""
    extra = json.dumps({"type": "file", "path": path, "text": "owned: yes"}).encode() + b"\n"
    between = [extra, *recorded[1:-1]]
    end = {"type": "end", "lines": len(between), "sha256": hashlib.sha256(b"".join(between)).hexdigest()}
    return gzip.compress(recorded[0] + b"".join(between) + json.dumps(end).encode() + b"\n")


def zip_with(*more, mode=0o644):
    packed = io.BytesIO(to_zip(LITTLE, "mill"))
    with zipfile.ZipFile(packed, "a") as archive:
        for path, text in more:
            entry = zipfile.ZipInfo("x")
            entry.filename, entry.external_attr = path, mode << 16
            archive.writestr(entry, text)
    return packed.getvalue()


def everything_in(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


# ---- the list


@pytest.mark.parametrize("path", SAFE)
def test_a_file_of_a_scenario_may_be_called(path):
    assert is_scenario_file(path)


@each_bad
def test_no_file_of_a_scenario_is_called(path):
    assert not is_scenario_file(path)


def test_whatever_may_be_an_id_may_be_a_file():
    letters = [chr(code) for code in range(0x3000) if is_id(chr(code))]
    assert len(letters) > 3_000
    assert [one for one in letters if not is_scenario_file(persona_file(one))] == []
    assert is_scenario_file(persona_file("长" * 40))
    assert is_scenario_file(prompt_file("plan_day"))


# ---- every door


@each_bad
def test_a_cassette_with_such_a_file_is_refused_and_nothing_of_it_is_kept(workspace, recorded, path):
    before = (workspace.runs.all(), workspace.scenarios.names())
    with pytest.raises(BadInput) as caught:
        workspace.runs.open_cassette(io.BytesIO(cassette_with(recorded, path)))
    assert repr(path)[:60] in str(caught.value)
    assert (workspace.runs.all(), workspace.scenarios.names()) == before


def test_a_cassette_writes_nothing_through_new(recorded, tmp_path, capsys):
    """From the file that somebody sent to the folder that is written: the whole way."""
    (tmp_path / "in").mkdir()
    file, place = tmp_path / "in" / "gift.cassette", ("--workspace", str(tmp_path / "in" / "ws"))
    for number, path in enumerate(("../evil.yaml", str(tmp_path / "evil.yaml"))):
        file.write_bytes(cassette_with(recorded, path))
        assert main(["open", str(file), *place]) == 1
        assert "is outside its folder" in capsys.readouterr().err
        assert (
            main(["new", str(tmp_path / "in" / f"new-{number}"), "--from", "three-neighbours", *place]) == 0
        )
    assert [path for path in everything_in(tmp_path) if "evil" in path] == []


def test_a_cassette_with_a_file_twice_is_refused(workspace, recorded):
    with pytest.raises(BadInput, match=r"'town.yaml' twice"):
        workspace.runs.open_cassette(io.BytesIO(cassette_with(recorded, "town.yaml")))


@each_bad
def test_the_store_keeps_no_such_file_nor_a_draft_of_one(workspace, path):
    with pytest.raises(BadInput):
        workspace.scenarios.save("Kept", {**LITTLE, path: "x"})
    assert "Kept" not in workspace.scenarios.names()
    with pytest.raises(BadInput):
        workspace.scenarios.save_file("willow-bay", path, "x")
    with pytest.raises(BadInput):
        workspace.scenarios.drafts.keep("willow-bay", path, "x", 1)
    assert path not in workspace.scenarios.drafts.files("willow-bay")


def test_the_remedy_for_a_misspelt_persona_is_its_name(workspace, tmp_path):
    with pytest.raises(BadInput, match=r"personas/ada.yml.*did you mean 'personas/ada.yaml'"):
        workspace.scenarios.save("Kept", {**LITTLE, "personas/ada.yml": "x"})
    with pytest.raises(BadInput, match=r"personas/ada.yml.*did you mean 'personas/ada.yaml'"):
        from_zip(zip_with(("mill/personas/ada.yml", "x")))
    write_folder(LITTLE, tmp_path / "mill")
    (tmp_path / "mill" / "personas" / "ada.yml").write_text("x")
    with pytest.raises(BadInput, match=r"personas/ada.yml.*did you mean 'personas/ada.yaml'"):
        workspace.scenarios.add_folder(tmp_path / "mill")


@pytest.mark.parametrize("path", [path for path in BAD if not path.startswith(("/", "\\"))])
def test_no_folder_is_written_with_such_a_file_in_it(tmp_path, path):
    with pytest.raises(BadInput):
        write_folder({**LITTLE, path: "x"}, tmp_path / "in" / "new")
    assert everything_in(tmp_path) == []


def test_no_folder_is_written_with_a_file_of_another_folder(tmp_path):
    """Nothing else of the system is named here: a test that fails must do no harm."""
    with pytest.raises(BadInput, match="outside"):
        write_folder({**LITTLE, str(tmp_path / "evil.yaml"): "x"}, tmp_path / "in" / "new")
    assert everything_in(tmp_path) == []


@pytest.mark.parametrize("agent", ["../../evil", "/evil", "con", "a/b", ".."])
def test_a_scenario_built_in_python_writes_no_file_outside(workspace, tmp_path, agent):
    scenario = load(LITTLE, "mill")
    odd = {name: getattr(scenario, name) for name in scenario.__slots__}
    first, *others = scenario.personas
    renamed = {name: getattr(first, name) for name in first.__slots__} | {"id": agent}
    files = to_files(Scenario(**{**odd, "personas": (type(first)(**renamed), *others)}))
    assert persona_file(agent) in files
    with pytest.raises(BadInput):
        write_folder(files, tmp_path / "in" / "new")
    with pytest.raises(BadInput):
        workspace.scenarios.save("Odd", files)
    assert everything_in(tmp_path) == []


@pytest.mark.parametrize("path", [path for path in OUTSIDE if path])
@pytest.mark.parametrize("folder", ["", "mill/"])
def test_a_zip_that_reaches_outside_is_refused_and_the_path_is_named(workspace, folder, path):
    before = workspace.scenarios.names()
    with pytest.raises(BadInput, match="outside"):
        workspace.scenarios.import_zip("Zipped", zip_with((folder + path, "x")))
    assert workspace.scenarios.names() == before


def test_a_zip_with_other_files_is_read_without_them():
    more = [
        ("mill/README.md", "hi"),
        ("mill/mkdocs.yml", "x"),
        ("mill/notebooks/x.md", "x"),
        ("LICENSE", "x"),
    ]
    assert from_zip(zip_with(*more)) == LITTLE


@pytest.mark.parametrize("path", ["mill/personas/eve.yaml", "mill/prompts", "mill/notebooks/a.town.md"])
def test_a_link_in_a_zip_is_refused(path):
    with pytest.raises(BadInput, match="is a link"):
        from_zip(zip_with((path, "../elsewhere"), mode=stat.S_IFLNK | 0o777))


def test_a_file_twice_in_a_zip_is_refused():
    with pytest.warns(UserWarning, match="Duplicate"):
        twice = zip_with(("mill/personas/eve.yaml", "a"), ("mill/personas/eve.yaml", "b"))
    with pytest.raises(BadInput, match="twice"):
        from_zip(twice)


def test_what_an_older_townwright_kept_under_such_a_path_is_not_given_out(workspace, tmp_path, capsys):
    """A cassette may have been opened before this list was; the store then holds its path."""
    made = workspace.scenarios.save("Old", LITTLE)
    with workspace.store.write() as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        rows = [
            (made.number, path) for path in ("../evil.yaml", str(tmp_path / "evil.yaml"), "personas/ada.yml")
        ]
        db.executemany("INSERT INTO scenario_file SELECT ?, ?, hash FROM text LIMIT 1", rows)
        db.execute(
            "INSERT INTO typed SELECT number, '../evil.md', 'w', 1, 1, 'draft', 'x', 1, '', '' "
            "FROM scenario WHERE name = 'Old'"
        )
    assert files_of(workspace.store, made.number) == LITTLE
    assert workspace.scenarios.drafts.of("Old") == {}
    target = tmp_path / "deep" / "copy"
    folder = workspace.store.path.parent
    assert main(["new", str(target), "--from", "Old", "--workspace", str(folder)]) == 0
    capsys.readouterr()
    copied = ["deep", "deep/copy", "deep/copy/personas", *(f"deep/copy/{path}" for path in LITTLE)]
    assert everything_in(tmp_path) == sorted(copied)


def test_new_from_a_folder_with_a_misspelt_file_says_so_and_writes_nothing(tmp_path, capsys):
    write_folder(LITTLE, tmp_path / "mill")
    (tmp_path / "mill" / "personas" / "ada.yml").write_text("name: Ada")
    there = str(tmp_path / "copy")
    assert main(["new", there, "--from", str(tmp_path / "mill"), "--workspace", str(tmp_path / "ws")]) == 1
    assert "did you mean 'personas/ada.yaml'" in capsys.readouterr().err
    assert not os.path.lexists(there)


def test_a_folder_is_written_through_no_link(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    for name in ("elsewhere", "nowhere", "copy"):
        link = tmp_path / f"to-{name}"
        link.symlink_to(tmp_path / name if name != "copy" else link)
        with pytest.raises(BadInput, match="already exists"):
            write_folder(LITTLE, link)
    assert everything_in(tmp_path / "elsewhere") == []
    assert not (tmp_path / "nowhere").exists()


def test_files_that_come_through_every_door_are_the_same(workspace, tmp_path):
    files = {**LITTLE, "notebooks/第一课.town.md": "# 一", "prompts/speak.md": "Say $lines $people $recalled"}
    write_folder(files, tmp_path / "mill")
    by_folder = workspace.scenarios.add_folder(tmp_path / "mill", "By folder")
    by_zip = workspace.scenarios.import_zip("By zip", to_zip(files, "mill"))
    assert (
        workspace.scenarios.files("By folder", by_folder.number)
        == workspace.scenarios.files("By zip", by_zip.number)
        == files
    )
    assert read_scenario(files, "mill").errors == ()
