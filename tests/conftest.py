"""What all tests share: where compiled kernels are kept, and how hypothesis draws."""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

# Nothing is written outside the checkout. Kernels read this when they are first imported.
os.environ.setdefault("HANDSIGHT_CACHE_DIR", str(Path(__file__).parents[1] / ".cache"))

settings.register_profile(
    "handsight",
    deadline=None,  # the first call of a kernel may compile it
    derandomize=True,  # a failure here is a failure everywhere
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("handsight")
