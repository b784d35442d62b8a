"""Addresses on this studio's server."""

from __future__ import annotations

import streamlit as st


def served(address: str) -> str:
    """Return an address of the server, which begins with a slash, below the base path of a proxy."""
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}{address}" if base else address
