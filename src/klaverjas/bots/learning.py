"""From decisions and results to weights: what `klaverjas train` learns from the games it plays.

A decision is what a strong player thought of each of its legal cards; the policy is fitted to prefer what
brought more. A result is what a hand brought the one who played with it; the hand count is fitted to that.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp
from typing import Any

from klaverjas.bots.weights import COUNTS, WEIGHTS, Table
from klaverjas.rules.cards import Card

SOFT = 4.0
"""In points: a card that brings so much less is 2.7 times as wrong."""
ROUNDS, RATE, DECAY = 12, 0.1, 1e-4
PRIOR = 30.0
"""How many results the old value of a part of the hand count weighs."""
MOST = 32000 / 1024


@dataclass(slots=True)
class Lessons:
    """Decisions in flat arrays, as kj_fit (player.h) reads them, and results as (parts, payoff)."""

    decision: array[int] = field(default_factory=lambda: array("I", [0]))
    feature: array[int] = field(default_factory=lambda: array("I", [0]))
    features: array[int] = field(default_factory=lambda: array("H"))
    target: array[float] = field(default_factory=lambda: array("f"))
    results: list[tuple[bytes, int]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.decision) - 1

    def add(self, values: Mapping[Card, float], features: Mapping[Card, Sequence[int]]) -> None:
        """One decision: what each legal card was thought to bring, and what the policy sees of it."""
        most = max(values.values())
        shares = {card: exp((value - most) / SOFT) for card, value in values.items()}
        total = sum(shares.values())
        for card, share in shares.items():
            self.target.append(share / total)
            self.features.extend(features[card])
            self.feature.append(len(self.features))
        self.decision.append(len(self.target))

    def extend(self, other: Lessons) -> None:
        """The lessons of another after mine."""
        cards, features = self.decision[-1], self.feature[-1]
        self.decision.extend(cards + end for end in other.decision[1:])
        self.feature.extend(features + end for end in other.feature[1:])
        self.features.extend(other.features)
        self.target.extend(other.target)
        self.results.extend(other.results)


def fit(library: ctypes.CDLL, lessons: Lessons, old: Table) -> tuple[Table, float]:
    """The table that these lessons teach one who knew `old`, and its mean log-loss on the tenth of the
    decisions that was held out. The same lessons give the same table."""
    weights = (ctypes.c_float * WEIGHTS)(*(number / 1024 for number in old.card))
    loss = library.kj_fit(
        weights,
        _pointer(lessons.decision, ctypes.c_uint32),
        len(lessons),
        _pointer(lessons.feature, ctypes.c_uint32),
        _pointer(lessons.features, ctypes.c_uint16),
        _pointer(lessons.target, ctypes.c_float),
        ROUNDS,
        RATE,
        DECAY,
    )
    card = array("h", (round(1024 * max(-MOST, min(MOST, weight))) for weight in weights))
    return Table(card, _fit_hand(lessons.results, old.hand)), float(loss)


def with_play_from(table: Table, points: Iterable[float]) -> Table:
    """The table with these counts, by the turn to speak, from which on the turned suit is played."""
    hand = table.hand[:]
    for turn, count in enumerate(points):
        hand[COUNTS - 4 + turn] = round(10 * count)
    return Table(table.card, hand)


def _pointer(numbers: array[int] | array[float], kind: type[Any]) -> Any:
    return (kind * len(numbers)).from_buffer(numbers)


def _fit_hand(results: Sequence[tuple[bytes, int]], old: array[int]) -> array[int]:
    """Least squares, held to the old values as if they had been seen PRIOR times."""
    size = COUNTS - 4
    square = [[PRIOR * (i == j) for j in range(size)] for i in range(size)]
    right = [PRIOR * old[i] / 10 for i in range(size)]
    for parts, payoff in results:
        used = [(i, parts[i]) for i in range(size) if parts[i]]
        for i, many in used:
            right[i] += many * payoff
            row = square[i]
            for j, more in used:
                row[j] += many * more
    found = _solve(square, right)
    return array("h", (*(round(10 * value) for value in found), *old[size:]))


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
