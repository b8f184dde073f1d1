"""A pub in a process of its own, that can be killed and opened again at the same address."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

OPENS_WITHIN = 60.0


class DoesNotOpen(Exception):
    """The pub said something else than that it is open."""


def free_port() -> int:
    """A port of this machine that nobody uses now."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def fast_loop() -> Callable[[], asyncio.AbstractEventLoop]:
    """uvloop where it is installed."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop


class PubProcess:
    """`klaverkroeg serve` on 127.0.0.1. What it writes about itself goes to `server.log` in `folder`."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.port = free_port()
        self.data = folder / "data"
        self.log_file = folder / "server.log"
        self._options = options
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def open(self) -> None:
        """Start it and return when people can come in. Raises DoesNotOpen."""
        serve = ["serve", "--data", str(self.data), "--port", str(self.port), *self._options]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        with self.log_file.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "klaverjas.server.cli", *serve),
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                env=environment,
            )
        assert self._process.stdout is not None
        async with asyncio.timeout(OPENS_WITHIN):
            greeting = await self._process.stdout.readline()
        if not greeting.startswith(b"Klaverkroeg is open"):
            raise DoesNotOpen(self.log_file.read_text()[-500:])

    async def kill(self) -> None:
        """End it as a power cut would: SIGKILL."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    async def stop(self) -> float:
        """Ask it to close, and return how many seconds that took."""
        assert self._process is not None
        began = time.monotonic()
        self._process.send_signal(signal.SIGTERM)
        await self._process.wait()
        return time.monotonic() - began

    def errors(self) -> Counter[str]:
        """Every kind of error that it wrote down, and how often."""
        lines = self.log_file.read_text().splitlines()
        return Counter(line.partition(" level=error ")[2] for line in lines if " level=error " in line)

    def cpu_seconds(self) -> float:
        """How long it has computed, without its workers. Linux only."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """The bytes that it has in memory. Linux only."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
