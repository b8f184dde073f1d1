"""How much of something is too much. Time is an argument; what is remembered is bounded."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

MOST_REMEMBERED = 20_000


@dataclass(frozen=True, slots=True)
class Rate:
    """`burst` at once, and `per_second` in the long run."""

    burst: int
    per_second: float

    def take(self, due: float, now: float) -> tuple[bool, float]:
        """Whether one more may come now, and when everything so far will be paid, where `due` is when it was.

        Each one costs the time in which one is earned; as much as the whole burst may be owed.
        """
        most = self.burst / self.per_second
        # A clock that was put back must not keep anybody waiting for longer than the burst lasts.
        owed = min(max(0.0, due - now), most)
        after = owed + 1 / self.per_second
        # A hair more, since seconds since 1970 are rounded to less than a microsecond.
        return (True, now + after) if after <= most + 1e-6 else (False, now + owed)


class Bucket:
    """One measure: of one socket, one chair, one person."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._due = 0.0

    def take(self, now: float) -> bool:
        """Whether one more may come now; if so it is counted."""
        allowed, self._due = self._rate.take(self._due, now)
        return allowed


class Buckets:
    """A measure for each of many keys. Who has not come for a while is forgotten, having a full measure
    again; when there are more keys than can be remembered, whoever came longest ago goes first."""

    def __init__(self, rate: Rate, most: int = MOST_REMEMBERED) -> None:
        self._rate = rate
        self._most = most
        self._due: OrderedDict[str, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._due)

    def allows(self, key: str, now: float) -> bool:
        """Whether one more may come now; it is not counted."""
        return self._rate.take(self._due.get(key, 0.0), now)[0]

    def take(self, key: str, now: float) -> bool:
        """Whether one more may come now; if so it is counted."""
        allowed, self._due[key] = self._rate.take(self._due.get(key, 0.0), now)
        self._due.move_to_end(key)
        self._forget(now)
        return allowed

    def _forget(self, now: float) -> None:
        # Two looks for each that is added: more is forgotten than comes.
        for _ in range(2):
            oldest = next(iter(self._due))
            if len(self._due) <= self._most and self._due[oldest] > now:
                return
            del self._due[oldest]


@dataclass(frozen=True, slots=True)
class Limits:
    """What one address may do. Behind one address can be a whole club: sixty people who come in together,
    each with a phone that knocks again when the line was lost; whoever hammers gets little further."""

    tables: Rate = Rate(120, 0.2)
    joins: Rate = Rate(240, 1.0)
    wrong_codes: Rate = Rate(60, 0.2)
    requests: Rate = Rate(1200, 40.0)
    records: Rate = Rate(120, 1.0)
    knocks: Rate = Rate(600, 20.0)
    messages: Rate = Rate(4000, 800.0)
    sockets: int = 500
    sockets_in_all: int = 20_000
    tables_in_memory: int = 10_000
    connections: int = 1000
    connections_in_all: int = 24_000


@dataclass(slots=True)
class Gauge:
    """How many of something there are now, per key and in all."""

    most_each: int
    most: int
    total: int = 0
    _each: dict[str, int] = field(default_factory=dict)

    def enter(self, key: str | None) -> bool:
        """Whether there is room for one more; if so it is counted. No key: only the total counts."""
        if self.total >= self.most or (key is not None and self._each.get(key, 0) >= self.most_each):
            return False
        self.total += 1
        if key is not None:
            self._each[key] = self._each.get(key, 0) + 1
        return True

    def leave(self, key: str | None) -> None:
        """One that entered has gone."""
        self.total -= 1
        if key is not None:
            left = self._each[key] - 1
            if left:
                self._each[key] = left
            else:
                del self._each[key]


class FullHouse(Exception):
    """There are as many tables in memory as there may be, with somebody at each of them."""
