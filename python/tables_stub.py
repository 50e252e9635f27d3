# SPDX-License-Identifier: MIT
"""stages.pyi of a package that was put together: its modules `tables` and `stages` alone, without numpy."""
import importlib
import sys
import types


def make() -> str:
    package = types.ModuleType("interfluve")
    package.__path__ = [sys.argv[2]]  # a package whose __init__ does not run
    sys.modules["interfluve"] = package
    return importlib.import_module("interfluve.stages").stub()
