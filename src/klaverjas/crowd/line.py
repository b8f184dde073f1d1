"""A browser's end of a socket, so light that one process has ten thousand of them, and so bare that it can
be cut, held up or broken off in the middle of a message.

It is the client's half of RFC 6455 as far as our server uses it: one text frame is one message.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
NO_MASK = bytes(4)
"""A client must mask, against proxies between it and the server; on loopback there are none, and masking
with zeros is masking."""


class Line(asyncio.Protocol):
    """`hear` gets each message, `lost` is called once when the line has ended, also one that never opened."""

    def __init__(
        self, request: bytes, hear: Callable[[Line, bytes], None], lost: Callable[[Line], None]
    ) -> None:
        self._request = request
        self._hear = hear
        self._lost = lost
        self._heard = b""
        self._open = False
        self._transport: asyncio.Transport | None = None
        self.close_code = 0

    async def connect(self, port: int) -> None:
        """Reach for the pub on this machine. Raises OSError when nobody listens."""
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are no subclass of it, but can the same.
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost(self)

    def data_received(self, data: bytes) -> None:
        heard = self._heard + data if self._heard else data
        if not self._open:
            head, end, heard = heard.partition(b"\r\n\r\n")
            if not end:
                self._heard = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.cut()
                return
            self._open = True
        self._heard = self._take_frames(heard)

    def say(self, text: bytes) -> None:
        """Send a message; nothing happens when the line has ended."""
        self._write(framed(TEXT, text))

    def say_half(self, text: bytes) -> None:
        """Send the first half of a message and be gone."""
        self._write(framed(TEXT, text)[: 6 + len(text) // 2])
        self.cut()

    def cut(self) -> None:
        """Be gone without a word."""
        if self._transport is not None:
            self._transport.abort()

    def close(self) -> None:
        """Say goodbye; the server then ends the line."""
        self._write(framed(CLOSE, b"\x03\xe8"))

    def pause(self) -> None:
        """Read nothing until `resume`."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.pause_reading()

    def resume(self) -> None:
        """Read on."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()

    def _write(self, frame: bytes) -> None:
        if self._open and self._transport is not None and not self._transport.is_closing():
            self._transport.write(frame)

    def _take_frames(self, heard: bytes) -> bytes:
        """Hear every whole frame and return the rest."""
        at = 0
        while len(heard) - at >= 2:
            length, start = heard[at + 1], at + 2
            if length == 126:
                length, start = int.from_bytes(heard[start : start + 2], "big"), start + 2
            elif length == 127:
                length, start = int.from_bytes(heard[start : start + 8], "big"), start + 8
            if len(heard) < start + length:
                break
            kind, at = heard[at] & 15, start + length
            self._take(kind, heard[start:at])
        return heard[at:]

    def _take(self, kind: int, content: bytes) -> None:
        if kind == TEXT:
            self._hear(self, content)
        elif kind == PING:
            self._write(framed(PONG, content))
        elif kind == CLOSE:
            self.close_code = int.from_bytes(content[:2], "big")
            self._write(framed(CLOSE, content[:2]))


def framed(kind: int, content: bytes) -> bytes:
    """A whole frame from a client. Raises OverflowError over 64 KB."""
    size = len(content)
    length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big")
    return bytes([0x80 | kind]) + length + NO_MASK + content


def knock(port: int, path: str, cookie: str) -> bytes:
    """The request that opens a line, as a browser on a page of this pub sends it."""
    host = f"127.0.0.1:{port}"
    key = base64.b64encode(bytes(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {host}",
        f"Origin: http://{host}",
        f"Cookie: {cookie}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
    ]
    return "\r\n".join([*lines, "", ""]).encode()
