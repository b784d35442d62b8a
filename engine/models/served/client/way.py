"""The way to a server: the proxy and the certificates that this machine's environment names."""

from __future__ import annotations

import os
import ssl
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from engine.errors import worded
from engine.models.addresses import is_loopback
from engine.models.served.client.failures import Kind, ServerFailed

if TYPE_CHECKING:
    import httpx2

_CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR")


def transport_to(base_url: str) -> httpx2.AsyncBaseTransport:
    """Return the transport to an address. Raises ServerFailed if the environment names an unusable way."""
    import httpx2

    proxy = proxy_of(base_url)
    try:
        return httpx2.AsyncHTTPTransport(verify=_trusted(), proxy=proxy or None)
    except (ImportError, ValueError) as error:
        said = worded("the proxy {proxy} cannot be used: {error}", proxy=without_password(proxy), error=error)
        raise ServerFailed(Kind.UNREACHABLE, said) from None


def proxy_of(base_url: str) -> str:
    """Return the proxy for an address, from HTTP_PROXY, HTTPS_PROXY and NO_PROXY; empty for the direct way.

    Whatever runs on this machine is reached directly.
    """
    parts = urlsplit(base_url)
    host = parts.hostname or ""
    if is_loopback(host):
        return ""
    known = getproxies()
    proxy = known.get(parts.scheme) or known.get("all") or ""
    if not proxy or proxy_bypass(f"{host}:{parts.port}" if parts.port else host):
        return ""
    return proxy if "://" in proxy else f"http://{proxy}"


def without_password(proxy: str) -> str:
    """Return the address of a proxy as it may be shown."""
    parts = urlsplit(proxy)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def load_certificates() -> None:
    """Read the certificates, which takes longer than many an answer."""
    _trusted()


def _trusted() -> ssl.SSLContext:
    return _context(*(os.environ.get(name, "") for name in _CERTIFICATES))


@cache
def _context(file: str, folder: str) -> ssl.SSLContext:
    """Return the context of trusted certificates; it is read once for each place that is named for them."""
    import httpx2

    try:
        return httpx2.create_ssl_context()
    except OSError:
        said = worded("the certificates in {file} cannot be read", file=file or folder)
        raise ServerFailed(Kind.UNTRUSTED, said) from None
