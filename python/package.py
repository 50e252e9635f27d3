# SPDX-License-Identifier: MIT
"""Puts the package together: its sources, the header as Python, the shared library and the stages' types.

    python3 package.py FOLDER LIBRARY       makes FOLDER/interfluve, to be used with PYTHONPATH=FOLDER
"""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import header

HERE = Path(__file__).resolve().parent
HEADER = HERE.parent / "include" / "interfluve.h"


def assemble(folder: Path, library: Path) -> Path:
    """Makes FOLDER/interfluve anew and returns it."""
    package = folder / "interfluve"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(HERE / "interfluve", package, ignore=shutil.ignore_patterns("__pycache__", "_abi.py"))
    (package / "_abi.py").write_text(header.module(HEADER.read_text()))
    real = library.resolve()
    shutil.copy(real, package / f"libinterfluve.so.{version().split('.')[0]}")
    # The tables come out of the library, so a Python of their own reads them; numpy is not needed for them.
    code = "import sys; sys.path.insert(0, sys.argv[1]); import tables_stub; sys.stdout.write(tables_stub.make())"
    made = subprocess.run([sys.executable, "-c", code, str(HERE), str(package)], check=True, capture_output=True,
                          text=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    (package / "stages.pyi").write_text(made.stdout)
    return package


def version() -> str:
    found = header.Header(HEADER.read_text()).constants
    return ".".join(str(found[f"FLUV_VERSION_{part}"]) for part in ("MAJOR", "MINOR", "PATCH"))


if __name__ == "__main__":
    print(assemble(Path(sys.argv[1]), Path(sys.argv[2])))
