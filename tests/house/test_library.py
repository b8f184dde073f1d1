"""The library runs on a bare Python."""

from __future__ import annotations

import subprocess
import sys

import pytest

from dev import ROOT

MODULES = [f"klaverjas.{room}" for room in ("rules", "solver", "bots", "arena", "cli")]


@pytest.mark.parametrize("module", MODULES)
def test_it_needs_nothing_but_the_standard_library(module: str) -> None:
    code = f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); import {module}"
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True)
