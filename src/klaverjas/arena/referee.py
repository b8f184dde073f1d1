"""The referee: plays a deal out between contestants, and the same deal with the chairs exchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from time import process_time
from typing import NamedTuple

from klaverjas.arena.contestants import Contestant, Open
from klaverjas.arena.deals import fixed_call
from klaverjas.arena.external import Answer, External, Lost
from klaverjas.arena.seen import seen_by
from klaverjas.arena.yardsticks import cheapest
from klaverjas.rules import Call, Deal, DealScore, Move, SeatView, apply, show_score, view_for

A, B = 0, 1
SEATINGS: dict[int, tuple[tuple[int, ...], ...]] = {
    4: ((A, B, A, B), (B, A, B, A)),
    3: ((A, B, B), (B, A, B), (B, B, A), (B, A, A), (A, B, A), (A, A, B)),
    2: ((A, B), (B, A)),
}
"""Who sits where in the games of one deal. A and B have each chair equally often, and with three players each
plays alone against two of the other from every chair."""


@dataclass
class Tally:
    """What one contestant did in some games. `declared` counts deals in which one of its seats was declarer,
    `failed` and `marches` how many of those were nat and pit; `points` is what it scored per seat (per pair
    with four), added up over games. `cpu` and `worst` are seconds of our own process, in a program's place
    what it used, once it has ended."""

    moves: int = 0
    lost: Counter[Lost] = field(default_factory=Counter)
    cpu: float = 0.0
    worst: float = 0.0
    declared: int = 0
    failed: int = 0
    marches: int = 0
    points: Fraction = Fraction(0)

    @property
    def refused(self) -> int:
        return sum(self.lost.values())

    def add(self, other: Tally) -> None:
        self.moves += other.moves
        self.lost += other.lost
        self.cpu += other.cpu
        self.worst = max(self.worst, other.worst)
        self.declared += other.declared
        self.failed += other.failed
        self.marches += other.marches
        self.points += other.points


class Duplicate(NamedTuple):
    """One deal with all its seatings: what A scored more than B, in the mean over the games."""

    difference: Fraction
    tallies: tuple[Tally, Tally]


def play_duplicate(
    deal: Deal, pair: Sequence[Contestant], clock: Callable[[], float] = process_time
) -> Duplicate:
    """Play `deal` with every seating of its number of players. `pair` is (A, B); `clock` counts CPU."""
    tallies = (Tally(), Tally())
    total = Fraction(0)
    games = SEATINGS[deal.variant.seats]
    for seating in games:
        score = play(deal, seating, pair, tallies, clock)
        means = [_mean(score, seating, who) for who in (A, B)]
        total += means[A] - means[B]
        for who in (A, B):
            tallies[who].points += means[who]
        teller = tallies[seating[score.declarer]]
        teller.declared += 1
        teller.failed += score.failed
        teller.marches += score.march and not score.failed
    return Duplicate(total / len(games), tallies)


def play(
    deal: Deal,
    seating: Sequence[int],
    pair: Sequence[Contestant],
    tallies: Sequence[Tally],
    clock: Callable[[], float] = process_time,
) -> DealScore:
    """One game. Who gives no move, or one that may not be made, loses it: the cheapest legal card is played,
    and for a call the referee speaks."""
    while (seat := deal.turn) is not None:
        tally = tallies[seating[seat]]
        start = clock()
        answer = ask(pair[seating[seat]], deal, seat)
        if not isinstance(pair[seating[seat]], External):
            spent = clock() - start
            tally.cpu += spent
            tally.worst = max(tally.worst, spent)
        tally.moves += 1
        if answer.lost is not None:
            tally.lost[answer.lost] += 1
        move = answer.move
        deal = apply(deal, instead(view_for(deal, seat)) if move is None else move)
    score = (deal if deal.done else show_score(deal)).score
    assert score is not None
    return score


def ask(contestant: Contestant, deal: Deal, seat: int) -> Answer:
    """The move of the seat in turn. Only an `Open` contestant is shown the deal."""
    if isinstance(contestant, External):
        return contestant.ask(seen_by(deal, seat))
    view = view_for(deal, seat)
    try:
        move = contestant.player(deal) if isinstance(contestant, Open) else contestant.player(view)
    except Exception:
        return Answer(None, Lost.FAILED)
    allowed = view.calls if isinstance(move, Call) else view.legal
    return Answer(move) if move in allowed else Answer(None, Lost.ILLEGAL)


def instead(view: SeatView) -> Move:
    """The move for a seat that has lost its own."""
    if view.calls or view.trump is None:
        return fixed_call(view)
    return cheapest(view.legal, view.trump)


def _mean(score: DealScore, seating: Sequence[int], who: int) -> Fraction:
    mine = [points for points, owner in zip(score.scores, seating, strict=True) if owner == who]
    return Fraction(sum(mine), len(mine))
