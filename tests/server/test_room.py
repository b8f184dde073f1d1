"""The table's task: the log first, then the word; refusals to one; nothing lost, nothing twice."""

from __future__ import annotations

import asyncio

import pytest

from klaverjas.log import LogUnavailable, MemoryLog
from klaverjas.server.line import Line
from klaverjas.server.room import PIECE, load
from klaverjas.server.rooms import PUT_AWAY_AFTER, Rooms
from klaverjas.server.tokens import fingerprint
from klaverjas.table import Refusal, SitDown, Stored, encode
from klaverjas.wire.facts import ChairsSwapped
from tests.server.rooms import Corner, Person, corner, from_log, kinds
from tests.server.support import CLUB_RULES, FakeClock, FaultyLog, conflict, make_pub, rules


def in_turn(it: Corner) -> Person:
    assert it.room.table.deal is not None
    turn = it.room.table.deal.turn
    return next(person for person in it.people if it.seat(person) == turn)


async def test_nothing_is_told_before_the_log_has_it() -> None:
    log = FaultyLog()
    it = await corner(make_pub(log), start=False)
    jan, piet, *_ = it.people
    log.gate = asyncio.Event()
    before = it.room.table
    asking = asyncio.create_task(it.ask(jan, {"t": "swap", "seat": 1}))
    for _ in range(20):
        await asyncio.sleep(0)
    assert (jan.read(), piet.read(), it.room.table) == ([], [], before)
    log.gate.set()
    assert kinds(await asking) == ["told"]
    assert kinds(piet.read()) == ["told"]


async def test_a_refusal_goes_to_its_sender_alone() -> None:
    it = await corner(make_pub())
    other = next(person for person in it.people if person is not in_turn(it))
    (refused,) = await it.ask(other, {"t": "call", "call": "pass"})
    assert refused == {
        "t": "refused",
        "n": it.chair_number(other) + 1,
        "code": "not_your_turn",
        "reason": None,
    }
    assert not any(person.read() for person in it.people)


async def test_when_the_log_cannot_write_nothing_happened_and_later_it_does() -> None:
    log = FaultyLog()
    it = await corner(make_pub(log))
    before, mover = it.room.table, in_turn(it)
    log.broken = True
    (refused,) = await it.ask(mover, {"t": "call", "call": "play"})
    assert refused["code"] == "unavailable"
    assert it.room.table == before == await from_log(log.log, it.room)
    assert not any(person.read() for person in it.people)
    log.broken = False
    assert kinds(await it.ask(mover, {"t": "call", "call": "play"})) == ["told"]
    assert await from_log(log, it.room) == it.room.table


async def test_a_newcomer_gets_no_chair_that_the_log_does_not_have() -> None:
    log = FaultyLog()
    it = await corner(make_pub(log), people=1, start=False)
    log.before = [LogUnavailable("full", "")]
    with pytest.raises(LogUnavailable):
        await it.room.at_the_door(SitDown("Mia", fingerprint("Mia")))
    assert it.room.table.people == (0,)
    await it.room.at_the_door(SitDown("Mia", fingerprint("Mia")))
    for name in ("Piet", "Ans"):
        await it.room.at_the_door(SitDown(name, fingerprint(name)))
    with pytest.raises(Refusal, match="table_full"):
        await it.room.at_the_door(SitDown("Kees", fingerprint("Kees")))


async def test_a_table_that_somebody_else_wrote_is_read_again_and_the_command_tried_once_more() -> None:
    log = FaultyLog()
    pub = make_pub(log)
    it = await corner(pub, people=2, start=False)
    jan, piet = it.people
    stranger = Rooms(make_pub(log))
    other = await stranger.find(it.room.table.code)
    assert other is not None
    await other.at_the_door(SitDown("Kees", fingerprint("Kees")))
    answer = await it.ask(jan, {"t": "swap", "seat": 3})
    assert kinds(answer) == ["snapshot", "told", "presence"]
    assert answer[0]["view"]["chairs"][1]["name"] == "Kees"
    assert answer[1]["facts"] == [{"t": "ChairsSwapped", "a": 0, "b": 3}]
    assert kinds(piet.read()) == ["snapshot", "told", "presence"]
    assert await from_log(log, it.room) == it.room.table


