"""The schemas that a version promises, without their prose, and what would break the promise."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from handsight._version import __version__
from handsight.cli.main import main
from handsight.cli.schema import all_schemas

PROMISED = Path(__file__).with_name("schemas.json")

PROSE = ("$schema", "description", "title")
"""Keys of a schema that programs do not rely on."""


def minor_version() -> list[int]:
    """Return the version without its patch number: 0.4.1 and 0.4.2.dev0 promise the same."""
    return [int(number) for number in re.findall(r"\d+", __version__)[:2]]


def schemas() -> dict[str, Any]:
    """Return the present schemas, without their prose, by command."""
    return {name: _bare(schema) for name, schema in all_schemas(main).items()}


def promised() -> dict[str, Any]:
    """Read the promised schemas: ``version`` and ``schemas``."""
    found: dict[str, Any] = json.loads(PROMISED.read_text())
    return found


def write() -> None:
    """Write the present schemas as promised, unless they break the promise of this version."""
    if PROMISED.exists():
        before = promised()
        broken = breaches(before["schemas"], schemas())
        if broken and before["version"] == minor_version():
            raise SystemExit(
                "\n".join(["schemas of this version are promised; see there", *broken])
            )
    lines = (f"{json.dumps(name)}: {json.dumps(each)}" for name, each in schemas().items())
    head = f'{{"version": {json.dumps(minor_version())}, "schemas": {{\n'
    PROMISED.write_text(head + ",\n".join(lines) + "\n}}\n")


def breaches(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """List all ways in which what a program may rely on before is no longer so."""
    found = [f"{name} prints no JSON any more" for name in before if name not in now]
    for name in before.keys() & now.keys():
        found += _Comparison(name, before[name], now[name]).breaches()
    return sorted(found)


class _Comparison:
    """A comparison of two schemas of a command."""

    def __init__(self, name: str, before: dict[str, Any], now: dict[str, Any]) -> None:
        self._name = name
        self._before, self._now = before, now
        self._seen: set[tuple[str, str]] = set()

    def breaches(self) -> list[str]:
        """List the breaches; a command may print further documents, with options of its own."""
        olds = self._before.get("anyOf", [self._before])
        news = self._now.get("anyOf", [self._now])
        found = []
        for old in olds:
            results = [list(self._between(self._name, old, new)) for new in news]
            found += min(results, key=len)
        return found

    def _between(self, place: str, old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
        names = (old.get("$ref", ""), new.get("$ref", ""))
        if names in self._seen and names != ("", ""):
            return
        self._seen.add(names)
        old, new = self._meant(old, self._before), self._meant(new, self._now)
        if "anyOf" in old or "anyOf" in new:
            yield from self._between_choices(place, old, new)
            return
        yield from _between_types(place, old, new)
        for key, schema in old.get("properties", {}).items():
            if key not in new.get("properties", {}):
                yield f"{place}.{key} has disappeared"
                continue
            if key in old["required"] and key not in new["required"]:
                yield f"{place}.{key} may be left out"
            yield from self._between(f"{place}.{key}", schema, new["properties"][key])
        for part in ("items", "additionalProperties"):
            if part in old:
                yield from self._between(f"{place}[]", old[part], new.get(part, {}))
        for number, schema in enumerate(old.get("prefixItems", ())):
            others = new.get("prefixItems", [])
            if number < len(others):
                yield from self._between(f"{place}[{number}]", schema, others[number])
            else:
                yield f"{place}[{number}] has disappeared"

    def _between_choices(
        self, place: str, old: dict[str, Any], new: dict[str, Any]
    ) -> Iterator[str]:
        olds, news = old.get("anyOf", [old]), new.get("anyOf", [new])
        for each in news:
            results = [list(self._between(place, choice, each)) for choice in olds]
            yield from min(results, key=len)

    def _meant(self, schema: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any]:
        """Return the schema that a reference means; one object for all that must hold at once."""
        if "$ref" in schema:
            found: dict[str, Any] = whole["$defs"][schema["$ref"].rpartition("/")[2]]
            return found
        if "allOf" not in schema:
            return schema
        parts = [self._meant(each, whole) for each in schema["allOf"]]
        return {
            "type": "object",
            "properties": {key: each for part in parts for key, each in part["properties"].items()},
            "required": [key for part in parts for key in part["required"]],
        }


def _between_types(place: str, old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    """Yield that a type has changed, unless only fewer values are possible."""
    allowed, possible = _types(old), _types(new)
    if (allowed and not possible) or (allowed and possible - allowed):
        yield f"{place} was {_told(allowed)}, and is {_told(possible) or 'anything'}"
    if "enum" in old and "enum" not in new:
        yield f"{place} was one of a list, and is anything"


def _types(schema: dict[str, Any]) -> set[str]:
    named = schema.get("type", [])
    types = {named} if isinstance(named, str) else set(named)
    return types | ({"integer"} if "number" in types else set())


def _told(types: set[str]) -> str:
    return " or ".join(sorted(types - ({"integer"} if "number" in types else set())))


def _bare(value: Any) -> Any:
    if isinstance(value, list):
        return [_bare(each) for each in value]
    if not isinstance(value, dict):
        return value
    bare = {key: _bare(each) for key, each in value.items() if key not in PROSE}
    for names in ("properties", "$defs"):  # whose keys are names
        if names in value:
            bare[names] = {key: _bare(each) for key, each in value[names].items()}
    return bare
