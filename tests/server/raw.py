"""The bytes of HTTP and WebSocket, for callers who do not keep to them."""

from __future__ import annotations

import asyncio
import base64
import os
import struct

from tests.server.support import Guest, Inn

TEXT, PING, PONG, PIECE = 0x81, 0x89, 0x8A, 0x00


def frame(kind: int, payload: bytes = b"", masked: bool = True) -> bytes:
    """A frame; `kind` is its first byte, and the mask is all zeros."""
    size = len(payload)
    length = bytes([size]) if size < 126 else bytes([126]) + struct.pack("!H", size)
    if not masked:
        return bytes([kind]) + length + payload
    return bytes([kind, length[0] | 0x80]) + length[1:] + bytes(4) + payload


async def shake_hands(
    it: Inn, guest: Guest, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Become a socket of this guest, and read his snapshot."""
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET /ws/{guest.code} HTTP/1.1\r\nHost: 127.0.0.1:{it.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: {guest.cookie}\r\n\r\n".encode()
    )
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    kind, size = await reader.readexactly(2)
    assert (kind, size) == (TEXT, 126)
    (length,) = struct.unpack("!H", await reader.readexactly(2))
    assert (await reader.readexactly(length)).startswith(b'{"t":"snapshot"')
