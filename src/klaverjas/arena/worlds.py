"""Guessing the hidden cards: worlds drawn uniformly from all that fit what one seat has been shown.

What fits is judged by the duties of section 3 alone (`klaverjas.bots.memory`): nothing is inferred from how
good or bad a card was.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from math import factorial
from random import Random

from klaverjas.bots.memory import Memory, remember
from klaverjas.rules import Card, CardSet, SeatView, TablePile
from klaverjas.solver import Position

Places = tuple[int, ...]
"""Per place (the other seats' hands, then all closed table cards) how many cards it still takes."""


class Worlds:
    """All ways to deal the unseen cards over the places where they can be, as `view` allows. The seat of
    `view` must be to play a card."""

    def __init__(self, view: SeatView) -> None:
        memory = remember(view)
        self._view = view
        self._cards = list(memory.unseen)
        self._others = [seat for seat in range(view.variant.seats) if seat != view.seat]
        self._room: Places = (*(memory.hidden[seat] for seat in self._others), memory.closed)
        self._may = _places_of_cards(memory, self._others, self._cards)
        self._ways: dict[Places, int] = {}

    @property
    def deals(self) -> int:
        """In how many ways the cards can lie; the order of the closed table cards is not counted."""
        if sum(self._room) != len(self._cards):
            return 0
        return self._count(0, self._room)

    def some(self, number: int, random: Random) -> list[Position]:
        """`number` worlds drawn independently, each as likely as any other; all of them once when there are
        no more than that, and none when nothing fits."""
        if not self.deals:
            return []
        if self.deals * factorial(self._room[-1]) <= number:
            return [
                self._position(where, order)
                for where in self._all(0, self._room)
                for order in permutations(self._closed(where))
            ]
        return [self._drawn(random) for _ in range(number)]

    def _drawn(self, random: Random) -> Position:
        where, room = [], self._room
        for number in range(len(self._cards)):
            choices = list(self._choices(number, room))
            ways = [self._count(number + 1, left) for _, left in choices]
            ((place, room),) = random.choices(choices, ways)
            where.append(place)
        closed = self._closed(where)
        random.shuffle(closed)
        return self._position(where, tuple(closed))

    def _count(self, number: int, room: Places) -> int:
        """Ways to place the cards from `number` on. How much room is left tells which card is next."""
        if number == len(self._cards):
            return 1
        ways = self._ways.get(room)
        if ways is None:
            ways = sum(self._count(number + 1, left) for _, left in self._choices(number, room))
            self._ways[room] = ways
        return ways

    def _choices(self, number: int, room: Places) -> Iterator[tuple[int, Places]]:
        for place in self._may[number]:
            if room[place]:
                yield place, (*room[:place], room[place] - 1, *room[place + 1 :])

    def _all(self, number: int, room: Places) -> Iterator[list[int]]:
        if number == len(self._cards):
            yield []
            return
        for place, left in self._choices(number, room):
            for rest in self._all(number + 1, left):
                yield [place, *rest]

    def _closed(self, where: list[int]) -> list[Card]:
        last = len(self._others)
        return [card for card, place in zip(self._cards, where, strict=True) if place == last]

    def _position(self, where: list[int], closed: tuple[Card, ...]) -> Position:
        hands = [self._view.hand if seat == self._view.seat else CardSet(0) for seat in range(self._seats)]
        for card, place in zip(self._cards, where, strict=True):
            if place < len(self._others):
                seat = self._others[place]
                hands[seat] = hands[seat].add(card)
        under = iter(closed)
        piles = tuple(
            tuple(TablePile(pile.open, next(under) if pile.closed else None) for pile in row)
            for row in self._view.public.piles
        )
        return guessed(self._view, tuple(hands), piles)

    @property
    def _seats(self) -> int:
        return self._view.variant.seats


def guessed(view: SeatView, hands: tuple[CardSet, ...], piles: tuple[tuple[TablePile, ...], ...]) -> Position:
    """The position of this view if the cards lay so. Trump must have been made."""
    public = view.public
    both = public.sides
    assert both is not None
    assert public.trump is not None
    assert public.declarer is not None
    assert public.trick is not None
    mine = [won for won in public.won if won.winner in both.declaring]
    theirs = [won for won in public.won if won.winner not in both.declaring]
    return Position(
        public.variant,
        public.trump,
        public.declarer,
        hands,
        public.trick.leader,
        public.trick.cards,
        piles,
        (len(mine), len(theirs)),
        (sum(won.points for won in mine), sum(won.points for won in theirs)),
        (sum(won.meld for won in mine), sum(won.meld for won in theirs)),
    )


def _places_of_cards(memory: Memory, others: list[int], cards: list[Card]) -> list[list[int]]:
    """Per card the places where it can be."""
    closed = [len(others)] if memory.closed else []
    return [
        [place for place, seat in enumerate(others) if card in memory.may[seat]] + closed for card in cards
    ]
