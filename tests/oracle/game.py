"""One deal as it lies on the table: whose turn, what he may choose from, what was played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.oracle import rules
from tests.oracle.rules import Card, Play, Variant


class Game:
    """A deal in play. `play` accepts any card the seat owns, legal or not, and `undo` takes it back."""

    def __init__(
        self, variant: Variant, trump: str, leader: int, declarer: int, hands: Sequence[Any]
    ) -> None:
        self.variant = variant
        self.seats = int(variant["seats"])
        self.trump = trump
        self.declarer = declarer
        self.leader = leader
        self.hand: list[list[Card]] = []
        # 7: per seat its piles, each [open, closed]; the last one left of a pile is the open one
        self.piles: list[list[list[Card]]] = []
        for given in hands:
            if self.seats == 2:
                self.hand.append(list(given["hand"]))
                self.piles.append([list(pile) for pile in given["table"]])
            else:
                self.hand.append(list(given))
                self.piles.append([])
        self.total_tricks = 16 if self.seats == 2 else 8
        self.plays: list[Play] = []
        self.undos: list[tuple[str, int]] = []

    def tricks(self) -> list[list[Play]]:
        """All tricks that were begun, the last one perhaps not full."""
        return [self.plays[i : i + self.seats] for i in range(0, len(self.plays), self.seats)]

    def full_tricks(self) -> list[list[Play]]:
        return [trick for trick in self.tricks() if len(trick) == self.seats]

    def open_trick(self) -> list[Play]:
        """The cards on the table of a trick that is not yet full."""
        return self.plays[len(self.plays) - len(self.plays) % self.seats :]

    def is_over(self) -> bool:
        return len(self.plays) == self.seats * self.total_tricks

    def turn(self) -> int:
        """3.8: the winner leads; 2.1: then clockwise."""
        trick = self.open_trick()
        if trick:
            return (trick[-1][0] + 1) % self.seats
        if self.plays:
            return rules.winner(self.plays[-self.seats :], self.trump)
        return self.leader

    def open_cards(self, seat: int) -> list[Card]:
        return [pile[0] for pile in self.piles[seat] if pile]

    def closed_left(self, seat: int) -> int:
        return sum(len(pile) == 2 for pile in self.piles[seat])

    def own(self, seat: int) -> list[Card]:
        """7.1."""
        return self.hand[seat] + self.open_cards(seat)

    def legal(self) -> list[Card]:
        """What the seat to move may play, sorted as text."""
        seat = self.turn()
        return sorted(
            rules.legal(self.own(seat), self.open_trick(), self.trump, seat, self.declarer, self.variant)
        )

    def play(self, card: Card) -> None:
        """7.2: the closed card under a played open card opens at once."""
        seat = self.turn()
        if card in self.hand[seat]:
            self.hand[seat].remove(card)
            self.undos.append((card, -1))
        else:
            pile = next(i for i, cards in enumerate(self.piles[seat]) if cards and cards[0] == card)
            self.piles[seat][pile].pop(0)
            self.undos.append((card, pile))
        self.plays.append((seat, card))

    def undo(self) -> None:
        seat, card = self.plays.pop()
        _, pile = self.undos.pop()
        if pile < 0:
            self.hand[seat].append(card)
        else:
            self.piles[seat][pile].insert(0, card)

    def score(self) -> dict[str, Any]:
        """Section 5; only when the deal is over."""
        assert self.is_over()
        return rules.score_deal(self.tricks(), self.trump, self.declarer, self.variant)


def start(case: Mapping[str, Any]) -> Game:
    """The deal of a case, before its first card."""
    return Game(case["variant"], case["trump"], case["leader"], case["declarer"], case["hands"])


def replay(case: Mapping[str, Any]) -> Game:
    """The deal of a case after its `plays`."""
    game = start(case)
    for card in case["plays"]:
        game.play(card)
    return game


def revokes(case: Mapping[str, Any]) -> list[dict[str, int]]:
    """6.1: every card of `plays` that was not legal when it was played."""
    game = start(case)
    found: list[dict[str, int]] = []
    for ply, card in enumerate(case["plays"]):
        if card not in game.legal():
            found.append({"ply": ply, "seat": game.turn(), "trick": ply // game.seats})
        game.play(card)
    return found


def ruling(case: Mapping[str, Any]) -> dict[str, Any]:
    """6.3 and 6.4: what a claim leads to.

    Not admissible: a claim against one's own side, or about a card that was not played yet. Upheld with
    no scores: the trick is still open, so the card is only corrected. Every card of the last trick is
    legal (nobody has a choice), so whether the score was already shown (6.2) never matters.
    """
    game = replay(case)
    seats, by = game.seats, case["claim"]["by"]
    accused, number = case["claim"]["accused"], case["claim"]["trick"]
    found = revokes(case)
    tricks = game.tricks()
    no = {"revokes": found, "admissible": False, "upheld": None, "scores": None}
    if rules.same_side(by, accused, seats, game.declarer):
        return no
    if number >= len(tricks) or accused not in [seat for seat, _ in tricks[number]]:
        return no
    upheld = any(one["seat"] == accused and one["trick"] == number for one in found)
    next_was_led = len(tricks) > number + 1
    if upheld and not next_was_led:
        return {"revokes": found, "admissible": True, "upheld": True, "scores": None}
    innocent = by if upheld else accused
    scores = rules.revoke_scores(innocent, game.full_tricks(), game.trump, game.declarer, seats)
    return {"revokes": found, "admissible": True, "upheld": upheld, "scores": scores}
