from __future__ import annotations

from random import Random

import pytest

from klaverjas.bots import REGULARS, Player, choose
from klaverjas.rules import CLUB, PUB, Variant, apply, view_for
from tests.bots.games import hasty, positions, random_deal
from tests.bots.laws import (
    VARIANTS,
    all_keep_the_rules,
    all_move_alike_in_two_worlds,
    forehand_keeps_the_rules_among_strangers,
    printed_however_it_hashes,
    title,
)


def regulars(seats: int, first: int) -> list[Player]:
    return [hasty(REGULARS[(first + seat) % len(REGULARS)].player) for seat in range(seats)]


@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_no_regular_ever_makes_an_illegal_move(variant: Variant) -> None:
    all_keep_the_rules(variant, lambda seed: regulars(variant.seats, seed), range(25))


@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_no_regular_is_led_astray_by_whatever_the_others_play(variant: Variant) -> None:
    forehand_keeps_the_rules_among_strangers(variant, lambda _: choose, range(20))


@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_in_another_world_that_looks_the_same_the_move_is_the_same(variant: Variant) -> None:
    all_move_alike_in_two_worlds(variant, lambda _: regulars(variant.seats, 0), range(3))


def test_a_view_asked_twice_and_out_of_order_gets_the_same_moves() -> None:
    for seats in (4, 3, 2):
        seen = [
            (view, move)
            for seed in range(10)
            for _, view, move in positions(random_deal(PUB.but(seats=seats), seed), [choose] * seats)
        ]
        Random(1).shuffle(seen)
        assert all(choose(view) == move for view, move in seen)


def test_the_moves_do_not_depend_on_how_the_interpreter_hashes() -> None:
    program = (
        "from klaverjas.bots import choose\n"
        "from klaverjas.rules import PUB\n"
        "from tests.bots.games import positions, random_deal\n"
        "for seats in (4, 3, 2):\n"
        "    for seed in range(5):\n"
        "        deal = random_deal(PUB.but(seats=seats), seed)\n"
        "        print(*(move for _, _, move in positions(deal, [choose] * seats)))\n"
    )
    assert len(printed_however_it_hashes(program)) > 1000


def test_a_seat_that_is_not_to_move_has_no_move() -> None:
    deal = random_deal(CLUB, 1)
    turn = deal.turn
    assert turn is not None
    with pytest.raises(ValueError, match="not to move"):
        choose(view_for(deal, (turn + 1) % 4))
    while deal.turn is not None:
        deal = apply(deal, choose(view_for(deal, deal.turn)))
    with pytest.raises(ValueError, match="not to move"):
        choose(view_for(deal, 0))


def test_there_are_more_regulars_than_chairs_and_each_has_a_name_of_his_own() -> None:
    names = [regular.name for regular in REGULARS]
    assert len(names) == len(set(names)) >= 6
    assert all(0 < len(name) <= 20 for name in names)
