"""One trick: who plays what, who wins it, what it is worth (rules.md 3.8, section 4, 5.1)."""

from __future__ import annotations

from typing import NamedTuple

from klaverjas.rules.cards import Card, CardSet, Suit
from klaverjas.rules.meld import Meld, melds
from klaverjas.rules.strength import LAST_TRICK, PLACE, POINTS


class Trick(NamedTuple):
    """Cards in the order of play: the first by `leader`, then clockwise. May be empty or half full."""

    leader: int
    cards: tuple[Card, ...] = ()

    def seat_of(self, place: int, seats: int) -> int:
        """Who played, or will play, the card at this place 0..seats-1."""
        return (self.leader + place) % seats


class WonTrick(NamedTuple):
    """A full trick. `points` are card points plus 10 for the last trick, without the melds."""

    leader: int
    cards: tuple[Card, ...]
    winner: int
    points: int
    melds: tuple[Meld, ...]

    @property
    def meld(self) -> int:
        return sum(meld.points for meld in self.melds)


def best_place(cards: tuple[Card, ...], trump: Suit) -> int:
    """The place 0.. of the card that holds the trick: the highest trump, else the highest of the suit led
    (3.8). `cards` must not be empty."""
    order = PLACE[trump]
    led = cards[0].suit
    best, highest = 0, order[cards[0]]
    for place in range(1, len(cards)):
        card = cards[place]
        if order[card] > highest and (card.suit == led or card.suit == trump):
            best, highest = place, order[card]
    return best


def won(trick: Trick, trump: Suit, last: bool) -> WonTrick:
    """The full `trick` as it was won; the number of cards is the number of seats."""
    leader, cards = trick
    table = POINTS[trump]
    worth = LAST_TRICK if last else 0
    for card in cards:
        worth += table[card]
    winner = (leader + best_place(cards, trump)) % len(cards)
    return WonTrick(leader, cards, winner, worth, melds(CardSet.of(cards), trump))
