"""What a person may be called."""

from __future__ import annotations

from typing import Literal

from klaverjas.server.typed import folded, printable, shows

LONGEST = 20

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
    shown = folded(name)
    if not shows(shown):
        raise BadName("name_missing")
    if len(shown) > LONGEST:
        raise BadName("name_too_long")
    if printable(shown) != shown:
        raise BadName("name_unprintable")
    return shown
