# SPDX-License-Identifier: MIT
"""What can go wrong, as exceptions that know the place of the mistake."""
from __future__ import annotations

from typing import Any, Optional

from . import _abi


class Error(Exception):
    """A call of the library failed. The message is one line; the rest says where the mistake is."""

    status = "failed"  #: the kind, in the library's words
    file: str = ""  #: the recipe's name or file; "": the mistake is in no text
    line: Optional[int] = None  #: there, from 1
    column: Optional[int] = None
    stage: str = ""  #: a stage's name or "frame"; "": none
    stage_index: Optional[int] = None  #: in the recipe, from 0
    parameter: str = ""  #: "": none
    row: Optional[int] = None  #: of the parameter's list, from 0
    path: str = ""  #: all the way: "coast.landmasses[2].markers[1].x"


class UsageError(Error, ValueError):
    """An argument of the call is wrong."""


class RecipeError(Error, ValueError):
    """The recipe cannot be read, or its stages cannot run in this order."""


class InputError(Error, ValueError):
    """A file that was named holds something unusable."""


class OutOfMemory(Error, MemoryError):
    """It would not fit into memory, or did not."""


class FileError(Error, OSError):
    """Reading or writing failed."""


class Cancelled(Error):
    """The run was stopped."""


_KINDS = {
    _abi.FLUV_BAD_USE: UsageError,
    _abi.FLUV_BAD_RECIPE: RecipeError,
    _abi.FLUV_BAD_INPUT: InputError,
    _abi.FLUV_NO_MEMORY: OutOfMemory,
    _abi.FLUV_IO: FileError,
    _abi.FLUV_CANCELLED: Cancelled,
}


def error_of(lib: Any, context: int) -> Error:
    """The exception for the last call that failed in a context."""
    said = lib.fluv_error_of(context).contents

    def word(value: Optional[bytes]) -> str:
        return "" if value is None else value.decode("utf-8", "replace")

    error = _KINDS.get(said.status, Error)(word(said.message))
    error.status = word(lib.fluv_status_name(said.status))
    error.file = word(said.file)
    error.line = said.line or None
    error.column = said.column or None
    error.stage = word(said.stage)
    error.stage_index = said.stage_index if said.stage_index >= 0 else None
    error.parameter = word(said.param)
    error.row = said.row if said.row >= 0 else None
    error.path = word(said.path)
    return error
