"""A widget that follows: what the browser only says again is no choice, and what is chosen again is one."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from studio import session

pytestmark = pytest.mark.slow


def choosing():
    import streamlit as st

    from studio import session

    def chosen():
        if not session.is_echo("one"):
            st.session_state["kept"] = list(st.session_state["one"])

    def undo():
        st.session_state["kept"] = ["a"]

    st.session_state.setdefault("kept", ["a"])
    session.follow_widget("one", st.session_state["kept"])
    st.pills("One", ["a", "b"], selection_mode="multi", key="one", on_change=chosen)
    st.button("Undo", on_click=undo)


@pytest.mark.parametrize(("seconds", "kept"), [(3600.0, ["a"]), (0.0, ["a", "b"])])
def test_what_comes_at_once_is_an_echo_and_what_comes_later_is_meant(monkeypatch, seconds, kept):
    monkeypatch.setattr(session, "_ECHO", seconds)
    at = AppTest.from_function(choosing).run(timeout=60)
    at.button_group[0].set_value(["a", "b"]).run()
    assert at.session_state["kept"] == ["a", "b"]
    at.button[0].click().run()
    assert at.session_state["kept"] == ["a"]
    at.button_group[0].set_value(["a", "b"]).run()
    assert at.session_state["kept"] == kept
