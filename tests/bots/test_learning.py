"""Weights: the file, the fit, and the command that makes them."""

from __future__ import annotations

import re
from array import array
from pathlib import Path
from random import Random

import pytest

from klaverjas.bots.engine import Engine, Strength, features, load_engine, parts_of_hand
from klaverjas.bots.learning import Lessons, fit, fit_hand, with_play_from
from klaverjas.bots.weights import (
    CELLS,
    COUNTS,
    SHIPPED,
    BadWeights,
    Table,
    key_of,
    no_weights,
    read_weights,
    write_weights,
)
from klaverjas.cli.main import main
from klaverjas.cli.train import ways_to_play
from klaverjas.rules import CLUB, PUB, Card, CardSet, Rank, SeatView
from tests.bots.games import positions, random_deal, random_player


def test_the_weights_that_ship_are_small_and_hold_every_way_to_play() -> None:
    assert SHIPPED.stat().st_size < 600_000
    tables, _ = read_weights()
    assert set(tables) == {key_of(variant) for variant in ways_to_play([2, 3, 4], ["amsterdam", "rotterdam"])}
    assert all(any(table.policy) and any(table.hand) for table in tables.values())


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    random, file = Random(3), tmp_path / "weights.bin"
    table, other = no_weights(), no_weights()
    for numbers in (*table, other.hand):
        for place in range(len(numbers)):
            numbers[place] = random.randrange(-32768, 32768)
    written = {"2": no_weights(), "4-amsterdam": Table(table.policy, other.hand), "4-rotterdam": table}
    write_weights(file, written, {"seed": 5})
    tables, told = read_weights(file)
    assert tables == written
    assert told["seed"] == 5


@pytest.mark.parametrize("content", [b"", b"nonsense", SHIPPED.read_bytes()[:-50], SHIPPED.read_bytes()[50:]])
def test_another_file_is_no_file_of_weights(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "weights.bin"
    file.write_bytes(content)
    with pytest.raises(BadWeights):
        read_weights(file)


@pytest.mark.parametrize("seats", [4, 3, 2])
def test_every_legal_card_has_features_within_the_table(seats: int) -> None:
    library = load_engine()
    for seed in range(30):
        players = [random_player(seed + seat) for seat in range(seats)]
        for _, view, move in positions(random_deal(PUB.but(seats=seats), seed), players):
            if isinstance(move, Card):
                context, found = features(library, view)
                assert len(context) >= 10
                assert all(0 <= number < CELLS for number in context)
                assert set(found) == set(view.legal)
                assert all(0 <= number < CELLS for numbers in found.values() for number in numbers)
                assert all(len(numbers) == len(set(numbers)) >= 7 for numbers in found.values())


def test_the_names_of_plain_suits_make_no_difference_to_the_policy() -> None:
    library = load_engine()
    deal = random_deal(CLUB, 5)
    for _, view, move in positions(deal, [random_player(seat) for seat in range(4)]):
        if isinstance(move, Card) and not view.public.won and not view.public.trick.cards:  # type: ignore[union-attr]
            by_rank: dict[Rank, list[int]] = {}
            for card, numbers in features(library, view)[1].items():
                if card.suit != view.trump and len(view.own.of_suit(card.suit)) == 1:
                    assert by_rank.setdefault(card.rank, numbers) == numbers


def test_the_fit_learns_what_the_lessons_say() -> None:
    library, lessons = load_engine(), Lessons()
    for seed in range(60):
        for _, view, move in positions(
            random_deal(CLUB, seed), [random_player(seed + seat) for seat in range(4)]
        ):
            if isinstance(move, Card) and len(view.legal) > 1:
                values = engine_order(view)
                lowest = min(view.legal)
                lessons.add(view, {card: 40.0 * (card == lowest) for card in values})
    once, loss, regret = fit(library, lessons, no_weights().policy)
    assert (once, loss, regret) == fit(library, lessons, no_weights().policy)
    assert loss < 0.9
    assert regret < 16.0
    twice = Lessons()
    twice.extend(lessons)
    twice.extend(lessons)
    assert len(twice) == 2 * len(lessons) > 0


def engine_order(view: SeatView) -> list[Card]:
    return list(features(load_engine(), view)[1])


def test_what_only_the_layer_can_tell_is_learned_too() -> None:
    """With an even number of cards in hand the lowest is wanted, with an odd number the highest: no sum of
    weights of single facts says that."""
    library, lessons = load_engine(), Lessons()
    for seed in range(400):
        for _, view, move in positions(
            random_deal(CLUB, seed), [random_player(seed + seat) for seat in range(4)]
        ):
            if isinstance(move, Card) and len(view.legal) > 1:
                wanted = (max if len(view.own) % 2 else min)(view.legal, key=lambda card: card.rank)
                lessons.add(view, {card: 40.0 * (card == wanted) for card in engine_order(view)})
    flat = no_weights().policy
    flat[-1] = 1  # a layer that is there, and says next to nothing
    assert fit(library, lessons, no_weights().policy)[2] < 0.8 * fit(library, lessons, flat)[2]


def test_the_hand_count_learns_from_results() -> None:
    library, results, random = load_engine(), [], Random(2)
    for _ in range(3000):
        hand = CardSet.of(random.sample([Card(number) for number in range(32)], 8))
        parts = parts_of_hand(library, hand, CardSet(0), trump=2)
        results.append((bytes(parts), 50 if Card.parse("HJ") in hand else -50))
    table = with_play_from(fit_hand(results, no_weights()), [12.0, 13.0, 14.0, 15.0])
    engine = Engine(library, 4, table)
    assert [engine.play_from(turn) for turn in range(4)] == [12.0, 13.0, 14.0, 15.0]
    for _, view, _ in positions(random_deal(CLUB, 8), [random_player(1)] * 4):
        if view.calls:
            for suit, count in enumerate(engine.counts(view)):
                assert (count > 0) == (Card(8 * suit + 4) in view.own)


def test_a_round_of_training_learns_from_the_games_of_all_rounds_so_far(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = "train --seats 2 --deals 4 --rounds 2 --worlds 2 --fresh"
    assert main([*line.split(), "--out", str(tmp_path / "weights.bin")]) == 0
    first, second = (int(count) for count in re.findall(r"(\d+) decisions", capsys.readouterr().err))
    assert second > 1.5 * first > 0


def test_training_twice_gives_the_same_file_with_one_process_and_with_two(tmp_path: Path) -> None:
    files = []
    for number, processes in enumerate((1, 1, 2)):
        files.append(tmp_path / f"{number}.bin")
        line = "train --seats 4 --duty rotterdam --deals 24 --rounds 1 --worlds 3 --fresh"
        assert main([*line.split(), "--processes", str(processes), "--out", str(files[-1])]) == 0
    one, two, three = (file.read_bytes() for file in files)
    assert one == two == three
    table = read_weights(files[0])[0]["4-rotterdam"]
    assert table != no_weights()
    assert isinstance(table.policy, array)
    assert len(table.hand) == COUNTS
    deal = random_deal(CLUB, 1)
    engine = Engine(load_engine(), 4, table)
    for _, view, move in positions(deal, [random_player(seat) for seat in range(4)]):
        if isinstance(move, Card):
            assert engine.choose(view, Strength()).card in view.legal
