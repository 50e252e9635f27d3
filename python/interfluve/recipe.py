# SPDX-License-Identifier: MIT
"""Recipes: a frame, a seed and an ordered list of stages with parameters.

A recipe never changes. What would change it gives a new one, so that two can be compared, kept in a list or
handed to threads without a thought:

    demo = Recipe.preset("demo")
    dry = demo.set("lakes.runoff", "50 mm/y")
"""
from __future__ import annotations

import json
import os
from ctypes import byref, c_void_p
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Optional, Union

from . import _abi
from ._library import call, lib, take_text, text
from .tables import PRESETS, Stage, stage_of

if TYPE_CHECKING:
    from .landscape import Landscape
    from .progress import ProgressOption

#: What a parameter can be set to: a text as in a recipe ("50 mm/y"), a number in the parameter's unit, a flag, or for
#: noises, images and lists what a recipe would have there, as dict and list.
Value = Union[str, float, int, bool, Mapping[str, Any], Iterable[Any]]


def _plain(value: Any) -> Any:
    """numpy's numbers and arrays as Python's, for JSON."""
    return value.tolist() if hasattr(value, "tolist") else list(value)


def value_text(value: Value) -> str:
    """A value as a recipe has it; JSON is YAML too."""
    if isinstance(value, str):
        return value
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    return json.dumps(value, default=_plain)


