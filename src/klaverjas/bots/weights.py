"""What the policy and the hand count have learned: the file weights.bin, read and written.

One table per way of playing: seats and trump duty (with two players the duty makes no difference, 3.7). The
policy is one for each number of players. The file is one zlib stream of a line of JSON, that says what was
trained and how, and after it policies and hand counts as 16-bit numbers, little end first.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from klaverjas.rules.variant import Variant

CELLS = 18432
HIDDEN = 16
POLICY = CELLS * (1 + HIDDEN) + HIDDEN
COUNTS = 40
SHIPPED = Path(__file__).with_name("weights.bin")


class Table(NamedTuple):
    """The weights of one way of playing. `policy`, in the order of `kj_weights` in policy.h: of the features,
    in 1024ths, then from the features to the hidden units and from those, in 256ths. `hand`, in tenths of
    points: of the hand count, and last, by the turn to speak, from what count the turned suit is played."""

    policy: array[int]
    hand: array[int]


class BadWeights(Exception):
    """The file is not one of ours."""


def key_of(variant: Variant) -> str:
    """Which table a variant uses."""
    return "2" if variant.seats == 2 else f"{variant.seats}-{variant.trump_duty}"


def no_weights() -> Table:
    """Before anything was learned: all cards equally likely."""
    return Table(array("h", bytes(2 * POLICY)), array("h", bytes(2 * COUNTS)))


def read_weights(path: Path = SHIPPED) -> tuple[dict[str, Table], dict[str, Any]]:
    """The tables by key, and what the file says about how they were made. Raises OSError and BadWeights."""
    try:
        head, _, body = zlib.decompress(path.read_bytes()).partition(b"\n")
        told: dict[str, Any] = json.loads(head)
        keys: list[str] = told["tables"]
        policies = _policies(keys)
    except (zlib.error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadWeights(f"{path.name} is not a file of weights") from error
    if len(body) != 2 * (POLICY * len(policies) + COUNTS * len(keys)):
        raise BadWeights(f"{path.name} has the wrong length")
    numbers = array("h", body)
    if sys.byteorder == "big":
        numbers.byteswap()
    parts = [numbers[at * POLICY : (at + 1) * POLICY] for at in range(len(policies))]
    hands = numbers[len(policies) * POLICY :]
    tables = {
        key: Table(parts[policies.index(key[0])], hands[at * COUNTS : (at + 1) * COUNTS])
        for at, key in enumerate(keys)
    }
    return tables, told


def write_weights(path: Path, tables: Mapping[str, Table], told: Mapping[str, Any]) -> None:
    """Write the tables, with whatever is to be told about them. Those of one number of players share a
    policy."""
    keys = sorted(tables)
    of_seats = {key[0]: tables[key].policy for key in keys}
    numbers = array("h")
    for part in (*(of_seats[seats] for seats in _policies(keys)), *(tables[key].hand for key in keys)):
        numbers.extend(part)
    if sys.byteorder == "big":
        numbers.byteswap()
    head = json.dumps({**told, "tables": keys}, sort_keys=True).encode()
    path.write_bytes(zlib.compress(head + b"\n" + numbers.tobytes(), 9))


def _policies(keys: Iterable[str]) -> list[str]:
    return sorted({key[0] for key in keys})
