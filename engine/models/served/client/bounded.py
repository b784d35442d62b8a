"""Limit the size of an answer: stop reading one that is far too long, as sent or as unpacked."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx2

MOST_BYTES = 4_000_000


class TooMuch(OSError):
    """More bytes came than any answer has."""


def bounded(transport: httpx2.AsyncBaseTransport) -> httpx2.AsyncBaseTransport:
    """Return a transport whose answers end with TooMuch beyond MOST_BYTES.

    Both counts are needed: a small packed answer may unpack to gigabytes, and a large one to nothing. The
    library unpacks piece by piece, a megabyte at most, so that no more than one piece too much is ever held.
    """
    import httpx2

    class Unpacked(httpx2.Response):
        async def aiter_bytes(self, chunk_size: int | None = None) -> AsyncGenerator[bytes, None]:
            count = _Count()
            async with aclosing(super().aiter_bytes(chunk_size)) as parts:
                async for part in parts:
                    yield count.past(part)

    class Bounded(httpx2.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            response = await transport.handle_async_request(request)
            assert isinstance(response.stream, httpx2.AsyncByteStream)
            return Unpacked(
                response.status_code,
                headers=response.headers,
                stream=_counted(response.stream),
                extensions=response.extensions,
            )

        async def aclose(self) -> None:
            await transport.aclose()

    return Bounded()


def _counted(stream: httpx2.AsyncByteStream) -> httpx2.AsyncByteStream:
    """Return a stream whose bytes are counted as sent."""
    import httpx2

    class Counting(httpx2.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            count = _Count()
            async for part in stream:
                yield count.past(part)

        async def aclose(self) -> None:
            await stream.aclose()

    return Counting()


class _Count:
    """Counts the bytes that have passed."""

    def __init__(self) -> None:
        self._bytes = 0

    def past(self, part: bytes) -> bytes:
        self._bytes += len(part)
        if self._bytes > MOST_BYTES:
            raise TooMuch
        return part
