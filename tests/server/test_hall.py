"""Who is connected, since when who is gone, who asks for a chair; and how long a table sleeps."""

from __future__ import annotations

from typing import Any

import pytest

from klaverjas.server.hall import ASK_SECONDS, NOT_AGAIN_SECONDS
from klaverjas.server.line import Line
from klaverjas.server.rooms import Rooms
from klaverjas.server.tokens import fingerprint
from klaverjas.table import OfferChair, Refusal, SitDown, TakeChair
from klaverjas.table.waiting import ARCHIVED, LONG, LOST, TOO_LONG
from klaverjas.wire.shapes import Ask
from tests.server.rooms import Corner, Person, corner, kinds
from tests.server.support import FakeClock, FaultyLog, Message, make_pub, rules


def in_turn(it: Corner) -> tuple[Person, Person]:
    """Who must call or play, and somebody else."""
    late = next(person for person in it.people if it.seat(person) == it.room.table.turn)
    return late, next(person for person in it.people if person is not late)


def presence(person: Person) -> Message:
    """The last that was said of who is here."""
    return [message for message in person.read() if message["t"] == "presence"][-1]


async def test_who_is_waited_for_is_told_to_everybody_when_it_is_time_and_no_more_when_he_has_moved() -> None:
    clock = FakeClock()
    it = await corner(make_pub(clock=clock))
    late, other = in_turn(it)
    seat = it.seat(late)
    clock.advance(LONG - 0.1)
    assert other.read() == []
    clock.advance(0.1)
    assert presence(other)["waits"][seat] == "long"
    assert presence(late)["waits"][seat] == "long"
    clock.advance(TOO_LONG - LONG)
    assert presence(other)["waits"][seat] == "too_long"
    assert kinds(await it.ask(late, {"t": "call", "call": "play"})) == ["told", "presence"]
    assert presence(other)["waits"] == ["no"] * 4
    await it.close()


async def test_who_loses_his_line_is_gone_at_once_and_waited_for_from_then_on() -> None:
    clock = FakeClock()
    it = await corner(make_pub(clock=clock))
    _, gone = in_turn(it)
    watcher = next(person for person in it.people if person is not gone)
    seat = it.seat(gone)
    it.room.disconnect(gone.line)
    assert presence(watcher)["online"][seat] is False
    clock.advance(LONG)
    assert presence(watcher)["waits"][seat] == "long"
    (snapshot,) = gone.join(it.room)
    assert snapshot["waits"][seat] == "no"
    assert snapshot["online"] == [True] * 4
    assert presence(watcher)["waits"][seat] == "no"
    await it.close()


async def test_a_turn_lasts_as_long_as_it_did_when_the_server_was_restarted() -> None:
    clock, log = FakeClock(), FaultyLog()
    it = await corner(make_pub(log, clock))
    late, other = in_turn(it)
    clock.advance(LONG)
    await it.close()
    clock.advance(5)
    again = await Rooms(make_pub(log, clock)).find(it.room.table.code)
    assert again is not None
    (snapshot,) = other.join(again)
    assert snapshot["waits"][it.seat(late)] == "long"
    clock.advance(TOO_LONG - LONG - 5)
    assert presence(other)["waits"][it.seat(late)] == "too_long"
    await again.close()


async def test_a_regular_plays_for_who_is_waited_for_and_stops_for_his_next_decision() -> None:
    clock = FakeClock()
    it = await corner(make_pub(clock=clock, pace=1.0))
    late, other = in_turn(it)
    it.room.disconnect(late.line)
    clock.advance(TOO_LONG)
    (told, *_) = await it.ask(other, {"t": "stand_in", "seat": it.seat(late)})
    assert [fact["t"] for fact in told["facts"]] == ["StoodIn"]
    assert it.room._bots.busy, "the regular thinks"
    late.join(it.room)
    assert it.room._bots.busy, "a line alone is not a person: his page says that he is there"
    told, *_ = await it.ask(late, {"t": "back"})
    assert told["facts"] == [{"t": "CameBack", "seat": it.seat(late)}]
    assert told["todo"]["calls"]
    clock.advance(60)
    await it.room.settled()
    assert it.room.table.turn == it.seat(late), "what the regular had in mind is forgotten"
    await it.close()


