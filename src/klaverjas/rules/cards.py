"""Suits, ranks, cards and sets of cards (rules.md section 1).

A card is an int 0..31, `suit * 8 + rank`; a set of cards is one int with a bit per card. Both read and
write the text of the whole project: suit then rank, `HJ`, `ST`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import cache

from klaverjas.rules.errors import UnreadableText

RANK_LETTERS = "789TJQKA"
SUIT_LETTERS = "CDHS"


class Suit(IntEnum):
    """Clubs, diamonds, hearts, spades (1.1)."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def text(self) -> str:
        return SUIT_LETTERS[self]

    @staticmethod
    def parse(text: str) -> Suit:
        """`"H"` -> `Suit.HEARTS`. Raises UnreadableText."""
        if len(text) != 1 or text not in SUIT_LETTERS:
            raise UnreadableText(f"not a suit: {text!r} (expected one of C D H S)")
        return Suit(SUIT_LETTERS.index(text))


class Rank(IntEnum):
    """Seven to ace in the order of runs (1.4)."""

    SEVEN = 0
    EIGHT = 1
    NINE = 2
    TEN = 3
    JACK = 4
    QUEEN = 5
    KING = 6
    ACE = 7

    @property
    def text(self) -> str:
        return RANK_LETTERS[self]


class Card(int):
    """One card. `Card.parse("HJ")`, `Card.of(Suit.HEARTS, Rank.JACK)` or `Card(20)`: always one object."""

    __slots__ = ()

    def __new__(cls, index: int) -> Card:
        if not 0 <= index < 32:
            raise UnreadableText(f"not a card: {index} (expected 0..31)")
        return _CARDS[index]

    @staticmethod
    def of(suit: Suit, rank: Rank) -> Card:
        return _CARDS[suit * 8 + rank]

    @staticmethod
    def parse(text: str) -> Card:
        """`"HJ"` -> the jack of hearts. Raises UnreadableText."""
        card = _BY_TEXT.get(text)
        if card is None:
            raise UnreadableText(f"not a card: {text!r} (expected suit C D H S and rank 7 8 9 T J Q K A)")
        return card

    @property
    def suit(self) -> Suit:
        return _SUITS[self]

    @property
    def rank(self) -> Rank:
        return _RANKS[self]

    def __str__(self) -> str:
        return _TEXTS[self]

    def __repr__(self) -> str:
        return f"Card.parse({_TEXTS[self]!r})"

    def __getnewargs__(self) -> tuple[int]:
        return (int(self),)


_CARDS = tuple(int.__new__(Card, index) for index in range(32))
_SUITS = tuple(Suit(index // 8) for index in range(32))
_RANKS = tuple(Rank(index % 8) for index in range(32))
_TEXTS = tuple(suit.text + rank.text for suit, rank in zip(_SUITS, _RANKS, strict=True))
_BY_TEXT = dict(zip(_TEXTS, _CARDS, strict=True))


class CardSet(int):
    """An immutable set of cards, iterated by suit and rank.

    >>> hand = CardSet.parse("HJ ST C7")
    >>> Card.parse("ST") in hand, len(hand), str(hand - CardSet.parse("C7"))
    (True, 3, 'HJ ST')
    """

    __slots__ = ()

    @staticmethod
    def of(cards: Iterable[Card]) -> CardSet:
        bits = 0
        for card in cards:
            bits |= 1 << card
        return CardSet(bits)

    @staticmethod
    def parse(text: str) -> CardSet:
        """Cards separated by spaces. Raises UnreadableText, also for a card that stands there twice."""
        cards = [Card.parse(word) for word in text.split()]
        found = CardSet.of(cards)
        if len(found) != len(cards):
            raise UnreadableText(f"a card stands twice in {text!r}")
        return found

    def of_suit(self, suit: Suit) -> CardSet:
        return CardSet(int(self) & _SUIT_BITS[suit])

    def add(self, card: Card) -> CardSet:
        return CardSet(int(self) | 1 << card)

    def without(self, card: Card) -> CardSet:
        return CardSet(int(self) & ~(1 << card))

    def __contains__(self, card: Card) -> bool:
        return bool(self >> card & 1)

    def __len__(self) -> int:
        return self.bit_count()

    def __iter__(self) -> Iterator[Card]:
        bits = int(self)
        while bits:
            low = bits & -bits
            yield _CARDS[low.bit_length() - 1]
            bits ^= low

    def __or__(self, other: int) -> CardSet:
        return CardSet(int.__or__(self, other))

    def __and__(self, other: int) -> CardSet:
        return CardSet(int.__and__(self, other))

    def __xor__(self, other: int) -> CardSet:
        return CardSet(int.__xor__(self, other))

    def __sub__(self, other: int) -> CardSet:
        return CardSet(int.__and__(self, ~other))

    def __invert__(self) -> CardSet:
        return CardSet(int.__xor__(self, FULL))

    def issubset(self, other: int) -> bool:
        return not int(self) & ~other

    def isdisjoint(self, other: int) -> bool:
        return not int(self) & other

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"CardSet.parse({str(self)!r})"

    def __getnewargs__(self) -> tuple[int]:
        return (int(self),)


EMPTY = CardSet(0)
FULL = CardSet(0xFFFFFFFF)
_SUIT_BITS = tuple(0xFF << 8 * suit for suit in range(4))


@cache
def pack(seats: int) -> CardSet:
    """The cards that are in play: all 32, with three players without sevens and eights (1.5-1.7)."""
    low = {Rank.SEVEN, Rank.EIGHT} if seats == 3 else set()
    return CardSet.of(card for card in _CARDS if card.rank not in low)
