"""What a house plays: every choice of the rules as data. The two house texts are `PUB` and `CLUB`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from itertools import product
from typing import Any, Literal, get_args, get_type_hints

Seats = Literal[2, 3, 4]
TrumpDuty = Literal["amsterdam", "rotterdam"]
TrumpMaking = Literal["turned", "forced"]
Undertrump = Literal["forbidden", "forced"]
March = Literal["either", "declarer"]
RevokeRule = Literal["refused", "claimable"]


@dataclass(frozen=True, slots=True)
class Variant:
    """One set of house rules. `deals` is the length of a match. Raises ValueError for a combination that
    cannot be played (5.5: every seat deals equally often)."""

    seats: Seats = 4
    trump_duty: TrumpDuty = "amsterdam"
    trump_making: TrumpMaking = "turned"
    undertrump: Undertrump = "forbidden"
    march: March = "either"
    revoke: RevokeRule = "refused"
    deals: int = 16

    def __post_init__(self) -> None:
        for name, options in _OPTIONS.items():
            value = getattr(self, name)
            # 4.0 equals 4 and is no number of seats.
            if value not in options or type(value) is not type(options[0]):
                raise ValueError(f"{name} cannot be {value!r}: one of {options}")
        if self.deals not in allowed_deals(self.seats) or type(self.deals) is not int:
            raise ValueError(
                f"deals cannot be {self.deals!r} with {self.seats} seats: one of {allowed_deals(self.seats)}"
            )

    @property
    def tricks(self) -> int:
        """How many tricks a deal has: 8, with two players 16."""
        return 16 if self.seats == 2 else 8

    def but(self, **changes: Any) -> Variant:
        """The same rules with these fields changed. A new number of seats brings its own length of match."""
        if "seats" in changes and "deals" not in changes:
            changes["deals"] = 4 * changes["seats"]
        return replace(self, **changes)


_OPTIONS = {name: get_args(hint) for name, hint in get_type_hints(Variant).items() if get_args(hint)}
FIELDS = tuple(field.name for field in fields(Variant))


def allowed_deals(seats: int) -> tuple[int, ...]:
    """The lengths a match can have: 4, 8, 12 or 16 as far as every seat deals equally often (5.5)."""
    return tuple(deals for deals in (4, 8, 12, 16) if deals % seats == 0)


PUB = Variant()
CLUB = Variant(trump_duty="rotterdam", trump_making="forced", march="declarer", revoke="claimable")

_OF_PLAY = ("seats", "trump_duty", "trump_making", "undertrump", "revoke")


def every_variant() -> Iterator[Variant]:
    """One variant for each way to say and play: every combination of the rules that change what may be called
    or played, otherwise like the pub."""
    for choices in product(*(_OPTIONS[name] for name in _OF_PLAY)):
        yield PUB.but(**dict(zip(_OF_PLAY, choices, strict=True)))
