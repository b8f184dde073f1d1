"""What people may be called."""

from __future__ import annotations

import pytest

from klaverjas.server.names import BadName, clean


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Jan", "Jan"),
        ("  Jan\t de \n Boer ", "Jan de Boer"),
        ("Rene\u0301", "René"),
        ("<b>Jan</b>", "<b>Jan</b>"),
        ("'; DROP TABLE--", "'; DROP TABLE--"),
        ("👩‍👩‍👧 👍🏽", "👩‍👩‍👧 👍🏽"),
        ("שלום", "שלום"),
        ("محمد", "محمد"),
        ("张伟", "张伟"),
        ("x" * 20, "x" * 20),
    ],
)
def test_a_name_is_what_people_are_called_anywhere(name: str, shown: str) -> None:
    assert clean(name) == shown


@pytest.mark.parametrize(
    "name", ["", "   ", "\n\t", "\u00a0\u2003", "\u3164\u2800", "\u200d", "\u200c \u200d"]
)
def test_a_name_that_shows_nothing_is_missing(name: str) -> None:
    with pytest.raises(BadName, match="name_missing"):
        clean(name)


@pytest.mark.parametrize("name", ["x" * 21, "x" * 200, "👍" * 21])
def test_a_name_has_at_most_20_characters(name: str) -> None:
    with pytest.raises(BadName, match="name_too_long"):
        clean(name)


@pytest.mark.parametrize(
    "sign", ["\0", "\x07", "\x1b", "\u202e", "\u2066", "\u200f", "\ufeff", "\ue000", "\u200b"]
)
def test_a_name_holds_no_sign_that_controls_or_turns_the_line(sign: str) -> None:
    with pytest.raises(BadName, match="name_unprintable"):
        clean(f"Jan{sign}Piet")
