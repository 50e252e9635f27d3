# SPDX-License-Identifier: MIT
"""Every stage as a function that makes a recipe's entry of it: names, defaults and texts are the library's tables.

    from interfluve import Recipe, stages
    Recipe.new(stages.noise(octaves=6), stages.drain(), stages.lakes(runoff="0.2 m/y"), stages.rivers(), width="20 km")

A name that is a word of Python's has an underscore behind it: `import_(file="map.tif")`, `lakes(from_="erode")`.
"""
from __future__ import annotations

import inspect
import keyword
from typing import Any, Callable

from .tables import STAGES, Stage


def _argument(name: str) -> str:
    return name + "_" if keyword.iskeyword(name) else name


def _function(stage: Stage) -> Callable[..., dict[str, dict[str, Any]]]:
    parameters = {_argument(name): name for name in stage.parameters}

    def make(**values: Any) -> dict[str, dict[str, Any]]:
        for name in values:
            if name not in parameters:
                raise TypeError(f"{stage.name} has no parameter {name!r}: it has {', '.join(parameters)}")
        return {stage.name: {parameters[name]: value for name, value in values.items()}}

    make.__name__ = make.__qualname__ = _argument(stage.name)
    make.__doc__ = str(stage)
    make.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(argument, inspect.Parameter.KEYWORD_ONLY, default=stage.parameters[name].default)
            for argument, name in parameters.items()
        ]
    )
    return make


globals().update({_argument(name): _function(stage) for name, stage in STAGES.items()})
__all__ = [_argument(name) for name in STAGES]


def stub() -> str:
    """The types of these functions, for editors: what the build writes to stages.pyi."""
    kinds = {
        "number": "float | str", "whole number": "int | str", "number, noise or image": "float | str | Mapping[str, Any]",
        "flag": "bool", "text": "str", "list": "Sequence[Any] | Mapping[str, Any] | str",
    }
    lines = ["# Made from the library's tables when the package was built: do not edit.",
             "from typing import Any, Literal, Mapping, Sequence", ""]
    for stage in STAGES.values():
        lines.append(f"def {_argument(stage.name)}(")
        if stage.parameters:
            lines.append("    *,")
        for name, row in stage.parameters.items():
            kind = "Literal[" + ", ".join(map(repr, row.choices)) + "]" if row.choices else kinds[row.type]
            lines.append(f"    {_argument(name)}: {kind} = ...,")
        page = "\n    ".join(str(stage).replace("\\", "\\\\").split("\n"))
        lines += [") -> dict[str, dict[str, Any]]:", f'    """{page}', '    """', ""]
    return "\n".join(lines)
