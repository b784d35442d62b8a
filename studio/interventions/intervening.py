"""Interventions: one form, built from the values that the chosen intervention asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

import streamlit as st

from engine.api.interventions import INTERVENTIONS, Asked, Intervention
from engine.api.workspace import Run
from engine.clock import day_of
from studio import session
from studio.basics.kept_field import keep_field
from studio.basics.text import plain
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_worded
from studio.frame.page import in_plain_words
from studio.interventions.agenda import agenda
from studio.interventions.at_once import WHO
from studio.interventions.done import done
from studio.interventions.fields import can_be_asked, empty_fields, field, in_this_round, key_of, typed_in
from studio.interventions.outcome_words import planned_words
from studio.interventions.signed_words import closed

ELSEWHERE = ("whisper", "undo")  # on the Chat page, and beside what was done
_FIELDS_A_ROW = 3
_DEPEND = ("state", "memory", "persona")  # their fields go by others, of which a form would not tell
_NAME, _REASON = 80, 400  # letters, as the engine takes them

When = Literal["now", "at", "when", "whenever"]
_WHEN: Mapping[When, str] = MappingProxyType(
    {
        "now": marked("Now"),
        "at": marked("At a later moment"),
        "when": marked("Once, when a condition is met"),
        "whenever": marked("Every time a condition is met"),
    }
)


def intervene(run: Run) -> None:
    """Draw the form, the planned interventions and those made. An intervention takes effect at the next
    common moment, or when planned, and is logged with its author and reason.
    """
    if session.minute() is not None:
        plain(tr("Interventions happen now, not at the moment you are looking at."), muted=True)
    offered = {verb: kind for verb, kind in INTERVENTIONS.items() if verb not in ELSEWHERE}
    verb = st.selectbox(
        tr("What to do"),
        list(offered),
        key=f"intervene-what-{run.number}",
        format_func={one: tr_worded(kind.title) for one, kind in offered.items()}.__getitem__,
    )
    with st.container(border=True, key="intervene-form"):
        _form(run, offered[verb])
    agenda(run)
    done(run)


def _form(run: Run, kind: type[Intervention]) -> None:
    st.markdown(f"{kind.icon} **{tr_worded(kind.title)}**")
    plain(tr_worded(kind.summary), muted=True, small=True)
    if not can_be_asked(run, kind):
        plain(tr("This town has no objects."), muted=True)
        return
    given: dict[str, str] = {}
    depends = any(asked.kind in _DEPEND for asked in kind.asks)
    name, icon = f"{kind.verb}-{run.number}", ":material/check:"
    with st.container() if depends else st.form(name, border=False):
        for asks in _rows(kind):
            for column, asked in zip(st.columns(len(asks), gap="medium"), asks, strict=True):
                with column:
                    given[asked.name] = field(run, kind, asked, given)
        who, why = _signature(kind)
        when, said = _when(run, kind)
        press = st.button if depends else st.form_submit_button
        go = press(tr_worded(kind.button), key=f"{kind.verb}-go-{run.number}", icon=icon, type="primary")
    texts = [key for asked in kind.asks for key in typed_in(asked, key_of(run, kind, asked))]
    with st.container(gap=None):
        for text in texts:
            if text in st.session_state:
                keep_field(session.workspace(), text)
    if go:
        session.remember(WHO, who)
        _do(run, kind(**given), _How(who, why, when, said), texts)


def _rows(kind: type[Intervention]) -> list[Sequence[Asked]]:
    """Return the asked values in rows; a persona takes a whole row."""
    whole = [[asked] for asked in kind.asks if asked.kind == "persona"]
    others = [asked for asked in kind.asks if asked.kind != "persona"]
    return [*whole, *(others[row : row + _FIELDS_A_ROW] for row in range(0, len(others), _FIELDS_A_ROW))]


def _signature(kind: type[Intervention]) -> tuple[str, str]:
    """Ask for the signer, by default the last one, and the reason."""
    left, right = st.columns((1, 2), gap="medium")
    with left:
        who = st.text_input(
            tr("Author (optional)"),
            value=session.recalled(WHO, ""),
            key=f"{kind.verb}-who",
            max_chars=_NAME,
            placeholder=tr("author"),
        )
    with right:
        why = st.text_input(
            tr("Reason (optional)"),
            key=in_this_round(f"{kind.verb}-why"),
            max_chars=_REASON,
            placeholder=tr("saved with the intervention"),
        )
    return who, why


def _when(run: Run, kind: type[Intervention]) -> tuple[When, str]:
    """Ask when the intervention takes effect: now, at a later moment, or when a condition comes to hold."""
    left, right = st.columns((1, 2), gap="medium")
    with left:
        when: When = st.selectbox(
            tr("When"),
            list(_WHEN),
            key=f"{kind.verb}-when",
            format_func={one: tr(words) for one, words in _WHEN.items()}.__getitem__,
        )
    with right:
        said = st.text_input(
            tr("Moment or condition (unless now)"),
            key=f"{kind.verb}-when-said",
            max_chars=_REASON,
            placeholder=_example(run),
            help=tr(
                'Write a moment as "day 2 12:00". Write a condition as one of "AGENT at '
                'PLACE", "AGENT with AGENT", "AGENT knows FACT", "OBJECT is STATE", "daily '
                '12:00", "after day 2 12:00", "before day 2 12:00", "from 18:00 to 20:00", '
                'or several of them joined by "and".'
            ),
        )
    return when, said


def _example(run: Run) -> str:
    """Return an example of a moment and a condition for this town."""
    people, places = list(run.town.cast.names), list(run.town.world.places)
    moment, condition = f"day {day_of(run.clock) + 1} 12:00", f"{people[0]} at {places[0]}"
    return tr("{moment}, or: {condition}", moment=moment, condition=condition)


@dataclass(frozen=True)
class _How:
    """The signer, the reason, and the time of an intervention."""

    who: str
    why: str
    when: When
    said: str


def _do(run: Run, what: Intervention, how: _How, texts: Sequence[str]) -> None:
    with in_plain_words():
        said = _told(run, what, how)
        for text in texts:
            session.workspace().unsent.forget(text)
        empty_fields()
        session.choose_moment(None)
        session.remember("stage-said", said)
        st.rerun()


def _told(run: Run, what: Intervention, how: _How) -> str:
    """Make an intervention, now or later, and return the message."""
    match how.when:
        case "at":
            made = run.agenda.schedule(what, how.said, who=how.who, why=how.why)
        case "when" | "whenever":
            made = run.agenda.rule(what, how.said, always=how.when == "whenever", who=how.who, why=how.why)
        case _:
            turn = run.intervene(what, who=how.who, why=how.why)
            if turn is None:
                return tr("It happens when the turns in progress end.")
            return tr("It happened at {moment}.", moment=moment_words(turn.minute))
    return tr("Planned. {words}", words=closed(planned_words(run, made)))
