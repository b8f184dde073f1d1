"""What the policy and the hand count have learned: the file weights.bin, read and written.

One table per way of playing: seats and trump duty (with two players the duty makes no difference, 3.7).
The file is one zlib stream of a line of JSON, that says what was trained and how, and after it the tables as
16-bit numbers, little end first.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from klaverjas.rules.variant import Variant

WEIGHTS = 8192
COUNTS = 40
SHIPPED = Path(__file__).with_name("weights.bin")


class Table(NamedTuple):
    """The weights of one way of playing: of the policy's features, in 1024ths, and of the hand count, in
    tenths of points; the last four of `hand` are from what count on the turned suit is played, by the turn to
    speak."""

    card: array[int]
    hand: array[int]


class BadWeights(Exception):
    """The file is not one of ours."""


def key_of(variant: Variant) -> str:
    """Which table a variant uses."""
    return "2" if variant.seats == 2 else f"{variant.seats}-{variant.trump_duty}"


def no_weights() -> Table:
    """Before anything was learned: all cards equally likely."""
    return Table(array("h", bytes(2 * WEIGHTS)), array("h", bytes(2 * COUNTS)))


def read_weights(path: Path = SHIPPED) -> tuple[dict[str, Table], dict[str, Any]]:
    """The tables by key, and what the file says about how they were made. Raises OSError and BadWeights."""
    try:
        head, _, body = zlib.decompress(path.read_bytes()).partition(b"\n")
        told: dict[str, Any] = json.loads(head)
        keys: list[str] = told["tables"]
    except (zlib.error, ValueError, KeyError, TypeError) as error:
        raise BadWeights(f"{path.name} is not a file of weights") from error
    size = 2 * (WEIGHTS + COUNTS)
    if len(body) != size * len(keys):
        raise BadWeights(f"{path.name} has the wrong length")
    tables = {}
    for place, key in enumerate(keys):
        numbers = array("h", body[place * size : (place + 1) * size])
        if sys.byteorder == "big":
            numbers.byteswap()
        tables[key] = Table(numbers[:WEIGHTS], numbers[WEIGHTS:])
    return tables, told


def write_weights(path: Path, tables: Mapping[str, Table], told: Mapping[str, Any]) -> None:
    """Write the tables, with whatever is to be told about them."""
    keys = sorted(tables)
    body = b""
    for key in keys:
        numbers = tables[key].card + tables[key].hand
        if sys.byteorder == "big":
            numbers.byteswap()
        body += numbers.tobytes()
    head = json.dumps({**told, "tables": keys}, sort_keys=True).encode()
    path.write_bytes(zlib.compress(head + b"\n" + body, 9))
