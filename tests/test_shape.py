"""The shape of the house: which part may know which, and what no file of ours may hold.

These are rules about the source, so they read it (with `ast`) and run nothing of it.
"""

import ast
import functools
import re
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
ROOMS = ("engine", "studio")

# The doors in the walls, each with its reason.
MAY_OPEN_THE_STUDIO = {
    "engine/cli/commands/studio.py": "the command that opens the studio",
    "engine/cli/commands/doctor.py": "looks whether the studio's port is free",
    "engine/cli/commands/notebook.py": "exports a notebook in its own language, from the studio's catalogues",
}
MAY_NAME_SQLITE = {
    "engine/cli/commands/doctor.py": "tells SQLite's version and whether a workspace opens at all"
}
DRAW_NOTHING = {
    f"studio/{name}.py" for name in ("first_page", "headers", "keeping", "launch", "pages", "preload")
}
MAY_START_STREAMLIT = {
    "studio/launch.py": "starts the server, and imports Streamlit only then",
    "studio/first_page.py": "reads the page that Streamlit begins with",
}
NOT_SHIPPED = ("studio/frontend/",)  # sources and notes of the JavaScript, whose build is shipped
SHIPPED_FRONTEND = "studio/frontend/build/"


def tracked() -> list[str]:
    """Every file that git tracks or would: what a fresh clone holds. Without git, what lies here."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    try:
        done = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True, encoding="utf-8")
        names = done.stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        names = [path.relative_to(ROOT).as_posix() for path in shown(ROOT)]
    return sorted(name for name in set(names) if (ROOT / name).is_file())


def shown(folder: Path) -> Iterator[Path]:
    """The files of a folder without what only tools leave there."""
    left_by_tools = {".git", ".venv", "node_modules", "workspace", "dist", "__pycache__"}
    for path in folder.iterdir():
        if path.name in left_by_tools or path.name.endswith(("_cache", ".egg-info")):
            continue
        yield from shown(path) if path.is_dir() else [path]


FILES = tracked()
MODULES = [name for name in FILES if name.startswith(("engine/", "studio/")) and name.endswith(".py")]
ENGINE = [name for name in MODULES if name.startswith("engine/")]
STUDIO = [name for name in MODULES if name.startswith("studio/")]


@functools.cache
def tree(name: str) -> ast.Module:
    return ast.parse((ROOT / name).read_text("utf-8"), name)


@functools.cache
def nodes(name: str) -> tuple[ast.AST, ...]:
    """Everything in a module."""
    return tuple(ast.walk(tree(name)))


def imports(name: str) -> Iterator[str]:
    """The modules that a module imports, wherever in it."""
    return imported(nodes(name))


def imported(some: Iterable[ast.AST]) -> Iterator[str]:
    for found in some:
        if isinstance(found, ast.Import):
            yield from (alias.name for alias in found.names)
        elif isinstance(found, ast.ImportFrom) and found.module:
            yield found.module
            yield from (f"{found.module}.{alias.name}" for alias in found.names)


def imports_at_once(name: str) -> set[str]:
    """The modules whose import a module does not put off into a function, nor needs for types only."""
    return set(imported(tree(name).body))


def loads_at_once(name: str, package: str) -> bool:
    return any(found.split(".")[0] == package for found in imports_at_once(name))


def brings(name: str, *packages: str) -> bool:
    return any(found.split(".")[0] in packages for found in imports(name))


@functools.cache
def names_used(name: str) -> set[str]:
    """Every bare name, attribute and keyword of a module."""
    used = set()
    for node in nodes(name):
        if isinstance(node, ast.Name):
            used.add(node.id)
        elif isinstance(node, ast.Attribute):
            used.add(node.attr)
        elif isinstance(node, ast.keyword) and node.arg:
            used.add(node.arg)
    return used


def test_there_is_something_to_look_at():
    assert "engine/api/workspace.py" in ENGINE
    assert "studio/app.py" in STUDIO


# ---- who knows whom


@pytest.mark.soak
def test_the_engine_never_imports_streamlit():
    assert [name for name in ENGINE if brings(name, "streamlit")] == []


@pytest.mark.soak
def test_the_engine_never_imports_the_studio_but_to_open_it():
    assert {name for name in ENGINE if brings(name, "studio")} <= set(MAY_OPEN_THE_STUDIO)
    early = [name for name in MAY_OPEN_THE_STUDIO if loads_at_once(name, "studio")]
    assert early == [], "a command must not load the studio before it is needed"


@pytest.mark.soak
def test_a_providers_library_is_imported_nowhere_outside_models():
    outside = [name for name in MODULES if not name.startswith("engine/models/")]
    assert [name for name in outside if brings(name, "openai", "httpx", "httpx2")] == []


READING = "engine.rehearsal.reading"


def test_sentences_are_read_by_the_rehearsal_model_alone():
    """Whatever thinks for a town says what a text asks; others may ask the rules for a preview."""
    outside = [name for name in MODULES if not name.startswith("engine/rehearsal/")]
    assert [name for name in outside if any(one.startswith(READING) for one in imports_to_run(name))] == []


@pytest.mark.soak
def test_there_is_no_sql_outside_the_store():
    outside = [name for name in MODULES if not name.startswith("engine/store/")]
    assert {name for name in outside if brings(name, "sqlite3", "sqlite_utils")} <= set(MAY_NAME_SQLITE)
    asking = {"execute", "executemany", "executescript", "query"}
    assert [name for name in outside if brings(name, "sqlite3") and asking & names_used(name)] == []


def test_only_files_that_draw_import_streamlit():
    rest = [name for name in STUDIO if name in DRAW_NOTHING]
    assert {name for name in rest if brings(name, "streamlit")} <= set(MAY_START_STREAMLIT)
    assert [name for name in MAY_START_STREAMLIT if loads_at_once(name, "streamlit")] == []


# The rooms from the ground up: each may know those before it, and none after it.
GROUND = ("errors", "clock", "row_ids", "display", "records", "settings", "safe_json", "plain_files")
ENGINE_ROOMS = (
    *GROUND, "language", "practices", "world", "events", "intentions", "mind", "prompts", "models",
    "rehearsal", "scenario", "store", "cognition", "model_choice", "simulation", "interventions", "running",
    "moments", "insight", "export", "repeating", "api", "notebook", "cli",
)  # fmt: skip
STUDIO_ROOMS = (
    "catalogue", "pages", "session", "keeping", "basics", "words", "tour", "intends", "why", "frame",
    "town", "interventions", "mind", "models", "comparing", "runs", "talk", "authoring", "stage",
    "relationships", "news", "threads", "day", "pins", "sifts", "notebook", "learn", "palette", "headers",
    "first_page", "preload", "launch", "app",
)  # fmt: skip
OF_THE_ENGINE = {"api", "notebook", "records", "clock", "errors"}
MOST_IN_A_ROOM, MOST_AT_THE_ROOT = 12, 8


def room_of(module: str) -> str:
    """The part of the engine or the studio that a module, or a file, belongs to."""
    parts = module.removesuffix(".py").replace("/", ".").split(".")
    return parts[1] if len(parts) > 1 else ""


def imports_to_run(name: str) -> Iterator[str]:
    """The modules that a module imports, but for what only a type checker reads."""
    for_types = {
        id(inner)
        for node in nodes(name)
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        for inner in ast.walk(node)
    }
    return imported(node for node in nodes(name) if id(node) not in for_types)


@pytest.mark.parametrize(("house", "rooms"), [("engine", ENGINE_ROOMS), ("studio", STUDIO_ROOMS)])
def test_every_room_knows_only_those_below_it(house, rooms):
    upward = {}
    for name in MODULES:
        own = room_of(name)
        if not name.startswith(f"{house}/") or own not in rooms:  # what is not in the plan is told below
            continue
        above = rooms[rooms.index(own) + 1 :]
        known = [m for m in imports_to_run(name) if m.startswith(f"{house}.") and room_of(m) in above]
        if known:
            upward[name] = sorted(set(known))
    assert upward == {}, "a room knows those before it in the list; what two rooms need lies below both"


@pytest.mark.parametrize(("house", "rooms"), [("engine", ENGINE_ROOMS), ("studio", STUDIO_ROOMS)])
def test_there_is_no_room_that_is_not_in_the_plan(house, rooms):
    there = {room_of(name) for name in MODULES if name.startswith(f"{house}/")} - {"__init__"}
    assert there - set(rooms) == set(), f"give each its place in {house.upper()}_ROOMS, after all it knows"
    assert set(rooms) - there == set(), f"nothing is left of these: take them out of {house.upper()}_ROOMS"


@pytest.mark.parametrize(("house", "rooms"), [("engine", ENGINE_ROOMS), ("studio", STUDIO_ROOMS)])
def test_the_papers_tell_of_every_room_in_its_place_and_of_what_is_in_it(house, rooms):
    told = rows_of_the_papers(house)
    assert [room for row in told for room in rooms_in(row)] == list(rooms), (
        "docs/architecture.md, in this order"
    )
    silent = {
        f"{house}/{room}/{inner}/"
        for row in told
        for room in rooms_in(row)
        for inner in folders_in(f"{house}/{room}/")
        if f"`{inner}/`" not in row
    }
    assert silent == set(), "say in its row of docs/architecture.md what each is for"


def rows_of_the_papers(house: str) -> list[str]:
    """The rows of the table of rooms in docs/architecture.md."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    return re.findall(
        r"^\| `.*$", text.split(f"## The rooms of the {house}\n")[1].split("\n## ")[0], re.MULTILINE
    )


