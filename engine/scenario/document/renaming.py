"""Renames a place or a person with all references to it in every file of a scenario, and a scenario in its
notebooks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.errors import BadInput, NotFound, worded
from engine.language.names.suggesting import did_you_mean, shown
from engine.language.unspaced import has_unspaced
from engine.records import AgentId
from engine.scenario.allowed_files import WORLD, check_scenario_files, persona_file, persona_of
from engine.scenario.document.splices import put, rename_key
from engine.scenario.document.spots import cut, end_of, node_at
from engine.scenario.document.values import said, sound
from engine.scenario.places import tidy
from engine.scenario.reading.nodes import Items, Node, Path, Scalar, Table
from engine.scenario.reading.reader import read_yaml

_PEOPLE_FIELDS = tuple(
    (field,) for field in ("with", "to", "except", "kept_from", "who", "known_by", "decides")
)  # of intentions and events

Change = Callable[[Path, str], str]
"""What a text at a path of a file says afterwards."""


def renamed_place(files: Mapping[str, str], place: str, name: str) -> Mapping[str, str | None]:
    """Return the files that change when a place or a room is renamed: homes, workplaces, known and usual
    places, and, for a place, mentions in sentences.
    """
    path, new = tidy(place), " ".join(name.split())
    _check_name(new, worded("a place"))
    if "/" in new:
        raise BadInput(
            worded("the name of a place or room cannot contain a slash; enter only its new name, not a path")
        )
    at_place = _world_path(files, path)
    renamed = f"{path.rpartition('/')[0]}/{new}".lstrip("/")
    spoken = Spoken.of({path: new} if "/" not in path else {}, _place_names(files))

    def change(where: Path, text: str) -> str:
        if _is_path(where):
            return _path_renamed(text, path, renamed)
        if _is_shared_name(where):
            return text
        if _is_routine(where, text):
            activity, _, said_place = text.rpartition(" @ ")
            return f"{spoken.renamed(activity)} @ {_path_renamed(said_place, path, renamed)}"
        return spoken.renamed(text)

    changed = dict(_changed(files, change, spoken))
    world = changed.get(WORLD, files[WORLD])
    changed[WORLD] = _key_renamed(world, at_place, new)
    return _only_changed(files, changed)


def renamed_path(files: Mapping[str, str], old: str, new: str) -> Mapping[str, str]:
    """Return the files that change when a room moves to another path: homes, workplaces, known and usual
    places.
    """
    spoken = Spoken.of({}, ())

    def change(where: Path, text: str) -> str:
        if _is_path(where):
            return _path_renamed(text, old, new)
        if _is_routine(where, text):
            activity, _, place = text.rpartition(" @ ")
            return f"{activity} @ {_path_renamed(place, old, new)}"
        return text

    return dict(_changed(files, change, spoken))


def renamed_person(
    files: Mapping[str, str], agent: AgentId, name: str, new_id: AgentId = ""
) -> Mapping[str, str | None]:
    """Return the files that change when a person gets a new name, and a new id: all references, and mentions
    of the name in sentences; the first name too, unless another person has it.
    """
    file, new = persona_file(agent), " ".join(name.split())
    if file not in files:
        known = [one for path in files if (one := persona_of(path))]
        raise NotFound(
            worded(
                "nobody has the id {agent}; {remedy}",
                agent=shown(agent),
                remedy=did_you_mean(agent, known, worded("see the list of people")),
            )
        )
    _check_name(new, worded("a person"))
    new_id = new_id or agent
    if new_id != agent:
        check_scenario_files([persona_file(new_id)], worded("the scenario"))
        if persona_file(new_id) in files:
            raise BadInput(
                worded("another person already has the id {new_id}; choose another id", new_id=shown(new_id))
            )
    names = names_in(files)
    spoken = Spoken.of(_spoken_names(names, agent, new), [*_place_names(files), *names.values()])

    def change(where: Path, text: str) -> str:
        if new_id != agent and text == agent and _is_id(where) and not _is_shared_name(where):
            return new_id
        if _is_routine(where, text):
            activity, _, place = text.rpartition(" @ ")
            return f"{spoken.renamed(activity)} @ {place}"
        return text if _is_id(where) or _is_path(where) else spoken.renamed(text)

    changed: dict[str, str | None] = dict(_changed(files, change, spoken))
    own = put(str(changed.get(file, files[file])), ("name",), new)
    if new_id != agent:
        changed[file] = None
    changed[persona_file(new_id)] = own
    return _only_changed(files, changed)


def town_named(notebook: str, name: str, called: str) -> str:
    """Return the text of a notebook with a new name of its scenario in the front matter."""
    front, rule, rest = notebook.removeprefix("---").partition("\n---")
    if not rule or not notebook.startswith("---"):
        return notebook
    old = re.escape(name)
    spelt = re.compile(rf"""^town:[ \t]*(?:"{old}"|'{old}'|{old})(?=[ \t]*(?:#.*)?\r?$)""", re.MULTILINE)
    named = json.dumps(called, ensure_ascii=False)
    return "---" + spelt.sub(lambda _: f"town: {named}", front, count=1) + rule + rest


@dataclass(frozen=True, slots=True)
class Spoken:
    """Names as they appear in sentences, with their new names; the longest first."""

    names: Mapping[str, str]
    pattern: re.Pattern[str] | None

    @staticmethod
    def of(names: Mapping[str, str], others: Iterable[str]) -> Spoken:
        """Build a matcher for names in sentences. Where a script has spaces, only whole words match. Names
        within `others` do not match: a Chapel is not the Chapel House.
        """
        within = {other: other for other in others if any(name in other for name in names)}
        known = {**within, **names}
        parts = [_spelt(name) for name in sorted(known, key=len, reverse=True)]
        return Spoken(known, re.compile("|".join(parts)) if names else None)

    def renamed(self, text: str) -> str:
        """Replace the old names in a text by the new ones."""
        if self.pattern is None:
            return text
        return self.pattern.sub(lambda found: self.names[" ".join(found[0].split())], text)


def _spelt(name: str) -> str:
    words = r"\s+".join(re.escape(word) for word in name.split())
    return words if has_unspaced(name) else rf"(?<!\w){words}(?!\w)"


def _spoken_names(names: Mapping[AgentId, str], agent: AgentId, new: str) -> Mapping[str, str]:
    """Return the names to replace in sentences: the full name, and the first name if only this person has
    it.
    """
    old = names[agent]
    spoken = {old: new}
    first, new_first = old.partition(" ")[0], new.partition(" ")[0]
    others = {word for other, name in names.items() if other != agent for word in name.split()}
    if first != old and first not in others and not has_unspaced(old):
        spoken[first] = new_first
    return spoken


def _changed(files: Mapping[str, str], change: Change, spoken: Spoken) -> Iterator[tuple[str, str]]:
    """Yield every file whose text changes, with its new text."""
    for file, text in files.items():
        if not file.endswith(".yaml"):
            new = spoken.renamed(text)
        else:
            new = _texts_changed(text, sound(text, file), change, spoken)
        if new != text:
            yield file, new


def _texts_changed(text: str, root: Node | None, change: Change, spoken: Spoken) -> str:
    """Return the text of a file with every text in it changed: within its present spelling if that reads the
    same, else written anew.
    """
    wanted = {path: change(path, leaf.text) for path, leaf in _leaves(root)}
    spliced = text
    for path, leaf in reversed(list(_leaves(root))):
        if wanted[path] != leaf.text:
            end = end_of(text, leaf)
            raw = text[leaf.start : end]
            spliced = cut(spliced, leaf.start, end, _raw_changed(raw, leaf.text, wanted[path], spoken))
    root = read_yaml(spliced, "").root
    for path, new in wanted.items():
        leaf_now = node_at(root, path)
        if not isinstance(leaf_now, Scalar) or leaf_now.text != new:
            return _written_anew(text, wanted)
    return spliced


def leaves_in(text: str, file: str) -> Iterator[tuple[Path, Scalar]]:
    """Yield every text value in a file, with its path. Raises BadInput if the file cannot be read."""
    if not file.endswith(".yaml"):
        return
    reading = read_yaml(text, file)
    if reading.errors:
        raise BadInput(worded("{file} has errors and cannot be read; fix them first", file=file))
    yield from _leaves(reading.root)


def _raw_changed(raw: str, old: str, new: str, spoken: Spoken) -> str:
    """Change the raw spelling of a text where the values differ."""
    return raw.replace(old, new) if old in raw else spoken.renamed(raw)


def _written_anew(text: str, wanted: Mapping[Path, str]) -> str:
    root = read_yaml(text, "").root
    for path, new in wanted.items():
        now = node_at(root, path)
        if isinstance(now, Scalar) and now.text != new:
            text = put(text, path, new)
            root = read_yaml(text, "").root
    return text


def _leaves(node: Node | None, path: Path = ()) -> Iterator[tuple[Path, Scalar]]:
    """Yield every text value below a node, with its path."""
    if isinstance(node, Table):
        for key, child in node.values.items():
            yield from _leaves(child, (*path, key))
    elif isinstance(node, Items):
        for number, child in enumerate(node.items):
            yield from _leaves(child, (*path, number))
    elif node is not None and isinstance(said(node), str):
        yield path, node


def _is_path(where: Path) -> bool:
    """Recognise the paths of personas and fragments that hold the name of a place."""
    if where[:1] in (("intends",), ("events",)):
        return where[2:] in (("where",), ("object",))
    return where[:1] in (("home",), ("work",), ("knows",)) or _shared(where)[:1] == ("knows",)


def _is_routine(where: Path, text: str) -> bool:
    """Recognise the paths of routine lines that name a place."""
    return (where[:2] == ("day", "routine") or _shared(where)[:1] == ("routine",)) and " @ " in text


def _shared(where: Path) -> Path:
    """Return the path within a fragment, for a path of the town's file; empty outside fragments."""
    return where[2:] if where[:1] == ("fragments",) else ()


def _is_id(where: Path) -> bool:
    """Recognise the paths of people's ids, and of other names that are not people's names."""
    if _is_shared_name(where):
        return True
    if where[:1] in (("intends",), ("events",)):
        return where[2:3] in _PEOPLE_FIELDS
    is_bond = where[:1] == ("relationships",) and where[-1:] == ("with",)
    return is_bond or (where[:1] == ("facts",) and "known_by" in where)


def _is_shared_name(where: Path) -> bool:
    """Recognise the paths of a fragment's name, and of the ids of facts in one."""
    return where[:1] == ("includes",) or _shared(where)[:1] == ("facts",)


def _path_renamed(text: str, old: str, new: str) -> str:
    said_path = tidy(text)
    if said_path == old or said_path.startswith(f"{old}/"):
        return new + said_path[len(old) :]
    return text


def _world_path(files: Mapping[str, str], path: str) -> Path:
    root = read_yaml(files.get(WORLD, ""), WORLD).root
    place, _, room = path.partition("/")
    for way in ((place, "rooms", room), (place, "objects", room)) if room else ((place,),):
        if node_at(root, way) is not None:
            return way
    known = list(root.values) if isinstance(root, Table) else []
    remedy = did_you_mean(place, known, worded("see world.yaml"))
    raise NotFound(worded("there is no place or room {path}; {remedy}", path=shown(path), remedy=remedy))


def _key_renamed(world: str, path: Path, new: str) -> str:
    around = node_at(read_yaml(world, WORLD).root, path[:-1])
    if isinstance(around, Table) and new in around.values and new != path[-1]:
        raise BadInput(
            worded("another place or room is already called {new}; choose another name", new=shown(new))
        )
    return rename_key(world, path, new)


def _place_names(files: Mapping[str, str]) -> list[str]:
    """Return the names of all places, and of rooms with two words or more."""
    root = read_yaml(files.get(WORLD, ""), WORLD).root
    if not isinstance(root, Table):
        return []
    rooms = [node_at(root, (place, "rooms")) for place in root.values]
    inside = [name for room in rooms if isinstance(room, Table) for name in room.values]
    return [*root.values, *(name for name in inside if " " in name)]


def names_in(files: Mapping[str, str]) -> Mapping[AgentId, str]:
    """Return the names of all persons of a scenario, by id."""
    found = {}
    for file, text in files.items():
        agent = persona_of(file)
        named = node_at(read_yaml(text, file).root, ("name",)) if agent else None
        if agent and isinstance(named, Scalar):
            found[agent] = named.text
    return found


def _check_name(name: str, of: str) -> None:
    if not name or len(name) > 80:
        raise BadInput(worded("the name of {of} has {name} characters; use 1 to 80", of=of, name=len(name)))


def _only_changed(files: Mapping[str, str], changed: Mapping[str, str | None]) -> Mapping[str, str | None]:
    return {file: text for file, text in changed.items() if files.get(file) != text}
