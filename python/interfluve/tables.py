# SPDX-License-Identifier: MIT
"""What there is to set and to read: the library's own tables of stages, parameters, layers, views and presets."""
from __future__ import annotations

import ctypes
from typing import Mapping, NamedTuple, Optional

from . import _abi
from ._library import lib, text

_TYPES = {
    _abi.FLUV_PARAM_REAL: "number",
    _abi.FLUV_PARAM_INT: "whole number",
    _abi.FLUV_PARAM_FIELD: "number, noise or image",
    _abi.FLUV_PARAM_CHOICE: "choice",
    _abi.FLUV_PARAM_FLAG: "flag",
    _abi.FLUV_PARAM_TEXT: "text",
    _abi.FLUV_PARAM_LIST: "list",
}


class Parameter(NamedTuple):
    """One row of a stage's table."""

    name: str
    type: str  #: number, whole number, number, noise or image, choice, flag, text, list
    help: str
    default: object
    unit: str
    min: Optional[float]
    max: Optional[float]
    log: bool  #: values are best spread by their ratios
    choices: tuple[str, ...]
    columns: tuple["Parameter", ...]  #: of a list: what every row holds

    @property
    def range(self) -> str:
        """The values it takes, in words."""
        unit = f" {self.unit}" if self.unit and self.type != "text" else ""
        if self.choices:
            return " | ".join(self.choices)
        if self.type in ("flag", "text"):
            return self.type if not self.unit else f"name of a {self.unit}"
        if self.type == "list":
            return "rows of " + ", ".join(column.name for column in self.columns)
        numbers = f"{self.min:g} .. {self.max:g}{unit}"
        return f"{numbers}, a noise or an image" if "noise" in self.type else numbers

    def _line(self, indent: str) -> str:
        default = "" if self.type == "list" else f"; default {self.default!r}"
        return f"{indent}{self.name}: {self.range}{default}\n{indent}    {self.help}"


class Stage(NamedTuple):
    """A stage and its table. `print(interfluve.STAGES["lakes"])` explains it."""

    name: str
    summary: str
    needs: tuple[str, ...]
    makes: tuple[str, ...]
    amends: tuple[str, ...]
    parameters: Mapping[str, Parameter]

    def __str__(self) -> str:
        lines = [f"{self.name}: {self.summary}", ""]
        for word in ("needs", "makes", "amends"):
            if layers := getattr(self, word):
                lines.append(f"{word} {', '.join(layers)}")
        lines += ["", "Parameters", "----------"]
        for parameter in self.parameters.values():
            lines.append(parameter._line(""))
            lines += [column._line("        ") for column in parameter.columns]
        return "\n".join(lines)


class Layer(NamedTuple):
    """A layer of a landscape: a row of the table of layers."""

    name: str
    help: str
    unit: str
    place: str  #: "grid", "mesh" or "whole"
    nodata: float
    made_from: tuple[str, ...]


def _parameter(row: _abi.fluv_param) -> Parameter:
    kind = _TYPES[row.type]
    numeric = row.type in (_abi.FLUV_PARAM_REAL, _abi.FLUV_PARAM_INT, _abi.FLUV_PARAM_FIELD)
    default: object = row.standard
    if row.type == _abi.FLUV_PARAM_INT:
        default = int(row.standard)
    elif row.type == _abi.FLUV_PARAM_FLAG:
        default = bool(row.standard)
    elif row.type in (_abi.FLUV_PARAM_CHOICE, _abi.FLUV_PARAM_TEXT):
        default = text(row.standard_text)
    elif row.type == _abi.FLUV_PARAM_LIST:
        default = ()
    columns: tuple[Parameter, ...] = ()
    if row.columns:
        list_columns = ctypes.cast(row.columns, ctypes.POINTER(_abi.fluv_list_columns)).contents
        rows = ctypes.cast(list_columns.params, ctypes.POINTER(_abi.fluv_param))
        columns = tuple(_parameter(rows[i]) for i in range(list_columns.count))
    return Parameter(
        name=text(row.name), type=kind, help=text(row.help), default=default, unit=text(row.unit),
        min=row.min if numeric else None, max=row.max if numeric else None, log=row.scale == _abi.FLUV_LOG,
        choices=tuple(text(row.choices).split("|")) if row.choices else (), columns=columns,
    )


def stage_of(info: _abi.fluv_stage_info) -> Stage:
    parameters = (_parameter(info.params[i]) for i in range(info.param_count))
    needs, makes, amends = (tuple(text(getattr(info, key)).split()) for key in ("needs", "makes", "amends"))
    return Stage(text(info.name), text(info.summary), needs, makes, amends, {p.name: p for p in parameters})


def _layer(info: _abi.fluv_layer_info) -> Layer:
    place = ("grid", "mesh", "whole")[info.place]
    return Layer(text(info.name), text(info.help), text(info.unit), place, info.nodata, tuple(text(info.made_from).split()))


#: Every stage by name.
STAGES: Mapping[str, Stage] = {
    s.name: s for s in (stage_of(lib.fluv_stage_at(i).contents) for i in range(lib.fluv_stage_count()))
}
#: The frame's own parameters, as one more table.
FRAME: Stage = stage_of(lib.fluv_frame_info().contents)
#: Every layer by name.
LAYERS: Mapping[str, Layer] = {
    a.name: a for a in (_layer(lib.fluv_layer_at(i).contents) for i in range(lib.fluv_layer_count()))
}
#: Every view that a picture can show.
VIEWS: tuple[str, ...] = tuple(text(lib.fluv_view_name(i)) for i in range(lib.fluv_view_count()))
#: Every preset, with what it makes.
PRESETS: Mapping[str, str] = {
    text(lib.fluv_preset_name(i)): text(lib.fluv_preset_summary(i)) for i in range(lib.fluv_preset_count())
}
#: The files that `Landscape.write` makes and `Landscape.file` hands out.
FILES: tuple[str, ...] = tuple(text(lib.fluv_file_name(i)) for i in range(lib.fluv_file_count()))

#: The programs that `Landscape.export` writes for, and what they are called.
PROGRAMS: Mapping[str, str] = {
    text(lib.fluv_export_profile_at(i).contents.name): text(lib.fluv_export_profile_at(i).contents.title)
    for i in range(lib.fluv_export_profile_count())
}
