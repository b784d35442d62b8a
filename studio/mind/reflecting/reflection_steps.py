"""One reflection step by step: the questions, the memories recalled for each, and the insights."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from engine.api.run import Reflection
from engine.api.workspace import Run
from studio import session
from studio.basics.lazy_expander import lazy_expander
from studio.basics.select_box import select_box
from studio.basics.table import table_twin
from studio.basics.text import escape_md, plain, shorten, story
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_n
from studio.mind.recall_bench import recalled
from studio.why.memory_card import memory_row, why_button

_LINK = "reflection"


def reflection_steps(run: Run, reflections: Sequence[Reflection]) -> None:
    """Draw the choice of a reflection, by default the latest, and its steps."""
    st.subheader(tr("Step by step"), anchor=False)
    if not reflections:
        plain(tr("There is no reflection up to this moment, so there are no steps to show."), muted=True)
        return
    chosen = _choose(reflections)
    _questions(chosen)
    _look_ups(run, chosen)
    _conclusions(chosen)
    table_twin(lambda: reflection_rows(reflections), key="reflection-steps", label=tr("Show all as table"))


def turn_to(row: int) -> None:
    """Choose another reflection."""
    session.link(_LINK, str(row))


def _choose(reflections: Sequence[Reflection]) -> Reflection:
    by_id = {str(one.id): one for one in reversed(reflections)}
    asked = session.linked(_LINK)
    current = asked if asked in by_id else next(iter(by_id))
    select_box(
        tr("Choose a reflection"),
        {name: label_of(one) for name, one in by_id.items()},
        current,
        key="reflection-chosen",
        on_choice=lambda name: session.link(_LINK, name),
        width=480,
    )
    return by_id[current]


def label_of(one: Reflection) -> str:
    """Return a reflection in a few words."""
    moment = moment_words(one.minute)
    if one.insights:
        return tr("{moment}: {first}", moment=moment, first=shorten(one.insights[0].text, 60))
    return tr("{moment}, no new conclusions", moment=moment)


def _questions(one: Reflection) -> None:
    count = len(one.questions)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="step-asked"):
        asked = tr_n("1. A question was asked", "1. {n} questions were asked", count)
        st.markdown(f"**{asked}**")
        if one.asked is not None:
            why_button(one.asked.id, key="asked", quiet=True)
    for question in one.questions:
        story(question)


def _look_ups(run: Run, one: Reflection) -> None:
    came = tr("2. {memories} came to mind", memories=memories_words(len(one.brought_up)))
    st.markdown(f"**{came}**")
    for n, recall in enumerate(one.recalls, 1):
        lazy_expander(
            f"{n}. {escape_md(shorten(recall.query, 100))} · {len(recall.items)}",
            partial(recalled, run, recall, key=f"step-bars-{recall.id}"),
            key=f"step-recall-{recall.id}",
            icon=":material/manage_search:",
        )


def _conclusions(one: Reflection) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="step-concluded"):
        st.markdown(f"**{_concluded_words(len(one.insights))}**")
        if one.concluded is not None:
            why_button(one.concluded.id, key="concluded", quiet=True)
    for insight in one.insights:
        memory_row(
            insight,
            key="step",
            note=tr("based on {memories}", memories=memories_words(len(insight.evidence))),
            size="large",
        )
    if one.let_go:
        plain(
            tr(
                "Conclusions that were proposed but not kept, because they have no evidence or repeat "
                "an earlier conclusion."
            ),
            muted=True,
            small=True,
        )
        for text in one.let_go:
            story(text, "small", muted=True)


def _concluded_words(count: int) -> str:
    if not count:
        return tr("3. No new conclusions were drawn")
    return tr_n("3. A conclusion was drawn", "3. Conclusions were drawn", count)


def memories_words(count: int) -> str:
    """Return a number of memories in words."""
    return tr_n("{n} memory", "{n} memories", count)


def reflection_rows(reflections: Sequence[Reflection]) -> list[dict[str, object]]:
    """Return reflections as a table: a row for each insight, or for a reflection without one."""
    return [
        {
            tr("when"): moment_words(one.minute),
            tr("questions"): "\n".join(one.questions),
            tr("came to mind"): len(one.brought_up),
            tr("concluded"): insight.text if insight else "",
            tr("based on"): len(insight.evidence) if insight else 0,
            tr("id"): str(insight.id if insight else one.id),
        }
        for one in reflections
        for insight in one.insights or (None,)
    ]
