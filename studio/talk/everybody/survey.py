"""Ask everybody: one question to all or some, at one moment or on each day; off the record, with counts."""

from __future__ import annotations

import datetime

import streamlit as st

from engine.api.forecast import survey_forecast
from engine.api.talk import suggested
from engine.api.workspace import Run
from engine.clock import DAY, clock_words, day_of
from engine.errors import TownwrightError
from studio import session
from studio.basics.kept_field import keep_field
from studio.basics.people import option_of
from studio.basics.text import plain
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import reads, tr, tr_error, tr_worded
from studio.frame.page import complain, watched
from studio.models.forecasts import amount_words
from studio.talk.care import help_above
from studio.talk.everybody.survey_answers import survey_answers
from studio.talk.everybody.under_way import UnderWay, Wanted
from studio.words.explained import word_help

LONGEST = 2_000
_KINDS = {
    "choice": marked("Multiple choice"),
    "number": marked("Number"),
    "words": marked("Free text"),
}
_TIMES = {"once": marked("At the moment shown"), "daily": marked("Once a day up to now")}
_AT_ONCE = 0.5  # seconds that the page waits before it shows how far it has come
_EVERY = 0.4
_NOON = datetime.time(12, 0)


def survey(run: Run) -> None:
    """Draw the form, the running survey and its results."""
    _terms()
    wanted = _form(run)
    going: UnderWay | None = session.recalled(_key(run), None)
    busy = going is not None and going.is_going_on
    _ask(run, wanted, busy=busy)
    if going is None:
        plain(
            tr("Nobody has been asked yet. Each answer comes with the memories it is based on."), muted=True
        )
        return
    watched(lambda: _progress(run, going), every=_EVERY if busy else None)


def _key(run: Run) -> str:
    return f"survey-{run.number}"


def _terms() -> None:
    st.markdown(
        tr(
            ":material/groups: **Off the record** · :gray[each person answers alone, and nobody in "
            "town hears of it]"
        ),
        help=word_help("survey", "interview"),
    )


def _form(run: Run) -> Wanted | str:
    """Draw the form; return the survey wanted, or in words what is missing."""
    key = f"survey-question-{run.number}"
    ideas = suggested(run.scenario.language).survey
    with st.container(border=True, key="survey-form", gap="small"):
        question = st.text_input(tr("Question"), key=key, max_chars=LONGEST, placeholder=ideas.question)
        kind = st.segmented_control(
            tr("Answer type"), list(_KINDS), default="choice", required=True,
            format_func=lambda one: tr(_KINDS[one]), key=f"survey-kind-{run.number}",
        )  # fmt: skip
        choices, number = _answers(run, kind or "choice", "\n".join(ideas.choices))
        people = run.town.cast.personas
        agents = st.multiselect(
            tr("People to ask"), list(people), format_func=lambda one: option_of(people[one]),
            placeholder=tr("Everyone"), key=f"survey-whom-{run.number}",
        )  # fmt: skip
        moments = _moments(run)
    keep_field(session.workspace(), key)
    if not question.strip():
        return tr("Enter a question first.")
    return Wanted(
        question=question.strip(),
        choices=choices,
        number=number,
        agents=tuple(agents) or None,
        moments=moments,
    )


def _answers(run: Run, kind: str, usual: str) -> tuple[tuple[str, ...], tuple[int, int] | None]:
    """Draw the fields for the choices or the bounds of a number, and return both."""
    if kind == "choice":
        text = st.text_area(
            tr("Choices, one per line"), value=usual, key=f"survey-choices-{run.number}", height=110
        )
        return tuple(line.strip() for line in text.splitlines() if line.strip()), None
    if kind == "words":
        return (), None
    with st.container(horizontal=True, gap="small"):
        least = st.number_input(tr("From"), value=1, step=1, key=f"survey-least-{run.number}", width=140)
        most = st.number_input(tr("To"), value=10, step=1, key=f"survey-most-{run.number}", width=140)
    return (), (int(least), int(most))


def _moments(run: Run) -> tuple[int, ...]:
    """Draw the choice of moments: the moment shown, or every lived day; return the minutes."""
    now = run.at(session.minute()).minute
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        when = st.segmented_control(
            tr("When"), list(_TIMES), default="once", required=True,
            format_func=lambda one: tr(_TIMES[one]), key=f"survey-when-{run.number}",
        )  # fmt: skip
        if when != "daily":
            plain(moment_words(now), muted=True)
            return (now,)
        clock = st.time_input(tr("At"), value=_NOON, key=f"survey-clock-{run.number}", width=140)
    minute = clock.hour * 60 + clock.minute
    days = tuple(day * DAY + minute for day in range(day_of(now)) if day * DAY + minute <= now)
    if not days:
        told = tr(
            "No day has reached {clock} yet, so people are asked at the moment shown.",
            clock=clock_words(minute),
        )
        plain(told, muted=True)
    return days or (now,)


def _ask(run: Run, wanted: Wanted | str, *, busy: bool) -> None:
    """Draw the expected cost, and the button that starts the survey."""
    size, cost, fault = 0, "", wanted if isinstance(wanted, str) else ""
    if not isinstance(wanted, str):
        try:
            asked = run.surveying(
                wanted.question, wanted.choices, wanted.number, wanted.agents, wanted.moments
            )
            size, cost = asked.size, _cost(run, wanted)
        except TownwrightError as error:
            fault = tr_error(error)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        pressed = st.button(
            tr("Ask for {n} answers", n=size) if size else tr("Ask"),
            key=f"survey-ask-{run.number}",
            type="primary",
            icon=":material/how_to_vote:",
            disabled=busy or bool(fault),
        )
        plain(fault or cost, muted=True, small=True)
    if pressed and not isinstance(wanted, str):
        help_above(run, wanted.question)
        going = UnderWay(run, wanted, size)
        session.remember(_key(run), going)
        going.wait(_AT_ONCE)
        st.rerun()


def _cost(run: Run, wanted: Wanted) -> str:
    """Return the expected cost with served models in words, computed once for each survey."""
    known: dict[Wanted, str] = session.recalled(f"{_key(run)}-cost-{reads()}", {})
    if wanted not in known:
        asked = run.surveying(wanted.question, wanted.choices, wanted.number, wanted.agents, wanted.moments)
        found = survey_forecast(run, asked)
        may = tr("Estimate: {amount}.", amount=amount_words(found)) if found else tr("No cost.")
        known = {wanted: may}
        session.remember(f"{_key(run)}-cost-{reads()}", known)
    return known[wanted]


def _progress(run: Run, going: UnderWay) -> None:
    """Draw the progress; once it has ended, store the result."""
    seen = f"{_key(run)}-watched"
    if going.is_going_on:
        session.remember(seen, going)
        with st.container(border=True, horizontal=True, vertical_alignment="center", key="survey-going"):
            st.progress(
                going.answered / max(1, going.size),
                text=tr("{n} of {all} answers received", n=going.answered, all=going.size),
            )
            st.button(tr("Stop"), key="survey-stop", icon=":material/stop:", on_click=going.stop)
        return
    if session.recalled(seen, None) is going:
        session.remember(seen, None)
        st.rerun()
    found = going.ending
    if isinstance(found, str):
        complain(tr_worded(found))
    else:
        help_above(run, found.asking.question)
        survey_answers(run, found)
