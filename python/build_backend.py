# SPDX-License-Identifier: MIT
"""The build behind `pip install ./python`: a wheel with the package and the shared library in it.

The library is taken from build/release, or named by INTERFLUVE_LIBRARY; where there is neither, CMake builds it.
A wheel is a zip with two files of its own, so nothing but Python's own modules is needed.
"""
from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sysconfig
import tempfile
import zipfile
from pathlib import Path
from typing import Any, Optional

import package

ROOT = package.HERE.parent
METADATA = """Metadata-Version: 2.1
Name: interfluve
Version: {version}
Summary: Landscapes whose rivers and lakes are right, as numpy arrays
License: MIT
Requires-Python: >=3.9
Requires-Dist: numpy>=1.20
Provides-Extra: geo
Requires-Dist: geopandas; extra == "geo"
Requires-Dist: xarray; extra == "geo"
"""


def _library(settings: Optional[dict[str, Any]]) -> Path:
    named = (settings or {}).get("library") or os.environ.get("INTERFLUVE_LIBRARY")
    if named:
        return Path(named)
    built = ROOT / "build" / "release" / "libinterfluve.so"
    if not built.exists():
        subprocess.run(["cmake", "--preset", "release"], cwd=ROOT, check=True)
        jobs = str(os.cpu_count() or 1)
        subprocess.run(["cmake", "--build", "--preset", "release", "-j", jobs, "--target", "interfluve_shared"], cwd=ROOT,
                       check=True)
    return built


def _tag() -> str:
    """Any Python 3 on this kind of machine: nothing is compiled against Python."""
    return "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")


def _put(wheel: zipfile.ZipFile, records: "list[str]", name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name)  # with a fixed date: the same sources give the same wheel
    entry.external_attr = 0o644 << 16
    wheel.writestr(entry, content, zipfile.ZIP_DEFLATED)
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    records.append(f"{name},sha256={digest},{len(content)}")


def build_wheel(
    wheel_directory: str, config_settings: Optional[dict[str, Any]] = None, metadata_directory: Optional[str] = None
) -> str:
    version = package.version()
    name = f"interfluve-{version}-{_tag()}.whl"
    info = f"interfluve-{version}.dist-info"
    records: "list[str]" = []
    with tempfile.TemporaryDirectory() as room, zipfile.ZipFile(Path(wheel_directory, name), "w") as wheel:
        folder = package.assemble(Path(room), _library(config_settings))
        for file in sorted(p for p in folder.rglob("*") if p.is_file()):
            _put(wheel, records, file.relative_to(room).as_posix(), file.read_bytes())
        _put(wheel, records, f"{info}/METADATA", METADATA.format(version=version).encode())
        about = f"Wheel-Version: 1.0\nGenerator: interfluve\nRoot-Is-Purelib: false\nTag: {_tag()}\n"
        _put(wheel, records, f"{info}/WHEEL", about.encode())
        _put(wheel, [], f"{info}/RECORD", ("\n".join([*records, f"{info}/RECORD,,"]) + "\n").encode())
    return name


def build_sdist(sdist_directory: str, config_settings: Optional[dict[str, Any]] = None) -> str:
    raise NotImplementedError("the sources are those of the whole project: build a wheel from its folder")
