"""A pub that is asked to close while its database is held by somebody else."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

from klaverjas.server.settings import Settings
from tests.server.processes import serving
from tests.server.support import Guest


async def test_a_pub_closes_in_order_while_a_stranger_holds_its_database(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, address):
        guest = Guest(address, "Jan", random.Random(1))
        await guest.open()
        await guest.connect()
        with closing(sqlite3.connect(Settings(data=tmp_path).database, isolation_level=None)) as stranger:
            stranger.execute("BEGIN IMMEDIATE")
            await guest.wish({"t": "swap", "seat": 2})
            process.terminate()
            bye = await guest.hear("bye")
            assert process.wait(30) == 0
        await guest.disconnect()
    assert bye["why"] == "stopping"
    assert not any(message["t"] == "told" and message["n"] for message in guest.heard)
    with serving(tmp_path) as (_, address):
        guest.address = address
        snapshot = await guest.connect()
        assert snapshot["view"]["me"] == 0
        assert snapshot["n"] == 0
        await guest.disconnect()


HALF = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"


async def test_a_pub_that_closes_waits_for_no_request_that_does_not_come_and_writes_nothing_but_its_journal(
    tmp_path: Path,
) -> None:
    journal = tmp_path / "journal"
    with (
        journal.open("w") as written,
        serving(tmp_path / "data", "--log-format", "json", written=written) as (process, address),
    ):
        guest = Guest(address, "Jan", random.Random(1))
        await guest.open()
        await guest.connect()
        host = urlsplit(address)
        reader, writer = await asyncio.open_connection(host.hostname, host.port)
        writer.write(HALF)
        await guest.send('{"t":"ping"}')
        await guest.hear("pong")
        process.terminate()
        await guest.hear("bye")
        assert await reader.read() == b""
        assert process.wait(30) == 0
        writer.close()
        await guest.disconnect()
    told = [json.loads(line) for line in journal.read_text().splitlines()]
    assert [line["event"] for line in told if line["level"] != "warning"] == ["open", "closed"]
