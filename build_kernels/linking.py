"""Links the object files of all levels and the C code that calls them into one extension."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from build_kernels.levels import Level
from build_kernels.wanted import c_compiler

HERE = Path(__file__).parent
_LETTERS = {
    "bool": "?",
    "none": "n",
    "float32": "f",
    "float64": "d",
    **dict(zip(("int8", "int16", "int32", "int64"), "bhiq", strict=True)),
    **dict(zip(("uint8", "uint16", "uint32", "uint64"), "BHIQ", strict=True)),
}


def extension_name() -> str:
    """Return the file name of the extension for this Python."""
    return f"built{sysconfig.get_config_var('EXT_SUFFIX')}"


def link(levels: list[Level], objects: list[Path], digest: str, into: Path) -> None:
    """Write the extension.

    Args:
        levels: the levels, from the oldest to the newest.
        objects: the object file of each level, with the list of its entries beside it (.json).
        digest: the hash of the kernels' sources, which the extension will contain.
        into: the file to write.
    """
    import numpy as np

    table = objects[0].parent / "table.h"
    held = [json.loads(each.with_suffix(".json").read_text("utf-8")) for each in objects]
    table.write_text(_Table(levels, held, digest).text(), "utf-8")
    mac = sys.platform == "darwin"
    shared = ["-bundle", "-undefined", "dynamic_lookup"] if mac else ["-shared", "-Wl,-z,relro"]
    command = [
        *(*c_compiler(), "-O2", "-fPIC", "-fvisibility=hidden", "-Wno-unused-function", *shared),
        *(f"-I{folder}" for folder in (table.parent, sysconfig.get_path("include"))),
        f"-I{np.get_include()}",
        *map(str, (HERE / "entries.c", *objects)),
        f"-DLEVELS={len(levels)}",
        *("-lm", "-Wl,-S" if mac else "-s", "-o", str(into)),
    ]
    subprocess.run(command, check=True)


class _Table:
    """The table of all compiled functions, as C code."""

    def __init__(self, levels: list[Level], held: list[list[dict[str, Any]]], digest: str) -> None:
        self._levels, self._digest = levels, digest
        self._classes: list[str] = []
        order = sorted(range(len(held[0])), key=lambda number: _order(held[0][number]))
        self._entries = [[each[number] for each in held] for number in order]

    def text(self) -> str:
        symbols = [entry["symbol"] for row in self._entries for entry in row]
        kernels: dict[str, list[int]] = {}
        rows, most, most_returned = [], 1, 1
        for number, row in enumerate(self._entries):
            entry = row[0]
            kernels.setdefault(f"{entry['module']} {entry['kernel']}", []).append(number)
            count, types, words = self._types(entry["types"][1:-1])
            _, result, returned = self._types(entry["result"])
            most, most_returned = max(most, words), max(most_returned, returned)
            functions = ", ".join(each["symbol"] for each in row)
            rows.append(f"    {{{types}, {result}, {count}, {{{functions}}}}},")
        listed = [
            f'    {{"{name}", {places[0]}, {len(places)}}},'
            for name, places in sorted(kernels.items())
        ]
        names = " ".join(level.name for level in self._levels)
        return "\n".join(
            [
                *(f"int32_t {each}(const int64_t *, int64_t *);" for each in symbols),
                f"enum {{KERNELS = {len(kernels)}, CLASSES = {len(self._classes)}}};",
                f"enum {{MOST_WORDS = {most + 8}, MOST_RETURNED = {most_returned + 8}}};",
                f'#define SOURCES "{self._digest}"',
                f'#define LEVEL_NAMES "{names}"',
                f'#define MADE_BY "{made_by()}"',
                "static const char *CLASS_NAMES[] = {",
                *(f'    "{name}",' for name in self._classes),
                "    NULL};",
                "static const overload OVERLOADS[] = {",
                *rows,
                "};",
                "static const kernel KERNEL_LIST[] = {",
                *listed,
                "};",
                "/* The index of the newest level that the processor can run, or -1. */",
                "static int best_level(void) {",
                *self._choices(),
                "    return -1;",
                "}",
                "",
            ]
        )

    def _choices(self) -> list[str]:
        result = []
        for number, level in reversed([*enumerate(self._levels)]):
            checks = [f'__builtin_cpu_supports("{each}")' for each in level.needs]
            result.append(f"    if ({' && '.join(checks) or '1'})\n        return {number};")
        return ["    __builtin_cpu_init();", *result] if self._levels[0].needs else result

    def _types(self, text: str) -> tuple[int, str, int]:
        """Return the number of types in a list, the bytes that C reads, and their words."""
        parts = _split(text)
        coded = [self._type(part) for part in parts]
        held = [number for numbers, _ in coded for number in numbers]
        numbers = ", ".join(map(str, [*held, 0]))
        words = sum(words for _, words in coded)
        return len(parts), f"(const unsigned char[]){{{numbers}}}", words

    def _type(self, text: str) -> tuple[list[int], int]:
        if text.endswith(")"):
            made_by, _, inside = text[:-1].partition("(")
            if made_by and made_by not in self._classes:
                self._classes.append(made_by)
            number = self._classes.index(made_by) + 1 if made_by else 0
            items = [self._type(part) for part in _split(inside)]
            held = [number for numbers, _ in items for number in numbers]
            return [ord("T"), number, len(items), *held], sum(words for _, words in items)
        item, _, form = text.partition("[")
        if not form:
            return [ord(_LETTERS[item])], int(item != "none")
        dimensions, order, mode = form[:-1]
        numbers = [ord("A"), ord(_LETTERS[item]), int(dimensions), ord(order), ord(mode)]
        return numbers, 5 + 2 * int(dimensions)


def _split(text: str) -> list[str]:
    """Split a list of types at the commas that are not in parentheses."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return parts if text else []


def _order(entry: dict[str, Any]) -> tuple[str, ...]:
    """Return a key that sorts the functions of a kernel, the one with the strictest types first."""
    rank = {"C": "0", "F": "1", "A": "2", "w": "0", "r": "1"}
    demands = re.sub(r"[CFA][wr]\]", lambda it: rank[it[0][0]] + rank[it[0][1]], entry["types"])
    return entry["module"], entry["kernel"], demands


def made_by() -> str:
    """Return the versions of the libraries that compile kernels."""
    from importlib.metadata import version

    return ", ".join(f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy"))
