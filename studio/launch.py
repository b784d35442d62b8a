"""Starts the studio's server: on this machine only, with its own look and headers, from any folder."""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
import tomllib
import webbrowser
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, suppress
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BadInput, TownwrightError
from studio import first_page, keeping
from studio.headers import Doors, Public, Shield, public_address
from studio.preload import preload
from studio.relationships import graph_library

if TYPE_CHECKING:
    from collections.abc import Callable

    import streamlit as st

WORKSPACE_VARIABLE = "TOWNWRIGHT_WORKSPACE"
DEFAULT_PORT = 8501
PORTS_TRIED = 50
APP = Path(__file__).with_name("app.py")


def launch(
    workspace: Path,
    *,
    port: int | None,
    open_browser: bool,
    page: str = "",
    script: Path = APP,
    public_url: str = "",
) -> None:
    """Serve the studio on `workspace` until it is stopped; without a port, on the first free one from 8501.

    `page` is the page opened first; by default the gallery. `public_url` is the address at which browsers
    reach it behind a proxy.
    """
    public = public_address(public_url) if public_url else None
    settings = {**config(), **(for_proxy(public) if public else {})}
    chosen = choose_port(settings["server.address"], port)
    os.environ[WORKSPACE_VARIABLE] = str(workspace.resolve())
    import streamlit as st
    from starlette.middleware import Middleware

    logging.getLogger("uvicorn.error").addFilter(is_a_warning)
    doors = Doors(frozenset(settings["server.allowedHosts"]), chosen, public)
    address = f"http://{settings['server.address']}:{chosen}"
    if public is not None:
        address = f"{public.origin}{public.path}"
    shield = Middleware(Shield, doors=doors)
    app = st.App(
        script.resolve(),
        middleware=[shield],
        routes=[
            *keeping.routes(doors),
            *graph_library.routes(doors.base),
            *first_page.routes(doors),
        ],
        lifespan=announcing(f"{address}/{page}" if page else address, workspace, open_browser),
        on_script_error=show_error,
    )
    answer_at_once()
    with suppress(KeyboardInterrupt):  # the server may hand Ctrl+C on when it has closed, or keep it
        app.run(config={**settings, "server.port": chosen, "server.headless": True})
    say("The studio has closed. Days that are running go on.")


def for_proxy(public: Public) -> Mapping[str, Any]:
    """Return Streamlit's settings for a public address behind a proxy."""
    return {"server.baseUrlPath": public.path.strip("/"), "server.corsAllowedOrigins": [public.origin]}


def answer_at_once() -> None:
    """Make the server send each part of an answer immediately.

    Streamlit makes its listening socket without naming the protocol, so asyncio does not set this: the second
    part of every answer waited 40 ms for the browser to confirm the first.
    """
    from streamlit.web.server.starlette import starlette_server

    bind = starlette_server._bind_socket

    def bind_at_once(address: str, port: int, backlog: int) -> socket.socket:
        listener = bind(address, port, backlog)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener

    starlette_server._bind_socket = bind_at_once


def show_error(error: Exception) -> bool:
    """Show in plain words that a page stopped; the traceback is in the terminal, and never on the page."""
    import streamlit as st

    from studio.catalogue.tr import tr, tr_error

    if isinstance(error, TownwrightError):
        st.error(tr("This page cannot continue because of this problem:"), icon=":material/report:")
        st.text(tr_error(error))
    else:
        st.error(
            tr(
                "This page stopped because of an error in Townwright. Your saved work is safe: "
                "reload the page, or open another one. For details, see the terminal in which the "
                "studio runs."
            ),
            icon=":material/report:",
        )
    return True


def config() -> dict[str, Any]:
    """Return the settings in the studio's config.toml by dotted name, as Streamlit's overrides need them."""
    return dict(flatten(tomllib.loads(config_file().read_text("utf-8"))))


def config_file() -> Path:
    """Return the config.toml of the checkout, or of the installed wheel."""
    checkout = Path(__file__).resolve().parents[1] / ".streamlit" / "config.toml"
    if checkout.is_file():
        return checkout
    files = metadata.files("townwright") or []
    installed = [
        Path(str(file.locate())) for file in files if file.parts[-2:] == ("townwright", "config.toml")
    ]
    if not installed or not installed[0].is_file():
        raise BadInput(f"The studio's settings are missing at {str(checkout)!r}: install townwright again.")
    return installed[0]


def flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the leaves of a nested table with dotted names."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from flatten(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def choose_port(address: str, wanted: int | None) -> int:
    """Return the wanted port if it is free, or the first free one from the default on. Raises BadInput."""
    if wanted is not None:
        if not is_free(address, wanted):
            raise BadInput(f"Port {wanted} is taken by another program: choose another, or leave it out.")
        return wanted
    for port in range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED):
        if is_free(address, port):
            if port != DEFAULT_PORT:
                say(f"Port {DEFAULT_PORT} is taken, so the studio opens on {port}.")
            return port
    raise BadInput(f"Ports {DEFAULT_PORT} to {port} are all taken: name a free one with --port.")


def is_free(address: str, port: int) -> bool:
    """Return whether a server could listen on a port now."""
    with closing(socket.socket()) as probe:
        if os.name != "nt":  # there, the option would let two servers share one port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except (OSError, OverflowError):
            return False
    return True


def announcing(
    address: str, workspace: Path, open_browser: bool
) -> Callable[[st.App], AbstractAsyncContextManager[None]]:
    """Return the lifespan function: once the server listens, it prints the address and, if wanted, opens
    it.
    """

    @asynccontextmanager
    async def lifespan(_: st.App) -> AsyncIterator[None]:
        say(f"Townwright is open at {address} on {str(workspace)!r}. Ctrl+C closes it.")
        preload()
        if open_browser and has_display():
            # Some browsers hold the caller until their window closes.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        yield

    return lifespan


def has_display() -> bool:
    """Return whether a window can open; on a bare terminal `webbrowser` would take over the terminal."""
    if sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def is_a_warning(record: logging.LogRecord) -> bool:
    """Return whether a log record is a warning or worse; routine messages stay out of the terminal."""
    return record.levelno >= logging.WARNING


def say(sentence: str) -> None:
    """Print one line in the terminal."""
    sys.stdout.write(sentence + "\n")
    sys.stdout.flush()
