"""What can be asked of a table, by whom, and how it says no."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol, TypeVar

from klaverjas.rules import Card, Move
from klaverjas.rules.errors import Reason
from klaverjas.wire.messages import AnyCommand, RefusalCode
from klaverjas.wire.shapes import Company

T = TypeVar("T")
Level = Literal["gentle", "steady", "strong"]


class Dice(Protocol):
    """The source of chance. The pub's is the system's, a test's is seeded."""

    def shuffle(self, cards: Sequence[Card]) -> list[Card]:
        """The same cards in an order drawn uniformly."""
        ...

    def choose(self, options: Sequence[T]) -> T:
        """One of them, drawn uniformly."""
        ...


class Guest(NamedTuple):
    """A regular of the pub, and how strong he is."""

    name: str
    level: Level


@dataclass(frozen=True, slots=True)
class House:
    """What the pub lends to a table: chance, and its regulars."""

    dice: Dice
    regulars: tuple[Guest, ...]

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

    timer: Literal["show_score", "go_on"]


@dataclass(frozen=True, slots=True)
class SitDown:
    """A newcomer with a checked name; `sha256` (hex) of the token he will show."""

    name: str
    sha256: str


Order = BySeat | ByRegular | ByClock | SitDown


class Refusal(Exception):
    """The order changed nothing. `code` is a sentence in the texts; `reason` comes with an illegal card."""

    def __init__(
        self, code: RefusalCode | Literal["table_full", "table_closed"], reason: Reason | None = None
    ) -> None:
        super().__init__(code if reason is None else f"{code}: {reason}")
        self.code = code
        self.reason = reason
