"""Where this studio's server has something, as a page asks for it."""

from __future__ import annotations

import streamlit as st


def served(address: str) -> str:
    """Return an address of the server, which begins with a slash, below the path at which a proxy has it."""
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}{address}" if base else address
