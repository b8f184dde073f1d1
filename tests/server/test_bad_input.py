"""Everything a broken or hostile browser can send gets a refusal, and the table does not notice."""

from __future__ import annotations

import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from klaverjas.server.settings import Settings
from klaverjas.server.socket import MESSAGES
from tests.server.support import CLUB_RULES, Guest, Inn, Message, inn, rules

CARDS = [f"{suit}{rank}" for suit in "CDHS" for rank in "789TJQKA"]


async def check_unharmed(it: Inn, guest: Guest, version: int) -> None:
    """The table is where it was, and this line still works."""
    assert (await it.room(guest.code)).table.version == version
    await guest.send('{"t":"ping"}')
    assert (await guest.hear("pong"))["t"] == "pong"


UNREADABLE: list[Any] = [
    "",
    " ",
    "null",
    "1",
    '"play"',
    "[]",
    "{}",
    "{",
    "[" * 2000,
    '{"t":' * 400,
    '{"t":"ping","n":1}',
    '{"t":"shout","n":1}',
    '{"t":"Swap","n":1,"seat":1}',
    '{"t":null,"n":1}',
    '{"t":["play"],"n":1}',
    '{"n":1}',
    '{"t":"swap","n":1,"seat":1} x',
    '{"t":"go_on","n":1,"deal":16}',
    '{"t":"go_on","n":1}',
    '{"t":"play","n":1,"card":"HJ\\n"}',
    '{"t":"again","n":1e3}',
    '{"t":"again","n":true}',
    '{"t":"again","n":0}',
    '{"t":"again","n":-1}',
    '{"t":"again","n":99999999999999999999}',
    '{"t":"again","n":1,"seat":2}',
    '{"t":"play","n":1,"card":"HJ","seat":2}',
    '{"t":"play","n":1,"card":"hj"}',
    '{"t":"play","n":1,"card":"HX"}',
    '{"t":"play","n":1,"card":["HJ"]}',
    '{"t":"play","n":1,"card":"\\ud800"}',
    '{"t":"call","n":1,"call":"troef"}',
    '{"t":"swap","n":1,"seat":4}',
    '{"t":"swap","n":1,"seat":-1}',
    '{"t":"swap","n":1,"seat":"1"}',
    '{"t":"claim","n":1,"deal":0,"accused":1,"trick":16}',
    '{"t":"claim","n":1,"deal":0,"accused":1}',
    '{"t":"snapshot","v":1}',
    b"\x00\x01",
    b'{"t":"ping"}',
    b"",
]


async def test_what_is_no_message_is_refused_as_unreadable() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        for text in UNREADABLE:
            await jan.send(text)
            answer = await jan.next()
            assert (answer["t"], answer["code"]) == ("refused", "unreadable"), text
            assert answer["n"] in (0, 1, 2**31)
        await check_unharmed(it, jan, 3)


async def test_a_number_that_can_be_read_is_in_the_refusal() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        await jan.send('{"t":"play","n":7,"card":"HX"}')
        assert await jan.next() == {"t": "refused", "n": 7, "code": "unreadable", "reason": None}


KINDS = ("swap", "start", "call", "play", "take_back", "claim", "show_score", "go_on", "again", "leave")


@pytest.mark.parametrize("kind", KINDS)
async def test_every_kind_without_its_payload_or_with_nulls_is_refused(kind: str) -> None:
    async with inn(hurry=True) as it:
        jan = await it.host("Jan")
        fields = {
            "call": ["call"],
            "play": ["card"],
            "swap": ["seat"],
            "claim": ["deal", "accused", "trick"],
        }.get(kind, [])
        broken: list[Message] = [
            {"t": kind},
            {"t": kind, "n": None},
            {"t": kind, "n": "1"},
            {"t": kind, "n": 1, **dict.fromkeys([*fields, "extra"], None)},
            {"t": kind, "n": 1, **{name: {"deep": [[]]} for name in [*fields, "extra"]}},
        ]
        for message in broken:
            await jan.send(json.dumps(message))
            answer = await jan.next()
            assert (answer["t"], answer["code"]) == ("refused", "unreadable"), message
        await check_unharmed(it, jan, 3)


async def test_a_message_over_2_kilobytes_is_too_long_and_the_line_stays() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        for text in ('{"t":"ping"}' + " " * 2048, "é" * 1025, "x" * 16000):
            await jan.send(text)
            assert await jan.next() == {"t": "refused", "n": 0, "code": "too_long", "reason": None}
        await jan.send('{"t":"ping"}' + " " * 2036)
        assert (await jan.next())["t"] == "pong"
        await check_unharmed(it, jan, 3)


async def test_a_message_of_a_megabyte_ends_the_line_and_nothing_else() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        with pytest.raises(ConnectionClosed) as closed:
            await send_and_wait(jan, "x" * 2**20)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        await jan.connect()
        await check_unharmed(it, jan, 3)


async def send_and_wait(guest: Guest, text: str) -> None:
    await guest.send(text)
    await guest.next()


async def test_a_flood_is_refused_as_too_fast_and_can_go_on_later() -> None:
    async with inn(hurry=False) as it:
        jan = await it.host("Jan")
        for _ in range(MESSAGES.burst):
            await jan.send('{"t":"ping"}')
        await jan.send('{"t":"swap","n":1,"seat":2}')
        answer = await jan.hear("refused")
        assert answer == {"t": "refused", "n": 1, "code": "too_fast", "reason": None}
        it.clock.advance(1)
        assert (await jan.ask({"t": "swap", "seat": 2}))["t"] == "told"


