"""A match (boom): its deals, the totals, who deals next, who won (rules.md 2.1, 5.5)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from klaverjas.rules.errors import BrokenDeal, IllegalMove
from klaverjas.rules.scoring import DealScore
from klaverjas.rules.sides import parties
from klaverjas.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Match:
    """The deals scored so far. `first_dealer` was drawn; the deal passes to the left. Raises BrokenDeal for a
    dealer that does not exist, a score of another number of players, or more scores than deals."""

    variant: Variant
    first_dealer: int
    scores: tuple[DealScore, ...] = ()

    def __post_init__(self) -> None:
        seats = self.variant.seats
        if self.first_dealer not in range(seats):
            raise BrokenDeal(f"first_dealer {self.first_dealer} is not a seat 0..{seats - 1}")
        for score in self.scores:
            if len(score.credit) != seats:
                raise BrokenDeal(f"a score of {len(score.credit)} players in a match of {seats}")
        if len(self.scores) > self.variant.deals:
            raise BrokenDeal(f"{len(self.scores)} scores in a match of {self.variant.deals} deals")

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

    def add(self, score: DealScore | None) -> Match:
        """The match with one more deal. Raises IllegalMove: `deal_over` after the last, `not_over` when there
        is no score because the deal is not done; BrokenDeal for a score of another number of players."""
        if self.over:
            raise IllegalMove("deal_over", f"the match of {self.variant.deals} deals is over")
        if score is None:
            raise IllegalMove("not_over", "the deal has no score yet: it is not done (Deal.done)")
        return replace(self, scores=(*self.scores, score))
