"""The regulars (vaste gasten): who sits in an empty chair, how strong he is, and what his convention card
says.

A card is data: the table can show it (texts under `conventions.` and `regulars.`), and how a regular plays is
made from it, so he keeps to what it says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from klaverjas.bots.engine import Traits
from klaverjas.bots.player import Player
from klaverjas.bots.strong import Calling, Quick, Strong

Level = Literal["gentle", "steady", "strong"]
"""How strong somebody is: rustig, gewoon, sterk."""


class Conventions(NamedTuple):
    """What a partner may count on. `making`: on how good a hand he plays. `leading`: trumps at once when his
    side plays, or first his plain aces. `signal`: throws a small card of the suit whose ace he holds
    (seinen). `nel`: saves the nine of trump while the jack is out. `tens`: parts late with tens and aces that
    take nothing. `ruffing`: gets rid of single cards, to ruff."""

    making: Literal["careful", "even", "bold"] = "even"
    leading: Literal["trumps", "even", "aces"] = "even"
    signal: bool = True
    nel: bool = False
    tens: bool = False
    ruffing: bool = False


class Regular(NamedTuple):
    """A name and the way he or she plays. The texts know the character as `regulars.` and the key."""

    name: str
    player: Player
    level: Level
    card: Conventions

    @property
    def key(self) -> str:
        """The name as a key of the texts."""
        return self.name.lower().replace(" ", "_")


MORE = {"careful": 25.0, "even": 0.0, "bold": -15.0}
DRAW = {"trumps": 1.2, "even": 0.0, "aces": -1.0}
MOODS: Mapping[Level, float] = {"gentle": 1.6, "steady": 0.0}
NOISE: Mapping[Level, float] = {"gentle": 40.0, "steady": 20.0, "strong": 0.0}
"""By how many points they misjudge a hand when trump is made."""


def traits_of(card: Conventions) -> Traits:
    """The habits that the card tells of."""
    return Traits(
        draw=DRAW[card.leading],
        keep=2.0 * card.tens,
        nel=1.2 * card.nel,
        signal=1.5 * card.signal,
        ruff=0.8 * card.ruffing,
    )


def player_of(level: Level, card: Conventions = Conventions()) -> Player:  # noqa: B008 - it never changes
    """Who plays at this level and keeps to this card."""
    traits, calling = traits_of(card), Calling(MORE[card.making], NOISE[level])
    if level == "strong":
        return Strong(traits=traits, calling=calling)
    return Quick(MOODS[level], traits, calling)


def _regular(name: str, level: Level, card: Conventions) -> Regular:
    return Regular(name, player_of(level, card), level, card)


REGULARS = (
    _regular("Sjaan", "steady", Conventions()),
    _regular("Henk", "strong", Conventions(making="bold", leading="trumps")),
    _regular("Rietje", "gentle", Conventions(tens=True, signal=False)),
    _regular("Bram", "steady", Conventions(making="careful", nel=True)),
    _regular("Tineke", "strong", Conventions(ruffing=True)),
    _regular("Ome Jan", "gentle", Conventions(making="bold", leading="trumps", signal=False)),
    _regular("Toos", "gentle", Conventions(making="careful", leading="aces")),
    _regular("Arie", "strong", Conventions(nel=True, tens=True)),
    _regular("Nel", "steady", Conventions(making="bold", leading="aces", ruffing=True)),
)
"""More than any table has chairs, three of each level, so that any company can be had."""

LEVELS: Mapping[str, Player] = {
    "policy": Quick(),
    "gentle": player_of("gentle", Conventions(signal=False)),
    "steady": player_of("steady", Conventions(signal=False)),
    "strong": Strong(),
}
"""By name, without anybody's habits: for the arena. The policy is the steady player who never misjudges a
hand."""
