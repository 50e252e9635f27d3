# SPDX-License-Identifier: MIT
"""The shared library: found, loaded, and its calls made from Python.

`call` makes a short call. `run` makes a long one on a thread of its own, so that the caller's thread stays in Python:
it shows progress, other threads run on, and an exception there (Ctrl-C, a progress function that fails) stops the
call. Every call has a context of its own, because a context serves one call at a time and a progress function
may call anything.
"""
from __future__ import annotations

import ctypes
import os
import queue
import threading
from contextlib import contextmanager
from ctypes import byref
from pathlib import Path
from typing import Any, Callable, Iterator, NamedTuple, Optional

from . import _abi
from .errors import Error, error_of


class Progress(NamedTuple):
    """How far a run is: what a progress function is given."""

    phase: str  #: "make": stages run; "check": the rules; "write", "read": files; "draw"
    stage: str  #: the stage at work, the file or the view
    step: int  #: 1 .. steps
    steps: int
    fraction: float  #: 0 .. 1 within the step
    seconds: float  #: spent in this step so far

    @property
    def done(self) -> float:
        """The share of the phase that is done, each step counted alike: 0 .. 1."""
        return (self.step - 1 + self.fraction) / self.steps if self.steps else 0.0


def _candidates() -> Iterator[str]:
    """Where the library may lie: named by the environment, in the package, or installed."""
    if named := os.environ.get("INTERFLUVE_LIBRARY"):
        yield named
        return
    yield from map(str, sorted(Path(__file__).parent.glob("libinterfluve.so*")))
    yield f"libinterfluve.so.{_abi.FLUV_VERSION_MAJOR}"


def _load() -> ctypes.CDLL:
    # Threads that wait would spin: OpenMP's runtime reads this once, as it is loaded.
    unset = "OMP_WAIT_POLICY" not in os.environ
    if unset:
        os.environ["OMP_WAIT_POLICY"] = "passive"
    try:
        reasons = []
        for name in _candidates():
            try:
                return ctypes.CDLL(name)
            except OSError as reason:
                reasons.append(str(reason))
        raise ImportError("interfluve: the shared library is not there: " + "; ".join(reasons))
    finally:
        if unset:
            del os.environ["OMP_WAIT_POLICY"]


def _declare(library: ctypes.CDLL) -> ctypes.CDLL:
    for name, (result, parameters) in _abi.CALLS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, parameters
    made_for = _abi.FLUV_VERSION_MAJOR, _abi.FLUV_VERSION_MINOR
    number = library.fluv_version_number()
    if made_for != (number // 1000000, number // 1000 % 1000):
        raise ImportError(
            f"interfluve: the package was made for version {made_for[0]}.{made_for[1]}, "
            f"the library is {library.fluv_version().decode()}"
        )
    return library


lib = _declare(_load())


def text(value: Optional[bytes]) -> str:
    return "" if value is None else value.decode("utf-8", "replace")


class _Context:
    """A context, deleted at the end of a `with`."""

    def __init__(self, threads: int = 0, memory: int = 0):
        self.handle = lib.fluv_ctx_new()
        if not self.handle:
            raise MemoryError("interfluve: no memory for a context")
        lib.fluv_set_threads(self.handle, threads)
        lib.fluv_set_memory_limit(self.handle, memory)

    def __enter__(self) -> int:
        return self.handle

    def __exit__(self, *_: object) -> None:
        lib.fluv_ctx_delete(self.handle)


def _raise_unless_ok(context: int, status: int) -> None:
    if status != _abi.FLUV_OK:
        raise error_of(lib, context)


def call(function: Callable[..., int], *arguments: Any) -> None:
    """A short call whose first argument is a context; raises what it says."""
    with _Context() as context:
        _raise_unless_ok(context, function(context, *arguments))


def take_text(function: Callable[..., int], *arguments: Any) -> str:
    """A short call that hands out a text through its last argument."""
    out = ctypes.c_void_p()
    call(function, *arguments, byref(out))
    try:
        return ctypes.string_at(out).decode("utf-8", "replace")
    finally:
        lib.fluv_text_free(out)


@contextmanager
def handed_out() -> Iterator[tuple[ctypes.c_void_p, ctypes.c_size_t]]:
    """Room for a pointer and a size; what the library puts there is freed in the end."""
    pointer, size = ctypes.c_void_p(), ctypes.c_size_t()
    try:
        yield pointer, size
    finally:
        lib.fluv_text_free(pointer)


class _Run:
    """A call on a thread of its own. Its reports and its end come through `news`."""

    def __init__(self, context: int, function: Callable[..., int], arguments: tuple[Any, ...]):
        self.context = context
        self.stopped = False
        self.status = _abi.FLUV_OK
        self.news: "queue.SimpleQueue[Optional[Progress]]" = queue.SimpleQueue()
        self._report = _abi.fluv_progress_fn(self._heard)
        self._work = (function, arguments)
        self._thread = threading.Thread(target=self._make, name="interfluve", daemon=True)

    def _heard(self, _user: Any, now: Any) -> None:
        if self.stopped:  # here a call is always running: a wish to stop is never missed
            lib.fluv_cancel(self.context)
        at = now.contents
        self.news.put(Progress(text(at.phase), text(at.stage), at.step, at.steps, at.fraction, at.seconds))

    def _make(self) -> None:
        function, arguments = self._work
        try:
            self.status = function(self.context, *arguments)
        finally:
            self.news.put(None)

    def start(self) -> None:
        lib.fluv_set_progress(self.context, self._report, None)
        self._thread.start()

    def stop(self) -> None:
        """Asks the call to end and waits until it has, whatever else is pressed meanwhile."""
        self.stopped = True
        lib.fluv_cancel(self.context)
        while self._thread.is_alive():
            try:
                self._thread.join()
            except BaseException:  # it ends soon by itself; its context must live until then
                continue


def run(
    function: Callable[..., int],
    *arguments: Any,
    progress: Optional[Callable[[Progress], object]] = None,
    threads: int = 0,
    memory: int = 0,
) -> None:
    """A long call: the interpreter's lock is free meanwhile, and any exception here stops it."""
    with _Context(threads, memory) as context:
        work = _Run(context, function, arguments)
        try:
            work.start()
            while (now := work.news.get()) is not None:
                if progress is not None:
                    progress(now)
        except BaseException:
            work.stop()
            raise
        work._thread.join()
        _raise_unless_ok(context, work.status)


__all__ = ["Error", "Progress", "call", "handed_out", "lib", "run", "take_text", "text"]
