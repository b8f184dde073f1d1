"""Coming in, staying, being taken over, going: the life of a line."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from klaverjas.server.line import LONGEST_QUEUE, Line, envelope
from klaverjas.wire.messages import Pong
from tests.server.support import CLUB_RULES, FaultyLog, Guest, Inn, facts_of, inn, rules


async def close_code(guest: Guest) -> int:
    """The code with which the server closes this guest's line."""
    assert guest.line is not None
    await guest.line.wait_closed()
    assert guest.line.close_code is not None
    return guest.line.close_code


async def refused_at_the_door(guest: Guest) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        await guest.connect()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


async def stranger(it: Inn, code: str, cookie: str = "") -> Guest:
    guest = it.guest("Eve")
    guest.code, guest.cookie = code, cookie
    return guest


async def online(guest: Guest, seats: list[bool]) -> None:
    """Return when he has heard that these seats are connected."""
    await guest.hear("presence", until=lambda message: bool(message["online"] == seats))


async def test_the_first_message_is_all_that_i_may_know() -> None:
    async with inn() as it:
        jan = it.guest("Jan")
        await jan.open(CLUB_RULES)
        snapshot = await jan.connect()
        assert snapshot["t"] == "snapshot"
        assert snapshot["n"] == 0
        assert snapshot["online"] == [True, False, False, False]
        assert snapshot["view"]["code"] == jan.code
        assert snapshot["view"]["rules"] == CLUB_RULES
        assert snapshot["view"]["me"] == 0


async def test_everybody_hears_who_comes_and_goes() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        piet = await it.friend("Piet", jan.code)
        await online(jan, [True, False, True, False])
        assert piet.heard[0]["online"] == [True, False, True, False]
        await piet.disconnect()
        await online(jan, [True, False, False, False])


async def test_a_reload_gives_the_same_chair_and_hand_in_one_message() -> None:
    async with inn(pace=1) as it:
        jan, piet = await it.party(["Jan", "Piet"])
        (hand,) = [fact["cards"] for fact in piet.facts if fact["t"] == "HandDealt"]
        await piet.disconnect()
        await jan.hear("presence")
        snapshot = await piet.connect()
        assert snapshot["view"]["me"] == 2
        assert snapshot["view"]["deal"]["hand"] == hand
        assert snapshot["v"] == jan.v
        await piet.send('{"t":"ping"}')
        assert await piet.next() == {"t": "pong"}


async def test_a_second_device_takes_over_and_the_first_is_told() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        piet = await it.friend("Piet", jan.code)
        await online(jan, [True, False, True, False])
        second = await stranger(it, jan.code, piet.cookie)
        await second.connect()
        assert second.seat == piet.seat
        assert await piet.hear("bye") == {"t": "bye", "why": "elsewhere"}
        assert await close_code(piet) == 1000
        assert (await second.ask({"t": "swap", "seat": 3}))["t"] == "told"
        told = await jan.next()
        assert told["t"] == "told", "nobody was told that Piet went, because he did not"
        await online(jan, [True, False, False, True])


async def test_who_was_taken_over_can_take_it_back() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        for _ in range(5):
            other = await stranger(it, jan.code, jan.cookie)
            await other.connect()
            assert await jan.hear("bye") == {"t": "bye", "why": "elsewhere"}
            await jan.connect()
            assert await other.hear("bye") == {"t": "bye", "why": "elsewhere"}
        assert (await it.room(jan.code)).lines != []


@pytest.mark.parametrize(
    "cookie", ["", "x=y", "{name}=", "{name}=guess", "{name}=" + "x" * 500, '{name}="\xff"']
)
async def test_a_code_without_its_secret_gives_no_chair(cookie: str) -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        eve = await stranger(it, jan.code, cookie.format(name=f"kk_{jan.code}"))
        assert await refused_at_the_door(eve) == 4403
        assert (await it.room(jan.code)).lines != []


async def test_the_secret_of_one_table_is_none_at_another() -> None:
    async with inn() as it:
        jan, piet = await it.host("Jan"), await it.host("Piet")
        token = jan.cookie.partition("=")[2]
        eve = await stranger(it, piet.code, f"kk_{piet.code}={token}; {jan.cookie}")
        assert await refused_at_the_door(eve) == 4403


async def test_who_left_has_no_chair_any_more() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        piet = await it.friend("Piet", jan.code)
        await piet.wish({"t": "leave"})
        assert await piet.hear("bye") == {"t": "bye", "why": "left"}
        assert await close_code(piet) == 1000
        assert await refused_at_the_door(piet) == 4403
        left = await jan.hear("told", until=lambda message: bool(message["facts"][0]["t"] == "Left"))
        assert left["facts"] == [{"t": "Left", "seat": 2, "regular": None, "host": 0, "by": None}]


@pytest.mark.parametrize("code", ["BBBBB", "AAAAA", "x", "%2e%2e", "BBBBBBBBB"])
async def test_a_line_to_an_unknown_table_is_closed_with_4404(code: str) -> None:
    async with inn() as it:
        assert await refused_at_the_door(await stranger(it, code)) == 4404


