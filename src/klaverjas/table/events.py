"""Everything that has ever happened at a table, as it is stored.

Most events are facts of `wire.facts`. Those defined here are told to nobody: they have no shape on the wire.
"""

from __future__ import annotations

import msgspec

from klaverjas.wire.facts import AnyFact
from klaverjas.wire.shapes import Card, Company, HouseRules, Seat, Suit


class Secret(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Base of events that are for the log alone: not even their `repr` tells what is in them."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class Opened(Secret, frozen=True):
    """The first event of every table."""

    code: str
    rules: HouseRules
    company: Company = "mix"


class TokenGiven(Secret, frozen=True):
    """Who can show a token with this sha256 (hex) sits in this chair, and nobody else any more. The token
    itself is kept nowhere."""

    seat: Seat
    sha256: str


class TicketGiven(Secret, frozen=True):
    """Who brings the ticket with this sha256 (hex) before `until` (seconds since 1970) may sit in this
    chair, too: its person moves to another device."""

    seat: Seat
    sha256: str
    until: float


class TokenAdded(Secret, frozen=True):
    """The ticket of this chair was used: a token with this sha256 (hex) opens it, beside the others."""

    seat: Seat
    sha256: str


WATCH_KEY = 32
"""So many hex digits has the key of a watcher."""
WATCH_NAME = 16
"""So many signs has the name by which records call a table where others may look on; a code is shorter."""


class WatchKeyGiven(Secret, frozen=True):
    """Who has this key may look on; it opens no chair, and it is kept as it is, for people at the table hand
    it on. `name` is what the records of fair deals call the table, in place of its code: with the code
    who looks on could sit down. Empty at tables of before there were such names."""

    key: str
    name: str = ""


class PackShuffled(Secret, frozen=True):
    """The whole pack in the order in which it is dealt, and the suit that will be turned."""

    cards: list[Card]
    turned: Suit | None


class SeedDrawn(Secret, frozen=True):
    """The seed of a coming deal, and its seal, which everybody is shown (docs/fair.md)."""

    match: int
    deal: int
    seed: str
    seal: str


Event = AnyFact | Opened | TokenGiven | TicketGiven | TokenAdded | PackShuffled | SeedDrawn | WatchKeyGiven
Events = tuple[Event, ...]


class Stored(msgspec.Struct, frozen=True):
    """One version of a table: the event, when it happened (seconds since 1970), and, where a person's
    command caused it, that person's seat and command number."""

    at: float
    event: Event
    by: Seat | None = None
    n: int = 0


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Stored)


def encode(stored: Stored) -> bytes:
    """The bytes that the log keeps."""
    return _ENCODER.encode(stored)


def decode(line: bytes) -> Stored:
    """The event in these bytes. Raises msgspec.ValidationError or DecodeError when they are not one."""
    return _DECODER.decode(line)
