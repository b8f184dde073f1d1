"""Three errors, named after who is wrong, with the evidence in the message."""

from __future__ import annotations

from typing import Literal

Reason = Literal["follow", "follow_trump", "overtrump", "ruff", "no_undertrump", "must_undertrump"]
"""Why a card may not be played: the duty of rules.md section 3 that it would break."""

Fault = (
    Reason
    | Literal[
        "not_held",
        "not_a_card",
        "not_a_call",
        "call_not_allowed",
        "deal_over",
        "not_claimable",
        "nothing_to_take_back",
        "not_an_opponent",
        "no_such_trick",
        "already_ruled",
        "not_over",
    ]
)


class UnreadableText(ValueError):
    """The text is not a card, hand, deal or record. The message quotes it and says what was expected."""


class IllegalMove(ValueError):
    """The player may not do that now. `fault` is a code, for an illegal card the broken duty."""

    def __init__(self, fault: Fault, message: str) -> None:
        super().__init__(message)
        self.fault = fault


class BrokenDeal(ValueError):
    """The deal or match itself cannot be: cards missing or twice, a seat that does not exist, a score of
    another number of players."""
