"""Buckets: looked up one by one and by the board, kept in files, refused where damaged."""

import hashlib
import json
import lzma
import zlib
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from handsight.blueprint import Buckets, StreetBuckets, buckets
from handsight.blueprint.clustering import FLOP, TURN, buckets_on, cluster, sample_hands
from handsight.errors import CacheError, CardCountError, DuplicateCardError, InputError, OptionError
from handsight.kernels.blueprint.deals import BucketTables
from handsight.ranges.combos import CLASSES, COMBOS, class_of
from handsight.ranges.suits import CHANGES, board_classes, combo_tables
from handsight.runtime.tables import is_built
from tests.damage import damaged
from tests.thorough import thorough
from tests.unit.kernels.blueprint.test_buckets import naive_points

ROWS = {FLOP: 1755, TURN: 16432}
BOARDS = ((8, 21, 34), (2, 6, 10), (8, 21, 34, 49), (0, 1, 5, 50))


def made_up(size: int) -> NDArray[np.uint8]:
    """Make a table of buckets 0 to 8, which packs quickly."""
    rng = np.random.default_rng(size)
    rows, columns = rng.integers(0, 9, ROWS[size]), rng.integers(0, 9, 1326)
    return ((rows[:, None] + columns) % 9).astype(np.uint8)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[int]:
    """Cluster few hands, build tables of random buckets, and list the sizes that are built."""
    built: list[int] = []

    def pieces(
        size: int, centres: NDArray[np.uint8], executor: Executor | None
    ) -> Iterator[NDArray[np.uint8]]:
        built.append(size)
        table = made_up(size)
        yield from (table[at : at + 500] for at in range(0, len(table), 500))

    monkeypatch.setenv("HANDSIGHT_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(buckets, "SAMPLES", {FLOP: (2, 50), TURN: (20, 20)})
    monkeypatch.setattr(buckets, "bucket_rows", pieces)
    return built


def centres_of(size: int, count: int) -> NDArray[np.uint8]:
    boards, hands = {FLOP: (2, 60), TURN: (30, 10)}[size]
    return cluster(sample_hands(size, boards, hands, seed=1), count, seed=1).centres


@pytest.fixture(scope="module")
def some() -> Buckets:
    """Make buckets of which the tables are right for `BOARDS`, and not filled for others."""
    flop = StreetBuckets(FLOP, centres_of(FLOP, 12), "0" * 64)
    turn = StreetBuckets(TURN, centres_of(TURN, 15), "1" * 64)
    flops, turns = board_classes(FLOP), board_classes(TURN)
    tables = {size: np.full((ROWS[size], 1326), 255, np.uint8) for size in ROWS}
    for board in BOARDS:
        street = flop if len(board) == FLOP else turn
        classes = board_classes(len(board))
        number = classes.class_of[buckets.place_of(board)]
        row = buckets_on(classes.firsts[number : number + 1], len(board), street.centres)[0]
        tables[len(board)][number] = row
    for table in tables.values():
        table.setflags(write=False)
    made = Buckets(flop, turn, 30, 1)
    vars(made)["tables"] = BucketTables(
        *(buckets._class_numbers(), combo_tables()[2]),
        *(flops.class_of, flops.change_of, turns.class_of, turns.change_of),
        *(tables[FLOP], tables[TURN], 30),
    )
    return made


def live_holes(board: tuple[int, ...], count: int) -> list[tuple[int, int]]:
    free = [cards for cards in COMBOS if not set(cards) & set(board)]
    return Random(len(board)).sample(free, count)


# --- look-ups -------------------------------------------------------------------------------------


def test_before_the_flop_a_bucket_is_a_class(some: Buckets) -> None:
    from handsight.cards import Card

    every = some.board_buckets()
    for number, cards in enumerate(COMBOS):
        name = class_of([Card(card) for card in cards])
        assert CLASSES[every[number]] == name
        assert some.bucket_of(cards[::-1]) == every[number]


@pytest.mark.parametrize("board", BOARDS)
def test_a_bucket_is_that_of_the_board_itself_whatever_its_suits(
    some: Buckets, board: tuple[int, ...]
) -> None:
    masks = combo_tables()[0]
    street = some.flop if len(board) == FLOP else some.turn
    mask = buckets._mask_of(board)
    own = buckets_on(np.array([mask]), len(board), street.centres)[0]  # no class, no first form
    live = masks & mask == 0
    assert np.array_equal(some.board_buckets(board)[live], own[live])
    assert not some.board_buckets(board)[~live].any()
    for hole in live_holes(board, 30):
        number = COMBOS.index(hole)
        assert some.bucket_of(hole, board) == own[number]
        for change in CHANGES[1::5]:
            other = [4 * (card // 4) + change[card % 4] for card in (*hole, *board)]
            assert some.bucket_of(other[1::-1], other[:1:-1]) == own[number]


def test_on_the_river_a_bucket_is_a_step_of_counted_strength(some: Buckets) -> None:
    board = (8, 21, 34, 49, 3)
    every = some.board_buckets(board)
    for hole in live_holes(board, 5):
        points = naive_points(hole, list(board))
        bucket = some.bucket_of(hole, board)
        assert bucket == every[COMBOS.index(hole)] == points * 30 // 1981
    collide = [bool(set(cards) & set(board)) for cards in COMBOS]
    assert not every[collide].any()


@pytest.mark.parametrize("board", [(), *BOARDS, (8, 21, 34, 49, 3)])
def test_cards_may_stand_in_arrays_of_small_integers(some: Buckets, board: tuple[int, ...]) -> None:
    cards = np.array(board, np.uint8)
    assert np.array_equal(some.board_buckets(cards), some.board_buckets(board))
    for hole in live_holes(board, 3):
        assert some.bucket_of(np.array(hole, np.uint8), cards) == some.bucket_of(hole, board)


def test_counts_are_those_of_the_streets(some: Buckets) -> None:
    assert some.counts == (169, 12, 15, 30)


@pytest.mark.parametrize(
    ("hole", "board", "error"),
    [
        ((1,), (), CardCountError),
        ((1, 2, 3), (), CardCountError),
        ((1, 2), (3, 4), CardCountError),
        ((1, 2), (3, 4, 5, 6, 7, 8), CardCountError),
        ((1, 1), (), DuplicateCardError),
        ((1, 2), (3, 4, 1), DuplicateCardError),
        ((1, 52), (), InputError),
        ((1, 2), (3, 4, -1), InputError),
    ],
)
def test_what_is_no_hand_on_a_board_is_refused(
    some: Buckets, hole: tuple[int, ...], board: tuple[int, ...], error: type[InputError]
) -> None:
    with pytest.raises(error):
        some.bucket_of(hole, board)


def test_what_is_no_board_is_refused(some: Buckets) -> None:
    for board, error in (((1, 2), CardCountError), ((1, 2, 2), DuplicateCardError)):
        with pytest.raises(error):
            some.board_buckets(board)
    with pytest.raises(InputError, match=r"\[52\] are not cards"):
        some.board_buckets((1, 2, 52))


# --- deals ----------------------------------------------------------------------------------------


def test_deals_are_the_same_for_a_seed_and_a_chunk(some: Buckets) -> None:
    first, again = some.draw_deals(20, 1), some.draw_deals(20, 1)
    assert np.array_equal(first.buckets, again.buckets)
    assert np.array_equal(first.outcomes, again.outcomes)
    for other in (some.draw_deals(20, 2), some.draw_deals(20, 1, 1), some.draw_deals(20, 1, 0, 2)):
        assert not np.array_equal(first.buckets, other.buckets)
    assert first.buckets.shape == (20, 2, 4)


@pytest.mark.parametrize("pairs", [0, 12, 1.0, True])
def test_a_deck_deals_so_many_pairs_of_hands_only(some: Buckets, pairs: int) -> None:
    with pytest.raises(OptionError, match="it must be from 1 to 11"):
        some.draw_deals(5, 1, 0, pairs)


@pytest.mark.parametrize("count", [0, -1, 2.5])
def test_a_number_of_deals_is_whole_and_above_0(some: Buckets, count: int) -> None:
    with pytest.raises(OptionError, match="a whole number above 0"):
        some.draw_deals(count, 1)


@pytest.mark.repeats(1)
@pytest.mark.parametrize("pairs", [1, 8, 11])
def test_means_over_deals_do_not_depend_on_how_many_share_a_board(
    some: Buckets, pairs: int
) -> None:
    # By symmetry the mean outcome is 0, and the mean hand strength one half; 30 steps of it are
    # one sixtieth below. A board's pairs are not independent: the bound is that of as many boards.
    deals = some.draw_deals(50_000, 7, 0, pairs)
    boards = 50_000 / pairs
    assert abs(deals.outcomes.mean(dtype=float)) < 4 / boards**0.5
    strength = deals.buckets[:, :, 3].mean() / 30 + 1 / 60
    assert abs(strength - 0.5) < 4 * 0.3 / boards**0.5
    assert set(deals.outcomes.tolist()) == {-1, 0, 1}


def test_hands_of_two_are_the_deals_of_pairs(some: Buckets) -> None:
    """A board has room for eleven pairs, and the stronger hand wins."""
    hands, deals = some.draw_hands(100, 2, 5), some.draw_deals(100, 5, 0, 11)
    assert np.array_equal(hands.buckets, deals.buckets)
    mine, theirs = hands.strengths.T.astype(int)
    assert np.array_equal(np.sign(mine - theirs), deals.outcomes)


def test_hands_are_the_same_for_a_seed_and_a_chunk(some: Buckets) -> None:
    first, again = some.draw_hands(20, 3, 1), some.draw_hands(20, 3, 1)
    assert first.buckets.shape == (20, 3, 4)
    assert first.strengths.shape == (20, 3)
    assert np.array_equal(first.buckets, again.buckets)
    assert np.array_equal(first.strengths, again.strengths)
    for other in (some.draw_hands(20, 3, 2), some.draw_hands(20, 3, 1, 1)):
        assert not np.array_equal(first.buckets, other.buckets)
    fewer = some.draw_hands(9, 3, 1)
    assert np.array_equal(fewer.strengths, first.strengths[:9])


@pytest.mark.parametrize(
    ("count", "players", "said"),
    [
        (5, 0, "players is 0; it must be from 1 to 22"),
        (5, 23, "players is 23; it must be from 1 to 22"),
        (5, 2.0, "players is 2.0"),
        (5, True, "players is True"),
        (0, 3, "a whole number above 0"),
        (1.5, 3, "a whole number above 0"),
    ],
)
def test_so_many_hands_cannot_be_drawn(some: Buckets, count: int, players: int, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        some.draw_hands(count, players, 1)


@pytest.mark.repeats(2)
@pytest.mark.parametrize("players", [3, 9, 1, 2, 4, 6, 7, 22])
def test_every_class_is_dealt_about_as_often_as_it_has_combos(some: Buckets, players: int) -> None:
    """Also to each seat, and with the strengths of random hands."""
    count = 132_600 // players
    hands = some.draw_hands(count, players, 3)
    weights = np.bincount(buckets._class_numbers(), minlength=169) / 1326
    held = hands.buckets[:, :, 0]
    expected = weights * count * players
    dealt = np.bincount(held.ravel(), minlength=169)
    # Hands of a deal are not independent, but two of them hardly ever share a class.
    assert (np.abs(dealt - expected) < 5 * np.sqrt(expected)).all()
    pairs = np.array([len(name) == 2 for name in CLASSES])
    for seat in range(players):
        assert abs(pairs[held[:, seat]].mean() - 78 / 1326) < 5 * (0.06 / count) ** 0.5
        wins = (hands.strengths[:, seat] == hands.strengths.max(1)).mean()
        assert wins >= 1 / players - 5 * (1 / players / count) ** 0.5
    # The stronger of two hands has at least as high a bucket on the river.
    order = np.argsort(hands.strengths, axis=1)
    rivers = np.take_along_axis(hands.buckets[:, :, 3], order, 1).astype(int)
    assert players == 1 or (np.diff(rivers, axis=1) >= 0).mean() > 0.9


@pytest.mark.parametrize("players", [3, 5, 22])
def test_no_class_has_more_hands_in_a_deal_than_its_cards_allow(
    some: Buckets, players: int
) -> None:
    held = some.draw_hands(3_000, players, 2).buckets[:, :, 0]
    ranks = np.zeros((len(CLASSES), 13), int)
    for number, name in enumerate(CLASSES):
        for letter in name[:2]:
            ranks[number, "23456789TJQKA".index(letter)] += 1
    # A deck has four cards of a rank.
    assert ranks[held].sum(1).max() <= 4
    if players == 22:
        assert ranks[held].sum(1).max() == 4


# --- making ---------------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_tables_are_built_once_and_built_again_where_they_are_gone(quick: list[int]) -> None:
    made = Buckets.make(5, 6, 7, seed=1)
    assert quick == [FLOP, TURN]
    assert made.counts == (169, 5, 6, 7)
    loaded = Buckets.from_bytes(made.to_bytes())
    assert np.array_equal(loaded.tables.flop, made_up(FLOP))
    assert np.array_equal(loaded.tables.turn, made_up(TURN))
    assert quick == [FLOP, TURN]
    made.turn.file.path.write_bytes(b"damaged")
    assert not is_built(made.turn.file)
    reported: list[tuple[int, int]] = []
    made.turn.open(lambda done, most: reported.append((done, most)))
    assert quick == [FLOP, TURN, TURN]
    assert reported[0] == (0, 16432 * 1326)
    assert reported[-1] == (16432 * 1326, 16432 * 1326)


def test_progress_ends_with_all_boards(quick: list[int]) -> None:
    reported: list[tuple[int, int]] = []
    Buckets.make(5, 6, 7, seed=1, progress=lambda done, most: reported.append((done, most)))
    assert reported[-1][0] == reported[-1][1] == (1755 + 2) * 1176 + (16432 + 20) * 48
    assert all(done <= most for done, most in reported)


def test_packed_tables_are_unpacked_and_not_computed(
    quick: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = Buckets.make(5, 6, 7, seed=1)
    loaded = Buckets.from_bytes(made.with_packed_tables().to_bytes())
    monkeypatch.setenv("HANDSIGHT_CACHE_DIR", str(tmp_path / "elsewhere"))
    assert not is_built(loaded.turn.file)
    assert np.array_equal(loaded.tables.flop, made_up(FLOP))
    assert np.array_equal(loaded.tables.turn, made_up(TURN))
    assert quick == [FLOP, TURN]


def test_packed_tables_that_are_no_such_tables_are_refused(quick: list[int]) -> None:
    made = Buckets.make(5, 6, 7, seed=1)
    made.flop.file.path.unlink()
    right = made_up(FLOP).tobytes()
    for wrong in (right[:-1], right[::-1], bytes(10**7)):
        with pytest.raises(CacheError, match="is wrong: its SHA-256"):
            replace(made.flop, packed=lzma.compress(wrong)).open()
    with pytest.raises(CacheError, match="is wrong: its SHA-256"):
        replace(made.flop, packed=lzma.compress(right)[:-200]).open()
    with pytest.raises(InputError, match="the packed table of buckets is damaged"):
        replace(made.flop, packed=b"no archive").open()
    assert replace(made.flop, packed=lzma.compress(right)).open().tobytes() == right


@pytest.mark.parametrize("name", ["flops", "turns", "rivers"])
@pytest.mark.parametrize("count", [0, 257, 2.0, True, "9"])
def test_a_street_has_1_to_256_buckets(name: str, count: int) -> None:
    with pytest.raises(OptionError, match=f"{name} is .* it must be a whole number, 1 to 256"):
        Buckets.make(**{name: count})


def test_a_seed_is_a_whole_number() -> None:
    with pytest.raises(OptionError, match="seed"):
        Buckets.make(seed=-1)


@pytest.mark.exhaustive
@thorough
def test_the_default_buckets_are_the_same_on_every_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HANDSIGHT_CACHE_DIR", str(tmp_path))
    made = Buckets.make()
    assert made.flop.sha256[:16] == "3448456ff3e393c9"
    assert made.turn.sha256[:16] == "932db8e4c0cfa9bd"
    used = [len(np.unique(street.open())) for street in (made.flop, made.turn)]
    assert used == [200, 200]


# --- files ----------------------------------------------------------------------------------------


def test_a_file_is_read_as_it_was_written(some: Buckets, tmp_path: Path) -> None:
    some.save(tmp_path / "some.buckets")
    loaded = Buckets.load(tmp_path / "some.buckets")
    assert (loaded.counts, loaded.seed) == (some.counts, some.seed)
    for mine, theirs in ((some.flop, loaded.flop), (some.turn, loaded.turn)):
        assert np.array_equal(mine.centres, theirs.centres)
        assert (mine.size, mine.sha256) == (theirs.size, theirs.sha256)
    assert loaded.to_bytes() == some.to_bytes()


def test_a_damaged_file_is_one_error(some: Buckets) -> None:
    for case in damaged(some.to_bytes(), seed=1, cases=300):
        with pytest.raises(InputError, match="these are not buckets, or they are damaged"):
            Buckets.from_bytes(case)


def written(options: dict[str, object], plain: bytes) -> bytes:
    """Write a file with a checksum that fits, whatever is in it."""
    packed = zlib.compress(plain)
    said = {"parts": [len(packed), 0, 0], **options}
    content = json.dumps(said).encode() + b"\n" + packed
    return buckets.FORMAT + hashlib.sha256(content).hexdigest().encode() + b"\n" + content


RIGHT = {
    "version": 1,
    "flops": 1,
    "turns": 2,
    "rivers": 3,
    "seed": 4,
    "flop_sha256": "0" * 64,
    "turn_sha256": "0" * 64,
}


def test_a_file_that_says_what_it_cannot_hold_is_refused() -> None:
    rows = np.zeros((3, 64), np.uint8)
    rows[:, -1] = 230
    plain = rows.tobytes()
    assert Buckets.from_bytes(written(RIGHT, plain)).counts == (169, 1, 2, 3)
    for name, wrong in (
        *(("version", 2), ("version", None), ("flops", 0), ("flops", 10**12), ("turns", "2")),
        *(("rivers", 257), ("rivers", 1.0), ("seed", -1), ("seed", "4"), ("flops", 2)),
        *(("parts", None), ("parts", []), ("parts", [-1, 1, 0]), ("parts", [10**9, 0, 0])),
        *(("parts", [True, 0, 0]), ("parts", [0, 0, 0]), ("parts", {"0": 1})),
        *(("flop_sha256", "0"), ("turn_sha256", 5), ("turn_sha256", "../" + "0" * 61)),
    ):
        with pytest.raises(InputError, match="these are not buckets, or they are damaged"):
            Buckets.from_bytes(written({**RIGHT, name: wrong}, plain))
    for missing in RIGHT:
        with pytest.raises(InputError):
            Buckets.from_bytes(written({k: v for k, v in RIGHT.items() if k != missing}, plain))
    for wrong in (plain[:-1], plain + b"0", bytes(10**8), plain[::-1]):
        with pytest.raises(InputError):
            Buckets.from_bytes(written(RIGHT, wrong))


def test_no_more_is_unpacked_than_there_may_be() -> None:
    import tracemalloc

    data = written(RIGHT, bytes(10**7))
    tracemalloc.start()
    with pytest.raises(InputError):
        Buckets.from_bytes(data)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 10**6
