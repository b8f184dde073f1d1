"""The C engine of the strong regulars through ctypes. player.h in the solver says what its functions do.

What goes in is built from a SeatView field by field, so nothing else can get there.
"""

from __future__ import annotations

import ctypes
import weakref
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from klaverjas.bots.weights import COUNTS, POLICY, Table
from klaverjas.rules.bidding import Call
from klaverjas.rules.cards import Card, CardSet
from klaverjas.rules.trick import Trick
from klaverjas.rules.view import SeatView
from klaverjas.solver.native import load_kernel

MOST_CARDS = 12
MOST_FEATURES = 24
MOST_CONTEXT = 32
NONE = 255
TABLE_CARDS = 16


class _Rules(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_uint8)
        for name in ("seats", "trump", "declarer", "amsterdam", "undertrump_forced", "march_either")
    ]


class _View(ctypes.Structure):
    _fields_ = [
        ("rules", _Rules),
        ("seat", ctypes.c_uint8),
        ("forehand", ctypes.c_uint8),
        ("turned", ctypes.c_uint8),
        ("passes", ctypes.c_uint8),
        ("plays", ctypes.c_uint8),
        ("play", ctypes.c_uint8 * 32),
        ("hand", ctypes.c_uint32),
        ("open", ctypes.c_uint32 * 2),
        ("covering", ctypes.c_uint32),
        ("opened", ctypes.c_uint8 * 32),
    ]


class _Habits(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int16) for name in ("draw", "keep", "nel", "signal", "ruff")]


class _Strength(ctypes.Structure):
    _fields_ = [
        ("worlds", ctypes.c_uint16),
        ("pool", ctypes.c_uint16),
        ("leaf", ctypes.c_uint8),
        ("exact", ctypes.c_uint8),
        ("temperature", ctypes.c_uint16),
        ("mood", ctypes.c_uint16),
        ("doubt", ctypes.c_uint16),
        ("spread", ctypes.c_uint16),
        ("cap_ms", ctypes.c_uint16),
        ("habit", ctypes.c_uint16),
        ("salt", ctypes.c_uint16),
        ("habits", _Habits),
    ]


class _Answer(ctypes.Structure):
    _fields_ = [
        ("best", ctypes.c_uint8),
        ("count", ctypes.c_uint8),
        ("cards", ctypes.c_uint8 * MOST_CARDS),
        ("value", ctypes.c_float * MOST_CARDS),
        ("chance", ctypes.c_float * MOST_CARDS),
        ("worlds", ctypes.c_uint32),
        ("ways", ctypes.c_double),
    ]


class _Weights(ctypes.Structure):
    _fields_ = [("policy", ctypes.c_int16 * POLICY), ("hand", ctypes.c_int16 * COUNTS)]


@dataclass(frozen=True, slots=True)
class Traits:
    """What makes a character, on top of the weights: each in units of the policy's scores, where 1 makes a
    card 2.7 times as likely. `draw`: leads trump when its side plays. `keep`: minds parting with a ten or an
    ace that takes nothing. `nel`: saves the nine of trump while the jack is out. `signal`: throws a small
    card of the suit whose ace it holds. `ruff`: gets rid of single cards, to ruff that suit."""

    draw: float = 0.0
    keep: float = 0.0
    nel: float = 0.0
    signal: float = 0.0
    ruff: float = 0.0


PLAIN = Traits()


@dataclass(frozen=True, slots=True)
class Strength:
    """How a player thinks; the fields are those of `kj_strength` in player.h, where they are explained, in
    plain units: `temperature`, `mood` and `doubt` as they are, `spread` and `habit` in points."""

    worlds: int = 0
    pool: int = 0
    leaf: int = 4
    exact: int = 4
    temperature: float = 0.6
    mood: float = 0.0
    doubt: float = 0.05
    spread: float = 20.0
    cap_ms: int = 0
    habit: float = 0.0
    salt: int = 0
    traits: Traits = PLAIN


class Choice(NamedTuple):
    """The card to play; per legal card its expected points (0 without thinking) and its chance by the policy;
    how many worlds were thought about, and how many there are."""

    card: Card
    values: dict[Card, float]
    chances: dict[Card, float]
    worlds: int
    ways: float


class World(NamedTuple):
    """A guess: per seat its hand, and with two players the closed card under each open one."""

    hands: tuple[CardSet, ...]
    under: dict[Card, Card]


