"""Who is in the hall of one table: who is connected, since when who is gone, who asks for a chair.

It is known in this process alone and written nowhere. After a restart everybody has been gone since the table
was opened again; how long somebody's turn lasts is in the log.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from klaverjas.table import Asking, Hall, Table

ASK_SECONDS = 120.0
"""A request lapses when who asked has not looked for so long (he may be telephoning with the table)."""
NOT_AGAIN_SECONDS = 30.0
"""For so long nobody can ask for a chair from which somebody was turned away."""


@dataclass(slots=True)
class _Request:
    """`owner`: a key of the chair, which stays with its person when chairs are swapped."""

    owner: str
    asking: Asking
    seen_at: float


class Porter:
    """Watches one table; `look` after everything that may have changed who sits there or is connected."""

    def __init__(self, table: Table, now: float) -> None:
        self._table = table
        self._gone: dict[str, float] = {}
        self._requests: list[_Request] = []
        self._turned_away: dict[str, float] = {}
        self.look(table, (), now)

    def look(self, table: Table, connected: Container[str], now: float) -> None:
        """The table is this now, and the people with these keys are connected."""
        self._table = table
        gone: dict[str, float] = {}
        for chair in table.chairs:
            if chair.keys and not any(key in connected for key in chair.keys):
                since = min((self._gone[key] for key in chair.keys if key in self._gone), default=now)
                gone |= dict.fromkeys(chair.keys, since)
        self._gone = gone
        self._requests = [each for each in self._requests if table.seat_of(each.owner) is not None]

    def hall(self, now: float) -> Hall:
        """What is seen now."""
        gone = {
            seat: self._gone[chair.keys[0]]
            for seat, chair in enumerate(self._table.chairs)
            if chair.keys and chair.keys[0] in self._gone
        }
        return Hall(now, gone, {self._seat(each): each.asking for each in self._live(now)})

    def ask(self, seat: int, sha256: str, number: int, now: float) -> bool:
        """Whether the people at the table are asked now if who will show this token is the person in `seat`.
        That person must be gone, nobody else ask for the chair, and nobody just have been turned away."""
        hall = self.hall(now)
        asking = hall.asks.get(seat)
        if asking is not None and asking.sha256 == sha256:
            return True
        if seat not in hall.gone or asking is not None:
            return False
        owner = self._table.chairs[seat].keys[0]
        if now - self._turned_away.get(owner, -NOT_AGAIN_SECONDS) < NOT_AGAIN_SECONDS:
            return False
        self.withdraw(sha256)
        self._requests.append(_Request(owner, Asking(sha256, number), now))
        return True

    def still_asks(self, sha256: str, now: float) -> None:
        """Who asked with this token looks whether he is let in."""
        for request in self._live(now):
            if request.asking.sha256 == sha256:
                request.seen_at = now

    def withdraw(self, sha256: str) -> None:
        """Nobody asks with this token any more."""
        self._requests = [each for each in self._requests if each.asking.sha256 != sha256]

    def turn_away(self, seat: int, now: float) -> None:
        """Who asked for the chair in `seat` does not get it."""
        for request in [each for each in self._requests if self._seat(each) == seat]:
            self._turned_away[request.owner] = now
            self.withdraw(request.asking.sha256)

    def next_lapse(self, now: float) -> float | None:
        """In how many seconds a request lapses, none when there is none."""
        return min((each.seen_at + ASK_SECONDS - now for each in self._live(now)), default=None)

    def _live(self, now: float) -> list[_Request]:
        return [each for each in self._requests if now - each.seen_at < ASK_SECONDS]

    def _seat(self, request: _Request) -> int:
        seat = self._table.seat_of(request.owner)
        assert seat is not None
        return seat
