"""A match (boom): its deals, the totals, who deals next, who won (rules.md 2.1, 5.5)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from klaverjas.rules.errors import IllegalMove
from klaverjas.rules.scoring import DealScore
from klaverjas.rules.sides import parties
from klaverjas.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Match:
    """The deals scored so far. `first_dealer` was drawn; the deal passes to the left."""

    variant: Variant
    first_dealer: int
    scores: tuple[DealScore, ...] = ()

    @property
    def dealer(self) -> int:
        """Who deals the next deal."""
        return (self.first_dealer + len(self.scores)) % self.variant.seats

    @property
    def over(self) -> bool:
        return len(self.scores) == self.variant.deals

    @property
    def totals(self) -> tuple[int, ...]:
        """Per seat; partners of four have the same total."""
        return tuple(sum(score.scores[seat] for score in self.scores) for seat in range(self.variant.seats))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total, once the match is over; all that are equal in a draw."""
        if not self.over:
            return ()
        best = max(self.totals)
        return tuple(seat for seat, total in enumerate(self.totals) if total == best)

    @property
    def drawn(self) -> bool:
        """Over, and more than one party has the highest total."""
        return sum(party[0] in self.winners for party in parties(self.variant.seats)) > 1

    def add(self, score: DealScore) -> Match:
        """The match with one more deal. Raises IllegalMove `deal_over` after the last."""
        if self.over:
            raise IllegalMove("deal_over", f"the match of {self.variant.deals} deals is over")
        return replace(self, scores=(*self.scores, score))
