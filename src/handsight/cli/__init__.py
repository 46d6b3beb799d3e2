"""The command line, the exit statuses of its commands, and the form of its errors."""

from __future__ import annotations

from collections.abc import Sequence

CANNOT_WRITE = 1
"""The status if the system refused something, such as writing a file or allocating memory."""

BAD_INPUT = 2
"""The status if the input is wrong and the user can correct it."""

AT_FAULT = 3
"""The status if an agent had too many faults for a verdict, or one fault in a strict arena."""

STOPPED = 130
"""The status if an interrupt ended the command; shells use the same number."""


def wants_json(words: Sequence[str]) -> bool:
    """Check whether a command line asks for JSON, even if it cannot be read otherwise.

    Example:
        >>> wants_json(["rank", "AhKh", "--json"]), wants_json(["report", "a.db", "--json=out"])
        (True, True)
        >>> wants_json(["rank", "--", "--json"])
        False
    """
    options = words[: words.index("--")] if "--" in words else words
    return any(word.partition("=")[0] in ("--json", "--jsonl") for word in options)
