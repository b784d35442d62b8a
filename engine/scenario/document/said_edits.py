"""Said edits: changes to a scenario's files, each as a key with its value.

    world.Candle Court.objects.pump.state   sets a value
    add.world                               adds places
    add.town.facts                          adds a fact
    add.personas                            adds a person, by id
    remove.persona.nell.traits.warm         removes an item
    patch                                   a unified diff

A path is the part (`town`, `world`, `persona.ID`) and the names on the way, separated by dots; an item of a
list is named by its id or name, its text, or its number, counted from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.errors import BadInput, NotFound, worded
from engine.language.names.suggesting import did_you_mean, shown
from engine.safe_json import safe_json
from engine.scenario.allowed_files import TOWN, WORLD, persona_file, persona_of
from engine.scenario.document.apply import apply
from engine.scenario.document.edits import Add, AddFile, Edit, Remove, RemoveFile, SetField
from engine.scenario.document.patching import patched
from engine.scenario.document.values import Said, said
from engine.scenario.reading.nodes import Items, Node, Path, Scalar, Table
from engine.scenario.reading.reader import read_yaml

ADD, REMOVE, PATCH, PEOPLE = "add.", "remove.", "patch", "personas"
_PARTS = {"town": TOWN, "world": WORLD}


def is_said_edit(key: str) -> bool:
    """Return whether a key names a change to the files."""
    return key == PATCH or key.startswith((ADD, REMOVE, "town.", "world."))


def edited(files: Mapping[str, str], key: str, value: object) -> dict[str, str]:
    """Return the files with one change made. Raises NotFound if the path leads nowhere, BadInput for an
    impossible value.
    """
    if key == PATCH:
        return patched(files, str(value))
    if key.startswith(ADD):
        return _with(files, _adding(files, key.removeprefix(ADD), _typed(value)))
    if key.startswith(REMOVE):
        return _with(files, [_removing(files, key.removeprefix(REMOVE))])
    file, path, _ = _target(files, key, new=True)
    return _with(files, [SetField(file=file, path=path, value=_typed(value))])


def _with(files: Mapping[str, str], edits: Iterable[Edit]) -> dict[str, str]:
    found = dict(files)
    for edit in edits:
        for file, text in apply(found, edit).items():
            if text is None:
                del found[file]
            else:
                found[file] = text
    return found


def _adding(files: Mapping[str, str], path: str, value: Said) -> Sequence[Edit]:
    if path == PEOPLE:
        return [_person(agent, one) for agent, one in _table(value, path).items()]
    file, at, node = _target(files, path, new=True)
    if isinstance(node, Items):
        items = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        return [Add(file=file, path=at, value=one) for one in items]
    if node is None or (isinstance(node, Scalar) and node.is_null):
        return [SetField(file=file, path=at, value=value if isinstance(value, Mapping) else _listed(value))]
    table = _table(value, path)
    if not isinstance(node, Table):
        raise BadInput(
            worded(
                "{path} is a single value, so nothing can be added to it; set it, or give the path of a "
                "list or a group of keys",
                path=shown(path),
            )
        )
    there = next((name for name in table if name in node.values), None)
    if there is not None:
        raise BadInput(
            worded(
                "{path} already has {name}; set it, or remove it first", path=shown(path), name=shown(there)
            )
        )
    return [SetField(file=file, path=(*at, name), value=one) for name, one in table.items()]


def _person(agent: str, value: Said) -> Edit:
    table = _table(value, f"{PEOPLE}.{agent}")
    text = "".join(f"{name}: {safe_json(one)}\n" for name, one in table.items())
    return AddFile(file=persona_file(agent), text=text)


def _removing(files: Mapping[str, str], path: str) -> Edit:
    file, at, node = _target(files, path, new=False)
    if not at and persona_of(file) is not None:
        return RemoveFile(file=file)
    if not at or node is None:
        raise BadInput(
            worded("{path} cannot be removed as a whole; name the part to remove", path=shown(path))
        )
    return Remove(file=file, path=at)


def _target(files: Mapping[str, str], named: str, *, new: bool) -> tuple[str, Path, Node | None]:
    """Resolve a path: return the file, the path within it, and the node there. If `new`, its last name may be
    new.
    """
    head, _, rest = named.partition(".")
    if head == "persona":
        file, rest = _somebody(files, rest)
    elif head in _PARTS:
        file = _PARTS[head]
    else:
        raise NotFound(
            worded(
                "{head} is not a part of a scenario; start the path with town, world, persona.ID or personas",
                head=shown(head),
            )
        )
    node: Node | None = read_yaml(files.get(file, ""), file).root
    path: list[str | int] = []
    while rest:
        known = _inside(node)
        name = _longest(rest, known)
        if name is None:
            if not new or isinstance(node, Items):
                remedy = did_you_mean(
                    rest, list(known), worded("use one of: {known}", known=", ".join(known) or "none")
                )
                raise NotFound(
                    worded(
                        "there is no {rest} in {file}; {remedy}", rest=shown(rest), file=file, remedy=remedy
                    )
                )
            return file, (*path, *rest.split(".")), None
        place, node = known[name]
        path.append(place)
        rest = rest[len(name) :].removeprefix(".")
    return file, tuple(path), node


def _somebody(files: Mapping[str, str], rest: str) -> tuple[str, str]:
    """Return the persona file named at the beginning of a path, by id or name, and the rest of the path."""
    known: dict[str, str] = {}
    for file in files:
        if (agent := persona_of(file)) is not None:
            known[agent] = file
            root = read_yaml(files[file], file).root
            name = root.values.get("name") if isinstance(root, Table) else None
            if isinstance(name, Scalar):
                known.setdefault(name.text, file)
    who = _longest(rest, known)
    if who is None:
        remedy = did_you_mean(rest, list(known), worded("use one of: {known}", known=", ".join(known)))
        raise NotFound(worded("nobody has the id {who}; {remedy}", who=shown(rest), remedy=remedy))
    return known[who], rest[len(who) :].removeprefix(".")


def _inside(node: Node | None) -> dict[str, tuple[str | int, Node]]:
    """Return the children of a node, by the names a path may use for each."""
    if isinstance(node, Table):
        return {key: (key, value) for key, value in node.values.items()}
    found: dict[str, tuple[str | int, Node]] = {}
    for n, item in enumerate(node.items if isinstance(node, Items) else ()):
        found.setdefault(_label(item) or str(n), (n, item))
        found.setdefault(str(n), (n, item))
    return found


def _label(item: Node) -> str:
    if isinstance(item, Table):
        named = item.values.get("id") or item.values.get("name") or item.values.get("text")
        return named.text if isinstance(named, Scalar) else ""
    return item.text if isinstance(item, Scalar) else ""


def _longest(rest: str, known: Iterable[str]) -> str | None:
    """Return the longest known name at the beginning of a path, ignoring case."""
    text = rest.casefold()
    fits = [one for one in known if text == one.casefold() or text.startswith(f"{one.casefold()}.")]
    return max(fits, key=len, default=None)


def _table(value: Said, path: str) -> Mapping[str, Said]:
    if not isinstance(value, Mapping) or not value:
        raise BadInput(
            worded(
                "the value to add to {path} must be a group of keys; give each entry a name", path=shown(path)
            )
        )
    return value


def _listed(value: Said) -> Said:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else [value]


def _typed(value: object) -> Said:
    """Parse a text that is a number or a switch in YAML; return any other value unchanged."""
    if not isinstance(value, str):
        return value  # type: ignore[return-value]  # what is none is refused where it is written
    parsed = read_yaml(f"x: {value}", "a value")
    node = parsed.root.values.get("x") if isinstance(parsed.root, Table) and not parsed.errors else None
    return said(node) if isinstance(node, Scalar) and node.plain and node.text == value.strip() else value
