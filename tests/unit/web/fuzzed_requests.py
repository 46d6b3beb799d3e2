"""Requests at random, from the description of the JSON interface."""

from typing import Any

from hypothesis import strategies as st

Schema = dict[str, Any]

SAMPLES = {
    "board": ["", "Qh7h2c", "Qh7h2c9d", "2c2d2h3s3d", "QhQh2c", "Qh7", "????", "qH 7h\t2c"],
    "dead": ["", "As", "AsAs", "2c"],
    "players": ["AhKh", "QQ+", "random", "22+:0.5", "15%", "AA", "???", "KK-"],
    "hand": ["AhKh", "AhAh", "Ah", ""],
    "hole": ["AhKh", "AhAh", "Ah", ""],
    "oop": ["AA", "QQ+, AKs", "random", "AhKh", "22+", "", "AA:2"],
    "ip": ["KK", "TT+", "random", "AA", "Qh7h"],
    "text": ["", "AA", "22+, A2s+", "AhKh:0.5", "PokerStars Hand #1: Hold'em No Limit"],
    "bets": ["", "50%", "33%, 75%, a", "e", "2e", "50c", "2.5x", "0%", "a, a, a"],
    "raises": ["", "a", "2.5x", "60%", "1x", "25c"],
    "line": ["", "check", "check, check", "check, check, 3c", "all-in", "bet 50%, fold, fold", ","],
    "name": [
        *["three", "gone", "broken", "", "../three", "/etc/passwd"],
        *["BTN open", "BB vs BTN 3x", "BTN vs BB, 3bet", "BTN vs BB, limped, 7bb"],
    ],
    "order": ["equity", "chen", "sklansky", "nine-handed", "worst"],
}
"""Values that get past the first check, by the names of fields; others come from the schemas."""

NASTY = ["", "\0", "\ud800", "../../etc/passwd", "C:\\", "%00", "💥" * 50, "A" * 3000, "{}", "-1"]
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(NASTY)
    | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)


def requests_of(schema: Schema, schemas: dict[str, Schema]) -> st.SearchStrategy[Any]:
    """Make requests of a schema: most that fit it, some with a field of junk, some of junk."""
    fitting = _of(schema, schemas, "")
    return st.one_of(fitting, fitting, st.builds(_spoilt, fitting, st.randoms(), JUNK), JUNK)


def _spoilt(request: Any, random: Any, junk: Any) -> Any:
    """Put junk in the place of a field, or add one."""
    if not isinstance(request, dict):
        return junk
    names = [*request, "unknown"]
    return request | {names[random.randrange(len(names))]: junk}


def _of(schema: Schema, schemas: dict[str, Schema], name: str) -> st.SearchStrategy[Any]:
    if "$ref" in schema:
        return _of(schemas[schema["$ref"].rpartition("/")[2]], schemas, name)
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return st.one_of([_of(each, schemas, name) for each in schema[several]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "const" in schema:
        return st.just(schema["const"])
    match schema.get("type"):
        case "object":
            return _objects(schema, schemas, name)
        case "array":
            items = _of(schema.get("items", {}), schemas, name)
            least = schema.get("minItems", 0)
            return st.lists(
                items, min_size=least, max_size=min(schema.get("maxItems", 5), least + 4)
            )
        case "string":
            return _texts(schema, name)
        case "integer":
            return _integers(schema)
        case "number":
            low = schema.get("minimum", schema.get("exclusiveMinimum", -1e9))
            high = schema.get("maximum", schema.get("exclusiveMaximum", 1e9))
            return st.floats(low, high) | st.sampled_from([low, high])
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
    return JUNK


def _objects(schema: Schema, schemas: dict[str, Schema], name: str) -> st.SearchStrategy[Any]:
    fields = schema.get("properties")
    if fields is None:
        keys = _of({"type": "string"} | schema.get("propertyNames", {}), schemas, name)
        values = _of(schema.get("additionalProperties") or {}, schemas, name)
        return st.dictionaries(keys, values, max_size=3)
    needed = set(schema.get("required", ()))
    parts = {each: _of(part, schemas, each) for each, part in fields.items()}
    return st.fixed_dictionaries(
        {each: part for each, part in parts.items() if each in needed},
        optional={each: part for each, part in parts.items() if each not in needed},
    )


def _texts(schema: Schema, name: str) -> st.SearchStrategy[str]:
    if "pattern" in schema:
        return st.from_regex(schema["pattern"])
    usual = st.sampled_from(SAMPLES[name]) if name in SAMPLES else st.nothing()
    others = st.text(max_size=min(schema.get("maxLength", 30), 30)) | st.sampled_from(NASTY)
    return st.one_of(usual, usual, usual, others)


def _integers(schema: Schema) -> st.SearchStrategy[int]:
    low, high = schema.get("minimum", -(2**70)), schema.get("maximum", 2**70)
    small = st.integers(max(low, 0), min(high, 300)) if high >= 0 else st.nothing()
    return st.one_of(small, small, st.integers(low, high), st.sampled_from([low, high]))
