"""Cassettes: opens a run from elsewhere, stored as one file."""

from __future__ import annotations

import streamlit as st

from engine.api.exports import SUFFIX
from studio import session
from studio.basics.text import plain
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr
from studio.frame.dialogs import close_dialog
from studio.frame.page import STAGE, in_plain_words

LARGEST = 200  # megabytes


def open_one() -> None:
    """Draw the dialog that creates a run from a recorded file."""
    st.dialog(tr("Open a cassette"), icon=":material/voicemail:", on_dismiss=close_dialog)(_fields)()


def _fields() -> None:
    plain(
        tr("A cassette is a recorded run with every answer in it. You can open it without a key or a server.")
    )
    upload = st.file_uploader(
        tr("File"), type=SUFFIX.removeprefix("."), key="cassette-file", max_upload_size=LARGEST
    )
    called = st.text_input(tr("Name"), key="cassette-name", max_chars=80, placeholder=tr("Original name"))
    if (
        st.button(tr("Open"), type="primary", key="cassette-go", disabled=upload is None)
        and upload is not None
    ):
        with st.spinner(tr("Reading the file and checking every row…")), in_plain_words():
            run = session.workspace().runs.open_cassette(upload, called.strip())
            session.choose_run(run.row.id)
            said = tr("{run} is at {moment}.", run=run.row.name, moment=moment_words(run.clock))
            session.remember("stage-said", said)
            close_dialog()
            st.switch_page(STAGE)
