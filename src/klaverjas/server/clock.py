"""Time, handed to everything that waits, so that tests need not sleep."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """Something that will happen."""

    def cancel(self) -> None:
        """It will not; nothing happens when it has already."""
        ...


class Clock(Protocol):
    def now(self) -> float:
        """Seconds since 1970."""
        ...

    def later(self, seconds: float, action: Callable[[], None]) -> Alarm:
        """Call `action` in the running event loop after so many seconds, never before this returns."""
        ...


class SystemClock:
    """The machine's own."""

    def now(self) -> float:
        return time.time()

    def later(self, seconds: float, action: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(max(0.0, seconds), action)
