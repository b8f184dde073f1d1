"""What a host chooses."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from klaverjas.server.address import STANDARD
from klaverjas.server.journal import Form
from klaverjas.server.limits import Limits

STATIC = Path(__file__).with_name("static")
THIS_MACHINE = ("127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Settings:
    """`pace` scales how long the regulars think (0: not at all). `public_url` is where browsers find the pub
    when that is not what they say in Host, as behind some proxies. `static` holds the built page. `thinkers`
    is in how many worker processes strong regulars think: one less than there are cores, for the pub.
    `unlimited_loopback`: for measuring, nobody who connects from this machine is held to a limit.
    `proxies` are the addresses that may say for whom they ask, `client_header` is where they say it.
    `metrics`: the address where the figures are shown, none for nowhere."""

    data: Path = Path("data")
    host: str = "127.0.0.1"
    port: int = 8000
    pace: float = 1.0
    public_url: str = ""
    static: Path = STATIC
    thinkers: int = max(1, (os.cpu_count() or 1) - 1)
    unlimited_loopback: bool = False
    proxies: str = "127.0.0.1, ::1"
    client_header: str = STANDARD
    limits: Limits = field(default_factory=Limits)
    log_format: Form = "text"
    metrics: tuple[str, int] | None = None

    @property
    def database(self) -> Path:
        return self.data / "klaverkroeg.sqlite3"

    @property
    def tally(self) -> Path:
        """Where the deals of the house are counted."""
        return self.data / "deals.json"

    def lifts_limits(self, host: str) -> bool:
        """Whether who connects from this address may ask as much and as often as it likes."""
        return self.unlimited_loopback and host in THIS_MACHINE
