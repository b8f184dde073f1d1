"""What a deal is worth (rules.md section 5, and 6.4 after a claim)."""

from __future__ import annotations

from typing import NamedTuple

from klaverjas.rules.meld import MARCH
from klaverjas.rules.sides import Sides, sides
from klaverjas.rules.strength import ALL_POINTS
from klaverjas.rules.trick import WonTrick
from klaverjas.rules.variant import Variant

REVOKE_POINTS = 262


class Credit(NamedTuple):
    """What is written for one seat; partners of four get the same figures."""

    points: int
    meld: int

    @property
    def total(self) -> int:
        return self.points + self.meld


class DealScore(NamedTuple):
    """A finished deal. `points` and `meld` are as taken in tricks, [declaring side, the other], the march
    in `meld`; `credit` is what each seat is given after nat, halving or revoke. `culprit` is the seat that
    a claim made pay, as accused or as wrong claimer."""

    declarer: int
    sides: Sides
    points: tuple[int, int]
    meld: tuple[int, int]
    credit: tuple[Credit, ...]
    failed: bool
    march: bool
    culprit: int | None = None

    @property
    def totals(self) -> tuple[int, int]:
        """Points plus melds of the declaring side and of the other (5.1)."""
        return self.points[0] + self.meld[0], self.points[1] + self.meld[1]

    @property
    def scores(self) -> tuple[int, ...]:
        """Per seat."""
        return tuple(credit.total for credit in self.credit)


def score_deal(variant: Variant, declarer: int, tricks: tuple[WonTrick, ...]) -> DealScore:
    """The score of a deal whose tricks have all been played (5.1-5.4)."""
    both = sides(variant.seats, declarer)
    points, meld = _taken(both, tricks)
    march = _march(variant, both, tricks)
    if march is not None:
        meld[march] += MARCH.points
    failed = points[0] + meld[0] <= points[1] + meld[1]
    if failed:
        credit = _all_to(both.defending, variant.seats, ALL_POINTS, sum(meld))
    else:
        credit = tuple(_own(variant, both, seat, points, meld, tricks) for seat in range(variant.seats))
    return DealScore(declarer, both, _pair(points), _pair(meld), credit, failed, march is not None)


def score_revoke(variant: Variant, declarer: int, tricks: tuple[WonTrick, ...], culprit: int) -> DealScore:
    """The score of a deal that a claim ended: the side of `culprit` gets nothing, the other 262 plus the
    melds of both in `tricks`, those completed so far (6.4); no march (6.5); two defenders halve it (6.6)."""
    both = sides(variant.seats, declarer)
    points, meld = _taken(both, tricks)
    innocent = both.defending if culprit in both.declaring else both.declaring
    credit = _all_to(innocent, variant.seats, REVOKE_POINTS, sum(meld))
    failed = culprit in both.declaring
    return DealScore(declarer, both, _pair(points), _pair(meld), credit, failed, False, culprit)


def _taken(both: Sides, tricks: tuple[WonTrick, ...]) -> tuple[list[int], list[int]]:
    points, meld = [0, 0], [0, 0]
    for trick in tricks:
        side = 0 if trick.winner in both.declaring else 1
        points[side] += trick.points
        meld[side] += trick.meld
    return points, meld


def _march(variant: Variant, both: Sides, tricks: tuple[WonTrick, ...]) -> int | None:
    """Which side took every trick and may count it (4.4)."""
    winners = {trick.winner for trick in tricks}
    if winners <= set(both.declaring):
        return 0
    if winners <= set(both.defending) and variant.march == "either":
        return 1
    return None


def _all_to(side: tuple[int, ...], seats: int, points: int, meld: int) -> tuple[Credit, ...]:
    """Everything to one side; three players' defenders get half each (5.4)."""
    share = len(side) if seats == 3 else 1
    given = Credit(points // share, meld // share)
    return tuple(given if seat in side else Credit(0, 0) for seat in range(seats))


def _own(
    variant: Variant, both: Sides, seat: int, points: list[int], meld: list[int], tricks: tuple[WonTrick, ...]
) -> Credit:
    """What a seat keeps when the declarer made it (5.3); a defender of three what he took himself (5.4)."""
    if variant.seats == 3 and seat in both.defending:
        mine = [trick for trick in tricks if trick.winner == seat]
        return Credit(sum(trick.points for trick in mine), sum(trick.meld for trick in mine))
    side = 0 if seat in both.declaring else 1
    return Credit(points[side], meld[side])


def _pair(values: list[int]) -> tuple[int, int]:
    return values[0], values[1]
