"""What a host chooses."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

STATIC = Path(__file__).with_name("static")


@dataclass(frozen=True, slots=True)
class Settings:
    """`pace` scales how long the regulars think (0: not at all). `public_url` is where browsers find the pub
    when that is not what they say in Host, as behind some proxies. `static` holds the built page. `thinkers`
    is in how many worker processes strong regulars think: one less than there are cores, for the pub."""

    data: Path = Path("data")
    host: str = "127.0.0.1"
    port: int = 8000
    pace: float = 1.0
    public_url: str = ""
    static: Path = STATIC
    thinkers: int = max(1, (os.cpu_count() or 1) - 1)

    @property
    def database(self) -> Path:
        return self.data / "klaverkroeg.sqlite3"
