"""Players to measure others with. Each sees what its seat may see; the same view gives the same move."""

from __future__ import annotations

from random import Random

from klaverjas.arena.worlds import Worlds
from klaverjas.bots import choose
from klaverjas.rules import Call, Card, CardSet, SeatView, Suit
from klaverjas.rules.strength import PLACE, POINTS
from klaverjas.solver import Solver

WORLDS = 80
MOST_TRICKS = {4: 8, 3: 8, 2: 12}
"""With more tricks left a solved world costs too much: two players have sixteen."""


def any_move(view: SeatView, salt: str = "") -> Call | Card:
    """*random*: any allowed call and any legal card, each as likely as the others."""
    random = Random(f"{salt} {view!r}")
    return random.choice(view.calls) if view.calls else random.choice(list(view.legal))


def cheapest_move(view: SeatView) -> Call | Card:
    """*cheapest*: calls by the rules of thumb and plays the cheapest legal card."""
    if view.calls or view.trump is None:
        return choose(view)
    return cheapest(view.legal, view.trump)


def cheapest(cards: CardSet, trump: Suit) -> Card:
    """The card with the fewest points; of those the weakest, plain suits before trumps."""
    return min(cards, key=lambda card: (POINTS[trump][card], PLACE[trump][card], card))


def plain_sampling(view: SeatView, worlds: int = WORLDS) -> Call | Card:
    """*sampling*: the card with the best mean payoff over `worlds` guessed worlds, each solved exactly as if
    everybody saw all cards. Nothing is inferred from how others play beyond their duties. Equal cards: the
    cheapest. Calls by the rules of thumb, and two players also play by them down to 12 tricks left."""
    left = view.variant.tricks - len(view.public.won)
    if view.calls or view.trump is None or left > MOST_TRICKS[view.variant.seats]:
        return choose(view)
    legal = view.legal
    if len(legal) == 1:
        return next(iter(legal))
    totals = dict.fromkeys(legal, 0)
    with Solver(view.variant.seats) as solver:
        for world in Worlds(view).some(worlds, Random(repr(view))):
            values = solver.solve(world, "payoff", cards=True).cards
            assert values is not None
            sign = 1 if view.seat in world.sides.declaring else -1
            for card, value in values.items():
                totals[card] += sign * value
    best = max(totals.values())
    return cheapest(CardSet.of(card for card, total in totals.items() if total == best), view.trump)
