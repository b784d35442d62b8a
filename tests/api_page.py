"""Writes docs/api.md, the reference of the Python API, from its docstrings: `python -m tests.api_page`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

from engine.api.many.batch import Batch, BatchTable
from engine.api.many.batches import Batches
from engine.api.run import Comparison, Explanation, Log, Moment, Page, Run, Story, Table
from engine.api.runs import Runs
from engine.api.workspace import Workspace, open_workspace
from engine.display.listed import Records
from engine.moments.agents import Agent, Agents, Memories
from engine.moments.surveying import Surveyed

PAGE = Path(__file__).resolve().parents[1] / "docs" / "api.md"
CLASSES = (
    Workspace, Runs, Run, Moment, Agents, Agent, Memories, Log, Story, Surveyed, Comparison, Explanation,
    Batches, Batch, BatchTable, Records, Page, Table,
)  # fmt: skip
LEAD = """# Python API

This page describes the Python API, which you import with `import engine as tw`. It is generated from the
docstrings by `python -m tests.api_page`. All errors with a message for users derive from
`engine.errors.TownwrightError`.

```python
import engine as tw

with tw.open("workspace") as workspace:
    run = workspace.runs.new("willow-bay")
    run.live(days=1)
    run.agents.isabel.memories.search("party").to_frame()
    run.ask("isabel", "What are you looking forward to?").text
```

- Lists are returned as tuples with the methods `to_dicts()` and `to_frame()`. `to_frame()` returns a pandas
  data frame, whose columns have the names of the fields. pandas is installed with the studio.
- In Jupyter, runs, moments, people, lists, surveys, comparisons and explanations are displayed as HTML
  without scripts or network requests. The texts of a town are always displayed as plain text.
- Write a moment in words ("day 2 12:00") or in minutes since 00:00 of day 1. Name people by id or name.
- An *agent* is a person of the town. A *row* is an entry in the log of a run; every row has an id.
- "The paper" is Park et al., *Generative Agents: Interactive Simulacra of Human Behavior*. The *town paper*
  reports on a simulated day.
- All methods work inside a running event loop. Methods that can take long have an asynchronous version, whose
  name ends in `_async`.
"""
SECTIONS = ("Parameters", "Returns", "Raises")


def api_page() -> str:
    """Return the page as it is to be."""
    links = ", ".join(f"[{kind.__name__}](#{kind.__name__.lower()})" for kind in CLASSES)
    doors = _member("tw.open", open_workspace)
    return f"{LEAD}\n{links}\n\n## Opening\n{doors}" + "".join(map(_class, CLASSES))


def _class(kind: type) -> str:
    members = "".join(
        _member(name, member) for name, member in public(kind) if not name.endswith("_async") and told(member)
    )
    twins = [f"`{name}`" for name, _ in public(kind) if name.endswith("_async")]
    beside = f"\nAsynchronous versions: {', '.join(twins)}.\n" if twins else ""
    return f"\n## {kind.__name__}\n\n{_plain(inspect.getdoc(kind) or '')}\n{beside}{members}"


def public(kind: type) -> list[tuple[str, object]]:
    """The public methods and properties of a class that are ours, by name."""
    return [
        (name, member)
        for name, member in inspect.getmembers(kind)
        if not name.startswith("_")
        and name not in ("COLUMNS", "store", "row", "town")
        and not (kind is Records and name in dir(tuple))
    ]


def told(member: object) -> bool:
    """Whether there is something of it to tell: a field has no docstring of its own."""
    return type(member).__name__ != "member_descriptor" and bool(inspect.getdoc(member))


def _member(name: str, member: object) -> str:
    said = _plain(inspect.getdoc(member) or "")
    if inspect.isfunction(member) or inspect.ismethod(member):
        takes = ", ".join(_parameters(member))
        return f"\n### {name.removeprefix('tw.')}\n\n```python\n{name}({takes})\n```\n\n{said}\n"
    return f"\n### {name}\n\n*Property.* {said}\n"


def _parameters(member: object) -> Iterator[str]:
    starred = False
    for name, one in inspect.signature(member).parameters.items():
        if name in ("self", "cls"):
            continue
        if one.kind is one.KEYWORD_ONLY and not starred:
            starred = True
            yield "*"
        marks = "**" if one.kind is one.VAR_KEYWORD else ""
        default = "" if one.default is one.empty else f" = {_default(one.default)}"
        yield f"{marks}{name}: {one.annotation}{default}"


def _default(value: object) -> str:
    return value.__name__ if inspect.isroutine(value) else repr(value)


def _plain(doc: str) -> str:
    """A docstring as Markdown: its sections as lists."""
    lead, *rest = re.split(rf"^({'|'.join(SECTIONS)})\n-+\n", doc, flags=re.MULTILINE)
    parts = [_section(title, body) for title, body in zip(rest[::2], rest[1::2], strict=True)]
    return "\n\n".join([lead.strip(), *parts])


def _section(title: str, body: str) -> str:
    entries = re.findall(r"^(\S.*)\n((?:    .*\n?)*)", body, flags=re.MULTILINE)
    return f"*{title}*\n\n" + "\n".join(_entry(head, " ".join(said.split())) for head, said in entries)


def _entry(head: str, said: str) -> str:
    name, _, kind = head.removesuffix(" :").partition(" : ")
    return f"- `{name}`{f' ({kind})' if kind.strip() else ''}: {said}"


if __name__ == "__main__":
    PAGE.write_text(api_page(), "utf-8")
