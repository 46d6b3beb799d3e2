"""Subsets of flops that represent all 22,100 flops, and the parser for users' own lists.

`handsight.papers.flop_subsets` chose the shipped subsets. The documentation's page on subsets of
flops lists the errors of these subsets.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from handsight.cards import CardSet
from handsight.errors import InputError, OptionError
from handsight.ranges.shipped import read_checked
from handsight.runtime.suggestions import did_you_mean

SUBSETS_TABLE = "flop_subsets.json"
DIGEST = "791fe9d7079f94dd5fbb4c47b41b57094fe67bd8a5339fdf11a26cac03d0a168"
SUBSETS = ("25", "49")
"""The names of the shipped subsets: each name is the number of flops in the subset."""

MOST_TEXT = 1_000_000
"""The maximum length of a list of flops in characters, enough for all 22,100 flops."""

TEXTURES = ("rainbow", "two-tone", "monotone", "paired", "trips")
"""The textures of flops; a flop of the first three textures has three different ranks."""

_ENTRY = re.compile(r"(.+?)(?::\s*(\d{1,9}))?", re.ASCII | re.DOTALL)


def named_flops(name: str) -> dict[CardSet, int]:
    """Return a shipped subset, which represents all flops if no range depends on suits.

    Args:
        name: ``"25"`` or ``"49"``.

    Returns:
        A mapping from each flop in the subset to the number of flops, out of 22,100, that it
        represents.

    Raises:
        OptionError: if the name is unknown.
        HandsightError: if the shipped table cannot be read or was altered.

    Example:
        >>> flops = named_flops("25")
        >>> len(flops), sum(flops.values())
        (25, 22100)
    """
    if name not in SUBSETS:
        meant = did_you_mean(name, SUBSETS)
        raise OptionError(
            f"no subset of flops is called {name!r}{meant}; the subsets are {', '.join(SUBSETS)}"
        )
    return {CardSet(flop): count for flop, count in _table()[name].items()}


def flop_texture(flop: CardSet) -> str:
    """Return the texture of a flop: one of `TEXTURES`.

    Args:
        flop: three cards.

    Example:
        >>> [flop_texture(CardSet(text)) for text in ("Qs7h2d", "KhJh5h", "8c8d3s")]
        ['rainbow', 'monotone', 'paired']
    """
    ranks = len({card.index >> 2 for card in flop})
    suits = len({card.index & 3 for card in flop})
    if ranks < 3:
        return TEXTURES[5 - ranks]
    return TEXTURES[3 - suits]


@cache
def _table() -> dict[str, dict[str, int]]:
    table: dict[str, Any] = json.loads(read_checked(SUBSETS_TABLE, DIGEST))
    return {name: table["subsets"][name] for name in SUBSETS}


def read_flop_list(text: str) -> dict[CardSet, int] | list[CardSet]:
    """Parse a list of flops.

    Args:
        text: flops separated by commas or line breaks, like ``"Qs7h2d, KhJh5h"``. Each flop can be
            followed by the number of flops that it represents, like ``"Qs7h2d:24"``; either all
            flops have such a number, or none has.

    Returns:
        A mapping from each flop to the number of flops that it represents, or a list of the flops
        if the text has no numbers.

    Raises:
        InputError: if the text is empty, is longer than `MOST_TEXT`, contains something other than
            cards or a card twice in an entry, has numbers for only some flops, or lists a flop with
            a number twice. Whether each entry has three cards is not checked.

    Example:
        >>> read_flop_list("Qs7h2d:24, KhJh5h:4")
        {CardSet('Qs7h2d'): 24, CardSet('KhJh5h'): 4}
    """
    if len(text) > MOST_TEXT:
        raise InputError(f"the list of flops has more than {MOST_TEXT:,} characters")
    entries = [each.strip() for each in re.split(r"[,\n]", text) if each.strip()]
    if not entries:
        raise InputError("the list of flops is empty; it needs flops like Qs7h2d, KhJh5h")
    flops, counts = [], []
    for entry in entries:
        match = _ENTRY.fullmatch(entry)
        flops.append(CardSet(match[1] if match else entry))
        if match and match[2]:
            counts.append(int(match[2]))
    if not counts:
        return flops
    if len(counts) != len(flops):
        raise InputError("some flops have a count and some do not; give every flop a count")
    if len(set(flops)) != len(flops):
        raise InputError("a flop is listed twice; list each flop once")
    return dict(zip(flops, counts, strict=True))
