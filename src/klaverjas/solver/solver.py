"""Asking the solver: `solve` for one question, a `Solver` for many."""

from __future__ import annotations

import ctypes
import logging
from collections.abc import Sequence
from functools import cache
from threading import Lock
from types import TracebackType
from typing import Literal, NamedTuple, Protocol

from klaverjas.rules import Card, Deal
from klaverjas.solver.native import KernelMissing, Native, load_kernel
from klaverjas.solver.position import ImpossiblePosition, Position
from klaverjas.solver.twin import Twin

Objective = Literal["points", "payoff"]
OBJECTIVES: Sequence[Objective] = ("points", "payoff")


class Solution(NamedTuple):
    """`value` for the declaring side; `cards` the value of every legal card, where they were asked for."""

    value: int
    cards: dict[Card, int] | None = None


class Engine(Protocol):
    """What can be asked of the C kernel and of its Python twin alike. Positions are never checked here."""

    @property
    def nodes(self) -> int: ...
    def start(self, position: Position) -> None: ...
    def value(self, position: Position, objective: int, guess: int | None) -> int: ...
    def cards(self, position: Position, objective: int, guess: int | None) -> dict[Card, int]: ...
    def close(self) -> None: ...


def new_engine(seats: int) -> Engine:
    """The C kernel; where its library is missing the Python twin, and one line in the log of the process."""
    kernel = _kernel()
    return Twin() if kernel is None else Native(kernel, seats)


class Solver:
    """Exact play with open cards, for games of `seats` players.

    It keeps what it learned about a deal for the next question about the same deal: ask about the positions
    of one deal with one solver, the latest first, after `start` with the earliest. Memory: 1.6 MB for four
    seats, 0.8 MB for three, 6.9 MB for two. Solvers of different threads search at the same time, and other
    Python threads run meanwhile; threads that share one wait for each other. `close` it or use it in a `with`
    statement; else its memory goes when it does.
    """

    def __init__(self, seats: int, engine: Engine | None = None) -> None:
        self._seats = seats
        self._engine = new_engine(seats) if engine is None else engine
        self._started: Position | None = None
        self._closed = False
        self._lock = Lock()

    def __enter__(self) -> Solver:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the memory back; the solver cannot be used any more."""
        with self._lock:
            self._closed = True
            self._engine.close()

    @property
    def nodes(self) -> int:
        """Positions searched so far: how much work it was, whatever the machine."""
        with self._lock:
            self._check_open()
            return self._engine.nodes

    def start(self, position: Deal | Position) -> None:
        """Begin a deal; questions about positions that follow from this one then share what is learned.
        Raises ImpossiblePosition."""
        first = self._checked(position)
        with self._lock:
            self._start(first)

    def solve(
        self,
        position: Deal | Position,
        objective: Objective = "points",
        *,
        cards: bool = False,
        guess: int | None = None,
    ) -> Solution:
        """See `solve`. `guess` is a value near the right one, if one is known; it only saves time."""
        asked = self._checked(position)
        with self._lock:
            return self._solve(asked, objective, cards, guess)

    def _solve(self, asked: Position, objective: Objective, cards: bool, guess: int | None) -> Solution:
        self._check_open()
        if self._started is None or not _follows(asked, self._started):
            self._start(asked)
        if objective not in OBJECTIVES:
            raise ValueError(f"no objective {objective!r}: one of {', '.join(OBJECTIVES)}")
        number = OBJECTIVES.index(objective)
        if not cards:
            return Solution(self._engine.value(asked, number, guess))
        values = self._engine.cards(asked, number, guess)
        best = max if asked.turn in asked.sides.declaring else min
        return Solution(best(values.values()), values)

    def _start(self, position: Position) -> None:
        self._check_open()
        self._engine.start(position)
        self._started = position

    def _check_open(self) -> None:
        if self._closed:
            raise ValueError("this solver has been closed")

    def _checked(self, position: Deal | Position) -> Position:
        asked = Position.of(position) if isinstance(position, Deal) else position
        if asked.variant.seats != self._seats:
            raise ValueError(f"a solver for {self._seats} seats was asked about {asked.variant.seats}")
        if faults := asked.faults():
            raise ImpossiblePosition(faults)
        return asked


def solve(position: Deal | Position, objective: Objective = "points", *, cards: bool = False) -> Solution:
    """The exact value of a position when everybody sees all cards and plays as well as possible, and with
    `cards` also the value of every legal card.

    Values are those of the declaring side for the whole deal, what was taken so far included. *points*: its
    total minus the total of the others, with melds, last trick and march (5.1). *payoff*: the same when it is
    above zero, else -(162 + the melds of both sides), since nat gives all to the others (5.3). Raises
    ImpossiblePosition, with the faults, for a position that cannot be, and ValueError for another objective.

    A random full deal takes 1.3 ms with four seats (median; 95 of 100 take less than 6), 0.2 ms with three
    and 40 ms with two; every legal card about twice that. Without the C kernel it is some hundred times
    slower. docs/solver.md has the figures.

    >>> from klaverjas.rules import read_deal
    >>> deal = read_deal("club dealer=3 hands=" + "/".join((
    ...     "C9J.D9A.HAJ8.S7", "CTQ.DQT.H9Q.SKA", "CAK.DJK7.HK.S98", "C78.D8.HT7.STJQ")) + " calls=H")
    >>> solve(deal).value
    140
    """
    seats = position.variant.seats
    with Solver(seats) as solver:
        return solver.solve(position, objective, cards=cards)


@cache
def _kernel() -> ctypes.CDLL | None:
    """The library, loaded once; none (and one line in the log) where it is missing."""
    try:
        return load_kernel()
    except KernelMissing as error:
        logging.getLogger("klaverjas.solver").warning(
            "%s: the solver runs in Python and is some hundred times slower", error
        )
        return None


def _follows(position: Position, start: Position) -> bool:
    """Whether the position can be asked about in the deal that was started: same rules, and everybody's cards
    are among those that he had there, the closed ones under the same open ones."""
    same = (position.variant, position.trump, position.declarer) == (
        start.variant,
        start.trump,
        start.declarer,
    )
    if not same:
        return False
    seats = position.variant.seats
    had, has = _with_trick(start), _with_trick(position)
    if any(int(has[seat]) & ~int(had[seat]) for seat in range(seats)):
        return False
    if seats != 2:
        return True
    covered = [{pile for pile in row if pile.closed is not None} for row in position.rows]
    earlier = [{pile for pile in row if pile.closed is not None} for row in start.rows]
    still = [
        {pile for pile in row if pile.open is not None and pile.open in held}
        for row, held in zip(earlier, position.held, strict=True)
    ]
    return covered == still


def _with_trick(position: Position) -> list[int]:
    cards = [int(held) for held in position.held]
    for place, card in enumerate(position.trick):
        cards[(position.leader + place) % len(cards)] |= 1 << card
    return cards
