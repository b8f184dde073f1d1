"""Text for cards, hands, deals and whole matches, both ways (docs/notation.md).

Writing is canonical: equal values give equal text. Reading takes any order of keys and of cards. Every
fault in a text is an UnreadableText that quotes it, says what was expected and, in a record, in which line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from klaverjas.rules.bidding import Call
from klaverjas.rules.cards import EMPTY, RANK_LETTERS, SUIT_LETTERS, Card, CardSet, Suit
from klaverjas.rules.deal import Deal, Move, TablePile, apply, claim, new_deal, open_trick, show_score
from klaverjas.rules.errors import BrokenDeal, IllegalMove, UnreadableText
from klaverjas.rules.match import Match
from klaverjas.rules.variant import CLUB, FIELDS, PUB, Variant

Piles = tuple[TablePile, ...]

HEADER = "klaverjas record 1"
PRESETS = (("pub", PUB), ("club", CLUB))
DEAL_KEYS = ("dealer", "turned", "hands", "calls", "plays", "obey", "lead_back", "shown", "claim")


# ---- hands ---------------------------------------------------------------------------------------------


def write_hand(hand: CardSet, piles: Piles = ()) -> str:
    """The cards by suit, with two players the table piles behind a plus.

    >>> write_hand(CardSet.parse("SK S8 HQ C9 CA"))
    'C9A.HQ.S8K'
    """
    groups = ((suit, "".join(card.rank.text for card in hand.of_suit(suit))) for suit in Suit)
    text = ".".join(suit.text + ranks for suit, ranks in groups if ranks) or "-"
    return f"{text}+{','.join(map(_write_pile, piles))}" if piles else text


def read_hand(text: str) -> tuple[CardSet, Piles]:
    """What `write_hand` wrote: the cards in hand and the table piles. Raises UnreadableText.

    >>> read_hand("HQ.SK8.CA9") == (CardSet.parse("C9 CA HQ S8 SK"), ())
    True
    """
    held, plus, table = text.partition("+")
    hand = EMPTY
    for group in held.split(".") if held != "-" else ():
        for card in _read_group(group, text):
            if card in hand:
                raise UnreadableText(f"{card} stands twice in the hand {text!r}")
            hand = hand.add(card)
    return hand, tuple(map(_read_pile, table.split(","))) if plus else ()


def _read_group(group: str, text: str) -> list[Card]:
    if len(group) < 2 or group[0] not in SUIT_LETTERS or any(rank not in RANK_LETTERS for rank in group[1:]):
        raise UnreadableText(
            f"{group!r} in the hand {text!r} is no group of one suit"
            " (expected a suit C D H S and its ranks 7 8 9 T J Q K A, groups joined by dots, '-' for no card)"
        )
    return [Card.parse(group[0] + rank) for rank in group[1:]]


def _write_pile(pile: TablePile) -> str:
    return "".join(str(card) for card in (pile.open, pile.closed) if card is not None) or "-"


def _read_pile(text: str) -> TablePile:
    if text != "-" and len(text) not in (2, 4):
        raise UnreadableText(f"not a table pile: {text!r} (expected an open and a closed card, like DQHK)")
    cards = [Card.parse(text[at : at + 2]) for at in range(0, len(text), 2)] if text != "-" else []
    return TablePile(*cards, *[None] * (2 - len(cards)))


# ---- variants ------------------------------------------------------------------------------------------


def write_variant(variant: Variant) -> str:
    """The nearer preset and the fields that differ from it.

    >>> write_variant(PUB.but(seats=3, trump_duty="rotterdam"))
    'pub seats=3 trump_duty=rotterdam deals=12'
    """
    spelled = [[name, *_differences(variant, preset)] for name, preset in PRESETS]
    shortest = min(spelled, key=len)
    return " ".join(shortest)


def read_variant(text: str) -> Variant:
    """What `write_variant` wrote; fields in any order. Raises UnreadableText."""
    preset, pairs = _read_preset(text, FIELDS)
    return _variant(preset, pairs, text)


def _differences(variant: Variant, preset: Variant) -> list[str]:
    values = ((name, getattr(variant, name), getattr(preset, name)) for name in FIELDS)
    return [f"{name}={value}" for name, value, usual in values if value != usual]


def _read_preset(text: str, keys: tuple[str, ...]) -> tuple[Variant, dict[str, str]]:
    """The preset that the text starts with, and its key=value tokens."""
    name, *tokens = text.split() or [""]
    known = dict(PRESETS)
    if name not in known:
        raise UnreadableText(f"{name!r} at the start of {_short(text)} is no preset (expected pub or club)")
    return known[name], _pairs(tokens, keys)


def _variant(preset: Variant, pairs: dict[str, str], text: str) -> Variant:
    """The preset with those of `pairs` that are fields of a variant."""
    given: dict[str, str | int] = {name: value for name, value in pairs.items() if name in FIELDS}
    given |= {name: _number(pairs[name], name) for name in ("seats", "deals") if name in pairs}
    try:
        return preset.but(**given)
    except ValueError as error:
        raise UnreadableText(f"no such variant: {_short(text)} ({error})") from error


# ---- deals ---------------------------------------------------------------------------------------------


def write_deal(deal: Deal) -> str:
    """One line with everything that has happened in this deal. It tells all cards: it is for records and
    tests, never for a player."""
    return f"{write_variant(deal.variant)} {_write_course(deal)}"


def read_deal(text: str) -> Deal:
    """The deal that `write_deal` wrote. Raises UnreadableText, also for cards that cannot be dealt so and
    for moves that are not allowed."""
    preset, pairs = _read_preset(text, (*FIELDS, *DEAL_KEYS))
    course = {key: value for key, value in pairs.items() if key not in FIELDS}
    return _read_course(_variant(preset, pairs, text), course)


def _write_course(deal: Deal) -> str:
    hands = map(write_hand, deal.dealt.hands, deal.dealt.piles)
    tokens = [
        ("dealer", str(deal.dealer)),
        ("turned", deal.turned.text if deal.turned is not None else ""),
        ("hands", "/".join(hands)),
        ("calls", ",".join(call.text for call in deal.calls)),
        ("plays", ",".join(map(str, _plays(deal)))),
        ("obey", str(deal.must_obey) if deal.must_obey is not None else ""),
        ("lead_back", "yes" if deal.lead_back else ""),
        ("shown", "yes" if _shown_by_hand(deal) else ""),
        ("claim", ",".join(map(str, deal.ruling[:3])) if deal.ruling is not None else ""),
    ]
    return " ".join(f"{key}={value}" for key, value in tokens if value)


def _plays(deal: Deal) -> list[Card]:
    lying = deal.trick.cards if deal.trick is not None else ()
    return [card for taken in deal.won for card in taken.cards] + list(lying)


def _shown_by_hand(deal: Deal) -> bool:
    """Whether someone showed the score: a claim shows it by itself, and so does the last card where revokes
    are refused."""
    return deal.shown and deal.ruling is None and deal.variant.revoke == "claimable"


def _read_course(variant: Variant, pairs: dict[str, str]) -> Deal:
    """The deal of these tokens: dealt anew and played through."""
    for needed in ("dealer", "hands"):
        if needed not in pairs:
            raise UnreadableText(f"a deal needs {needed}=... (found {', '.join(pairs) or 'nothing'})")
    turned = Suit.parse(pairs["turned"]) if "turned" in pairs else None
    held = [read_hand(text) for text in pairs["hands"].split("/")]
    hands, piles = tuple(hand for hand, _ in held), tuple(table for _, table in held)
    with _blaming(f"hands={pairs['hands']} dealer={pairs['dealer']}"):
        deal = new_deal(variant, _number(pairs["dealer"], "dealer"), hands, turned, piles)
    deal = _read_moves(deal, pairs, "calls", Call.parse)
    deal = _read_moves(deal, pairs, "plays", Card.parse)
    return _read_ending(deal, pairs)


def _read_moves(deal: Deal, pairs: dict[str, str], key: str, parse: Callable[[str], Move]) -> Deal:
    for place, text in enumerate(pairs[key].split(",") if key in pairs else (), 1):
        with _blaming(f"{text} at place {place} of {key}"):
            deal = apply(deal, parse(text))
    return deal


def _read_ending(deal: Deal, pairs: dict[str, str]) -> Deal:
    """What else happened under section 6, in the one order in which it can happen."""
    if "obey" in pairs:
        deal = _read_obey(deal, pairs["obey"])
    if "lead_back" in pairs:
        deal = _read_lead_back(deal, pairs["lead_back"])
    if "shown" in pairs:
        _expect_yes("shown", pairs["shown"])
        with _blaming("shown=yes"):
            deal = show_score(deal)
    return _read_claim(deal, pairs["claim"]) if "claim" in pairs else deal


def _read_obey(deal: Deal, text: str) -> Deal:
    seat, number = _number(text, "obey"), open_trick(deal)
    claimable = deal.variant.revoke == "claimable" and number is not None
    if not claimable or seat not in range(deal.variant.seats) or (number, seat) in deal.revokes:
        raise UnreadableText(f"obey={text}: no seat that had to correct its card in the open trick")
    return replace(deal, must_obey=seat)


def _read_lead_back(deal: Deal, text: str) -> Deal:
    _expect_yes("lead_back", text)
    between = deal.won and deal.trick is not None and not deal.trick.cards
    if deal.variant.revoke != "claimable" or not between:
        raise UnreadableText("lead_back=yes: expected only between two tricks, where revokes are claimable")
    return replace(deal, must_obey=None, lead_back=True, before=None)


def _read_claim(deal: Deal, text: str) -> Deal:
    numbers = text.split(",")
    if len(numbers) != 3:
        raise UnreadableText(f"claim={text} is no claim (expected claim=BY,ACCUSED,TRICK, tricks from 0)")
    with _blaming(f"claim={text}"):
        ruled, ruling = claim(deal, *(_number(number, "claim") for number in numbers))
    if ruling.corrected:
        raise UnreadableText(f"claim={text} only corrects a card (expected obey=SEAT in the deal after it)")
    return ruled


# ---- records -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Record:
    """A match with all its deals; only the last one may be unfinished. `names` per seat, none where nobody
    gave one. Raises BrokenDeal when names or deals do not belong to such a match."""

    variant: Variant
    names: tuple[str | None, ...] = ()
    deals: tuple[Deal, ...] = ()

    def __post_init__(self) -> None:
        if not self.names:
            object.__setattr__(self, "names", (None,) * self.variant.seats)
        if len(self.names) != self.variant.seats:
            raise BrokenDeal(f"{len(self.names)} names for {self.variant.seats} seats")
        for name in self.names:
            if name is not None and not _is_name(name):
                raise BrokenDeal(f"{name!r} is no name for a record (expected text on one line)")
        for number, deal in enumerate(self.deals):
            _check_follows(self.variant, self.deals[:number], deal)

    @property
    def standing(self) -> Match:
        """The match after its finished deals."""
        first = self.deals[0].dealer if self.deals else 0
        return Match(self.variant, first, tuple(deal.score for deal in self.deals if deal.score is not None))


def write_record(record: Record) -> str:
    """The whole match as the text of a file."""
    lines = [HEADER, f"match {write_variant(record.variant)}"]
    lines += [f"name {seat} {name}" for seat, name in enumerate(record.names) if name is not None]
    lines += [f"deal {_write_course(deal)}" for deal in record.deals]
    return "\n".join(lines) + "\n"


def read_record(text: str) -> Record:
    """What `write_record` wrote; empty lines and lines that start with # are skipped. Raises UnreadableText
    with the number of the line."""
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
    kept = [(number, line) for number, line in lines if line and not line.startswith("#")]
    found = _Found()
    for place, (number, line) in enumerate(kept):
        try:
            found = _read_header(found, line) if place == 0 else _read_line(found, line)
        except ValueError as error:
            raise UnreadableText(f"line {number}: {error}") from error
    if found.record is None:
        raise UnreadableText(f"line {len(lines)}: the record ends (expected {found.expected})")
    return found.record


@dataclass(frozen=True)
class _Found:
    """A record as far as it has been read; none before its match line."""

    record: Record | None = None
    expected: str = f"the first line {HEADER!r}"


def _read_header(found: _Found, line: str) -> _Found:
    if line.split() != HEADER.split():
        raise UnreadableText(f"{_short(line)} (expected {found.expected})")
    return _Found(expected="match and a variant, like 'match pub seats=3'")


def _read_line(found: _Found, line: str) -> _Found:
    word, _, rest = line.partition(" ")
    record = found.record
    if record is None:
        if word != "match":
            raise UnreadableText(f"{_short(line)} (expected {found.expected})")
        return _Found(Record(read_variant(rest)))
    if word == "name":
        return _Found(_read_name(record, rest))
    if word == "deal":
        deal = _read_course(record.variant, _pairs(rest.split(), DEAL_KEYS))
        return _Found(replace(record, deals=(*record.deals, deal)))
    raise UnreadableText(f"{_short(line)} (expected name, deal or a comment that starts with #)")


def _read_name(record: Record, text: str) -> Record:
    seat, _, name = text.strip().partition(" ")
    place = _number(seat, "name")
    if place not in range(record.variant.seats) or record.names[place] is not None:
        raise UnreadableText(f"name {text}: seat {place} does not exist or has a name already")
    if not _is_name(name.strip()):
        raise UnreadableText(f"'name {text}' has no name (expected name SEAT TEXT)")
    return replace(record, names=(*record.names[:place], name.strip(), *record.names[place + 1 :]))


def _is_name(name: str) -> bool:
    return bool(name) and name == name.strip() and not {"\n", "\r"} & set(name)


def _check_follows(variant: Variant, earlier: tuple[Deal, ...], deal: Deal) -> None:
    """Raises BrokenDeal when a match cannot go on with this deal after the earlier ones (2.1, 5.5)."""
    if deal.variant != variant:
        raise BrokenDeal(f"a deal of {write_variant(deal.variant)} in a match of {write_variant(variant)}")
    if len(earlier) == variant.deals:
        raise BrokenDeal(f"one deal more than the {variant.deals} of the match")
    if earlier and not earlier[-1].done:
        raise BrokenDeal(f"deal {len(earlier)} is not finished (expected no deal after it)")
    if earlier and deal.dealer != (earlier[-1].dealer + 1) % variant.seats:
        raise BrokenDeal(f"dealer={deal.dealer} (expected the left neighbour of dealer {earlier[-1].dealer})")


# ---- tokens --------------------------------------------------------------------------------------------


def _pairs(tokens: Iterable[str], keys: tuple[str, ...]) -> dict[str, str]:
    """key=value tokens in any order, each key once."""
    pairs: dict[str, str] = {}
    for token in tokens:
        key, equals, value = token.partition("=")
        if not equals or not value or key not in keys:
            known = ", ".join(keys)
            raise UnreadableText(f"{_short(token)} is not understood (expected key=value, keys: {known})")
        if key in pairs:
            raise UnreadableText(f"{key} stands twice: {_short(token)}")
        pairs[key] = value
    return pairs


def _number(text: str, key: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise UnreadableText(f"{_short(text)} is no number (expected one for {key})")
    return int(text)


def _expect_yes(key: str, value: str) -> None:
    if value != "yes":
        raise UnreadableText(f"{key}={value} (expected {key}=yes)")


@contextmanager
def _blaming(text: str) -> Iterator[None]:
    """Turn a fault of the rules into one of the text that asked for it."""
    try:
        yield
    except (BrokenDeal, IllegalMove) as error:
        raise UnreadableText(f"{text}: {error}") from error


def _short(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:77] + "...")
