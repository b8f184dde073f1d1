"""What people typed, made fit to be shown. Markup is only text; nothing may control or turn the line."""

from __future__ import annotations

import unicodedata

# Letters and signs that show nothing: of them alone a text would look empty.
_BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")
# They hold emoji and some scripts together; every other format character could turn the line around.
_JOINERS = "\u200c\u200d"
_PILED = 2
"""So many marks may stand on one letter; more would run over what stands above and below."""
_FORBIDDEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def folded(text: str) -> str:
    """The text in NFC, with no space around it and one between its words."""
    return " ".join(unicodedata.normalize("NFC", text).translate(_BLANK).split())


def shows(text: str) -> bool:
    """Whether there is anything to be seen."""
    return any(unicodedata.category(sign)[0] in "LNPS" for sign in text)


def printable(text: str) -> str:
    """The text without what controls or turns the line, and without marks piled too high."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFD", text):
        marks = marks + 1 if unicodedata.combining(sign) else 0
        if marks <= _PILED and (unicodedata.category(sign) not in _FORBIDDEN or sign in _JOINERS):
            kept.append(sign)
    return unicodedata.normalize("NFC", "".join(kept))