def load_engine() -> ctypes.CDLL:
    """The library with the types of player.h. Raises KernelMissing."""
    library = load_kernel()
    handle, pointer, view = ctypes.c_void_p, ctypes.POINTER, ctypes.POINTER(_View)
    u8, u16, u32 = pointer(ctypes.c_uint8), pointer(ctypes.c_uint16), pointer(ctypes.c_uint32)
    f32, f64 = pointer(ctypes.c_float), pointer(ctypes.c_double)
    i16 = pointer(ctypes.c_int16)
    number, word, real = ctypes.c_int, ctypes.c_uint32, ctypes.c_float
    signatures: dict[str, tuple[Any, ...]] = {
        "kj_player_new": (handle, number),
        "kj_player_free": (None, handle),
        "kj_player_learn": (None, handle, pointer(_Weights)),
        "kj_choose": (None, handle, view, pointer(_Strength), pointer(_Answer)),
        "kj_counts": (None, handle, word, word, i16),
        "kj_threshold": (number, handle, number),
        "kj_worlds": (number, handle, view, number, ctypes.c_uint64, u32, u8, f64),
        "kj_view_features": (number, view, u8, u16, u16),
        "kj_parts": (None, word, word, number, u8),
        "kj_fit": (number, f32, view, f32, word, real, number, real, real, f64),
    }
    for name, (result, *arguments) in signatures.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


class Engine:
    """One player of the C library with its weights. For one thread at a time."""

    def __init__(self, library: ctypes.CDLL, seats: int, table: Table) -> None:
        self._library = library
        self._handle: int | None = library.kj_player_new(seats)
        if self._handle is None:
            raise MemoryError("no memory for a player")
        weakref.finalize(self, library.kj_player_free, self._handle)
        weights = _Weights()
        weights.policy[:] = table.policy
        weights.hand[:] = table.hand
        library.kj_player_learn(self._handle, weights)

    def choose(self, view: SeatView, strength: Strength) -> Choice:
        """The card for a view whose seat is to play one."""
        answer = _Answer()
        self._library.kj_choose(self._handle, _shape(view), _strength(strength), answer)
        cards = [Card(card) for card in answer.cards[: answer.count]]
        return Choice(
            Card(answer.best),
            dict(zip(cards, answer.value, strict=False)),
            dict(zip(cards, answer.chance, strict=False)),
            answer.worlds,
            answer.ways,
        )

    def counts(self, view: SeatView) -> tuple[float, ...]:
        """What the hand is worth with each suit as trump, in points."""
        counts = (ctypes.c_int16 * 4)()
        self._library.kj_counts(self._handle, view.own, open_elsewhere(view), counts)
        return tuple(count / 10 for count in counts)

    def play_from(self, turn: int) -> float:
        """From what count on the turned suit is played, by the turn to speak, in points."""
        return int(self._library.kj_threshold(self._handle, turn)) / 10

    def worlds(self, view: SeatView, wanted: int, seed: int) -> tuple[list[World], float]:
        """Worlds that fit with a view whose seat is to play, all equally likely, and how many there are."""
        seats = view.variant.seats
        hands, under, ways = (
            (ctypes.c_uint32 * (4 * wanted))(),
            (ctypes.c_uint8 * (32 * wanted))(),
            ctypes.c_double(),
        )
        count = self._library.kj_worlds(self._handle, _shape(view), wanted, seed, hands, under, ways)
        worlds = [
            World(
                tuple(CardSet(hand) for hand in hands[4 * i : 4 * i + seats]),
                {Card(j): Card(card) for j, card in enumerate(under[32 * i : 32 * i + 32]) if card != NONE},
            )
            for i in range(count)
        ]
        return worlds, ways.value


def features(library: ctypes.CDLL, view: SeatView) -> tuple[list[int], dict[Card, list[int]]]:
    """What the policy looks at: the context, and each legal card."""
    cards, first = (ctypes.c_uint8 * MOST_CARDS)(), (ctypes.c_uint16 * (MOST_CARDS + 1))()
    found = (ctypes.c_uint16 * (MOST_CONTEXT + MOST_CARDS * MOST_FEATURES))()
    count = library.kj_view_features(_shape(view), cards, first, found)
    return found[: first[0]], {Card(cards[i]): found[first[i] : first[i + 1]] for i in range(count)}


def bytes_of(view: SeatView) -> bytes:
    """A view as `kj_fit` reads it."""
    return bytes(_shape(view))


