"""Reads the texts in a PNG without decoding its pixels, and writes texts into a plain picture."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping

from engine.errors import BadInput, worded

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_MOST_CHUNKS = 20_000  # a picture of 10 MB in pieces of 8 kB has 1,300
_HEAD = struct.Struct(">I4s")
_CRC = struct.Struct(">I")
_WIDTH, _HEIGHT = 256, 384  # two to three, as most programs show cards
_COMPRESSED = (b"zTXt", b"iTXt")


def texts_in(content: bytes, wanted: tuple[str, ...]) -> dict[str, bytes]:
    """Return the plain texts of a PNG with one of these names, the first of each. Compressed texts are never
    unpacked. Raises BadInput if a wanted text is compressed, or the file is not a complete PNG.
    """
    keys = {name.encode("latin-1"): name for name in wanted}
    found: dict[str, bytes] = {}
    packed = False
    for kind, body, whole in _chunks(memoryview(content)):
        if kind != b"tEXt" and kind not in _COMPRESSED:
            continue
        key = bytes(body[:80]).partition(b"\x00")[0]
        if key not in keys:
            continue
        if kind in _COMPRESSED:
            packed = True
        elif keys[key] not in found:
            if not whole:
                raise BadInput(
                    _damaged(worded("the checksum of its text {key!r} does not match", key=keys[key]))
                )
            found[keys[key]] = bytes(body[len(key) + 1 :])
    if packed and not found:
        raise BadInput(worded("the card in this picture is compressed; save it as uncompressed tEXt"))
    return found


def _chunks(content: memoryview) -> Iterator[tuple[bytes, memoryview, bool]]:
    """Yield the chunks of a PNG: type, content, and whether the checksum is right."""
    at, seen = len(SIGNATURE), 0
    while True:
        seen += 1
        if seen > _MOST_CHUNKS:
            raise BadInput(_damaged(worded("it has more than {most:,} chunks", most=_MOST_CHUNKS)))
        if at + _HEAD.size > len(content):
            raise BadInput(_damaged(worded("it is incomplete")))
        length, kind = _HEAD.unpack_from(content, at)
        start = at + _HEAD.size
        end = start + length
        if end + _CRC.size > len(content):
            raise BadInput(_damaged(worded("one of its chunks is longer than the file")))
        if kind == b"IEND":
            return
        text = kind == b"tEXt"
        yield (
            kind,
            content[start:end],
            not text or _crc(kind, content[start:end]) == _CRC.unpack_from(content, end)[0],
        )
        at = end + _CRC.size


def picture(texts: Mapping[str, bytes], colour: tuple[int, int, int]) -> bytes:
    """Build a plain picture of one colour that carries texts; the same texts give the same bytes."""
    head = struct.pack(">IIBBBBB", _WIDTH, _HEIGHT, 8, 2, 0, 0, 0)
    rows = (b"\x00" + bytes(colour) * _WIDTH) * _HEIGHT
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(rows, 9))]
    parts += [(b"tEXt", name.encode("latin-1") + b"\x00" + text) for name, text in texts.items()]
    return SIGNATURE + b"".join(_chunk(kind, body) for kind, body in [*parts, (b"IEND", b"")])


def _chunk(kind: bytes, body: bytes) -> bytes:
    return _HEAD.pack(len(body), kind) + body + _CRC.pack(_crc(kind, body))


def _crc(kind: bytes, body: bytes | memoryview) -> int:
    return zlib.crc32(body, zlib.crc32(kind))


def _damaged(why: str) -> str:
    return worded(
        "the picture is damaged: {why}; save the card again in the program that created it", why=why
    )
