"""Suggestions for misspelt names in error messages."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

NEAR = 0.8
"""The minimum similarity of two names, 0..1, in terms of `difflib.SequenceMatcher.ratio`."""


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Suggest a known name in place of a misspelt word, as the end of an error message.

    The suggestion is the known name that is most similar to the word, regardless of case. If no
    name is similar but the word has at least three characters, it is the first name that begins
    with the word. If there is no such name either, the result is an empty string.

    Example:
        >>> did_you_mean("lokki", ["call", "loki"]), did_you_mean("fold", ["loki"])
        (" (did you mean 'loki'?)", '')
    """
    spelt = {name.lower(): name for name in known}
    asked = str(word).lower()
    near = get_close_matches(asked, spelt, n=1, cutoff=NEAR)
    near = near or [name for name in spelt if len(asked) > 2 and name.startswith(asked)]
    return f" (did you mean {spelt[near[0]]!r}?)" if near else ""
