"""The stored events of a match that people and regulars played, revokes and claims included."""

from __future__ import annotations

import asyncio

from klaverjas.log import MemoryLog
from tests.server.support import CLUB_RULES, inn, play_together, rules


def played() -> list[bytes]:
    """A whole match, by the table machine itself."""
    return asyncio.run(_played())


async def _played() -> list[bytes]:
    log = MemoryLog()
    async with inn(log) as it:
        guests = await it.party(["Jan", "Piet"], rules(CLUB_RULES))
        await play_together(guests)
        return await log.read(guests[0].code)
