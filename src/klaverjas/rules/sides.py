"""Who belongs together (rules.md 1.5, 3.7)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple


class Sides(NamedTuple):
    """The declaring side and the other one, as seats in ascending order."""

    declaring: tuple[int, ...]
    defending: tuple[int, ...]

    def of(self, seat: int) -> tuple[int, ...]:
        return self.declaring if seat in self.declaring else self.defending

    def together(self, a: int, b: int) -> bool:
        """Whether a and b are on one side."""
        return (a in self.declaring) == (b in self.declaring)


@cache
def sides(seats: int, declarer: int) -> Sides:
    """With four players partners sit opposite; with three the declarer is alone; two play each for one."""
    mine = tuple(seat for seat in range(seats) if seat == declarer or (seats == 4 and seat == declarer ^ 2))
    return Sides(mine, tuple(seat for seat in range(seats) if seat not in mine))


def parties(seats: int) -> tuple[tuple[int, ...], ...]:
    """Those who keep one score through a match: two pairs with four players, else everyone for himself."""
    return ((0, 2), (1, 3)) if seats == 4 else tuple((seat,) for seat in range(seats))
