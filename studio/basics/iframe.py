"""A foreign page inside ours, sandboxed: it may run and draw, but reaches neither studio nor network."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from studio.basics.assets import mount, mounted

if TYPE_CHECKING:
    from pyvis.network import Network

WALL = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; font-src data:; form-action 'none'; base-uri 'none'"
)
OUTSIDE_TAG = re.compile(
    r"""<(?:link|script)\b[^>]*\b(?:href|src)\s*=\s*["']?(?:https?:)?//[^>]*?(?:/>|>\s*</script>|>)""",
    re.DOTALL | re.IGNORECASE,
)
OUTSIDE_LINK = re.compile(r"""\b(?:src|href)\s*=\s*["']?\s*(?:https?:)?//""", re.IGNORECASE)
PLAIN_SIZE = re.compile(r"\d+(?:\.\d+)?(?:px|%|vh|vw|em|rem)?")
PLAIN_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}|[a-zA-Z]+")


@dataclass(frozen=True, kw_only=True)
class Hearing:
    """The messages a sandboxed page may send: one of `doors` to open, or one of `days` that it shows; both
    counted from 0. `opened` and `turned` are called with the number.
    """

    doors: int
    opened: Callable[[int], None]
    days: int
    turned: Callable[[int], None]


DEAF = Hearing(doors=0, opened=lambda _: None, days=0, turned=lambda _: None)


def sandboxed(
    html: str,
    *,
    key: str,
    height: int,
    title: str,
    library: str,
    hearing: Hearing = DEAF,
    day: int = 0,
) -> None:
    """Show a page in a frame of its own origin, without access to the studio or the network, and with the
    studio's file at the address `library` inserted in its head: the frame itself could load nothing.

    Only its allowed messages are received; it is sent `day` when that changes. Streamlit gives its own frames
    the studio's origin, and only a sandbox takes it away: a policy alone does not.
    """
    before, after = walled(html)
    page = {"before": before, "after": after, "library": library, "title": title, "height": height}
    mount(
        "walled_frame",
        {**page, "doors": hearing.doors, "days": hearing.days, "day": day},
        key=key,
        on_open_change=lambda: _hear(key, "open", hearing.doors, hearing.opened),
        on_day_change=lambda: _hear(key, "day", hearing.days, hearing.turned),
    )


def _hear(key: str, name: str, count: int, then: Callable[[int], None]) -> None:
    """Pass on a number sent by a frame, if it is allowed."""
    match st.session_state[mounted(key)].get(name):
        case int(said) if not isinstance(said, bool) and 0 <= said < count:
            then(said)


def walled(html: str) -> tuple[str, str]:
    """Insert the security policy first in a page's head, and split the page there for further content."""
    rule = f'<meta http-equiv="Content-Security-Policy" content="{WALL}">'
    head = re.search(r"<head\b[^>]*>", html, re.IGNORECASE)
    cut = head.end() if head else 0
    return html[:cut] + rule, html[cut:]


def in_script(value: object) -> str:
    """Return a value as JSON for a script; no text in it can end the script or begin a comment."""
    return json.dumps(value).replace("<", r"\u003c")


def offline_page(net: Network) -> str:
    """Return the page of a pyvis graph without its links to other machines, and so without its library."""
    check_network(net)
    page = OUTSIDE_TAG.sub("", net.generate_html(notebook=False))
    if OUTSIDE_LINK.search(page):
        raise ValueError(
            "the graph's page still reaches outside: give nodes no picture or link of another machine"
        )
    return page


def check_network(net: Network) -> None:
    """Check a graph for text that pyvis writes unescaped, and for links that would load something. Raises
    ValueError.
    """
    if net.cdn_resources != "remote":
        raise ValueError(
            f"cdn_resources is {net.cdn_resources!r}: build the Network with cdn_resources='remote'; its "
            "links are taken out, and the library comes from the studio"
        )
    if net.heading or net.select_menu or net.filter_menu:
        raise ValueError(
            "pyvis writes headings and menus into its page unescaped: draw them outside the frame"
        )
    for name, value, plain in (
        ("height", net.height, PLAIN_SIZE),
        ("width", net.width, PLAIN_SIZE),
        ("bgcolor", net.bgcolor, PLAIN_COLOUR),
        ("font_color", net.font_color or "black", PLAIN_COLOUR),
    ):
        if not plain.fullmatch(str(value)):
            raise ValueError(f"{name} {value!r} is not a plain value, and pyvis would write it unescaped")
    for node in net.nodes:
        image = node.get("image", "data:")
        if not str(image).startswith("data:"):
            raise ValueError(
                f"node {node['id']!r} has the picture {image!r}: only data: pictures stay on this machine"
            )
