"""The Why panel: from any row of the log to the memories, the prompt and the answer behind it, and on."""

from __future__ import annotations

import json
from collections.abc import Sequence

import streamlit as st

from engine.api.run import Why
from engine.api.workspace import Run
from engine.clock import clock_words, moment_words
from engine.errors import NotFound
from engine.records import Call, Event, LogEntry, Memory, Recall
from studio import session
from studio.basics.rooms import room_words
from studio.basics.text import escape_md, plain, shorten, story
from studio.why.memory_card import importance_marks, kind_badge, memory_row, why_button
from studio.why.plan_behind import habit_words, intention
from studio.why.reasons import Told, answerer, name_of, purpose_words, told
from studio.why.scores import by_newest, score_bars

_MOST_EVIDENCE = 30


def why_panel(run: Run) -> None:
    """Explain the row that was asked about, in a drawer on the right; nothing when nobody asked."""
    if session.explained() is not None:
        _drawer(run)


@st.dialog(
    "Why?", width="medium", position="right", icon=":material/help_center:", on_dismiss=lambda: close_why()
)
def _drawer(run: Run) -> None:
    row_id = session.explained()
    if row_id is None:
        return
    trail = _trail(row_id)
    if len(trail) > 1:
        st.button("Back", key="why-back", icon=":material/arrow_back:", type="tertiary", on_click=_go_back)
    try:
        why = run.why(row_id)
    except NotFound as error:
        plain(str(error))
        return
    explain(run, why)


def close_why() -> None:
    """Close the panel and forget the way through it."""
    session.explain(None)
    session.remember("why-trail", ())


def _trail(row_id: int) -> tuple[int, ...]:
    """Return the rows looked at on the way here, the present one last."""
    trail: tuple[int, ...] = session.recalled("why-trail", ())
    if not trail or trail[-1] != row_id:
        trail = (*trail, row_id)
        session.remember("why-trail", trail)
    return trail


def _go_back() -> None:
    trail: tuple[int, ...] = session.recalled("why-trail", ())
    session.remember("why-trail", trail[:-1])
    session.explain(trail[-2] if len(trail) > 1 else None)


def explain(run: Run, why: Why) -> None:
    """Everything behind a row, plain words first and the raw prompt last."""
    said = told(run, why.row, why.turn)
    _head(run, why.row, said)
    _source(run, why)
    _memories("It rests on", why.evidence, key="evidence", most=_MOST_EVIDENCE)
    thought = why if why.call is not None else _intended(run, why.row)
    if thought is not None and thought.call is not None:
        _recalls(thought.recalls, run)
        _call(thought.call)
    _memories("What came of it", why.cited_by, key="cited", most=_MOST_EVIDENCE)
    plain(f"At the terminal: townwright why {run.row.id} {why.row.id}", muted=True, small=True)


def _head(run: Run, row: LogEntry, said: Told) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        if isinstance(row, Memory):
            kind_badge(row.kind)
        else:
            st.badge(said.name, color="gray")
        st.caption(moment_words(row.minute), width="content")
        if said.who:
            st.caption(escape_md(shorten(name_of(run, said.who), 60)), width="content")
    if said.text:
        story(said.text, "large")
    plain(said.how, muted=True)
    if isinstance(row, Memory):
        st.caption(f"Importance {importance_marks(row.importance)} of 10")
    for name, text in said.more:
        st.caption(name)
        story(text, "small")


def _source(run: Run, why: Why) -> None:
    if why.source is None:
        return
    source = told(run, why.source)
    st.markdown("**Where it comes from**")
    with st.container(border=True, key="why-source"):
        plain(f"{source.name}, {moment_words(why.source.minute)}", muted=True, small=True)
        story(source.text, "small")
        why_button(why.source.id, key="source", label=f"Why this {source.name.lower()}")


def _intended(run: Run, row: LogEntry) -> Why | None:
    """Return the plan behind an act that was not thought about anew, and what that plan came from."""
    if not isinstance(row, Event):
        return None
    plan = intention(run, row)
    if plan is None:
        if habit := habit_words(run, row):
            plain(habit)
        return None
    st.markdown("**It carries out a plan**")
    with st.container(border=True, key="why-plan"):
        where = f", at {room_words(run, plan.room)}" if plan.room else ""
        times = f"{clock_words(plan.start)} to {clock_words(plan.end)}{where}"
        plain(times, muted=True, small=True)
        story(plan.activity, "small")
    return run.why(plan.id)


def _memories(title: str, memories: Sequence[Memory], *, key: str, most: int) -> None:
    if not memories:
        return
    st.markdown(f"**{title}**")
    for memory in memories[:most]:
        memory_row(memory, key=f"panel-{key}", size="small")
    if len(memories) > most:
        st.caption(f"and {len(memories) - most} more")


def _recalls(recalls: Sequence[Recall], run: Run) -> None:
    if not recalls:
        st.caption("Nothing was looked up in memory for this.")
        return
    st.markdown("**What came to mind first**")
    st.caption(
        "Each memory's score is the sum of three weighted parts: how recent it is, how important, and how "
        "much it has to do with what was asked. A click on a bar explains that memory."
    )
    known = run.by_id(dict.fromkeys(item.memory for recall in recalls for item in recall.items))
    for n, recall in enumerate(recalls):
        plain(f"Asked of memory: {recall.query}", small=True)
        newest = by_newest([recall], run.town.settings.retrieve)
        score_bars(recall.items, known, key=f"panel-recall-{recall.id}-{n}", newest=newest)


def _call(call: Call) -> None:
    st.markdown("**What was asked and answered**")
    plain(f"{answerer(call.model)} was asked to {purpose_words(call.purpose)}.", muted=True, small=True)
    with st.expander("The prompt, as a language model reads it", icon=":material/description:"):
        prompt_text(call.prompt)
    with st.expander("The raw answer", icon=":material/data_object:", expanded=True):
        answer_text(call.answer)


def prompt_text(prompt: str, *, height: int = 420) -> None:
    """A prompt as it was asked: mono, scrollable, and never as markup.

    What scrolls has the button to copy it inside, by which the keyboard comes into it.
    """
    with st.container(height=height, border=False):
        st.code(prompt, language=None, wrap_lines=True)


def answer_text(answer: str) -> None:
    """A raw answer, its JSON laid out where it is JSON."""
    pretty = laid_out(answer)
    st.code(pretty or answer, language="json" if pretty else None, wrap_lines=True)


def laid_out(answer: str) -> str | None:
    """JSON with its lines and indents; None when the text is none."""
    try:
        return json.dumps(json.loads(answer), ensure_ascii=False, indent=2)
    except (json.JSONDecodeError, RecursionError):
        return None
