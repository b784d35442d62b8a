"""Recalls: what an agent recalled, would recall, and why."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from engine.api.run import Weights
from engine.api.workspace import Run
from engine.clock import moment_words as clock_words
from engine.notebook.editing import Piece
from engine.records import AgentId, Memory, Recall
from studio import session
from studio.basics.lazy_expander import lazy_expander
from studio.basics.people import whom_they_know
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr
from studio.frame.into_notebook import into_notebook
from studio.mind.keep_setting import keep_setting
from studio.mind.memory_list import memory_list
from studio.mind.tuning import Tuning, formula, tuning, usual_of
from studio.why.reasons import purpose_words
from studio.why.scores import best_of, by_newest, score_bars
from studio.words.explained import explained

A_STEP = 12
_RECALLS = """\
SELECT r.day, r.clock, r.purpose, m.text, round(d.score, 2) AS score
FROM recall AS r JOIN recalled AS d ON d.row = r.row JOIN memory AS m ON m.row = d.memory
WHERE r.agent = '{agent}' AND d.n < 3 ORDER BY r.row DESC, d.n LIMIT 60
"""


def probe(run: Run, agent: AgentId) -> None:
    """Draw a query field and the memories it would recall."""
    name = run.town.cast.names[agent]
    explained(
        tr(
            "Type a thought to see which memories {name} would recall at the moment shown above, "
            "and why. This retrieval leaves no trace in the run, just like an interview.",
            name=name,
        ),
        muted=True,
    )
    query = st.text_input(
        tr("A thought or a question"),
        type="search",
        live="400ms",
        max_chars=500,
        placeholder=tr("What do I know about {whom}?", whom=shorten(whom_they_know(run, agent), 60)),
        icon=":material/manage_search:",
        key=f"probe-{agent}",
    )
    if not query or not query.strip():
        return
    minute = run.at(session.minute()).minute
    sliders, bars = st.columns([1, 3], gap="medium")
    with sliders:
        chosen = tuning(run, agent)
    known, recalls = would_recall(run, agent, query.strip(), minute, chosen)
    with bars:
        explained(formula(chosen), muted=True, small=True)
        newest = by_newest(recalls, chosen.count)
        best = best_of(recalls)
        score_bars(list(best.values()), known, key=f"probe-bars-{agent}", newest=newest)
    usual = usual_of(run)
    if chosen != usual:
        _compared(run, agent, would_recall(run, agent, query.strip(), minute, usual)[0], known)
        keep_setting(run, chosen)
    into_notebook(run, lambda: _thought_piece(run, agent, query.strip()), key=f"thought-{run.number}-{agent}")


def _thought_piece(run: Run, agent: AgentId, query: str) -> Piece:
    """Return a thought that was tried as a cell of a notebook: asked there, with the memories it rests on."""
    minute = run.at(session.minute()).minute
    values = {"who": [agent], "ask": [query], "at": clock_words(minute), "show": ["memories"]}
    return Piece(kind="interview", values=values, title=query, minute=minute)


def would_recall(
    run: Run, agent: AgentId, query: str, minute: int, by: Tuning | None = None
) -> tuple[dict[int, Memory], tuple[Recall, ...]]:
    """Return the memories and recalls for a query at a moment, by the town's own setting unless another is
    given; cached, since the past does not change.
    """
    return _would_recall(str(run.store.path), run.row.id, agent, query, minute, by or usual_of(run), run)


@st.cache_data(max_entries=256, show_spinner=False)
def _would_recall(
    _path: str, _run_id: str, agent: AgentId, query: str, minute: int, by: Tuning, _run: Run
) -> tuple[dict[int, Memory], tuple[Recall, ...]]:
    weights = Weights(recency=by.recency, importance=by.importance, relevance=by.relevance)
    found = _run.at(minute).recall(agent, query, count=by.count, weights=weights, decay=by.decay)
    return {memory.id: memory for memory, _ in found}, tuple(recall for _, recall in found)


def _compared(run: Run, agent: AgentId, before: Mapping[int, Memory], now: Mapping[int, Memory]) -> None:
    """Draw which memories came in and which dropped out, compared with the town's own setting."""
    for way, title, rows in (
        (
            "Came in",
            tr("Added compared with this town’s settings"),
            [memory for one, memory in now.items() if one not in before],
        ),
        (
            "Left",
            tr("Dropped compared with this town’s settings"),
            [memory for one, memory in before.items() if one not in now],
        ),
    ):
        if rows:
            st.markdown(f"**{title}**")
            memory_list(rows, key=f"probe-{way}-{agent}", language=run.scenario.language)


def recall_list(run: Run, agent: AgentId) -> None:
    """Draw the latest recalls of an agent, each in an expander."""
    many = session.recalled(f"recalls-{agent}", A_STEP)
    recalls = run.at(session.minute()).recalls(agent, limit=many + 1)
    if not recalls:
        plain(tr("This person has not searched their memory yet."), muted=True)
        return
    plain(
        tr(
            "People search their memory before they plan, react, talk or reflect. The memories "
            "they find go into the prompt. The newest searches are listed first."
        ),
        muted=True,
    )
    for recall in recalls[:many]:
        lazy_expander(
            tr(
                "{moment} · to {purpose} · {query}",
                moment=moment_words(recall.minute),
                purpose=purpose_words(recall.purpose),
                query=escape_md(shorten(recall.query, 110)),
            ),
            partial(recalled, run, recall, key=f"recall-bars-{recall.id}"),
            key=f"recall-{recall.id}",
            icon=":material/manage_search:",
        )
    if len(recalls) > many:
        st.button(
            tr("Show earlier searches"),
            key=f"recalls-more-{agent}",
            icon=":material/expand_more:",
            on_click=session.remember,
            args=(f"recalls-{agent}", many + A_STEP),
        )
    into_notebook(run, lambda: _recalls_piece(run, agent), key=f"recalls-{run.number}-{agent}")


def _recalls_piece(run: Run, agent: AgentId) -> Piece:
    """Return what came to an agent's mind lately as a cell of a notebook."""
    return Piece(
        kind="sql",
        body=_RECALLS.format(agent=agent.replace("'", "''")),
        title=tr("What came to {name}'s mind", name=run.town.cast.names[agent]),
        minute=run.at(session.minute()).minute,
    )


def recalled(run: Run, recall: Recall, *, key: str) -> None:
    """Draw one recall: the query, and the memories with the parts of their scores."""
    plain(tr("Searched for: {query}", query=recall.query), small=True)
    newest = by_newest([recall], run.town.settings.retrieve)
    score_bars(recall.items, run.by_id(item.memory for item in recall.items), key=key, newest=newest)
