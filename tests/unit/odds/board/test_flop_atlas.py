"""The flop atlas: its numbers against counts, suits, going on, and files that are wrong."""

import json
import zipfile
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from handsight.cards import CardSet
from handsight.cli.main import main
from handsight.errors import InputError
from handsight.odds import FlopAtlas, board_strengths, make_flop_atlas
from handsight.odds.board import flop_atlas
from handsight.odds.board.flop_atlas import opened_atlas, part_of
from handsight.ranges.combos import COMBOS, MASKS
from handsight.ranges.suits import CHANGES, board_classes
from handsight.ranking import evaluate
from handsight.runtime.files import file_digest
from tests.thorough import up_to

FLOPS = ["Qs7h2d", "KhJh5h", "8s8d3d", "AsAhAc"]
"""A rainbow, one suit, a pair and three alike: the ways in which suits can be alike."""

FINE = 2.0**-16


@pytest.fixture(scope="module")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> FlopAtlas:
    return make_flop_atlas(tmp_path_factory.mktemp("atlas") / "four.atlas", FLOPS)


def off_by(atlas: FlopAtlas, board: str) -> dict[str, float]:
    """Give by how much all combos of a board differ at most."""
    exact, found = board_strengths(board), atlas.strengths(CardSet(board))
    assert found is not None
    assert np.array_equal(np.isnan(found.hs), np.isnan(exact.hs))
    names = ("hs", "ppot", "npot", "equity", "ehs")
    return {
        name: float(np.nanmax(abs(getattr(found, name) - getattr(exact, name)))) for name in names
    }


@pytest.mark.parametrize("board", ["Qs7h2d", "JdKd5d", "8c3s8s"])
def test_all_combos_of_a_flop_are_within_a_step_of_those_that_are_counted(
    atlas: FlopAtlas, board: str
) -> None:
    off = off_by(atlas, board)
    assert off["hs"] == 0
    assert max(off.values()) <= FINE


@pytest.mark.exhaustive
def test_all_hands_of_all_images_of_the_flops_are_those_that_are_counted(atlas: FlopAtlas) -> None:
    for flop in FLOPS:
        cards = [card.index for card in CardSet(flop)]
        for change in CHANGES:
            image = [card & ~3 | change[card & 3] for card in cards]
            board = CardSet.from_mask(sum(1 << 16 * (each & 3) + (each >> 2) for each in image))
            assert max(off_by(atlas, str(board)).values()) <= FINE
            found = atlas.strengths(board)
            assert found is not None
            for number, mask in enumerate(MASKS):
                if not mask & board.mask:
                    entry = atlas.entry(mask, image)
                    assert entry is not None
                    names = ("hs", "ppot", "npot", "equity")
                    assert entry[:4] == tuple(getattr(found, name)[number] for name in names)


def test_a_look_up_does_not_depend_on_the_names_of_suits_or_the_order(atlas: FlopAtlas) -> None:
    entry = atlas.look_up("AdKd", "Qd7c2h")
    assert entry == atlas.look_up("KsAs", "2d7hQs") == atlas.look_up("AcKc", "7s2dQc")
    assert entry != atlas.look_up("AsKs", "Qd7c2h")
    assert abs(entry.ehs - board_strengths("Qd7c2h").of("AdKd", "ehs")) <= FINE


def test_the_histogram_counts_runouts_by_what_a_naive_count_beats() -> None:
    # One runout of a board of which all but two cards are dead cannot be had; so a naive count of
    # some runouts of one hand, by the rule in words.
    flop, hole = CardSet("Qs7h2d"), CardSet("AdKc")
    [runout] = [CardSet("9h9c")]
    board = flop | runout
    ours = evaluate(hole | board)
    points = 0
    for one, other in combinations(
        [card for card in CardSet.full() if card not in hole | board], 2
    ):
        theirs = evaluate(CardSet.of([one, other]) | board)
        points += 2 * (ours > theirs) + (ours == theirs)
    from handsight.kernels.blueprint.buckets import points_of_board
    from handsight.ranges.suits import combo_tables

    masks, cards, _ = combo_tables()
    found = np.zeros(len(masks), np.int64)
    points_of_board(masks, cards, np.uint64(board.mask), found)
    assert found[MASKS.index(hole.mask)] == points
    assert flop_atlas.POINTS == 2 * 990