async def test_two_conflicts_in_a_row_refuse_the_command() -> None:
    log = FaultyLog()
    it = await corner(make_pub(log), people=1, start=False)
    log.before = [conflict(), conflict()]
    answer = await it.ask(it.people[0], {"t": "swap", "seat": 3})
    assert answer[-1]["code"] == "unavailable"
    assert kinds(await it.ask(it.people[0], {"t": "swap", "seat": 3}))[0] == "told"


async def test_a_fault_of_ours_refuses_the_command_and_leaves_the_table() -> None:
    log = FaultyLog()
    it = await corner(make_pub(log), people=1, start=False)
    log.before = [RuntimeError("HJ")]
    before = it.room.table
    (refused,) = await it.ask(it.people[0], {"t": "swap", "seat": 3})
    assert refused["code"] == "unavailable"
    assert it.room.table is before
    assert kinds(await it.ask(it.people[0], {"t": "swap", "seat": 3}))[0] == "told"


async def test_a_command_that_still_waits_when_its_sender_leaves_is_forgotten() -> None:
    log = FaultyLog()
    it = await corner(make_pub(log), people=2, start=False)
    jan, piet = it.people
    log.gate = asyncio.Event()
    leaving = asyncio.create_task(it.ask(piet, {"t": "leave"}, n=1))
    swapping = asyncio.create_task(it.ask(piet, {"t": "swap", "seat": 3}, n=2))
    await asyncio.sleep(0)
    log.gate.set()
    await leaving
    await swapping
    assert it.room.table.people == (0,)
    assert kinds(jan.read()) == ["told", "presence"]


# ---- timers -----------------------------------------------------------------------------------------------


async def play_deal(it: Corner) -> None:
    """Everybody takes the first thing that is allowed, until nobody is in turn."""
    views = {person.name: person.join(it.room)[0]["todo"] for person in it.people}
    while (turn := views[it.people[0].name]["turn"]) is not None:
        mover = next(person for person in it.people if it.seat(person) == turn)
        todo = views[mover.name]
        command = (
            {"t": "call", "call": todo["calls"][-1]}
            if todo["calls"]
            else {"t": "play", "card": todo["cards"][0]}
        )
        (answer,) = await it.ask(mover, command)
        views[mover.name] = answer["todo"]
        for person in it.people:
            if person is not mover:
                views[person.name] = person.read()[-1]["todo"]


async def test_after_20_seconds_the_next_deal_is_dealt() -> None:
    clock = FakeClock()
    it = await corner(make_pub(clock=clock), house=rules(seats=2), people=2)
    await play_deal(it)
    assert it.phase == "scored"
    clock.advance(19.9)
    await it.room.settled()
    assert it.phase == "scored"
    clock.advance(0.2)
    await it.room.settled()
    assert it.phase == "calling"
    assert it.people[0].read()[-1]["facts"][0]["t"] == "DealStarted"


async def test_one_who_is_ready_does_not_move_the_moment_of_the_next_deal() -> None:
    clock = FakeClock()
    it = await corner(make_pub(clock=clock), house=rules(seats=2), people=2)
    await play_deal(it)
    clock.advance(15)
    (told,) = await it.ask(it.people[0], {"t": "go_on"})
    assert told["todo"]["auto_ms"] == 5000
    clock.advance(5.1)
    await it.room.settled()
    assert it.phase == "calling"


async def test_the_last_trick_of_a_club_deal_closes_by_itself() -> None:
    clock = FakeClock()
    it = await corner(make_pub(clock=clock), house=rules(CLUB_RULES, 2), people=2)
    await play_deal(it)
    assert it.phase == "closing"
    clock.advance(8.1)
    await it.room.settled()
    assert it.phase == "scored"


async def test_a_timer_survives_a_restart() -> None:
    clock, log = FakeClock(), FaultyLog()
    it = await corner(make_pub(log, clock), house=rules(seats=2), people=2)
    await play_deal(it)
    clock.advance(15)
    await it.close()
    again = await Rooms(make_pub(log, clock)).find(it.room.table.code)
    assert again is not None
    assert not [wait for wait in clock.waits if wait < 40], "nothing happens before somebody is back"
    it.people[0].join(again)
    assert 5 in [pytest.approx(wait) for wait in clock.waits]
    clock.advance(5.1)
    await again.settled()
    assert again.table.phase == "calling"


