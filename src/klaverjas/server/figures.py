"""What the pub counts and times about itself: plain numbers, cheap to note, for `metrics` to show.

They are sums over the whole pub. Nothing in them tells of one table, person or hand.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

BOUNDS = (
    *(0.0005, 0.001, 0.002, 0.003, 0.004, 0.005, 0.0075, 0.01, 0.015, 0.02),
    *(0.03, 0.04, 0.05, 0.075, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0),
)
"""Seconds; close together where a pub is when all is well."""

Gauge = tuple[str, Callable[[], float]]
"""A figure that is read when somebody asks: what it is, in words, and how to read it."""


@dataclass(slots=True)
class Timing:
    """How often something took up to each of `BOUNDS`; the last count is of what took longer."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    total: float = 0.0

    def note(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds


@dataclass(slots=True)
class Figures:
    """`moves` by who made them (person, regular), `refused` by code. `delivered` is the time from an accepted
    command to the last browser of its table being written to, `appended` that of the log alone.
    `regulars_cpu` is in seconds, of threads and worker processes."""

    clock: Callable[[], float] = time.perf_counter
    moves: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    unwritten: int = 0
    slow_readers: int = 0
    regulars_cpu: float = 0.0
    delivered: Timing = field(default_factory=Timing)
    appended: Timing = field(default_factory=Timing)


class Delivery:
    """A message on its way to several browsers, since a command was heard."""

    __slots__ = ("_figures", "_left", "_since")

    def __init__(self, figures: Figures, since: float, browsers: int) -> None:
        self._figures = figures
        self._since = since
        self._left = browsers

    def written(self) -> None:
        """One of the browsers has been written to."""
        self._left -= 1
        if not self._left:
            self._figures.delivered.note(self._figures.clock() - self._since)
