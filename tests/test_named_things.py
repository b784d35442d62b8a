"""What a text names is there: every page, button, command and option of which the program speaks.

The texts are read from the sources; pages are held against the router, buttons against the labels in the
code, commands and options against the grammar.
"""

from __future__ import annotations

import argparse
import ast
import functools
import re
from pathlib import Path

import pytest
import yaml

from engine.cli.grammar import parser
from studio.pages import PAGES

ROOT = Path(__file__).resolve().parents[1]
PROSE = {"again", "and", "is", "on", "to"}  # words that follow the name of the program in a sentence
COMMAND = re.compile(r"\btownwright ([a-z][a-z-]+)\b([^`\n]*)")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
PAGE = re.compile(r"\b(?:the|on|to) ([A-Z][a-z]+) page\b|\b(?:in|under|into) (Settings)\b")
BUTTON = re.compile(r"\b(?:[Pp]ress|[Cc]lick(?: on)?|[Uu]nder) [`'\"]?([A-Z][a-z]+)(?: and ([A-Z][a-z]+))?\b")
LABEL = re.compile(r"\W*([A-Z]\w+)")
FOREIGN = {"--user", "--clone", "--dist", "--strict"}  # options of other programs


def sources() -> list[Path]:
    return sorted(path for room in ("engine", "studio") for path in (ROOT / room).rglob("*.py"))


def docstrings(tree: ast.Module) -> set[int]:
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    firsts = [node.body[0] for node in ast.walk(tree) if isinstance(node, owners) and node.body]
    return {id(one.value) for one in firsts if isinstance(one, ast.Expr)}


@functools.cache
def constants(path: Path) -> tuple[str, ...]:
    """Every text in a module that somebody may come to read, put together from its parts."""
    tree = ast.parse(path.read_text("utf-8"))
    silent = docstrings(tree)
    inside = {id(part) for one in ast.walk(tree) if isinstance(one, ast.JoinedStr) for part in one.values}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [str(one.value) if isinstance(one, ast.Constant) else "…" for one in node.values]
            found.append("".join(parts))
        elif isinstance(node, ast.Constant) and id(node) not in silent | inside:
            found += [node.value] if isinstance(node.value, str) else []
    return tuple(found)


@functools.cache
def texts() -> tuple[tuple[str, str], ...]:
    """Every text that somebody may come to read, with its file."""
    found = [(path.relative_to(ROOT).as_posix(), text) for path in sources() for text in constants(path)]
    data = [*(ROOT / "engine" / "scenario").rglob("*.yaml"), *(ROOT / "scenarios").rglob("*.yaml")]
    data += [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"]
    data += (ROOT / "docs").rglob("*.md")
    data += (ROOT / "engine" / "language" / "packs").rglob("*.yaml")
    data += (ROOT / "studio/frontend/src").rglob("*.js")
    found += [(path.relative_to(ROOT).as_posix(), path.read_text("utf-8")) for path in data]
    return tuple(found)


@functools.cache
def commands() -> dict[str, set[str]]:
    """Every command with its options."""
    whole = parser()
    (listed,) = (one for one in whole._actions if isinstance(one, argparse._SubParsersAction))
    own = {option for action in whole._actions for option in action.option_strings}
    found = {
        name: {option for action in sub._actions for option in action.option_strings}
        for name, sub in listed.choices.items()
    }
    return {**found, "": own}


@functools.cache
def pages() -> set[str]:
    """The titles of the studio's pages."""
    return {page.title for group in PAGES.values() for page in group}


OPENS = {
    "button", "dialog", "download_button", "empty", "expander", "form_submit_button", "lazy_expander",
    "link_button", "page_link", "popover", "segmented_control", "table_twin", "tabs", "toggle",
}  # fmt: skip


@functools.cache
def pressed() -> set[str]:
    """The first word of every label that somebody may press or open."""
    calls = (
        node
        for path in sources()
        if "studio" in path.parts
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in OPENS
    )
    said = (one.value for call in calls for one in ast.walk(call) if isinstance(one, ast.Constant))
    return {found[1] for text in said if isinstance(text, str) and (found := LABEL.match(text))}


@pytest.mark.soak
def test_every_command_named_is_a_command():
    named = {(file, found[1]) for file, text in texts() for found in COMMAND.finditer(text)}
    assert len(named) > 40
    assert {one for one in named if one[1] not in commands() and one[1] not in PROSE} == set()


@pytest.mark.nightly
def test_every_command_told_next_is_a_command():
    told = set()
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", "") == "next_command"
                and node.args[1:]
            ):
                first = node.args[1]
                told.add(first.value if isinstance(first, ast.Constant) else "")
    assert {"profile", "resume"} <= told
    assert told <= set(commands())


@pytest.mark.nightly
def test_every_option_named_with_a_command_is_one_of_it():
    wrong = set()
    for file, text in texts():
        for found in COMMAND.finditer(text):
            if found[1] in commands():
                options = set(OPTION.findall(re.split(r"[.;|)]\s|townwright", found[2])[0]))
                wrong |= {(file, found[1], one) for one in options - commands()[found[1]] - commands()[""]}
    assert wrong == set()


@pytest.mark.soak
def test_every_option_named_alone_is_an_option():
    known = set().union(*commands().values()) | FOREIGN
    told = [
        (file, one)
        for file, text in texts()
        if file.startswith("engine/cli") or file in ("engine/moments/meant.py", "engine/api/workspace.py")
        for one in OPTION.findall(text)
    ]
    assert len(told) > 40
    assert {one for one in told if one[1] not in known} == set()


def test_every_page_named_is_a_page():
    named = {(file, found[1] or found[2]) for file, text in texts() for found in PAGE.finditer(text)}
    named = {one for one in named if one[0] != "SECURITY.md"}  # of a host of repositories
    assert len(named) > 3
    assert {one for one in named if one[1] not in pages()} == set()


@pytest.mark.soak
def test_every_button_named_is_a_button():
    named = {
        (file, name)
        for file, text in texts()
        if not file.startswith(("README", "scenarios/", "engine/rehearsal"))
        for found in BUTTON.finditer(text)
        for name in found.groups()
        if name
    }
    assert ("studio/authoring/editor/run_it.py", "World") in named
    there = pressed() | pages() | {"Enter"}  # and a key
    assert {one for one in named if one[1] not in there} == set()


def everybody() -> set[str]:
    """The first names, and the names in Chinese, of everybody in the towns that come along."""
    found = set()
    for path in (ROOT / "scenarios").rglob("personas/*.yaml"):
        name = yaml.safe_load(path.read_text("utf-8"))["name"]
        found.add(name.split()[0])
    return {name for name in found if len(name) > 1}


@pytest.mark.soak
def test_no_text_of_the_studio_names_somebody_of_one_town():
    names = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in everybody()))
    told = [(file, text) for file, text in texts() if file.startswith("studio/") and file.endswith(".py")]
    assert len(told) > 1_000
    assert {(file, found[0]) for file, text in told if (found := names.search(text))} == set()


@pytest.mark.soak
@pytest.mark.parametrize(
    ("text", "pattern", "found"),
    [
        ("by which the Gossip page recognises it", PAGE, "Gossip"),
        ("change anything, and press Check.", BUTTON, "Check"),
        ("to view it: townwright studio --port 1", COMMAND, "studio"),
    ],
)
def test_what_once_was_not_there_would_be_found(text, pattern, found):
    assert pattern.search(text)[1] == found
    assert found not in pages() | pressed() | set(commands())
