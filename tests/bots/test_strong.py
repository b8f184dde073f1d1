"""The players with the engine: they keep the rules, see no more than their seat, and are stateless."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from klaverjas.bots import strong
from klaverjas.bots.engine import Traits
from klaverjas.bots.player import Player, choose
from klaverjas.bots.strong import Calling, Quick, Strong, think
from klaverjas.rules import CLUB, PUB, Call, Card, SeatView, Variant, view_for
from klaverjas.rules.strength import POINTS
from klaverjas.solver.native import KernelMissing
from tests.bots.games import positions, random_deal
from tests.bots.laws import (
    VARIANTS,
    all_keep_the_rules,
    all_move_alike_in_two_worlds,
    forehand_keeps_the_rules_among_strangers,
    printed_however_it_hashes,
    title,
)

LITTLE = Strong(worlds=6)
PLAYERS = (
    LITTLE,
    Quick(),
    Quick(mood=1.5, calling=Calling(noise=30.0)),
    Strong(worlds=4, traits=Traits(draw=1.0, keep=1.0, nel=1.0, signal=1.0, ruff=1.0)),
)


def company(seats: int, seed: int, kinds: int = len(PLAYERS)) -> list[Player]:
    return [PLAYERS[(seed + seat) % kinds] for seat in range(seats)]


@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_nobody_ever_makes_an_illegal_move(variant: Variant) -> None:
    all_keep_the_rules(variant, partial(company, variant.seats), range(12))


@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_nobody_is_led_astray_by_whatever_the_others_play(variant: Variant) -> None:
    forehand_keeps_the_rules_among_strangers(variant, lambda seed: PLAYERS[seed % 4], range(6))


@pytest.mark.parametrize("variant", VARIANTS, ids=title)
def test_in_another_world_that_looks_the_same_the_move_is_the_same(variant: Variant) -> None:
    # With all variants over two thousand deals, every move of each.
    all_move_alike_in_two_worlds(variant, partial(company, variant.seats, kinds=2), range(42))


def test_a_view_asked_again_out_of_order_and_by_many_threads_gets_the_same_moves() -> None:
    seen = [
        (view, move)
        for variant in (PUB, CLUB, PUB.but(seats=3), PUB.but(seats=2))
        for _, view, move in positions(random_deal(variant, 3), [LITTLE] * variant.seats)
    ]
    Random(1).shuffle(seen)
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(LITTLE, [view for view, _ in seen])) == [move for _, move in seen]


def test_the_moves_do_not_depend_on_how_the_interpreter_hashes() -> None:
    program = (
        "from klaverjas.bots.strong import Calling, Quick, Strong\n"
        "from klaverjas.rules import PUB\n"
        "from tests.bots.games import positions, random_deal\n"
        "for seats in (4, 3, 2):\n"
        "    for player in (Strong(worlds=8), Quick(mood=1.0, calling=Calling(noise=20.0))):\n"
        "        deal = random_deal(PUB.but(seats=seats), 3)\n"
        "        print(*(move for _, _, move in positions(deal, [player] * seats)))\n"
    )
    assert len(printed_however_it_hashes(program)) > 400


def test_of_cards_worth_the_same_the_likelier_is_played_and_then_the_one_with_fewer_points() -> None:
    ties = 0
    for seed in range(40):
        for _, view, _ in positions(random_deal(CLUB, seed), [Quick()] * 4):
            if view.calls or len(view.legal) < 2:
                continue
            choice = think(view, Strong(worlds=40).strength(view))
            assert choice is not None
            assert view.trump is not None
            most = max(choice.values.values())
            tied = [card for card, value in choice.values.items() if value == most]
            points = POINTS[view.trump]
            nicest = min(tied, key=lambda card: (-choice.chances[card], points[card]))
            assert (choice.chances[choice.card], points[choice.card]) == (
                choice.chances[nicest],
                points[nicest],
            )
            ties += len(tied) > 1
    assert ties > 50


def test_a_cap_on_time_cuts_worlds_and_not_the_answer() -> None:
    deal = random_deal(CLUB, 4)
    for _, view, _ in positions(deal, [Quick()] * 4):
        if not view.calls and len(view.legal) > 1:
            full, cut = (think(view, Strong(worlds=2000, cap_ms=cap).strength(view)) for cap in (0, 1))
            assert full is not None
            assert cut is not None
            assert cut.worlds < full.worlds
            assert cut.card in view.legal
            return


def test_without_the_library_they_play_by_the_rules_of_thumb_and_say_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def missing() -> None:
        raise KernelMissing("no library here")

    monkeypatch.setattr(strong, "load_engine", missing)
    strong.shipped.cache_clear()
    try:
        with caplog.at_level(logging.WARNING):
            for _, view, move in positions(random_deal(PUB, 1), [Strong(), Quick(), Strong(), Quick()]):
                assert move == choose(view)
        assert len(caplog.records) == 1
        assert "rules of thumb" in caplog.text
    finally:
        strong.shipped.cache_clear()


def test_a_seat_that_is_not_to_move_has_no_move() -> None:
    deal = random_deal(CLUB, 1)
    turn = deal.turn
    assert turn is not None
    for player in (LITTLE, Quick()):
        with pytest.raises(ValueError, match="not to move"):
            player(view_for(deal, (turn + 1) % 4))


def test_a_misjudged_hand_is_misjudged_the_same_way_every_time() -> None:
    player = Quick(calling=Calling(noise=40.0))
    views = [view_for(random_deal(PUB, seed), random_deal(PUB, seed).turn or 0) for seed in range(200)]
    views = [view for view in views if view.calls]
    calls = list(map(player, views))
    assert calls == list(map(player, views))
    assert calls != list(map(partial(Quick()), views))


def test_calls_that_nobody_would_make_leave_the_cards_with_values() -> None:
    """Somebody plays on nothing, or passes on everything: the guesses must stay guesses."""

    def wild(view: SeatView) -> Call | Card:
        counts = {call: sum(card.suit == call.suit for card in view.own) for call in view.calls}
        if Call.PLAY in view.calls:
            few = sum(card.suit == view.public.turned for card in view.own) < 2
            return Call.PLAY if few else Call.PASS
        return min(counts, key=counts.__getitem__) if view.calls else Quick()(view)

    for seats in (4, 3, 2):
        for seed in range(30):
            for _, view, move in positions(random_deal(PUB.but(seats=seats), seed), [wild] * seats):
                if isinstance(move, Card) and len(view.legal) > 1:
                    sure = replace(Strong(worlds=20).strength(view), doubt=0.0, spread=1.0)
                    choice = think(view, sure)
                    assert choice is not None
                    assert set(choice.values) == set(view.legal)
                    assert all(-600 < value < 600 for value in choice.values.values())