def rooms_in(row: str) -> list[str]:
    """The rooms that a row is about, of which its first cell holds the names."""
    return re.findall(r"`(\w+)/?`", row.split("|")[1])


def folders_in(room: str) -> set[str]:
    """The folders of Python in a room."""
    return {
        name.removeprefix(room).split("/")[0]
        for name in MODULES
        if name.startswith(room) and "/" in name[len(room) :]
    }


def test_studio_and_command_line_know_the_api_and_the_ground_only():
    outside = [name for name in MODULES if name.startswith(("studio/", "engine/cli/"))]
    assert outside
    others = {
        name: sorted(m for m in imports(name) if m.startswith("engine.") and room_of(m) not in known(name))
        for name in outside
    }
    assert {name: found for name, found in others.items() if found} == {}


def known(name: str) -> set[str]:
    """The rooms of the engine that the studio, or a command, may know."""
    return OF_THE_ENGINE | {"__version__", *(["cli"] if name.startswith("engine/cli/") else [])}


def test_no_room_is_crowded():
    crowd = Counter(
        str(PurePosixPath(name).parent)
        for name in MODULES
        if not name.endswith(("__init__.py", "__main__.py"))
    )
    crowded = {folder: many for folder, many in crowd.items() if many > MOST_IN_A_ROOM}
    assert crowded == {}, "make a folder of those that belong together"
    assert len([name for name in ENGINE if name.count("/") == 1]) <= MOST_AT_THE_ROOT


