"""Programs of strangers: the good ones play, the others lose their moves and never the match."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from klaverjas.arena import External, Lost, Plan, run
from klaverjas.arena.external import GIVE_UP_AFTER, ready
from klaverjas.rules import PUB
from tests.arena.support import ANSWERING, FIRST_LEGAL, PROGRAMS, named, positions, program

LOST = {
    "dies": Lost.DIED,
    "talks nonsense": Lost.NONSENSE,
    "says error": Lost.NONSENSE,
    "plays what it has not": Lost.ILLEGAL,
    "never ends its line": Lost.NONSENSE,
    "hangs": Lost.HUNG,
}
SEEN = [seen for _, seen in positions(PUB, 1)]


class Impatient:
    """A clock that stands still until somebody waits for a program that has nothing to say."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def ready(self, descriptor: int, writing: bool, seconds: float) -> bool:
        self.now += seconds
        return writing and ready(descriptor, writing, 10.0)


def test_a_program_is_asked_and_its_moves_are_taken(tmp_path: Path) -> None:
    bot = External(program(tmp_path, FIRST_LEGAL))
    answers = [bot.ask(seen) for seen in SEEN]
    bot.close()
    assert [answer.lost for answer in answers] == [None] * len(SEEN)
    assert [answer.move for answer in answers] == [next(iter(s.view.calls or s.view.legal)) for s in SEEN]
    assert bot.cpu_seconds > 0


@pytest.mark.parametrize("habit", [habit for habit in PROGRAMS if habit != "hangs"])
def test_a_program_that_fails_is_refused_and_asked_again(habit: str, tmp_path: Path) -> None:
    bot = External(program(tmp_path, PROGRAMS[habit]))
    held = [seen for seen in SEEN if "C7" not in map(str, seen.view.legal)][:3]
    assert [bot.ask(seen).lost for seen in held] == [LOST[habit]] * 3
    bot.close()


def test_a_program_that_hangs_loses_the_move_after_the_limit(tmp_path: Path) -> None:
    clock = Impatient()
    bot = External(program(tmp_path, PROGRAMS["hangs"]), 10.0, clock, clock.ready)
    assert bot.ask(SEEN[0]).lost is Lost.HUNG
    assert clock.now == 10.0
    bot.close()


def test_a_program_that_keeps_failing_is_left_alone(tmp_path: Path) -> None:
    bot = External(["/does/not/exist"])
    lost = [bot.ask(SEEN[0]).lost for _ in range(GIVE_UP_AFTER + 2)]
    assert lost == [Lost.DIED] * GIVE_UP_AFTER + [Lost.GIVEN_UP] * 2
    bot.close()


def test_a_program_that_died_between_two_moves_is_started_again(tmp_path: Path) -> None:
    once = ANSWERING.format(pick=0) + "    break\n"
    bot = External(program(tmp_path, once))
    lost = [bot.ask(seen).lost for seen in SEEN[:6]]
    bot.close()
    assert None in lost
    assert lost[0] is None
    assert set(lost) == {None, Lost.DIED}


def test_a_line_too_many_does_not_answer_the_next_position(tmp_path: Path) -> None:
    one = "print(json.dumps(answer), flush=True)"
    two = 'sys.stdout.write(json.dumps(answer) + \'\\n{"card": "C7"}\\n\'); sys.stdout.flush()'
    chatty = FIRST_LEGAL.replace(one, two)
    assert chatty != FIRST_LEGAL
    bot = External(program(tmp_path, chatty))
    assert [bot.ask(seen).lost for seen in SEEN] == [None] * len(SEEN)
    bot.close()


@pytest.mark.parametrize("habit", ["dies", "talks nonsense", "plays what it has not"])
def test_the_match_goes_on_with_the_cheapest_legal_card(habit: str, tmp_path: Path) -> None:
    result = run(Plan(named(program(tmp_path, PROGRAMS[habit])), "thumb", PUB, 1))
    tally = result.tally(0)
    assert result.complete
    assert tally.moves > 16
    assert tally.refused >= tally.moves - 2
    assert result.tally(1).refused == 0


def test_a_program_against_itself_scores_exactly_nothing(tmp_path: Path) -> None:
    name = named(program(tmp_path, FIRST_LEGAL))
    result = run(Plan(name, name, PUB, 2))
    assert result.diff == 0
    assert result.tally(0).cpu > 0


def test_no_program_is_left_behind(tmp_path: Path) -> None:
    tell = f"import os; open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n{FIRST_LEGAL}"
    run(Plan(named(program(tmp_path, tell)), "thumb", PUB, 1))
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
