"""Random endings, and what they are worth by plain minimax over the second implementation of the rules."""

from __future__ import annotations

from random import Random

from klaverjas.rules import PUB, Card, CardSet, Suit, TablePile, Variant, pack
from klaverjas.rules.sides import sides
from klaverjas.rules.strength import points
from klaverjas.solver import Position
from tests.oracle import rules as oracle


def random_variant(random: Random, seats: int) -> Variant:
    return PUB.but(
        seats=seats,
        trump_duty=random.choice(("amsterdam", "rotterdam")),
        undertrump=random.choice(("forbidden", "forced")),
        march=random.choice(("either", "declarer")),
    )


def choose_cards(random: Random, seats: int, count: int) -> list[Card]:
    """Which cards are left: any; of two suits; or of few ranks, so that melds and fours come often."""
    cards = list(pack(seats))
    random.shuffle(cards)
    kind, first = random.choice(("any", "suits", "ranks")), random.randrange(8)
    ranks = -(-count // 4)
    if kind == "suits":
        cards.sort(key=lambda card: card.suit > 1)
    elif kind == "ranks":
        cards.sort(key=lambda card: (card.rank - first) % 8 >= ranks)
    chosen = cards[:count]
    random.shuffle(chosen)
    return chosen


def random_ending(random: Random, seats: int, tricks: int, lying: int = 0) -> Position:
    """A possible position with so many tricks to play, `lying` cards of the first one on the table."""
    variant = random_variant(random, seats)
    trump, declarer, leader = Suit(random.randrange(4)), random.randrange(seats), random.randrange(seats)
    cards = choose_cards(random, seats, seats * tricks)
    hands, piles = [], []
    for seat in range(seats):
        own = cards[seat * tricks : (seat + 1) * tricks]
        row = [TablePile(own.pop(), own.pop()) for _ in range(random.randrange(min(4, tricks // 2) + 1))]
        hands.append(CardSet.of(own) if seats == 2 else CardSet.of(own) | CardSet.of(_cards(row)))
        piles.append(tuple(row) if seats == 2 else ())
    gone = pack(seats) - CardSet.of(cards)
    taken = random.randrange(variant.tricks - tricks + 1) if random.random() < 0.7 else 0
    both = (taken, variant.tricks - tricks - taken)
    bare = points(gone, trump)
    first = bare if not both[1] else 0 if not both[0] else random.randrange(bare + 1)
    melds = (10 * random.randrange(5) if both[0] else 0, 10 * random.randrange(5) if both[1] else 0)
    position = Position(
        variant, trump, declarer, tuple(hands), leader, (), tuple(piles), both, (first, bare - first), melds
    )
    for _ in range(lying):
        position = play(position, random.choice(list(position.legal())))
    return position


def _cards(row: list[TablePile]) -> list[Card]:
    return [card for pile in row for card in pile if card is not None]


def play(position: Position, card: Card) -> Position:
    """The position after a card that does not complete the trick."""
    seat, hands = position.turn, list(position.hands)
    row = tuple(TablePile(pile.closed, None) if pile.open == card else pile for pile in position.rows[seat])
    hands[seat] = hands[seat].without(card)
    piles = [*position.rows[:seat], row, *position.rows[seat + 1 :]]
    return Position(
        position.variant,
        position.trump,
        position.declarer,
        tuple(hands),
        position.leader,
        (*position.trick, card),
        tuple(piles),
        position.taken,
        position.points,
        position.melds,
    )


class Plain:
    """Minimax without any cleverness, on strings, by tests/oracle."""

    def __init__(self, position: Position, payoff: bool) -> None:
        self.variant: oracle.Variant = {
            "seats": position.variant.seats,
            "trump_duty": position.variant.trump_duty,
            "undertrump": position.variant.undertrump,
            "march": position.variant.march,
        }
        self.seats = position.variant.seats
        self.trump, self.declarer = position.trump.text, position.declarer
        self.ours = sides(self.seats, position.declarer).declaring
        self.payoff = payoff
        self.hands = [{str(card) for card in hand} for hand in position.hands]
        self.under: dict[str, str] = {}
        for seat, row in enumerate(position.rows):
            for pile in row:
                if pile.open is not None:
                    self.hands[seat].add(str(pile.open))
                if pile.closed is not None:
                    self.under[str(pile.open)] = str(pile.closed)
        self.totals = [position.points[side] + position.melds[side] for side in (0, 1)]
        self.melds = sum(position.melds)
        self.taken = list(position.taken)
        self.trick = [
            ((position.leader + place) % self.seats, str(card)) for place, card in enumerate(position.trick)
        ]
        self.turn = position.turn

    def cards(self) -> dict[str, int]:
        """The value of every legal card."""
        legal = oracle.legal(
            self.hands[self.turn], self.trick, self.trump, self.turn, self.declarer, self.variant
        )
        return {card: self._after(card) for card in sorted(legal)}

    def value(self) -> int:
        values = self.cards().values()
        return max(values) if self.turn in self.ours else min(values)

    def _after(self, card: str) -> int:
        saved = self.trick, self.turn, list(self.totals), self.melds, list(self.taken)
        seat = self.turn
        self.hands[seat].remove(card)
        if card in self.under:
            self.hands[seat].add(self.under[card])
        self.trick, self.turn = [*self.trick, (seat, card)], (seat + 1) % self.seats
        if len(self.trick) == self.seats:
            self._take()
        value = self._final() if not any(self.hands) and not self.trick else self.value()
        self.trick, self.turn, self.totals, self.melds, self.taken = saved
        if card in self.under:
            self.hands[seat].remove(self.under[card])
        self.hands[seat].add(card)
        return value

    def _take(self) -> None:
        cards = [card for _, card in self.trick]
        self.turn = oracle.winner(self.trick, self.trump)
        side = 0 if self.turn in self.ours else 1
        melds = oracle.meld_worth(cards, self.trump)
        self.totals[side] += sum(oracle.card_points(card, self.trump) for card in cards) + melds
        self.melds += melds
        self.taken[side] += 1
        self.trick = []

    def _final(self) -> int:
        ours, others = self.totals
        side = 0 if self.turn in self.ours else 1
        march = 100 if not self.taken[1 - side] and (side == 0 or self.variant["march"] == "either") else 0
        last = 10 + march
        ahead = ours - others + (-last if side else last)
        return -(162 + self.melds + march) if self.payoff and ahead <= 0 else ahead
