# SPDX-License-Identifier: MIT
"""What editors are told: types on everything that is public, words on every call, and mypy's opinion where it is."""
import ast
import subprocess
import sys
from pathlib import Path

import pytest

import interfluve

PACKAGE = Path(interfluve.__file__).parent


def public_functions(tree):
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from ((f"{node.name}.{f.name}", f) for f in node.body if isinstance(f, ast.FunctionDef))
        elif isinstance(node, ast.FunctionDef):
            yield node.name, node


def test_everything_public_has_types():
    seen = 0
    for file in sorted(PACKAGE.glob("*.py")):
        for name, function in public_functions(ast.parse(file.read_text())):
            if name.split(".")[-1].startswith("_"):
                continue
            arguments = [a for a in function.args.args + function.args.kwonlyargs if a.arg not in ("self", "cls")]
            bare = [a.arg for a in arguments if a.annotation is None]
            assert not bare and function.returns is not None, f"{file.name}: {name}: {bare or 'what it returns'}"
            seen += 1
    assert seen > 40


def test_every_public_name_explains_itself():
    for name in interfluve.__all__:
        thing = getattr(interfluve, name)
        if callable(thing):
            assert thing.__doc__ and not thing.__doc__.startswith(f"{name}("), name
    for name, stage in interfluve.STAGES.items():  # the words are the tables'
        page = getattr(interfluve.stages, interfluve.stages._argument(name)).__doc__
        assert stage.summary in page
        for row in stage.parameters.values():
            assert row.help.split("\n")[0] in page, (name, row.name)


def test_the_stub_has_every_parameter():
    stub = {f.name: f for f in ast.parse((PACKAGE / "stages.pyi").read_text()).body if isinstance(f, ast.FunctionDef)}
    assert len(stub) == len(interfluve.STAGES)
    for stage in interfluve.STAGES.values():
        function = stub[interfluve.stages._argument(stage.name)]
        assert [a.arg for a in function.args.kwonlyargs] == [interfluve.stages._argument(p) for p in stage.parameters]


def mypy(tmp_path, text):
    if subprocess.run([sys.executable, "-m", "mypy", "--version"], capture_output=True).returncode:
        pytest.skip("mypy is not installed")
    (tmp_path / "use.py").write_text(text)
    (tmp_path / "mypy.ini").write_text("[mypy]\n[mypy-numpy.*]\nfollow_imports = skip\n")  # numpy's own take a minute
    return subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", tmp_path / "cache", "use.py"],
                          cwd=tmp_path, capture_output=True, text=True).stdout


def test_mypy_knows_arrays_and_parameters(tmp_path):
    said = mypy(tmp_path, """
from interfluve import Recipe, stages
land = Recipe.new(stages.noise(octaves=6), "drain", stages.lakes(runoff="1 m/y"), stages.rivers(), size=64).build()
print(land.height.mean(), land["area"].max(), land.rivers["width"].max(), land.check().broken)
stages.lakes(runof=1)
stages.lakes(mode="fool")
""")
    errors = [line for line in said.split("\n") if "error:" in line]
    assert len(errors) == 2, said
    assert '"runof" for "lakes"' in errors[0] and '"mode"' in errors[1], said
