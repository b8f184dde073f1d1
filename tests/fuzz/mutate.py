"""Things that are nearly right: good examples with a few edits, which reach further than chance does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from hypothesis import strategies as st

Edit = tuple[int, int, bytes, int]

PIECES = [
    b"",
    b"\0",
    b"\xff",
    b" ",
    b"\n",
    b"\r\n",
    b"=",
    b",",
    b"-1",
    b"9" * 30,
    b"null",
    b'"',
    b"{",
    b"[[",
    b"HJ",
]
edits = st.lists(
    st.tuples(
        st.integers(0, 2**16),
        st.integers(0, 12),
        st.one_of(st.sampled_from(PIECES), st.binary(max_size=8)),
        st.integers(0, 4),
    ),
    max_size=6,
)


def edited(text: bytes, edit: Edit) -> bytes:
    """The text with one piece of it replaced, doubled, moved to the end, or cut off behind it."""
    place, length, piece, kind = edit
    start = place % (len(text) + 1)
    end = min(len(text), start + length)
    head, middle, tail = text[:start], text[start:end], text[end:]
    return (
        head + piece + tail,
        head + middle + middle + tail,
        head + tail + middle,
        head,
        head + bytes([(middle or b"\0")[0] ^ (1 << length % 8)]) + text[start + 1 :],
    )[kind]


def nearly(examples: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """One of the examples, with a few edits."""
    return st.builds(lambda example, edits: reduce(edited, edits, example), st.sampled_from(examples), edits)


def nearly_text(examples: Sequence[str]) -> st.SearchStrategy[str]:
    """The same of text, and now and then any text at all."""
    made = nearly([example.encode() for example in examples]).map(lambda made: made.decode(errors="replace"))
    return st.one_of(made, made, made, st.text())
