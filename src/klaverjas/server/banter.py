"""When the regulars of one table say something: seldom, and never two at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from klaverjas.server.clock import Alarm, Clock
from klaverjas.server.remarks import Remark, Spectacle, answer, comment
from klaverjas.table import Event, Table
from klaverjas.wire.shapes import Phrase

QUIET_SECONDS = 25.0
"""So long no regular begins to speak after one did."""

Say = Callable[[int, Phrase], None]
"""Called with the seat and what it says."""


class Banter:
    """Watches what happens and what people say. It takes from the table what everybody there knows, and
    hands that on; `off` where nobody talks."""

    def __init__(self, clock: Clock, pace: float, say: Say, off: bool) -> None:
        self._clock = clock
        self._pace = pace
        self._say = say
        self._off = off
        self._quiet_until = 0.0
        self._alarm: Alarm | None = None

    def watch(self, table: Table, news: Iterable[Event]) -> None:
        """Perhaps somebody has something to say about this."""
        seen = [event for event in news if isinstance(event, Spectacle)]
        self._soon(comment(seen, _regulars(table), len(table.chairs), _occasion(table)))

    def hear(self, table: Table, phrase: Phrase | None) -> None:
        """Perhaps somebody answers a person who said this."""
        turn = None if table.deal is None else table.deal.turn
        self._soon(answer(phrase, _regulars(table), turn, _occasion(table)))

    def stop(self) -> None:
        """Nobody says anything any more."""
        self._off = True
        if self._alarm is not None:
            self._alarm.cancel()

    def _soon(self, remark: Remark | None) -> None:
        now = self._clock.now()
        if remark is None or self._off or now < self._quiet_until:
            return
        self._quiet_until = now + QUIET_SECONDS
        say = partial(self._say, remark.seat, remark.phrase)
        self._alarm = self._clock.later(self._pace * remark.seconds, say)


def _regulars(table: Table) -> list[int]:
    return [seat for seat, chair in enumerate(table.chairs) if chair.kind == "regular"]


def _occasion(table: Table) -> str:
    return f"{table.code} {table.version}"
