"""The C kernel through ctypes. kernel.h says what its functions do."""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from klaverjas.rules import Card
from klaverjas.solver.build import HERE, LIBRARY, made_from, stamp
from klaverjas.solver.position import Position

ABI = 1
NO_GUESS = -32768
MOST_CARDS = 16


class KernelMissing(Exception):
    """The library of the kernel is not there, or was made from other sources."""


class _Rules(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_uint8)
        for name in ("seats", "trump", "declarer", "amsterdam", "undertrump_forced", "march_either")
    ]


class _World(ctypes.Structure):
    _fields_ = [
        ("cards", ctypes.c_uint32 * 4),
        ("piles", ctypes.c_uint8),
        ("open", ctypes.c_uint8 * 8),
        ("closed", ctypes.c_uint8 * 8),
    ]


class _Position(ctypes.Structure):
    _fields_ = [
        ("held", ctypes.c_uint32 * 4),
        ("leader", ctypes.c_uint8),
        ("lying", ctypes.c_uint8),
        ("trick", ctypes.c_uint8 * 4),
        ("swept", ctypes.c_uint8),
        ("ahead", ctypes.c_int16),
        ("melds", ctypes.c_int16),
    ]


def load_kernel(folder: Path = HERE) -> ctypes.CDLL:
    """The library in this folder. Raises KernelMissing."""
    library = folder / LIBRARY
    if made_from(library) != stamp(folder):
        raise KernelMissing(f"{library.name} is missing or stale")
    try:
        kernel = ctypes.CDLL(str(library))
    except OSError as error:
        raise KernelMissing(f"{library.name} cannot be loaded: {error}") from error
    handle, pointer = ctypes.c_void_p, ctypes.POINTER
    signatures: dict[str, tuple[Any, ...]] = {
        "kj_abi": (ctypes.c_int,),
        "kj_new": (handle, ctypes.c_int),
        "kj_free": (None, handle),
        "kj_deal": (None, handle, pointer(_Rules), pointer(_World)),
        "kj_value": (ctypes.c_int, handle, pointer(_Position), ctypes.c_int, ctypes.c_int),
        "kj_cards": (
            ctypes.c_int,
            handle,
            pointer(_Position),
            ctypes.c_int,
            ctypes.c_int,
            pointer(ctypes.c_uint8),
            pointer(ctypes.c_int16),
        ),
        "kj_nodes": (ctypes.c_uint64, handle),
    }
    for name, (result, *arguments) in signatures.items():
        function = getattr(kernel, name)
        function.restype, function.argtypes = result, arguments
    if kernel.kj_abi() != ABI:
        raise KernelMissing(f"{library.name} speaks version {kernel.kj_abi()} instead of {ABI}")
    return kernel


class Native:
    """One context of the kernel: an Engine (see solver.py). For one thread at a time."""

    def __init__(self, kernel: ctypes.CDLL, seats: int) -> None:
        self._kernel = kernel
        self._handle: int | None = kernel.kj_new(seats)
        if self._handle is None:
            raise MemoryError("no memory for a solver")
        self._release = weakref.finalize(self, kernel.kj_free, self._handle)

    def close(self) -> None:
        self._release()
        self._handle = None

    @property
    def nodes(self) -> int:
        return int(self._kernel.kj_nodes(self._handle))

    def start(self, position: Position) -> None:
        variant = position.variant
        rules = _Rules(
            variant.seats,
            position.trump,
            position.declarer,
            variant.trump_duty == "amsterdam",
            variant.undertrump == "forced",
            variant.march == "either",
        )
        world = _World()
        for seat, cards in enumerate(position.held):
            world.cards[seat] = cards
        for place, card in enumerate(position.trick):
            world.cards[(position.leader + place) % variant.seats] |= 1 << card
        for row in position.rows:
            for pile in row:
                if pile.open is not None and pile.closed is not None:
                    world.open[world.piles], world.closed[world.piles] = pile.open, pile.closed
                    world.piles += 1
        self._kernel.kj_deal(self._handle, rules, world)

    def value(self, position: Position, objective: int, guess: int | None) -> int:
        return int(
            self._kernel.kj_value(
                self._handle, _shape(position), objective, NO_GUESS if guess is None else guess
            )
        )

    def cards(self, position: Position, objective: int, guess: int | None) -> dict[Card, int]:
        cards, values = (ctypes.c_uint8 * MOST_CARDS)(), (ctypes.c_int16 * MOST_CARDS)()
        first = NO_GUESS if guess is None else guess
        count = self._kernel.kj_cards(self._handle, _shape(position), objective, first, cards, values)
        return dict(sorted(zip(map(Card, cards[:count]), values[:count], strict=True)))


def _shape(position: Position) -> _Position:
    shape = _Position(
        leader=position.leader,
        lying=len(position.trick),
        swept=(not position.taken[1]) | (not position.taken[0]) << 1,
        ahead=position.ahead,
        melds=sum(position.melds),
    )
    _fill(shape.held, position.held)
    _fill(shape.trick, position.trick)
    return shape


def _fill(array: Any, values: Iterable[int]) -> None:
    for place, value in enumerate(values):
        array[place] = value
