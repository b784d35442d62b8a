"""References to a place, a room or an object: what would break if it were removed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from engine.errors import BadInput, worded
from engine.scenario.allowed_files import TOWN, WORLD, persona_of
from engine.scenario.document.renaming import Spoken, leaves_in, names_in
from engine.scenario.places import tidy
from engine.scenario.reading.nodes import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A reference to a part of the world: the file and line, and in words who refers to it and how."""

    file: str
    line: int
    words: str


_WAYS: Mapping[object, str] = {
    "home": worded("lives there"),
    "work": worded("works there"),
    "knows": worded("knows the place"),
    "where": worded("intends to do something there"),
    "events": worded("has an event there"),
}


def referring(files: Mapping[str, str], path: Path) -> Sequence[Reference]:
    """Return the references to the part of the world at a path: the lines of personas that name it or a room
    of it, and the sentences of any file that spell out its name. Files that cannot be read are skipped.
    """
    meant = _path_of(path)
    is_object = meant is None
    names = names_in(files)
    spoken = Spoken.of({str(path[-1]): ""}, ())
    found: list[Reference] = []
    for file, text in files.items():
        person = names.get(persona_of(file) or "", file)
        try:
            leaves = list(leaves_in(text, file))
        except BadInput:
            continue
        for way, leaf in leaves:
            is_shared = file == TOWN and way[:1] == ("fragments",)
            where = ("day", *way[2:]) if is_shared and way[2:3] == ("routine",) else way[2 * is_shared :]
            who = worded("each person who includes {fragment}", fragment=way[1]) if is_shared else person
            said = None if is_object else _way(where, leaf.text, meant or "")
            if said:
                found.append(
                    Reference(file=file, line=leaf.line, words=worded("{who} {does}", who=who, does=said))
                )
            elif (
                (file != WORLD or way[: len(path)] != path)
                and not _is_path(where)
                and (spoken.pattern is not None and spoken.pattern.search(leaf.text))
            ):
                found.append(
                    Reference(file=file, line=leaf.line, words=worded("mentioned in {file}", file=file))
                )
    return found


def _path_of(path: Path) -> str | None:
    """Return the path of a place or room as personas write it; None for an object, which personas do not
    name.
    """
    if len(path) == 1:
        return str(path[0])
    return f"{path[0]}/{path[2]}" if len(path) == 3 and path[1] == "rooms" else None


def _is_path(where: Path) -> bool:
    if where[:1] in (("intends",), ("events",)):
        return where[2:] in (("where",), ("object",))
    return where[:1] in (("home",), ("work",), ("knows",))


def _way(where: Path, text: str, meant: str) -> str:
    """Describe how a text at a path of a persona's file refers to a place; "" if it does not."""
    if _is_path(where):
        way = "where" if where[0] == "intends" else where[0]
        return _WAYS[way] if _is_at(text, meant) else ""
    if where[:2] == ("day", "routine") and " @ " in text:
        activity, _, place = text.rpartition(" @ ")
        if not _is_at(place, meant):
            return ""
        return worded("is there at {time}", time=activity.partition(" ")[0])
    return ""


def _is_at(text: str, meant: str) -> bool:
    place = tidy(text)
    return place == meant or place.startswith(f"{meant}/")


def in_words(references: Sequence[Reference], most: int = 4) -> str:
    """Summarise references in one sentence: the people first, then the files that mention the name."""
    told = list(dict.fromkeys(_of_people(references)))
    talked = [one for one in references if one.words.startswith("mentioned in")]
    parts = [*told[:most]]
    if len(told) > most:
        parts.append(worded("{n} more lines in personas", n=len(told) - most))
    if talked:
        files = ", ".join(sorted({one.file for one in talked})[:3])
        parts.append(_spoken_of(len(talked), files))
    return reduce(lambda said, more: worded("{said}; {more}", said=said, more=more), parts) if parts else ""


def _spoken_of(n: int, files: str) -> str:
    if n == 1:
        return worded("1 sentence in {files} mentions it", files=files)
    return worded("{n} sentences in {files} mention it", n=n, files=files)


def _of_people(references: Sequence[Reference]) -> Iterator[str]:
    told = [one.words for one in references if not one.words.startswith("mentioned in")]
    yield from sorted(told, key=_weight)


def _weight(words: str) -> int:
    """Return a sort key for a reference in words: residents come first."""
    ways = [*_WAYS.values(), "is there at"]
    return next((number for number, way in enumerate(ways) if way in words), len(ways))
