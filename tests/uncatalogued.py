"""Finds messages of the engine that are in no catalogue: `python -m tests.uncatalogued`.

Every message that a person may read is followed back to where its words are written: those of an error, of
a problem and of a record's sentence, and the values that are put into a text of the catalogue. Words that are
not in a call of `worded` cannot be translated.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.engine_code import COMPREHENSIONS, EngineCode, Function, fields_of, has, may_call, parameters

ROOT = Path(__file__).resolve().parents[1]
# The command line is in English for everyone, and so is what a model is told of its answers.
ENGLISH = ("engine/cli/", "engine/prompts/questions/", "engine/prompts/sense/")
NAMES = frozenset({"{} (deleted)"})  # stored as data: the name of a deleted scenario
SENTENCES = frozenset({"message", "remedy", "words", "why", "does", "otherwise", "details"})
LISTS = frozenset(
    {"MappingProxyType", "list", "next", "one_by_one", "str", "tuple", "with_commas", "words_of"}
)
SAME = frozenset({"capitalize", "lower", "lstrip", "removesuffix", "replace", "rstrip", "strip"})
QUOTED = re.compile(r"`[^`]*`|'[^']*'|\"[^\"]*\"|<[^>]*>")
WORD = re.compile(r"(?<![\w.$/-])[A-Za-z]?[a-z]{2,}(?![\w/]|\.\w)")
Literal = ast.Constant | ast.JoinedStr
Literals = Iterator[Literal]


def uncatalogued(root: Path = ROOT) -> dict[str, str]:
    """Return the words that a person may read and no catalogue has, by where they are written."""
    code = EngineCode(root, ENGLISH)
    found = {}
    for value in shown(code):
        for literal in Trace(code).literals(value):
            if is_prose(written(literal)):
                found[f"{code.module_of[id(literal)]}:{literal.lineno}"] = written(literal)
    return found


def written(literal: Literal) -> str:
    """Return the words of a literal, with `{}` for the values in it."""
    if isinstance(literal, ast.Constant):
        return str(literal.value)
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in literal.values)


def is_prose(text: str) -> bool:
    """Return whether a text has English words with spaces between or around them."""
    bare = QUOTED.sub("", text)
    return " " in bare and WORD.search(bare) is not None and text not in NAMES


# ---- what a person may read


def shown(code: EngineCode) -> Iterator[ast.expr]:
    """Yield every value that a person may read: messages of errors, sentences, and values in texts."""
    errors = code.heirs("TownwrightError")
    for call in (call for calls in code.calls.values() for call in calls):
        if isinstance(call.func, ast.Name):
            yield from _shown_by_name(code, call, call.func.id, errors)
        elif isinstance(call.func, ast.Attribute):
            yield from _shown_by_method(code, call, call.func, errors)


def _shown_by_name(code: EngineCode, call: ast.Call, name: str, errors: set[str]) -> Iterator[ast.expr]:
    kind = code.meant(call, name)
    if name == "worded":
        yield from (keyword.value for keyword in call.keywords)
    elif name == "replace":
        yield from _sentences(call, ())
    elif isinstance(kind, ast.ClassDef) and name in errors and not has(kind, "__init__"):
        yield from call.args[:1]
    elif isinstance(kind, ast.ClassDef):
        yield from _sentences(call, fields_of(kind))


def _shown_by_method(
    code: EngineCode, call: ast.Call, func: ast.Attribute, errors: set[str]
) -> Iterator[ast.expr]:
    kind = code.around(call, ast.ClassDef)
    if func.attr == "__init__" and isinstance(kind, ast.ClassDef) and kind.name in errors:
        yield from call.args[:1]
    for method in code.methods.get(func.attr, ()):
        names = parameters(method)[1:]
        if {"message", "remedy"} <= set(names) and may_call(call, method):
            yield from _sentences(call, names)


def _sentences(call: ast.Call, names: Sequence[str]) -> Iterator[ast.expr]:
    """Yield the arguments of a call that are sentences by their names."""
    given = [*zip(names, call.args, strict=False), *((each.arg, each.value) for each in call.keywords)]
    yield from (value for name, value in given if name in SENTENCES and not isinstance(value, ast.List))


# ---- where it is written


class Trace:
    """Follows one value back to the literals it is made of."""

    def __init__(self, code: EngineCode) -> None:
        self.code = code
        self._seen: set[tuple[int, str, int | None]] = set()

    def literals(self, node: ast.AST | None, item: int | None = None) -> Literals:
        """Yield the literals of an expression; with `item`, of that element of the tuple it gives."""
        follow = _FOLLOWED.get(type(node))
        if node is not None and follow is not None and self._is_new(node, "", item):
            yield from follow(self, node, item)

    def _is_new(self, node: ast.AST, name: str, item: int | None) -> bool:
        key = (id(node), name, item)
        if key in self._seen:
            return False
        self._seen.add(key)
        return True

    def each(self, nodes: Sequence[ast.AST | None], item: int | None = None) -> Literals:
        """Yield the literals of several expressions."""
        for node in nodes:
            yield from self.literals(node, item)

    def of_text(self, node: Any, _item: int | None) -> Literals:
        """Yield a text itself, and the literals of the values in it."""
        if isinstance(node, ast.JoinedStr) or isinstance(node.value, str):
            yield node
        values = node.values if isinstance(node, ast.JoinedStr) else ()
        yield from self.each([value.value for value in values if isinstance(value, ast.FormattedValue)])

    def of_sum(self, node: Any, item: int | None) -> Literals:
        """Yield the literals of both parts of `a + b`."""
        if isinstance(node.op, ast.Add):
            yield from self.each([node.left, node.right], item)

    def of_tuple(self, node: Any, item: int | None) -> Literals:
        """Yield the literals of one element, or of all."""
        of_one = item is not None and item < len(node.elts)
        yield from self.each([node.elts[item]] if of_one else node.elts)

    def of_entry(self, node: Any, _item: int | None) -> Literals:
        """Yield the literals of the values of a table, of which one is looked up."""
        if isinstance(node.value, ast.Name):
            yield from self._of_table(node, node.value.id)

    def _of_table(self, node: ast.AST, name: str) -> Literals:
        table = self.code.meant(node, name)
        if isinstance(table, ast.Call) and table.args:  # MappingProxyType({...})
            table = table.args[0]
        yield from self.each(table.values if isinstance(table, ast.Dict) else ())

    def of_name(self, node: Any, item: int | None) -> Literals:
        """Yield the literals of what a name was bound to: in a scope around it, or in a module."""
        scope = self.code.around(node)
        while scope is not None:
            if isinstance(scope, Function) and node.id in parameters(scope):
                yield from self._of_parameter(scope, node.id)
                return
            bound = list(_bound(scope, node.id))
            for given, place in bound:
                yield from self.literals(given, item if place is None else place)
            if bound:
                return
            scope = self.code.around(scope)
        value = self.code.meant(node, node.id)
        if not isinstance(value, ast.Dict):  # which stands for its keys
            yield from self.literals(value, item)

    def _of_parameter(self, function: Function, name: str) -> Literals:
        """Yield the literals of what a parameter is given: by default, and in every call."""
        if not self._is_new(function, name, None):
            return
        names, of_class = parameters(function), isinstance(self.code.parent[id(function)], ast.ClassDef)
        defaults = [*function.args.defaults, *function.args.kw_defaults]
        yield from self.literals(dict(zip(reversed(names), reversed(defaults), strict=False)).get(name))
        place = names.index(name) - (1 if of_class else 0)
        by_place = name not in {one.arg for one in function.args.kwonlyargs}
        for call in self.code.calls_of(function):
            yield from self.each([keyword.value for keyword in call.keywords if keyword.arg == name])
            yield from self.each(call.args[place : place + 1] if by_place else ())

    def of_call(self, node: Any, item: int | None) -> Literals:
        """Yield the literals of what a call returns."""
        func, given = node.func, node.args
        if isinstance(func, ast.Name) and func.id in LISTS:
            yield from self.each(given)
        elif isinstance(func, ast.Name) and func.id != "worded":
            yield from self._returned(self.code.meant(node, func.id), item)
        elif isinstance(func, ast.Attribute):
            yield from self._of_method(node, func, given, item)

    def _of_method(
        self, node: ast.AST, func: ast.Attribute, given: Sequence[ast.expr], item: int | None
    ) -> Literals:
        if func.attr in SAME or func.attr == "join":
            yield from self.each([func.value, *(given if func.attr == "join" else ())])
        elif func.attr == "get" and isinstance(func.value, ast.Name):
            yield from self._of_table(node, func.value.id)
            yield from self.each(given[1:])
        elif isinstance(func.value, ast.Name) and func.value.id in ("self", "cls"):
            kind = self.code.around(node, ast.ClassDef)
            for method in self.code.methods[func.attr]:
                if self.code.parent[id(method)] is kind:
                    yield from self._returned(method, item)

    def _returned(self, function: ast.AST | None, item: int | None) -> Literals:
        if isinstance(function, Function):
            given = [node for node in ast.walk(function) if isinstance(node, ast.Return | ast.Yield)]
            yield from self.each([node.value for node in given], item)


_FOLLOWED: dict[type, Callable[[Trace, Any, int | None], Literals]] = {
    ast.Constant: Trace.of_text,
    ast.JoinedStr: Trace.of_text,
    ast.BinOp: Trace.of_sum,
    ast.Tuple: Trace.of_tuple,
    ast.List: Trace.of_tuple,
    ast.Subscript: Trace.of_entry,
    ast.Name: Trace.of_name,
    ast.Call: Trace.of_call,
    ast.IfExp: lambda trace, node, item: trace.each([node.body, node.orelse], item),
    ast.BoolOp: lambda trace, node, item: trace.each(node.values, item),
    ast.GeneratorExp: lambda trace, node, _: trace.literals(node.elt),
    ast.ListComp: lambda trace, node, _: trace.literals(node.elt),
    ast.Starred: lambda trace, node, _: trace.literals(node.value),
    ast.Await: lambda trace, node, item: trace.literals(node.value, item),
    ast.NamedExpr: lambda trace, node, item: trace.literals(node.value, item),
}


def _bound(scope: ast.AST, name: str) -> Iterator[tuple[ast.expr, int | None]]:
    """Yield the values that a name is bound to in a scope; with its place, if it is one of a tuple."""
    within = scope.generators if isinstance(scope, COMPREHENSIONS) else ast.walk(scope)
    for node in within:
        targets, value = _binding(node, of_comprehension=isinstance(scope, COMPREHENSIONS))
        if value is None:
            continue
        for target in targets:
            if getattr(target, "id", None) == name:
                yield value, None
            for place, element in enumerate(getattr(target, "elts", ())):
                if getattr(element, "id", None) == name and isinstance(node, ast.Assign):
                    yield value, place


def _binding(node: ast.AST, *, of_comprehension: bool) -> tuple[Sequence[ast.expr], ast.expr | None]:
    match node:
        case ast.Assign(targets=targets, value=value):
            return targets, value
        case ast.AnnAssign() | ast.AugAssign() | ast.NamedExpr():
            return [node.target], node.value
        case ast.For() | ast.comprehension() if isinstance(node, ast.For) or of_comprehension:
            return [node.target], node.iter
    return [], None


if __name__ == "__main__":
    for place, words in sorted(uncatalogued().items()):
        print(f"{place}: {words!r}")
