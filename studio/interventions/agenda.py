"""The planned interventions of a run: for later moments or conditions; and programmes to follow."""

from __future__ import annotations

import streamlit as st

from engine.api.run import Arrangement
from engine.api.workspace import Run
from studio import session
from studio.basics.lazy_expander import lazy_expander
from studio.basics.text import plain, shorten
from studio.catalogue.lists import sentences
from studio.catalogue.tr import tr, tr_worded
from studio.frame.page import in_plain_words
from studio.interventions.outcome_words import planned_words
from studio.interventions.signed_words import closed, signed_words

_MOST_BYTES = 1_000_000


def agenda(run: Run) -> None:
    """Draw the planned and refused interventions, and a field to follow a programme."""
    listed = [one for one in run.agenda.all if one.state in ("waiting", "refused")]
    if listed:
        st.markdown(tr("**Planned interventions**"))
    for one in listed:
        _arrangement(run, one)
    lazy_expander(
        tr("Follow a programme"),
        lambda: _follow(run),
        key="follow-programme",
        icon=":material/list_alt:",
        compact=True,
    )


def _arrangement(run: Run, one: Arrangement) -> None:
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key=f"arrangement-{one.number}"
    ):
        with st.container(gap=None):
            plain(closed(shorten(planned_words(run, one), 240)))
            signed = tr("{words}.", words=signed_words(one.who, one.why))
            if one.state == "refused":
                refused = tr("It failed: {answer}.", answer=tr_worded(one.answer))
                signed = sentences(signed, refused)
            plain(signed, muted=True, small=True)
        pressed = one.state == "waiting" and st.button(
            tr("Cancel"), key=f"call-off-{one.number}", icon=":material/event_busy:", type="tertiary"
        )
    if pressed:
        with in_plain_words():
            run.agenda.call_off(one.number)
            session.remember("stage-said", tr("Cancelled."))
            st.rerun()


def _follow(run: Run) -> None:
    plain(
        tr(
            "A programme is a YAML file of interventions. Download one from a run, or write your "
            "own. Each intervention happens at its moment as this run continues; in the same town, "
            "the programme leads to the same day."
        ),
        muted=True,
        small=True,
    )
    file = st.file_uploader(
        tr("Programme (YAML)"), type=["yaml", "yml"], key=f"programme-{run.number}", max_upload_size=1
    )
    if file is None:
        return
    if st.button(tr("Follow programme"), key="programme-go", icon=":material/playlist_play:", type="primary"):
        with in_plain_words():
            text = file.getvalue()[:_MOST_BYTES].decode("utf-8", "replace")
            made = run.agenda.follow(text)
            session.remember("stage-said", tr("Interventions planned: {n}.", n=len(made)))
            st.rerun()
