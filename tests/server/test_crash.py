"""A killed server forgets nothing that it told, and no moment is a wrong one to die."""

from __future__ import annotations

import asyncio
import contextlib
import random
from pathlib import Path
from typing import Literal

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from klaverjas.log import SqliteLog
from klaverjas.server.rooms import Rooms
from klaverjas.server.settings import Settings
from klaverjas.table import audience, decode, replay
from tests.server.processes import serving
from tests.server.rooms import Corner, Person, corner, from_log
from tests.server.support import (
    CLUB_RULES,
    PUB_RULES,
    FaultyLog,
    Guest,
    Message,
    facts_of,
    make_pub,
    play_together,
    rules,
)

# ---- a real process and kill -9 ---------------------------------------------------------------------------


async def seated(address: str, preset: Message, seats: int, people: int) -> list[Guest]:
    """People at a new table, the match started."""
    guests = [Guest(address, f"P{seat}", random.Random(seats * 10 + seat)) for seat in range(people)]
    await guests[0].open(rules(preset, seats))
    for guest in guests[1:]:
        await guest.sit(guests[0].code)
    for guest in guests:
        await guest.connect()
    await guests[0].wish({"t": "start"})
    for guest in guests:
        await guest.hear("told", until=lambda message: "MatchStarted" in facts_of(message))
    return guests


async def play_until_version(guests: list[Guest], version: int) -> None:
    """Play on, then wait for the last answers, so that the table stands still."""
    await play_together(guests, until=lambda message: bool(message.get("v", 0) >= version))
    for guest in guests:
        while guest.pending:
            await guest.next()


async def come_back(guests: list[Guest], address: str) -> list[Message]:
    """Everybody's first message on a new line, without what depends on the moment: who is there, and whether
    his number for the next deal, which is a version of its own, has come in yet."""
    snapshots = []
    for guest in guests:
        guest.address = address
        snapshot = await guest.connect()
        todo = {**snapshot["todo"], "auto_ms": None}
        coming = snapshot["fair"]["coming"]
        fair = {**snapshot["fair"], "coming": coming and {**coming, "mine": None}}
        snapshots.append({**snapshot, "online": [], "waits": [], "todo": todo, "fair": fair})
    return snapshots


def without_version(snapshots: list[Message]) -> list[Message]:
    """A number that comes in is a version of its own."""
    return [{**snapshot, "v": None} for snapshot in snapshots]


async def play_into_a_trick(guests: list[Guest], address: str) -> None:
    """One move at a time, until cards lie on the table."""
    while True:
        snapshots = await come_back(guests, address)
        if (snapshots[0]["view"]["deal"]["trick"] or {}).get("cards"):
            return
        wishes = [(guest, guest.choose(guest.heard[-1])) for guest in guests]
        guest, command = next((guest, command) for guest, command in wishes if command is not None)
        await guest.ask(command)


async def leave_all(tables: list[list[Guest]]) -> None:
    for guests in tables:
        for guest in guests:
            with contextlib.suppress(ConnectionClosed):
                await guest.disconnect()


async def test_after_kill_9_every_table_hand_and_score_is_as_it_was_and_people_play_on(
    tmp_path: Path,
) -> None:
    kinds = [(PUB_RULES, 4, 4), (PUB_RULES, 4, 1), (CLUB_RULES, 4, 2), (PUB_RULES, 3, 3), (CLUB_RULES, 2, 2)]
    with serving(tmp_path / "data") as (process, address):
        tables = [await seated(address, *kind) for kind in kinds]
        for number, guests in enumerate(tables):
            await play_until_version(guests, 45 + 12 * number)
        await play_into_a_trick(tables[0], address)
        before = [without_version(await come_back(guests, address)) for guests in tables]
        process.kill()
        await leave_all(tables)
    assert before[0][0]["view"]["deal"]["trick"]["cards"]
    assert any(snapshots[0]["view"]["sheet"] for snapshots in before)
    with serving(tmp_path / "data") as (_, address):
        assert [without_version(await come_back(guests, address)) for guests in tables] == before
        for guests in tables:
            await play_together(guests, until=lambda message: "DealScored" in facts_of(message))
        await leave_all(tables)


@pytest.mark.parametrize("seed", range(3))
async def test_a_kill_at_any_moment_loses_nothing_that_anyone_was_told(tmp_path: Path, seed: int) -> None:
    moment = random.Random(seed).randint(30, 200)
    with serving(tmp_path) as (process, address):
        guests = await seated(address, PUB_RULES, 4, 3)
        playing = [asyncio.create_task(guest.play()) for guest in guests]
        while guests[0].v < moment:
            await asyncio.sleep(0.001)
        process.kill()
        await asyncio.gather(*playing, return_exceptions=True)
        await leave_all([guests])
    log = await SqliteLog.open(Settings(data=tmp_path).database)
    try:
        stored = [decode(line) for line in await log.read(guests[0].code)]
    finally:
        await log.close()
    assert replay(stored) is not None
    for guest in guests:
        for message in guest.heard:
            if message["t"] == "told":
                events = stored[message["v"] - len(message["facts"]) : message["v"]]
                told = [audience.told(each.event, guest.seat) for each in events]
                assert msgspec.to_builtins(told) == message["facts"]
    with serving(tmp_path) as (_, address):
        for guest, snapshot in zip(guests, await come_back(guests, address), strict=True):
            assert snapshot["v"] >= len(stored)
            assert snapshot["view"]["me"] == guest.seat
        await leave_all([guests])


# ---- between any two steps --------------------------------------------------------------------------------


async def next_command(it: Corner) -> tuple[Person, Message]:
    """What somebody at this table may do now."""
    for person in it.people:
        todo = person.join(it.room)[0]["todo"]
        if todo["calls"]:
            return person, {"t": "call", "call": todo["calls"][-1]}
        if todo["cards"]:
            return person, {"t": "play", "card": todo["cards"][0]}
    waited_for = next(person for person in it.people if it.seat(person) not in it.room.table.ready)
    return waited_for, {"t": "show_score" if it.phase == "closing" else "go_on"}


@pytest.mark.parametrize("preset", [PUB_RULES, CLUB_RULES])
@pytest.mark.parametrize("dies", ["before", "after"])
async def test_a_crash_before_or_after_any_append_leaves_the_table_whole(
    preset: Message, dies: Literal["before", "after"]
) -> None:
    written = dies == "after"
    log = FaultyLog()
    pub = make_pub(log)
    it = await corner(pub, people=2, house=rules(preset, 2))
    crashes = 0
    while len(it.room.table.sheet) < 1 or it.phase != "calling":
        person, command = await next_command(it)
        before, number = it.room.table, it.chair_number(person) + 1
        for each in it.people:
            each.read()
        log.dies, log.dead = dies, asyncio.Event()
        crashing = asyncio.create_task(it.ask(person, command))
        await log.dead.wait()
        crashing.cancel()
        assert it.room.table is before
        assert not any(each.read() for each in it.people), "nothing was told"
        after = await from_log(log, it.room)
        assert after is not None
        assert (after == before) == (not written)
        room = await Rooms(pub).find(before.code)
        assert room is not None
        assert room.table == after
        it = Corner(it.rooms, room, it.people)
        for each in it.people:
            each.join(room)
        # The browser sends what was not acknowledged once more, under the same number.
        answer = await it.ask(person, command, n=number)
        assert answer[-1]["n"] == number
        assert (answer[-1]["facts"] == []) == written
        crashes += 1
    assert crashes > 30
