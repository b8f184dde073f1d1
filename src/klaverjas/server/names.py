"""What a person may be called."""

from __future__ import annotations

import unicodedata
from typing import Literal

LONGEST = 20
# Letters and signs that show nothing: with them alone a name would look empty.
_BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")
# They hold emoji and some scripts together; every other format character could turn the line around.
_JOINERS = "\u200c\u200d"
_PILED = 2
"""So many marks may stand on one letter; more would run over other people's names."""
_FORBIDDEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")

NameFault = Literal["name_missing", "name_too_long", "name_unprintable"]


class BadName(ValueError):
    """The name cannot be used; `code` says why."""

    def __init__(self, code: NameFault) -> None:
        super().__init__(code)
        self.code: NameFault = code


def clean(name: str) -> str:
    """The name as it will be shown: NFC, no spaces around it, one between its words, 1 to 20 characters.

    Markup is only text. Raises BadName.
    """
    folded = " ".join(unicodedata.normalize("NFC", name).translate(_BLANK).split())
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in folded):
        raise BadName("name_missing")
    if len(folded) > LONGEST:
        raise BadName("name_too_long")
    if any(unicodedata.category(sign) in _FORBIDDEN and sign not in _JOINERS for sign in folded):
        raise BadName("name_unprintable")
    marks = 0
    for sign in unicodedata.normalize("NFD", folded):
        marks = marks + 1 if unicodedata.combining(sign) else 0
        if marks > _PILED:
            raise BadName("name_unprintable")
    return folded
