"""`klaverkroeg` on a clock that runs thirty times as fast: python -m tests.e2e.hurried serve ..."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from klaverjas.server import cli
from klaverjas.server.clock import Alarm

SPEED = 30.0


class HurriedClock:
    """Starts now."""

    def __init__(self) -> None:
        self._start = time.time()

    def now(self) -> float:
        return self._start + SPEED * (time.time() - self._start)

    def later(self, seconds: float, action: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(max(0.0, seconds) / SPEED, action)


if __name__ == "__main__":
    vars(cli)["SystemClock"] = HurriedClock
    raise SystemExit(cli.main())