def fit_policy(
    library: ctypes.CDLL, weights: array[float], views: bytearray, values: array[float], **how: float
) -> tuple[float, float]:
    """Fit these POLICY weights, in place, to views (as `bytes_of` makes them) and MOST_CARDS values for each;
    `how` has `soft`, `rounds`, `rate` and `decay`, which player.h explains, as it does what is told. Raises
    MemoryError."""
    told = (ctypes.c_double * 2)()
    failed = library.kj_fit(
        (ctypes.c_float * len(weights)).from_buffer(weights),
        (_View * (len(views) // ctypes.sizeof(_View))).from_buffer(views),
        (ctypes.c_float * len(values)).from_buffer(values),
        len(views) // ctypes.sizeof(_View),
        how["soft"],
        int(how["rounds"]),
        how["rate"],
        how["decay"],
        told,
    )
    if failed:
        raise MemoryError("no memory to fit the policy")
    return told[0], told[1]


def parts_of_hand(library: ctypes.CDLL, own: CardSet, theirs: CardSet, trump: int) -> list[int]:
    """How often each part of the hand count occurs in this hand."""
    parts = (ctypes.c_uint8 * COUNTS)()
    library.kj_parts(own, theirs, trump, parts)
    return list(parts)


def open_elsewhere(view: SeatView) -> CardSet:
    """The open table cards of the opponent."""
    rows = [row for seat, row in enumerate(view.public.piles) if seat != view.seat]
    return CardSet.of(pile.open for row in rows for pile in row if pile.open is not None)


def _shape(view: SeatView) -> _View:
    public, variant = view.public, view.variant
    assert public.trump is not None
    assert public.declarer is not None
    rules = _Rules(
        variant.seats,
        public.trump,
        public.declarer,
        variant.trump_duty == "amsterdam",
        variant.undertrump == "forced",
        variant.march == "either",
    )
    first = public.won[0] if public.won else public.trick
    leader = public.dealer + 1 if first is None else first.leader
    passes = sum(call is Call.PASS for call in public.calls)
    shape = _View(
        rules=rules,
        seat=view.seat,
        forehand=leader % variant.seats,
        turned=NONE if public.turned is None else public.turned,
        passes=passes,
        hand=view.hand,
    )
    plays = [card for trick in public.won for card in trick.cards]
    if public.trick is not None:
        plays += public.trick.cards
    shape.plays = len(plays)
    shape.play[: len(plays)] = plays
    if variant.seats == 2:
        _lay(shape, view)
    return shape


def _lay(shape: _View, view: SeatView) -> None:
    """The table piles as they were dealt. A view that does not tell what was opened (somebody else's referee
    may not) gets what lies open now: that is enough for guessing, not for judging earlier plays."""
    below = {opened for _, opened in view.public.opened}
    for seat, row in enumerate(view.public.piles):
        for pile in row:
            if pile.open is not None and pile.open not in below:
                shape.open[seat] |= 1 << pile.open
                shape.covering |= pile.closed << pile.open
    for seat, card, opened in _table_plays(view):
        if card not in below:
            shape.open[seat] |= 1 << card
        if opened is not None:
            shape.covering |= 1 << card
            shape.opened[card] = opened


def tells_table_plays(view: SeatView) -> bool:
    """Whether a view of two players tells of every table card that was played that it was one."""
    lying = sum((pile.open is not None) + pile.closed for row in view.public.piles for pile in row)
    return lying + len(view.public.opened) == TABLE_CARDS


def _table_plays(view: SeatView) -> Iterator[tuple[int, Card, Card | None]]:
    """Who played which table card, and what it opened."""
    public = view.public
    tricks = [Trick(won.leader, won.cards) for won in public.won]
    if public.trick is not None:
        tricks.append(public.trick)
    players = {card: (trick.leader + place) % 2 for trick in tricks for place, card in enumerate(trick.cards)}
    for card, opened in public.opened:
        yield players[card], card, opened


def _strength(strength: Strength) -> _Strength:
    traits = strength.traits
    habits = _Habits(*(round(1024 * trait) for trait in _in_order(traits)))
    return _Strength(
        strength.worlds,
        strength.pool,
        strength.leaf,
        strength.exact,
        round(100 * strength.temperature),
        round(100 * strength.mood),
        round(1000 * strength.doubt),
        round(10 * strength.spread),
        strength.cap_ms,
        round(10 * strength.habit),
        strength.salt,
        habits,
    )


def _in_order(traits: Traits) -> Sequence[float]:
    return traits.draw, traits.keep, traits.nel, traits.signal, traits.ruff
