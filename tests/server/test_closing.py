"""A pub that is asked to close while its database is held by somebody else."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

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
