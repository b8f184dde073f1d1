"""How the deals of this house fell in the long run, for the page /eerlijk (docs/fair.md).

Counted in memory as deals are over, and written to a small file now and then. No table or card is in it.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Sequence
from pathlib import Path

import msgspec

from klaverjas.rules import Card, Deal, Rank, Suit
from klaverjas.server.clock import Clock
from klaverjas.wire.shapes import DealResult, SeatCounts
from klaverjas.wire.shapes import HouseDeals as Shown

WRITE_SECONDS = 60.0
PER_KIND = 5
"""With fewer deals for each kind the test says nothing, and is not made."""
SEATS = (2, 3, 4)


class Counts(msgspec.Struct):
    """`jacks` and `trump_jacks`: by number of players, who was dealt the jack, by seat."""

    deals: int = 0
    turned: list[int] = msgspec.field(default_factory=lambda: [0] * 4)
    trumps: list[int] = msgspec.field(default_factory=lambda: [0] * 4)
    jacks: dict[int, list[int]] = msgspec.field(
        default_factory=lambda: {seats: [0] * seats for seats in SEATS}
    )
    trump_jacks: dict[int, list[int]] = msgspec.field(
        default_factory=lambda: {seats: [0] * seats for seats in SEATS}
    )
    failed: int = 0
    march: int = 0
    revoked: int = 0


class Tally:
    """Counts deals; with a file it goes on from there. `close` writes what was not written yet."""

    def __init__(self, clock: Clock, file: Path | None = None) -> None:
        self._clock = clock
        self._file = file
        self._dirty = False
        self.counts = Counts() if file is None else read(file)

    def count(self, deal: Deal, result: DealResult) -> None:
        """A deal is over, for the first time."""
        assert deal.trump is not None
        counts, seats = self.counts, deal.variant.seats
        counts.deals += 1
        counts.trumps[deal.trump] += 1
        counts.trump_jacks[seats][holder(deal, deal.trump)] += 1
        if deal.turned is not None:
            counts.turned[deal.turned] += 1
        # Where no suit is turned, clubs: a suit that nobody chose.
        counts.jacks[seats][holder(deal, deal.turned or Suit.CLUBS)] += 1
        counts.failed += result.failed and result.revoke is None
        counts.march += result.march
        counts.revoked += result.revoke is not None
        self._write_soon()

    def shown(self) -> Shown:
        """What everybody may see."""
        counts = self.counts
        return Shown(
            deals=counts.deals,
            turned=list(counts.turned),
            turned_odds=odds(counts.turned),
            trumps=list(counts.trumps),
            jacks=[SeatCounts(list(counts.jacks[seats]), odds(counts.jacks[seats])) for seats in SEATS],
            trump_jacks=[list(counts.trump_jacks[seats]) for seats in SEATS],
            failed=counts.failed,
            march=counts.march,
            revoked=counts.revoked,
        )

    def close(self) -> None:
        """Write what was not written yet."""
        if self._dirty and self._file is not None:
            self._dirty = False
            # Counts that cannot be written are no reason to stop a pub.
            with contextlib.suppress(OSError):
                beside = self._file.with_suffix(".new")
                beside.write_bytes(msgspec.json.encode(self.counts))
                beside.replace(self._file)

    def _write_soon(self) -> None:
        if not self._dirty and self._file is not None:
            self._dirty = True
            self._clock.later(WRITE_SECONDS, self.close)


def read(file: Path) -> Counts:
    """What was counted before; nothing when it is not there or cannot be understood."""
    try:
        counts = msgspec.json.decode(file.read_bytes(), type=Counts)
    except (OSError, msgspec.MsgspecError):
        return Counts()
    rows = [(counts.turned, 4), (counts.trumps, 4)]
    rows += [(by.get(seats, []), seats) for by in (counts.jacks, counts.trump_jacks) for seats in SEATS]
    return counts if all(len(row) == length for row, length in rows) else Counts()


def holder(deal: Deal, suit: Suit) -> int:
    """Who was dealt the jack of this suit, on the table or in the hand."""
    jack = Card.parse(f"{suit.text}{Rank.JACK.text}")
    return next(
        seat
        for seat, (hand, piles) in enumerate(zip(deal.dealt.hands, deal.dealt.piles, strict=True))
        if jack in hand or any(jack in pile for pile in piles)
    )


def odds(counted: Sequence[int]) -> float | None:
    """How often chance alone would be at least as uneven, when all kinds are equally likely: the chi-square
    test. None with too few counts. 2 to 4 kinds."""
    total, kinds = sum(counted), len(counted)
    if total < PER_KIND * kinds:
        return None
    expected = total / kinds
    x = sum((count - expected) ** 2 for count in counted) / expected
    if kinds == 3:
        return math.exp(-x / 2)
    tail = math.erfc(math.sqrt(x / 2))
    return tail if kinds == 2 else tail + math.sqrt(2 * x / math.pi) * math.exp(-x / 2)
