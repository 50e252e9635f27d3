# SPDX-License-Identifier: MIT
"""Rivers, lakes, watersheds and the coast: structured arrays over the library's own lists, and tables for GIS.

Names, units and meanings are those of interfluve.h. GeoDataFrames have the fields of water.gpkg's layers.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

import numpy as np

from . import _abi
from .arrays import LAKE, REACH, RIVER_POINT, WATERSHED, borrow

if TYPE_CHECKING:
    import geopandas

RIVER_KINDS = ("primary", "secondary", "delta", "dry", "braid")
LAKE_STATES = ("full", "partial", "dry")


def _geopandas() -> Any:
    try:
        import geopandas
    except ImportError as reason:
        raise ImportError("this needs geopandas (Debian: python3-geopandas)") from reason
    return geopandas


def _words(column: np.ndarray) -> "list[str]":
    return [value.decode("utf-8", "replace") for value in column.tolist()]


class _Table:
    """Rows of a structured array: `table["name"]` is a column, `len(table)` counts them."""

    def __init__(self, rows: np.ndarray, crs: str):
        self.rows = rows
        self._crs = crs

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, what: Any) -> Any:
        return self.rows[what]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.rows)

    @property
    def names(self) -> "list[str]":
        """The names that rows have, "" where they have none."""
        return _words(self.rows["name"])

    def index(self, id: int) -> int:
        """The row that has an id."""
        found = np.flatnonzero(self.rows["id"] == id)
        if found.size == 0:
            raise KeyError(f"there is none with the id {id}")
        return int(found[0])

    def __repr__(self) -> str:
        return f"<interfluve.{type(self).__name__}: {len(self)}>"

    def _frame(self, columns: "dict[str, Any]", shapes: "list[Any]") -> "geopandas.GeoDataFrame":
        return _geopandas().GeoDataFrame(columns, geometry=shapes, crs=self._crs or None)


class Rivers(_Table):
    """The graph of reaches: `rows` (one a reach, upstream before downstream) and `points` (all their points)."""

    def __init__(self, owner: Any, rivers: _abi.fluv_rivers, crs: str):
        super().__init__(borrow(owner, rivers.reaches, (rivers.count,), REACH), crs)
        self.points = borrow(owner, rivers.points, (rivers.point_count,), RIVER_POINT)

    def line(self, row: int) -> np.ndarray:
        """The points of a reach, downstream: x, y, surface, bed, width, velocity."""
        first = int(self.rows["first_point"][row])
        return self.points[first : first + int(self.rows["point_count"][row])]

    @property
    def kinds(self) -> "list[str]":
        """primary, secondary, delta, dry or braid."""
        return [RIVER_KINDS[kind] for kind in self.rows["kind"]]

    def to_geopandas(self) -> "geopandas.GeoDataFrame":
        """A GeoDataFrame with the fields of water.gpkg; lines carry the water's surface as Z."""
        _geopandas()
        from shapely.geometry import LineString

        r = self.rows
        columns = {
            "id": r["id"], "next_down": r["next_down"], "main_riv": r["main_riv"], "length_km": r["length"] / 1e3,
            "dist_dn_km": r["dist_down"] / 1e3, "dist_up_km": r["dist_up"] / 1e3, "catch_skm": r["catchment"] / 1e6,
            "upland_skm": r["upland"] / 1e6, "endorheic": r["endorheic"], "dis_av_cms": r["discharge"],
            "ord_stra": r["strahler"], "width_m": r["width"], "depth_m": r["depth"], "slope": r["slope"],
            "rosgen": _words(r["rosgen"]), "kind": self.kinds, "lake": r["lake"], "locked": r["locked"], "name": self.names,
        }
        lines = (self.line(i) for i in range(len(self)))
        return self._frame(columns, [LineString(np.column_stack([p["x"], p["y"], p["surface"]])) for p in lines])


