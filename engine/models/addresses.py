"""Addresses of servers: put right as people type or copy them."""

from __future__ import annotations

import ipaddress
import re

_LAST = re.compile(r"/(?:chat/completions|completions|embeddings|models|responses)/*\Z")
_HOST = re.compile(r"(?P<host>\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?P<port>:\d{1,5})?(?P<path>/.*)?")


def put_right(address: str) -> str:
    """Return an address without the name of an endpoint at its end, and with a scheme.

    Without one it is http for machines at hand, and https for all others. What is no address stays as it is.
    """
    address = _LAST.sub("", address.strip()).rstrip("/")
    host = _HOST.fullmatch(address)
    if host is None or not ("." in host["host"] or host["port"] or is_loopback(host["host"])):
        return address
    return f"{'http' if _is_at_hand(host['host'].strip('[]')) else 'https'}://{address}"


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


def _is_at_hand(host: str) -> bool:
    """Return whether a host is this machine, or one of the same network."""
    try:
        return is_loopback(host) or ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".internal"))