async def test_a_timer_that_should_have_rung_while_the_pub_was_closed_rings_at_once() -> None:
    clock, log = FakeClock(), FaultyLog()
    it = await corner(make_pub(log, clock), house=rules(seats=2), people=2)
    await play_deal(it)
    await it.close()
    clock.advance(3600)
    again = await Rooms(make_pub(log, clock)).find(it.room.table.code)
    assert again is not None
    await asyncio.sleep(0)
    await again.settled()
    assert again.table.version == it.room.table.version, "a stranger at the door wakes no table"
    it.people[0].join(again)
    await asyncio.sleep(0)
    await again.settled()
    assert again.table.phase == "calling"


async def test_a_timer_whose_moment_the_log_refused_rings_again() -> None:
    clock, log = FakeClock(), FaultyLog()
    it = await corner(make_pub(log, clock), house=rules(seats=2), people=2)
    await play_deal(it)
    log.broken = True
    clock.advance(20.1)
    await it.room.settled()
    assert it.phase == "scored"
    log.broken = False
    clock.advance(2.1)
    await asyncio.sleep(0)
    await it.room.settled()
    assert it.phase == "calling"


# ---- rooms ------------------------------------------------------------------------------------------------


async def test_two_who_come_at_once_get_the_same_room() -> None:
    log = FaultyLog()
    it = await corner(make_pub(log), people=1, start=False)
    rooms = Rooms(make_pub(log))
    first, second = await asyncio.gather(*(rooms.find(it.room.table.code) for _ in range(2)))
    assert first is second
    assert first is not None
    assert len(rooms) == 1


async def test_a_room_where_nobody_is_and_nothing_happens_is_put_away_and_comes_back() -> None:
    clock, log = FakeClock(), FaultyLog()
    it = await corner(make_pub(log, clock), people=1)
    code, table = it.room.table.code, it.room.table
    clock.advance(PUT_AWAY_AFTER + 1)
    await it.rooms.sweep()
    assert len(it.rooms) == 1, "Jan is still there"
    it.room.disconnect(it.people[0].line)
    await it.room.settled()
    await let_regulars_play(it)
    clock.advance(PUT_AWAY_AFTER - 1)
    await it.rooms.sweep()
    assert len(it.rooms) == 1
    clock.advance(2)
    await it.rooms.sweep()
    assert len(it.rooms) == 0
    back = await it.rooms.find(code)
    assert back is not None
    assert back is not it.room
    assert back.table == it.room.table
    assert back.table.version >= table.version


async def let_regulars_play(it: Corner) -> None:
    """Until a person must move."""
    while it.room.table.regular_in_turn() is not None:
        await asyncio.sleep(0.001)


async def test_a_room_with_a_timer_is_not_put_away() -> None:
    clock = FakeClock()
    it = await corner(make_pub(clock=clock), house=rules(seats=2), people=2)
    await play_deal(it)
    for person in it.people:
        it.room.disconnect(person.line)
    it.room.used_at -= PUT_AWAY_AFTER + 1
    await it.rooms.sweep()
    assert len(it.rooms) == 1


async def test_rooms_are_swept_by_the_clock() -> None:
    clock = FakeClock()
    it = await corner(make_pub(clock=clock), people=1, start=False)
    it.room.disconnect(it.people[0].line)
    for _ in range(32):
        clock.advance(60)
        for _ in range(5):
            await asyncio.sleep(0)
    assert len(it.rooms) == 0


async def test_a_table_that_cannot_be_replayed_is_unavailable_and_no_new_one() -> None:
    log = FaultyLog()
    await log.append("BBBBB", 0, [b'{"at":1.0,"event":{"t":"Readied","seat":0}}'])
    await log.append("CCCCC", 0, [b"nonsense"])
    rooms = Rooms(make_pub(log))
    for code in ("BBBBB", "CCCCC"):
        with pytest.raises(LogUnavailable, match="cannot be replayed"):
            await rooms.find(code)


