"""How much the exhaustive tests count: a share in CI, and all of it before a release.

``HANDSIGHT_THOROUGH=1 make test ARGS="-m exhaustive"`` counts all of it, which takes hours.
"""

import os
from typing import TypeVar

import pytest

IS_THOROUGH = os.environ.get("HANDSIGHT_THOROUGH") == "1"
T = TypeVar("T")

thorough = pytest.mark.skipif(
    not IS_THOROUGH, reason="it takes minutes and runs before a release: HANDSIGHT_THOROUGH=1"
)
"""A test that another one covers in part, and that cannot be made shorter."""


def up_to(everything: T, share: T) -> T:
    """Return how much a run counts: everything before a release, and otherwise a share."""
    return everything if IS_THOROUGH else share
