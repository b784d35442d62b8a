"""Writes docs/problems.md, the reference of every code that `check` says: `python -m tests.problems_page`."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from engine.scenario.problems import Explained, explained_codes

PAGE = Path(__file__).resolve().parents[1] / "docs" / "problems.md"
LEAD = """# Problems of a scenario

What `townwright check` and the studio say of a town, by code. Codes stay what they are.

- An error keeps the town from living, a warning says what an author should know of, and a notice is no fault.
- Where there is a fix, a button beside the problem makes it; `townwright check PATH --fix` makes all.
- This page is written by `python -m tests.problems_page`.
"""
SECTIONS = {
    "TW0": "The files",
    "TW1": "The YAML",
    "TW2": "The shape",
    "TW3": "The world",
    "TW4": "The people",
    "TW5": "The facts",
    "TW6": "The prompts",
    "TW9": "The report itself",
}


def problems_page() -> str:
    """Return the page as it is to be."""
    parts = [LEAD]
    for head, those in groupby(explained_codes().values(), key=lambda one: one.code[:3]):
        parts.append(f"\n## {SECTIONS[head]}\n")
        parts += map(_entry, those)
    return "".join(parts)


def _entry(one: Explained) -> str:
    fix = f"- Fix: {one.fix}\n" if one.fix else ""
    title = one.title[:1].upper() + one.title[1:]
    example = f"- Example: `{_code(one.example)}`\n"
    return f"\n### {one.code}\n\n{title} ({one.severity}). {one.why}\n\n{example}{fix}"


def _code(text: str) -> str:
    """Return a text as it can stand between backticks."""
    return text.replace("`", "")


if __name__ == "__main__":
    PAGE.write_text(problems_page(), "utf-8")
