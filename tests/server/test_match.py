"""Whole matches over real sockets."""

from __future__ import annotations

import pytest

from klaverjas.bots import choose
from klaverjas.server.room import load
from tests.server.support import CLUB_RULES, PUB_RULES, Guest, Message, inn, play_together, rules

NAMES = ("Jan", "Piet", "Mia", "Ans")


def open_facts(guest: Guest) -> list[Message]:
    """What he heard that was for everybody."""
    return [fact for fact in guest.facts if fact["t"] not in ("HandDealt", "NumberGiven", "Joined")]


def check_sheet(guest: Guest, seats: int) -> None:
    rows = {fact["result"]["number"]: fact["result"] for fact in guest.facts if fact["t"] == "DealScored"}
    assert list(rows) == list(range(12 if seats == 3 else 4))
    totals = [
        sum(row["credit"][seat]["points"] + row["credit"][seat]["meld"] for row in rows.values())
        for seat in range(seats)
    ]
    (ended,) = [fact for fact in guest.facts if fact["t"] == "MatchEnded"]
    assert ended["winners"] == [seat for seat in range(seats) if totals[seat] == max(totals)]


@pytest.mark.parametrize(("seats", "people"), [(4, 4), (4, 2), (4, 1), (3, 3), (3, 1), (2, 2), (2, 1)])
async def test_a_pub_match_is_played_to_its_end_by_people_and_regulars(seats: int, people: int) -> None:
    async with inn(player=choose) as it:
        guests = await it.party(NAMES[:people], rules(PUB_RULES, seats))
        await play_together(guests)
        for guest in guests:
            assert not [message for message in guest.heard if message["t"] == "refused"]
            assert open_facts(guest) == open_facts(guests[0])
            assert {fact["seat"] for fact in guest.facts if fact["t"] == "HandDealt"} == {guest.seat}
        check_sheet(guests[0], seats)
        room = await it.room(guests[0].code)
        assert await load(it.pub.log, guests[0].code) == room.table


@pytest.mark.parametrize(("seats", "people"), [(4, 4), (4, 2), (3, 3), (2, 2)])
async def test_a_club_match_with_revokes_claims_and_cards_taken_back_ends(seats: int, people: int) -> None:
    async with inn(player=choose) as it:
        guests = await it.party(NAMES[:people], rules(CLUB_RULES, seats))
        await play_together(guests)
        told = {fact["t"] for fact in guests[0].facts}
        assert {"TakenBack", "Ruled"} <= told
        for guest in guests:
            assert open_facts(guest) == open_facts(guests[0])
        check_sheet(guests[0], seats)
        room = await it.room(guests[0].code)
        assert await load(it.pub.log, guests[0].code) == room.table


async def test_another_match_can_follow_at_the_same_table() -> None:
    async with inn() as it:
        (jan,) = await it.party(["Jan"])
        await jan.play()
        answer = await jan.ask({"t": "again"})
        assert [fact["t"] for fact in answer["facts"][:2]] == ["Readied", "MatchStarted"]
        assert answer["facts"][1]["match"] == 2
        await jan.play()
        assert [fact["match"] for fact in jan.facts if fact["t"] == "MatchStarted"] == [1, 2]
