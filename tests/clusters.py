"""A Dask scheduler on loopback with workers in processes of their own, for tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

distributed = pytest.importorskip(
    "distributed", reason="distributed is not installed (extra: cluster)"
)


@contextmanager
def local_cluster(workers: int, **options: Any) -> Iterator[Any]:
    """Start a scheduler with so many workers, each of one thread."""
    here = "127.0.0.1:0"  # without an address, both would listen to all networks
    quiet = {"dashboard_address": here, "worker_dashboard_address": here, "silence_logs": 50}
    with distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, **quiet, **options
    ) as cluster:
        yield cluster
