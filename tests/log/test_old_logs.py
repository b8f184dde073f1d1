"""What every release has written can be read by this one: each table, each view, and the table goes on.

`make_old.py` made the files; a new release adds its own and leaves the others alone.
"""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from klaverjas.log import SqliteLog
from klaverjas.table import audience, decode, replay
from tests.log.support import sqlite_log
from tests.server.support import Guest, Message, facts_of, inn, play_together

OLD = Path(__file__).with_name("old")
RELEASES = sorted(file.name.removesuffix(".sqlite3.gz") for file in OLD.glob("*.sqlite3.gz"))


def unpacked(release: str, folder: Path) -> Path:
    """A copy of the database that this release left."""
    database = folder / "klaverkroeg.sqlite3"
    database.write_bytes(gzip.decompress((OLD / f"{release}.sqlite3.gz").read_bytes()))
    return database


def left_behind(release: str) -> dict[str, list[Message]]:
    """By table: cookie and last snapshot of everybody there."""
    left: dict[str, list[Message]] = json.loads(gzip.decompress((OLD / f"{release}.json.gz").read_bytes()))
    return left


def agrees(old: Any, new: Any) -> bool:
    """Whether `new` says all that `old` says; it may say more."""
    if isinstance(old, dict):
        return isinstance(new, dict) and all(key in new and agrees(old[key], new[key]) for key in old)
    if isinstance(old, list):
        return isinstance(new, list) and len(old) == len(new) and all(map(agrees, old, new))
    return bool(old == new)


def test_there_is_a_log_of_the_first_release() -> None:
    assert "0.1.0" in RELEASES


def test_agreeing_is_saying_at_least_the_same() -> None:
    assert agrees({"a": [{"b": 1}]}, {"a": [{"b": 1, "c": 2}], "d": 3})
    assert not agrees({"a": 1}, {})
    assert not agrees({"a": [1]}, {"a": [1, 2]})
    assert not agrees([{"a": 1}], [{"a": 2}])


@pytest.mark.parametrize("release", RELEASES)
async def test_every_table_of_an_old_log_is_replayed_to_the_views_that_were_shown(
    release: str, tmp_path: Path
) -> None:
    left = left_behind(release)
    async with sqlite_log(unpacked(release, tmp_path)) as log:
        assert sorted(left) == await log.tables()
        for code, snapshots in left.items():
            stored = [decode(line) for line in await log.read(code)]
            for shown in snapshots:
                table = replay(stored[: shown["v"]])
                assert table is not None
                again = msgspec.to_builtins(audience.table_view(table, shown["view"]["me"]))
                assert agrees(shown["view"], again)
                assert table.chairs[shown["view"]["me"]].n == shown["n"]


@pytest.mark.parametrize("release", RELEASES)
async def test_the_tables_of_an_old_log_go_on_with_the_people_who_sat_there(
    release: str, tmp_path: Path
) -> None:
    log = await SqliteLog.open(unpacked(release, tmp_path))
    async with inn(log) as it:
        for code, snapshots in left_behind(release).items():
            guests = [
                Guest(it.address, "?", random.Random(seat), code=code, cookie=shown["cookie"])
                for seat, shown in enumerate(snapshots)
            ]
            it.people += guests
            phase = [(await guest.connect())["view"]["phase"] for guest in guests][-1]
            if phase == "waiting":
                await guests[0].ask({"t": "start"})
            for guest in guests if phase == "ended" else ():
                await guest.ask({"t": "again"})
            await play_together(guests, until=lambda message: "DealScored" in facts_of(message))
