"""Puts the solver's C library into a wheel.

Without a C compiler the wheel is made without it, and the solver then runs in Python.
"""

from __future__ import annotations

import importlib.util
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOLVER = Path("src", "klaverjas", "solver")


class KernelHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the library; a wheel with it is for this kind of machine only."""
        if version == "editable":
            return  # dev.py builds it where the sources are
        folder = Path(self.root) / SOLVER
        # By path: the package itself cannot be imported while it is being built.
        spec = importlib.util.spec_from_file_location("klaverjas_kernel_build", folder / "build.py")
        assert spec is not None
        assert spec.loader is not None
        maker = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(maker)
        try:
            library = maker.build()
        except maker.NoKernel as error:
            print(f"klaverjas: this wheel has no C kernel: {error}", file=sys.stderr)
            return
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
        build_data["force_include"][str(library)] = f"klaverjas/solver/{library.name}"
