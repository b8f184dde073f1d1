"""The second hand: a slow implementation of docs/rules.md that works on strings.

It imports nothing of `klaverjas` and exists only to disagree with it. A card is a string, suit then
rank ("HJ", "ST"); a trick is a list of (seat, card) pairs; a variant is a small dict of words.

    rules   the numbered rules, one function each
    game    one deal replayed card by card, with the two-player table cards
    cases   answers a line of the case format
    deals   seeded random deals, games, revokes
    perft   counts all legal play; `python -m tests.oracle.perft --help`
"""
