"""The pub's source of chance: the system's."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol, TypeVar

from klaverjas.rules.fair import SEED_BYTES
from klaverjas.table import Dice

T = TypeVar("T")


class PubDice(Dice, Protocol):
    """What a table needs, and how long a regular thinks."""

    def between(self, low: float, high: float) -> float:
        """A number drawn uniformly."""
        ...


class RandomDice:
    """Dice from any source of `random`: the system's for the pub, a seeded one for tests."""

    def __init__(self, source: random.Random) -> None:
        self._source = source

    @classmethod
    def of_the_system(cls) -> RandomDice:
        return cls(random.SystemRandom())

    def seed(self) -> str:
        return self._source.randbytes(SEED_BYTES).hex()

    def choose(self, options: Sequence[T]) -> T:
        return self._source.choice(options)

    def between(self, low: float, high: float) -> float:
        return self._source.uniform(low, high)
