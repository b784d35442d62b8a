"""The author of the newspaper shown, the sentences left out, and the button to have a model write it."""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from engine.api.run import LeftOut, WrittenPaper
from engine.api.workspace import Run
from engine.clock import DAY
from engine.errors import TownwrightError
from studio import session
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.lists import with_commas
from studio.catalogue.tr import tr, tr_error, tr_n, tr_worded
from studio.day.paper_under_way import PaperUnderWay
from studio.frame.page import complain, watched
from studio.models.forecasts import question_cost_words

_AT_ONCE = 0.5  # seconds that the page waits before it says that it is being written
_EVERY = 0.4


def paper_writing(run: Run, day: int, written: WrittenPaper | None) -> None:
    """Draw the information on a written newspaper, and the actions on it."""
    going: PaperUnderWay | None = session.recalled(_key(run, day), None)
    if going is not None:
        watched(lambda: _progress(run, day, going), every=_EVERY if going.is_going_on else None)
    if written is not None:
        _said(run, day, written)
    may_write = not (session.presents() or run.store.read_only)
    if may_write and (going is None or not going.is_going_on):
        _offer(run, day, written)


def _key(run: Run, day: int) -> str:
    return f"paper-writing-{run.number}-{day}"


def _said(run: Run, day: int, written: WrittenPaper) -> None:
    """Draw the authors of the parts, and an expander with the sentences left out."""
    with st.container(gap=None):
        for said in _by(run, written):
            plain(said, muted=True, small=True)
    if written.left_out:
        title = tr_n(
            "{n} sentence left out, and why", "{n} sentences left out, and why", len(written.left_out)
        )
        with st.expander(title, icon=":material/content_cut:", key=f"paper-left-{run.number}-{day}"):
            for one in written.left_out:
                _left(one)


def _left(one: LeftOut) -> None:
    with st.container(gap=None):
        plain(shorten(one.text, 400))
        plain(tr_worded(one.words), muted=True, small=True)


def _by(run: Run, written: WrittenPaper) -> Iterator[str]:
    """Yield sentences about the authors of the parts, and about what is not shown."""
    model = shorten(written.profile, 60)
    left = len(written.left_out)
    if written.is_empty:
        yield tr_n(
            "{model} wrote {n} sentence about this day, but nothing in the log supports it. The "
            "rule-based paper is shown instead.",
            "{model} wrote {n} sentences about this day, but nothing in the log supports any of "
            "them. The rule-based paper is shown instead.",
            left,
            model=model,
        )
    elif not written.shown:
        yield tr("This is the rule-based paper. {model} also wrote one for this day.", model=model)
    else:
        yield tr("Written by the model {model}; every sentence is checked against the log.", model=model)
        yield from _by_rule(run, written)
        if left:
            yield tr_n(
                "{n} sentence was left out because nothing in the log supports it.",
                "{n} sentences were left out because nothing in the log supports them.",
                left,
            )


def _by_rule(run: Run, written: WrittenPaper) -> Iterator[str]:
    """Yield sentences about the parts of a written newspaper that are still by rule."""
    if not written.headed:
        yield tr("The headline is rule-based.")
    names = [run.town.cast.names[agent] for agent in written.people if agent in written.by_rule]
    if names:
        yield tr("The paragraphs about {names} are rule-based.", names=with_commas(names))


def _offer(run: Run, day: int, written: WrittenPaper | None) -> None:
    """Draw the buttons: which newspaper is shown, and to have one written by a served model."""
    profiles = list(session.workspace().models.profiles())
    if not (profiles or written) or run.at(session.minute()).before < day * DAY:
        return
    with st.container(horizontal=True, gap="small", key=f"paper-by-{run.number}-{day}"):
        if written is not None and not written.is_empty:
            st.button(
                tr("Show rule-based paper") if written.shown else tr("Show the model's paper"),
                key=f"paper-turn-{run.number}-{day}",
                type="tertiary",
                icon=":material/swap_horiz:",
                on_click=lambda: run.show_paper(day, by_rule=written.shown),
            )
        if profiles:
            st.button(
                tr("Write again…") if written is not None else tr("Have a model write the paper…"),
                key=f"paper-ask-{run.number}-{day}",
                type="tertiary",
                icon=":material/edit_note:",
                on_click=session.remember,
                args=(f"{_key(run, day)}-open", True),
            )
    is_open: bool = session.recalled(f"{_key(run, day)}-open", False)
    if profiles and is_open:
        _terms(run, day, profiles)


def _terms(run: Run, day: int, profiles: list[str]) -> None:
    """Let the user choose the model, show what it may cost, and start it if the user agrees."""
    own = run.paper_writer
    with st.container(border=True, gap="small", key=f"paper-terms-{run.number}-{day}"):
        model = st.selectbox(
            tr("Written by"),
            profiles,
            index=profiles.index(own) if own in profiles else 0,
            key=f"paper-model-{run.number}",
        )
        try:
            cost = run.paper_cost(day, model=model)
        except TownwrightError as error:
            complain(tr_error(error))
            return
        if cost is not None:
            reads = tr(
                "{cost}. The server receives every line of this day's rule-based paper; this does "
                "not affect the town.",
                cost=question_cost_words(cost),
            )
            plain(reads, muted=True, small=True)
        with st.container(horizontal=True, gap="small"):
            st.button(
                tr("Ask {model}", model=escape_md(shorten(model, 40))),
                key=f"paper-pay-{run.number}-{day}",
                type="primary",
                icon=":material/send:",
                on_click=_begin,
                args=(run, day, model),
            )
            st.button(
                tr("Cancel"),
                key=f"paper-cancel-{run.number}-{day}",
                on_click=session.remember,
                args=(f"{_key(run, day)}-open", False),
            )


def _begin(run: Run, day: int, model: str) -> None:
    session.remember(f"{_key(run, day)}-open", False)
    going = PaperUnderWay(run, day, model)
    session.remember(_key(run, day), going)
    going.wait(_AT_ONCE)


def _progress(run: Run, day: int, going: PaperUnderWay) -> None:
    """Draw the progress; once it has ended, show the error or redraw the page."""
    seen = f"{_key(run, day)}-watched"
    if going.is_going_on:
        session.remember(seen, going)
        with st.container(border=True, horizontal=True, vertical_alignment="center", key="paper-going"):
            plain(tr("{model} is writing the paper for day {day}…", model=shorten(going.model, 60), day=day))
            st.button(tr("Stop"), key="paper-stop", icon=":material/stop:", on_click=going.stop)
        return
    if session.recalled(seen, None) is going:
        session.remember(seen, None)
        st.rerun()
    ending = going.ending
    if isinstance(ending, str):
        complain(tr("The rule-based paper is shown instead: {why}", why=tr_worded(ending)))
    elif ending is None:
        plain(
            tr("Writing was stopped. The rule-based paper is shown instead."),
            muted=True,
            small=True,
        )
