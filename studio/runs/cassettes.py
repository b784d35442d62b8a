"""Cassettes: a run from elsewhere, as one file, to open."""

from __future__ import annotations

import streamlit as st

from engine.api.exports import SUFFIX
from engine.clock import moment_words
from studio import session
from studio.basics.text import plain
from studio.frame.dialogs import close_dialog
from studio.frame.page import STAGE, in_plain_words

LARGEST = 200  # megabytes


@st.dialog("Open a cassette", icon=":material/voicemail:", on_dismiss=close_dialog)
def open_one() -> None:
    """Make a run of a file that was recorded elsewhere, and go to the stage."""
    plain(
        "A cassette is a run that somebody recorded, with every answer in it. It needs no key and no server."
    )
    upload = st.file_uploader(
        "The file", type=SUFFIX.removeprefix("."), key="cassette-file", max_upload_size=LARGEST
    )
    called = st.text_input("Call it", key="cassette-name", max_chars=80, placeholder="As it was called there")
    if (
        st.button("Open it", type="primary", key="cassette-go", disabled=upload is None)
        and upload is not None
    ):
        with st.spinner("Reading it and checking every row…"), in_plain_words():
            run = session.workspace().runs.open_cassette(upload, called.strip())
            session.choose_run(run.row.id)
            session.remember("stage-said", f"{run.row.name} has come to {moment_words(run.clock)}.")
            close_dialog()
            st.switch_page(STAGE)
