"""The Why panel: from any row of the log to the memories, the prompt and the answer behind it, and on."""

from __future__ import annotations

import json
from collections.abc import Sequence

import streamlit as st

from engine.api.run import HOW_WORDS, Explanation, How, unseen_from
from engine.api.workspace import Run
from engine.clock import moment_words
from engine.errors import NotFound
from engine.records import Call, LogEntry, Memory, Recall, Step
from studio import session
from studio.basics.text import escape_md, plain, shorten, story
from studio.why.memory_card import importance_marks, kind_badge, memory_row, why_button
from studio.why.pin_button import pin_button
from studio.why.reasons import Told, answerer, habit_words, name_of, purpose_words, told
from studio.why.scores import by_newest, score_bars
from studio.words.explained import explained

_MOST_EVIDENCE, _MOST_CAUSES = 30, 6


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


def explain(run: Run, why: Explanation) -> None:
    """Everything behind a row, plain words first and the raw prompt last."""
    _head(run, why.row, told(run, why.row, why.turn))
    if habit := habit_words(run, why):
        plain(habit)
    for how, rows in why.other_causes.items():
        _causes(run, how, rows)
    _memories(HOW_WORDS["evidence"], why.evidence, key="evidence", most=_MOST_EVIDENCE)
    _recalls(why, run)
    if why.call is not None:
        _call(why.call)
    unseen = unseen_from(run.at(session.minute()).before, run.town.width)
    cited = [memory for memory in why.cited_by if memory.id < unseen]
    _memories("What came of it", cited, key="cited", most=_MOST_EVIDENCE)
    _came_to_mind(run, [recall for recall in why.came_to_mind if recall.id < unseen])
    _way(run, why)
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
    pin_button(run, row.id)
    if isinstance(row, Memory):
        st.caption(f"Importance {importance_marks(row.importance)} of 10")
    for name, text in said.more:
        st.caption(name)
        story(text, "small")


def _causes(run: Run, how: How, rows: Sequence[LogEntry]) -> None:
    """Show what it came of in one way: one row as a card, several as a list."""
    st.markdown(f"**{HOW_WORDS[how]}**")
    if len(rows) == 1:
        with st.container(border=True, key=f"why-{how}"):
            _cause(run, rows[0])
            why_button(rows[0].id, key=how, label=f"Why this {told(run, rows[0]).name.lower()}")
        return
    for row in rows[:_MOST_CAUSES]:
        _cause_row(run, row, key=how)
    if len(rows) > _MOST_CAUSES:
        st.caption(f"and {len(rows) - _MOST_CAUSES} more")


def _cause_row(run: Run, row: LogEntry, *, key: str, note: str = "") -> None:
    with st.container(horizontal=True, wrap=False, gap="small", width=720, key=f"why-{key}-{row.id}"):
        with st.container(gap=None, width="stretch"):
            _cause(run, row, note)
        why_button(row.id, key=f"panel-{key}", quiet=True)


def _cause(run: Run, row: LogEntry, note: str = "") -> None:
    """Say what another row is, in a line or two; `note` is words of our own."""
    said = told(run, row)
    plain(
        " · ".join(filter(None, (moment_words(row.minute), said.name.lower(), note))), muted=True, small=True
    )
    if said.text:
        story(said.text, "small")
    if not said.text or isinstance(row, Step):
        plain(said.how, muted=True, small=True)


def _way(run: Run, why: Explanation) -> None:
    """Say where it began, unless that is told above already."""
    if len(why.way) < 2:
        return
    st.markdown("**The way back to where it began**")
    for cause in why.way:
        _cause_row(run, cause.row, key="way", note=HOW_WORDS[cause.how].lower())


def _memories(title: str, memories: Sequence[Memory], *, key: str, most: int) -> None:
    if not memories:
        return
    st.markdown(f"**{title}**")
    for memory in memories[:most]:
        memory_row(memory, key=f"panel-{key}", size="small")
    if len(memories) > most:
        st.caption(f"and {len(memories) - most} more")


def _came_to_mind(run: Run, recalls: Sequence[Recall]) -> None:
    """Say when a memory was looked up itself, and what for, the latest first."""
    if not recalls:
        return
    times = "once" if len(recalls) == 1 else f"{len(recalls)} times"
    st.markdown(f"**When it came to mind ({times})**")
    for recall in recalls[: -_MOST_CAUSES - 1 : -1]:
        _cause_row(run, recall, key="came", note=f"to {purpose_words(recall.purpose)}")
    if len(recalls) > _MOST_CAUSES:
        st.caption(f"and {len(recalls) - _MOST_CAUSES} times before")


def _recalls(why: Explanation, run: Run) -> None:
    if not why.recalls:
        if why.call is not None:
            st.caption("Nothing was looked up in memory for this.")
        return
    st.markdown("**What came to mind first**")
    explained(
        "The score of each memory in this retrieval is the sum of its recency, importance and relevance, "
        "each with its weight. A click on a bar explains that memory.",
        muted=True,
        small=True,
    )
    known = {memory.id: memory for memory in why.recalled}
    for n, recall in enumerate(why.recalls):
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
