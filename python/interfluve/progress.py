# SPDX-License-Identifier: MIT
"""How far a run is, shown: a bar in a notebook, a line in a terminal, or a function of the caller's."""
from __future__ import annotations

import html
import sys
import time
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional, Union

from ._library import Progress

#: None: a bar in notebooks and terminals. True: a bar. False: none. A function is given each `Progress`.
ProgressOption = Union[None, bool, Callable[[Progress], object]]

_PATIENCE = 0.5  # s: a run that ends sooner shows nothing


def in_notebook() -> bool:
    """Whether this runs in a kernel that shows pictures."""
    if "IPython" not in sys.modules:
        return False
    shell = sys.modules["IPython"].get_ipython()
    return shell is not None and getattr(shell, "kernel", None) is not None


class _Bar:
    """Shows progress a few times a second, and takes itself away in the end."""

    def __init__(self, patience: float) -> None:
        self._begin = time.monotonic()
        self._patience = patience
        self._shown = False

    def __call__(self, now: Progress) -> None:
        if self._shown or time.monotonic() - self._begin >= self._patience:
            self._shown = True
            self.show(now)

    def show(self, now: Progress) -> None:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError


class NotebookBar(_Bar):
    """An HTML bar that is drawn over itself."""

    def __init__(self, patience: float = _PATIENCE) -> None:
        super().__init__(patience)
        self._display: Any = None

    def show(self, now: Progress) -> None:
        from IPython.display import HTML, display

        page = HTML(
            f'<progress max="1" value="{now.done:.3f}" style="width: 20em"></progress> '
            f"{html.escape(now.stage)} <small>{now.step}/{now.steps}</small>"
        )
        if self._display is None:
            self._display = display(page, display_id=True)
        else:
            self._display.update(page)

    def close(self) -> None:
        if self._display is not None:
            from IPython.display import HTML

            self._display.update(HTML(""))


class TextBar(_Bar):
    """One line that is written over itself; without a terminal, a line a step."""

    def __init__(self, patience: float = _PATIENCE, to: Any = None) -> None:
        super().__init__(patience)
        self._to = sys.stderr if to is None else to
        self._over = bool(getattr(self._to, "isatty", lambda: False)())
        self._step = ("", 0)

    def show(self, now: Progress) -> None:
        if self._over:
            full = round(20 * now.done)
            line = f"[{'#' * full}{'.' * (20 - full)}] {now.step}/{now.steps} {now.stage}"
            self._to.write(f"\r{line[:78]:<78}")
            self._to.flush()
        elif (now.phase, now.step) != self._step:
            self._step = (now.phase, now.step)
            self._to.write(f"{now.phase} {now.step}/{now.steps} {now.stage}\n")

    def close(self) -> None:
        if self._shown and self._over:
            self._to.write("\r" + " " * 78 + "\r")
            self._to.flush()


@contextmanager
def reporter(option: ProgressOption) -> Iterator[Optional[Callable[[Progress], object]]]:
    """What a run should call, or None."""
    if callable(option):
        yield option
        return
    terminal = bool(getattr(sys.stderr, "isatty", lambda: False)())
    if option is False or (option is None and not in_notebook() and not terminal):
        yield None
        return
    patience = 0.0 if option else _PATIENCE
    bar: _Bar = NotebookBar(patience) if in_notebook() else TextBar(patience)
    try:
        yield bar
    finally:
        bar.close()
