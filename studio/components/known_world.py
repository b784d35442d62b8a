"""What an agent knows of the world, as a small tree: places, their rooms, the objects as last seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import streamlit as st

from engine.records import AgentId, Path
from engine.town import Run
from studio import session
from studio.components.text import escape_md, plain, shorten

COLUMNS = 3


@dataclass
class Branch:
    """One node of the tree; `state` as it was last seen."""

    name: str
    state: str = ""
    children: dict[str, Branch] = field(default_factory=dict)


def known_world(run: Run, agent: AgentId) -> None:
    """Draw the tree, a place at a time, and say what the author's world has besides."""
    known = run.known(agent, session.moment())
    places = tree_of(known)
    everything = {place.name for place in run.scenario.places}
    unknown = len(everything - set(places))
    plain(
        f"{len(places)} of the town's {len(everything)} places are known"
        + (f"; {unknown} still to be discovered." if unknown else ".")
        + " Everything is as it was last seen, and may be out of date.",
        muted=True,
    )
    emojis = {place.name: place.emoji for place in run.scenario.places}
    columns = st.columns(COLUMNS)
    for n, name in enumerate(sorted(places)):
        with columns[n % COLUMNS], st.container(border=True, gap="small"):
            st.markdown(f"**{escape_md(emojis.get(name, '📍'))} {escape_md(shorten(name, 60))}**")
            plain("\n".join(told(child) for child in places[name].children.values()), small=True)


def told(branch: Branch, depth: int = 0) -> str:
    """A branch and what is under it as indented lines."""
    state = f": {branch.state}" if branch.state else ""
    lines = [f"{'    ' * depth}{branch.name}{state}"]
    return "\n".join([*lines, *(told(child, depth + 1) for child in branch.children.values())])


def tree_of(known: Mapping[Path, str]) -> dict[str, Branch]:
    """Known paths as a tree, in the order of their names."""
    top: dict[str, Branch] = {}
    for path in sorted(known):
        level, parts = top, path.split("/")
        for n, part in enumerate(parts):
            branch = level.setdefault(part, Branch(part))
            if n == len(parts) - 1:
                branch.state = known[path]
            level = branch.children
    return top
