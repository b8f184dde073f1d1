"""The kernel against a brute force in C (brute.c) that has its own rules: every legal card, both objectives.

The suite runs a short one. The long one takes some twenty minutes:

    python3 dev.py exec python -m tests.solver.test_campaign
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from klaverjas.solver.build import HERE, compiler

BRUTE = Path(__file__).parent / "brute.c"
# seats, tricks left, deals
SHORT = [
    (4, 2, 2000),
    (4, 3, 500),
    (4, 4, 12),
    (3, 2, 2000),
    (3, 3, 800),
    (3, 4, 60),
    (2, 3, 1000),
    (2, 5, 60),
]
LONG = [
    (4, 2, 100_000), (4, 3, 60_000), (4, 4, 3_000), (4, 5, 6),
    (3, 2, 100_000), (3, 3, 60_000), (3, 4, 10_000), (3, 5, 300),
    (2, 2, 60_000), (2, 3, 60_000), (2, 4, 40_000), (2, 5, 8_000), (2, 6, 300),
]  # fmt: skip


def compiled(folder: Path) -> Path:
    program = folder / "brute"
    command = [*compiler(os.environ), "-std=c11", "-O3", "-Wall", "-Wextra", "-Werror"]
    subprocess.run([*command, "-o", str(program), str(BRUTE), str(HERE / "kernel.c")], check=True)
    return program


@pytest.fixture(scope="module")
def brute(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("brute"))


@pytest.mark.parametrize(("seats", "tricks", "deals"), SHORT)
def test_no_card_differs_from_brute_force(brute: Path, seats: int, tricks: int, deals: int) -> None:
    arguments = [str(brute), *map(str, (seats, tricks, deals, 1))]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert " 0 mismatches" in done.stdout


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(Path(folder))
        wrong = 0
        for seats, tricks, deals in LONG:
            wrong |= subprocess.call([str(program), *map(str, (seats, tricks, deals, 2))])
        return wrong


if __name__ == "__main__":
    sys.exit(main())
