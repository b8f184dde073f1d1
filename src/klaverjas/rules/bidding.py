"""Making trump (rules.md section 2): who may say what, and who plays with which suit."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from klaverjas.rules.cards import Suit
from klaverjas.rules.errors import UnreadableText
from klaverjas.rules.variant import Variant


class Call(Enum):
    """What a seat can say. The value is its text."""

    PASS = "pass"
    PLAY = "play"
    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def text(self) -> str:
        return self.value

    @property
    def suit(self) -> Suit | None:
        """The suit it names; none for pass and play."""
        return None if self in (Call.PASS, Call.PLAY) else Suit.parse(self.value)

    @staticmethod
    def parse(text: str) -> Call:
        """`"pass"`, `"play"` or a suit letter. Raises UnreadableText."""
        try:
            return Call(text)
        except ValueError:
            raise UnreadableText(f"not a call: {text!r} (expected pass, play, C, D, H or S)") from None

    def __repr__(self) -> str:
        return f"Call.{self.name}"


NAMED = (Call.CLUBS, Call.DIAMONDS, Call.HEARTS, Call.SPADES)


class Contract(NamedTuple):
    """Who plays (`declarer`) and with which suit."""

    declarer: int
    trump: Suit


def forehand(dealer: int, seats: int) -> int:
    """The seat left of the dealer; it speaks and leads first (2.2)."""
    return (dealer + 1) % seats


def caller(variant: Variant, dealer: int, calls: tuple[Call, ...]) -> int:
    """Whose call it is after `calls`, before trump is made: from forehand on, once each (2.4, 2.5)."""
    return (dealer + 1 + len(calls)) % variant.seats


def allowed_calls(variant: Variant, turned: Suit | None, calls: tuple[Call, ...]) -> tuple[Call, ...]:
    """What the seat to speak may say, before trump is made."""
    if variant.trump_making == "forced":
        return NAMED  # 2.3
    if len(calls) < variant.seats:
        return (Call.PLAY, Call.PASS)  # 2.4
    return tuple(call for call in NAMED if call.suit != turned)  # 2.5


def contract(variant: Variant, dealer: int, turned: Suit | None, calls: tuple[Call, ...]) -> Contract | None:
    """The outcome of the calls, none while trump is still to be made."""
    if not calls or calls[-1] is Call.PASS:
        return None
    suit = turned if calls[-1] is Call.PLAY else calls[-1].suit
    if suit is None:
        return None
    return Contract(caller(variant, dealer, calls[:-1]), suit)
