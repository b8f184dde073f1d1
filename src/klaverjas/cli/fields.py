"""The fields of a case as values of the rules, checked as they are read."""

from __future__ import annotations

from typing import Any, TypeVar

from klaverjas.rules import Card, CardSet, Suit, TablePile, UnreadableText, Variant

_T = TypeVar("_T")
_MISSING = object()


class BadCase(Exception):
    """The case cannot be answered; the message says why."""


class Fields:
    """One JSON object. Every method raises BadCase when the field is missing or is something else."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values

    def text(self, key: str) -> str:
        return _typed(key, self.values.get(key, _MISSING), str, "a text")

    def number(self, key: str) -> int:
        value = _typed(key, self.values.get(key, _MISSING), int, "a number")
        if isinstance(value, bool):
            raise BadCase(f"{key} is {value} (expected a number)")
        return value

    def items(self, key: str) -> list[Any]:
        return _typed(key, self.values.get(key, _MISSING), list, "a list")

    def fields(self, key: str) -> Fields:
        return Fields(_typed(key, self.values.get(key, _MISSING), dict, "an object"))

    def seat(self, key: str, seats: int) -> int:
        seat = self.number(key)
        if seat not in range(seats):
            raise BadCase(f"{key} is {seat} (expected a seat 0..{seats - 1})")
        return seat

    def suit(self, key: str) -> Suit:
        try:
            return Suit.parse(self.text(key))
        except UnreadableText as error:
            raise BadCase(f"{key}: {error}") from error

    def cards(self, key: str) -> tuple[Card, ...]:
        return cards(key, self.items(key))

    def variant(self, **standing: Any) -> Variant:
        """The variant of the case; `standing` replaces what the case does not say."""
        given = self.fields("variant").values
        unknown = [name for name in given if name not in Variant.__slots__]
        if unknown:
            raise BadCase(f"variant has no field {', '.join(unknown)}")
        try:
            return Variant().but(**{**standing, **given})
        except (ValueError, TypeError) as error:
            raise BadCase(f"variant: {error}") from error

    def hand(self, key: str) -> CardSet:
        return _distinct(key, self.cards(key))

    def hands(self, seats: int) -> tuple[tuple[CardSet, ...], tuple[tuple[TablePile, ...], ...]]:
        """Hands and table piles per seat; without two players no piles."""
        rows = self.items("hands")
        if seats != 2:
            return tuple(_distinct("hands", cards("hands", row)) for row in rows), ((),) * seats
        both = [Fields(_typed("hands", row, dict, "objects with hand and table")) for row in rows]
        return tuple(row.hand("hand") for row in both), tuple(_piles(row.items("table")) for row in both)


def cards(key: str, texts: Any) -> tuple[Card, ...]:
    """The cards with these texts."""
    try:
        return tuple([Card.parse(text) for text in _typed(key, texts, list, "a list of cards")])
    except (UnreadableText, TypeError) as error:
        raise BadCase(f"{key}: {error}") from error


def _piles(rows: list[Any]) -> tuple[TablePile, ...]:
    pairs = [cards("table", row) for row in rows]
    if any(len(pair) != 2 for pair in pairs):
        raise BadCase("table is not made of pairs (expected [open, closed])")
    return tuple(TablePile(*pair) for pair in pairs)


def _distinct(key: str, found: tuple[Card, ...]) -> CardSet:
    if len(set(found)) != len(found):
        raise BadCase(f"{key}: a card stands twice in {' '.join(map(str, found))}")
    return CardSet.of(found)


def _typed(key: str, value: Any, kind: type[_T], words: str) -> _T:
    if value is _MISSING:
        raise BadCase(f"{key} is missing")
    if not isinstance(value, kind):
        raise BadCase(f"{key} is {value!r} (expected {words})")
    return value
