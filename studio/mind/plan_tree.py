"""The plan of a morning as a tree: its parts and steps, with the outcome of each, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import streamlit as st

from engine.api.run import Fate, Planned, PlannedStep
from engine.api.workspace import Run
from engine.clock import DAY, clock_words
from engine.notebook.editing import Piece
from engine.records import AgentId
from studio import session
from studio.basics.assets import mount, mounted
from studio.basics.rooms import place_words
from studio.basics.table import table_twin
from studio.basics.text import plain, shorten, tidy
from studio.catalogue.lists import with_commas
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_n
from studio.frame.into_notebook import into_notebook
from studio.why.plan_fate import SIGNS, fate_words

_DONE: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "done": ("✓", marked("Done")),
        "begun": ("◐", marked("Started, not finished")),
        "left": ("×", marked("Not done")),
        "ahead": ("", marked("Upcoming")),
    }
)
_COUNTED: Mapping[Fate, str] = MappingProxyType(
    {
        "kept": marked("{n} kept"),
        "moved": marked("{n} moved"),
        "changed": marked("{n} changed"),
        "dropped": marked("{n} dropped"),
        "ahead": marked("{n} upcoming"),
    }
)


def plan_tree(run: Run, agent: AgentId, day: int) -> None:
    """Draw the plan as it stood in the morning, with its outcome by the moment shown."""
    told = run.story(session.minute())
    parts = told.plans(day, agent)
    if not parts:
        return
    title = tr("Morning plan and its outcome")
    st.markdown(f"**{title}**")
    plain(tree_words(parts), muted=True)
    rows, key = tree_rows(parts, told.steps(agent, day)), f"plan-tree-{agent}-{day}"
    mount(
        "plan_tree",
        {"parts": rows, "language": run.scenario.language},
        key=key,
        in_page=True,
        on_why_change=lambda: _explain(key),
    )
    table_twin(lambda: flat_rows(rows), key=key)
    name = run.town.cast.names[agent]
    title = tr("Plan of {name} for day {day} and its outcome", name=name, day=day)
    minute = min(run.at(session.minute()).minute, day * DAY)
    values = {"plot": "plans", "of": agent, "day": day}
    into_notebook(run, lambda: Piece(kind="chart", values=values, title=title, minute=minute), key=key)


def _explain(key: str) -> None:
    match st.session_state[mounted(key)].get("why"):
        case int(row) if not isinstance(row, bool):
            session.explain(row)


def tree_words(parts: Sequence[Planned]) -> str:
    """Return in words how many parts were kept, and how many were changed in which way."""
    fates = Counter(part.fate for part in parts)
    rest = [tr(text, n=fates[fate]) for fate, text in _COUNTED.items() if fates[fate]]
    return tr("Blocks: {n} ({counts}).", n=len(parts), counts=with_commas(rest))


def tree_rows(parts: Sequence[Planned], steps: Sequence[PlannedStep]) -> list[dict[str, object]]:
    """Return the parts of a plan for the browser, each with the steps that begin in its time. A part is
    explained by the row that replaced it, if any.
    """
    return [
        {
            "id": part.instead.id if part.instead else part.id,
            "when": f"{clock_words(part.start)}–{clock_words(part.end)}",
            "text": tidy(part.activity),
            "where": place_words(part.room),
            "fate": part.fate,
            "sign": SIGNS[part.fate] or ("✓" if part.fate == "kept" else ""),
            "became": fate_words(part),
            "steps": (its := [_step(step) for step in steps if part.start <= step.start < part.end]),
            "steps_words": _steps_words(its),
        }
        for part in parts
    ]


def _step(step: PlannedStep) -> dict[str, object]:
    sign, words = _DONE[step.fate]
    became = tr(words)
    if step.instead:
        became = tr("{became}: {instead}", became=became, instead=shorten(step.instead, 100))
    return {
        "id": step.id,
        "when": f"{clock_words(step.start)}–{clock_words(step.end)}",
        "text": tidy(step.activity),
        "where": "",
        "fate": step.fate,
        "sign": sign,
        "became": became,
    }


def _steps_words(steps: Sequence[Mapping[str, object]]) -> str:
    done = sum(step["fate"] == "done" for step in steps)
    return tr_n("{n} step, {done} done", "{n} steps, {done} done", len(steps), done=done)


def flat_rows(rows: Sequence[Mapping[str, object]]) -> list[dict[str, object]]:
    """Return the tree as a table."""
    flat: list[dict[str, object]] = []
    for part in rows:
        flat.append(_flat(part, tr("block")))
        if isinstance(part["steps"], list):
            flat += [_flat(step, tr("step")) for step in part["steps"]]
    return flat


def _flat(one: Mapping[str, object], level: str) -> dict[str, object]:
    return {
        tr("when"): one["when"],
        tr("level"): level,
        tr("planned"): one["text"],
        tr("where"): one["where"],
        tr("outcome"): one["became"],
        tr("id"): str(one["id"]),
    }
