# SPDX-License-Identifier: MIT
"""Interfluve: landscapes whose rivers and lakes are right, as numpy arrays.

    import interfluve

    land = interfluve.Recipe.preset("demo").set("lakes.runoff", "50 mm/y").build(size=512)
    land.height.max(), len(land.lakes), land.rivers["discharge"].max()
    land.show()

    land = interfluve.water(heights, cell=30)       # rivers and lakes on a height map of yours

docs/python.md has more. `interfluve.STAGES`, `LAYERS`, `PRESETS` and `VIEWS` list what there is;
`help(interfluve.stages.lakes)` explains a stage.
"""
from . import stages
from ._library import Progress, lib as _lib
from .builder import Builder, sweep
from .errors import Cancelled, Error, FileError, InputError, OutOfMemory, RecipeError, UsageError
from .given import water
from .landscape import COVER, Check, Frame, Landscape, Note, Region, Verdict, read
from .picture import Picture
from .recipe import Recipe
from .tables import FILES, FRAME, LAYERS, PRESETS, PROGRAMS, STAGES, VIEWS, Layer, Parameter, Stage
from .vectors import Coast, Lakes, Rivers, Watersheds

__version__: str = _lib.fluv_version().decode()

__all__ = [
    "Builder", "COVER", "Cancelled", "Check", "Coast", "Error", "FILES", "FRAME", "FileError", "Frame", "InputError",
    "LAYERS", "Lakes", "Landscape", "Layer", "Note", "OutOfMemory", "PRESETS", "PROGRAMS", "Parameter", "Picture", "Progress",
    "Recipe", "RecipeError", "Region", "Rivers", "STAGES", "Stage", "UsageError", "VIEWS", "Verdict", "Watersheds", "read",
    "stages", "sweep", "water",
]
