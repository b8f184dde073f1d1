"""What every player owes the house, whoever he is: legal moves, no more than his seat sees, no surprises."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from random import Random

from klaverjas.bots import Player
from klaverjas.rules import Call, Card, SeatView, Variant, every_variant, view_for
from tests.bots.games import (
    another_world,
    positions,
    random_deal,
    random_player,
    revoking_player,
)

VARIANTS = list(every_variant())
Company = Callable[[int], Sequence[Player]]
"""Who sits in the chairs of the deal with this seed."""


def title(variant: Variant) -> str:
    return (
        f"{variant.seats}-{variant.trump_duty}-{variant.trump_making}-{variant.undertrump}-{variant.revoke}"
    )


def allowed(view: SeatView, move: Call | Card) -> bool:
    return move in view.calls if isinstance(move, Call) else move in view.legal


def all_keep_the_rules(variant: Variant, company: Company, seeds: Iterable[int]) -> None:
    for seed in seeds:
        for _, view, move in positions(random_deal(variant, seed), company(seed)):
            assert allowed(view, move)


def forehand_keeps_the_rules_among_strangers(
    variant: Variant, player: Callable[[int], Player], seeds: Iterable[int]
) -> None:
    """The others play any card that they may, and revoke where that is possible."""
    stranger = revoking_player if variant.revoke == "claimable" else random_player
    for seed in seeds:
        players = [player(seed), *(stranger(seed + seat) for seat in range(1, variant.seats))]
        for _, view, move in positions(random_deal(variant, seed), players):
            if view.seat == 0:
                assert allowed(view, move)


def all_move_alike_in_two_worlds(variant: Variant, company: Company, seeds: Iterable[int]) -> None:
    """Before each move whatever its seat cannot see is dealt anew, and the move stays the same."""
    random = Random(7)
    for seed in seeds:
        players = company(seed)
        for deal, view, move in positions(random_deal(variant, seed), players):
            same = view_for(another_world(deal, view.seat, random), view.seat)
            assert same == view
            assert players[view.seat](same) == move


def printed_however_it_hashes(program: str) -> str:
    """What the program prints, which must not depend on how the interpreter hashes."""
    path = os.pathsep.join(entry for entry in sys.path if entry)
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hashing, "PYTHONPATH": path},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for hashing in ("1", "2")
    }
    assert len(outputs) == 1
    return outputs.pop()
