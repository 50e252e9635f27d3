# SPDX-License-Identifier: MIT
"""Making land: once, or many times with what did not change kept."""
from __future__ import annotations

import threading
from ctypes import byref, c_void_p
from typing import Iterable, Iterator, Optional, Union

from ._library import call, lib, run
from .landscape import Held, Landscape
from .progress import ProgressOption, reporter
from .recipe import Recipe, Value


class Builder:
    """Makes landscapes and keeps the result of every stage: a later build begins at the first stage that differs.

    What is kept takes memory until the builder is gone.
    """

    def __init__(self, *, keep: bool = True, begin: Optional[Landscape] = None):
        """`begin`: builds start with this landscape's layers, and the recipe needs no frame."""
        self._handle: Optional[int] = None
        self._lock = threading.Lock()
        self._created(keep)
        self._begin = begin
        if begin is not None:
            call(lib.fluv_builder_begin, self._handle, begin._held.handle)

    def _created(self, keep: bool) -> None:
        def make(context: int) -> int:
            self._handle = lib.fluv_builder_new(context)
            return 0

        call(make)
        if not self._handle:
            raise MemoryError("interfluve: no memory for a builder")
        lib.fluv_builder_keep(self._handle, keep)

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            lib.fluv_builder_delete(self._handle)

    def build(
        self,
        recipe: Union[Recipe, str],
        size: Optional[int] = None,
        *,
        seed: Optional[int] = None,
        progress: ProgressOption = None,
        threads: int = 0,
        memory: int = 0,
    ) -> Landscape:
        """As `Recipe.build`. One build at a time: a second thread waits for the first."""
        recipe = Recipe(recipe) if isinstance(recipe, str) else recipe
        changes: dict[str, Value] = {}
        if size is not None:
            changes["frame.size"] = int(size)
        if seed is not None:
            changes["seed"] = int(seed)
        recipe = recipe.set(changes) if changes else recipe
        out = c_void_p()
        with self._lock, reporter(progress) as report:
            run(
                lib.fluv_builder_run, self._handle, recipe._handle, None, byref(out),
                progress=report, threads=threads, memory=memory,
            )
            held = Held(lib.fluv_landscape_hold(out))  # before the next build begins
        return Landscape(held, recipe)

    @property
    def reused(self) -> int:
        """How many stages of the last build were taken from what was kept."""
        return lib.fluv_builder_reused(self._handle)


def sweep(
    recipe: Recipe, path: str, values: Iterable[Value], *, size: Optional[int] = None, progress: ProgressOption = False
) -> Iterator[Landscape]:
    """Land for each value of a parameter, one after the other; stages before the first change run once.

    `for land in interfluve.sweep(recipe, "lakes.runoff", ["0.1 m/y", "0.2 m/y"]): …`
    """
    builder = Builder()
    for value in values:
        yield builder.build(recipe.set(path, value), size, progress=progress)
