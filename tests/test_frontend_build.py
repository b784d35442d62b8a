"""The JavaScript that is shipped is what its sources make, and says whose work is in it."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

FRONTEND = Path(__file__).parents[1] / "studio" / "frontend"
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
    return {
        path.relative_to(FRONTEND).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in paths
        if path.name != "SHA256SUMS"
    }


def test_the_build_was_made_from_the_sources_that_are_here():
    assert found() == noted(), REBUILD


def test_every_package_that_is_shipped_is_named_with_its_version_and_its_licence():
    text = (FRONTEND / "build" / "THIRD_PARTY.txt").read_text("utf-8")
    named = dict(re.findall(r"^((?:@[\w-]+/)?[\w-]+) (\d+\.\d+\.\d+)$", text, re.MULTILINE))
    wanted = json.loads((FRONTEND / "package.json").read_text("utf-8"))["devDependencies"]
    shipped = {name: version for name, version in wanted.items() if name != "esbuild"}
    assert {name: named.get(name) for name in shipped} == shipped, REBUILD
    assert len(named) > len(shipped), "what those bring along is named too"
    assert text.count("Permission is hereby granted") == len(named)
