"""The README keeps its word: it is short, its links lead somewhere, its Python runs."""

import re
import shlex
import statistics
import tomllib
from pathlib import Path

import pytest

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


# ---- the two commands


def test_there_are_two_set_up_commands_and_each_is_a_line():
    shells = fences("bash", "sh", "shell", "console")
    assert len(shells) == 2
    assert all(text.count("\n") == 1 and text.strip() for text in shells)
    assert [text for text in fences("") if "pip install" in text] == []
    assert all(f"```bash\n{text}```" in section("Install") for text in shells)


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


# ---- how long it is, and how it reads


def test_it_is_short_and_so_are_its_sentences():
    assert len(README.encode()) <= 8_000
    prose = [line for line in README.splitlines() if line[:1].isalpha()]
    sentences = re.split(r"(?<=[.!?])\s+", " ".join(prose))
    assert statistics.median(len(sentence.split()) for sentence in sentences) <= 16


# ---- the rest


def test_every_link_leads_to_a_file():
    links = [link for link in LINK.findall(README) if "://" not in link and not link.startswith("#")]
    assert "docs/studio-map.png" in links
    assert [link for link in links if not (ROOT / link).exists()] == []


DOCS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))
PAPERS = ("README.md", "CONTRIBUTING.md", "SECURITY.md", *DOCS)
IN_THE_HOUSE = re.compile(r"(?:engine|studio|tests|scenarios|docs)(?:/[\w.-]+)*/?")


@pytest.mark.parametrize("paper", PAPERS)
def test_every_file_and_folder_that_a_paper_names_is_there(paper):
    text = (ROOT / paper).read_text("utf-8")
    named = {ROOT / code for code in CODE.findall(text) if "/" in code and IN_THE_HOUSE.fullmatch(code)}
    links = (link.partition("#")[0] for link in LINK.findall(text) if "://" not in link)
    named |= {(ROOT / paper).parent / link for link in links if link}
    assert [str(path.relative_to(ROOT)) for path in named if not path.exists()] == []


@pytest.mark.soak
def test_the_python_of_the_readme_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (example,) = fences("python")
    exec(compile(example, "README.md", "exec"), {})
    said = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"[0-9a-f]{64}", said[0])
    assert (tmp_path / "workspace" / "townwright.db").is_file()
