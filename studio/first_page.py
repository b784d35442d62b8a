"""The first page of every address of the studio: Streamlit's own, with the studio's style sheet in it.

If a page drew the style sheet, it would arrive last: Streamlit first loads its own code, and the page,
already visible, would jump; on a busy machine after many seconds.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from studio.catalogue.read import LANGUAGES
from studio.catalogue.tr import read_in, tr

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    from studio.headers import Doors

STUDIO = Path(__file__).parent
END = "</body>"
# Of this machine's names any port is right: that of a tunnel is another one.
_WARN = """({hosts, origins, words}) => {
    if (hosts.includes(location.hostname) || origins.includes(location.origin)) return
    const language = Object.keys(words).find(one => navigator.language.startsWith(one))
    const text = words[language] ?? Object.values(words)[0]
    addEventListener("DOMContentLoaded", () => {
        const said = document.createElement("p")
        said.style = "font: 1rem/1.5 system-ui; max-width: 40rem; margin: 4rem auto; padding: 0 1rem"
        said.textContent = text.replaceAll("{address}", location.origin)
        document.body.replaceChildren(said)
    })
}"""


def routes(doors: Doors) -> list[Route]:
    """Return the routes of all pages; addresses of files all have a dot or a folder in them."""
    from starlette.convertors import StringConvertor, register_url_convertor
    from starlette.responses import HTMLResponse
    from starlette.routing import Route

    class PageName(StringConvertor):
        regex = "[a-z]+"

    register_url_convertor("page", PageName())
    text = dressed(streamlits_own(), look(), warning(doors))

    async def page(_: Request) -> Response:
        return HTMLResponse(text, headers={"cache-control": "no-cache"})

    return [Route(f"{doors.base}/", page), Route(f"{doors.base}/{{name:page}}", page)]


def look() -> str:
    """Return all style sheets of the studio, joined."""
    return "\n".join(path.read_text("utf-8") for path in sorted(STUDIO.glob("*/*.css")))


def streamlits_own() -> str:
    """Return Streamlit's own first page."""
    from streamlit.file_util import get_static_dir

    return Path(get_static_dir(), "index.html").read_text("utf-8")


def warning(doors: Doors) -> str:
    """Return the script that explains an empty page: at an address that is not the studio's own, no other
    request is answered.
    """
    known = {"hosts": sorted(doors.hosts), "origins": sorted(doors.origins), "words": _in_each_language()}
    said = json.dumps(known).replace("<", "\\u003c")
    return f"<script>({_WARN})({said})</script>"


def _in_each_language() -> dict[str, str]:
    said = {}
    for language in LANGUAGES:
        with read_in(language):
            said[language] = tr(
                "This studio is not set up for the address {address}, so this page stays empty. "
                "Start it with: townwright --public-url {address}/",
                address="{address}",
            )
    return said


def dressed(page: str, css: str, script: str = "") -> str:
    """Return a page with a style sheet and a script at its end, so that they come after Streamlit's own
    styles.
    """
    before, end, after = page.rpartition(END)
    if not end:
        raise ValueError(f"Streamlit's first page has no {END}: the studio's look has no place in it")
    return f"{before}<style>\n{css}</style>\n{script}{end}{after}"
