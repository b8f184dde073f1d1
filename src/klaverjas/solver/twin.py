"""The solver in plain Python: the fallback where there is no C kernel, and the reference in tests.

Alpha-beta with zero windows (is the value at least beta?) over the rules themselves, remembering two kinds of
facts at the start of a trick: bounds on this very position, and bounds on all positions with the same
pattern, that is, in which everybody holds the cards of the same places in each suit. Such positions are the
same game but for what cards are worth, so their values lie no further apart than the sum of the differences.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import sub
from typing import NamedTuple

from klaverjas.rules import Card, CardSet, Rank, Suit, Trick
from klaverjas.rules.legal import legal_cards
from klaverjas.rules.meld import MARCH
from klaverjas.rules.strength import ALL_POINTS, LAST_TRICK, PLACE, POINTS
from klaverjas.rules.trick import best_place, won
from klaverjas.solver.position import Position

INFINITE = 4000
BOTH_WAYS = 3


class State(NamedTuple):
    """Between two tricks: the cards not yet played, who leads, and who can still make march (bit 0 the
    declaring side, bit 1 the others). A closed card is open once the card on it is gone, so this is all."""

    rest: int
    leader: int
    march: int


class Future(NamedTuple):
    """A state and what was taken on the way to it: the difference, and the melds of both sides."""

    state: State
    ahead: int
    melds: int


@dataclass(slots=True)
class Bounds:
    low: int = -INFINITE
    high: int = INFINITE


Pattern = tuple[object, ...]


class SuitFacts(NamedTuple):
    """What some cards of one suit are, from the weakest up; and how much they can still meld at most."""

    cards: tuple[Card, ...]
    owners: tuple[int, ...]
    worth: tuple[int, ...]
    cap: int


@dataclass(slots=True)
class Twin:
    """An Engine (see solver.py) without C."""

    nodes: int = 0
    _start: Position | None = None
    _dealt: tuple[int, ...] = ()
    _owner: dict[Card, int] = field(default_factory=dict)
    _under: dict[Card, Card] = field(default_factory=dict)
    _facts: dict[tuple[Suit, int], SuitFacts] = field(default_factory=dict)
    _known: dict[State, Bounds] = field(default_factory=dict)
    _alike: dict[Pattern, dict[int, Bounds]] = field(default_factory=dict)

    def close(self) -> None:
        self._facts.clear()
        self._known.clear()
        self._alike.clear()

    def start(self, position: Position) -> None:
        self.close()
        self._start = position
        dealt = [int(cards) for cards in position.held]
        for place, card in enumerate(position.trick):
            dealt[(position.leader + place) % len(dealt)] |= 1 << card
        self._dealt = tuple(dealt)
        self._owner = {card: seat for seat, cards in enumerate(dealt) for card in CardSet(cards)}
        self._under = {
            pile.open: pile.closed
            for row in position.rows
            for pile in row
            if pile.open is not None and pile.closed is not None
        }

    def value(self, position: Position, objective: int, guess: int | None) -> int:
        asked = _Asked.of(position)
        if objective:
            return self._payoff(asked)
        return asked.ahead + self._points(asked, (guess or 0) - asked.ahead)

    def cards(self, position: Position, objective: int, guess: int | None) -> dict[Card, int]:
        asked = _Asked.of(position)
        values = {}
        for card in self._legal(asked):
            after = asked.playing(card)
            if objective:
                values[card] = self._payoff(after)
            else:
                values[card] = after.ahead + self._points(after, (guess or 0) - after.ahead)
        return values

    # ---- points ----------------------------------------------------------------------------------------

    def _points(self, asked: _Asked, guess: int) -> int:
        """The exact future difference: tests on both sides of the guess, then halving."""
        low, high, beta = -INFINITE, INFINITE, guess
        while low < high:
            value = self._in_trick(asked, beta)
            if value >= beta:
                low = value
            else:
                high = value
            if high == INFINITE:
                beta = low + 30
            elif low == -INFINITE:
                beta = high - 30
            else:
                beta = (low + high + 1) // 2
        return low

    def _in_trick(self, asked: _Asked, beta: int) -> int:
        """A bound on the future difference, on the right side of beta."""
        if len(asked.trick) == len(self._dealt):
            future = self._finish(asked)
            if not future.state.rest:
                return future.ahead
            return future.ahead + self._between(future.state, beta - future.ahead)
        self.nodes += 1
        ours = self._side(asked.turn) == 0
        best = -INFINITE if ours else INFINITE
        for card in self._ordered(asked):
            value = self._in_trick(asked.playing(card), beta)
            best = max(best, value) if ours else min(best, value)
            if (best >= beta) == ours:
                break
        return best

    def _between(self, state: State, beta: int) -> int:
        """The same between two tricks, where what was found is remembered."""
        found = self._known.get(state)
        if found is None:
            found = self._known[state] = Bounds(*self._bounds(state))
        alike = self._alike.setdefault(self._pattern(state), {})
        for rest, bounds in alike.items():
            if found.low >= beta or found.high < beta:
                break
            gap = self._gap(state.rest, rest)
            found.low = max(found.low, bounds.low - gap)
            found.high = min(found.high, bounds.high + gap)
        if found.low >= beta:
            return found.low
        if found.high < beta:
            return found.high
        alike[state.rest] = found
        value = self._in_trick(self._asked(state), beta)
        if value >= beta:
            found.low = max(found.low, value)
        else:
            found.high = min(found.high, value)
        return value

    def _bounds(self, state: State) -> tuple[int, int]:
        """What no play can exceed: all points and all melds for one side."""
        points = sum(sum(suit.worth) for suit in self._suits(state.rest)) + LAST_TRICK
        melds = self._meld_cap(state.rest)
        march = [MARCH.points if state.march >> side & 1 else 0 for side in (0, 1)]
        return -points - melds - march[1], points + melds + march[0]

    def _meld_cap(self, rest: int) -> int:
        """No more melds than this can come from these cards."""
        cap = sum(suit.cap for suit in self._suits(rest))
        if len(self._dealt) == 4:
            for rank in CardSet(rest & rest >> 8 & rest >> 16 & rest >> 24 & 0xFF):
                # A trick takes one card of each seat.
                owners = {self._owner[Card(8 * suit + rank)] for suit in range(4)}
                cap += 0 if len(owners) < 4 else 200 if int(rank) == Rank.JACK else 100
        return cap

    def _suits(self, rest: int) -> list[SuitFacts]:
        """The facts of each suit, worked out once for each set of its cards."""
        found = []
        for suit in Suit:
            cards = rest & 0xFF << 8 * suit
            facts = self._facts.get((suit, cards))
            if facts is None:
                facts = self._facts[suit, cards] = self._facts_of(suit, CardSet(cards))
            found.append(facts)
        return found

    def _facts_of(self, suit: Suit, cards: CardSet) -> SuitFacts:
        assert self._start is not None
        trump, seats = self._start.trump, len(self._dealt)
        ordered = tuple(sorted(cards, key=PLACE[trump].__getitem__))
        owners = tuple(self._owner[card] for card in ordered)
        by_rank = [
            self._owner[Card.of(suit, rank)] if Card.of(suit, rank) in cards else None for rank in Rank
        ]
        threes = [by_rank[low : low + 3] for low in range(6)]
        runs = sum(None not in three and len(set(three)) == 3 for three in threes)
        # A run of four holds two runs of three and is worth 50; one card lies in one trick only.
        cap = min(25 * runs, 50 * (len(cards) // 3)) if runs > 1 and seats == 4 else 20 * runs
        royals = {by_rank[Rank.QUEEN], by_rank[Rank.KING]}
        cap += 20 if suit == trump and None not in royals and len(royals) == 2 else 0
        return SuitFacts(ordered, owners, tuple(POINTS[trump][card] for card in ordered), cap)

    def _pattern(self, state: State) -> Pattern:
        """Leader, march, and who holds which places in each suit; with two seats also where the piles are."""
        suits = self._suits(state.rest)
        piles: frozenset[object] = frozenset()
        if self._under:
            place = {
                card: (number, at) for number, suit in enumerate(suits) for at, card in enumerate(suit.cards)
            }
            under = self._under.items()
            piles = frozenset((place[top], place[below]) for top, below in under if top in place)
        return state.leader, state.march, tuple(suit.owners for suit in suits), piles

    def _gap(self, rest: int, other: int) -> int:
        """How far apart the values of two states with one pattern can lie."""
        if rest == other:
            return 0
        gap = 0
        for one, two in zip(self._suits(rest), self._suits(other), strict=True):
            if one is not two:
                gap += sum(map(abs, map(sub, one.worth, two.worth))) + one.cap + two.cap
        if len(self._dealt) == 4:
            gap += self._meld_cap(rest) - sum(suit.cap for suit in self._suits(rest))
            gap += self._meld_cap(other) - sum(suit.cap for suit in self._suits(other))
        return gap

    # ---- payoff ----------------------------------------------------------------------------------------

    def _payoff(self, asked: _Asked) -> int:
        """Points if the declaring side can make it; else what the others can make of it."""
        ahead = asked.ahead + self._points(asked, -asked.ahead)
        return ahead if ahead > 0 else -(ALL_POINTS + self._spoil(asked, {}))

    def _spoil(self, asked: _Asked, seen: dict[Future, int]) -> int:
        """The most melds of both sides, those before included, that the others can force together with nat;
        -1 when they cannot force nat. `seen` are the answers for states between tricks."""
        if len(asked.trick) < len(self._dealt):
            return self._spoil_in_trick(asked, seen)
        future = self._finish(asked)
        ahead, melds = asked.ahead + future.ahead, asked.melds + future.melds
        if not future.state.rest:
            return melds if ahead <= 0 else -1
        key = Future(future.state, ahead, melds)
        if key not in seen:
            seen[key] = self._spoil_between(key, seen)
        return seen[key]

    def _spoil_in_trick(self, asked: _Asked, seen: dict[Future, int]) -> int:
        ours, best = self._side(asked.turn) == 0, None
        for card in self._ordered(asked):
            melds = self._spoil(asked.playing(card), seen)
            best = melds if best is None else min(best, melds) if ours else max(best, melds)
            if ours and best < 0:
                break
        assert best is not None
        return best

    def _spoil_between(self, so_far: Future, seen: dict[Future, int]) -> int:
        beta = 1 - so_far.ahead
        if self._between(so_far.state, beta) >= beta:
            return -1
        if not self._meld_cap(so_far.state.rest) and not so_far.state.march & 2:
            return so_far.melds
        return self._spoil(self._asked(so_far.state, so_far.ahead, so_far.melds), seen)

    # ---- the game --------------------------------------------------------------------------------------

    def _asked(self, state: State, ahead: int = 0, melds: int = 0) -> _Asked:
        assert self._start is not None
        return _Asked(self._start, state.rest, state.leader, (), state.march, ahead, melds)

    def _side(self, seat: int) -> int:
        assert self._start is not None
        return 0 if seat in self._start.sides.declaring else 1

    def _worth(self, card: Card) -> int:
        assert self._start is not None
        return POINTS[self._start.trump][card]

    def _legal(self, asked: _Asked) -> CardSet:
        position, seat = asked.start, asked.turn
        own = asked.rest & self._dealt[seat]
        for card, below in self._under.items():
            if own >> card & 1:
                own &= ~(1 << below)
        holds = False
        if asked.trick:
            holder = (asked.leader + best_place(asked.trick, position.trump)) % len(self._dealt)
            holds = self._side(holder) == self._side(seat)
        return legal_cards(CardSet(own), asked.trick, position.trump, holds, position.variant)[0]

    def _ordered(self, asked: _Asked) -> Iterator[Card]:
        """The legal cards, those first that look good: points to a trick of my side, none to theirs."""
        return iter(sorted(self._legal(asked), key=lambda card: -self._promise(asked, card)))

    def _promise(self, asked: _Asked, card: Card) -> int:
        trump = asked.start.trump
        if not asked.trick:
            others = CardSet(asked.rest & ~self._dealt[asked.turn]).of_suit(card.suit)
            highest = all(PLACE[trump][card] > PLACE[trump][other] for other in others)
            return 20 + self._worth(card) if highest else -self._worth(card)
        trick = (*asked.trick, card)
        holder = (asked.leader + best_place(trick, trump)) % len(self._dealt)
        points = sum(map(self._worth, trick))
        return points if self._side(holder) == self._side(asked.turn) else -points

    def _finish(self, asked: _Asked) -> Future:
        """A full trick: who leads next, and what it brought."""
        taken = won(Trick(asked.leader, asked.trick), asked.start.trump, last=not asked.rest)
        side = self._side(taken.winner)
        march, melds = asked.march & 1 << side, taken.meld
        if not asked.rest and march:
            melds += MARCH.points
        worth = taken.points + melds
        return Future(State(asked.rest, taken.winner, march), -worth if side else worth, melds)


class _Asked(NamedTuple):
    """A position in or between tricks, on the way from `start`; `ahead` and `melds` were taken so far."""

    start: Position
    rest: int
    leader: int
    trick: tuple[Card, ...]
    march: int
    ahead: int
    melds: int

    @staticmethod
    def of(position: Position) -> _Asked:
        rest = 0
        for cards in position.held:
            rest |= cards
        allowed = BOTH_WAYS if position.variant.march == "either" else 1
        march = allowed & ((not position.taken[1]) | (not position.taken[0]) << 1)
        melds = sum(position.melds)
        return _Asked(position, rest, position.leader, position.trick, march, position.ahead, melds)

    @property
    def turn(self) -> int:
        return (self.leader + len(self.trick)) % self.start.variant.seats

    def playing(self, card: Card) -> _Asked:
        return self._replace(rest=self.rest & ~(1 << card), trick=(*self.trick, card))
