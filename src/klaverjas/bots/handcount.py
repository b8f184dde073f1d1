"""Making trump on a hand count: what each suit would bring as trump, and whether that is enough to play.

The counts are in points: roughly the score of the one who plays minus that of the others. They were fitted to
the regulars' own games, one table per number of players.
"""

from __future__ import annotations

from dataclasses import dataclass

from klaverjas.bots.habits import Habits
from klaverjas.rules.bidding import Call
from klaverjas.rules.cards import CardSet, Rank, Suit
from klaverjas.rules.view import SeatView


@dataclass(frozen=True, slots=True)
class Count:
    """What the parts of a hand are worth. `trump`: by rank, seven to ace. `pair`: jack and nine of trumps
    together. `length`: by number of trumps, the last for that many or more. `play_from`: by turn to speak,
    what the turned suit must reach. The rest: per suit besides trumps; with two players also the opponent's
    open trumps and aces, which everybody can see."""

    base: float
    trump: tuple[float, ...]
    pair: float
    length: tuple[float, ...]
    ace: float
    ace_ten: float
    ten: float
    bare_ten: float
    void: float
    single: float
    open_trump: float
    open_ace: float
    play_from: tuple[float, ...]


COUNTS = {
    4: Count(
        base=-120.0,
        trump=(0.0, 0.0, 27.0, 8.0, 70.0, 0.0, 4.0, 16.0),
        pair=19.0,
        length=(-74.0, -40.0, -23.0, 0.0, 40.0, 70.0, 105.0),
        ace=41.0,
        ace_ten=4.0,
        ten=13.0,
        bare_ten=3.0,
        void=29.0,
        single=5.0,
        open_trump=0.0,
        open_ace=0.0,
        play_from=(0.0, 6.0, 6.0, 0.0),
    ),
    3: Count(
        base=-163.0,
        trump=(0.0, 0.0, 27.0, 21.0, 70.0, 9.0, 18.0, 25.0),
        pair=29.0,
        length=(-15.0, -14.0, -15.0, 0.0, 24.0, 32.0),
        ace=33.0,
        ace_ten=13.0,
        ten=11.0,
        bare_ten=11.0,
        void=22.0,
        single=5.0,
        open_trump=0.0,
        open_ace=0.0,
        play_from=(0.0, 0.0, 0.0),
    ),
    2: Count(
        base=-164.0,
        trump=(0.0, 0.0, 25.0, 18.0, 48.0, 0.0, 3.0, 17.0),
        pair=28.0,
        length=(-60.0, -49.0, -25.0, 0.0, 30.0, 62.0, 77.0, 92.0),
        ace=42.0,
        ace_ten=12.0,
        ten=24.0,
        bare_ten=1.0,
        void=1.0,
        single=3.0,
        open_trump=-10.0,
        open_ace=-8.0,
        play_from=(0.0, 0.0),
    ),
}


def make_trump(view: SeatView, habits: Habits) -> Call:
    """Play or pass on the turned suit; when a suit must be named, the best of those allowed (2.3-2.5)."""
    public = view.public
    if Call.PLAY in view.calls:
        assert public.turned is not None
        needed = COUNTS[view.variant.seats].play_from[len(public.calls)] + habits.play_from
        return Call.PLAY if hand_count(view, public.turned) >= needed else Call.PASS
    counts = {call: hand_count(view, call.suit) for call in view.calls if call.suit is not None}
    return max(counts, key=counts.__getitem__)


def hand_count(view: SeatView, trump: Suit) -> float:
    """What this seat's cards are worth with that suit as trump; with two players the open table cards of both
    count along (7.1)."""
    count, own = COUNTS[view.variant.seats], view.own
    total = count.base + _trumps(count, own.of_suit(trump))
    theirs = _open_elsewhere(view)
    for suit in Suit:
        if suit != trump:
            total += _side_suit(count, own.of_suit(suit))
            total += count.open_ace * (Rank.ACE in _ranks(theirs.of_suit(suit)))
    return total + count.open_trump * len(theirs.of_suit(trump))


def _trumps(count: Count, trumps: CardSet) -> float:
    ranks = _ranks(trumps)
    total = sum(count.trump[rank] for rank in ranks)
    if {Rank.JACK, Rank.NINE} <= ranks:
        total += count.pair
    return total + count.length[min(len(ranks), len(count.length) - 1)]


def _side_suit(count: Count, cards: CardSet) -> float:
    ranks = _ranks(cards)
    shape = count.void if not ranks else count.single if len(ranks) == 1 else 0.0
    if Rank.ACE in ranks:
        return shape + count.ace + (count.ace_ten if Rank.TEN in ranks else 0.0)
    if Rank.TEN in ranks:
        return shape + (count.ten if len(ranks) > 1 else count.bare_ten)
    return shape


def _open_elsewhere(view: SeatView) -> CardSet:
    return CardSet.of(
        pile.open
        for seat, piles in enumerate(view.public.piles)
        for pile in piles
        if seat != view.seat and pile.open is not None
    )


def _ranks(cards: CardSet) -> set[Rank]:
    return {card.rank for card in cards}
