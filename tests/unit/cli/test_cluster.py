"""Heavy commands on the workers of a Dask scheduler: the same answer, to the byte."""

from collections.abc import Iterator
from pathlib import Path
from shlex import split
from shutil import which
from subprocess import run as run_program
from typing import Any

import pytest

from handsight.arena import export
from handsight.game import random_hands
from handsight.opponents.model.decoding import decode_hand
from handsight.papers.matchup_table import all_rows
from handsight.papers.range_model.proof import evaluate_model
from handsight.ranges.matchups import canonical_cards
from handsight.runtime.cluster import TLS_FILES, cluster_executor
from tests.clusters import distributed, local_cluster
from tests.unit.cli.running import run, shown


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with local_cluster(2) as cluster:
        yield cluster.scheduler_address


COMMANDS = [
    "equity random random random --trials 300000 --seed 7 --json",
    'aggregate 22+ AKs --boards "Qs7h2d, KhJh5h" --json',
    "pocket-table --games 20 --seed 7 --json",
    "exploit call --hands 80 --from river --seed 3 --json",
    pytest.param(
        "solve-flops --oop AA,KQs --ip QQ,AKo --pot 100 --stack 30 --bets a --accuracy 5% "
        '--flops "Qs7h2d, KhJh5h" --json',
        marks=pytest.mark.exhaustive,
    ),
    pytest.param("aggregate 22+ AKs --json", marks=pytest.mark.exhaustive),
    pytest.param(
        "equity random random --method monte_carlo --target-stderr 0.001 --json",
        marks=pytest.mark.exhaustive,
    ),
]


@pytest.mark.parametrize("words", COMMANDS)
def test_the_answer_is_that_of_one_worker(address: str, words: str) -> None:
    assert shown(*split(words), "--scheduler", address) == shown(*split(words))


def test_an_arena_and_an_export_of_it_are_those_of_one_worker(address: str, tmp_path: Path) -> None:
    words = ("arena", "random", "call", "--pairs", "40", "--seed", "7", "--store")
    shown(*words, str(tmp_path / "here.db"))
    shown(*words, str(tmp_path / "there.db"), "--scheduler", address)
    assert export(tmp_path / "there.db") == export(tmp_path / "here.db")


@pytest.mark.exhaustive
def test_results_without_luck_and_a_leaderboard_are_those_of_one_worker(
    address: str, tmp_path: Path
) -> None:
    store = str(tmp_path / "arena.db")
    shown("arena", "random", "call", "--pairs", "40", "--seed", "7", "--store", store)
    reports, boards = [], []
    for name, where in (("here", ()), ("there", ("--scheduler", address))):
        reports.append(shown("report", store, "--adjust", "aivat", "--json", *where))
        board = tmp_path / f"{name}.json"
        few = ("--pairs", "10", "--hands", "4", "--fresh", "--store", str(board))
        shown("leaderboard", "fold", "call", *few, *where)
        lines = board.read_text().splitlines()
        boards.append([line for line in lines if '"seconds"' not in line])
    assert reports[1] == reports[0]
    assert boards[1] == boards[0]


def test_a_cross_validation_and_the_table_of_matchups_are_those_of_one_worker(
    address: str,
) -> None:
    hands = [
        decode_hand(hand)._replace(file=f"night{number % 4}/{number}.phh")
        for number, hand in enumerate(random_hands(hands=24, players=3, seed=2))
    ]
    matchups = canonical_cards()[:200]
    with cluster_executor(address) as executor:
        assert evaluate_model(hands, folds=4, executor=executor) == evaluate_model(hands, folds=4)
        assert list(all_rows(matchups, executor)) == list(all_rows(matchups))


def test_what_all_calls_need_is_sent_once(address: str) -> None:
    data = bytes(1_000_000)
    with cluster_executor(address) as executor:
        function = _Lengths(data)
        futures = [executor.submit(function, number) for number in range(10)]
        assert [each.result() for each in futures] == [1_000_000 + number for number in range(10)]
        assert executor.sent < 2000


class _Lengths:
    def __init__(self, data: bytes) -> None:
        self.data = data

    def __call__(self, more: int) -> int:
        return len(self.data) + more


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--scheduler", "10.0.0.5:8786"), "needs a folder for TLS with ca.pem"),
        (("--scheduler", "nonsense"), "the scheduler's address is 'nonsense'"),
        (("--scheduler", ""), "--scheduler is empty"),
        (("--scheduler", "127.0.0.1:1", "--tls", ""), "--tls is empty"),
        (("--tls", "folder"), "--tls needs --scheduler"),
        (("--scheduler", "127.0.0.1:1", "--workers", "2"), "leave it out with --scheduler"),
    ],
)
def test_options_that_do_not_go_together_are_refused(words: tuple[str, ...], said: str) -> None:
    result = run("arena", "call", "fold", *words)
    assert result.exit_code == 2
    assert said in result.stderr


# --- encryption -----------------------------------------------------------------------------------


def make_certificates(folder: Path) -> Path:
    """Make an authority of our own, and a certificate that it has signed."""

    def openssl(*words: str) -> None:
        run_program(["openssl", *words], cwd=folder, check=True, capture_output=True)

    folder.mkdir()
    key = ("-newkey", "rsa:2048", "-nodes")
    openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=ca")
    openssl("req", *key, "-keyout", "key.pem", "-out", "a.csr", "-subj", "/CN=handsight")
    signing = ("-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial")
    openssl("x509", "-req", "-in", "a.csr", *signing, "-out", "cert.pem")
    return folder


@pytest.mark.exhaustive
@pytest.mark.skipif(which("openssl") is None, reason="openssl makes the certificates")
def test_with_tls_only_those_whom_the_authority_has_signed_get_in(tmp_path: Path) -> None:
    ours, theirs = (make_certificates(tmp_path / name) for name in ("ours", "theirs"))
    authority, certificate, key = (str(ours / name) for name in TLS_FILES)
    sides: dict[str, Any] = {
        f"tls_{side}_{kind}": file
        for side in ("scheduler", "worker", "client")
        for kind, file in (("cert", certificate), ("key", key))
    }
    security = distributed.Security(tls_ca_file=authority, require_encryption=True, **sides)
    words = ("equity", "AhKh", "random", "random", "--trials", "50000", "--seed", "7", "--json")
    with local_cluster(1, security=security, protocol="tls://") as cluster:
        there = ("--scheduler", cluster.scheduler_address)
        assert shown(*words, *there, "--tls", str(ours)) == shown(*words)
        refused = run(*words, *there, "--tls", str(theirs))
        assert refused.exit_code != 0
        assert "no scheduler answers at tls://" in refused.stderr
        assert "needs a folder for TLS" in run(*words, *there).stderr
