# SPDX-License-Identifier: MIT
"""What a build makes: layers, rivers, lakes, pictures and files."""
from __future__ import annotations

import ctypes
import json
import os
from ctypes import byref, c_void_p
from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _abi
from ._library import call, handed_out, lib, run, text
from .arrays import LAYER_TYPES, borrow
from .errors import UsageError
from .picture import Picture, show
from .progress import ProgressOption, reporter
from .tables import LAYERS
from .vectors import Coast, Lakes, Rivers, Watersheds

if TYPE_CHECKING:
    import xarray

    from .recipe import Recipe

#: What the layer `cover` says, by its number.
COVER = ("land", "ocean", "lake", "river", "dry bed")


class Held:
    """One hold on a landscape: the library frees it when the last is gone. Arrays keep theirs."""

    __slots__ = ("handle", "__weakref__")

    def __init__(self, handle: int):
        self.handle = handle

    def __del__(self) -> None:
        lib.fluv_landscape_delete(self.handle)


class Frame(NamedTuple):
    """The piece of land: square cells, row 0 in the north."""

    cols: int
    rows: int
    cell: float  #: side of a cell, m
    west: float  #: the outer corner of the first cell, in the CRS
    north: float
    low: float  #: height range asked for, m; both 0 when the recipe asks for none
    high: float


class Region(NamedTuple):
    """A type of region: the layer `region` has its number."""

    name: str
    colour: tuple[int, int, int]


class Note(NamedTuple):
    """What the user should know of how the land was made."""

    stage: str
    text: str


class Verdict(NamedTuple):
    """What `check` says of a rule of water."""

    rule: int
    applies: bool  #: False: the landscape lacks what the rule speaks of
    holds: bool
    checked: int  #: reaches, lakes or cells looked at
    broken: int
    text: str  #: the rule, and where it is first broken
    place: Optional[tuple[float, float]]  #: where that is, x and y in the CRS


class Check(tuple[Verdict, ...]):
    """The verdicts on all rules; true when none is broken."""

    def __bool__(self) -> bool:
        return all(v.holds or not v.applies for v in self)

    @property
    def broken(self) -> "list[Verdict]":
        return [v for v in self if v.applies and not v.holds]

    def __repr__(self) -> str:
        return "\n".join(f"{v.rule:2} {'ok' if v.holds else 'BROKEN' if v.applies else '-':6} {v.text}" for v in self)


