"""Counts who comes to the door, per address, so that one address cannot keep the others out."""

from __future__ import annotations

from typing import Literal, get_args

from klaverjas.server.address import counted_as, networks
from klaverjas.server.clock import Clock
from klaverjas.server.limits import Buckets, Gauge
from klaverjas.server.settings import Settings

Deed = Literal["tables", "joins", "wrong_codes", "requests", "records", "knocks", "messages"]
DEEDS: tuple[Deed, ...] = get_args(Deed)


class Doorman:
    def __init__(self, clock: Clock, settings: Settings) -> None:
        self._clock = clock
        self._settings = settings
        self._proxies = networks(settings.proxies)
        self._buckets = {deed: Buckets(getattr(settings.limits, deed)) for deed in DEEDS}
        self.sockets = Gauge(settings.limits.sockets, settings.limits.sockets_in_all)

    def lifts_limits(self, client: tuple[str, int] | None) -> bool:
        """Whether the host lets somebody at this address do all that he likes."""
        return client is not None and self._settings.lifts_limits(client[0])

    def who(self, client: tuple[str, int] | None) -> str | None:
        """Under which key somebody at this address is counted, none when he is not."""
        return None if self.lifts_limits(client) else counted_as(client, self._proxies)

    def lets(self, who: str | None, deed: Deed) -> bool:
        """Whether he may do this once more; if so it is counted."""
        return who is None or self._buckets[deed].take(who, self._clock.now())

    def would_let(self, who: str | None, deed: Deed) -> bool:
        """Whether he may do this once more; it is not counted."""
        return who is None or self._buckets[deed].allows(who, self._clock.now())
