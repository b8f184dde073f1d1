"""The HTTP door of a pub on this machine, as far as simulated people need it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import msgspec

from klaverjas.wire.messages import OpenTable, SitDown, TableOpened
from klaverjas.wire.shapes import HouseRules

PATIENCE = 30.0


class ShutOut(Exception):
    """The pub said no, or nothing."""


@dataclass(frozen=True, slots=True)
class Key:
    """A chair at a table: its code, and the cookie that proves whose chair it is."""

    code: str
    cookie: str


async def open_table(port: int, name: str, rules: HouseRules) -> Key:
    """A new table. Raises ShutOut."""
    return _key(await ask(port, "POST", "/api/tables", msgspec.json.encode(OpenTable(name, rules))))


async def sit_down(port: int, name: str, code: str) -> Key:
    """A chair at that table. Raises ShutOut."""
    body = msgspec.json.encode(SitDown(name))
    return _key(await ask(port, "POST", f"/api/tables/{code}/chairs", body))


async def ask(port: int, method: str, path: str, body: bytes = b"") -> tuple[int, str, bytes]:
    """Status, head and body of the answer. Raises ShutOut when there is none."""
    wish = (
        f"{method} {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Content-Length: {len(body)}",
        "Connection: close",
        "",
        "",
    )
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write("\r\n".join(wish).encode() + body)
                answer = await reader.read()
            finally:
                writer.close()
    except (OSError, TimeoutError) as error:
        raise ShutOut(f"{method} {path}: {type(error).__name__}") from None
    top, _, content = answer.partition(b"\r\n\r\n")
    status = top[9:12]
    if not status.isdigit():
        raise ShutOut(f"{method} {path}: no answer")
    return int(status), top.decode("latin-1"), content


def _key(answer: tuple[int, str, bytes]) -> Key:
    status, head, body = answer
    if status != 201:
        raise ShutOut(f"status {status}: {body.decode(errors='replace')}")
    cookies = [line for line in head.split("\r\n") if line.lower().startswith("set-cookie:")]
    if not cookies:
        raise ShutOut("no cookie for the chair")
    cookie = cookies[0].partition(":")[2].partition(";")[0].strip()
    return Key(msgspec.json.decode(body, type=TableOpened).code, cookie)
