"""The deals of the house in the long run."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from klaverjas.rules import CLUB, PUB, Deal, Move, Suit, apply, deal_out, pack, show_score
from klaverjas.server.tally import Counts, Tally, holder, odds, read
from klaverjas.table import say
from klaverjas.wire.shapes import DealResult
from tests.server.rooms import corner
from tests.server.support import FakeClock, make_pub, rules
from tests.server.test_room import play_deal


def finished(seed: int, seats: int = 4, club: bool = False) -> tuple[Deal, DealResult]:
    chance = random.Random(seed)
    variant = (CLUB if club else PUB).but(seats=seats)
    cards = tuple(chance.sample(list(pack(seats)), len(pack(seats))))
    deal = deal_out(variant, 0, cards, None if club else chance.choice(tuple(Suit)))
    while deal.turn is not None:
        moves: list[Move] = [*deal.calls_allowed()] or [*deal.legal()]
        deal = apply(deal, chance.choice(moves))
    deal = deal if deal.done else show_score(deal)
    return deal, say.result(0, deal)


def counted(*, seats: int = 4, club: bool = False, deals: int = 40) -> Tally:
    tally = Tally(FakeClock())
    for seed in range(deals):
        tally.count(*finished(seed, seats, club))
    return tally


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_deal_is_counted_once_in_every_row(seats: int) -> None:
    shown = counted(seats=seats).shown()
    assert shown.deals == 40
    assert sum(shown.turned) == sum(shown.trumps) == 40
    assert [sum(row.counted) for row in shown.jacks] == [40 if each == seats else 0 for each in (2, 3, 4)]
    assert [sum(row) for row in shown.trump_jacks] == [40 if each == seats else 0 for each in (2, 3, 4)]
    assert 0 < shown.failed < 40


def test_where_no_suit_is_turned_the_jack_of_clubs_is_counted() -> None:
    shown = counted(club=True, deals=5).shown()
    assert shown.turned == [0, 0, 0, 0]
    assert shown.turned_odds is None
    dealt = Counter(holder(finished(seed, 4, True)[0], Suit.CLUBS) for seed in range(5))
    assert shown.jacks[2].counted == [dealt[seat] for seat in range(4)]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ([25, 25, 25, 25], 1.0),
        ([20, 30, 25, 25], 0.5724),  # chi-square 2, three degrees of freedom
        ([40, 20, 30], 0.0357),  # 6.667, two
        ([60, 40], 0.0455),  # 4, one
        ([100, 0, 0, 0], 0.0),
    ],
)
def test_the_odds_are_those_of_the_chi_square_tables(row: list[int], expected: float) -> None:
    assert odds(row) == pytest.approx(expected, abs=1e-4)


def test_a_few_deals_say_nothing() -> None:
    assert odds([5, 5, 5, 4]) is None
    assert odds([5, 5, 5, 5]) == pytest.approx(1.0)


def test_what_was_counted_is_written_after_a_minute_and_read_again(tmp_path: Path) -> None:
    clock, file = FakeClock(), tmp_path / "deals.json"
    tally = Tally(clock, file)
    tally.count(*finished(1))
    assert not file.exists()
    clock.advance(61)
    assert read(file) == tally.counts
    tally.count(*finished(2))
    tally.close()
    assert Tally(clock, file).shown().deals == 2


@pytest.mark.parametrize("text", ["", "{", '{"turned": [1]}', '{"jacks": {}}', "[]"])
def test_a_file_that_cannot_be_understood_begins_anew(tmp_path: Path, text: str) -> None:
    file = tmp_path / "deals.json"
    file.write_text(text)
    assert read(file) == Counts()


def test_a_folder_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    tally = Tally(FakeClock(), tmp_path / "gone" / "deals.json")
    tally.count(*finished(1))
    tally.close()
    assert tally.shown().deals == 1


async def test_the_rooms_count_a_deal_when_it_is_over() -> None:
    clock = FakeClock()
    pub = replace(make_pub(clock=clock), tally=Tally(clock))
    it = await corner(pub, house=rules(seats=2), people=2)
    assert it.rooms.deals().deals == 0
    await play_deal(it)
    assert it.rooms.deals().deals == 1
    assert [sum(row.counted) for row in it.rooms.deals().jacks] == [1, 0, 0]
