"""From decisions and results to weights: what `klaverjas train` learns from the games it plays.

A decision is what a strong player thought of each of its legal cards; the policy is fitted to prefer what
brought more. A result is what a hand brought the one who played with it; the hand count is fitted to that.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random

from klaverjas.bots.engine import MOST_CARDS, bytes_of, fit_policy
from klaverjas.bots.weights import CELLS, COUNTS, HIDDEN, POLICY, Table
from klaverjas.rules.cards import Card
from klaverjas.rules.view import SeatView

SOFT = 4.0
"""In points: a card that brings so much less is 2.7 times as wrong."""
ROUNDS, RATE, DECAY = 10, 0.02, 1e-3
PRIOR = 30.0
"""How many results the old value of a part of the hand count weighs."""
UNITS = (1024,) * CELLS + (256,) * (POLICY - CELLS)
FIRST_SPREAD, FIRST_VOICE = 0.02, 0.5
"""What a hidden unit that has learned nothing hears of a feature, more or less, and how loud it is."""
MOST = 32767


@dataclass(slots=True)
class Lessons:
    """Decisions, as `fit_policy` reads them."""

    views: bytearray = field(default_factory=bytearray)
    values: array[float] = field(default_factory=lambda: array("f"))

    def __len__(self) -> int:
        return len(self.values) // MOST_CARDS

    def add(self, view: SeatView, values: Mapping[Card, float]) -> None:
        """One decision: what each legal card was thought to bring, in the order of `Choice.values`."""
        self.views += bytes_of(view)
        self.values.extend(values.values())
        self.values.extend([0.0] * (MOST_CARDS - len(values)))

    def extend(self, other: Lessons) -> None:
        """The lessons of another after mine."""
        self.views += other.views
        self.values.extend(other.values)


def fit(library: ctypes.CDLL, lessons: Lessons, old: array[int]) -> tuple[array[int], float, float]:
    """The policy that these lessons teach one who knew `old`, and of a tenth of the decisions, held out, the
    mean log-loss and how many points its best card is worth less than the best. The same lessons give the
    same policy."""
    weights = array("f", (number / unit for number, unit in zip(old, UNITS, strict=True)))
    fresh = not any(old[CELLS:])
    if fresh:
        random = Random(1)
        weights[CELLS:-HIDDEN] = array("f", (random.gauss(0.0, FIRST_SPREAD) for _ in range(CELLS * HIDDEN)))
        weights[-HIDDEN:] = array("f", (FIRST_VOICE if unit % 2 else -FIRST_VOICE for unit in range(HIDDEN)))
    before = weights[:]
    loss, regret = fit_policy(
        library, weights, lessons.views, lessons.values, soft=SOFT, rounds=ROUNDS, rate=RATE, decay=DECAY
    )
    rounded = (
        0 if fresh and weight == first else round(unit * weight)  # a fact that was never met says nothing
        for weight, first, unit in zip(weights, before, UNITS, strict=True)
    )
    return array("h", (max(-MOST, min(MOST, number)) for number in rounded)), loss, regret


def with_play_from(table: Table, points: Iterable[float]) -> Table:
    """The table with these counts, by the turn to speak, from which on the turned suit is played."""
    hand = table.hand[:]
    for turn, count in enumerate(points):
        hand[COUNTS - 4 + turn] = round(10 * count)
    return Table(table.policy, hand)


def fit_hand(results: Iterable[tuple[bytes, int]], old: Table) -> Table:
    """The table with a hand count for these results, each the parts of a hand and what it brought: least
    squares, held to the old values as if they had been seen PRIOR times."""
    size = COUNTS - 4
    square = [[PRIOR * (i == j) for j in range(size)] for i in range(size)]
    right = [PRIOR * old.hand[i] / 10 for i in range(size)]
    for parts, payoff in results:
        used = [(i, parts[i]) for i in range(size) if parts[i]]
        for i, many in used:
            right[i] += many * payoff
            row = square[i]
            for j, more in used:
                row[j] += many * more
    found = _solve(square, right)
    return Table(old.policy, array("h", (*(round(10 * value) for value in found), *old.hand[size:])))


def _solve(square: list[list[float]], right: list[float]) -> list[float]:
    """Gauss, for a matrix that is symmetric and positive."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(square, right, strict=True)]
    for i in range(size):
        for j in range(i + 1, size):
            factor = rows[j][i] / rows[i][i]
            if factor:
                rows[j] = [below - factor * above for below, above in zip(rows[j], rows[i], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        known = sum(rows[i][j] * found[j] for j in range(i + 1, size))
        found[i] = (rows[i][size] - known) / rows[i][i]
    return found
