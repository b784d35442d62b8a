"""The Why panel: from any row of the log to the memories, the prompt and the answer behind it, and so on."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import streamlit as st

from engine.api.run import HOW_WORDS, Explanation, How, unseen_from
from engine.api.workspace import Run
from engine.errors import NotFound
from engine.records import Call, LogEntry, Memory, Recall, Step
from studio import session
from studio.basics.text import escape_md, plain, shorten, story
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_error, tr_n, tr_worded
from studio.why.came_of import came_of
from studio.why.memory_card import importance_marks, kind_badge, memory_row, why_button
from studio.why.pin_button import pin_button
from studio.why.reasons import Told, answerer, habit_words, name_of, purpose_words, told
from studio.why.scores import by_newest, score_bars
from studio.words.explained import explained

_MOST_EVIDENCE, _MOST_CAUSES = 30, 6


Hand = Callable[[Run, Memory], None]


def why_panel(run: Run, hand: Hand | None = None) -> None:
    """Explain the requested row, in a drawer on the right, if there is one. `hand` draws the actions on a
    memory.
    """
    if session.explained() is not None:
        drawer = st.dialog(
            tr("Why?"),
            width="medium",
            position="right",
            icon=":material/help_center:",
            on_dismiss=close_why,
        )
        drawer(_drawer)(run, hand)


def _drawer(run: Run, hand: Hand | None) -> None:
    row_id = session.explained()
    if row_id is None:
        return
    trail = _trail(row_id)
    if len(trail) > 1:
        st.button(
            tr("Back"), key="why-back", icon=":material/arrow_back:", type="tertiary", on_click=_go_back
        )
    try:
        why = run.why(row_id)
    except NotFound as error:
        plain(tr_error(error))
        return
    explain(run, why, hand)


def close_why() -> None:
    """Close the panel and clear its history."""
    session.explain(None)
    session.remember("why-trail", ())


def _trail(row_id: int) -> tuple[int, ...]:
    """Return the history of rows looked at, the present one last."""
    trail: tuple[int, ...] = session.recalled("why-trail", ())
    if not trail or trail[-1] != row_id:
        trail = (*trail, row_id)
        session.remember("why-trail", trail)
    return trail


def _go_back() -> None:
    trail: tuple[int, ...] = session.recalled("why-trail", ())
    session.remember("why-trail", trail[:-1])
    session.explain(trail[-2] if len(trail) > 1 else None)


def explain(run: Run, why: Explanation, hand: Hand | None = None) -> None:
    """Draw everything behind a row, plain words first and the raw prompt last."""
    _head(run, why.row, told(run, why.row, why.turn))
    if hand is not None and isinstance(why.row, Memory):
        hand(run, why.row)
    if habit := habit_words(run, why):
        plain(habit)
    for how, rows in why.other_causes.items():
        _causes(run, how, rows)
    _memories(tr_worded(HOW_WORDS["evidence"]), why.evidence, key="evidence", most=_MOST_EVIDENCE)
    _recalls(why, run)
    if why.call is not None:
        _call(why.call)
    unseen = unseen_from(run.at(session.minute()).before, run.town.width)
    if isinstance(why.row, Memory) and why.row.id < unseen:
        _came_of(run, why.row, [memory for memory in why.cited_by if memory.id < unseen])
    _came_to_mind(run, [recall for recall in why.came_to_mind if recall.id < unseen])
    _way(run, why)
    plain(
        tr("In the terminal: {command}", command=f"townwright why {run.row.id} {why.row.id}"),
        muted=True,
        small=True,
    )


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
    pin_button(run, row.id)
    if isinstance(row, Memory):
        st.caption(tr("Importance {marks} of 10", marks=importance_marks(row.importance)))
    for name, text in said.more:
        st.caption(name)
        story(text, "small")


def _causes(run: Run, how: How, rows: Sequence[LogEntry]) -> None:
    """Draw the rows it came of in one way: a single row as a card, several as a list."""
    st.markdown(f"**{tr_worded(HOW_WORDS[how])}**")
    if len(rows) == 1:
        with st.container(border=True, key=f"why-{how}"):
            _cause(run, rows[0])
            why_button(rows[0].id, key=how, label=tr("Why this {what}", what=told(run, rows[0]).name.lower()))
        return
    for row in rows[:_MOST_CAUSES]:
        _cause_row(run, row, key=how)
    if len(rows) > _MOST_CAUSES:
        st.caption(tr("and {n} more", n=len(rows) - _MOST_CAUSES))


def _cause_row(run: Run, row: LogEntry, *, key: str, note: str = "") -> None:
    with st.container(horizontal=True, wrap=False, gap="small", width=720, key=f"why-{key}-{row.id}"):
        with st.container(gap=None, width="stretch"):
            _cause(run, row, note)
        why_button(row.id, key=f"panel-{key}", quiet=True)


def _cause(run: Run, row: LogEntry, note: str = "") -> None:
    """Describe another row in a line or two; `note` is our own text."""
    said = told(run, row)
    plain(
        " · ".join(filter(None, (moment_words(row.minute), said.name.lower(), note))), muted=True, small=True
    )
    if said.text:
        story(said.text, "small")
    if not said.text or isinstance(row, Step):
        plain(said.how, muted=True, small=True)


def _way(run: Run, why: Explanation) -> None:
    """Draw the chain back to its origin, unless that is already shown."""
    if len(why.way) < 2:
        return
    title = tr("Path back to the origin")
    st.markdown(f"**{title}**")
    for cause in why.way:
        _cause_row(run, cause.row, key="way", note=tr_worded(HOW_WORDS[cause.how]).lower())


def _memories(title: str, memories: Sequence[Memory], *, key: str, most: int) -> None:
    if not memories:
        return
    if title:
        st.markdown(f"**{title}**")
    for memory in memories[:most]:
        memory_row(memory, key=f"panel-{key}", size="small")
    if len(memories) > most:
        st.caption(tr("and {n} more", n=len(memories) - most))


def _came_of(run: Run, memory: Memory, cited: Sequence[Memory]) -> None:
    """Draw whether a memory's intentions were carried out, and the memories that rest on it."""
    title, words = st.empty(), tr("Effects")
    if came_of(run, memory, session.minute()) or cited:
        title.markdown(f"**{words}**")
    _memories("", cited, key="cited", most=_MOST_EVIDENCE)