async def test_who_comes_back_to_a_long_match_with_everybody_else_keeps_nobody_waiting() -> None:
    """After a restart every table is read back: one piece of one table, and then others have their turn."""
    log, pieces = MemoryLog(), 3
    it = await corner(make_pub(log), people=2, start=False)
    codes = [it.room.table.code, "BBBBB"]
    await log.append("BBBBB", 0, await log.read(codes[0]))
    swap = encode(Stored(1.0, ChairsSwapped(0, 1)))
    for code in codes:
        await log.append(code, await log.version(code), [swap] * (PIECE * (pieces - 1)))
    pub = make_pub(log)
    coming_back = [asyncio.create_task(load(log, code, pub.replaying)) for code in codes]
    turns = 0
    while not all(task.done() for task in coming_back):
        turns += 1
        await asyncio.sleep(0)
    assert turns >= len(codes) * pieces
    for code, task in zip(codes, coming_back, strict=True):
        table = task.result()
        assert table is not None
        assert table.version == await log.version(code)


async def test_a_closed_pub_lets_nobody_in() -> None:
    it = await corner(make_pub(), people=2, start=False)
    await it.close()
    assert it.people[0].read()[-1] == {"t": "bye", "why": "stopping"}
    with pytest.raises(LogUnavailable):
        await it.rooms.find(it.room.table.code)
    with pytest.raises(LogUnavailable):
        await it.room.at_the_door(SitDown("Kees", fingerprint("Kees")))
    assert not it.room.connect(it.people[0].sha256, Line())


async def test_a_closing_pub_finishes_what_was_asked() -> None:
    log = FaultyLog()
    it = await corner(make_pub(log), people=2, start=False)
    jan, piet = it.people
    log.gate = asyncio.Event()
    swapping = asyncio.create_task(it.ask(jan, {"t": "swap", "seat": 1}))
    await asyncio.sleep(0)
    closing = asyncio.create_task(it.close())
    await asyncio.sleep(0)
    log.gate.set()
    await closing
    assert kinds(await swapping + jan.read()) == ["told", "presence", "bye"]
    assert kinds(piet.read()) == ["told", "presence", "bye"]
    assert await from_log(log, it.room) == it.room.table


# ---- fair deals -------------------------------------------------------------------------------------------


async def test_a_table_that_was_read_back_gives_its_people_time_for_their_numbers() -> None:
    """The two seconds passed while the pub was closed; who comes back first starts them anew."""
    clock, log = FakeClock(), MemoryLog()
    it = await corner(make_pub(log, clock), people=2, start=False)
    it.browsers = False
    await it.ask(it.people[0], {"t": "start"})
    await it.close()
    clock.advance(60)
    rooms = Rooms(make_pub(log, clock))
    room = await rooms.find(it.room.table.code)
    assert room is not None
    again = Corner(rooms, room, it.people)
    (snapshot,) = again.people[0].join(room)
    assert it.room.table.coming is not None
    assert snapshot["fair"]["coming"]["seal"] == it.room.table.coming.seal
    clock.advance(1.9)
    await room.settled()
    assert room.table.deal is None
    again.people[1].join(room)
    await again.give_numbers()
    assert room.table.dealt is not None
    assert room.table.dealt.gave == (0, 2)


async def test_a_number_that_cannot_be_written_is_one_that_came_too_late() -> None:
    clock, log = FakeClock(), FaultyLog()
    it = await corner(make_pub(log, clock), people=1, start=False)
    it.browsers = False
    await it.ask(it.people[0], {"t": "start"})
    it.browsers, log.broken = True, True
    await it.give_numbers()
    assert it.people[0].read() == []
    log.broken = False
    clock.advance(2.1)
    await it.room.settled()
    assert it.room.table.dealt is not None
    assert it.room.table.dealt.gave == ()


async def test_how_a_deal_was_dealt_can_be_read_when_it_is_over_and_not_before() -> None:
    it = await corner(make_pub(), house=rules(seats=2), people=2)
    assert await it.room.fair_record(1, 0) is None
    await play_deal(it)
    assert await it.room.fair_record(1, 0) == it.room.table.shown
    assert await it.room.fair_record(1, 1) is None, "sealed, and not dealt yet"
    assert await it.room.fair_record(2, 0) is None
