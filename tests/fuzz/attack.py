"""python -m tests.fuzz.attack: misbehave at a real pub from one address, while two people play from another.

Prints for each attack what became of it, the memory of the server, and how long the people's pings took.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import httpx

from tests.server.processes import serving
from tests.server.raw import PING, TEXT, frame
from tests.server.support import PUB_RULES, Guest

PEOPLE = "127.0.0.1"
ATTACKER = "127.0.0.2"
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Pub:
    """Where the pub is, and its process."""

    port: int
    pid: int

    def memory(self) -> float:
        """Megabytes of the server, without the workers in which regulars think."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024


# ---- the people -------------------------------------------------------------------------------------------


def play(port: int, tell: Connection) -> None:
    """Two people, in a process of their own, ask for signs of life and tell how long each took."""
    asyncio.run(_play(port, tell))


async def _play(port: int, tell: Connection) -> None:
    jan, piet = (Guest(f"http://{PEOPLE}:{port}", name, Random(1)) for name in ("Jan", "Piet"))
    await jan.open(PUB_RULES)
    await piet.sit(jan.code)
    for person in (jan, piet):
        await person.connect()
    tell.send(0.0)
    while True:
        for person in (jan, piet):
            began = time.perf_counter()
            await person.send('{"t":"ping"}')
            await person.hear("pong")
            tell.send(time.perf_counter() - began)
        await asyncio.sleep(0.2)


@contextlib.contextmanager
def people(port: int) -> Iterator[Connection]:
    ours, theirs = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(target=play, args=(port, theirs), daemon=True)
    process.start()
    try:
        ours.recv()
        yield ours
    finally:
        process.kill()
        process.join()


# ---- the attacks ------------------------------------------------------------------------------------------


async def dial(pub: Pub, buffer: int | None = None) -> Streams:
    door = socket.socket()
    if buffer is not None:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    door.setblocking(False)
    door.bind((ATTACKER, 0))
    await asyncio.get_running_loop().sock_connect(door, (PEOPLE, pub.port))
    return await asyncio.open_connection(sock=door, limit=2**12)


async def ended(reader: asyncio.StreamReader) -> bool:
    """Whether the server has closed it, having read what it said."""
    try:
        async with asyncio.timeout(0.001):
            while await reader.read(2**16):
                pass
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return True


async def many(number: int, one: Callable[[], Awaitable[Streams]]) -> list[Streams]:
    """So many connections; those that were refused are left out."""
    made: list[Streams] = []
    for _ in range(number):
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            made.append(await one())
    return made


async def watch(lines: list[Streams], seconds: float, act: bytes = b"") -> str:
    """Keep them for so long, each saying this once a second; tell when how many were gone."""
    began = time.monotonic()
    gone: dict[int, float] = {}
    while time.monotonic() - began < seconds and len(gone) < len(lines):
        for number, (reader, writer) in enumerate(lines):
            if number not in gone and await ended(reader):
                gone[number] = time.monotonic() - began
            elif number not in gone and act:
                writer.write(act)
        await asyncio.sleep(1)
    for _, writer in lines:
        writer.transport.abort()
    if not gone:
        return f"{len(lines)} open, none closed in {seconds:.0f} s"
    return f"{len(lines)} open, {len(gone)} closed after {min(gone.values()):.0f}-{max(gone.values()):.0f} s"


async def rest(pub: Pub) -> str:
    await asyncio.sleep(5)
    return "peace"


async def slow_headers(pub: Pub) -> str:
    return await watch(await many(1500, lambda: dial(pub)), 25, b"X")


async def silence(pub: Pub) -> str:
    return await watch(await many(1500, lambda: dial(pub)), 25)


async def long_headers(pub: Pub) -> str:
    async def one() -> Streams:
        reader, writer = await dial(pub)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 2**20)
        return reader, writer

    return await watch(await many(200, one), 20)


async def guests(pub: Pub, number: int) -> list[tuple[str, str]]:
    """Chairs for so many, as far as the pub gives them: the code and the cookie of each."""
    chairs: list[tuple[str, str]] = []
    async with caller(pub) as client:
        while len(chairs) < number:
            opened = await client.post("/api/tables", json={"name": "Eve", "rules": PUB_RULES})
            if opened.status_code != 201:
                break
            code = opened.json()["code"]
            answers = [opened]
            for _ in range(3):
                client.cookies.clear()
                answers.append(await client.post(f"/api/tables/{code}/chairs", json={"name": "Eve"}))
            chairs += [
                (code, each.headers["set-cookie"].partition(";")[0])
                for each in answers
                if each.status_code == 201
            ]
            client.cookies.clear()
    return chairs


def caller(pub: Pub) -> httpx.AsyncClient:
    """A browser at the attacker's address."""
    way = httpx.AsyncHTTPTransport(local_address=ATTACKER)
    return httpx.AsyncClient(base_url=f"http://{PEOPLE}:{pub.port}", transport=way, trust_env=False)


