"""The door of the studio's server: who may knock, and what a page may reach once it is open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

Header = tuple[bytes, bytes]

HTTP_PORT = 80

# Streamlit serves its first page at / only, and takes the page's own name for a page that is missing.
FIRST_PAGE = "/scenarios"
CLOSED = "_stcore/metrics"  # what everybody does here, to anybody who asks


class Shield:
    """Pure ASGI middleware: refuses foreign Host names and sockets of any page but our own, closes what is
    nobody's business, knows the first page by its name as well, and adds the security headers to all answers.
    """

    def __init__(self, app: ASGIApp, *, hosts: Sequence[str], port: int) -> None:
        self.app = app
        self.hosts = frozenset(host.casefold() for host in hosts)
        self.origins = frozenset(our_origins(self.hosts, port))
        self.headers = security_headers(hosts, port)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a foreign Host with 400 and the first page's name with its place; pass on all the rest."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
        elif host_name(scope["headers"]) not in self.hosts:
            await refuse(scope, send, self.headers)
        elif scope["type"] == "websocket":
            await self.open_socket(scope, receive, send)
        else:
            await self.answer(scope, receive, send)

    async def open_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a socket in that a page of our own opens; browsers always say whose page it is."""
        if origin(scope["headers"]) in self.origins:
            await self.app(scope, receive, send)
        else:
            await close(send, "Unknown Origin")

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what is asked of our own name."""
        path = "/".join(filter(None, scope["path"].split("/")))
        if path.endswith(CLOSED):
            await say(send, 404, b"Nobody is told about this.\n", self.headers)
        elif f"/{path}" == FIRST_PAGE:
            await lead_home(scope, send, self.headers)
        else:
            await self.app(scope, receive, self.adding_headers(send))

    def adding_headers(self, send: Send) -> Send:
        """Wrap `send` so that the first message of an HTTP answer carries the security headers."""
        ours = {name for name, _ in self.headers}

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = [header for header in message.get("headers", []) if header[0].lower() not in ours]
                message = {**message, "headers": [*kept, *self.headers]}
            await send(message)

        return send_with_headers


def security_headers(hosts: Iterable[str], port: int) -> tuple[Header, ...]:
    """Return the headers of every answer: nothing is loaded from, sent to, or framed by another machine."""
    sockets = " ".join(f"ws://{host}:{port}" for host in hosts)
    policy = {
        "default-src": "'self'",
        # Streamlit starts charts with eval and components with blob: modules.
        "script-src": "'self' 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob:",
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "connect-src": f"'self' {sockets}",
        "worker-src": "'self' blob:",
        "frame-src": "'self' blob: data:",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
    return (
        (b"content-security-policy", "; ".join(f"{key} {value}" for key, value in policy.items()).encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"x-frame-options", b"DENY"),
    )


def our_origins(hosts: Iterable[str], port: int) -> Iterator[str]:
    """Yield the origins of our own pages, as browsers name them: without the port where it goes without
    saying.
    """
    for host in hosts:
        yield f"http://{host}:{port}"
        if port == HTTP_PORT:
            yield f"http://{host}"


def origin(headers: Iterable[Header]) -> str | None:
    """Return the request's one Origin header, in small letters; None when it is absent, doubled or odd."""
    values = [value for name, value in headers if name.lower() == b"origin"]
    return values[0].decode("latin-1").lower() if len(values) == 1 else None


def host_name(headers: Iterable[Header]) -> str | None:
    """Return the name in the request's one Host header, without its port; None when it is absent, doubled or
    odd.
    """
    values = [value for name, value in headers if name.lower() == b"host"]
    if len(values) != 1:
        return None
    try:
        address = urlsplit("//" + values[0].decode("ascii"))
        plain = address.port is None or address.port > 0
    except ValueError:
        return None
    return address.hostname if plain and address.username is None and not address.path else None


async def lead_home(scope: Scope, send: Send, headers: Sequence[Header]) -> None:
    """Send the browser on to the first page, with all that the link says besides."""
    query = scope["query_string"]
    place = b"/?" + query if query else b"/"
    length = (b"content-length", b"0")
    await send(
        {"type": "http.response.start", "status": 307, "headers": [(b"location", place), length, *headers]}
    )
    await send({"type": "http.response.body", "body": b""})


async def refuse(scope: Scope, send: Send, headers: Sequence[Header]) -> None:
    """Close a socket, or answer a page request with 400 and one plain sentence."""
    if scope["type"] == "websocket":
        await close(send, "Unknown Host")
    else:
        body = b"This studio answers only on the address it printed when it started.\n"
        await say(send, 400, body, headers)


async def close(send: Send, reason: str) -> None:
    """Close a socket before it opens."""
    await send({"type": "websocket.close", "code": 1008, "reason": reason})


async def say(send: Send, status: int, body: bytes, headers: Sequence[Header]) -> None:
    """Answer a request with one plain sentence."""
    plain = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*plain, *headers]})
    await send({"type": "http.response.body", "body": body})