async def test_a_code_in_small_letters_is_the_same_table() -> None:
    async with inn() as it:
        jan = it.guest("Jan")
        await jan.open()
        jan.code = jan.code.lower()
        assert (await jan.connect())["view"]["code"] == jan.code.upper()


async def test_a_page_of_a_stranger_gets_no_line_even_with_the_cookie() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        for origin in ("https://elsewhere.example", "null", "http://localhost:1"):
            with pytest.raises(InvalidStatus) as refused:
                await jan.connect(origin=origin)
            assert refused.value.response.status_code == 403


async def test_the_public_address_is_ours_too_behind_a_proxy_that_hides_it() -> None:
    async with inn(public_url="https://kroeg.example/") as it:
        jan = await it.host("Jan")
        assert (await jan.connect(origin="https://kroeg.example"))["t"] == "snapshot"


async def test_a_ping_is_answered_also_while_the_log_is_slow() -> None:
    log = FaultyLog()
    async with inn(log) as it:
        jan = await it.host("Jan")
        log.gate = asyncio.Event()
        await jan.wish({"t": "swap", "seat": 2})
        await jan.send('{"t":"ping"}')
        assert await jan.next() == {"t": "pong"}
        log.gate.set()
        assert (await jan.next())["facts"] == [{"t": "ChairsSwapped", "a": 0, "b": 2}]


async def test_after_changing_chairs_my_line_comes_with_me() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        piet = await it.friend("Piet", jan.code)
        await jan.ask({"t": "swap", "seat": 2})
        await piet.hear("told")
        assert (jan.seat, piet.seat) == (2, 0)
        assert (await piet.ask({"t": "start"}))["code"] == "not_host"
        assert (await jan.ask({"t": "start"}))["facts"][0]["t"] == "MatchStarted"
        dealt = lambda message: "DealStarted" in facts_of(message)  # noqa: E731
        await asyncio.gather(jan.hear(until=dealt), piet.hear(until=dealt))
        assert {fact["seat"] for fact in jan.facts if fact["t"] == "HandDealt"} == {2}
        assert {fact["seat"] for fact in piet.facts if fact["t"] == "HandDealt"} == {0}


async def test_when_the_log_cannot_be_read_a_line_is_asked_to_come_back() -> None:
    log = FaultyLog()
    async with inn(log) as it:
        log.broken = True
        assert await refused_at_the_door(await stranger(it, "BBBBB")) == 1013


async def test_a_closing_pub_says_goodbye_to_everybody() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        piet = await it.friend("Piet", jan.code)
        it.server.should_exit = True
        for guest in (jan, piet):
            assert await guest.hear("bye") == {"t": "bye", "why": "stopping"}
            assert await close_code(guest) == 1000


def test_a_reader_who_is_too_far_behind_gets_a_goodbye_in_place_of_it_all() -> None:
    line = Line()
    for _ in range(LONGEST_QUEUE + 5):
        line.say(envelope(Pong()))
    assert line.ending.is_set()
    assert list(map(json.loads, drained(line))) == [{"t": "bye", "why": "slow"}]


def test_after_a_goodbye_nothing_is_said() -> None:
    line = Line()
    line.say("1")
    line.end("left")
    line.say("2")
    line.end("slow")
    assert drained(line) == ["1", '{"t":"bye","why":"left"}']


def drained(line: Line) -> list[str]:
    """What would still be written on an ended line."""

    async def read() -> list[str]:
        texts = []
        while (text := await line.next()) is not None:
            texts.append(text)
        return texts

    return asyncio.run(read())


@contextmanager
def leftovers() -> Iterator[list[object]]:
    """What only the collector of garbage could free, known at the end."""
    found: list[object] = []
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield found
        gc.collect()
        found += gc.garbage
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


async def test_a_line_that_ends_is_freed_at_once_and_not_by_a_collection_that_holds_everybody_up() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        piet = await it.friend("Piet", jan.code)
        await online(jan, [True, False, True, False])
        with leftovers() as found:
            for _ in range(3):
                await piet.disconnect()
                await online(jan, [True, False, False, False])
                await piet.connect()
                await online(jan, [True, False, True, False])
            second = await stranger(it, jan.code, piet.cookie)
            await second.connect()
            assert await close_code(piet) == 1000
        assert [thing for thing in found if isinstance(thing, Line)] == []


async def test_a_browser_that_reads_nothing_is_dropped_and_the_table_plays_on() -> None:
    async with inn(farewell_seconds=0.0) as it:
        jan = await it.host("Jan", rules(seats=2))
        piet = await it.friend("Piet", jan.code)
        room = await it.room(jan.code)
        assert piet.line is not None
        piet.line.transport.pause_reading()
        (line,) = [line for line in room.lines if line is not room.lines[0]]
        while not line.ending.is_set():
            line.say("x" * 4096)
            await asyncio.sleep(0)
        presence = await jan.hear("presence", until=lambda message: not message["online"][1])
        assert presence["online"] == [True, False]
        assert (await jan.ask({"t": "start"}))["t"] == "told"
        piet.line.transport.resume_reading()
        snapshot = await piet.connect()
        assert snapshot["view"]["match"] == 1
