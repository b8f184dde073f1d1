"""What regulars say now and then. They speak of what everybody has just seen, and nothing else is given to
them: no table, no hand, no dice. Whether they speak is drawn from `occasion`, a text that everybody at the
table could write down, so that it tells nothing either."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from klaverjas.wire import facts
from klaverjas.wire.shapes import DealResult, Phrase

Spectacle = facts.MatchStarted | facts.TrickWon | facts.DealScored | facts.MatchEnded
"""What may be spoken of: facts that are the same for everybody."""

ANSWERED = 0.5
COMMENTED = 0.25
BIG_MELD = 50
NARROW = 12
PAUSE = (1.2, 2.6)
"""Seconds between what they speak of and what they say."""

ANSWERS: dict[Phrase, Phrase] = {
    "hello": "hello",
    "cheers": "cheers",
    "good_night": "good_night",
    "well_played": "thanks",
    "nice": "thanks",
    "sorry": "bad_luck",
}


class Remark(NamedTuple):
    """After so many seconds the regular in `seat` says this."""

    seat: int
    phrase: Phrase
    seconds: float


def answer(phrase: Phrase | None, regulars: Sequence[int], turn: int | None, occasion: str) -> Remark | None:
    """What one of the regulars says to this phrase. Whether he sleeps is asked of the one in turn."""
    chance = random.Random(occasion)
    if phrase == "asleep":
        return _remark(turn, "thinking", chance) if turn is not None and turn in regulars else None
    if phrase is None or phrase not in ANSWERS or not regulars or chance.random() > ANSWERED:
        return None
    return _remark(chance.choice(regulars), ANSWERS[phrase], chance)


def comment(news: Sequence[Spectacle], regulars: Sequence[int], seats: int, occasion: str) -> Remark | None:
    """What one of the regulars says about this news."""
    chance = random.Random(occasion)
    worth = [each for fact in news for each in _worth(fact, seats) if each[0] in regulars]
    if not worth or chance.random() > COMMENTED:
        return None
    return _remark(*chance.choice(worth), chance)


def _worth(fact: Spectacle, seats: int) -> list[tuple[int, Phrase]]:
    """Who may have something to say about this, and what."""
    match fact:
        case facts.MatchStarted():
            return [(seat, "hello") for seat in range(seats)]
        case facts.TrickWon(winner=winner, melds=melds):
            big = seats == 4 and sum(meld.points for meld in melds) >= BIG_MELD
            return [((winner + 2) % 4, "nice")] if big else []
        case facts.DealScored(result=result):
            return _worth_of(result)
        case facts.MatchEnded(winners=winners):
            return [(seat, "well_played") for seat in range(seats) if seat not in winners]


def _worth_of(result: DealResult) -> list[tuple[int, Phrase]]:
    declaring, others = result.sides
    if result.revoke is not None:
        return []
    if result.march:
        return [(seat, "knock") for seat in (declaring if result.failed else others)]
    if result.failed:
        return [(seat, "bad_luck") for seat in declaring if seat != result.declarer]
    mine, theirs = (sum(pair) for pair in zip(result.points, result.meld, strict=True))
    return [(seat, "close") for seat in others] if mine - theirs <= NARROW else []


def _remark(seat: int, phrase: Phrase, chance: random.Random) -> Remark:
    return Remark(seat, phrase, chance.uniform(*PAUSE))
