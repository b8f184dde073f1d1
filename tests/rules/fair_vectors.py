"""The test vectors that Python and the page share:

python -m tests.rules.fair_vectors          (writes tests/rules/data/fair.json)
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from klaverjas.rules.fair import RECORD, Place, draw, seal, seal_numbers

FILE = Path(__file__).parent / "data" / "fair.json"
PLACES = (
    Place("KR7TM", 1, 0, 4),
    Place("KR7TM", 1, 1, 4),
    Place("BCDFG", 2, 0, 3),
    Place("X3467", 12, 11, 3),
    Place("ZZZ99", 1, 0, 2),
    Place("QWRTP", 3, 15, 4),
)


def record(place: Place, turned: bool = True, givers: int = 4) -> dict[str, Any]:
    """A deal whose seed and numbers are made from its place; only the first `givers` seats gave a number."""
    seed = sha256(f"seed {place}".encode()).hexdigest()
    numbers = [
        sha256(f"number {seat} {place}".encode()).hexdigest()[:32] if seat < givers else None
        for seat in range(place.seats)
    ]
    drawn = draw(place, seed, numbers)
    return {
        "record": RECORD,
        "table": place.table,
        "match": place.match,
        "deal": place.deal,
        "seats": place.seats,
        "seal": seal(place, seed),
        "numbers_seal": seal_numbers(place, numbers),
        "seed": seed,
        "numbers": numbers,
        "dealer": drawn.dealer,
        "turned": drawn.turned.text if turned else None,
        "cards": [str(card) for card in drawn.cards],
    }


def vectors() -> list[dict[str, Any]]:
    return [
        record(place, turned=number % 2 == 0, givers=4 - number % 5) for number, place in enumerate(PLACES)
    ]


if __name__ == "__main__":
    FILE.write_text(json.dumps(vectors(), indent=1) + "\n")
