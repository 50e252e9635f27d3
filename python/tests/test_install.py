# SPDX-License-Identifier: MIT
"""`pip install ./python`, as a user does it, without a network."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

import interfluve

PYTHON = Path(__file__).resolve().parents[1]


def test_pip_installs_a_package_that_works(tmp_path):
    pytest.importorskip("venv", reason="venv is not installed")
    made = subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", tmp_path / "venv"], capture_output=True)
    if made.returncode:
        pytest.skip("no pip to make an environment with (Debian: python3-venv)")
    python = tmp_path / "venv" / "bin" / "python"
    env = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    env["INTERFLUVE_LIBRARY"] = str(next(Path(interfluve.__file__).parent.glob("libinterfluve.so*")))
    env["PIP_NO_INDEX"] = "1"
    subprocess.run([python, "-m", "pip", "install", "-q", PYTHON], check=True, env=env, cwd=tmp_path)
    del env["INTERFLUVE_LIBRARY"]
    code = (
        "import interfluve; land = interfluve.Recipe.new('noise', 'drain', 'lakes', 'rivers', size=32, width='2 km').build();"
        "print(interfluve.__file__, land.check() and interfluve.stages.lakes.__doc__ != '')"
    )
    said = subprocess.run([python, "-c", code], check=True, env=env, cwd=tmp_path, capture_output=True, text=True).stdout
    assert said.startswith(str(tmp_path)) and said.endswith("True\n")
    subprocess.run([python, "-m", "pip", "uninstall", "-q", "-y", "interfluve"], check=True, env=env, cwd=tmp_path)
    assert not list((tmp_path / "venv").rglob("libinterfluve*"))
