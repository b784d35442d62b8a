"""The access rules of the studio's server: which requests are accepted, and what a page may reach."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from engine.errors import BadInput, worded

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

Header = tuple[bytes, bytes]

HTTP_PORT = 80

# Streamlit serves its first page at / only, and takes the page's own name for a page that is missing.
FIRST_PAGE = "/scenarios"
_PLAIN_PATH = re.compile(r"[A-Za-z0-9._~/-]*")  # of which no part means anything to a router
CLOSED = "_stcore/metrics"  # what everybody does here, to anybody who asks


@dataclass(frozen=True, slots=True)
class Public:
    """The public address of a studio behind a proxy; `path` begins with a slash, or is empty."""

    origin: str
    name: str
    path: str


@dataclass(frozen=True, slots=True)
class Doors:
    """The addresses of a studio: names of this machine, a port, and the public address if any."""

    hosts: frozenset[str]
    port: int
    public: Public | None = None

    def answers(self, headers: Iterable[Header]) -> bool:
        """Return whether a request is for one of our host names."""
        name = host_name(headers)
        return name in self.hosts or (self.public is not None and name == self.public.name)

    def is_own_page(self, headers: Sequence[Header]) -> bool:
        """Return whether a request comes from one of our pages, by its Origin: our address, or the very
        address it asks at by a name of this machine, as through a tunnel with another port.
        """
        page = origin(headers)
        if page in self.origins:
            return True
        asked = self.address_asked(headers)
        return asked is not None and page in (f"http://{asked}", f"https://{asked}")

    def address_asked(self, headers: Iterable[Header]) -> str | None:
        """Return the name of this machine with port at which a request asks; None for any other name."""
        listed = tuple(headers)
        name = host_name(listed)
        if name not in self.hosts:
            return None
        port = urlsplit("//" + next(value for key, value in listed if key.lower() == b"host").decode()).port
        return name if port is None else f"{name}:{port}"

    @property
    def base(self) -> str:
        """Return the path below which everything is served: empty, or beginning with a slash."""
        return self.public.path if self.public is not None else ""

    @property
    def origins(self) -> frozenset[str]:
        """Return the origins of our own pages."""
        public = [self.public.origin] if self.public is not None else []
        return frozenset([*our_origins(self.hosts, self.port), *public])


def public_address(said: str) -> Public:
    """Parse a public address. Raises BadInput if it is invalid."""
    try:
        address = urlsplit(said.strip())
        port = address.port
    except ValueError:
        address, port = urlsplit(""), None
    plain = address.username is None and not address.query and not address.fragment
    plain = plain and _PLAIN_PATH.fullmatch(address.path) is not None and said.isascii()
    if address.scheme not in ("http", "https") or not address.hostname or not plain:
        raise BadInput(
            worded(
                "{said!r} is not a valid studio address; write it as in a browser, for example "
                "https://lab.example.org/town",
                said=said[:200],
            )
        )
    usual = {"http": 80, "https": 443}[address.scheme]
    host = f"[{address.hostname}]" if ":" in address.hostname else address.hostname
    name = host if port in (None, usual) else f"{host}:{port}"
    path = "/".join(part for part in address.path.split("/") if part)
    return Public(f"{address.scheme}://{name}", address.hostname, path and f"/{path}")


class Shield:
    """Pure ASGI middleware: rejects foreign Host names and sockets of foreign pages, hides internal
    addresses, redirects the first page's name, and adds the security headers to all answers.
    """

    def __init__(self, app: ASGIApp, *, doors: Doors) -> None:
        self.app = app
        self.doors = doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a foreign Host with 400, and the first page's name with a redirect; pass on all other
        requests.
        """
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
        elif not self.doors.answers(scope["headers"]):
            await refuse(scope, send, self.headers(scope))
        elif scope["type"] == "websocket":
            await self.open_socket(scope, receive, send)
        else:
            await self.answer(scope, receive, send)

    async def open_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Accept a socket opened by one of our pages; browsers always send the Origin."""
        if self.doors.is_own_page(scope["headers"]):
            await self.app(scope, receive, send)
        else:
            await close(send, "Unknown Origin")

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request to our own host name."""
        path = "/".join(filter(None, scope["path"].split("/")))
        if path.endswith(CLOSED):
            await say(send, 404, b"Nobody is told about this.\n", self.headers(scope))
        elif f"/{path}" == f"{self.doors.base}{FIRST_PAGE}":
            await lead_home(scope, send, self.doors.base, self.headers(scope))
        else:
            await self.app(scope, receive, self.adding_to(send, scope))

    def headers(self, scope: Scope) -> tuple[Header, ...]:
        """Return the security headers for the answer to a request."""
        return security_headers(self.doors, self.doors.address_asked(scope["headers"]))

    def adding_to(self, send: Send, scope: Scope) -> Send:
        """Wrap `send` so that the first message of an HTTP answer carries the security headers."""
        ours = self.headers(scope)
        names = {name for name, _ in ours}

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = [header for header in message.get("headers", []) if header[0].lower() not in names]
                message = {**message, "headers": [*kept, *ours]}
            await send(message)

        return send_with_headers


def security_headers(doors: Doors, asked: str | None = None) -> tuple[Header, ...]:
    """Return the security headers of an answer: nothing is loaded from, sent to, or framed by another
    machine. `asked` is the address of this machine used in the request.
    """
    reached = [f"ws://{host}:{doors.port}" for host in sorted(doors.hosts)]
    reached += [f"ws://{asked}", f"wss://{asked}"] if asked is not None else []
    reached += ["ws" + doors.public.origin.removeprefix("http")] if doors.public is not None else []
    sockets = " ".join(dict.fromkeys(reached))
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
    """Yield the origins of our own pages; also without the port if it is the default one."""
    for host in hosts:
        yield f"http://{host}:{port}"
        if port == HTTP_PORT:
            yield f"http://{host}"


def origin(headers: Iterable[Header]) -> str | None:
    """Return the request's only Origin header, in lower case; None if it is missing, repeated or
    malformed.
    """
    values = [value for name, value in headers if name.lower() == b"origin"]
    return values[0].decode("latin-1").lower() if len(values) == 1 else None


def host_name(headers: Iterable[Header]) -> str | None:
    """Return the name in the request's only Host header, without its port; None if it is missing, repeated or
    malformed.
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


async def lead_home(scope: Scope, send: Send, base: str, headers: Sequence[Header]) -> None:
    """Redirect the browser to the first page, with the query of the link."""
    query = scope["query_string"]
    place = f"{base}/".encode() + (b"?" + query if query else b"")
    length = (b"content-length", b"0")
    await send(
        {"type": "http.response.start", "status": 307, "headers": [(b"location", place), length, *headers]}
    )
    await send({"type": "http.response.body", "body": b""})


async def refuse(scope: Scope, send: Send, headers: Sequence[Header]) -> None:
    """Close a socket, or answer a page request with 400 and one sentence."""
    if scope["type"] == "websocket":
        await close(send, "Unknown Host")
    else:
        body = (
            b"This studio answers only on the address it printed when it started. "
            b"Behind a proxy, start it with: townwright --public-url https://the-address-in-the-browser/\n"
        )
        await say(send, 400, body, headers)


async def close(send: Send, reason: str) -> None:
    """Close a socket before it opens."""
    await send({"type": "websocket.close", "code": 1008, "reason": reason})


async def say(send: Send, status: int, body: bytes, headers: Sequence[Header]) -> None:
    """Answer a request with one sentence."""
    plain = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*plain, *headers]})
    await send({"type": "http.response.body", "body": body})
