"""Unified diffs over the files of a scenario, as `diff -u` and git write them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.errors import BadInput, worded
from engine.scenario.allowed_files import check_scenario_files

MOST_LINES = 5_000
_NOWHERE = "/dev/null"
_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@.*")
_LEFT_OUT = ("diff ", "index ", "new file", "deleted file", "old mode", "new mode", "similarity")


@dataclass(frozen=True, slots=True)
class Hunk:
    """A changed stretch of a file: its first line (counted from 1), the old and the new lines; `line` is the
    hunk's line in the patch.
    """

    line: int
    at: int
    old: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FilePatch:
    """The changes of one file; `old` is empty for a new file, `new` for a removed one."""

    line: int
    old: str
    new: str
    hunks: list[Hunk] = field(default_factory=list)


class BadPatch(BadInput):
    """A patch that is malformed or does not fit; `line` is the line in it."""

    def __init__(self, line: int, message: str) -> None:
        self.line = line
        super().__init__(worded("line {line} of the patch: {message}", line=line, message=message))


def patch_meant(text: str) -> tuple[FilePatch, ...]:
    """Parse a unified diff, file by file. Raises BadPatch, with its line, if it is malformed."""
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise BadPatch(
            MOST_LINES, worded("a patch can have at most {most:,} lines; split it", most=MOST_LINES)
        )
    found: list[FilePatch] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip() or line.startswith(_LEFT_OUT):
            at += 1
        elif line.startswith("--- ") and at + 1 < len(lines) and lines[at + 1].startswith("+++ "):
            found.append(_files(at + 1, line[4:], lines[at + 1][4:]))
            at += 2
        elif found and (begins := _HUNK.fullmatch(line)):
            hunk, at = _hunk(lines, at, begins)
            found[-1].hunks.append(hunk)
        else:
            raise BadPatch(
                at + 1,
                worded(
                    "this is not a unified diff; write `--- a/FILE`, `+++ b/FILE`, then `@@ -1,3 +1,3 @@`"
                ),
            )
    if not any(one.hunks for one in found):
        raise BadPatch(
            1, worded("the patch changes nothing; write `--- a/FILE`, `+++ b/FILE` and the changed lines")
        )
    return tuple(found)


def patched(files: Mapping[str, str], text: str) -> dict[str, str]:
    """Apply a unified diff to the files of a scenario. Raises BadPatch if it does not fit."""
    found = dict(files)
    for one in patch_meant(text):
        old = found.pop(one.old, None) if one.old else ""
        if old is None:
            raise BadPatch(
                one.line, worded("the file {file!r:.80} does not exist; name an existing file", file=one.old)
            )
        if not one.old and one.new in found:
            raise BadPatch(
                one.line,
                worded("the file {file!r:.80} already exists; change the existing file", file=one.new),
            )
        new = _applied(old, one)
        if one.new:
            found[one.new] = new
        elif new.strip():
            raise BadPatch(
                one.line,
                worded(
                    "the patch deletes {file!r:.80} but leaves some of its lines; remove all of them",
                    file=one.old,
                ),
            )
    return found


def _files(line: int, old: str, new: str) -> FilePatch:
    names = []
    for said, prefix in ((old, "a/"), (new, "b/")):
        bare = said.partition("\t")[0].strip()
        names.append("" if bare == _NOWHERE else bare.removeprefix(prefix))
    try:
        check_scenario_files(dict.fromkeys(name for name in names if name), worded("the patch"))
    except BadInput as error:
        raise BadPatch(line, str(error)) from error
    return FilePatch(line, names[0], names[1])


def _hunk(lines: Sequence[str], at: int, begins: re.Match[str]) -> tuple[Hunk, int]:
    """Parse the hunk that begins at a line of the patch; return it and the number of the line after it."""
    left = [int(begins[2] or 1), int(begins[3] or 1)]
    old: list[str] = []
    new: list[str] = []
    now = at + 1
    while any(left):
        line = lines[now] if now < len(lines) else "?"
        sign, rest = line[:1] or " ", line[1:]
        if line.startswith("\\"):  # no end of line at the end of the file
            now += 1
            continue
        if sign not in " +-":
            raise BadPatch(
                min(now, len(lines) - 1) + 1,
                worded("the hunk has fewer lines than its header says; start each line with a space, + or -"),
            )
        if sign in " -":
            old.append(rest)
            left[0] -= 1
        if sign in " +":
            new.append(rest)
            left[1] -= 1
        if min(left) < 0:
            raise BadPatch(
                now + 1,
                worded("the hunk has more lines than its header says; correct the line counts in the header"),
            )
        now += 1
    return Hunk(at + 1, int(begins[1]), tuple(old), tuple(new)), now


def _applied(text: str, one: FilePatch) -> str:
    lines = text.splitlines()
    moved = 0
    for hunk in one.hunks:
        at = _place(lines, hunk, moved, one.old)
        lines[at : at + len(hunk.old)] = hunk.new
        moved = at - (hunk.at - 1) + len(hunk.new) - len(hunk.old)
    return "\n".join(lines) + "\n" if lines else ""


def _place(lines: Sequence[str], hunk: Hunk, moved: int, file: str) -> int:
    """Return the line at which a hunk applies: the stated one, else the only place with these lines."""
    size = len(hunk.old)
    said = max(0, hunk.at - 1 + moved)
    if tuple(lines[said : said + size]) == hunk.old:
        return said
    places = [n for n in range(len(lines) - size + 1) if tuple(lines[n : n + size]) == hunk.old]
    if len(places) == 1 and size:
        return places[0]
    wrong = next((one for n, one in enumerate(hunk.old) if lines[said + n : said + n + 1] != [one]), "")
    raise BadPatch(
        hunk.line,
        worded(
            "{file} does not have the line {line!r:.80} at this position; create the patch from "
            "the current files",
            file=file,
            line=wrong,
        ),
    )
