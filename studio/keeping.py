"""The endpoint for text being typed: a page sends it within the second, without a rerun."""

from __future__ import annotations

import functools
import json
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.api.scenarios import MOST_BYTES
from engine.api.writing.drafts import Typed
from engine.errors import BadInput, NotFound, TownwrightError

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    from engine.api.workspace import Workspace
    from studio.headers import Doors

ADDRESS = "/townwright/typed"
TOKEN_HEADER = "x-townwright-token"
MOST_SENT = 4 * MOST_BYTES  # a letter takes up to four bytes

_STATUS: Mapping[type[TownwrightError], int] = {BadInput: 422, NotFound: 404}


class InFile(BaseModel):
    """What was typed in a file of a scenario."""

    model_config = ConfigDict(extra="forbid", strict=True)

    scenario: str = Field(max_length=200)
    path: str = Field(max_length=300)
    text: str
    writer: str = Field(min_length=8, max_length=64, pattern=r"^[0-9A-Za-z-]+$")
    seq: int = Field(ge=1, lt=2**53)
    on: str = Field(max_length=64)


class InField(BaseModel):
    """What was typed in a field of the studio."""

    model_config = ConfigDict(extra="forbid", strict=True)

    field: str = Field(min_length=1, max_length=200)
    text: str
    writer: str = Field(min_length=8, max_length=64, pattern=r"^[0-9A-Za-z-]+$")
    seq: int = Field(ge=1, lt=2**53)


@functools.cache
def token() -> str:
    """Return the token that a page of this studio sends along; no other page can know it."""
    return secrets.token_urlsafe(24)


def routes(doors: Doors) -> list[Route]:
    """Return the route of the endpoint, for pages that this server has sent."""
    from starlette.routing import Route

    async def keep(request: Request) -> Response:
        return await _answer(request, doors)

    return [Route(f"{doors.base}{ADDRESS}", keep, methods=["POST"])]


def take_in(workspace: Workspace, said: bytes) -> dict[str, Any]:
    """Store what a page sent, and return how it was taken."""
    what = json.loads(said)
    if isinstance(what, dict) and "field" in what:
        one = InField.model_validate(what)
        workspace.unsent.keep(one.field, one.text, one.writer, one.seq)
        return {"kept": True}
    typed = InFile.model_validate(what)
    now = workspace.scenarios.drafts.type_in(
        typed.scenario,
        Typed(path=typed.path, text=typed.text, writer=typed.writer, seq=typed.seq, on=typed.on),
    )
    mine = now.by_writer.get(typed.writer)
    return {
        "kept": True,
        "mark": now.mark,
        "revision": now.revision,
        "rival": mine is not None and mine.state == "rival",
    }


async def _answer(request: Request, doors: Doors) -> Response:
    from starlette.concurrency import run_in_threadpool
    from starlette.responses import JSONResponse

    from studio import session

    if not doors.is_own_page(request.headers.raw) or not secrets.compare_digest(
        request.headers.get(TOKEN_HEADER, "").encode(), token().encode()
    ):
        return JSONResponse({"error": "Only a page of this studio may send what is typed."}, 403)
    said = await _body(request)
    if said is None:
        return JSONResponse({"error": f"More than {MOST_SENT:,} bytes were sent."}, 413)
    try:
        return JSONResponse(await run_in_threadpool(lambda: take_in(session.workspace(), said)))
    except (ValidationError, ValueError, RecursionError) as error:
        return JSONResponse({"error": f"What was sent is not what a page sends: {type(error).__name__}"}, 422)
    except TownwrightError as error:
        return JSONResponse({"error": str(error)}, _STATUS.get(type(error), 503))


async def _body(request: Request) -> bytes | None:
    """Return the body of a request, or None as soon as it is too large."""
    said = bytearray()
    async for piece in request.stream():
        said += piece
        if len(said) > MOST_SENT:
            return None
    return bytes(said)
