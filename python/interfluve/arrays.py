# SPDX-License-Identifier: MIT
"""The library's memory as numpy arrays: not copied, read only, and alive as long as somebody looks at them."""
from __future__ import annotations

import ctypes
from typing import Any, Sequence

import numpy as np

from . import _abi

LAYER_TYPES: "dict[int, np.dtype]" = {
    _abi.FLUV_FLOAT32: np.dtype(np.float32),
    _abi.FLUV_FLOAT64: np.dtype(np.float64),
    _abi.FLUV_UINT8: np.dtype(np.uint8),
    _abi.FLUV_UINT32: np.dtype(np.uint32),
}


class _Memory:
    """Bytes of the library's, and what keeps them there. numpy makes this the array's base."""

    def __init__(self, owner: Any, address: int, size: int):
        self.owner = owner
        self.__array_interface__ = {"version": 3, "typestr": "|u1", "shape": (size,), "data": (address, True)}


def borrow(owner: Any, address: Any, shape: Sequence[int], dtype: np.dtype) -> np.ndarray:
    """An array over the library's memory, which `owner` keeps alive."""
    address = ctypes.cast(address, ctypes.c_void_p).value
    count = int(np.prod(shape, dtype=np.int64))
    if not address or count == 0:
        empty = np.empty(shape, dtype)
        empty.flags.writeable = False
        return empty
    return np.asarray(_Memory(owner, address, count * dtype.itemsize)).view(dtype).reshape(shape)


_CODES = {
    ctypes.c_bool: "?", ctypes.c_float: "f4", ctypes.c_double: "f8", ctypes.c_int8: "i1", ctypes.c_uint8: "u1",
    ctypes.c_int16: "i2", ctypes.c_uint16: "u2", ctypes.c_int32: "i4", ctypes.c_uint32: "u4", ctypes.c_int64: "i8",
    ctypes.c_uint64: "u8",
}


def dtype_of(struct: "type[ctypes.Structure]") -> np.dtype:
    """A struct of the header as a dtype: the same names at the same offsets."""
    names, formats, offsets = [], [], []
    kind: Any
    for name, kind in struct._fields_:  # type: ignore[misc]
        letters = issubclass(kind, ctypes.Array) and kind._type_ is ctypes.c_char
        names.append(name)
        formats.append(f"S{kind._length_}" if letters else _CODES[kind])
        offsets.append(getattr(struct, name).offset)
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": ctypes.sizeof(struct)})


REACH = dtype_of(_abi.fluv_reach)
RIVER_POINT = dtype_of(_abi.fluv_river_point)
LAKE = dtype_of(_abi.fluv_lake)
WATERSHED = dtype_of(_abi.fluv_watershed)
