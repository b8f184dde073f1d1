"""Reading what a person points at."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

STANDARD_INPUT = "-"


class BadInput(Exception):
    """What was given cannot be used; the message says what and why."""


def shown(name: str) -> str:
    """What a message calls this file."""
    return "standard input" if name == STANDARD_INPUT else name


def read_lines(name: str) -> Iterator[bytes]:
    """The lines of a file, `-` is standard input. Raises BadInput when it cannot be read."""
    if not name:
        # To Path it is the folder where we stand.
        raise BadInput("the name of the file is empty")
    try:
        if name == STANDARD_INPUT:
            yield from sys.stdin.buffer
        else:
            with Path(name).open("rb") as file:
                yield from file
    except OSError as error:
        raise BadInput(f"cannot read {shown(name)}: {error.strerror}") from error


def read_text(name: str) -> str:
    """The whole text of a file, `-` is standard input. Raises BadInput when it is not there or not text."""
    try:
        return b"".join(read_lines(name)).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(
            f"{shown(name)} is not text in UTF-8 ({error.reason} at byte {error.start})"
        ) from error
