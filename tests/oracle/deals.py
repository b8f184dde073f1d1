"""Seeded random deals in the case format, and random games played on them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.oracle import rules
from tests.oracle.game import Game, start
from tests.oracle.rules import Variant


def all_variants() -> Iterator[Variant]:
    """Every variant whose play or scoring differs: 4, 3 and 2 seats, duty, undertrump, march."""
    for seats in (4, 3, 2):
        for trump_duty in ("rotterdam", "amsterdam"):
            for undertrump in ("forbidden", "forced"):
                for march in ("declarer", "either"):
                    yield {"seats": seats, "trump_duty": trump_duty, "undertrump": undertrump, "march": march}


def random_deal(random: Random, variant: Variant) -> dict[str, Any]:
    """A shuffled deal with random trump, leader and declarer, nothing played yet."""
    seats = int(variant["seats"])
    cards = rules.deck(seats)
    random.shuffle(cards)
    hands: list[Any] = [sorted(cards[8 * seat : 8 * seat + 8]) for seat in range(seats)]
    if seats == 2:
        rest = [cards[16:24], cards[24:32]]
        hands = [
            {"hand": hands[seat], "table": [rest[seat][i : i + 2] for i in range(0, 8, 2)]}
            for seat in range(2)
        ]
    return {
        "variant": variant,
        "trump": random.choice(rules.SUITS),
        "leader": random.randrange(seats),
        "declarer": random.randrange(seats),
        "hands": hands,
        "plays": [],
    }


def random_plays(random: Random, deal: dict[str, Any], count: int, revoke_chance: float = 0.0) -> list[str]:
    """The first `count` cards of a random game; at each card with `revoke_chance` an illegal one, if the
    seat has one."""
    game = start(deal)
    for _ in range(count):
        may = game.legal()
        must_not = sorted(set(game.own(game.turn())) - set(may))
        game.play(random.choice(must_not if must_not and random.random() < revoke_chance else may))
    return [card for _, card in game.plays]


def taken_by_one_side(game: Game) -> int | None:
    """The seat whose side took every full trick so far, if any was taken by that side alone."""
    takers = {rules.winner(trick, game.trump) for trick in game.full_tricks()}
    for seat in (game.declarer, (game.declarer + 1) % game.seats):
        if takers and all(rules.same_side(seat, one, game.seats, game.declarer) for one in takers):
            return seat
    return None
