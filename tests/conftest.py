"""What all tests share: no network beyond this machine, and small hand-made towns."""

from __future__ import annotations

import socket

import pytest
from hypothesis import settings

# A busy machine is slow, not wrong.
settings.register_profile("townwright", deadline=None)
settings.load_profile("townwright")

_connect = socket.socket.connect


@pytest.fixture(autouse=True)
def _only_loopback(monkeypatch):
    """A fuse: any attempt to leave this machine fails loudly."""

    def guarded(self, address):
        host = address[0] if isinstance(address, tuple) else ""
        if self.family in (socket.AF_INET, socket.AF_INET6) and host not in ("127.0.0.1", "localhost", "::1"):
            raise AssertionError(f"a test tried to reach {host!r}")
        return _connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)
