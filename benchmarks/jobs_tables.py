"""The jobs of training at a table of six."""

from __future__ import annotations

from benchmarks import workloads_tables
from benchmarks.cases import Case
from benchmarks.inputs import Size
from benchmarks.job import Job, Unit
from benchmarks.peers import Peer
from benchmarks.timing import Work

WALKS = Unit("k walks/s", 1e-3, is_rate=True)
THREADS = 2


def _walked(peer: Peer, size: Size) -> Work | None:
    if peer.table_walks is None:
        return None
    walk, count = peer.table_walks(THREADS), workloads_tables.WALKS
    return Work(lambda: walk(count), count, answers=list)


TRAINED: tuple[Job, ...] = (
    Job(
        name="table-training",
        title="training of six players with 100 big blinds, one walk of one player each, with the "
        "sizes of `6max-lite` (60 buckets, the peer 50), multiway flops checked down, two threads",
        unit=WALKS,
        prepare=lambda size: workloads_tables.walks_of_six(THREADS),
        check=workloads_tables.has_learned,
        case=Case(_walked, lambda ours, theirs, size: ""),
    ),
)
