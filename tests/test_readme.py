"""The README keeps its word: its commands exist, its links lead somewhere, its Python runs."""

import argparse
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from engine.cli.grammar import parser

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
LINK = re.compile(r"\]\(([^)\s]+)\)")


def fences(*languages: str) -> list[str]:
    return [text for language, text in FENCE.findall(README) if language in languages]


def section(title: str) -> str:
    """The text below a heading, down to the next one of any level."""
    return re.split(rf"^#+ {re.escape(title)}\n", README, flags=re.MULTILINE)[1].split("\n#")[0]


def commands() -> dict[str, argparse.ArgumentParser]:
    (choices,) = [action.choices for action in parser()._actions if isinstance(action.choices, dict)]
    return dict(choices)


def written() -> list[list[str]]:
    """Every use of the command line in the README, in words; the cells of a table may follow with options."""
    uses = [shlex.split(code) for code in CODE.findall(README)]
    return [words for words in uses if words and words[0] == "townwright"]


# ---- the two commands


def test_there_are_two_set_up_commands_and_each_is_a_line():
    shells = fences("bash", "sh", "shell", "console")
    assert len(shells) == 2
    assert all(text.count("\n") == 1 and text.strip() for text in shells)
    assert [text for text in fences("") if "pip install" in text] == []
    assert all(f"```bash\n{text}```" in section("Set up") for text in shells)


def test_the_first_opens_the_studio_and_the_second_runs_the_tests():
    first, second = (text.split(" && ") for text in fences("bash"))
    assert first[0] == second[0] == "python3 -m venv .venv"
    assert shlex.split(first[1]) == [".venv/bin/pip", "install", "-c", "constraints.txt", "-e", "."]
    assert shlex.split(second[1]) == [".venv/bin/pip", "install", "-c", "constraints.txt", "-e", ".[test]"]
    assert shlex.split(first[2]) == [".venv/bin/townwright"]
    assert shlex.split(second[2])[:3] == [".venv/bin/python", "-m", "pytest"]


def test_continuous_integration_runs_both_as_they_stand_here():
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert "set -euo pipefail" in script
    assert "readme_command 1" in script
    assert "readme_command 2" in script
    assert "-m 'soak and not nightly'" in script


def test_the_commands_end_in_what_the_project_declares():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["scripts"] == {"townwright": "engine.cli:main"}
    tools = " ".join(project["optional-dependencies"]["test"])
    assert "pytest>=" in tools
    assert "pytest-xdist>=" in tools


# ---- the command line


def test_every_command_that_is_named_exists():
    assert written()
    assert {words[1] for words in written() if words[1:]} <= set(commands())


def test_every_command_that_exists_is_named():
    missing = set(commands()) - {words[1] for words in written() if words[1:]}
    assert missing == set(), "write a row for each into the table of commands in README.md"


@pytest.mark.parametrize("line", [line for line in README.splitlines() if line.startswith("| `townwright")])
def test_every_option_in_the_table_is_one_of_its_command(line):
    words = CODE.findall(line)
    name = words[0].split()[1:2]
    known = commands()[name[0]] if name else parser()
    said = {word for code in words for word in code.split() if re.match(r"--?[a-z]", word)}
    assert said <= set(known._option_string_actions)


def test_every_exit_status_is_told():
    for status in ("0 done", "1 the input", "2 wrong usage", "130 stopped", "141 nobody"):
        assert status in " ".join(section("The command line").split())


# ---- the rest


def test_every_link_leads_to_a_file():
    links = [link for link in LINK.findall(README) if "://" not in link and not link.startswith("#")]
    assert "docs/studio-map.png" in links
    assert [link for link in links if not (ROOT / link).exists()] == []


PAPERS = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/architecture.md")
IN_THE_HOUSE = re.compile(r"(?:engine|studio|tests|scenarios|docs)(?:/[\w.-]+)*/?")


@pytest.mark.parametrize("paper", PAPERS)
def test_every_file_and_folder_that_a_paper_names_is_there(paper):
    text = (ROOT / paper).read_text("utf-8")
    named = {ROOT / code for code in CODE.findall(text) if "/" in code and IN_THE_HOUSE.fullmatch(code)}
    named |= {(ROOT / paper).parent / link for link in LINK.findall(text) if "://" not in link}
    assert [str(path.relative_to(ROOT)) for path in named if not path.exists()] == []


@pytest.mark.soak
def test_the_python_of_the_readme_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (example,) = fences("python")
    exec(compile(example, "README.md", "exec"), {})
    said = capsys.readouterr().out.splitlines()
    assert re.match(r"[0-9a-f]{64} \S", said[0])
    assert (tmp_path / "workspace" / "townwright.db").is_file()


def test_every_setting_that_is_named_has_the_value_that_is_told():
    from engine.settings import ACTING, REMEMBERING, Cognition

    told, settings = " ".join(section("How memories are scored").split()), Cognition()
    assert f"(decay {settings.decay})" in told
    assert f"`retrieve` best come up ({settings.retrieve}), and the `newest` few ({settings.newest})" in told
    for weights in (ACTING, REMEMBERING):
        assert f"{weights.recency:g}, {weights.importance:g}, {weights.relevance:g}" in told
