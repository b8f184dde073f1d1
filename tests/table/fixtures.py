"""Matches as one seat is told them, for the tests of the page's fold:

python -m tests.table.fixtures          (writes web/tests/fixtures)
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from klaverjas.table import Table, audience
from klaverjas.wire.facts import CardPlayed
from klaverjas.wire.messages import Told
from klaverjas.wire.shapes import HouseRules, TableView
from tests.table.players import club, pub, tellings

FOLDER = Path(__file__).parents[2] / "web" / "tests" / "fixtures"
MATCHES: dict[str, tuple[HouseRules, int]] = {
    "pub-4": (pub(4, deals=4), 1),
    "pub-3": (pub(3), 2),
    "pub-2": (pub(2, deals=4), 0),
    "club-4": (club(4, deals=4), 3),
    "club-3": (club(3), 1),
    "club-2": (club(2, deals=4), 1),
}
DEALS = 2
"""A fixture holds the views of the first deals and of the end of its match."""


class Step(msgspec.Struct):
    """A message, and the view after it; none after a mere card, to keep the files small."""

    told: Told
    after: TableView | None


class Fixture(msgspec.Struct):
    start: TableView
    steps: list[Step]


def fixture(rules: HouseRules, seat: int) -> Fixture:
    """The match that is the same every time."""
    heard = list(tellings(rules, seat, seed=7))
    start = audience.table_view(heard[0][1], seat)
    steps = [Step(told, _after(told, table, seat)) for told, table in heard[1:] if told is not None]
    return Fixture(start, steps)


def _after(told: Told, table: Table, seat: int) -> TableView | None:
    only_a_card = len(told.facts) == 1 and isinstance(told.facts[0], CardPlayed)
    wanted = len(table.sheet) < DEALS or table.ended
    return audience.table_view(table, seat) if wanted and not only_a_card else None


def files() -> dict[str, bytes]:
    """File name -> content. Made anew at every call."""
    return {
        f"{name}.json": msgspec.json.encode(fixture(rules, seat)) + b"\n"
        for name, (rules, seat) in MATCHES.items()
    }


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, content in files().items():
        (FOLDER / name).write_bytes(content)
