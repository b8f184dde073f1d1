"""Perfect play with open cards: `solve` a `Deal` or a guessed `Position` (docs/solver.md).

The search is C (kernel.c), called without holding Python's lock; twin.py does the same in Python, slow and
easy to read. A regular may only ask about worlds that it guessed from its own view.
"""

from klaverjas.solver.position import Fault, ImpossiblePosition, Position
from klaverjas.solver.solver import OBJECTIVES, Engine, Objective, Solution, Solver, solve

__all__ = [
    "OBJECTIVES",
    "Engine",
    "Fault",
    "ImpossiblePosition",
    "Objective",
    "Position",
    "Solution",
    "Solver",
    "solve",
]