def test_the_doors_of_the_engine_open_from_its_name():
    from engine import Run, Workspace, open_workspace
    from engine.api import run, workspace

    assert (Run, Workspace, open_workspace) == (run.Run, workspace.Workspace, workspace.open_workspace)


def test_streamlit_finds_its_pages_in_the_router_alone():
    assert [name for name in FILES if "pages" in PurePosixPath(name).parts] == []


# ---- what no module does


def test_nothing_draws_unsafe_html():
    assert [name for name in MODULES if "unsafe_allow_html" in (ROOT / name).read_text("utf-8")] == []
    assert [name for name in STUDIO if "unsafe_allow_javascript" in names_used(name)] == []


def test_the_engine_prints_nothing_but_from_its_command_line():
    quiet = [name for name in ENGINE if not name.startswith("engine/cli/")]
    assert [name for name in quiet if "print" in names_used(name)] == []


def test_nothing_stays_silent_about_an_unknown_error():
    blind = [
        name
        for name in MODULES
        for node in nodes(name)
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or ast.unparse(node.type) in {"Exception", "BaseException"})
        and not any(isinstance(inner, ast.Raise) for inner in ast.walk(node))
    ]
    assert blind == []


def test_there_is_no_room_for_odds_and_ends():
    names = {PurePosixPath(name).stem for name in FILES if name.endswith(".py")}
    assert names & {"utils", "util", "helpers", "misc", "common"} == set()


