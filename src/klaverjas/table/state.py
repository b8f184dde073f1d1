"""The whole truth of one table. It never changes; `evolve` makes the next one."""

from __future__ import annotations

import hmac
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from klaverjas.rules import Card, Deal, Match, Variant
from klaverjas.rules.fair import Place
from klaverjas.wire.shapes import Company, DealResult, FairRecord, HouseRules, Phase


@dataclass(frozen=True, slots=True)
class Chair:
    """`keys` are the sha256 of the tokens that its person may show, one per device; `n` is the number of his
    last command. `stand_in` is the regular who plays in the chair of a person: of one who has just arrived,
    until the next deal, or (`covered`) of one who stayed away, until he is back. `ticket` is the sha256 of
    the link that brings the chair to one more device before `ticket_until`, seconds since 1970."""

    kind: Literal["empty", "person", "regular"] = "empty"
    name: str = ""
    host: bool = False
    keys: tuple[str, ...] = ()
    n: int = 0
    stand_in: str = ""
    covered: bool = False
    ticket: str = ""
    ticket_until: float = 0.0

    @property
    def player(self) -> str | None:
        """The name of the regular who plays here now; none where a person does."""
        return self.name if self.kind == "regular" else self.stand_in or None

    @property
    def person(self) -> str:
        """What tells this person from those who sat here before him; empty where no person sits."""
        return self.keys[0] if self.keys else ""

    @property
    def arriving(self) -> bool:
        """Whether its person plays from the next deal on."""
        return bool(self.stand_in) and not self.covered


EMPTY_CHAIR = Chair()


@dataclass(frozen=True, slots=True, repr=False)
class Chance:
    """How one deal comes about (docs/fair.md). `numbers` per seat; `due` is when the table was ready to deal
    and only waited for numbers, seconds since 1970. `numbers_seal` and `cards` once it is dealt. `repr`
    tells nothing of it."""

    place: Place
    seed: str
    seal: str
    numbers: tuple[str | None, ...]
    due: float | None = None
    numbers_seal: str = ""
    cards: tuple[Card, ...] = ()

    def __repr__(self) -> str:
        return f"<Chance {self.place}>"

    @property
    def gave(self) -> tuple[int, ...]:
        """The seats that gave a number."""
        return tuple(seat for seat, number in enumerate(self.numbers) if number is not None)


@dataclass(frozen=True, slots=True)
class Slate:
    """A match that is over, as it stood on the slate. `key` opens it for whoever has it; `ended` is
    when the last thing before its end happened. Its deals lie `packed`: they are seldom looked at, and the
    objects of a match of 16 deals take 22 KB where this takes 1."""

    key: str = field(repr=False)
    match: int
    ended: float
    names: tuple[str, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    packed: bytes = field(repr=False)

    @property
    def sheet(self) -> list[DealResult]:
        """Its deals in order."""
        return msgspec.json.decode(zlib.decompress(self.packed), type=list[DealResult])


def packed(sheet: Sequence[DealResult]) -> bytes:
    """The deals of a match, for its `Slate`."""
    return zlib.compress(msgspec.json.encode(sheet))


@dataclass(frozen=True, slots=True)
class Table:
    """`version` counts its events. `company`: which regulars were asked for. `match` is 0 in the waiting
    room. `standing` and `sheet` are this match's, `deal` the deal that is played or lies scored, `slates` the
    matches that are over. `since` is when its phase began, after a match when the
    first wanted another, `turn_since` when the seat in turn came to be so,
    `last` when anything happened, all in seconds since 1970. `coming` is the chance of a deal that is sealed,
    `dealt` that of the deal on the table, `shown` its record when it is over. `name` is what records call the
    table: its code, or where others may look on, with the key `watch`, a name that opens nothing."""

    code: str
    name: str
    rules: HouseRules
    company: Company
    variant: Variant
    chairs: tuple[Chair, ...]
    version: int = 0
    since: float = 0.0
    turn_since: float = 0.0
    last: float = 0.0
    match: int = 0
    dealer: int = 0
    standing: Match | None = None
    sheet: tuple[DealResult, ...] = ()
    deal: Deal | None = None
    ready: frozenset[int] = frozenset()
    ended: bool = False
    coming: Chance | None = None
    dealt: Chance | None = None
    shown: FairRecord | None = None
    watch: str = ""
    slates: tuple[Slate, ...] = ()

    def __repr__(self) -> str:
        return f"<Table {self.code} v{self.version} {self.phase} {self.deal!r}>"

    @property
    def phase(self) -> Phase:
        if self.match == 0:
            return "waiting"
        if self.ended:
            return "ended"
        if self.deal is None or self.deal.trump is None:
            return "calling"
        if self.deal.done:
            return "scored"
        return "closing" if self.deal.turn is None else "playing"

    @property
    def number(self) -> int:
        """The number of the deal on the table, from 0."""
        scored = len(self.sheet)
        return scored - 1 if self.deal is not None and self.deal.done and scored else scored

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that a person has."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.kind == "person")

    @property
    def closed(self) -> bool:
        """Everybody has left for good."""
        return not self.people

    @property
    def asleep(self) -> bool:
        """Whether nobody is left who plays or waits to play: then nothing happens by itself."""
        return all(self.chairs[seat].covered for seat in self.people)

    @property
    def turn(self) -> int | None:
        """The seat that must call or play now."""
        return None if self.deal is None or self.ended else self.deal.turn

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats of people who play this deal."""
        return tuple(seat for seat in self.people if not self.chairs[seat].stand_in)

    def seat_of(self, sha256: str) -> int | None:
        """The chair of the person whose token has this hash, found in a time that tells nothing of others."""
        found = None
        for seat, chair in enumerate(self.chairs):
            for key in chair.keys:
                if hmac.compare_digest(key, sha256):
                    found = seat
        return found

    def slate_of(self, key: str) -> Slate | None:
        """The finished match that this key opens."""
        found = None
        for slate in self.slates:
            if hmac.compare_digest(slate.key.encode(), key.encode()):
                found = slate
        return found

    def regular_in_turn(self) -> int | None:
        """The seat of the regular who must call or play now; none when a person must, or nobody watches."""
        turn = self.turn
        if turn is None or self.asleep:
            return None
        return turn if self.chairs[turn].player is not None else None
