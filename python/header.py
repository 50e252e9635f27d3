# SPDX-License-Identifier: MIT
"""The public header as ctypes declarations.

in   the text of include/interfluve.h        out   the text of a Python module

The header keeps to a few forms (typedef enum, typedef struct, FLUV_API call, #define NUMBER), and this reads those
forms and no others: what it does not understand is an error at build time, never a guess. The tests compare every
size and offset with what the C compiler says of the same header.
"""
from __future__ import annotations

import re

NUMBERS = {
    "bool": "c_bool", "char": "c_char", "int": "c_int", "float": "c_float", "double": "c_double", "size_t": "c_size_t",
    "int8_t": "c_int8", "uint8_t": "c_uint8", "int16_t": "c_int16", "uint16_t": "c_uint16", "int32_t": "c_int32",
    "uint32_t": "c_uint32", "int64_t": "c_int64", "uint64_t": "c_uint64",
}


class Header:
    """What was found, in the order of the header."""

    def __init__(self, text: str):
        self.constants: dict[str, int] = {}
        self.enums: dict[str, dict[str, int]] = {}
        self.structs: dict[str, list[tuple[str, str]]] = {}
        self.opaque: set[str] = set()
        self.callbacks: dict[str, str] = {}
        self.calls: dict[str, tuple[str, list[str]]] = {}
        text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text.replace("\\\n", " "), flags=re.S)
        self._read_defines(text)
        text = re.sub(r"^\s*#[^\n]*$", "", text, flags=re.M)
        text = re.sub(r'extern "C" \{', "", text)
        for part in _statements(text):
            self._read_statement(part)

    def _read_defines(self, text: str) -> None:
        for name, value in re.findall(r"^#define (FLUV_\w+)[ \t]+(\d+|UINT32_MAX|SIZE_MAX)\s*$", text, flags=re.M):
            self.constants[name] = {"UINT32_MAX": 2**32 - 1, "SIZE_MAX": 2**64 - 1}.get(value) or int(value)

    def _read_statement(self, part: str) -> None:
        if match := re.fullmatch(r"typedef enum (\w+) \{(.*)\} \1", part):
            self._read_enum(match[1], match[2])
        elif match := re.fullmatch(r"typedef struct (\w+) \{(.*)\} \1", part):
            self._read_struct(match[1], match[2])
        elif match := re.fullmatch(r"typedef struct (\w+) \1|struct (\w+)", part):
            self.opaque.add(match[1] or match[2])
        elif match := re.fullmatch(r"typedef void (\w+)\((.*)\)", part):
            kinds = ", ".join(self._type(_declared(p)[0]) for p in match[2].split(","))
            self.callbacks[match[1]] = f"CFUNCTYPE(None, {kinds})"
        elif match := re.fullmatch(r"FLUV_API (?:FLUV_MUST_CHECK )?(.*?)(\w+)\((.*)\)", part):
            self._read_call(match[1].strip(), match[2], match[3])
        else:
            raise SyntaxError(f"interfluve.h: this form is not known here: {part}")

    def _read_enum(self, name: str, body: str) -> None:
        values: dict[str, int] = {}
        following = 0
        for word in filter(None, (w.strip() for w in body.split(","))):
            key, _, value = (w.strip() for w in word.partition("="))
            values[key] = int(value) if value else following
            following = values[key] + 1
        self.enums[name] = values

    def _read_struct(self, name: str, body: str) -> None:
        fields = []
        for line in filter(None, (w.strip() for w in body.split(";"))):
            base, rest = re.fullmatch(r"((?:const |struct )*\w+)\s*(.*)", line).groups()
            for declarator in rest.split(","):
                kind, field = _declared(f"{base} {declarator.strip()}")
                fields.append((field, self._type(kind)))
        self.structs[name] = fields

    def _read_call(self, result: str, name: str, parameters: str) -> None:
        kinds = [] if parameters.strip() == "void" else [self._parameter(p) for p in parameters.split(",")]
        self.calls[name] = ("None" if result == "void" else self._type(result), kinds)

    def _parameter(self, text: str) -> str:
        kind = _declared(text)[0]
        kind = re.sub(r"\[\w+\]$", " *", kind)  # an array that is handed over is a pointer
        if kind.rstrip("* ") in self.callbacks:
            return kind.rstrip("* ")
        return self._type(kind)

    def _type(self, kind: str) -> str:
        kind = re.sub(r"\b(const|struct)\b", "", kind).strip()
        if match := re.fullmatch(r"(.*)\[(\w+)\]", kind):
            return f"{self._type(match[1])} * {self.constants.get(match[2], match[2])}"
        base, stars = kind.rstrip("* "), kind.count("*")
        if stars == 0:
            return base if base in self.structs else "c_int" if base in self.enums else NUMBERS[base]
        if base == "char" and stars == 1:
            return "c_char_p"
        if stars == 1 and base in self.structs:
            return f"POINTER({base})"
        if stars == 1 and base in NUMBERS:
            return f"POINTER({NUMBERS[base]})"
        if base in NUMBERS or base in self.structs or base in self.opaque or base == "void":
            return "c_void_p" if stars == 1 else "POINTER(c_void_p)"
        raise SyntaxError(f"interfluve.h: the type {kind!r} is not known here")


def _statements(text: str):
    """Pieces that end with a semicolon outside braces, with single spaces."""
    start = depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "{") - (letter == "}")
        if letter == ";" and depth == 0:
            yield re.sub(r"\s+", " ", text[start:at]).strip()
            start = at + 1


def _declared(text: str) -> tuple[str, str]:
    """"const char *name" as its type and its name; an array's size belongs to the type."""
    match = re.fullmatch(r"([^()]*?)(\w+)((?:\[\w+\])?)", text.strip())
    if not match:
        raise SyntaxError(f"interfluve.h: this declaration is not known here: {text}")
    return match[1].strip() + match[3], match[2]


def module(text: str) -> str:
    """The Python module that declares what the header declares."""
    header = Header(text)
    lines = [
        '"""Made from interfluve.h when the package was built: do not edit."""',
        "from ctypes import (CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_float, c_int, c_int8,",
        "                    c_int16, c_int32, c_int64, c_size_t, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p)",
        "",
    ]
    lines += [f"{name} = {value}" for name, value in header.constants.items()]
    for values in header.enums.values():
        lines += [f"{key} = {value}" for key, value in values.items()]
    for name, fields in header.structs.items():
        lines += ["", "", f"class {name}(Structure):", "    _fields_ = ["]
        lines += [f'        ("{field}", {kind}),' for field, kind in fields]
        lines += ["    ]"]
    lines += ["", ""]
    lines += [f"{name} = {kind}" for name, kind in header.callbacks.items()]
    lines += ["STRUCTS = [" + ", ".join(header.structs) + "]", "CALLS = {"]
    lines += [f'    "{name}": ({result}, [{", ".join(kinds)}]),' for name, (result, kinds) in header.calls.items()]
    return "\n".join(lines + ["}", ""])