class Recipe:
    """A recipe of land. Make one with `preset`, `read`, `parse` or `new`; it never changes."""

    __slots__ = ("_handle", "__weakref__")

    def __init__(self, source: Union[str, "os.PathLike[str]"]):
        """A file, or, where there is no such file, a preset's name."""
        self._handle = c_void_p()
        call(lib.fluv_recipe_read, os.fsencode(source), byref(self._handle))

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            lib.fluv_recipe_delete(self._handle)

    # -- where recipes come from

    @classmethod
    def _of(cls, function: Callable[..., int], *arguments: Any) -> "Recipe":
        made = cls.__new__(cls)
        made._handle = c_void_p()
        call(function, *arguments, byref(made._handle))
        return made

    @classmethod
    def preset(cls, name: str) -> "Recipe":
        """One of `interfluve.PRESETS`."""
        body = lib.fluv_preset_text(name.encode())
        if body is None:
            import difflib

            near = difflib.get_close_matches(name, PRESETS, 1)
            raise KeyError(f"no preset {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
        return cls._of(lib.fluv_recipe_parse, body, len(body), name.encode())

    @classmethod
    def read(cls, file: Union[str, "os.PathLike[str]"]) -> "Recipe":
        """A recipe's file."""
        return cls(os.path.join(os.curdir, file))  # never a preset's name

    @classmethod
    def parse(cls, text: str, name: str = "recipe") -> "Recipe":
        """A recipe's YAML. `name` stands in messages; images are looked up beside it."""
        body = text.encode()
        return cls._of(lib.fluv_recipe_parse, body, len(body), name.encode())

    @classmethod
    def new(cls, *stages: Union[str, Mapping[str, Mapping[str, Value]]], seed: int = 0, **frame: Value) -> "Recipe":
        """From its parts: `Recipe.new(stages.noise(octaves=6), stages.drain(), "lakes", size=256, width="20 km")`."""
        parts: dict[str, Any] = {"interfluve": 1, "seed": seed, "stages": list(stages)}
        if frame:
            parts["frame"] = frame
        return cls.parse(json.dumps(parts, default=_plain))

    # -- asked

    @property
    def seed(self) -> int:
        """The seed that all of its land grows from."""
        return lib.fluv_recipe_seed(self._handle)

    @property
    def stages(self) -> list[str]:
        """Names of its stages in their order."""
        count = lib.fluv_recipe_stage_count(self._handle)
        return [text(lib.fluv_recipe_stage_at(self._handle, i).contents.name) for i in range(count)]

    @property
    def text(self) -> str:
        """The recipe as YAML, with every default filled in."""
        return take_text(lib.fluv_recipe_text, self._handle)

    @property
    def seconds(self) -> float:
        """About how long its stages take on one core; a guess to within a few times, 0 where it is not known."""
        work = _abi.fluv_work()
        call(lib.fluv_recipe_work, self._handle, byref(work))
        return work.seconds

    def stage(self, name: str) -> Stage:
        """The table of one of its stages, or of "frame"."""
        info = lib.fluv_recipe_stage_at(self._handle, self._index(name))
        return stage_of(info.contents)

    def _index(self, stage: str) -> int:
        if stage == "frame":
            return _abi.FLUV_FRAME_STAGE
        index = lib.fluv_recipe_find(self._handle, stage.encode())
        if index >= lib.fluv_recipe_stage_count(self._handle):
            raise KeyError(f"the recipe has no stage {stage!r}: it has {', '.join(self.stages)}")
        return index

    def __getitem__(self, path: str) -> Union[float, int, bool, str]:
        """The value at a path: `recipe["lakes.runoff"]` in the parameter's unit, as a text where it is no number."""
        if path == "seed":
            return self.seed
        stage, _, name = path.partition(".")
        value = _abi.fluv_value()
        call(lib.fluv_recipe_value, self._handle, self._index(stage), name.encode(), byref(value))
        kind = value.param.type
        if kind == _abi.FLUV_PARAM_FLAG:
            return bool(value.number)
        if kind == _abi.FLUV_PARAM_INT:
            return int(value.number)
        number = kind == _abi.FLUV_PARAM_REAL or (kind == _abi.FLUV_PARAM_FIELD and value.field == _abi.FLUV_FIELD_NUMBER)
        return value.number if number else self.value_text(path)

    def value_text(self, path: str) -> str:
        """The value at a path as a recipe has it: "0.4 m/y"."""
        stage, _, name = path.partition(".")
        return take_text(lib.fluv_recipe_value_text, self._handle, self._index(stage), name.encode())

    def check(self, until: Optional[str] = None) -> None:
        """Raises what is wrong with the order of the stages; `build` asks this first."""
        call(lib.fluv_recipe_check, self._handle, None if until is None else until.encode())

    def first_change(self, other: "Recipe") -> Optional[int]:
        """The index of the first stage whose result differs; None where nothing does."""
        index = lib.fluv_recipe_first_change(self._handle, other._handle)
        return None if index == 2**64 - 1 else index

    # -- changed: always a new recipe

    def _copy(self) -> "Recipe":
        return self._of(lib.fluv_recipe_copy, self._handle)

    def _changed(self, function: Callable[..., int], *arguments: Any) -> "Recipe":
        made = self._copy()
        call(function, made._handle, *arguments)
        return made

    def set(self, path: Union[str, Mapping[str, Value]], value: Optional[Value] = None) -> "Recipe":
        """A recipe with another value, or, from a mapping of paths, with several.

        `set("lakes.runoff", "50 mm/y")`, `set("seed", 7)`, `set("frame.width", "60 km")`, `set({"seed": 7,
        "lakes#2.min_area": 2e4})`. Numbers are in the parameter's unit.
        """
        made = self._copy()
        if not isinstance(path, Mapping):
            if value is None:
                raise TypeError("set takes a path and a value, or a mapping of paths to values")
            path = {path: value}
        for key, to in path.items():
            made._put(key, to)
        return made

    def _put(self, path: str, value: Value) -> None:
        stage, dot, name = path.partition(".")
        if dot and not isinstance(value, str):
            index = lib.fluv_recipe_find(self._handle, stage.encode())
            if stage == "frame" or index < lib.fluv_recipe_stage_count(self._handle):
                call(lib.fluv_recipe_put, self._handle, self._index(stage), name.encode(), value_text(value).encode())
                return
        call(lib.fluv_recipe_set, self._handle, f"{path}={value_text(value)}".encode())

    def insert(self, stage: Union[str, Mapping[str, Mapping[str, Value]]], at: Optional[int] = None) -> "Recipe":
        """With one more stage before the one at `at`, or at the end: `insert(stages.thermal(talus=0.8), 2)`."""
        (name, params), = stage.items() if isinstance(stage, Mapping) else [(stage, {})]
        index = len(self.stages) if at is None else at
        return self._changed(lib.fluv_recipe_insert, index, name.encode(), json.dumps(params, default=_plain).encode())

    def remove(self, stage: Union[str, int]) -> "Recipe":
        """Without a stage, given by name or index."""
        return self._changed(lib.fluv_recipe_remove, self._index(stage) if isinstance(stage, str) else stage)

    def move(self, stage: Union[str, int], to: int) -> "Recipe":
        """With a stage elsewhere: it then has the index `to`."""
        return self._changed(lib.fluv_recipe_move, self._index(stage) if isinstance(stage, str) else stage, to)

    def until(self, stage: str) -> "Recipe":
        """Ending with a stage: those after it are taken away."""
        return self._changed(lib.fluv_recipe_end, stage.encode())

    # -- made

    def build(
        self,
        size: Optional[int] = None,
        *,
        seed: Optional[int] = None,
        progress: "ProgressOption" = None,
        threads: int = 0,
        memory: int = 0,
    ) -> "Landscape":
        """Makes the land. `interfluve.Builder` makes several and does again only what differs.

        size      cells along the frame's width, in place of the recipe's: more detail, the same land
        progress  a function that is given a `Progress`; True for a bar, False for none; by itself a bar in
                  notebooks and terminals
        threads   0: one a core; the land is the same for any number
        memory    bytes above which the run is refused; 0: what the machine has
        """
        from .builder import Builder

        return Builder(keep=False).build(self, size, seed=seed, progress=progress, threads=threads, memory=memory)

    # -- shown

    def __repr__(self) -> str:
        return f"<interfluve.Recipe seed {self.seed}: {', '.join(self.stages)}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Recipe) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> Any:
        return Recipe.parse, (self.text,)