class _Shapes(_Table):
    """Rows with outlines: closed rings, an outer one followed by its holes."""

    def __init__(self, rows: np.ndarray, owner: Any, outline: _abi.fluv_outline, crs: str):
        super().__init__(rows, crs)
        count = outline.ring_count
        self._first = borrow(owner, outline.first_point, (count + 1 if count else 0,), np.dtype(np.uint32))
        points = int(self._first[-1]) if count else 0
        self._xy = borrow(owner, outline.xy, (points, 2), np.dtype(np.float64))

    def _ring(self, ring: int) -> np.ndarray:
        return self._xy[int(self._first[ring]) : int(self._first[ring + 1])]

    def rings(self, row: int) -> "list[np.ndarray]":
        """Rings of a row as arrays of x, y; the first point is not repeated, outer rings run counter-clockwise."""
        first = int(self.rows["first_ring"][row])
        return [self._ring(first + i) for i in range(int(self.rows["ring_count"][row]))]

    def _shape(self, row: int) -> Any:
        return _polygons(self.rings(row))


def _signed_area(ring: np.ndarray) -> float:
    """Counter-clockwise positive, which outer rings are."""
    x, y = ring[:, 0] - ring[0, 0], ring[:, 1] - ring[0, 1]
    return 0.5 * float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))


def _polygons(rings: "list[np.ndarray]") -> Any:
    from shapely.geometry import MultiPolygon, Polygon

    parts: "list[tuple[np.ndarray, list[np.ndarray]]]" = []
    for ring in rings:
        if _signed_area(ring) > 0 or not parts:
            parts.append((ring, []))
        else:
            parts[-1][1].append(ring)
    shapes = [Polygon(outer, holes) for outer, holes in parts]
    return shapes[0] if len(shapes) == 1 else MultiPolygon(shapes)


class Lakes(_Shapes):
    """Lakes by id: levels, areas, volumes, outlets; `rings` are their shores."""

    def __init__(self, owner: Any, lakes: _abi.fluv_lakes, crs: str):
        super().__init__(borrow(owner, lakes.lakes, (lakes.count,), LAKE), owner, lakes.outline, crs)

    @property
    def states(self) -> "list[str]":
        """full, partial or dry."""
        return [LAKE_STATES[state] for state in self.rows["state"]]

    def to_geopandas(self) -> "geopandas.GeoDataFrame":
        """A GeoDataFrame with the fields of water.gpkg."""
        _geopandas()
        r = self.rows
        columns = {
            "id": r["id"], "level_m": r["level"], "area_skm": r["area"] / 1e6, "volume_m3": r["volume"],
            "depth_max_m": r["depth_max"], "catch_skm": r["catchment"] / 1e6, "closed": r["closed"],
            "outlet": r["outlet"], "state": self.states, "locked": r["locked"], "name": self.names,
        }
        return self._frame(columns, [self._shape(i) if r["ring_count"][i] else None for i in range(len(self))])


class Watersheds(_Shapes):
    """The land of each river system and closed lake."""

    def __init__(self, owner: Any, sheds: _abi.fluv_watersheds, crs: str):
        super().__init__(borrow(owner, sheds.watersheds, (sheds.count,), WATERSHED), owner, sheds.outline, crs)

    @property
    def names(self) -> "list[str]":
        return [""] * len(self)

    def to_geopandas(self) -> "geopandas.GeoDataFrame":
        """A GeoDataFrame: id of the river system or closed lake, area, endorheic."""
        _geopandas()
        r = self.rows
        columns = {"id": r["id"], "area_skm": r["area"] / 1e6, "endorheic": r["endorheic"]}
        return self._frame(columns, [self._shape(i) for i in range(len(self))])


_LANDMASS = np.dtype([("id", "i8"), ("area", "f8"), ("first_ring", "u4"), ("ring_count", "u4")])


class Coast(_Shapes):
    """The land masses: an outer ring each, with the holes that follow it."""

    def __init__(self, owner: Any, outline: _abi.fluv_outline, crs: str):
        super().__init__(np.zeros(0, _LANDMASS), owner, outline, crs)
        masses: "list[list[float]]" = []
        for number in range(outline.ring_count):
            area = _signed_area(self._ring(number))
            if area > 0 or not masses:
                masses.append([len(masses) + 1, area, number, 1])
            else:
                masses[-1][1] += area
                masses[-1][3] += 1
        self.rows = np.array([tuple(mass) for mass in masses], _LANDMASS)

    @property
    def names(self) -> "list[str]":
        return [""] * len(self)

    def to_geopandas(self) -> "geopandas.GeoDataFrame":
        """A GeoDataFrame with the fields of water.gpkg: a row a land mass."""
        _geopandas()
        columns = {"id": self.rows["id"], "area_skm": self.rows["area"] / 1e6}
        return self._frame(columns, [self._shape(i) for i in range(len(self))])