def test_a_histogram_adds_up_and_holds_the_equity(atlas: FlopAtlas) -> None:
    for hole in ("AdKd", "7s7c", "3h4h", "AsQc"):
        entry = atlas.look_up(hole, "Qd7h2c")
        assert sum(entry.histogram) == pytest.approx(1, abs=1e-12)
        # Each share lies in its eighth, so the mean lies between those of both ends.
        low = sum(place / 8 * share for place, share in enumerate(entry.histogram))
        assert low - FINE <= entry.equity <= low + 1 / 8 + FINE


def test_every_combo_has_a_row_and_alike_ones_share_it(atlas: FlopAtlas) -> None:
    # Two suits of KhJh5h's three others are alike: 4 cards at least of each rank but for hearts.
    one = atlas.look_up("AsKs", "KhJh5h")
    assert one == atlas.look_up("AdKd", "KhJh5h") == atlas.look_up("AcKc", "KhJh5h")
    sizes = {flop: make_rows(flop) for flop in FLOPS}
    assert sizes["Qs7h2d"] == 1176 > sizes["8s8d3d"] > sizes["AsAhAc"]
    assert atlas.rows == sum(sizes.values())


def make_rows(flop: str) -> int:
    """Count the combos of a flop that no change of suits makes alike, one by one."""
    board = CardSet(flop).mask

    def changed(mask: int, change: tuple[int, ...]) -> int:
        return sum((mask >> 16 * old & 0xFFFF) << 16 * new for old, new in enumerate(change))

    free = [change for change in CHANGES if changed(board, change) == board]
    live = [mask for mask in MASKS if not mask & board]
    return len({min(changed(mask, change) for change in free) for mask in live})


def test_all_flops_have_as_many_rows_as_there_are_flops_with_hands() -> None:
    sizes = [int(flop_atlas._alike(number)[1].max()) + 1 for number in range(0, 1755, 97)]
    firsts = board_classes(3).firsts[::97]
    assert sizes == [make_rows(str(CardSet.from_mask(int(mask)))) for mask in firsts]


@pytest.mark.exhaustive
def test_there_are_1_286_792_hands_on_flops() -> None:
    assert sum(int(flop_atlas._alike(n)[1].max()) + 1 for n in range(1755)) == 1_286_792


@pytest.mark.exhaustive
def test_flops_of_a_large_atlas_are_within_a_step_and_take_little_room(tmp_path: Path) -> None:
    firsts = board_classes(3).firsts[:: up_to(1, 75)]
    flops = [str(CardSet.from_mask(int(mask))) for mask in firsts]
    path = tmp_path / "large.atlas"
    large = make_flop_atlas(path, flops)
    assert path.stat().st_size / large.rows <= 40_000_000 / 1_286_792
    for flop in flops:
        assert max(off_by(large, flop).values()) <= FINE


# --- the file -------------------------------------------------------------------------------------


def fake(numbers: np.ndarray) -> np.ndarray:
    """Stand in for the count, which takes a while: rows of the right number."""
    sizes = [int(flop_atlas._alike(int(number))[1].max()) + 1 for number in numbers]
    return np.repeat(numbers.astype("<u2"), sizes)[:, None] * np.ones(12, "<u2")


def test_work_that_was_interrupted_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flops = [str(CardSet.from_mask(int(mask))) for mask in board_classes(3).firsts[:13]]
    counted: list[int] = []

    def count(numbers: np.ndarray) -> np.ndarray:
        if len(counted) == 2 and not (tmp_path / "go").exists():
            raise KeyboardInterrupt
        counted.append(len(numbers))
        return fake(numbers)

    monkeypatch.setattr(flop_atlas, "count_flops", count)
    path = tmp_path / "some.atlas"
    with pytest.raises(KeyboardInterrupt):
        make_flop_atlas(path, flops)
    assert counted == [5, 5]
    assert not path.exists()
    with pytest.raises(InputError, match="beginning of another atlas"):
        make_flop_atlas(path, flops[:6])
    part = part_of(path).read_bytes()
    part_of(path).write_bytes(part[:-1])  # the second chunk is cut, and is counted again
    (tmp_path / "go").touch()
    seen: list[tuple[int, int]] = []
    found = make_flop_atlas(path, flops, progress=lambda done, most: seen.append((done, most)))
    assert counted == [5, 5, 5, 3]
    assert seen == [(5, 13), (10, 13), (13, 13)]
    assert not part_of(path).exists()
    straight = make_flop_atlas(tmp_path / "straight.atlas", flops)
    assert (found.flops, found.rows) == (straight.flops, straight.rows)
    assert path.read_bytes() == (tmp_path / "straight.atlas").read_bytes()


