"""A suggestion for an unknown name."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

NEAR = 0.8
"""How similar two names must be, 0..1, as measured by `difflib.SequenceMatcher.ratio`."""


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return a suggestion for an error message, the nearest known name, or an empty text.

    The nearest name is one that is similar, or that begins with the word.

    Example:
        >>> did_you_mean("lokki", ["call", "loki"]), did_you_mean("fold", ["loki"])
        (" (did you mean 'loki'?)", '')
    """
    spelt = {name.lower(): name for name in known}
    asked = str(word).lower()
    near = get_close_matches(asked, spelt, n=1, cutoff=NEAR)
    near = near or [name for name in spelt if len(asked) > 2 and name.startswith(asked)]
    return f" (did you mean {spelt[near[0]]!r}?)" if near else ""
