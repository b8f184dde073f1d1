"""`klaverkroeg backup` and `check-log`: for who keeps the database, also while the pub is open."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from klaverjas.log import LogUnavailable
from klaverjas.log.check import back_up, check
from klaverjas.server.settings import Settings
from klaverjas.table import decode, replay

WHY = {
    "locked": "another program holds it",
    "read_only": "it cannot be written",
    "full": "the disk is full",
    "newer": "a newer version of Klaverkroeg wrote it; use that one",
    "broken": "it cannot be read, is damaged or no database of Klaverkroeg",
}


def add_to(commands: Any) -> None:
    """Add the commands to those that argparse keeps."""
    backup = commands.add_parser(
        "backup",
        help="copy the database, also while the pub is open",
        description="Writes one moment of the database to a new file, while the pub goes on, and checks it.",
    )
    backup.add_argument("file", type=Path, metavar="FILE", help="the copy; it must not exist yet")
    backup.add_argument("--data", type=Path, default=Settings().data, metavar="DIR", help="(data)")
    backup.set_defaults(run=run_backup)
    looking = commands.add_parser(
        "check-log",
        help="replay every table and say which are broken",
        description="Reads the whole database and replays every table, also while the pub is open. Status 1"
        " when something is broken.",
    )
    looking.add_argument("file", type=Path, nargs="?", metavar="FILE", help="a copy, instead of --data")
    looking.add_argument("--data", type=Path, default=Settings().data, metavar="DIR", help="(data)")
    looking.set_defaults(run=run_check)


def run_backup(parsed: argparse.Namespace) -> int:
    database = Settings(data=parsed.data).database
    try:
        back_up(database, parsed.file)
    except FileExistsError:
        return say_no(f"{parsed.file} exists; a backup replaces nothing")
    except LogUnavailable as error:
        return say_no(f"cannot back up {database}: {WHY[error.reason]} ({error.detail})")
    return tell(parsed.file)


def run_check(parsed: argparse.Namespace) -> int:
    return tell(parsed.file or Settings(data=parsed.data).database)


def tell(database: Path) -> int:
    """Check it, and print what was found."""
    try:
        found = check(database, understand)
    except LogUnavailable as error:
        return say_no(f"cannot check {database}: {WHY[error.reason]} ({error.detail})")
    for line in found.damage:
        print(f"the file: {line}")
    for table, why in found.broken.items():
        print(f"table {table}: {why}")
    print(
        f"{database}: {found.tables:,} tables, {found.events:,} events, {len(found.broken):,} tables broken"
    )
    return 0 if found.well else 1


def understand(lines: Sequence[bytes]) -> object:
    """The table of these events. Raises what replaying raises."""
    return replay(map(decode, lines))


def say_no(why: str) -> int:
    print(f"klaverkroeg: {why}", file=sys.stderr)
    return 1
