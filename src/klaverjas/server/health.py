"""Whether the pub lives and whether people can be sent to it, for whoever watches over it."""

from __future__ import annotations

from typing import Protocol

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from klaverjas.server.clock import Clock

KEPT_SECONDS = 1.0
"""How long an answer is given again: everybody can ask, and finding it out writes on the disk."""
UNCACHED = {"Cache-Control": "no-store"}


class House(Protocol):
    async def unready(self) -> str | None:
        """Why nobody should be sent here now, in a word; none when all is well."""
        ...


class Health:
    """Its `routes` are `/healthz` and `/readyz`."""

    def __init__(self, house: House, clock: Clock) -> None:
        self._house = house
        self._clock = clock
        self._asked_at = float("-inf")
        self._why: str | None = None
        self.routes = [Route("/healthz", self._alive), Route("/readyz", self._ready)]

    async def _alive(self, request: Request) -> Response:
        return PlainTextResponse("ok\n", headers=UNCACHED)

    async def _ready(self, request: Request) -> Response:
        now = self._clock.now()
        if not 0 <= now - self._asked_at < KEPT_SECONDS:
            self._asked_at, self._why = now, await self._house.unready()
        if self._why is None:
            return PlainTextResponse("ready\n", headers=UNCACHED)
        return PlainTextResponse(f"not ready: {self._why}\n", 503, headers=UNCACHED)
