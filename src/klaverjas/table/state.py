"""The whole truth of one table. It never changes; `evolve` makes the next one."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import Literal

from klaverjas.rules import Deal, Match, Variant
from klaverjas.wire.shapes import Company, DealResult, HouseRules, Phase


@dataclass(frozen=True, slots=True)
class Chair:
    """`sha256` is that of the token its person shows; `n` the number of his last command. `stand_in` is the
    regular who plays on in the chair of a person who has just arrived, until the next deal."""

    kind: Literal["empty", "person", "regular"] = "empty"
    name: str = ""
    host: bool = False
    sha256: str = ""
    n: int = 0
    stand_in: str = ""

    @property
    def player(self) -> str | None:
        """The name of the regular who plays here now; none where a person does."""
        return self.name if self.kind == "regular" else self.stand_in or None


EMPTY_CHAIR = Chair()


@dataclass(frozen=True, slots=True)
class Table:
    """`version` counts its events. `company`: which regulars were asked for. `match` is 0 in the waiting
    room. `standing` and `sheet` are this match's, `deal` the deal that is played or lies scored. `since` is
    when its phase began, seconds since 1970."""

    code: str
    rules: HouseRules
    company: Company
    variant: Variant
    chairs: tuple[Chair, ...]
    version: int = 0
    since: float = 0.0
    match: int = 0
    dealer: int = 0
    standing: Match | None = None
    sheet: tuple[DealResult, ...] = ()
    deal: Deal | None = None
    ready: frozenset[int] = frozenset()
    ended: bool = False

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
    def playing(self) -> tuple[int, ...]:
        """The seats of people who play this deal."""
        return tuple(seat for seat in self.people if not self.chairs[seat].stand_in)

    def seat_of(self, sha256: str) -> int | None:
        """The chair of the person whose token has this hash, found in a time that tells nothing of others."""
        found = None
        for seat, chair in enumerate(self.chairs):
            if hmac.compare_digest(chair.sha256, sha256) and chair.kind == "person":
                found = seat
        return found

    def regular_in_turn(self) -> int | None:
        """The seat of the regular who must call or play now; none when a person must, or nobody watches."""
        if self.deal is None or self.ended or self.closed:
            return None
        turn = self.deal.turn
        return turn if turn is not None and self.chairs[turn].player is not None else None
