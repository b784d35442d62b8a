"""The code of the engine as it is written: its modules, what their names mean, and who calls what."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, *COMPREHENSIONS)
_MOST_IMPORTS = 5  # of one name, from module to module


class EngineCode:
    """The modules of the engine, but for those whose path starts with one of `without`."""

    def __init__(self, root: Path, without: tuple[str, ...] = ()) -> None:
        self.module_of: dict[int, str] = {}
        self.parent: dict[int, ast.AST] = {}
        self.calls: dict[str, list[ast.Call]] = defaultdict(list)
        self.methods: dict[str, list[Function]] = defaultdict(list)
        self._named: dict[str, dict[str, ast.AST]] = {}
        self._imported: dict[str, dict[str, tuple[str, str]]] = defaultdict(dict)
        for file in sorted((root / "engine").rglob("*.py")):
            path = file.relative_to(root).as_posix()
            if not path.startswith(without or ("/",)):
                self._read(path, ast.parse(file.read_text("utf-8")))

    def _read(self, path: str, module: ast.Module) -> None:
        self._named[path] = dict(_top_level(module))
        for node in ast.walk(module):
            self.module_of[id(node)] = path
            self.parent.update((id(child), node) for child in ast.iter_child_nodes(node))
            if isinstance(node, ast.ImportFrom) and node.module:
                names = {one.asname or one.name: (node.module, one.name) for one in node.names}
                self._imported[path] |= names
            elif isinstance(node, ast.Call):
                self.calls[_called(node)].append(node)
            elif isinstance(node, ast.ClassDef):
                for method in filter(is_function, node.body):
                    self.methods[method.name].append(method)

    def meant(self, node: ast.AST, name: str) -> ast.AST | None:
        """Return what a name stands for at the top level of the module of a node, or of one it imports."""
        path = self.module_of[id(node)]
        for _ in range(_MOST_IMPORTS):
            if name in self._named.get(path, {}) or name not in self._imported[path]:
                return self._named.get(path, {}).get(name)
            source, name = self._imported[path][name]
            stem = source.replace(".", "/")
            path = f"{stem}.py" if f"{stem}.py" in self._named else f"{stem}/__init__.py"
        return None

    def around(self, node: ast.AST, *kinds: type[ast.AST]) -> ast.AST | None:
        """Return the nearest node of some kinds around a node; by default the nearest scope."""
        found = self.parent.get(id(node))
        while found is not None and not isinstance(found, kinds or _SCOPES):
            found = self.parent.get(id(found))
        return found

    def heirs(self, base: str) -> set[str]:
        """Return the names of a class and of all that derive from it."""
        below = defaultdict(set)
        for named in self._named.values():
            for name, node in named.items():
                for parent in node.bases if isinstance(node, ast.ClassDef) else ():
                    below[getattr(parent, "id", "")].add(name)
        found, waiting = {base}, [base]
        while waiting:
            new = below[waiting.pop()] - found
            found |= new
            waiting += new
        return found

    def calls_of(self, function: Function) -> Iterator[ast.Call]:
        """Yield the calls of a function; of a method only those in its own module."""
        kind = self.parent[id(function)]
        name = kind.name if isinstance(kind, ast.ClassDef) and function.name == "__init__" else function.name
        for call in self.calls.get(name, ()):
            if isinstance(call.func, ast.Name):
                if self.meant(call, call.func.id) in (function, kind):
                    yield call
            elif isinstance(kind, ast.ClassDef) and self._is_beside(call, function):
                yield call

    def _is_beside(self, call: ast.Call, method: Function) -> bool:
        return self.module_of[id(call)] == self.module_of[id(method)] and may_call(call, method)


def _top_level(module: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    for node in module.body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name, node
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.AST() as value):
                yield name, value


def _called(call: ast.Call) -> str:
    return getattr(call.func, "id", "") or getattr(call.func, "attr", "")


def is_function(node: ast.AST | None) -> bool:
    """Return whether a node defines a function."""
    return isinstance(node, Function)


def has(kind: ast.ClassDef, method: str) -> bool:
    """Return whether a class defines a method itself."""
    return any(isinstance(node, Function) and node.name == method for node in kind.body)


def fields_of(kind: ast.ClassDef) -> list[str]:
    """Return the names of the fields that a class declares, in order."""
    declared = (node.target for node in kind.body if isinstance(node, ast.AnnAssign))
    return [target.id for target in declared if isinstance(target, ast.Name)]


def parameters(function: Function) -> list[str]:
    """Return the names of a function's parameters, in order."""
    given = function.args
    return [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]


def may_call(call: ast.Call, method: Function) -> bool:
    """Return whether a call of a method of that name may be one of this method."""
    names, needed = parameters(method)[1:], len(method.args.args) - 1 - len(method.args.defaults)
    keywords = {keyword.arg for keyword in call.keywords}
    return keywords <= {*names, None} and needed <= len(call.args) + len(keywords) <= len(names)
