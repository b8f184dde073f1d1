"""The regulars of a room: how long they think, what they see, and what happens when they fail."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import pytest

from klaverjas.bots import Player
from klaverjas.rules import Call, Card, Move, SeatView
from klaverjas.server.bot_seat import thinking_seconds
from klaverjas.server.dice import RandomDice
from klaverjas.server.names import clean
from klaverjas.server.regulars import GUESTS, player_for
from klaverjas.table import Event
from klaverjas.wire import facts
from tests.server.rooms import Corner, corner, from_log
from tests.server.support import FakeClock, FaultyLog, Message, first_allowed, make_pub, rules

T = TypeVar("T")
NAMES = [guest.name for guest in GUESTS]
TRICK_WON = facts.TrickWon(0, 1, 20, [])
CARD = facts.CardPlayed(0, "HJ")


class Extremes:
    """Dice that always fall to one side."""

    def __init__(self, side: int) -> None:
        self._side = side

    def between(self, low: float, high: float) -> float:
        return (low, high)[self._side]


def bounds(news: list[Event], calling: bool) -> tuple[float, float]:
    low, high = (thinking_seconds(news, calling, Extremes(side)) for side in (0, 1))  # type: ignore[arg-type]
    return round(low, 2), round(high, 2)


def test_a_regular_thinks_as_long_as_a_person_would() -> None:
    assert bounds([], calling=False) == (0.7, 1.6)
    assert bounds([CARD], calling=False) == (0.7, 1.6)
    assert bounds([facts.Called(0, "pass")], calling=True) == (0.8, 2.2)


def test_a_trick_lies_before_the_next_one_is_led_and_cards_are_dealt_before_anyone_speaks() -> None:
    assert bounds([CARD, TRICK_WON], calling=False) == (2.55, 3.45)
    assert bounds([facts.DealStarted(0, 0, 8)], calling=True) == (2.3, 3.7)


class SlowestDice(RandomDice):
    """Different cards for every seed; the first seat deals, and thinking takes as long as it can."""

    def choose(self, options: Sequence[T]) -> T:
        return options[0]

    def between(self, low: float, high: float) -> float:
        return high


async def test_the_time_is_drawn_from_what_is_seen_by_all_and_not_from_the_cards() -> None:
    waits, hands = set(), set()
    for seed in range(5):
        clock = FakeClock()
        pub = replace(make_pub(clock=clock, pace=1), dice=SlowestDice(random.Random(seed)))
        it = await corner(pub, people=1)
        assert it.room.table.deal is not None
        hands.add(it.room.table.deal.hands)
        waits.add(clock.waits[0])
    assert len(hands) == 5
    assert len(waits) == 1


class Noted(RandomDice):
    """Dice that note when a time is drawn."""

    def __init__(self, notes: list[str]) -> None:
        super().__init__(random.Random(1))
        self._notes = notes

    def between(self, low: float, high: float) -> float:
        self._notes.append("drawn")
        return super().between(low, high)


class Noting:
    """Thinkers who note that they look, and at what."""

    def __init__(self, notes: list[str]) -> None:
        self._notes = notes

    async def wake(self, seconds: float) -> bool:
        return True

    async def choose(self, name: str, view: SeatView) -> Move:
        self._notes.append("calling" if view.calls else "playing")
        return first_allowed(view)


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_the_time_is_drawn_once_before_it_looks_while_calling_and_while_playing(seats: int) -> None:
    notes: list[str] = []
    pub = replace(make_pub(pace=0), dice=Noted(notes), thinking=Noting(notes))
    it = await corner(pub, people=1, house=rules(seats=seats))
    while not {"calling", "playing"} <= set(notes):
        await wait_for_person(it)
        await it.ask(it.people[0], something(it))
    drawn, looks = notes[::2], notes[1::2]
    assert set(drawn) == {"drawn"}
    assert set(looks) == {"calling", "playing"}


async def test_pace_0_is_at_once_and_pace_2_twice_as_slow() -> None:
    for pace in (0.5, 2.0):
        clock = FakeClock()
        it = await corner(make_pub(clock=clock, pace=pace), people=1)
        while it.room.table.regular_in_turn() is None:
            await it.ask(it.people[0], {"t": "call", "call": "pass"})
        assert pace * 0.8 <= clock.waits[0] <= pace * 3.7
    it = await corner(make_pub(pace=0), people=1)
    while it.room.table.regular_in_turn() is not None:
        await asyncio.sleep(0)


async def wait_for_person(it: Corner) -> None:
    """Until the regulars have done what they can."""
    while it.room.table.regular_in_turn() is not None:
        await asyncio.sleep(0.001)
    await it.room.settled()


async def test_a_regular_gets_the_view_of_its_own_seat_in_a_thread_of_its_own() -> None:
    seen: list[tuple[SeatView, str]] = []

    def watching(view: SeatView) -> Move:
        seen.append((view, threading.current_thread().name))
        return first_allowed(view)

    it = await corner(make_pub(player=watching), people=1)
    await wait_for_person(it)
    await it.ask(it.people[0], something(it))
    await wait_for_person(it)
    assert seen
    for view, thread in seen:
        assert type(view) is SeatView
        assert view.seat != 0
        assert view.my_turn
        assert thread != "MainThread"


def something(it: Corner) -> Message:
    """What the person in turn may do."""
    deal = it.room.table.deal
    assert deal is not None
    if deal.trump is None:
        return {"t": "call", "call": deal.calls_allowed()[-1].text}
    return {"t": "play", "card": str(next(iter(deal.legal())))}


def failing(view: SeatView) -> Move:
    raise RuntimeError(f"I hold {view.hand}")


def cheating(view: SeatView) -> Move:
    return Card.parse("HJ") if view.trump is None else Call.PASS


@pytest.mark.parametrize("player", [failing, cheating])
async def test_a_regular_that_fails_makes_the_first_allowed_move_and_it_is_reported_without_cards(
    player: Player, caplog: pytest.LogCaptureFixture
) -> None:
    it = await corner(make_pub(player=player), people=1)
    while it.phase == "calling":
        await wait_for_person(it)
        if it.phase == "calling":
            await it.ask(it.people[0], something(it))
    await wait_for_person(it)
    assert it.phase == "playing"
    assert "a regular" in caplog.text
    deal = it.room.table.deal
    assert deal is not None
    assert not any(str(card) in caplog.text for hand in deal.dealt.hands for card in hand)


async def test_an_answer_that_comes_after_the_table_moved_on_is_dropped() -> None:
    released = threading.Event()

    def slow(view: SeatView) -> Move:
        assert released.wait(10)
        return first_allowed(view)

    it = await corner(make_pub(player=slow), people=2, house=rules(seats=3))
    jan, piet = it.people
    while it.room.table.regular_in_turn() is None:
        mover = jan if it.room.table.deal and it.room.table.deal.turn == 0 else piet
        await it.ask(mover, something(it))
    await asyncio.sleep(0)
    await it.ask(piet, {"t": "leave"})
    version = it.room.table.version
    released.set()
    await wait_for_person(it)
    calls = [message["facts"] for message in jan.read() if message["t"] == "told"]
    assert it.room.table.version > version
    assert calls


async def test_regulars_go_on_by_themselves_after_a_restart() -> None:
    clock, log = FakeClock(), FaultyLog()
    it = await corner(make_pub(log, clock, pace=1), people=1)
    while it.room.table.regular_in_turn() is None:
        await it.ask(it.people[0], something(it))
    await it.close()
    again = await corner(make_pub(log, clock, pace=0, seed=2), people=1, start=False)
    room = await again.rooms.find(it.room.table.code)
    assert room is not None
    it.people[0].join(room)
    while room.table.regular_in_turn() is not None:
        await asyncio.sleep(0.001)
    assert room.table.version > it.room.table.version
    assert await from_log(log, room) == room.table


async def test_a_regular_whose_card_the_log_refused_plays_it_later() -> None:
    clock, log = FakeClock(), FaultyLog()
    it = await corner(make_pub(log, clock, pace=1), people=1)
    while it.room.table.regular_in_turn() is None:
        await it.ask(it.people[0], something(it))
    version, appends = it.room.table.version, log.appends
    log.broken = True
    clock.advance(5)
    while log.appends == appends:
        await asyncio.sleep(0.001)
    await it.room.settled()
    assert it.room.table.version == version
    log.broken = False
    while it.room.table.version == version:
        clock.advance(4)
        await asyncio.sleep(0.001)


def test_every_regular_has_a_name_that_a_person_could_have_and_plays() -> None:
    assert len(set(NAMES)) == len(NAMES) >= 4
    assert [clean(name) for name in NAMES] == NAMES
    assert all(callable(player_for(name)) for name in (*NAMES, "somebody else"))


async def test_a_real_regular_needs_no_fallback(caplog: pytest.LogCaptureFixture) -> None:
    it = await corner(make_pub(player=player_for(NAMES[0])), people=1)
    while it.phase == "calling":
        await wait_for_person(it)
        if it.phase == "calling":
            await it.ask(it.people[0], something(it))
    await wait_for_person(it)
    assert not caplog.records
