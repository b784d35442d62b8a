"""Forget this: what would happen to reflections without some of the memories they rest on."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from engine.api.run import Forgotten, borne, without
from engine.api.workspace import Run
from engine.records import AgentId, Memory
from studio import session
from studio.basics.table import table_twin
from studio.basics.text import plain, story
from studio.catalogue.lists import with_commas
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_in, tr_n
from studio.mind.reflecting.nothing_yet import nothing_yet
from studio.mind.reflection_tree import count_words
from studio.why.memory_card import about_line, memory_row, why_button

A_PAGE = 8
_LINK = "forget"


@dataclass(frozen=True, kw_only=True)
class Hypothesis:
    """An agent's reflections, which of them rest on each memory, those memories, and the hidden ones."""

    insights: Sequence[Memory]
    bears: Mapping[int, frozenset[int]]
    memories: Mapping[int, Memory]
    hidden: Collection[int]

    @property
    def outcome(self) -> Forgotten:
        """Return the effect of forgetting the hidden memories on the reflections."""
        return without(self.insights, frozenset(self.hidden))


def forget_this(run: Run, agent: AgentId) -> None:
    """Draw the memories that can be hidden, those hidden, and the effect on the reflections."""
    insights = run.at(session.minute()).reflections(agent)
    if not insights:
        nothing_yet(run, agent)
        return
    bears = borne(insights)
    case = Hypothesis(insights=insights, bears=bears, memories=run.by_id(bears), hidden=_hidden(bears))
    outcome = case.outcome
    plain(forgetting_words(run.town.cast.names[agent], case, outcome))
    st.caption(tr("This is only a preview: nothing in the run changes."))
    if case.hidden:
        _taken_away(case)
        _outcome(case, outcome)
        table_twin(lambda: forgetting_rows(case, outcome), key="forget")
    _candidates(case)


def forgetting_words(name: str, case: Hypothesis, outcome: Forgotten) -> str:
    """Return the effect on the reflections, in a sentence or two."""
    if not case.hidden:
        return tr_n(
            "One conclusion of {name} is based on {memories} memories. Forget one of them to see "
            "whether the conclusion still holds.",
            "{n} conclusions of {name} are based on {memories} memories. Forget one of them to see "
            "which conclusions no longer hold.",
            len(case.insights),
            name=name,
            memories=len(case.bears),
        )
    parts = [
        tr(words, n=len(some))
        for some, words in (
            (outcome.lost, marked("{n} would have no evidence left")),
            (outcome.weakened, marked("{n} would have less evidence")),
            (outcome.shaken, marked("{n} would be based on a weakened conclusion")),
        )
        if some
    ]
    return tr_n(
        "{name} has {conclusions}. Without this memory, {told}.",
        "{name} has {conclusions}. Without these {n} memories, {told}.",
        len(case.hidden),
        conclusions=count_words(len(case.insights)),
        name=name,
        told=with_commas(parts) if parts else tr("none would lose evidence"),
    )


def _taken_away(case: Hypothesis) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="forget-head"):
        st.subheader(tr("Forgotten memories"), anchor=False, width="content")
        st.button(
            tr("Restore all"),
            key="forget-undo",
            icon=":material/undo:",
            on_click=_hide,
            args=((),),
        )
    for one in case.hidden:
        rest = tuple(other for other in case.hidden if other != one)
        _row(case, one, tr("Restore"), rest)


def _outcome(case: Hypothesis, outcome: Forgotten) -> None:
    for sign, title, some in (
        (":red[:material/link_off:]", tr("Conclusions with no evidence left"), outcome.lost),
        (":material/link:", tr("Conclusions with less evidence"), outcome.weakened),
        (":material/help:", tr("Conclusions based on a weakened conclusion"), outcome.shaken),
    ):
        if some:
            st.markdown(f"**{sign} {title}**")
        for insight in some:
            memory_row(insight, key="forgotten", note=_left(insight, case, outcome))


def _left(insight: Memory, case: Hypothesis, outcome: Forgotten) -> str:
    gone = {*case.hidden, *(one.id for one in outcome.lost)}
    left = sum(one not in gone for one in insight.evidence)
    return tr("{left} of {n} memories left", left=left, n=len(insight.evidence))


def _candidates(case: Hypothesis) -> None:
    st.subheader(tr("Supporting memories"), anchor=False)
    search = st.text_input(
        tr("Search"),
        type="search",
        live="400ms",
        placeholder=tr("Search supporting memories"),
        icon=":material/search:",
        label_visibility="collapsed",
        key="forget-search",
        width=420,
    )
    there = [one for one in _fitting(case, search or "") if one not in case.hidden]
    pages = -(-len(there) // A_PAGE)
    page = st.pagination(pages, key=f"forget-page-{hash(search)}") if pages > 1 else 1
    if not there:
        plain(tr("No supporting memory matches."), muted=True)
    for one in there[(page - 1) * A_PAGE : page * A_PAGE]:
        _row(case, one, tr("Forget this"), (*case.hidden, one))


def _fitting(case: Hypothesis, search: str) -> Iterator[int]:
    """Yield the memories that contain some words, those supporting most reflections first."""
    wanted = search.casefold().split()
    for one in case.bears:
        memory = case.memories.get(one)
        if memory is not None and all(word in memory.text.casefold() for word in wanted):
            yield one


def _row(case: Hypothesis, one: int, label: str, hidden: Collection[int]) -> None:
    """Draw a memory that reflections rest on, with a button that sets the hidden memories."""
    memory = case.memories[one]
    with st.container(horizontal=True, gap="small", width=760, key=f"forget-row-{one}"):
        with st.container(gap=None, width="stretch"):
            bears = tr("supports {conclusions}", conclusions=count_words(len(case.bears[one])))
            st.caption(f"{about_line(memory)} · {bears}")
            story(memory.text, "small")
        st.button(
            label,
            key=f"forget-{one}",
            type="tertiary",
            on_click=_hide,
            args=(tuple(hidden),),
        )
        why_button(one, key="forget", quiet=True)


def forgetting_rows(case: Hypothesis, outcome: Forgotten) -> list[dict[str, object]]:
    """Return the reflections as a table, each with its fate."""
    becomes = {
        one.id: word
        for word, some in (
            (tr("no evidence left"), outcome.lost),
            (tr("less evidence"), outcome.weakened),
            (tr("based on a weakened conclusion"), outcome.shaken),
        )
        for one in some
    }
    return [
        {
            tr("concluded"): moment_words(insight.minute),
            tr("conclusion"): insight.text,
            tr("effect"): becomes.get(
                insight.id,
                tr("forgotten") if insight.id in case.hidden else tr_in("conclusion", "unaffected"),
            ),
            tr("evidence"): _left(insight, case, outcome),
            tr("id"): str(insight.id),
        }
        for insight in case.insights
    ]


def _hidden(bears: Collection[int]) -> tuple[int, ...]:
    """Return the hidden memories in the address line on which reflections rest."""
    said = (session.linked(_LINK) or "").split(".")
    named = [int(one) for one in said if one.isascii() and one.isdecimal() and len(one) < 17]
    return tuple(dict.fromkeys(one for one in named if one in bears))


def _hide(hidden: Collection[int]) -> None:
    session.link(_LINK, ".".join(map(str, hidden)) or None)