async def test_nobody_is_looked_at_when_nobody_is_there_to_look() -> None:
    clock = FakeClock()
    it = await corner(make_pub(clock=clock), people=2)
    for person in it.people:
        it.room.disconnect(person.line)
    assert [wait for wait in clock.waits if wait in (LONG, TOO_LONG)] == []
    await it.close()


async def test_a_newer_line_of_another_device_takes_over_and_the_first_can_take_it_back() -> None:
    it = await corner(make_pub(), people=2, start=False)
    jan, piet = it.people
    await it.room.at_the_door(OfferChair(jan.sha256, fingerprint("ticket")))
    await it.room.at_the_door(TakeChair(fingerprint("ticket"), fingerprint("tablet")))
    piet.read()
    tablet = Person("tablet")
    (snapshot,) = tablet.join(it.room)
    assert snapshot["view"]["me"] == it.seat(jan)
    assert jan.read()[-1] == {"t": "bye", "why": "elsewhere"}
    it.room.disconnect(jan.line)
    assert piet.read() == [], "the others see no difference"
    jan.join(it.room)
    assert tablet.read()[-1] == {"t": "bye", "why": "elsewhere"}
    it.room.disconnect(tablet.line)
    assert len(it.room.lines) == 2
    await it.close()


# ---- asking for a chair -----------------------------------------------------------------------------------


async def lost(**how: Any) -> tuple[Corner, FakeClock, Person, Person]:
    """Jan, and Piet who lost his phone."""
    clock = FakeClock()
    it = await corner(make_pub(clock=clock), people=2, **how)
    jan, piet = it.people
    it.room.disconnect(piet.line)
    jan.read()
    return it, clock, jan, piet


def asks(it: Corner, sha256: str) -> Ask | None:
    return it.room.card(sha256).asked


async def test_who_lost_everything_asks_and_the_table_lets_him_in() -> None:
    it, _, jan, piet = await lost()
    phone = Person("new phone")
    assert not it.room.connect(phone.sha256, Line())
    assert it.room.ask_chair(it.seat(piet), phone.sha256)
    assert it.room.ask_chair(it.seat(piet), phone.sha256), "the same wish twice is one"
    asked = asks(it, phone.sha256)
    assert asked is not None
    assert presence(jan)["asks"] == [{"seat": it.seat(piet), "number": asked.number}]
    assert not it.room.connect(phone.sha256, Line()), "a code and a wish give no chair"
    seat = it.seat(piet)
    answer = await it.ask(jan, {"t": "admit", "seat": seat, "number": asked.number, "yes": True})
    assert [fact and fact["t"] for fact in answer[0]["facts"]] == ["Admitted", None]
    assert asks(it, phone.sha256) is None
    assert it.room.card(phone.sha256).mine == seat
    (snapshot,) = phone.join(it.room)
    assert len(snapshot["view"]["deal"]["hand"]) == 8
    assert not it.room.connect(piet.sha256, Line()), "what he lost opens nothing any more"
    await it.close()


async def test_who_is_turned_away_cannot_ask_again_at_once() -> None:
    it, clock, jan, piet = await lost()
    seat = it.seat(piet)
    it.room.ask_chair(seat, fingerprint("stranger"))
    number = presence(jan)["asks"][0]["number"]
    await it.ask(jan, {"t": "admit", "seat": seat, "number": number, "yes": False})
    assert asks(it, fingerprint("stranger")) is None
    assert not it.room.ask_chair(seat, fingerprint("stranger"))
    assert not it.room.ask_chair(seat, fingerprint("another key of his"))
    clock.advance(NOT_AGAIN_SECONDS)
    assert it.room.ask_chair(seat, fingerprint("stranger"))
    await it.close()


