"""Who can play in the arena, by name: regulars, levels, yardsticks, the cheater and programs of others."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import klaverjas.bots
from klaverjas.arena.cheater import OpenPlayer, cheat
from klaverjas.arena.external import LIMIT, External
from klaverjas.arena.yardsticks import any_move, cheapest_move, plain_sampling
from klaverjas.bots import REGULARS, Player, choose
from klaverjas.bots.strong import Quick, Strong

PROGRAM = "exec:"
CHEATER = "cheater"
MOST_WORLDS = 10_000
YARDSTICKS: Mapping[str, Player] = {
    "random": any_move,
    "cheapest": cheapest_move,
    "thumb": choose,
    "sampling": plain_sampling,
}


class UnknownPlayer(ValueError):
    """Nobody has this name; the message says who there is."""


@dataclass(frozen=True)
class Own:
    """One of ours, who is handed a view of its seat."""

    player: Player


@dataclass(frozen=True)
class Open:
    """A yardstick that is shown the whole deal. Its type keeps it from every table."""

    player: OpenPlayer


Contestant = Own | Open | External


def levels() -> Mapping[str, Player]:
    """The policy alone, the strongest, and the other strengths that the regulars come in, by name."""
    found: Mapping[str, Player] = getattr(klaverjas.bots, "LEVELS", {})
    return {"policy": Quick(), "strong": Strong(), **found}


def names() -> list[str]:
    """Every name but those of programs."""
    return [*YARDSTICKS, CHEATER, *levels(), *(regular.name for regular in REGULARS)]


def player_named(name: str) -> Player:
    """The player who sees what its seat sees. Raises UnknownPlayer, for the cheater too."""
    known: dict[str, Player] = {regular.name.casefold(): regular.player for regular in REGULARS}
    known |= levels()
    known |= YARDSTICKS
    player = _with_worlds(name) or known.get(name.casefold())
    if player is None:
        why = "sees all cards and can only play in the arena" if name == CHEATER else "is nobody here"
        raise UnknownPlayer(f"{name!r} {why} (expected one of {', '.join(names())})")
    return player


def _with_worlds(name: str) -> Player | None:
    """`sampling:20` or `strong:100`: with another number of worlds."""
    base, _, number = name.partition(":")
    if not (number.isascii() and number.isdigit() and 0 < int(number[:6]) <= MOST_WORLDS):
        return None
    worlds = int(number[:6])
    guessing: dict[str, Player] = {
        "sampling": partial(plain_sampling, worlds=worlds),
        "strong": Strong(worlds),
    }
    return guessing.get(base)


def find(name: str, seed: int = 0, limit: float = LIMIT) -> Callable[[], Contestant]:
    """How to make the contestant of this name: one of `names()`, or `exec:COMMAND ...` for a program that may
    take `limit` seconds for an answer. `seed` is for *random*. Raises UnknownPlayer."""
    if name.startswith(PROGRAM):
        return partial(External, _command(name), limit)
    if name == CHEATER:
        return partial(Open, cheat)
    if name == "random":
        return partial(Own, partial(any_move, salt=str(seed)))
    return partial(Own, player_named(name))


def _command(name: str) -> list[str]:
    try:
        command = shlex.split(name.removeprefix(PROGRAM))
    except ValueError as error:
        raise UnknownPlayer(f"{name!r} is no command: {error}") from error
    if not command or shutil.which(command[0]) is None:
        raise UnknownPlayer(f"{name!r}: there is no such program")
    return command
