"""Appends to the log named on the command line until somebody kills it; says what was acknowledged.

Each line of output is a table and the version up to which it is durable. Each event says to which append
it belongs: the version before it and the number of its events.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from klaverjas.log import SqliteLog


async def keep_appending(log: SqliteLog, table: str) -> None:
    version = await log.version(table)
    while True:
        size = version % 4 + 1
        await log.append(table, version, [b"%d+%d" % (version, size)] * size)
        version += size
        # One unbuffered write: a line is told whole or not at all, and only after its append returned.
        os.write(1, f"{table} {version}\n".encode())


async def main(path: Path) -> None:
    log = await SqliteLog.open(path)
    await asyncio.gather(*(keep_appending(log, table) for table in "abcd"))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
