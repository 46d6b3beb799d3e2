"""Recorded hands to begin from, and where the collection of real ones lies."""

import os
from pathlib import Path
from typing import Any

import pytest

from handsight.formats import parse_phh
from handsight.game import Hand

ROOT = Path(__file__).parents[3]
COLLECTION = Path(os.environ.get("HANDSIGHT_PHH", ROOT.parent / "shared" / "data" / "phh"))

FIELDS: dict[str, Any] = {
    "variant": "NT",
    "ante_trimming_status": True,
    "antes": [0, 0, 0],
    "blinds_or_straddles": [50, 100, 0],
    "min_bet": 100,
    "starting_stacks": [10000, 10000, 2500],
    "actions": [
        *("d dh p1 QsQd", "d dh p2 9c8c", "d dh p3 AhKh"),
        *("p3 cbr 300", "p1 cbr 1000", "p2 f", "p3 cc"),
        *("d db Qh7h2c", "p1 cbr 1500", "p3 cc"),
        *("p1 sm QsQd", "p3 sm AhKh", "d db 3h", "d db 2d"),
    ],
    "finishing_stacks": [12600, 9900, 0],
}

LIMIT = FIELDS | {
    "variant": "FT",
    "min_bet": None,
    "small_bet": 100,
    "big_bet": 200,
    "actions": [
        *("d dh p1 QsQd", "d dh p2 9c8c", "d dh p3 AhKh"),
        *("p3 cbr 200", "p1 cbr 300", "p2 f", "p3 cc"),
        *("d db Qh7h2c", "p1 cbr 100", "p3 cc", "d db 3h", "p1 cbr 200", "p3 f"),
    ],
    "finishing_stacks": [10500, 9900, 2100],
}


def text_of(fields: dict[str, Any] = FIELDS, **changed: Any) -> str:
    """Write fields as TOML, one a line; None leaves a field out."""
    told = {key: value for key, value in (fields | changed).items() if value is not None}
    return "".join(f"{key} = {written(value)}\n" for key, value in told.items())


def written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


def history(fields: dict[str, Any] = FIELDS, **changed: Any) -> Hand:
    return parse_phh(text_of(fields, **changed), "hand.phh")


def collection() -> Path:
    """Give the archive of real hands, or skip."""
    found = COLLECTION
    if found.is_dir():
        found = found / "phh-hands.tgz"
    if not found.exists():
        pytest.skip("no collection of hands; HANDSIGHT_PHH names one")
    return found