class Landscape:
    """Land with its water. Layers are arrays: `land.height`, `land["height"]`; `land.layers` says which there are.

    Arrays are not copied, cannot be written to, and stay valid after the landscape is gone. A landscape never changes;
    any number of threads may look at it.
    """

    def __init__(self, held: Held, recipe: "Optional[Recipe]" = None, coords: "Optional[Coords]" = None):
        self._held = held
        self._coords = coords
        #: The recipe it was made from; None for land that was read from a folder or given.
        self.recipe = recipe

    # -- what it is

    @property
    def frame(self) -> Frame:
        """The piece of land and its cells."""
        at = lib.fluv_frame_of(self._held.handle).contents
        return Frame(*(getattr(at, name) for name in Frame._fields))

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.frame.rows, self.frame.cols

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """West, east, south, north: as matplotlib's imshow wants it."""
        at = self.frame
        return at.west, at.west + at.cols * at.cell, at.north - at.rows * at.cell, at.north

    @property
    def crs(self) -> str:
        """The coordinate reference system as WKT; "" for invented land."""
        return text(lib.fluv_crs_of(self._held.handle))

    @property
    def seed(self) -> int:
        return lib.fluv_seed_of(self._held.handle)

    @property
    def notes(self) -> "list[Note]":
        """What the user should know of how it was made, in the order of the stages."""
        land = self._held.handle
        count = lib.fluv_note_count(land)
        return [Note(text(lib.fluv_note_stage(land, i)), text(lib.fluv_note_text(land, i))) for i in range(count)]

    # -- layers

    def _layer(self, name: str) -> Any:
        if name not in LAYERS:
            raise KeyError(f"no layer {name!r}; there are {', '.join(LAYERS)}")
        return lib.fluv_layer_get(self._held.handle, lib.fluv_layer_find(name.encode()))

    @property
    def layers(self) -> "list[str]":
        """Names of the layers that are numbers and that some stage has made."""
        found = ((name, self._layer(name)) for name in LAYERS)
        return [name for name, data in found if data.data and data.info.contents.type in LAYER_TYPES]

    def __getitem__(self, name: str) -> np.ndarray:
        """A layer as it lies in memory: rows x columns on the grid, one row of values on a mesh."""
        data = self._layer(name)
        kind = data.info.contents.type
        if not data.data:
            raise KeyError(f"no stage has made the layer {name!r}; there are {', '.join(self.layers)}")
        if kind not in LAYER_TYPES:
            raise KeyError(f"the layer {name!r} holds no numbers that can be shown as an array")
        on_grid = data.info.contents.place == _abi.FLUV_ON_GRID
        shape = (data.rows, data.cols) if on_grid else (data.rows * data.cols,)
        return borrow(self._held, data.data, shape, LAYER_TYPES[kind])

    def __contains__(self, name: object) -> bool:
        return name in self.layers

    def __getattr__(self, name: str) -> np.ndarray:
        if name.startswith("_") or name not in LAYERS:
            raise AttributeError(f"a landscape has no {name!r}")
        try:
            return self[name]
        except KeyError as reason:
            raise AttributeError(reason.args[0]) from None

    def __dir__(self) -> "list[str]":
        return [*super().__dir__(), *self.layers]

    def grid(self, name: str) -> np.ndarray:
        """A layer of numbers as one float a cell, whatever it lies on; a copy of your own."""
        out = np.empty(self.shape, np.float32)
        values = out.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        call(lib.fluv_layer_grid, self._held.handle, lib.fluv_layer_find(name.encode()), values)
        return out

    @property
    def regions(self) -> "list[Region]":
        """Types of regions, by the number that the layer `region` has for them."""
        out = _abi.fluv_region_info()
        found: "list[Region]" = []
        while lib.fluv_region_type_of(self._held.handle, len(found), byref(out)):
            found.append(Region(text(out.name), (out.red, out.green, out.blue)))
        return found

    # -- water

    def _list(self, name: str, getter: Any, kind: Any) -> Any:
        found = getter(self._held.handle)
        if not found:
            raise AttributeError(f"no stage has made {name}")
        return kind(self._held, found.contents, self.crs)

    @property
    def rivers(self) -> Rivers:
        """The graph of reaches."""
        return self._list("rivers", lib.fluv_rivers_of, Rivers)

    @property
    def lakes(self) -> Lakes:
        """The lakes."""
        return self._list("lakes", lib.fluv_lakes_of, Lakes)

    @property
    def watersheds(self) -> Watersheds:
        """The land of each river system and closed lake."""
        return self._list("watersheds", lib.fluv_watersheds_of, Watersheds)

    @property
    def coast(self) -> Coast:
        """Outlines of the land, where there is an ocean."""
        return self._list("a coast", lib.fluv_coast_of, Coast)

    def _sums(self, getter: Any) -> "dict[str, Any]":
        found = getter(self._held.handle)
        if not found:
            return {}
        return {name: getattr(found.contents, name) for name, _ in found.contents._fields_}

    @property
    def budget(self) -> "dict[str, Any]":
        """Where the water went, in m3/y (`per_year`) or m3."""
        return self._sums(lib.fluv_budget_of)

    @property
    def erosion(self) -> "dict[str, Any]":
        """Where ground and water of storms went, in m3."""
        return self._sums(lib.fluv_erosion_of)

    @property
    def endorheic(self) -> "dict[str, Any]":
        """Land whose water reaches neither sea nor edge: `lakes`, `area` (m2) and `share`."""
        found = lib.fluv_endorheic_of(self._held.handle)
        return {name: getattr(found, name) for name, _ in found._fields_}

    @property
    def statistics(self) -> "dict[str, Any]":
        """The numbers of landscape.json: of heights, rivers, lakes and cover."""
        return json.loads(self.file("landscape.json"))["statistics"]

    def check(self, *, progress: ProgressOption = None) -> Check:
        """Whether the water is right: the rules, one verdict each. `assert land.check()`."""
        verdicts = (_abi.fluv_verdict * _abi.FLUV_RULES)()
        with reporter(progress) as report:
            run(lib.fluv_check, self._held.handle, verdicts, progress=report)
        return Check([
            Verdict(v.rule, v.applies, v.holds, v.checked, v.broken, text(v.text), (v.x, v.y) if v.has_place else None)
            for v in verdicts
        ])

    # -- files and pictures

    def _recipe_handle(self) -> Any:
        return self.recipe._handle if self.recipe is not None else None

    def write(
        self, folder: Union[str, "os.PathLike[str]"], *, without: Sequence[str] = (), progress: ProgressOption = None
    ) -> None:
        """Writes every file (`interfluve.FILES`), all or nothing. The folder is new, empty, or was written so before."""
        if self.recipe is None:
            raise UsageError("land that was given or read has no recipe, and recipe.yaml is one of the files")
        options = _abi.fluv_write_options(ctypes.sizeof(_abi.fluv_write_options))
        options.without = ",".join(without).encode() or None
        where = os.fsencode(folder)
        call(lib.fluv_write_check, where, byref(options))
        with reporter(progress) as report:
            run(lib.fluv_write, self._held.handle, self._recipe_handle(), where, byref(options), progress=report)

    def export(
        self, folder: Union[str, "os.PathLike[str]"], program: str, *, size: int = 0, tiles: int = 0,
        format: Optional[str] = None, maps: Union[str, Sequence[str], None] = None, snow_line: float = 0.0,
        rebuild: bool = False, progress: ProgressOption = None,
    ) -> str:
        """Files as another program takes them (`interfluve.PROGRAMS`), all or nothing; returns what it must be told.

        `size`: vertices along the longer side; what the program cannot take becomes the nearest that it can. `tiles`: along
        that side. `maps`: "all", "none" or names; None: the program's own. `rebuild`: the land is made anew at that size.
        """
        options = _abi.fluv_export_options(ctypes.sizeof(_abi.fluv_export_options))
        options.profile = program.encode()
        options.size, options.tiles, options.snow_line, options.rebuild = size, tiles, snow_line, rebuild
        options.format = format.encode() if format is not None else None
        if maps is not None:
            options.maps = (maps if isinstance(maps, str) else ",".join(maps) or "none").encode()
        with handed_out() as (told, _), reporter(progress) as report:
            options.told = ctypes.pointer(told)
            run(
                lib.fluv_export, self._held.handle, self._recipe_handle(), os.fsencode(folder), byref(options),
                progress=report,
            )
            return ctypes.string_at(told).decode() if told else ""

    def file(self, name: str) -> bytes:
        """One of these files, without a disk: `land.file("terrain.glb")`."""
        with handed_out() as (pointer, size):
            run(
                lib.fluv_file_bytes, self._held.handle, self._recipe_handle(), name.encode(), None,
                byref(pointer), byref(size),
            )
            return ctypes.string_at(pointer, size.value)

    def _look(self, longest: int, bare: bool) -> Any:
        return _abi.fluv_render_options(ctypes.sizeof(_abi.fluv_render_options), longest, bare)

    def picture(self, view: str = "map", size: int = 0, *, bare: bool = False) -> Picture:
        """A view (`interfluve.VIEWS`) as PNG; `size`: pixels of the longer side, `bare`: without names and legend."""
        with handed_out() as (pointer, count):
            run(
                lib.fluv_render_png, self._held.handle, view.encode(), byref(self._look(size, bare)),
                byref(pointer), byref(count),
            )
            return Picture(ctypes.string_at(pointer, count.value), view)

    def pixels(self, view: str = "map", size: int = 0, *, bare: bool = False) -> np.ndarray:
        """The same as an array of rows x columns x 4 bytes: red, green, blue, 255."""
        cols, rows = ctypes.c_uint32(), ctypes.c_uint32()
        with handed_out() as (pointer, _):
            run(
                lib.fluv_render_rgba, self._held.handle, view.encode(), byref(self._look(size, bare)),
                byref(pointer), byref(cols), byref(rows),
            )
            raw = ctypes.string_at(pointer, cols.value * rows.value * 4)
        return np.frombuffer(raw, np.uint8).reshape(rows.value, cols.value, 4)

    def show(self, view: str = "map", size: int = 900, *, bare: bool = False) -> None:
        """Shows a view in the notebook, or with what the desktop shows pictures with."""
        show(self.picture(view, size, bare=bare))

    def _repr_png_(self) -> Optional[bytes]:
        return self.picture("map", 700).png if "height" in self else None

    def __repr__(self) -> str:
        at = self.frame
        parts = [f"{at.cols} x {at.rows} cells of {at.cell:g} m"]
        for name in ("rivers", "lakes"):
            if (found := getattr(self, name, None)) is not None:
                parts.append(f"{len(found)} {'reaches' if name == 'rivers' else 'lakes'}")
        return f"<interfluve.Landscape: {', '.join(parts)}>"

    # -- xarray

    def to_xarray(self, *names: str) -> "xarray.Dataset":
        """Layers on the grid as a Dataset with coordinates: all of them, or those named.

        Land made by `interfluve.water` from a DataArray has that array's dimensions and coordinates. Otherwise `y`
        and `x` are the cells' centres in metres.
        """
        import xarray

        coords = self._coords or Coords.of_frame(self.frame)
        chosen = names or [name for name in self.layers if LAYERS[name].place == "grid"]
        made = {name: (coords.dims, coords.as_given(self[name]), _attributes(name)) for name in chosen}
        return xarray.Dataset(made, coords=coords.values, attrs={"crs": self.crs} if self.crs else {})