async def at_table(pub: Pub, code: str, cookie: str, buffer: int | None = None) -> Streams:
    reader, writer = await dial(pub, buffer)
    writer.write(
        f"GET /ws/{code} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: {cookie}\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def seated(pub: Pub, number: int, buffer: int | None = None) -> list[Streams]:
    return [
        await at_table(pub, code, cookie, buffer) for code, cookie in (await guests(pub, number))[:number]
    ]


async def thousand_sockets(pub: Pub) -> str:
    """As many chairs as it can get, a socket on each, and none that answers a ping."""
    return await watch(await seated(pub, 1000), 45)


async def flood(pub: Pub, what: bytes, number: int = 40) -> str:
    return await watch(await seated(pub, number), 15, what)


async def never_reads(pub: Pub) -> str:
    """Changes chairs as often as is allowed, so that much is told, and reads nothing of it."""
    chairs = (await guests(pub, 40))[:40]
    lines = [await at_table(pub, code, cookie, 4096) for code, cookie in chairs]
    for reader, _ in lines:
        reader._transport.pause_reading()  # type: ignore[attr-defined]
    began, number = time.monotonic(), 0
    gone: set[int] = set()
    while time.monotonic() - began < 120 and len(gone) < len(lines):
        for place, (_, writer) in enumerate(lines):
            if writer.transport.is_closing():
                gone.add(place)
        for _, writer in [line for place, line in enumerate(lines) if place not in gone]:
            for n in range(number, number + 18):
                writer.write(frame(TEXT, b'{"t":"swap","n":%d,"seat":%d}' % (n + 1, n % 4)))
        number += 18
        await asyncio.sleep(1)
    for _, writer in lines:
        writer.transport.abort()
    return f"{len(lines)} open, {len(gone)} closed in {time.monotonic() - began:.0f} s"


async def guess_codes(pub: Pub) -> str:
    return await _ask(pub, "GET", "/api/tables/{code}")


async def open_tables(pub: Pub) -> str:
    return await _ask(pub, "POST", "/api/tables")


async def _ask(pub: Pub, method: str, path: str) -> str:
    statuses: Counter[int] = Counter()
    async with caller(pub) as client:
        body = {"name": "Eve", "rules": PUB_RULES} if method == "POST" else None
        for number in range(1000):
            code = "".join("BCDFGHJKMN"[int(digit)] for digit in f"{number:05}")
            statuses[(await client.request(method, path.format(code=code), json=body)).status_code] += 1
            client.cookies.clear()
    return ", ".join(f"{count} answered {status}" for status, count in sorted(statuses.items()))


ATTACKS: dict[str, Callable[[Pub], Awaitable[str]]] = {
    "nothing": rest,
    "1,500 connections, silent": silence,
    "1,500 connections, a byte a second": slow_headers,
    "200 with a megabyte of headers": long_headers,
    "1,000 codes guessed": guess_codes,
    "1,000 tables opened": open_tables,
    "1,000 sockets, deaf and silent": thousand_sockets,
    "40 sockets, 2,000 messages a second each": lambda pub: flood(pub, frame(TEXT, b'{"t":"ping"}') * 2000),
    "40 sockets, 2,000 pings a second each": lambda pub: flood(pub, frame(PING, b"x" * 125) * 2000),
    "40 sockets, frames without mask": lambda pub: flood(pub, frame(TEXT, b"{}", masked=False)),
    "40 sockets that never read": never_reads,
}


# ---- the report -------------------------------------------------------------------------------------------


def run(name: str) -> str:
    """One attack on a pub of its own, as a row of a table."""
    with tempfile.TemporaryDirectory() as data, serving(Path(data), "--proxies", "") as (process, address):
        pub = Pub(int(address.rpartition(":")[2]), process.pid)
        with people(pub.port) as told:
            before = pub.memory()
            outcome, peak = asyncio.run(_measured(pub, ATTACKS[name]))
            pings = []
            while told.poll():
                pings.append(told.recv() * 1000)
            pings.sort()
            worst = f"{pings[len(pings) // 2]:.1f} / {pings[-1 - len(pings) // 100]:.0f} / {pings[-1]:.0f}"
            return f"| {name} | {outcome} | {before:.0f}, {peak:.0f}, {pub.memory():.0f} | {worst} |"


async def _measured(pub: Pub, attack: Callable[[Pub], Awaitable[str]]) -> tuple[str, float]:
    peak, going = 0.0, asyncio.ensure_future(attack(pub))
    while not going.done():
        peak = max(peak, pub.memory())
        await asyncio.wait([going], timeout=0.1)
    return going.result(), peak


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.attack", description=__doc__)
    parser.add_argument("--only", choices=sorted(ATTACKS))
    only = parser.parse_args().only
    print("| attack | what became of it | MB before, at most, after | others' pings, ms: half, 99 %, worst |")
    print("| --- | --- | --- | --- |")
    for name in ATTACKS if only is None else [only]:
        print(run(name), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
