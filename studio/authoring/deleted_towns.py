"""Deleted towns: the one deleted last, with an undo, and all that can be restored."""

from __future__ import annotations

import streamlit as st

from engine.api.scenarios import DeletedScenario
from engine.errors import TownwrightError
from studio import session
from studio.basics.lazy_expander import lazy_expander
from studio.basics.text import plain, shorten
from studio.catalogue.tr import tr, tr_error, tr_n

_JUST, _LONGEST = "town-deleted", 60


def delete(name: str) -> None:
    """Delete a town, which can be undone; a button's callback."""
    try:
        gone = session.workspace().scenarios.delete(name)
    except TownwrightError as error:
        session.remember(_JUST, (0, tr_error(error)))
        return
    session.remember(_JUST, (gone.number, ""))
    session.choose_town(None)


def just_deleted() -> None:
    """Draw which town this window deleted last, with an undo, or why it could not be deleted."""
    number, wrong = session.recalled(_JUST, (0, ""))
    gone = next((one for one in session.workspace().scenarios.deleted() if one.number == number), None)
    if gone is None and not wrong:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="tw-town-deleted"):
        if gone is None:
            plain(wrong)
            return
        plain(_gone_words(gone))
        st.button(tr("Undo"), key="undo-town", icon=":material/undo:", on_click=_bring_back, args=(gone,))


def deleted_towns() -> None:
    """Draw the towns that can be restored, if there are any."""
    rows = session.workspace().scenarios.deleted()
    if rows:
        lazy_expander(
            tr("Recently deleted · {n}", n=len(rows)),
            lambda: _all(rows),
            key="deleted-towns",
            icon=":material/delete:",
        )


def _all(rows: tuple[DeletedScenario, ...]) -> None:
    plain(
        tr(
            "Restoring a town also restores its versions, drafts and edits. If another town "
            "already has the name, a number is added. The runs of a deleted town are kept on the "
            "Runs page."
        ),
        muted=True,
        small=True,
    )
    for gone in rows:
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            when = gone.deleted[:16].replace("T", " ")
            plain(tr("{town} · deleted {when} UTC", town=shorten(gone.name, _LONGEST), when=when))
            st.button(
                tr("Restore"),
                key=f"restore-town-{gone.number}",
                icon=":material/restore_from_trash:",
                type="tertiary",
                on_click=_bring_back,
                args=(gone,),
            )


def _bring_back(gone: DeletedScenario) -> None:
    session.remember(_JUST, (0, ""))
    try:
        session.choose_town(session.workspace().scenarios.bring_back(gone.number))
    except TownwrightError as error:
        session.remember(_JUST, (0, tr_error(error)))


def _gone_words(gone: DeletedScenario) -> str:
    """Return the message that a town is deleted, and that its runs stay."""
    town = shorten(gone.name, _LONGEST)
    if not gone.runs:
        return tr("{town} is deleted.", town=town)
    return tr_n(
        "{town} is deleted. Its run is kept.",
        "{town} is deleted. Its {n} runs are kept.",
        gone.runs,
        town=town,
    )