async def test_a_chair_of_who_is_here_an_empty_one_and_one_that_is_asked_for_cannot_be_asked_for() -> None:
    it, _, jan, piet = await lost(start=False)
    stranger = fingerprint("stranger")
    for seat in (it.seat(jan), 3, 9):
        assert not it.room.ask_chair(seat, stranger)
    assert it.room.ask_chair(it.seat(piet), fingerprint("new phone"))
    assert not it.room.ask_chair(it.seat(piet), stranger)
    await it.close()


async def test_a_wish_lapses_when_who_asked_does_not_look_any_more() -> None:
    it, clock, jan, piet = await lost(start=False)
    phone = fingerprint("new phone")
    it.room.ask_chair(it.seat(piet), phone)
    clock.advance(ASK_SECONDS - 1)
    assert asks(it, phone) is not None
    clock.advance(ASK_SECONDS - 1)
    assert presence(jan)["asks"]
    clock.advance(1)
    assert presence(jan)["asks"] == []
    assert asks(it, phone) is None
    await it.close()


async def test_when_the_person_himself_comes_back_only_he_is_asked() -> None:
    it, _, jan, piet = await lost(start=False)
    it.room.ask_chair(it.seat(piet), fingerprint("stranger"))
    (snapshot,) = piet.join(it.room)
    assert len(snapshot["asks"]) == 1
    assert presence(jan)["asks"] == []
    await it.close()


async def test_who_sits_down_as_somebody_else_asks_no_longer() -> None:
    it, _, jan, piet = await lost(start=False)
    it.room.ask_chair(it.seat(piet), fingerprint("stranger"))
    it.room.withdraw(fingerprint("stranger"))
    assert presence(jan)["asks"] == []
    await it.close()


async def test_a_wish_goes_along_when_the_chairs_are_swapped_and_ends_with_its_person() -> None:
    it, clock, jan, piet = await lost(start=False)
    it.room.ask_chair(it.seat(piet), fingerprint("new phone"))
    await it.ask(jan, {"t": "swap", "seat": it.seat(piet)})
    asked = asks(it, fingerprint("new phone"))
    assert asked is not None
    assert asked.seat == it.seat(piet) == 0
    clock.advance(TOO_LONG)
    await it.ask(jan, {"t": "free_chair", "seat": 0})
    assert asks(it, fingerprint("new phone")) is None
    await it.close()


# ---- sleeping ---------------------------------------------------------------------------------------------


async def test_a_table_wakes_after_a_day_with_the_same_hand_and_is_archived_after_two_weeks() -> None:
    clock, log = FakeClock(), FaultyLog()
    it = await corner(make_pub(log, clock), house=rules(seats=2), people=2)
    hand = it.people[0].join(it.room)[0]["view"]["deal"]["hand"]
    await it.close()
    clock.advance(24 * 3600)
    woken = await Rooms(make_pub(log, clock)).find(it.room.table.code)
    assert woken is not None
    (snapshot,) = it.people[0].join(woken)
    assert snapshot["view"]["deal"]["hand"] == hand
    await woken.close()
    clock.advance(ARCHIVED)
    looked = await Rooms(make_pub(log, clock)).find(it.room.table.code)
    assert looked is not None
    assert looked.card(None).archived
    assert not looked.connect(it.people[0].sha256, Line())
    assert not looked.ask_chair(0, fingerprint("stranger"))
    with pytest.raises(Refusal, match="table_closed"):
        await looked.at_the_door(SitDown("Rie", fingerprint("Rie")))
    await looked.close()


async def test_after_a_restart_everybody_has_been_gone_since_the_table_was_opened() -> None:
    clock, log = FakeClock(), FaultyLog()
    it = await corner(make_pub(log, clock), people=2, start=False)
    it.room.disconnect(it.people[1].line)
    clock.advance(LOST)
    await it.close()
    again = await Rooms(make_pub(log, clock)).find(it.room.table.code)
    assert again is not None
    (snapshot,) = it.people[0].join(again)
    assert snapshot["waits"][it.seat(it.people[1])] == "no"
    assert again.card(None).gone == [it.seat(it.people[1])]
    await again.close()
