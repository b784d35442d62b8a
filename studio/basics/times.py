"""Wall time, as people read it where they are."""

from __future__ import annotations

import datetime

import streamlit as st


def time_words(stamp: str) -> str:
    """A kept wall time as people read it, in the time zone of the browser."""
    moment = datetime.datetime.fromisoformat(stamp)
    minutes = st.context.timezone_offset
    if minutes is not None:
        moment = moment.astimezone(datetime.timezone(datetime.timedelta(minutes=-minutes)))
    return f"{moment.day} {moment:%b}, {moment:%H:%M}"