def _came_to_mind(run: Run, recalls: Sequence[Recall]) -> None:
    """Draw when a memory was recalled, and for what purpose, latest first."""
    if not recalls:
        return
    times = tr_n("Recalled once", "Recalled {n} times", len(recalls))
    st.markdown(f"**{times}**")
    for recall in recalls[: -_MOST_CAUSES - 1 : -1]:
        _cause_row(run, recall, key="came", note=tr("to {purpose}", purpose=purpose_words(recall.purpose)))
    if len(recalls) > _MOST_CAUSES:
        st.caption(tr("and {n} earlier times", n=len(recalls) - _MOST_CAUSES))


def _recalls(why: Explanation, run: Run) -> None:
    if not why.recalls:
        if why.call is not None:
            st.caption(tr("Nothing was looked up in memory for this."))
        return
    title = tr("Recalled memories")
    st.markdown(f"**{title}**")
    explained(
        tr(
            "In this retrieval, the score of each memory is the weighted sum of its recency, "
            "importance and relevance. Click a bar to explain that memory."
        ),
        muted=True,
        small=True,
    )
    known = {memory.id: memory for memory in why.recalled}
    for n, recall in enumerate(why.recalls):
        plain(tr("Memory search: {query}", query=recall.query), small=True)
        newest = by_newest([recall], run.town.settings.retrieve)
        score_bars(recall.items, known, key=f"panel-recall-{recall.id}-{n}", newest=newest)


def _call(call: Call) -> None:
    title = tr("Prompt and answer")
    st.markdown(f"**{title}**")
    asked = tr("{who} was asked to {purpose}.", who=answerer(call.model), purpose=purpose_words(call.purpose))
    plain(asked, muted=True, small=True)
    with st.expander(tr("Prompt, as a language model reads it"), icon=":material/description:"):
        prompt_text(call.prompt)
    with st.expander(tr("Raw answer"), icon=":material/data_object:", expanded=True):
        answer_text(call.answer)


def prompt_text(prompt: str, *, height: int = 420) -> None:
    """Draw a prompt: in a fixed-width font, scrollable, and never as markup.

    The scrollable box contains the copy button, by which the keyboard reaches it.
    """
    with st.container(height=height, border=False):
        st.code(prompt, language=None, wrap_lines=True)


def answer_text(answer: str) -> None:
    """Draw a raw answer, with its JSON indented if it is JSON."""
    pretty = laid_out(answer)
    st.code(pretty or answer, language="json" if pretty else None, wrap_lines=True)


def laid_out(answer: str) -> str | None:
    """Return JSON with indentation, or None if the text is not JSON."""
    try:
        return json.dumps(json.loads(answer), ensure_ascii=False, indent=2)
    except (json.JSONDecodeError, RecursionError):
        return None
