"""Deals that anyone can check: the shuffle as a function of a sealed seed and everybody's numbers.

Before a deal the pub seals a seed: it shows `seal`, a hash. Each person's browser then adds a number of its
own. `draw` makes of both the order of the pack, the turned suit and, in the first deal of a match, who deals.
After the deal seed and numbers are shown, and `check` finds whatever does not fit. docs/fair.md says all of
this in words; the page does the same sums in TypeScript, and tests/rules/data/fair.json holds both to one
answer.

Everything is SHA-256 over lines of plain text, so that a sum can be made again with nothing but `sha256sum`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal, NamedTuple, TypeVar

from klaverjas.rules.cards import Card, CardSet, Suit, pack
from klaverjas.rules.errors import UnreadableText

T = TypeVar("T")
Fault = Literal["seal", "numbers", "cards", "turned", "dealer"]

RECORD = "klaverkroeg fair deal 1"
SEED_BYTES = 32
"""So many random bytes are a seed; a number has half as many."""
WORD = 2**32
_SEED = re.compile(r"[0-9a-f]{64}\Z")
_NUMBER = re.compile(r"[0-9a-f]{32}\Z")


class Place(NamedTuple):
    """Which deal: the code of the table, the match from 1, the deal from 0, and how many people play."""

    table: str
    match: int
    deal: int
    seats: int

    def __str__(self) -> str:
        return f"{self.table} {self.match} {self.deal} {self.seats}"


class Draw(NamedTuple):
    """What chance decides: the whole pack in the order in which it is dealt, and for those deals that need
    them the turned suit (2.4) and who deals first (2.1)."""

    cards: tuple[Card, ...]
    turned: Suit
    dealer: int

    def __repr__(self) -> str:
        return f"Draw(<{len(self.cards)} cards>)"


def seal(place: Place, seed: str) -> str:
    """The hash, in hex, that is shown before the deal. `seed`: 64 hex digits."""
    return _hash(f"klaverkroeg 1 seal {place} {seed}")


def seal_numbers(place: Place, numbers: Sequence[str | None]) -> str:
    """The hash, in hex, that is shown when the cards lie: later no other numbers can be shown. `numbers`: per
    seat 32 hex digits, none for a seat that gave no number."""
    return _hash(f"klaverkroeg 1 numbers {place} {_listed(numbers)}")


def draw(place: Place, seed: str, numbers: Sequence[str | None]) -> Draw:
    """What this seed and these numbers make. Each of the three has a stream of its own."""
    key = _hash(f"klaverkroeg 1 shuffle {place} {seed} {_listed(numbers)}")
    return Draw(
        cards=tuple(shuffle(list(pack(place.seats)), words(key, "cards"))),
        turned=tuple(Suit)[below(4, words(key, "turned"))],
        dealer=below(place.seats, words(key, "dealer")),
    )


def words(key: str, name: str) -> Iterator[int]:
    """SHA-256 in counter mode: the blocks 0, 1, 2, ..., each cut into eight numbers below 2**32, the most
    significant byte first."""
    block = 0
    while True:
        digest = sha256(f"klaverkroeg 1 {name} {key} {block}".encode()).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, len(digest), 4))
        block += 1


def below(bound: int, stream: Iterator[int]) -> int:
    """The next number of the stream as one of 0 .. bound - 1. Words of the last, incomplete round are passed
    over, so that every number is equally likely."""
    fair = WORD - WORD % bound
    return next(word for word in stream if word < fair) % bound


def shuffle(items: list[T], stream: Iterator[int]) -> list[T]:
    """Fisher and Yates: from the last place down, each changes places with one that is not behind it."""
    for last in range(len(items) - 1, 0, -1):
        chosen = below(last + 1, stream)
        items[last], items[chosen] = items[chosen], items[last]
    return items


def is_number(text: object) -> bool:
    """Whether this is what a browser may give."""
    return isinstance(text, str) and _NUMBER.match(text) is not None


# ---- records -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FairRecord:
    """All that was shown of one deal, before and after: enough to make every sum again. `seal` and
    `numbers_seal` were shown before the first call. `turned` is none where no suit is turned."""

    place: Place
    seal: str
    numbers_seal: str
    seed: str
    numbers: tuple[str | None, ...]
    dealer: int
    turned: Suit | None
    cards: tuple[Card, ...]


def check(record: FairRecord) -> tuple[Fault, ...]:
    """What in the record does not follow from the rest, nothing when the deal was what it had to be. That the
    two seals are those that were shown before the deal, only who saw them can say."""
    drawn = draw(record.place, record.seed, record.numbers)
    faults: dict[Fault, bool] = {
        "seal": seal(record.place, record.seed) != record.seal,
        "numbers": seal_numbers(record.place, record.numbers) != record.numbers_seal,
        "cards": drawn.cards != record.cards,
        "turned": record.turned not in (None, drawn.turned),
        "dealer": record.place.deal == 0 and record.dealer != drawn.dealer,
    }
    return tuple(fault for fault, found in faults.items() if found)


def read_fair_record(text: str) -> FairRecord:
    """The record in this JSON text, as the page and the pub give it. Raises UnreadableText, which says what
    is missing or wrong."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        raise UnreadableText("this is no record of a fair deal (expected JSON text)") from None
    if not isinstance(given, dict) or given.get("record") != RECORD:
        raise UnreadableText(f'this is no record of a fair deal (expected "record": "{RECORD}")')
    seats = _whole(given, "seats", range(2, 5))
    numbers = _list(given, "numbers", seats)
    for number in numbers:
        if number is not None and not is_number(number):
            raise UnreadableText(f"{number!r} in numbers is no number (expected 32 hex digits, or null)")
    cards = tuple(Card.parse(str(card)) for card in _list(given, "cards", len(pack(seats))))
    if CardSet.of(cards) != pack(seats):
        raise UnreadableText(f"cards is not the whole pack of {seats} players: a card stands twice")
    return FairRecord(
        place=Place(
            _text(given, "table", re.compile(r"\w{1,16}\Z", re.ASCII), "the code of a table"),
            _whole(given, "match", range(1, 10_000)),
            _whole(given, "deal", range(16)),
            seats,
        ),
        seal=_text(given, "seal", _SEED, "64 hex digits"),
        numbers_seal=_text(given, "numbers_seal", _SEED, "64 hex digits"),
        seed=_text(given, "seed", _SEED, "64 hex digits"),
        numbers=tuple(numbers),
        dealer=_whole(given, "dealer", range(seats)),
        turned=None if given.get("turned") is None else Suit.parse(str(given["turned"])),
        cards=cards,
    )


def _text(given: dict[str, Any], key: str, pattern: re.Pattern[str], expected: str) -> str:
    value = given.get(key)
    if not isinstance(value, str) or pattern.match(value) is None:
        raise UnreadableText(f"{key} is {_short(value)} (expected {expected})")
    return value


def _whole(given: dict[str, Any], key: str, allowed: range) -> int:
    value = given.get(key)
    if type(value) is not int or value not in allowed:
        raise UnreadableText(
            f"{key} is {_short(value)} (expected a number from {allowed.start} to {allowed.stop - 1})"
        )
    return value


def _list(given: dict[str, Any], key: str, length: int) -> list[Any]:
    value = given.get(key)
    if not isinstance(value, list) or len(value) != length:
        raise UnreadableText(f"{key} is {_short(value)} (expected a list of {length})")
    return value


def _short(value: object) -> str:
    text = "missing" if value is None else repr(value)
    return text if len(text) < 60 else text[:57] + "..."


# ---- the sums in small ---------------------------------------------------------------------------------


def _listed(numbers: Sequence[str | None]) -> str:
    return " ".join("-" if number is None else number for number in numbers)


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
