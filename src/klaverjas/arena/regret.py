"""Sampling regret: what a player who guesses loses by guessing so few worlds and not very many.

Only the noise of the guesses is measured, not whether the method is right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from statistics import mean, stdev

from klaverjas.arena.deals import deal_for
from klaverjas.bots import Quick
from klaverjas.bots.engine import Strength
from klaverjas.bots.strong import Strong, think
from klaverjas.rules import Card, SeatView, Variant, apply, view_for

HALVES = ((1, 2, 3), (4, 5, 6))
"""The salts of two independent large samples: one finds the best card, the other says what it is worth."""
SALT = 7


class Regret:
    """What was lost so far, by number of worlds: points per choice, and choices per deal and side."""

    def __init__(self, worlds: Sequence[int], seats: int) -> None:
        self.lost: Mapping[int, list[float]] = {many: [] for many in worlds}
        self.deals = 0
        self._sides = min(seats, 2)

    def per_deal(self, worlds: int) -> tuple[float, float]:
        """Points a deal that one side loses by choosing with so many worlds, and the standard error."""
        lost = self.lost[worlds]
        choices = len(lost) / (self.deals * self._sides)
        error = stdev(lost) / len(lost) ** 0.5 if len(lost) > 1 else 0.0
        return choices * mean(lost), choices * error


def measure(
    variant: Variant,
    worlds: Sequence[int],
    deals: int,
    seed: int = 1,
    progress: Callable[[Regret], None] = lambda _: None,
) -> Regret:
    """Play deals by the policy and let the strong player choose at every position, with each number of
    worlds. Raises KernelMissing where there is no engine."""
    regret = Regret(worlds, variant.seats)
    for number in range(deals):
        for view in _choices(variant, seed, number):
            most = Strong(cap_ms=0).strength(view)
            halves = [_values(view, most, salts) for salts in HALVES]
            for many in worlds:
                strength = replace(most, worlds=many, pool=many * most.pool // most.worlds, salt=SALT)
                chosen = _think(view, strength)
                card = max(chosen, key=chosen.__getitem__)
                lost = [
                    other[max(one, key=one.__getitem__)] - other[card]
                    for one, other in (halves, reversed(halves))
                ]
                regret.lost[many].append(mean(lost))
        regret.deals += 1
        progress(regret)
    return regret


def _choices(variant: Variant, seed: int, number: int) -> Iterator[SeatView]:
    """Every position of a deal at which a seat has more than one card to choose from."""
    quick, deal = Quick(), deal_for(variant, seed, number, "players")
    random = Random(f"{seed} {number}")
    while deal.turn is not None:
        view = view_for(deal, deal.turn)
        if not view.calls and len(view.legal) > 1:
            yield view
        move = quick(view)
        if isinstance(move, Card) and random.random() < 0.1:
            move = random.choice(list(view.legal))
        deal = apply(deal, move)


def _values(view: SeatView, most: Strength, salts: Sequence[int]) -> dict[Card, float]:
    found = [_think(view, replace(most, salt=salt)) for salt in salts]
    return {card: mean(values[card] for values in found) for card in found[0]}


def _think(view: SeatView, strength: Strength) -> dict[Card, float]:
    choice = think(view, strength)
    if choice is None:
        raise RuntimeError("there is no engine to think with")
    return choice.values
