"""Looking on: by a link of its own, what lies on the table, and nothing else."""

from __future__ import annotations

import json
from dataclasses import replace

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from klaverjas.log import MemoryLog
from klaverjas.rules import fair
from klaverjas.server.room import MOST_WATCHERS
from klaverjas.server.socket import NO_CHAIR_HERE, NO_SUCH_TABLE
from klaverjas.table import Hall, Stored, audience, evolve
from klaverjas.table.events import WATCH_KEY, WatchKeyGiven
from klaverjas.wire import facts
from klaverjas.wire.messages import Say
from tests.server.rooms import Corner, Person, corner
from tests.server.support import PUB_RULES, FakeClock, Guest, Message, facts_of, inn, make_pub, rules
from tests.server.test_room import play_deal

WATCHED: Message = {**rules(PUB_RULES, 2), "watch": True}


def facts_in(message: Message) -> list[Message]:
    return [fact for fact in message.get("facts", []) if fact is not None]


def look_on(it: Corner) -> Person:
    person = Person("nobody")
    assert it.room.watch(person.line)
    return person


async def test_nobody_looks_on_where_it_was_not_agreed() -> None:
    it = await corner(make_pub(), people=2, house=rules(PUB_RULES, 2))
    assert it.room.table.watch == ""
    assert it.rooms.watched("") is None


async def test_a_key_is_as_long_as_the_socket_thinks_and_opens_the_table_that_is_open() -> None:
    clock, log = FakeClock(), MemoryLog()
    it = await corner(make_pub(log, clock), people=2, house=WATCHED)
    key = it.room.table.watch
    assert len(key) == WATCH_KEY
    assert it.rooms.watched(key) is it.room
    assert it.rooms.watched("0" * WATCH_KEY) is None
    for person in it.people:
        person.line.gone.set()
        it.room.disconnect(person.line)
    clock.advance(3600)
    await it.rooms.sweep()
    assert it.rooms.watched(key) is None, "who looks on wakes no table"
    again = await it.rooms.find(it.room.table.code)
    assert again is not None
    assert again.table.watch == key, "the link is the same when the table is awake again"


async def test_who_looks_on_sees_the_table_and_no_hand_code_or_key() -> None:
    it = await corner(make_pub(), people=2, house=WATCHED)
    nobody = look_on(it)
    (snapshot,) = nobody.read()
    view = snapshot["view"]
    assert view["me"] == 2
    assert view["deal"]["hand"] == []
    assert view["deal"]["counts"] == [8, 8]
    assert snapshot["hands"] is None
    assert snapshot["todo"]["cards"] == snapshot["todo"]["calls"] == []
    assert snapshot["fair"]["shown"] is None
    assert "seed" not in "".join(nobody.texts)
    await play_deal(it)
    nobody.read()
    (last,) = look_on(it).read()
    told = [fact for text in nobody.texts for fact in facts_in(json.loads(text))]
    kinds = {fact["t"] for fact in told}
    assert {"CardPlayed", "TrickWon", "DealScored", "HandsShown", "DealSealed"} <= kinds
    assert not kinds & {"HandDealt", "NumberGiven", "DealShown"}
    (shown,) = [fact["hands"] for fact in told if fact["t"] == "HandsShown"]
    assert shown == last["hands"]
    assert sorted(card for hand in shown for card in hand) == sorted(it.room.table.shown.cards)  # type: ignore[union-attr]
    everything = "".join(nobody.texts)
    assert it.room.table.code not in everything, "with the code he could sit down"
    assert it.room.table.watch not in everything
    assert everything.partition('"HandsShown"')[0].count("seed") == 0, "not before the deal is over"


async def test_who_looks_on_can_check_the_deal_by_a_record_that_does_not_name_the_table() -> None:
    it = await corner(make_pub(), people=2, house=WATCHED)
    nobody = look_on(it)
    (before,) = nobody.read()
    await play_deal(it)
    (shown,) = [fact for message in nobody.read() for fact in facts_in(message) if fact["t"] == "HandsShown"]
    record = fair.read_fair_record(json.dumps(shown["record"]))
    assert fair.check(record) == ()
    assert record.seal == before["fair"]["dealt"]["seal"]
    assert record.numbers_seal == before["fair"]["dealt"]["numbers_seal"]
    (later,) = look_on(it).read()
    assert later["fair"]["shown"] == shown["record"]
    assert later["fair"]["coming"]["mine"] is None
    jan = it.people[0].join(it.room)[0]
    assert jan["fair"]["shown"] == shown["record"], "people at the table check the same"


