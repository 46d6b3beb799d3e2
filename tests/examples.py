"""How many examples hypothesis draws: few by default, and as many as asked for in CI."""

import os

from hypothesis import settings

EXAMPLES = int(os.environ.get("HANDSIGHT_EXAMPLES", "12"))
"""For each test that does not say how many are enough."""


def at_most(number: int) -> settings:
    """Draw so many examples in a run that asks for as many, and a third of them by default.

    For a test whose examples take long, or which needs more than others.
    """
    return settings(max_examples=number if number <= EXAMPLES else -(-number // 3))
