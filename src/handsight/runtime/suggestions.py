"""Suggestions for misspelt names in error messages."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

NEAR = 0.8
"""The minimum similarity of two names, 0..1, as `difflib.SequenceMatcher.ratio` measures it."""


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return a text for error messages that suggests a known name, or an empty text.

    The suggested name is the most similar one, or else one that begins with the word if the word
    has at least three characters.

    Example:
        >>> did_you_mean("lokki", ["call", "loki"]), did_you_mean("fold", ["loki"])
        (" (did you mean 'loki'?)", '')
    """
    spelt = {name.lower(): name for name in known}
    asked = str(word).lower()
    near = get_close_matches(asked, spelt, n=1, cutoff=NEAR)
    near = near or [name for name in spelt if len(asked) > 2 and name.startswith(asked)]
    return f" (did you mean {spelt[near[0]]!r}?)" if near else ""
