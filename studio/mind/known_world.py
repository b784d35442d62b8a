"""An agent's knowledge of the world: a small tree with objects as last seen, and the places learnt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import streamlit as st

from engine.api.workspace import Run
from engine.records import AgentId, Discovery, Path
from studio import session
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr
from studio.why.memory_card import why_button
from studio.why.reasons import way_words

COLUMNS = 3
_ALL_KNOWN = marked(
    "This person knows {known} of the town's {all} places. Places are shown as last seen and may "
    "be out of date."
)
_SOME_KNOWN = marked(
    "This person knows {known} of the town's {all} places, with {unknown} still to discover. "
    "Places are shown as last seen and may be out of date."
)


@dataclass
class Branch:
    """One node of the tree; `state` is as last seen."""

    name: str
    state: str = ""
    children: dict[str, Branch] = field(default_factory=dict)


def known_world(run: Run, agent: AgentId) -> None:
    """Draw the tree, a place at a time, with what else the world has, and what was learnt."""
    known = run.at(session.minute()).known(agent)
    places = tree_of(known)
    everything = {place.name for place in run.scenario.places}
    unknown = len(everything - set(places))
    text = _SOME_KNOWN if unknown else _ALL_KNOWN
    plain(tr(text, known=len(places), all=len(everything), unknown=unknown), muted=True)
    emojis = {place.name: place.emoji for place in run.scenario.places}
    columns = st.columns(COLUMNS)
    for n, name in enumerate(sorted(places)):
        with columns[n % COLUMNS], st.container(border=True, gap="small"):
            st.markdown(f"**{escape_md(emojis.get(name, '📍'))} {escape_md(shorten(name, 60))}**")
            plain("\n".join(told(child) for child in places[name].children.values()), small=True)
    _learnt(run, agent)


def _learnt(run: Run, agent: AgentId) -> None:
    """Draw the places that were not known from the beginning, latest first, with how and when each was
    learnt.
    """
    found = first_of_each(run.at(session.minute()).discoveries(agent))
    st.subheader(tr("Discovered since the start"))
    if not found:
        plain(tr("No new places yet: this person knew all of these places from the start."), muted=True)
    emojis = {place.name: place.emoji for place in run.scenario.places}
    for row in reversed(found):
        name = row.room.partition("/")[0]
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            place = escape_md(f"{emojis.get(name, '📍')} {shorten(name, 60)}")
            way = escape_md(tr("{way}, {moment}", way=way_words(run, row), moment=moment_words(row.minute)))
            st.markdown(f"{place} :small[:gray[{way}]]", width="content")
            why_button(row.id, key=f"learnt-{row.id}", quiet=True)


def first_of_each(rows: Iterable[Discovery]) -> tuple[Discovery, ...]:
    """Return the first discovery of each place."""
    first: dict[str, Discovery] = {}
    for row in rows:
        first.setdefault(row.room.partition("/")[0], row)
    return tuple(first.values())


def told(branch: Branch, depth: int = 0) -> str:
    """Return a branch and its children as indented lines."""
    state = f": {branch.state}" if branch.state else ""
    lines = [f"{'    ' * depth}{branch.name}{state}"]
    return "\n".join([*lines, *(told(child, depth + 1) for child in branch.children.values())])


def tree_of(known: Mapping[Path, str]) -> dict[str, Branch]:
    """Build a tree of known paths, sorted by name."""
    top: dict[str, Branch] = {}
    for path in sorted(known):
        level, parts = top, path.split("/")
        for n, part in enumerate(parts):
            branch = level.setdefault(part, Branch(part))
            if n == len(parts) - 1:
                branch.state = known[path]
            level = branch.children
    return top
