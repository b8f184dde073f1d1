"""Pub talk: who is heard, by whom, how often, and what is kept of it."""

from __future__ import annotations

import asyncio
import json

import msgspec
import pytest

from klaverjas.log import MemoryLog
from klaverjas.server.room import Room, load
from klaverjas.server.talk import LONGEST, REMEMBERED, TALKING, Speaker, Talk, Unheard
from klaverjas.table import SitDown
from klaverjas.wire.messages import Leave, Say
from klaverjas.wire.shapes import HouseRules
from tests.server.rooms import Corner, Person, corner, kinds
from tests.server.support import (
    CLUB_RULES,
    PUB_RULES,
    FakeClock,
    FaultyLog,
    Message,
    inn,
    make_pub,
    rules,
)

JAN = Speaker(0, "Jan", "a key")


def said(rule: str, text: str = "", phrase: str | None = None) -> Message:
    talk = Talk(msgspec.convert({**PUB_RULES, "talk": rule}, HouseRules).talk, FakeClock())
    spoken = talk.say(JAN, msgspec.convert({"t": "say", "text": text, "phrase": phrase}, Say), frozenset())
    found: Message = msgspec.to_builtins(spoken)
    return found


def why_not(rule: str, text: str = "", phrase: str | None = None) -> str:
    with pytest.raises(Unheard) as unheard:
        said(rule, text, phrase)
    return unheard.value.why


def speak(it: Corner, person: Person, text: str = "", phrase: str | None = None) -> None:
    it.room.talk(person.line, msgspec.convert({"t": "say", "text": text, "phrase": phrase}, Say))


def texts(messages: list[Message]) -> list[str]:
    return [message["line"]["text"] for message in messages if message["t"] == "said"]


# ---- what may be said


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Mooi weer,\n\tmaat  ", "Mooi weer, maat"),
        ("<b>pas</b> &amp; {name}", "<b>pas</b> &amp; {name}"),
        ("Jan\u202egnus", "Jangnus"),
        ("a\0b\x1b[31mc\u2066d\u200be\ufefff", "ab[31mcdef"),
        ("👩‍👩‍👧 👍🏽", "👩‍👩‍👧 👍🏽"),
        ("שלום", "שלום"),
        ("z\u0301\u0302\u0303\u0304\u0305a", "ź\u0302a"),
        ("Rene\u0301", "René"),
        ("x" * LONGEST, "x" * LONGEST),
        ("👍" * LONGEST, "👍" * LONGEST),
    ],
)
def test_a_text_is_shown_as_text_without_signs_that_control_or_turn_the_line(typed: str, shown: str) -> None:
    assert said("free", typed) == {
        "seat": 0,
        "name": "Jan",
        "who": said("free", "x")["who"],
        "phrase": None,
        "text": shown,
    }


@pytest.mark.parametrize("text", ["", "  \n", "\u202e", "\u3164\u2800", "\u200d"])
def test_a_text_that_shows_nothing_is_not_said(text: str) -> None:
    assert why_not("free", text) == "empty"


def test_a_text_has_at_most_200_characters() -> None:
    assert LONGEST == 200
    assert why_not("free", "x" * 201) == "too_long"


def test_a_phrase_travels_as_its_key_and_takes_no_text_along() -> None:
    spoken = said("phrases", "something else", phrase="asleep")
    assert (spoken["phrase"], spoken["text"]) == ("asleep", "")


def test_a_table_with_phrases_alone_hears_no_text() -> None:
    assert why_not("phrases", "Ik heb de boer") == "phrases_only"


def test_a_table_without_talk_hears_nothing() -> None:
    assert why_not("off", "Hallo") == "off"
    assert why_not("off", phrase="hello") == "off"


def test_old_tables_have_free_talk() -> None:
    before = {key: value for key, value in PUB_RULES.items() if key != "talk"}
    assert msgspec.convert(before, HouseRules).talk == "free"


# ---- how often


async def test_who_talks_too_fast_is_told_so_and_others_are_not() -> None:
    clock = FakeClock()
    it = await corner(make_pub(clock=clock))
    jan, piet, *_ = it.people
    for n in range(TALKING.burst + 2):
        speak(it, jan, f"{n}")
    heard = jan.read()
    assert texts(heard) == [f"{n}" for n in range(TALKING.burst)]
    assert heard[-2:] == [{"t": "unsaid", "why": "too_fast"}] * 2
    assert texts(piet.read()) == [f"{n}" for n in range(TALKING.burst)]
    speak(it, piet, "rustig aan")
    assert texts(jan.read()) == ["rustig aan"]
    clock.advance(1 / TALKING.per_second + 0.01)
    speak(it, jan, "goed")
    assert texts(piet.read()) == ["rustig aan", "goed"]
    await it.close()


async def test_a_new_line_does_not_make_one_talk_faster() -> None:
    it = await corner(make_pub(clock=FakeClock()))
    jan = it.people[0]
    for _ in range(TALKING.burst):
        speak(it, jan, "x")
    jan.join(it.room)
    speak(it, jan, "x")
    assert jan.read()[-1] == {"t": "unsaid", "why": "too_fast"}
    await it.close()


# ---- who hears it


