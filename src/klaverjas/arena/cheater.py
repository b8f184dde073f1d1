"""The cheater: the yardstick that sees all cards. It takes a whole `Deal`, so it is no `Player` and nothing
but the referee of the arena can let it play."""

from __future__ import annotations

from collections.abc import Callable

from klaverjas.arena.yardsticks import cheapest
from klaverjas.rules import Call, CardSet, Deal, Move, apply
from klaverjas.solver import Position, Solver

OpenPlayer = Callable[[Deal], Move]
"""Who is shown the truth: for measuring only."""


def cheat(deal: Deal) -> Move:
    """The move with the best payoff if from now on everybody saw all cards and played as well as possible;
    of equal cards the cheapest. Calls likewise, by working out what everybody would say."""
    with Solver(deal.variant.seats) as solver:
        if deal.trump is None:
            return _best_call(deal, solver)[0]
        position = Position.of(deal)
        values = solver.solve(position, "payoff", cards=True).cards
    assert values is not None
    best = (max if position.turn in position.sides.declaring else min)(values.values())
    return cheapest(CardSet.of(card for card, value in values.items() if value == best), deal.trump)


def _best_call(deal: Deal, solver: Solver) -> tuple[Call, tuple[float, ...]]:
    """The call that is best for the seat in turn, and what it brings each seat."""
    seat = deal.turn
    assert seat is not None
    outcomes = [(call, _outcome(apply(deal, call), solver)) for call in deal.calls_allowed()]
    return max(outcomes, key=lambda entry: entry[1][seat])


def _outcome(deal: Deal, solver: Solver) -> tuple[float, ...]:
    """The payoff per seat; two defenders against one carry half each."""
    if deal.trump is None:
        return _best_call(deal, solver)[1]
    position = Position.of(deal)
    value = solver.solve(position, "payoff").value
    declaring, defending = position.sides
    share = len(defending) / len(declaring)
    return tuple(value if seat in declaring else -value / share for seat in range(deal.variant.seats))
