"""What can be asked of a table, by whom, and how it says no."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol, TypeVar

from klaverjas.rules import Move, fair
from klaverjas.rules.errors import Reason
from klaverjas.rules.fair import Draw, Place
from klaverjas.wire.messages import AnyCommand, RefusalCode
from klaverjas.wire.shapes import Company

T = TypeVar("T")
Level = Literal["gentle", "steady", "strong"]


class Dice(Protocol):
    """The source of chance. The pub's is the system's, a test's is seeded."""

    def seed(self) -> str:
        """256 bits in hex, every bit drawn: the seed of a deal."""
        ...

    def choose(self, options: Sequence[T]) -> T:
        """One of them, drawn uniformly."""
        ...


class Oracle(Protocol):
    """What makes seals of seeds, and cards of seeds and numbers: `rules.fair`. A test that must choose the
    cards, or asks what a seal can tell, has another one."""

    def seal(self, place: Place, seed: str) -> str: ...

    def seal_numbers(self, place: Place, numbers: Sequence[str | None]) -> str: ...

    def draw(self, place: Place, seed: str, numbers: Sequence[str | None]) -> Draw: ...


class Guest(NamedTuple):
    """A regular of the pub, and how strong he is."""

    name: str
    level: Level


class Asking(NamedTuple):
    """Somebody asks for the chair of a person; `sha256` is that of the token that he will show."""

    sha256: str
    number: int


@dataclass(frozen=True, slots=True)
class Hall:
    """What is seen around the table at this moment and written nowhere: the time (`now`, seconds since
    1970), since when each person who is not connected has been gone, who asks for a chair (by seat), and how
    many look on."""

    now: float = 0.0
    gone: Mapping[int, float] = field(default_factory=dict)
    asks: Mapping[int, Asking] = field(default_factory=dict)
    watchers: int = 0


@dataclass(frozen=True, slots=True)
class House:
    """What the pub lends to a table: chance, its regulars, a look around, and how chance becomes cards."""

    dice: Dice
    regulars: tuple[Guest, ...]
    hall: Hall = Hall()
    oracle: Oracle = fair

    def invite(
        self, wanted: Iterable[bool], present: Iterable[str], company: Company = "mix"
    ) -> list[str | None]:
        """For every chair that wants one the name of a regular of the company that was asked for; as long as
        there are enough of them, of one whose name nobody `present` has."""
        welcome = [guest.name for guest in self.regulars if company in ("mix", guest.level)]
        taken = {name.casefold() for name in present}
        names: list[str | None] = []
        for wants in wanted:
            free = [name for name in welcome if name.casefold() not in taken]
            others = [guest.name for guest in self.regulars if guest.name.casefold() not in taken]
            name = self.dice.choose(free or others or welcome) if wants else None
            taken.add((name or "").casefold())
            names.append(name)
        return names


@dataclass(frozen=True, slots=True)
class BySeat:
    """A person's command. The seat comes from his session, never from his message."""

    seat: int
    command: AnyCommand


@dataclass(frozen=True, slots=True)
class ByRegular:
    """A regular's move."""

    seat: int
    move: Move


@dataclass(frozen=True, slots=True)
class ByClock:
    """A timer ran out (see `timers`)."""

    timer: Literal["show_score", "go_on", "deal", "again"]


@dataclass(frozen=True, slots=True)
class ByBrowser:
    """The number that a person's browser gives for a deal that was sealed."""

    seat: int
    match: int
    deal: int
    number: str


@dataclass(frozen=True, slots=True)
class SitDown:
    """A newcomer with a checked name; `sha256` (hex) of the token he will show."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class OfferChair:
    """The person whose token has `sha256` wants a link for another device; `ticket` is the sha256 of it."""

    sha256: str
    ticket: str


@dataclass(frozen=True, slots=True)
class TakeChair:
    """Who followed the link with this `ticket` (its sha256) will show the token with `sha256`."""

    ticket: str
    sha256: str


Order = BySeat | ByRegular | ByClock | ByBrowser | SitDown | OfferChair | TakeChair
DoorCode = Literal["table_full", "table_closed", "no_chair", "ticket_gone", "too_fast"]


class Refusal(Exception):
    """The order changed nothing. `code` is a sentence in the texts; `reason` comes with an illegal card."""

    def __init__(self, code: RefusalCode | DoorCode, reason: Reason | None = None) -> None:
        super().__init__(code if reason is None else f"{code}: {reason}")
        self.code = code
        self.reason = reason
