# SPDX-License-Identifier: MIT
"""Rivers and lakes on heights of your own: numpy arrays and xarray's DataArrays."""
from __future__ import annotations

from ctypes import byref, c_void_p
from typing import Any, Mapping, Optional, Union

import numpy as np

from . import _abi
from ._library import call, lib
from .builder import Builder
from .landscape import Coords, Held, Landscape
from .progress import ProgressOption
from .recipe import Recipe, Value

# The stages behind `interfluve water`: maps show narrows, bridges and trees as dams, and hollows behind them are no lakes.
_STAGES = "interfluve: 1\nstages: [drain: {}, lakes: {gorge: 0.05, silt: 0.1 m}, rivers: {}]\n"


def _spacing(values: np.ndarray, name: str) -> float:
    if len(values) < 2:
        return 0.0
    steps = np.diff(values.astype(float))
    if not np.allclose(steps, steps[0], rtol=1e-3, atol=0.0):
        raise ValueError(f"the coordinate {name!r} is not evenly spaced")
    return float(steps.mean())


def _crs_of(array: Any) -> Optional[str]:
    """As rioxarray or a plain attribute has it."""
    try:
        return array.rio.crs.to_wkt()
    except AttributeError:
        crs = array.attrs.get("crs") or array.attrs.get("crs_wkt")
        return crs if isinstance(crs, str) and "[" in crs else None


class _Heights:
    """Heights from north-west down, with the frame they have."""

    def __init__(self, array: Any, cell: Optional[float], west: float, north: Optional[float], crs: Optional[str]):
        self.coords: Optional[Coords] = None
        self.crs, self.cell, self.west, self.north = crs, cell, west, north
        if hasattr(array, "dims") and hasattr(array, "coords"):
            self._read_coords(array)
        values = np.asarray(np.ma.filled(np.ma.asarray(array, dtype=np.float32), np.nan))
        if values.ndim != 2:
            raise ValueError(f"heights have rows and columns: this array has {values.ndim} dimensions")
        if self.cell is None:
            raise TypeError("say how wide a cell is: water(heights, cell=30)")
        if self.coords:
            values = self.coords.as_given(values)
        self.values = np.ascontiguousarray(values, np.float32)

    def _read_coords(self, array: Any) -> None:
        y, x = array.dims[-2:]
        self.crs = self.crs or _crs_of(array)
        dy = _spacing(np.asarray(array[y]), y) if y in array.coords else 0.0
        dx = _spacing(np.asarray(array[x]), x) if x in array.coords else 0.0
        self.coords = Coords((y, x), {k: v for k, v in array.coords.items()}, south_up=dy > 0.0, east_left=dx < 0.0)
        if not dx or not dy:
            return
        if self.cell is None:
            if not np.isclose(abs(dx), abs(dy), rtol=1e-3):
                raise ValueError(f"cells are square here, these are {abs(dx):g} by {abs(dy):g}: regrid, or give `cell`")
            self.cell = abs(dx)
        if np.isclose(self.cell, abs(dx), rtol=1e-3):  # otherwise the coordinates are in degrees, say
            self.west = float(array[x].min()) - self.cell / 2
            self.north = float(array[y].max()) + self.cell / 2

    def landscape(self) -> Landscape:
        rows, cols = self.values.shape
        assert self.cell is not None
        north = rows * self.cell if self.north is None else self.north
        frame = _abi.fluv_frame(cols, rows, float(self.cell), float(self.west), float(north), 0.0, 0.0)
        out = c_void_p()
        call(lib.fluv_landscape_new, byref(frame), self.crs.encode() if self.crs else None, byref(out))
        held = Held(out.value or 0)
        data = self.values.ctypes.data_as(c_void_p)
        call(lib.fluv_layer_give, held.handle, b"height", data, self.values.size)
        return Landscape(held)


def water(
    heights: Any,
    cell: Optional[float] = None,
    *,
    set: Optional[Mapping[str, Value]] = None,
    recipe: Union[Recipe, None] = None,
    west: float = 0.0,
    north: Optional[float] = None,
    crs: Optional[str] = None,
    progress: ProgressOption = None,
    threads: int = 0,
) -> Landscape:
    """Rivers and lakes on a height map: `interfluve water` for arrays.

    heights   rows x columns in metres, row 0 in the north; NaN or masked: no data. A DataArray keeps its coordinates
              (`Landscape.to_xarray`) whichever way its rows run
    cell      side of a cell in metres; from the DataArray's coordinates when it is not given
    set       parameters of the stages drain, lakes and rivers: {"lakes.runoff": "50 mm/y"}
    recipe    other stages to run on the heights, without a frame
    west, north, crs   where the array's outer corner lies, and in which system (WKT); north: by itself
              so that the southern edge is 0
    """
    given = _Heights(heights, cell, west, north, crs)
    chosen = Recipe.parse(_STAGES, "water") if recipe is None else recipe
    chosen = chosen.set(set) if set else chosen
    begin = given.landscape()
    land = Builder(keep=False, begin=begin).build(chosen, progress=progress, threads=threads)
    land._coords = given.coords
    return land
