# SPDX-License-Identifier: MIT
"""Pictures of a landscape: PNG that notebooks show by themselves."""
from __future__ import annotations

import os
import tempfile
import webbrowser
from typing import Union

from .progress import in_notebook


class Picture:
    """A PNG. Notebooks show it; elsewhere `save` it."""

    def __init__(self, png: bytes, title: str):
        self.png = png
        self.title = title

    def save(self, file: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the PNG."""
        with open(file, "wb") as out:
            out.write(self.png)

    def _repr_png_(self) -> bytes:
        return self.png

    def __repr__(self) -> str:
        return f"<interfluve.Picture {self.title}: PNG of {len(self.png)} bytes>"


def show(picture: Picture) -> None:
    """In the notebook, or with what the desktop shows pictures with."""
    if in_notebook():
        from IPython.display import display

        display(picture)
        return
    with tempfile.NamedTemporaryFile(prefix="interfluve-", suffix=".png", delete=False) as out:
        out.write(picture.png)
    print(out.name)
    webbrowser.open(f"file://{out.name}")