@pytest.mark.parametrize("room", ROOMS)
def test_everything_public_says_what_it_is_for(room):
    silent = [where for name in MODULES if name.startswith(f"{room}/") for where in undocumented(name)]
    assert silent == [], "say in a sentence of docstring what each is for"


def undocumented(name: str) -> Iterator[str]:
    """The public things of a module without a docstring. What a page's function draws, its module says."""
    module = tree(name)
    if module.body and not ast.get_docstring(module):
        yield name
    for node in module.body:
        yield from _undocumented(name, node)
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            for inner in node.body:
                yield from _undocumented(f"{name}: {node.name}", inner)


def _undocumented(where: str, node: ast.stmt) -> Iterator[str]:
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    is_page = where.startswith("studio/app.py") and isinstance(node, ast.FunctionDef)
    told_elsewhere = any(ast.unparse(one) in ("overload", "override") for one in node.decorator_list)
    if not (node.name.startswith("_") or is_page or told_elsewhere or ast.get_docstring(node)):
        yield f"{where}: {node.name}"


def test_docstrings_open_with_a_verb():
    told = [
        said
        for name in MODULES
        for node in nodes(name)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (said := ast.get_docstring(node))
    ]
    asking = [
        said for said in told if re.match(r"(What|Who|Whom|Whose|How|Whether|When|Where|Which|Why)\b", said)
    ]
    assert len(asking) <= 0.03 * len(told), asking[:5]


# ---- what no file holds

# Put together here, so that this file does not hold them itself.
HOMES = ("ho" + "me", "Use" + "rs", "ro" + "ot", "wo" + "rk", "mn" + "t", "op" + "t")
ABSOLUTE = re.compile(rf"(?<![\w.~$}})*\-/:…])(?:/(?:{'|'.join(HOMES)})/[\w.]|[A-Z]:\\(?:{HOMES[1]})\\)")
REGISTRY = re.compile(
    "|".join(
        [
            r"\bpypi" + r"\.(?:org|python)",
            r"pythonhost" + r"ed\.org",
            r"registry\.npm" + r"js",
            r"registry\.yarn" + r"pkg",
            r"--(?:extra-)?index" + r"-url[ =]\S",
            r"--find" + r"-links[ =]\S",
        ]
    )
)
SECRET = re.compile(r"\bsk-[A-Za-z0-9_-]{20,}|\bAKIA[0-9A-Z]{16}\b|-----BEGIN [A-Z ]*PRIVATE " + r"KEY-----")


@pytest.mark.nightly
@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param(ABSOLUTE, id="a path of somebody's machine"),
        pytest.param(REGISTRY, id="a package registry"),
        pytest.param(SECRET, id="a key"),
    ],
)
def test_no_file_names(pattern):
    named = {}
    for name in FILES:
        for number, line in enumerate(text_of(name).splitlines(), 1):
            if found := pattern.search(line):
                named[f"{name}:{number}"] = found[0]
    assert named == {}


