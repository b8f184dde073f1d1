"""How often something may happen."""

from __future__ import annotations

from klaverjas.server.clock import Clock


class Bucket:
    """Lets `burst` things through at once and `per_second` in the long run."""

    def __init__(self, clock: Clock, burst: int, per_second: float) -> None:
        self._clock = clock
        self._burst = float(burst)
        self._per_second = per_second
        self._at = clock.now()
        self._left = self._burst

    def take(self) -> bool:
        """Whether one more may come now."""
        now = self._clock.now()
        passed = max(0.0, now - self._at)
        self._at = now
        self._left = min(self._burst, self._left + passed * self._per_second)
        if self._left < 1:
            return False
        self._left -= 1
        return True
