"""The library that draws graphs: pyvis's own copy of vis-network, which a browser loads once and caches.

As a part of each graph's page, its 0.7 MB would be sent again with every view of the relationships.
"""

from __future__ import annotations

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
    """Return the library as HTML for the head of a page: its styles, and its script."""
    templates = pyvis_folder() / "templates"
    found = dict(INCLUDED.findall((templates / "template.html").read_text("utf-8")))
    parts = [(TAGS[kind], (templates / file).read_text("utf-8")) for file, kind in found.items()]
    return "\n".join(f"<{tag}>{text}</{tag}>" for tag, text in parts)


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
    found = importlib.util.find_spec("pyvis")
    if found is None or not found.submodule_search_locations:
        raise ModuleNotFoundError("pyvis is not installed: install townwright again", name="pyvis")
    return Path(found.submodule_search_locations[0])