def test_a_file_that_is_there_is_opened_and_another_one_is_refused(
    atlas: FlopAtlas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flop_atlas, "count_flops", fake)
    path = tmp_path / "one.atlas"
    made = make_flop_atlas(path, ["Qs7h2d"])
    monkeypatch.setattr(flop_atlas, "count_flops", None)
    assert make_flop_atlas(path, ["Qd7h2c"]).rows == made.rows
    with pytest.raises(InputError, match="an atlas of 1 other flops; choose another file"):
        make_flop_atlas(path, ["KhJh5h"])
    with pytest.raises(InputError, match="no flops"):
        make_flop_atlas(tmp_path / "none.atlas", [])


def test_what_is_damaged_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flop_atlas, "count_flops", fake)
    path = tmp_path / "one.atlas"
    make_flop_atlas(path, ["AsAhAc"])
    whole = path.read_bytes()
    for at in (len(whole) // 2, len(whole) // 10, 120):
        damaged = bytearray(whole)
        damaged[at] ^= 1
        path.write_bytes(damaged)
        with pytest.raises(InputError, match=r"one\.atlas"):
            FlopAtlas(path)
    for end in (0, 100, len(whole) - 1):
        path.write_bytes(whole[:end])
        with pytest.raises(InputError, match=r"one\.atlas"):
            FlopAtlas(path)
    with pytest.raises(InputError, match="cannot be read: No such file"):
        opened_atlas(tmp_path / "none.atlas")


def test_another_version_and_lists_that_are_wrong_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flop_atlas, "count_flops", fake)
    path = tmp_path / "one.atlas"
    make_flop_atlas(path, ["AsAhAc"])
    with zipfile.ZipFile(path) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    head = json.loads(held["head.json"])
    for change, said in (
        ({"version": 2}, "version 2, but this handsight reads version 1"),
        ({"flops": [1755]}, "its list of flops is wrong"),
        ({"flops": []}, "its list of flops is wrong"),
        ({"flops": [0]}, "its rows are not those of its flops"),
        ({"rows": 3}, "shape"),
    ):
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in held.items():
                changed = json.dumps({**head, **change}).encode() if name == "head.json" else data
                archive.writestr(name, changed)
        with pytest.raises(InputError, match=said):
            FlopAtlas(path)


def test_wrong_questions(atlas: FlopAtlas) -> None:
    for hole, board, said in (
        ("AdKd", "QdTd2s", "4 flops, but none like"),
        ("AdKd", "Qd7d2s9c", "board"),
        ("Ad", "Qd7h2s", "hole"),
        ("QdKd", "Qd7h2s", "Qd appears twice"),
    ):
        with pytest.raises(InputError, match=said):
            atlas.look_up(hole, board)


def test_a_changed_file_is_opened_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flop_atlas, "count_flops", fake)
    path = tmp_path / "one.atlas"
    make_flop_atlas(path, ["AsAhAc"])
    first = opened_atlas(path)
    assert opened_atlas(path) is first
    assert first.look_up("KdQs", "AsAhAc")
    path.unlink()
    make_flop_atlas(path, ["KsKhKc"])
    assert opened_atlas(path) is not first
    assert opened_atlas(path).look_up("AdQs", "KsKhKc")
    assert len(COMBOS) == 1326


def test_the_command_gives_one_object_for_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flop_atlas, "count_flops", fake)
    path = tmp_path / "one.atlas"
    shown = CliRunner().invoke(main, ["flop-atlas", str(path), "--flops", "Qs7h2d", "--json"])
    assert shown.exit_code == 0, shown.output
    assert json.loads(shown.stdout) == {
        "file": str(path),
        "flops": 1,
        "rows": FlopAtlas(path).rows,
        "bytes": path.stat().st_size,
        "sha256": file_digest(path),
    }
