"""A real server process, for tests that kill it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def serving(
    data: Path, *more: str, written: IO[str] | None = None
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server process on a free port, and its address. In the end it is killed. What it writes about itself
    goes to `written`."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    # Guests who never think play faster than the limits for people allow.
    hurried = ["--pace", "0", "--unlimited-loopback"]
    serve = ["serve", "--data", str(data), "--port", "0", *hurried, *more]
    command = [sys.executable, "-m", "klaverjas.server.cli", *serve]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=written, text=True, env=environment
    ) as process:
        try:
            assert process.stdout is not None
            greeting = process.stdout.readline()
            assert greeting.startswith("Klaverkroeg is open: http://localhost:"), greeting
            port = int(greeting.strip().rstrip("/").rpartition(":")[2])
            yield process, f"http://127.0.0.1:{port}"
        finally:
            process.kill()
