"""What regulars say: seldom, in turn, and of nothing but what everybody has seen."""

from __future__ import annotations

import inspect
import typing

import pytest

from klaverjas.server import remarks
from klaverjas.server.banter import QUIET_SECONDS
from klaverjas.server.remarks import ANSWERS, PAUSE, Remark, Spectacle, answer, comment
from klaverjas.table import SitDown
from klaverjas.wire import facts
from klaverjas.wire.messages import Say
from klaverjas.wire.shapes import Credit, DealResult, Meld, Phrase
from tests.server.rooms import Corner, Person, corner
from tests.server.support import PUB_RULES, FakeClock, Message, make_pub

OCCASIONS = [f"KR7TM {n}" for n in range(400)]


def result(points: tuple[int, int], failed: bool = False, march: bool = False) -> DealResult:
    return DealResult(
        number=0,
        dealer=0,
        declarer=1,
        trump="H",
        sides=[[1, 3], [0, 2]],
        points=list(points),
        meld=[0, 0],
        credit=[Credit(0, 0)] * 4,
        failed=failed,
        march=march,
    )


def comments(fact: Spectacle, regulars: list[int], seats: int = 4) -> set[tuple[int, Phrase]]:
    """Everything that may be said about it, whatever the occasion."""
    found = (comment([fact], regulars, seats, each) for each in OCCASIONS)
    return {(remark.seat, remark.phrase) for remark in found if remark is not None}


def said(person: Person) -> list[Message]:
    return [message["line"] for message in person.read() if message["t"] == "said"]


def test_regulars_are_given_nothing_but_public_facts() -> None:
    """By the shape of it: what can be told to them holds no hand and no pack."""
    assert set(typing.get_args(Spectacle)) == {
        facts.MatchStarted,
        facts.TrickWon,
        facts.DealScored,
        facts.MatchEnded,
    }
    for function in (answer, comment):
        kinds = {str(each.annotation) for each in inspect.signature(function).parameters.values()}
        assert kinds <= {
            "Phrase | None",
            "Sequence[Spectacle]",
            "Sequence[int]",
            "int | None",
            "int",
            "str",
        }
    assert not any(name in vars(remarks) for name in ("Table", "Deal", "SeatView", "view_for"))


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        (facts.DealScored(result((100, 62))), set()),
        (facts.DealScored(result((84, 78))), {(0, "close"), (2, "close")}),
        (facts.DealScored(result((60, 102), failed=True)), {(3, "bad_luck")}),
        (facts.DealScored(result((162, 0), march=True)), {(0, "knock"), (2, "knock")}),
        (facts.DealScored(result((0, 162), failed=True, march=True)), {(1, "knock"), (3, "knock")}),
        (facts.TrickWon(0, 1, 20, [Meld("run4", 50)]), {(3, "nice")}),
        (facts.TrickWon(0, 1, 20, [Meld("run3", 20)]), set()),
        (facts.MatchStarted(1, [None] * 4), {(seat, "hello") for seat in range(4)}),
        (facts.MatchEnded([0, 2]), {(1, "well_played"), (3, "well_played")}),
    ],
    ids=lambda each: type(each).__name__,
)
def test_they_say_what_fits(fact: Spectacle, told: set[tuple[int, Phrase]]) -> None:
    assert comments(fact, [0, 1, 2, 3]) == told
    assert comments(fact, []) == set()
    assert comments(fact, [3]) == {each for each in told if each[0] == 3}


def test_most_of_the_time_they_hold_their_tongue() -> None:
    fact = facts.MatchStarted(1, [None] * 4)
    spoke = [comment([fact], [1, 2, 3], 4, each) for each in OCCASIONS]
    assert 0 < sum(remark is not None for remark in spoke) < len(spoke) / 2


def test_who_is_greeted_greets_back_and_who_is_asked_whether_he_sleeps_is_thinking() -> None:
    greeted = {answer("hello", [1, 3], 0, each) for each in OCCASIONS}
    assert {(remark.seat, remark.phrase) for remark in greeted if remark} == {(1, "hello"), (3, "hello")}
    assert None in greeted
    woken = answer("asleep", [1, 3], 3, "KR7TM 1")
    assert isinstance(woken, Remark)
    assert (woken.seat, woken.phrase) == (3, "thinking")
    assert PAUSE[0] <= woken.seconds <= PAUSE[1]
    assert answer("asleep", [1, 3], 0, "KR7TM 1") is None, "a person answers for himself"
    assert answer("asleep", [1, 3], None, "KR7TM 1") is None
    assert answer(None, [1, 2, 3], 1, "KR7TM 1") is None, "what people write is not read"
    assert all(answer(phrase, [], 0, each) is None for phrase in ANSWERS for each in OCCASIONS[:9])


async def greeted(it: Corner) -> list[Message]:
    it.room.talk(it.people[0].line, Say(phrase="hello"))
    return said(it.people[0])


async def table_that_answers(house: Message = PUB_RULES, pace: float = 1) -> tuple[Corner, FakeClock]:
    """One person and regulars, in a room where they answer a greeting now; nothing was said before."""
    for seed in range(50):
        clock = FakeClock()
        it = await corner(make_pub(clock=clock, seed=seed, pace=pace), people=1, house=house)
        table = it.room.table
        regulars = [seat for seat, chair in enumerate(table.chairs) if chair.kind == "regular"]
        occasion = f"{table.code} {table.version}"
        quiet = comment([facts.MatchStarted(1, [])], regulars, len(table.chairs), occasion) is None
        if quiet and answer("hello", regulars, None, occasion) is not None:
            return it, clock
        await it.close()
    raise AssertionError("they never answer")


async def test_a_regular_answers_after_a_while_with_his_own_name() -> None:
    it, clock = await table_that_answers()
    assert [line["name"] for line in await greeted(it)] == ["Jan"]
    clock.advance(PAUSE[1])
    (line,) = said(it.people[0])
    chair = it.room.table.chairs[line["seat"]]
    assert (line["phrase"], line["name"], chair.kind) == ("hello", chair.name, "regular")
    assert line["who"] != (await greeted(it))[0]["who"]
    await it.close()


async def test_after_one_spoke_all_are_quiet_for_a_while() -> None:
    it, clock = await table_that_answers()
    await greeted(it)
    clock.advance(PAUSE[1])
    assert len(said(it.people[0])) == 1
    for _ in range(3):
        it.room.talk(it.people[0].line, Say(phrase="hello"))
        clock.advance(PAUSE[1])
    assert {line["name"] for line in said(it.people[0])} == {"Jan"}
    assert 4 * PAUSE[1] < QUIET_SECONDS
    await it.close()


async def test_who_has_given_up_his_chair_to_a_person_says_nothing() -> None:
    it, clock = await table_that_answers({**PUB_RULES, "seats": 2})
    await greeted(it)
    piet = Person("Piet")
    await it.room.at_the_door(SitDown(piet.name, piet.sha256))
    clock.advance(PAUSE[1])
    assert said(it.people[0]) == []
    await it.close()


async def test_at_a_table_without_talk_regulars_are_silent_too() -> None:
    it, clock = await table_that_answers({**PUB_RULES, "talk": "off"})
    it.room.talk(it.people[0].line, Say(phrase="hello"))
    clock.advance(PAUSE[1])
    assert said(it.people[0]) == []
    await it.close()


async def test_a_closed_room_is_silent() -> None:
    it, clock = await table_that_answers()
    await greeted(it)
    await it.close()
    clock.advance(PAUSE[1])
    assert said(it.people[0]) == []