async def test_everybody_at_the_table_hears_it_the_speaker_too() -> None:
    it = await corner(make_pub())
    speak(it, it.people[1], phrase="nice")
    heard = [person.read() for person in it.people]
    assert all(each == heard[0] for each in heard)
    assert heard[0][0]["t"] == "said"
    assert heard[0][0]["line"] == {
        "seat": it.seat(it.people[1]),
        "name": "Piet",
        "who": heard[0][0]["line"]["who"],
        "phrase": "nice",
        "text": "",
    }
    await it.close()


async def test_the_sign_of_a_speaker_is_his_own_stays_the_same_and_is_no_part_of_his_secret() -> None:
    it = await corner(make_pub())
    jan, piet, *_ = it.people
    for person in (jan, piet):
        speak(it, person, "x")
    jan.join(it.room)
    speak(it, jan, "y")
    signs = [message["line"]["who"] for message in piet.read() if message["t"] == "said"]
    assert signs[0] == signs[2] != signs[1]
    assert signs[0] not in jan.sha256
    await it.close()


async def test_after_a_reload_the_last_lines_are_there() -> None:
    clock = FakeClock()
    it = await corner(make_pub(clock=clock))
    jan, piet, *_ = it.people
    for n in range(REMEMBERED + 3):
        speak(it, jan, f"{n}")
        clock.advance(1 / TALKING.per_second + 0.01)
    again = piet.join(it.room)
    assert kinds(again)[:2] == ["snapshot", "heard"]
    assert [line["text"] for line in again[1]["lines"]] == [f"{n + 3}" for n in range(REMEMBERED)]
    await it.close()


async def test_who_sits_down_later_is_not_told_what_was_said_before() -> None:
    it = await corner(make_pub(), people=2, start=False)
    speak(it, it.people[0], "Piet mag niets weten")
    it.room.talk(it.people[0].line, Say(text="en dit ook niet"))
    mia = Person("Mia")
    await it.room.at_the_door(SitDown(mia.name, mia.sha256))
    assert kinds(mia.join(it.room)) == ["snapshot"]
    speak(it, it.people[0], "welkom")
    assert [line["text"] for line in mia.join(it.room)[1]["lines"]] == ["welkom"]
    assert len(it.people[1].join(it.room)[1]["lines"]) == 3
    await it.close()


async def test_who_has_left_says_nothing_any_more() -> None:
    it = await corner(make_pub())
    jan, piet, *_ = it.people
    await it.ask(piet, {"t": "leave"})
    jan.read()
    speak(it, piet, "nog één ding")
    assert texts(jan.read()) == []
    await it.close()


# ---- what it is not


async def test_talk_is_in_no_log_and_is_gone_after_a_restart() -> None:
    log = MemoryLog()
    it = await corner(make_pub(log))
    jan = it.people[0]
    version = it.room.table.version
    speak(it, jan, "een geheim van Jan")
    code = it.room.table.code
    assert it.room.table.version == version
    await it.close()
    assert all(b"geheim" not in line for line in await log.read(code))
    table = await load(log, code)
    assert table is not None
    reopened = Room(table, make_pub(log))
    assert kinds(jan.join(reopened)) == ["snapshot"]
    await reopened.close()


async def test_talk_waits_for_no_card_and_no_card_for_talk() -> None:
    log = FaultyLog()
    it = await corner(make_pub(log))
    jan, piet, *_ = it.people
    log.gate = asyncio.Event()
    it.room.command(jan.line, Leave(it.chair_number(jan) + 1))
    await asyncio.sleep(0)
    speak(it, jan, "terwijl het log nog schrijft")
    assert texts(piet.read()) == ["terwijl het log nog schrijft"]
    log.gate.set()
    await it.room.settled()
    assert kinds(piet.read())[0] == "told"
    await it.close()


async def test_over_a_socket_talk_has_no_number_and_counts_for_no_command() -> None:
    async with inn() as it:
        jan, piet = await it.party(["Jan", "Piet"], rules(PUB_RULES, 2))
        await jan.send(json.dumps({"t": "say", "text": "Proost"}))
        assert (await piet.hear("said"))["line"]["text"] == "Proost"
        assert (await jan.hear("said"))["line"]["name"] == "Jan"
        number = jan.n
        answer = await jan.ask({"t": "start"})
        assert (answer["t"], answer["n"]) == ("refused", number + 1)


@pytest.mark.parametrize(
    "message",
    [
        '{"t": "say", "phrase": "boe"}',
        '{"t": "say", "phrase": 1}',
        '{"t": "say", "text": null}',
        '{"t": "say", "seat": 1, "text": "x"}',
        '{"t": "say", "text": "x", "n": 1}',
    ],
)
async def test_talk_that_cannot_be_read_is_refused_and_the_line_stays(message: str) -> None:
    async with inn() as it:
        jan = await it.host()
        await jan.send(message)
        assert (await jan.hear("refused"))["code"] == "unreadable"
        await jan.send(json.dumps({"t": "say", "phrase": "knock"}))
        assert (await jan.hear("said"))["line"]["phrase"] == "knock"


async def test_a_club_table_hears_phrases_alone() -> None:
    async with inn() as it:
        jan = await it.host(house=CLUB_RULES)
        await jan.send(json.dumps({"t": "say", "text": "Ik heb de nel"}))
        assert await jan.hear("unsaid") == {"t": "unsaid", "why": "phrases_only"}
        await jan.send(json.dumps({"t": "say"}))
        assert await jan.hear("unsaid") == {"t": "unsaid", "why": "phrases_only"}
