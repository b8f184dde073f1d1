"""What is said at one table. It is no part of the game and stands in no log: the last few lines are kept in
memory, for those who were there, and are gone with the room."""

from __future__ import annotations

import hashlib
from collections import deque
from dataclasses import dataclass

from klaverjas.server.clock import Clock
from klaverjas.server.limits import Bucket, Rate
from klaverjas.server.typed import folded, printable, shows
from klaverjas.wire.messages import Say, UnsaidCode
from klaverjas.wire.shapes import Phrase, Spoken, TalkRule

LONGEST = 200
REMEMBERED = 20
TALKING = Rate(5, 1 / 3)


class Unheard(Exception):
    """Nobody hears it; `why` is a sentence in the texts."""

    def __init__(self, why: UnsaidCode) -> None:
        super().__init__(why)
        self.why: UnsaidCode = why


@dataclass(frozen=True, slots=True)
class Speaker:
    """Somebody at the table. `key` is what is the same of him as long as he sits there; it goes nowhere."""

    seat: int
    name: str
    key: str

    def saying(self, phrase: Phrase | None, text: str = "") -> Spoken:
        return Spoken(self.seat, self.name, sign_of(self.key), phrase, text)


class Talk:
    """What may be said under this rule, how often, and what was said last."""

    def __init__(self, rule: TalkRule, clock: Clock) -> None:
        self._rule = rule
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}
        self._lines: deque[tuple[Spoken, frozenset[str]]] = deque(maxlen=REMEMBERED)

    def say(self, speaker: Speaker, wish: Say, present: frozenset[str]) -> Spoken:
        """The line that those `present` (by key) hear. Raises Unheard."""
        spoken = speaker.saying(wish.phrase, self._checked(wish))
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if key in present}
        if not self._buckets.setdefault(speaker.key, Bucket(TALKING)).take(self._clock.now()):
            raise Unheard("too_fast")
        self.keep(spoken, present)
        return spoken

    def keep(self, spoken: Spoken, present: frozenset[str]) -> None:
        """Remember the line for those who heard it."""
        self._lines.append((spoken, present))

    def heard_by(self, key: str) -> list[Spoken]:
        """The last lines that were said while this person sat here, oldest first."""
        return [spoken for spoken, present in self._lines if key in present]

    def _checked(self, wish: Say) -> str:
        """The text to show, empty with a phrase. Raises Unheard."""
        if self._rule == "off":
            raise Unheard("off")
        if wish.phrase is not None:
            return ""
        if self._rule == "phrases":
            raise Unheard("phrases_only")
        text = folded(printable(folded(wish.text)))
        if not shows(text):
            raise Unheard("empty")
        if len(text) > LONGEST:
            raise Unheard("too_long")
        return text


def sign_of(key: str) -> str:
    """By this others know who spoke, and learn nothing of the key."""
    return hashlib.sha256(f"talk {key}".encode()).hexdigest()[:12]
