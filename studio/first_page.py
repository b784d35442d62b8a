"""The page that every address of the studio answers with: Streamlit's own, with the studio's look in it.

As a part of what a page draws, the look would come last: Streamlit fetches first what can show it, and the
page, which stands there already, would jump; on a busy machine after many seconds.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

STUDIO = Path(__file__).parent
END = "</body>"


def routes() -> list[Route]:
    """Return every address of a page; those of files all have a dot or a folder in them."""
    from starlette.convertors import StringConvertor, register_url_convertor
    from starlette.responses import HTMLResponse
    from starlette.routing import Route

    class PageName(StringConvertor):
        regex = "[a-z]+"

    register_url_convertor("page", PageName())
    text = dressed(streamlits_own(), look())

    async def page(_: Request) -> Response:
        return HTMLResponse(text, headers={"cache-control": "no-cache"})

    return [Route("/", page), Route("/{name:page}", page)]


def look() -> str:
    """Return all style sheets of the studio, as one."""
    return "\n".join(path.read_text("utf-8") for path in sorted(STUDIO.glob("*/*.css")))


def streamlits_own() -> str:
    """Return the page that Streamlit begins with."""
    from streamlit.file_util import get_static_dir

    return Path(get_static_dir(), "index.html").read_text("utf-8")


def dressed(page: str, css: str) -> str:
    """Return a page with a style sheet at its end: Streamlit's own styles, in its head, come before it."""
    before, end, after = page.rpartition(END)
    if not end:
        raise ValueError(f"Streamlit's first page has no {END}: the studio's look has no place in it")
    return f"{before}<style>\n{css}</style>\n{end}{after}"
