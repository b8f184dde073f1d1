"""The players who guess: they deal the hidden cards in every likely way, play on and count what each card
brings.

`Strong` thinks, `Quick` plays by habit. Both see a SeatView and nothing else, keep nothing between moves, and
make the same move from the same view. Where the C library is missing they play by the rules of thumb."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from ctypes import CDLL
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from queue import Empty, LifoQueue
from random import Random
from typing import NamedTuple

from klaverjas.bots.engine import PLAIN, Choice, Engine, Strength, Traits, load_engine, tells_table_plays
from klaverjas.bots.player import choose
from klaverjas.bots.weights import BadWeights, Table, key_of, read_weights
from klaverjas.rules.bidding import Call
from klaverjas.rules.cards import Card
from klaverjas.rules.variant import Variant
from klaverjas.rules.view import SeatView
from klaverjas.solver.native import KernelMissing

WORLDS = {4: 800, 3: 600, 2: 160}
"""How many worlds the strongest thinks about, by number of players (docs/training.md)."""
DEPTH = {
    4: Strength(leaf=4, exact=4, temperature=0.8, doubt=0.2),
    3: Strength(leaf=4, exact=4, temperature=0.8, doubt=0.2),
    2: Strength(leaf=8, exact=8, temperature=0.6, doubt=0.2),
}
"""How the strongest thinks, by number of players; chosen by matches against itself, whose errors leave
room."""
POOL = 4
"""So many times as many worlds are guessed, and the likely ones kept."""
CAP_MS = 220
HABIT = 1.5
"""In points: what a full unit of a habit is worth to somebody who thinks."""


class Engines:
    """Lends engines: each is used by one thread at a time, and there are never more than were needed at
    once."""

    def __init__(self, library: CDLL, tables: Mapping[str, Table]) -> None:
        self._library = library
        self._tables = tables
        self._free: dict[str, LifoQueue[Engine]] = {key: LifoQueue() for key in tables}

    @contextmanager
    def lend(self, variant: Variant) -> Iterator[Engine]:
        """An engine for this way of playing."""
        key = key_of(variant)
        try:
            engine = self._free[key].get_nowait()
        except Empty:
            engine = Engine(self._library, variant.seats, self._tables[key])
        try:
            yield engine
        finally:
            self._free[key].put(engine)


@cache
def shipped() -> Engines | None:
    """Engines with the weights that ship; none, and one line in the log, when the library or the weights are
    not there."""
    try:
        return Engines(load_engine(), read_weights()[0])
    except (KernelMissing, OSError, BadWeights) as error:
        logging.getLogger("klaverjas.bots").warning("%s: the regulars play by rules of thumb", error)
        return None


class Calling(NamedTuple):
    """How somebody makes trump: he needs so many points more than others to play the turned suit, and
    misjudges his hand by about so many."""

    more: float = 0.0
    noise: float = 0.0


EVEN_CALLING = Calling()


@dataclass(frozen=True, slots=True)
class Quick:
    """Plays by the policy alone: the likeliest card, or with a `mood` one drawn by its chances, the more at
    random the higher it is."""

    mood: float = 0.0
    traits: Traits = PLAIN
    calling: Calling = EVEN_CALLING

    def __call__(self, view: SeatView) -> Call | Card:
        strength = Strength(mood=self.mood, traits=self.traits)
        return _move(view, strength, self.calling)


@dataclass(frozen=True, slots=True)
class Strong:
    """Thinks about so many guessed `worlds` a move (none: as many as are good for this number of players),
    with `likely` the likely ones. Worlds fix the strength; CPU time is only a cap."""

    worlds: int | None = None
    traits: Traits = PLAIN
    calling: Calling = EVEN_CALLING
    likely: bool = True
    cap_ms: int = CAP_MS
    depth: Mapping[int, Strength] = field(default_factory=lambda: DEPTH)

    def __call__(self, view: SeatView) -> Call | Card:
        return _move(view, self.strength(view), self.calling)

    def strength(self, view: SeatView) -> Strength:
        """How this player thinks about a view."""
        seats = view.variant.seats
        worlds = WORLDS[seats] if self.worlds is None else self.worlds
        told = seats != 2 or tells_table_plays(view)
        return replace(
            self.depth[seats],
            worlds=worlds,
            pool=POOL * worlds if self.likely and told else 0,
            cap_ms=self.cap_ms,
            habit=HABIT,
            traits=self.traits,
        )


def think(view: SeatView, strength: Strength) -> Choice | None:
    """What a player of this strength makes of a view whose seat is to play a card: every card with its value.
    None where there is no engine."""
    engines = shipped()
    if engines is None:
        return None
    with engines.lend(view.variant) as engine:
        return engine.choose(view, strength)


def _move(view: SeatView, strength: Strength, calling: Calling) -> Call | Card:
    engines = shipped()
    if engines is None:
        return choose(view)
    if view.calls:
        with engines.lend(view.variant) as engine:
            return _call(engine, view, calling)
    legal = view.legal
    if not legal:
        raise ValueError(f"seat {view.seat} is not to move")
    if len(legal) == 1:
        return next(iter(legal))
    with engines.lend(view.variant) as engine:
        return engine.choose(view, strength).card


def _call(engine: Engine, view: SeatView, calling: Calling) -> Call:
    counts = list(engine.counts(view))
    if calling.noise:
        told = (
            f"{view.seat} {int(view.own)} {view.public.dealer} {view.public.turned} {len(view.public.calls)}"
        )
        random = Random(int.from_bytes(sha256(told.encode()).digest()[:8]))
        counts = [count + random.gauss(0.0, calling.noise) for count in counts]
    if Call.PLAY in view.calls:
        assert view.public.turned is not None
        needed = engine.play_from(len(view.public.calls)) + calling.more
        return Call.PLAY if counts[view.public.turned] >= needed else Call.PASS
    return max(view.calls, key=lambda call: counts[call.suit] if call.suit is not None else 0.0)