async def test_at_a_table_of_before_its_records_had_a_name_who_looks_on_gets_none() -> None:
    it = await corner(make_pub(), people=2, house=WATCHED)
    await play_deal(it)
    table = it.room.table
    assert table.shown is not None
    old = evolve(table, Stored(table.last, WatchKeyGiven(table.watch)))
    assert old.name == old.code, "what is dealt there is still sealed under the code"
    record = msgspec.structs.replace(table.shown, table=table.code)
    snapshot = audience.watch_snapshot(replace(old, shown=record), Hall(0.0))
    assert snapshot.hands is not None
    assert snapshot.fair.shown is None
    told = audience.told(facts.DealShown(record), audience.NOBODY)
    assert told == facts.HandsShown(snapshot.hands)


async def test_who_looks_on_hears_nothing_of_what_is_said_at_the_table() -> None:
    """People talk to those who sit there. Who may hear them must be somebody whom they see."""
    it = await corner(make_pub(), people=2, house=WATCHED)
    jan, piet = it.people
    it.room.talk(jan.line, Say(text="voor"))
    nobody = look_on(it)
    it.room.talk(jan.line, Say(text="na"))
    it.room.talk(piet.line, Say(phrase="thanks"))
    assert [message["t"] for message in jan.read()][-2:] == ["said", "said"]
    assert [message["t"] for message in nobody.read()] == ["snapshot"]
    it.room.talk(nobody.line, Say(text="van de tribune"))
    assert "tribune" not in "".join([*jan.read_texts(), *piet.read_texts(), *nobody.read_texts()])


async def test_people_at_the_table_are_told_the_key_and_how_many_look_on() -> None:
    it = await corner(make_pub(), people=2, house=WATCHED)
    jan = it.people[0]
    nobody = look_on(it)
    assert jan.read()[-1]["watchers"] == 1
    (snapshot,) = jan.join(it.room)
    assert (snapshot["watch"], snapshot["watchers"]) == (it.room.table.watch, 1)
    it.room.disconnect(nobody.line)
    assert jan.read()[-1]["watchers"] == 0


async def test_a_table_takes_so_many_watchers_and_is_idle_when_only_they_are_left() -> None:
    it = await corner(make_pub(), people=2, house=WATCHED, start=False)
    for _ in range(MOST_WATCHERS):
        look_on(it)
    assert not it.room.watch(Person("one too many").line)
    for person in it.people:
        it.room.disconnect(person.line)
    assert it.room.idle


async def test_the_setting_is_off_where_rules_do_not_name_it() -> None:
    pub = replace(make_pub(), pace=0)
    it = await corner(pub, people=2, house=rules(PUB_RULES, 2))
    (snapshot,) = it.people[0].join(it.room)
    assert snapshot["watch"] == ""


async def watcher(jan: Guest, key: str, name: str = "Kiek") -> Guest:
    guest = Guest(jan.address, name, jan.chance, code=key)
    await guest.connect()
    return guest


COMMANDS: list[Message] = [
    {"t": "start", "n": 1},
    {"t": "call", "n": 1, "call": "pass"},
    {"t": "play", "n": 1, "card": "HJ"},
    {"t": "go_on", "n": 1, "deal": 0},
    {"t": "leave", "n": 1},
    {"t": "swap", "n": 1, "seat": 1},
    {"t": "say", "phrase": "well_played"},
    {"t": "number", "match": 1, "deal": 0, "number": "0" * 32},
]


async def test_who_looks_on_can_change_nothing_whatever_he_sends() -> None:
    async with inn() as it:
        jan = await it.host("Jan", WATCHED)
        (snapshot,) = [message for message in jan.heard if message["t"] == "snapshot"]
        kiek = await watcher(jan, snapshot["watch"])
        before = (await it.room(jan.code)).table
        for command in COMMANDS:
            await kiek.send(json.dumps(command))
            answer = await kiek.hear("refused")
            assert answer["code"] == "only_watching"
        assert (await it.room(jan.code)).table == before
        await kiek.disconnect()


async def test_who_looks_on_follows_the_game_over_his_line() -> None:
    async with inn() as it:
        jan = await it.host("Jan", WATCHED)
        kiek = await watcher(jan, jan.heard[0]["watch"])
        await jan.wish({"t": "start"})
        await jan.hear(until=lambda message: "DealStarted" in facts_of(message))
        dealt = await kiek.hear(until=lambda message: "DealStarted" in facts_of(message))
        assert "HandDealt" not in facts_of(dealt)
        await kiek.disconnect()


@pytest.mark.parametrize("key", ["0" * WATCH_KEY, "g" * WATCH_KEY])
async def test_a_wrong_key_is_turned_away_and_so_is_a_code_without_a_chair(key: str) -> None:
    async with inn() as it:
        jan = await it.host("Jan", WATCHED)
        for code, why in ((key, NO_SUCH_TABLE), (jan.code, NO_CHAIR_HERE)):
            guest = Guest(jan.address, "Kiek", jan.chance, code=code)
            with pytest.raises(ConnectionClosed) as closed:
                await guest.connect()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == why
            await guest.disconnect()