async def test_on_this_machine_the_limits_can_be_lifted_for_measuring() -> None:
    async with inn(hurry=False, unlimited_loopback=True) as it:
        jan = await it.host("Jan")
        for _ in range(3 * MESSAGES.burst):
            await jan.send('{"t":"ping"}')
        assert [(await jan.next())["t"] for _ in range(3 * MESSAGES.burst)] == ["pong"] * 3 * MESSAGES.burst


def test_lifted_limits_are_for_nobody_who_comes_from_elsewhere() -> None:
    assert Settings(unlimited_loopback=True).lifts_limits("::1")
    assert not Settings(unlimited_loopback=True).lifts_limits("192.0.2.7")
    assert not Settings().lifts_limits("127.0.0.1")


async def test_a_flood_of_nonsense_ends_in_a_line_that_is_dropped_at_worst() -> None:
    async with inn(hurry=False) as it:
        jan = await it.host("Jan")
        for _ in range(2000):
            await jan.send("x")
        piet = await it.friend("Piet", jan.code)
        assert (await piet.ask({"t": "swap", "seat": 3}))["t"] == "told"


async def test_out_of_turn_and_cards_not_held_are_refused_and_told_to_nobody() -> None:
    async with inn(pace=1) as it:
        jan, piet = await it.party(["Jan", "Piet"], rules(seats=2))
        while jan.todo["turn"] is None or not (jan.todo["cards"] or piet.todo["cards"]):
            caller, other = (jan, piet) if jan.todo["calls"] else (piet, jan)
            await caller.ask({"t": "call", "call": caller.todo["calls"][-1]})
            await other.next()
        mine, other = (jan, piet) if jan.todo["cards"] else (piet, jan)
        version = mine.v
        (hand,) = [fact["cards"] for fact in mine.facts if fact["t"] == "HandDealt"]
        laid = [card for fact in mine.facts if fact["t"] == "TableLaid" for card in fact["cards"]]
        strange = next(card for card in CARDS if card not in hand + laid)
        assert (await other.ask({"t": "play", "card": "HJ"}))["code"] == "not_your_turn"
        assert (await mine.ask({"t": "play", "card": strange}))["code"] == "not_held"
        for command, code in (
            ({"t": "call", "call": "pass"}, "not_now"),
            ({"t": "start"}, "not_now"),
            ({"t": "swap", "seat": 1}, "not_now"),
            ({"t": "go_on"}, "not_now"),
            ({"t": "again"}, "not_now"),
            ({"t": "take_back"}, "nothing_to_take_back"),
            ({"t": "claim", "accused": other.seat, "trick": 0}, "not_now"),
        ):
            answer = await mine.ask(command)
            assert (answer["t"], answer["code"]) == ("refused", code), command
        heard = len(other.heard)
        await check_unharmed(it, other, version)
        assert [message["t"] for message in other.heard[heard:]] == ["pong"]


async def test_an_illegal_card_says_which_duty_it_breaks() -> None:
    async with inn(pace=0) as it:
        guests = await it.party(["Jan", "Piet", "Mia", "Ans"])
        refused = None
        while refused is None:
            mover = next(guest for guest in guests if guest.todo["turn"] == guest.seat)
            held = [card for fact in mover.facts if fact["t"] == "HandDealt" for card in fact["cards"]]
            gone = [fact["card"] for fact in mover.facts if fact["t"] == "CardPlayed"]
            illegal = [card for card in held if card not in [*mover.todo["cards"], *gone]]
            if mover.todo["cards"] and illegal:
                refused = await mover.ask({"t": "play", "card": illegal[0]})
            else:
                command = mover.choose(mover.heard[-1])
                assert command is not None
                await mover.ask(command)
                for guest in guests:
                    while guest.v < mover.v:
                        await guest.next()
        assert refused["code"] == "illegal_card"
        assert refused["reason"] == mover.todo["must"]


async def test_the_same_number_twice_is_one_command_and_the_sender_learns_it() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        piet = await it.friend("Piet", jan.code)
        await jan.wish({"t": "swap", "seat": 2})
        await jan.send('{"t":"swap","n":1,"seat":2}')
        first = await jan.hear("told", until=lambda message: message["n"] == 1)
        second = await jan.hear("told")
        assert first["facts"] == [{"t": "ChairsSwapped", "a": 0, "b": 2}]
        assert (second["v"], second["n"], second["facts"]) == (first["v"], 1, [])
        assert (await piet.hear("told"))["facts"] == first["facts"]
        await check_unharmed(it, piet, first["v"])


async def test_a_late_card_of_an_old_number_changes_nothing() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        await jan.ask({"t": "swap", "seat": 2})
        await jan.ask({"t": "swap", "seat": 0})
        answer = await jan.ask({"t": "swap", "seat": 3}, n=1)
        assert (answer["t"], answer["facts"], answer["n"]) == ("told", [], 2)


async def test_swap_and_start_are_refused_with_words_for_it() -> None:
    async with inn() as it:
        jan = await it.host("Jan", rules(CLUB_RULES, 2))
        piet = await it.friend("Piet", jan.code)
        for guest, command, code in (
            (jan, {"t": "swap", "seat": 0}, "no_such_chair"),
            (jan, {"t": "swap", "seat": 3}, "no_such_chair"),
            (piet, {"t": "start"}, "not_host"),
            (piet, {"t": "claim", "accused": 0, "trick": 0}, "not_now"),
            (piet, {"t": "play", "card": "HJ"}, "not_now"),
        ):
            assert (await guest.ask(command))["code"] == code
