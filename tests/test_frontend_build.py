"""The JavaScript that is shipped is what its sources make, and says whose work is in it."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

FRONTEND = Path(__file__).parents[1] / "studio" / "frontend"
NOTICES = FRONTEND / "build" / "THIRD_PARTY.txt"
REPLAY = "../../engine/export/replay/replay.js"
REBUILD = "studio/frontend/README.md says how to build anew"


def noted():
    """The hashes that the build has noted, by path."""
    lines = (FRONTEND / "build" / "SHA256SUMS").read_text("utf-8").splitlines()
    return {path: sha256 for sha256, path in (line.split("  ", 1) for line in lines)}


def found():
    """The hashes of the files that are there."""
    paths = [FRONTEND / "build.mjs", FRONTEND / "package.json"]
    inside = (path for folder in ("src", "build") for path in (FRONTEND / folder).rglob("*"))
    paths += [path for path in inside if path.is_file()]
    named = {path.relative_to(FRONTEND).as_posix(): path for path in paths if path.name != "SHA256SUMS"}
    named[REPLAY] = FRONTEND / REPLAY
    return {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in named.items()}


def shipped():
    """The versions of the packages that are in what is shipped, by name."""
    return dict(
        re.findall(r"^((?:@[\w-]+/)?[\w-]+) (\d+\.\d+\.\d+)$", NOTICES.read_text("utf-8"), re.MULTILINE)
    )


def test_the_build_was_made_from_the_sources_that_are_here():
    assert found() == noted(), REBUILD


def test_every_package_that_is_shipped_is_named_with_its_version_and_its_licence():
    named = shipped()
    assert "@codemirror/view" in named
    assert "style-mod" in named, "what those bring along is named too"
    assert NOTICES.read_text("utf-8").count("Permission is hereby granted") == len(named)


def test_every_package_that_is_shipped_is_pinned_so_that_a_newer_one_changes_no_build():
    named = shipped()
    pinned = json.loads((FRONTEND / "package.json").read_text("utf-8"))["devDependencies"]
    assert {name: pinned.get(name) for name in named} == named, REBUILD
