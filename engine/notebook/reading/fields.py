"""Fields: what the YAML of a cell says to each key, with a fault in its line for whatever it cannot mean."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Literal, TypeVar, cast

from engine.api.text import did_you_mean, shown
from engine.api.writing.yaml_lines import Items, Node, Scalar, Table, read_yaml, said
from engine.errors import with_commas, worded
from engine.notebook.parts import Fault

_WORD = TypeVar("_WORD", bound=str)


class Fields:
    """The keys of one table. What is asked of it is noted, so that `rest` can name the keys nobody knows."""

    def __init__(self, table: Table, shift: int, faults: list[Fault], what: str) -> None:
        self.what = what
        self._table, self._shift, self._faults = table, shift, faults
        self._asked: list[str] = []

    # ---- where things stand

    def line(self, key: str = "") -> int:
        """Return the line of a key in the file; of the table where it has none such."""
        name = self._table.keys.get(key)
        return (name.line if name is not None else self._table.line) + self._shift

    def fault(self, key: str, message: str, remedy: str, *, down: int = 0, code: str = "NB304") -> None:
        """Note that something is wrong at a key, or so many lines below it."""
        line = self.line(key) + down
        self._faults.append(Fault(code=code, line=line, message=message, remedy=remedy))

    def has(self, key: str) -> bool:
        """Return whether a key is there."""
        self._asked.append(key)
        return key in self._table.values

    def has_fault_at(self, key: str) -> bool:
        """Return whether something is wrong in the line of a key that is there."""
        return self.has(key) and any(fault.line == self.line(key) for fault in self._faults)

    def is_table(self, key: str) -> bool:
        """Return whether a table stands at a key."""
        return isinstance(self._table.values.get(key), Table)

    @property
    def keys(self) -> tuple[str, ...]:
        """Return every key there is."""
        return tuple(self._table.values)

    # ---- what is said

    def text(self, key: str, *, needed: bool = False) -> str:
        """Return the text at a key; nothing where there is none."""
        node = self._node(key, needed=needed)
        if node is None or (isinstance(node, Scalar) and node.is_null and not needed):
            return ""
        if not isinstance(node, Scalar) or (needed and not node.text.strip()):
            self.fault(
                key,
                worded("{key!r} of {what} must be text", key=key, what=self.what),
                worded("write it as `{key}: some words`", key=key),
            )
            return ""
        return node.text

    def texts(self, key: str, *, needed: bool = False) -> tuple[str, ...]:
        """Return the texts at a key, of which there may be one or a list."""
        node = self._node(key, needed=needed)
        nodes = node.items if isinstance(node, Items) else () if node is None else (node,)
        if not all(isinstance(one, Scalar) and one.text.strip() for one in nodes):
            self.fault(
                key,
                worded("{key!r} of {what} must be a list of texts", key=key, what=self.what),
                worded("write it as `{key}: [one, two]`", key=key),
            )
            return ()
        return tuple(cast("Scalar", one).text for one in nodes)

    def number(self, key: str) -> float | None:
        """Return the number at a key; None where there is none."""
        said = self.text(key)
        if not said:
            return None
        try:
            value = float(said)
        except ValueError:
            value = float("nan")
        if not abs(value) < 1e15:
            self.fault(
                key,
                worded(
                    "{key!r} of {what} is not a number: {said}", key=key, what=self.what, said=shown(said)
                ),
                worded("write it in digits"),
            )
            return None
        return value

    def whole(self, key: str, least: int, most: int) -> int | None:
        """Return the whole number between two bounds at a key; None where there is none."""
        value = self.number(key)
        if value is None:
            return None
        if value != int(value) or not least <= value <= most:
            span = worded("from {least:,} to {most:,}", least=least, most=most)
            self.fault(
                key,
                worded("{key!r} of {what} must be a whole number {span}", key=key, what=self.what, span=span),
                worded("write a number {span}", span=span),
            )
            return None
        return int(value)

    def one_of(self, key: str, known: Collection[_WORD], usual: _WORD) -> _WORD:
        """Return the one of some words at a key; the usual one where nothing is said."""
        said = self.text(key)
        if not said:
            return usual
        found = next((word for word in known if word == said.casefold()), None)
        if found is None:
            remedy = did_you_mean(said, list(known), worded("use one of: {known}", known=with_commas(known)))
            self.fault(
                key,
                worded("{key!r} of {what} cannot be {said}", key=key, what=self.what, said=shown(said)),
                remedy,
            )
            return usual
        return found

    def table(self, key: str) -> Fields | None:
        """Return the table at a key; None where there is none."""
        node = self._node(key)
        if node is None:
            return None
        if not isinstance(node, Table):
            self.fault(
                key,
                worded("{key!r} of {what} must consist of keys with values", key=key, what=self.what),
                worded("write it as `{key}: {{key: value}}`", key=key),
            )
            return None
        return Fields(node, self._shift, self._faults, f"{key!r} of {self.what}")

    def tables(self, key: str) -> tuple[Fields, ...]:
        """Return the tables of a list at a key."""
        node = self._node(key)
        nodes = node.items if isinstance(node, Items) else () if node is None else (node,)
        if not all(isinstance(one, Table) for one in nodes):
            self.fault(
                key,
                worded("{key!r} of {what} must be a list of groups of keys", key=key, what=self.what),
                worded("start each with `- name: …`"),
            )
            return ()
        what = f"{key!r} of {self.what}"
        return tuple(Fields(cast("Table", one), self._shift, self._faults, what) for one in nodes)

    def written(
        self, key: str, read: Callable[[Node, Callable[[int, str, str], None]], str], *, code: str
    ) -> str:
        """Read the node at a key with another reader, or return an empty text if the key is missing. The
        reader is handed a function to call for each fault, with its line in the cell.
        """
        node = self._node(key)
        if node is None:
            return ""

        def fault(line: int, message: str, remedy: str) -> None:
            line += self._shift
            self._faults.append(Fault(code=code, line=line, message=message, remedy=remedy))

        return read(node, fault)

    def values(self) -> Mapping[str, str]:
        """Return every key with what it says, a list as its texts with commas between; tables within tables
        by the names of both.
        """
        self._asked += self._table.values
        found: dict[str, str] = {}
        for key, node in self._table.values.items():
            if isinstance(node, Table):
                inner = Fields(node, self._shift, self._faults, self.what)
                found |= {f"{key}.{name}": value for name, value in inner.values().items()}
            else:
                found[key] = ", ".join(self.texts(key))
        return found

    def said(self, key: str = "") -> object:
        """Return all that stands at a key (of the table itself, without one): texts, numbers, switches, lists
        and tables.
        """
        self._asked += [key] if key else self._table.values
        return said(self._table.values.get(key) if key else self._table)

    def rest(self, kind: Literal["key", "field"] = "key") -> None:
        """Note a fault for each key that nobody has asked for."""
        for key in self._table.values:
            if key not in self._asked:
                known = list(dict.fromkeys(self._asked))
                remedy = did_you_mean(key, known, worded("use one of: {known}", known=with_commas(known)))
                self.fault(
                    key,
                    worded("{what} has no {kind} {key}", what=self.what, kind=kind, key=shown(key)),
                    remedy,
                    code="NB302",
                )

    def _node(self, key: str, *, needed: bool = False) -> Node | None:
        self._asked.append(key)
        found = self._table.values.get(key)
        if found is None and needed:
            self.fault(
                "",
                worded("{what} needs {key!r}", what=self.what, key=key),
                worded("add a line `{key}: …`", key=key),
                code="NB303",
            )
        return found


def fields_of(text: str, first: int, faults: list[Fault], what: str) -> Fields | None:
    """Return the keys that a text says, which begins in a line of the file; None where it says none."""
    shift = first - 1
    parsed = read_yaml(text, what)
    faults += [
        Fault(code="NB301", line=one.line + shift, message=one.message, remedy=one.remedy)
        for one in parsed.problems
    ]
    if parsed.problems:
        return None
    if parsed.root is None or (isinstance(parsed.root, Scalar) and parsed.root.is_null):
        return Fields(Table({}, {}, 1, 1), shift, faults, what)
    if not isinstance(parsed.root, Table):
        message = worded("{what} must consist of keys with values", what=what)
        line, remedy = parsed.root.line + shift, worded("write `key: value`")
        faults.append(Fault(code="NB301", line=line, message=message, remedy=remedy))
        return None
    return Fields(parsed.root, shift, faults, what)