@functools.cache
def text_of(name: str) -> str:
    """The text of a file; nothing for a picture or another file that is no text."""
    try:
        return (ROOT / name).read_text("utf-8")
    except UnicodeDecodeError:
        return ""


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("see /" + "home/ada/town", True),
        ("C:\\" + "Users\\ada", True),
        ("/" + "work/main", True),
        ("ada/home/garden, Harbour Café/home/bedroom", False),
        ("https://example.org/" + "home/x", False),
        ("#!/usr/bin/env bash", False),
    ],
)
def test_the_search_for_paths_finds_paths(text, is_one):
    assert bool(ABSOLUTE.search(text)) is is_one


def test_no_lock_file_that_records_addresses():
    locks = {"uv.lock", "poetry.lock", "Pipfile.lock", "package-lock.json", "yarn.lock", "pnpm-lock.yaml"}
    assert [name for name in FILES if PurePosixPath(name).name in locks] == []


# ---- what is shipped

PIN = re.compile(r"^[a-z0-9][a-z0-9.-]*==[\w.]+(?: ; [\w '\".=<>!()*]+)?$")


def pins() -> list[str]:
    return (ROOT / "constraints.txt").read_text("utf-8").splitlines()


def test_constraints_are_pins_and_nothing_else():
    assert [line for line in pins() if not PIN.match(line)] == []


def test_every_requirement_is_pinned():
    project = PROJECT["project"]
    extras = project["optional-dependencies"].values()
    wanted = [*project["dependencies"], *(one for extra in extras for one in extra)]
    names = {re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-") for requirement in wanted}
    pinned = {line.split("==")[0] for line in pins()}
    assert names <= pinned


def test_streamlit_is_pinned_to_one_minor_series():
    (wanted,) = [one for one in PROJECT["project"]["dependencies"] if one.startswith("streamlit")]
    assert re.fullmatch(r"streamlit>=1\.(\d+),<1\.(\d+)", wanted)
    low, high = map(int, re.findall(r"1\.(\d+)", wanted))
    assert high == low + 1


def test_one_version_everywhere():
    import engine

    version = PROJECT["project"]["version"]
    manifest = tomllib.loads((ROOT / "studio" / "pyproject.toml").read_text("utf-8"))
    assert engine.__version__ == version == manifest["project"]["version"]
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"## [{version}]" in changes or "## [Unreleased]" in changes


def test_every_data_file_of_the_packages_is_shipped():
    """What is no Python is in a wheel only if pyproject.toml names it."""
    data = PROJECT["tool"]["setuptools"]["package-data"]
    kept = {
        path.relative_to(ROOT).as_posix()
        for package, patterns in data.items()
        for pattern in patterns
        for path in (ROOT / package).glob(pattern)
    }
    assert {name for name in FILES if is_data(name)} - kept == set(), "name them in pyproject.toml"


def is_data(name: str) -> bool:
    built = name.startswith(SHIPPED_FRONTEND)
    inside = name.startswith(("engine/", "studio/", "scenarios/")) and not name.endswith(".py")
    return inside and (built or not name.startswith(NOT_SHIPPED))


def test_every_folder_of_python_is_a_package():
    """One without an __init__.py would be missing from a wheel."""
    folders = {PurePosixPath(name).parent for name in MODULES}
    bare = [str(folder) for folder in folders if f"{folder}/__init__.py" not in FILES]
    assert bare == [], "put an __init__.py into each"


def test_the_licence_is_the_one_that_is_named():
    assert PROJECT["project"]["license"] == "MIT"
    assert (ROOT / "LICENSE").read_text("utf-8").startswith("MIT License")


def test_the_types_of_the_package_are_found_where_it_is_installed():
    """An editable install is a plain path, which type checkers follow, and no finder, which they cannot."""
    assert PROJECT["tool"]["setuptools"]["package-dir"] == {"": "."}
    assert "py.typed" in PROJECT["tool"]["setuptools"]["package-data"]["engine"]
    assert "engine/py.typed" in FILES


def test_it_is_told_how_a_hole_is_told_of():
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    assert "Report a vulnerability" in text
    assert "](SECURITY.md)" in (ROOT / "README.md").read_text("utf-8")
