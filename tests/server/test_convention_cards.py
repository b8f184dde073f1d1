"""Every regular and everything that a convention card can say has words in both languages."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import klaverjas
from klaverjas.server.regulars import CARDS

TEXTS = Path(klaverjas.__file__).with_name("texts")


@pytest.mark.parametrize("language", ["nl", "en"])
def test_every_regular_and_each_of_his_conventions_is_told_in_words(language: str) -> None:
    texts: dict[str, Any] = tomllib.loads((TEXTS / f"{language}.toml").read_text())
    assert set(texts["regulars"]) == {card.key for card in CARDS}
    for card in CARDS:
        assert card.level in texts["people"]["level"]
        for field in card.card.__struct_fields__:
            value = getattr(card.card, field)
            assert str(value).lower() in texts["conventions"][field]
