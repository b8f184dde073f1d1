"""Makes the log that a release leaves behind, for the tests of all later ones:

python -m tests.log.make_old VERSION          (writes tests/log/old/VERSION.sqlite3.gz and VERSION.json.gz)

Run it once, when a version is released, and never change what it wrote.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import random
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from websockets.exceptions import ConnectionClosed

from klaverjas.server.settings import Settings
from tests.server.processes import serving
from tests.server.support import CLUB_RULES, PUB_RULES, Guest, Message, facts_of, play_together, rules

FOLDER = Path(__file__).with_name("old")


class Kind(NamedTuple):
    """A table to leave behind, with people at it who play `until`, or do not start."""

    preset: Message
    seats: int
    people: int
    until: Callable[[Message], bool] | None = None


def at(version: int) -> Callable[[Message], bool]:
    return lambda message: bool(message.get("v", 0) >= version)


def told(fact: str) -> Callable[[Message], bool]:
    return lambda message: fact in facts_of(message)


KINDS = [
    Kind(PUB_RULES, 4, 2),
    Kind(PUB_RULES, 4, 1, at(40)),
    Kind(PUB_RULES, 4, 4, at(135)),
    Kind(CLUB_RULES, 4, 4, at(70)),
    Kind(CLUB_RULES, 4, 2, told("MatchEnded")),
    Kind(PUB_RULES, 3, 3, at(150)),
    Kind(CLUB_RULES, 3, 2, at(60)),
    Kind(PUB_RULES, 2, 2, told("MatchEnded")),
    Kind(CLUB_RULES, 2, 2, at(75)),
]


async def played(address: str, number: int, kind: Kind) -> list[Guest]:
    """People at a new table, as far as they come."""
    guests = [
        Guest(address, f"Gast {seat}", random.Random(10 * number + seat)) for seat in range(kind.people)
    ]
    await guests[0].open(rules(kind.preset, kind.seats))
    for guest in guests[1:]:
        await guest.sit(guests[0].code)
    for guest in guests:
        await guest.connect()
    if kind.until is not None:
        await guests[0].wish({"t": "start"})
        for guest in guests:
            await guest.hear(until=told("MatchStarted"))
        await play_together(guests, kind.until)
        for guest in guests:
            while guest.pending:
                await guest.next()
    return guests


async def snapshots(guests: list[Guest]) -> list[Message]:
    """What each of them is told when he comes back."""
    return [{"cookie": guest.cookie, **(await guest.connect())} for guest in guests]


async def make(database: Path, address: str) -> dict[str, list[Message]]:
    """Everybody's last view at every table, by its code."""
    left = {}
    for number, kind in enumerate(KINDS):
        guests = await played(address, number, kind)
        left[guests[0].code] = await snapshots(guests)
        for guest in guests:
            with contextlib.suppress(ConnectionClosed):
                await guest.disconnect()
    return left


def main(version: str) -> None:
    """Play, copy the database while it is served, and pack both."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        data, copy = Path(folder) / "data", Path(folder) / "copy.sqlite3"
        with serving(data) as (_, address):
            left = asyncio.run(make(data, address))
            with contextlib.closing(sqlite3.connect(Settings(data=data).database)) as connection:
                connection.execute("VACUUM INTO ?", (str(copy),))
        (FOLDER / f"{version}.sqlite3.gz").write_bytes(gzip.compress(copy.read_bytes(), 9, mtime=0))
    (FOLDER / f"{version}.json.gz").write_bytes(gzip.compress(json.dumps(left).encode(), 9, mtime=0))


if __name__ == "__main__":
    main(sys.argv[1])
