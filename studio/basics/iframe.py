"""A foreign page inside ours, walled in: it may run and draw, but reaches neither studio nor network."""

from __future__ import annotations

import html as markup
import json
import re
from typing import TYPE_CHECKING

import streamlit as st

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


FILLED = """
const [before, after] = PARTS
fetch(LIBRARY)
  .then((said) => said.ok ? said.text() : Promise.reject(said.status))
  .then((library) => { document.querySelector("iframe").srcdoc = before + library + after })
  .catch((wrong) => {
    document.body.textContent = `The picture could not be fetched (${wrong}). Reload the page.`
  })
"""


def sandboxed(html: str, *, height: int, title: str, library: str) -> None:
    """Show a page in a frame of its own origin, with no way to the studio or to the network."""
    st.iframe(walled(html, title=title, library=library), height=height, alt=title)


def walled(html: str, *, title: str, library: str) -> str:
    """Return a page that holds nothing but a sandboxed frame, into which it puts `html` with what the studio
    has at the address `library` in its head: the frame itself could fetch nothing.

    Streamlit gives its frames the studio's origin, and only a sandbox takes it away: a policy alone does not.
    """
    rule = f'<meta http-equiv="Content-Security-Policy" content="{WALL}">'
    head = re.search(r"<head\b[^>]*>", html, re.IGNORECASE)
    cut = head.end() if head else 0
    parts = in_script([html[:cut] + rule, html[cut:]])
    filled = FILLED.replace("LIBRARY", in_script(library), 1).replace("PARTS", parts, 1)
    return (
        '<!doctype html><meta charset="utf-8"><style>html,body{margin:0;height:100%;overflow:hidden}'
        "iframe{border:0;width:100%;height:100%;display:block}</style>"
        f'<iframe sandbox="allow-scripts" referrerpolicy="no-referrer"'
        f' title="{markup.escape(title, quote=True)}"></iframe><script type="module">{filled}</script>'
    )


def in_script(value: object) -> str:
    """Return a value as it can stand in a script: no text in it ends the script, or begins a comment."""
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
    """Refuse what pyvis writes into its page unescaped, and what would fetch something."""
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