def _attributes(name: str) -> "dict[str, str]":
    row = LAYERS[name]
    return {"long_name": row.help, **({"units": row.unit} if row.unit else {})}


class Coords:
    """The coordinates of an array that was given, and whether its rows or columns run the other way."""

    def __init__(self, dims: tuple[str, str], values: Mapping[Any, Any], south_up: bool = False, east_left: bool = False):
        self.dims, self.values = dims, values
        self._turn = (slice(None, None, -1 if south_up else 1), slice(None, None, -1 if east_left else 1))

    @staticmethod
    def of_frame(frame: Frame) -> "Coords":
        x = frame.west + (np.arange(frame.cols) + 0.5) * frame.cell
        y = frame.north - (np.arange(frame.rows) + 0.5) * frame.cell
        return Coords(("y", "x"), {"y": y, "x": x})

    def as_given(self, layer: np.ndarray) -> np.ndarray:
        """A layer the way round the array was; from north-west down again when asked twice."""
        return layer[self._turn]


def read(folder: Union[str, "os.PathLike[str]"], *, progress: ProgressOption = None) -> Landscape:
    """Reads a folder back that `Landscape.write` or the command wrote."""
    out = c_void_p()
    with reporter(progress) as report:
        run(lib.fluv_read, os.fsencode(folder), byref(out), progress=report)
    return Landscape(Held(out.value or 0))
