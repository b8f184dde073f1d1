"""Which card is stronger, and what it is worth (rules.md 1.2): two tables, and what follows from them."""

from __future__ import annotations

from klaverjas.rules.cards import RANK_LETTERS, Card, CardSet, Suit

TRUMP_ORDER, TRUMP_POINTS = "78QKTA9J", (0, 0, 3, 4, 10, 11, 14, 20)
PLAIN_ORDER, PLAIN_POINTS = "789JQKTA", (0, 0, 0, 2, 3, 4, 10, 11)

LAST_TRICK = 10
ALL_POINTS = 162


def _by_rank(order: str, values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(values[order.index(rank)] for rank in RANK_LETTERS)


_TRUMP_PLACE = _by_rank(TRUMP_ORDER, tuple(range(8, 16)))
_PLAIN_PLACE = _by_rank(PLAIN_ORDER, tuple(range(8)))


def _table(trump: tuple[int, ...], plain: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple((trump if suit == trumps else plain)[rank] for suit in range(4) for rank in range(8))
        for trumps in range(4)
    )


PLACE = _table(_TRUMP_PLACE, _PLAIN_PLACE)
"""`PLACE[trump][card]`: 8..15 for trumps, 0..7 for others; comparable among trumps and the suit led."""

POINTS = _table(_by_rank(TRUMP_ORDER, TRUMP_POINTS), _by_rank(PLAIN_ORDER, PLAIN_POINTS))
"""`POINTS[trump][card]`."""

HIGHER_TRUMPS = tuple(
    CardSet.of(Card(base + rank) for rank in range(8) if _TRUMP_PLACE[rank] > _TRUMP_PLACE[card - base])
    for card in range(32)
    for base in (card // 8 * 8,)
)
"""`HIGHER_TRUMPS[card]`: the cards of its suit that beat it when that suit is trump."""


def points(cards: CardSet, trump: Suit) -> int:
    """Card points of these cards, 0..152, without the last trick (1.2)."""
    table = POINTS[trump]
    return sum(table[card] for card in cards)
