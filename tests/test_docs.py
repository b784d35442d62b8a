"""The documentation: it builds without a warning, and its generated pages say what the code says."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.settings import ACTING, REMEMBERING, Cognition
from tests.cli_page import PAGE as CLI, cli_page, commands
from tests.yaml_page import PAGE as YAML, yaml_page

DOCS = Path(__file__).resolve().parents[1] / "docs"


@pytest.mark.soak
def test_it_builds_without_a_warning_and_loads_nothing_from_elsewhere(tmp_path):
    builds = [sys.executable, "-m", "sphinx", "-n", "-W", "--keep-going", "-q", str(DOCS), str(tmp_path)]
    done = subprocess.run(builds, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    pages = {
        path.relative_to(tmp_path).as_posix(): path.read_text("utf-8") for path in tmp_path.rglob("*.html")
    }
    assert {"index.html", "cli.html", "decisions/index.html"} <= pages.keys()
    loads = ('<script src="http', 'rel="stylesheet" type="text/css" href="http', '<img src="http')
    assert [name for name, text in pages.items() if any(mark in text for mark in loads)] == []


@pytest.mark.parametrize(
    ("page", "text", "by"), [(CLI, cli_page, "tests.cli_page"), (YAML, yaml_page, "tests.yaml_page")]
)
def test_a_generated_page_is_what_the_code_says(page, text, by):
    assert page.read_text("utf-8") == text(), f"`python -m {by}` writes it anew"


def test_every_command_and_exit_status_is_explained():
    told = CLI.read_text("utf-8")
    assert [name for name in commands() if f"\n### {name}\n" not in told] == []
    for status in ("Exit status: 0", "1 a problem", "2 wrong usage", "130 stopped", "141"):
        assert status in " ".join(told.split())


def test_concepts_name_the_settings_by_their_values():
    told, settings = " ".join((DOCS / "concepts.md").read_text("utf-8").split()), Cognition()
    assert f"`decay` is {settings.decay}" in told
    assert f"the {settings.retrieve} best memories (`retrieve`)" in told
    assert f"the {settings.newest} newest ones (`newest`)" in told
    assert f"reaches {settings.reflect_at} (`reflect_at`)" in told
    for weights in (ACTING, REMEMBERING):
        assert f"{weights.recency:g} | {weights.importance:g} | {weights.relevance:g}" in told
