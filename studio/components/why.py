"""The Why panel: from any row of the log to the memories, the prompt and the answer behind it, and on."""

from __future__ import annotations

import json
from collections.abc import Sequence

import streamlit as st

from engine.clock import moment_words
from engine.errors import NotFound
from engine.records import Call, LogEntry, Memory, Recall
from engine.run import Why
from engine.town import Run
from studio import session
from studio.components.memory_card import importance_marks, kind_badge, memory_row
from studio.components.reasons import Told, answerer, name_of, purpose_words, told
from studio.components.scores import score_bars
from studio.components.text import escape_md, plain, shorten, story

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
    """The rows looked at on the way here, the present one last."""
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
    if why.call is not None:
        _recalls(why.recalls, run)
        _call(why.call)
    _memories("What came of it", why.cited_by, key="cited", most=_MOST_EVIDENCE)
    turn = f" · turn {why.turn.id}" if why.turn else ""
    st.caption(f"Row {why.row.id}{turn} of run {escape_md(run.row.id)}")


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
        st.button(
            f"Why this {source.name.lower()}",
            key=f"why-source-{why.source.id}",
            icon=":material/help_center:",
            type="tertiary",
            on_click=session.explain,
            args=(why.source.id,),
        )


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
        score_bars(recall.items, known, key=f"panel-recall-{recall.id}-{n}")


def _call(call: Call) -> None:
    st.markdown("**What was asked and answered**")
    plain(f"{answerer(call.model)} was asked to {purpose_words(call.purpose)}.", muted=True, small=True)
    with st.expander("The prompt, as a language model reads it", icon=":material/description:"):
        prompt_text(call.prompt)
    with st.expander("The raw answer", icon=":material/data_object:", expanded=True):
        answer_text(call.answer)


def prompt_text(prompt: str, *, height: int = 420) -> None:
    """A prompt as it was asked: mono, scrollable, and never as markup."""
    st.code(prompt, language=None, wrap_lines=True, height=height)


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
