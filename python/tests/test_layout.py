# SPDX-License-Identifier: MIT
"""The structs of _abi.py lie in memory as the C compiler lays them out, and the header's reader guesses nothing."""
import ctypes
import importlib.util
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from interfluve import _abi
from interfluve.arrays import LAKE, REACH, RIVER_POINT, WATERSHED

SOURCE = Path(__file__).resolve().parents[2]


def compiled(tmp_path, program):
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
    if not compiler:
        pytest.skip("no C compiler")
    source, binary = tmp_path / "layout.c", tmp_path / "layout"
    source.write_text(program)
    subprocess.run([compiler, "-I", SOURCE / "include", source, "-o", binary], check=True)
    return subprocess.run([binary], check=True, capture_output=True, text=True).stdout


def test_every_struct_has_the_compilers_sizes_and_offsets(tmp_path):
    program, expected = ["#include <interfluve.h>", "#include <stdio.h>", "int main(void) {"], []
    for struct in _abi.STRUCTS:
        name = struct.__name__
        program.append(f'printf("{name} %zu\\n", sizeof({name}));')
        expected.append(f"{name} {ctypes.sizeof(struct)}")
        for field, kind in struct._fields_:
            member = f"(({name} *)0)->{field}"
            program.append(f'printf("{name}.{field} %zu %zu\\n", offsetof({name}, {field}), sizeof({member}));')
            expected.append(f"{name}.{field} {getattr(struct, field).offset} {ctypes.sizeof(kind)}")
    said = compiled(tmp_path, "\n".join([*program, "}"])).split("\n")[:-1]
    assert len(_abi.STRUCTS) > 20
    assert said == expected


def test_every_enum_and_constant_has_the_compilers_value(tmp_path):
    names = [name for name in dir(_abi) if name.startswith("FLUV_")]
    program = ["#include <interfluve.h>", "#include <stdio.h>", "int main(void) {"]
    program += [f'printf("{name} %llu\\n", (unsigned long long){name});' for name in names]
    said = compiled(tmp_path, "\n".join([*program, "}"])).split("\n")[:-1]
    assert len(names) > 40
    assert said == [f"{name} {getattr(_abi, name)}" for name in names]


def test_arrays_have_the_fields_of_the_structs():
    for dtype, struct in ((REACH, _abi.fluv_reach), (RIVER_POINT, _abi.fluv_river_point), (LAKE, _abi.fluv_lake),
                          (WATERSHED, _abi.fluv_watershed)):
        assert dtype.itemsize == ctypes.sizeof(struct)
        for name, kind in struct._fields_:
            assert dtype.fields[name][1] == getattr(struct, name).offset
            assert dtype.fields[name][0].itemsize == ctypes.sizeof(kind)


@pytest.mark.parametrize("form", [
    "typedef union a { int b; } a;", "FLUV_API long fluv_x(void);", "typedef struct a { int *(*b)(void); } a;", "int x;",
])
def test_a_form_that_is_not_known_is_an_error(form):
    spec = importlib.util.spec_from_file_location("header", SOURCE / "python" / "header.py")
    header = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(header)
    header.Header("FLUV_API int fluv_x(void);")
    with pytest.raises((SyntaxError, KeyError, AttributeError)):
        header.Header(form)
