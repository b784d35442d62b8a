"""The library that draws graphs, which is pyvis's own copy of vis-network, and the font of the interface.

A browser loads both once and caches them. As a part of each graph's page, their 0.9 MB would be sent again
with every view of the relationships.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import importlib.util
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

INCLUDED = re.compile(r"include '(lib/vis-[\w./-]+\.(css|js))'")  # as pyvis would put it into its page
TAGS = {"css": "style", "js": "script"}


@functools.cache
def library() -> str:
    """Return the library as HTML for the head of a page: its styles, its script, and the font."""
    templates = pyvis_folder() / "templates"
    found = dict(INCLUDED.findall((templates / "template.html").read_text("utf-8")))
    parts = [(TAGS[kind], (templates / file).read_text("utf-8")) for file, kind in found.items()]
    return "\n".join(f"<{tag}>{text}</{tag}>" for tag, text in [("style", _font()), *parts])


def _font() -> str:
    """Return the rule for the font of the interface, which Streamlit bundles.

    A frame cannot load files, and the library knows no names with spaces.
    """
    media = _folder_of("streamlit") / "static" / "static" / "media"
    font = base64.b64encode(next(media.glob("SourceSansVF-Upright*.woff2")).read_bytes()).decode()
    return (
        '@font-face { font-family: "SourceSans"; font-weight: 200 900; '
        f"src: url(data:font/woff2;base64,{font}); }}"
    )


@functools.cache
def address() -> str:
    """Return its address on the studio's server, below the base path; it changes with the library."""
    return f"/townwright/graph/{hashlib.sha256(library().encode()).hexdigest()[:16]}.txt"


def routes(base: str) -> list[Route]:
    """Return the route that serves it."""
    from starlette.responses import PlainTextResponse
    from starlette.routing import Route

    async def give(_: Request) -> Response:
        return PlainTextResponse(library(), headers={"cache-control": "public, max-age=31536000, immutable"})

    return [Route(f"{base}{address()}", give)]


def pyvis_folder() -> Path:
    """Return the folder of pyvis, without importing it: that takes half a second, and there may be no
    graph.
    """
    return _folder_of("pyvis")


def _folder_of(package: str) -> Path:
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise ModuleNotFoundError(f"{package} is not installed: install townwright again", name=package)
    return Path(found.submodule_search_locations[0])
