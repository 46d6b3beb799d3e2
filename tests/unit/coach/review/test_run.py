"""Reviews of files: whose hands, kept results, and what is said about the rest."""

import os
import sqlite3
import tracemalloc
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from handsight.coach import strategies
from handsight.coach.review import run, store
from handsight.coach.review.records import stake_of
from handsight.coach.review.run import (
    HandToReview,
    RakeTally,
    Review,
    review,
    review_hands,
    reviewing,
)
from handsight.coach.review.settings import Rake, ReviewSettings
from handsight.coach.review.store import ReviewStore, key_of
from handsight.errors import HistoryError, OptionError
from handsight.formats import phhs_text
from handsight.game import Damaged, Hand, random_hands
from handsight.views.coach.review import review_csv, review_report


@pytest.fixture(scope="module")
def hands() -> list[Hand]:
    return list(random_hands(4, seed=11, hands=12))


@pytest.fixture
def file(tmp_path: Path, hands: list[Hand]) -> Path:
    path = tmp_path / "hands.phhs"
    path.write_text("".join(phhs_text(hands)))
    return path


def quick(*paths: Path, name: str = "player 1", **more) -> Review:
    return review(paths, name, quick=True, **more)


def test_all_hands_of_a_named_player_are_reviewed_in_order(file: Path, hands: list[Hand]) -> None:
    found = quick(file)
    assert found.player == "player 1"
    assert (len(found.hands), found.unread, found.unknown) == (12, 0, 0)
    assert [each.line for each in found.hands] == sorted(each.line for each in found.hands)
    for each, hand in zip(found.hands, hands, strict=True):
        seat = next(place for place in range(4) if hand.name_of(place) == "player 1")
        assert each.hole == "".join(map(str, hand.holes[seat] or ()))
        assert each.position == hand.positions[seat]


def test_the_hero_is_who_has_the_face_up_cards(tmp_path: Path, hands: list[Hand]) -> None:
    shown = []
    for hand in hands:
        seat = next(place for place in range(4) if hand.name_of(place) == "player 2")
        holes = tuple(hole if place == seat else None for place, hole in enumerate(hand.holes))
        shown.append(replace(hand, holes=holes, hero=seat))
    path = tmp_path / "hero.phhs"
    path.write_text("".join(phhs_text(shown)))
    read = review([path], quick=True)
    assert read.player == "player 2"
    assert len(read.hands) + read.unread == 12
    with pytest.raises(OptionError, match="the cards of 'player 3' are not known in any hand"):
        quick(path, name="player 3")


def test_a_store_continues_a_review(file: Path, tmp_path: Path, monkeypatch) -> None:
    store = tmp_path / "review.db"
    whole = quick(file)
    reviewed: list[int] = []
    real = run.review_hand

    def stopping(hand, *words):
        if len(reviewed) == 5:
            raise KeyboardInterrupt
        reviewed.append(hand.line)
        return real(hand, *words)

    monkeypatch.setattr(run, "review_hand", stopping)
    with pytest.raises(KeyboardInterrupt):
        quick(file, store=store)
    assert len(reviewed) == 5
    monkeypatch.setattr(run, "review_hand", lambda *words: reviewed.append(0) or real(*words))
    progress: list[tuple[int, int]] = []
    found = quick(file, store=store, progress=lambda *each: progress.append(each))
    assert found == whole
    assert len(reviewed) == 12
    assert progress == [(done, 12) for done in range(5, 13)]
    quick(file, store=store)
    assert len(reviewed) == 12
    # Other settings and another player are reviewed anew.
    quick(file, store=store, seed=1)
    assert len(reviewed) == 24
    quick(file, store=store, name="player 2")
    assert len(reviewed) == 36


def test_a_review_on_disk_is_the_same_as_one_in_memory(file: Path, tmp_path: Path) -> None:
    whole, store = quick(file), tmp_path / "review.db"
    for kept in (None, store, store):
        with reviewing([file], "player 1", quick=True, store=kept) as found:
            assert replace(found, hands=tuple(found.hands)) == whole
            assert found.hands[3] == whole.hands[3]
            assert review_report(found) == review_report(whole)
            assert list(review_csv(found)) == list(review_csv(whole))


@pytest.mark.parametrize("is_known", [False, True])
def test_a_review_on_disk_does_not_keep_hands_in_memory(
    is_known: bool, file: Path, tmp_path: Path, monkeypatch
) -> None:
    size, (model, *_) = 4_000_000, quick(file).hands
    monkeypatch.setattr(
        run, "review_hand", lambda hand, *_: model._replace(stake=str(hand.line) + "9" * size)
    )
    store = tmp_path / "review.db"
    if is_known:
        quick(file, store=store)
    tracemalloc.start()
    with reviewing([file], "player 1", quick=True, store=store) as found:
        assert sum(len(each.stake) > size for each in found.hands) == 12
        _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 6 * size  # of 12 hands: one, as text, as bytes, and compressed


@pytest.mark.skipif(os.name == "nt", reason="there, names of files are text")
def test_a_name_of_a_file_that_is_no_text_is_shown_as_well_as_it_can_be(
    file: Path, tmp_path: Path
) -> None:
    odd = tmp_path / os.fsdecode(b"\xff.phhs")
    odd.write_bytes(file.read_bytes())
    found = quick(odd, store=tmp_path / "reviews.db")
    assert {each.file for each in found.hands} == {str(tmp_path / "\ufffd.phhs")}
    assert quick(odd, store=tmp_path / "reviews.db").hands == found.hands
    assert "\ufffd.phhs" in "".join(review_csv(found))


def test_the_maximum_number_of_hands_leaves_out_the_last_ones(file: Path) -> None:
    found = quick(file, most=5)
    assert found.hands == quick(file).hands[:5]
    assert (found.left_out, quick(file, most=12).left_out) == (7, 0)


def test_a_store_without_one_of_its_hands_is_refused(file: Path, tmp_path: Path) -> None:
    store = tmp_path / "review.db"
    quick(file, store=store)
    with sqlite3.connect(store) as base:
        base.execute("DELETE FROM hands WHERE key = (SELECT min(key) FROM hands)")
    with pytest.raises(OptionError, match="it has 11 rows, and 12 were written"):
        quick(file, store=store)


def test_keys_depend_on_all_that_values_depend_on() -> None:
    digest = b"x" * 32
    keys = {
        key_of(digest, 0, ReviewSettings(), Rake()),
        key_of(b"y" * 32, 0, ReviewSettings(), Rake()),
        key_of(digest, 1, ReviewSettings(), Rake()),
        key_of(digest, 0, ReviewSettings(quick=True), Rake()),
        key_of(digest, 0, ReviewSettings(seed=1), Rake()),
        key_of(digest, 0, ReviewSettings(flop_memory=1), Rake()),
        key_of(digest, 0, ReviewSettings(), Rake(0.05)),
        key_of(digest, 0, ReviewSettings(), Rake(0.05, 3.0)),
    }
    assert len(keys) == 8
    # A quick review has no solver, which alone takes the rake into account.
    fast = ReviewSettings(quick=True)
    assert key_of(digest, 0, fast, Rake(0.05, 3.0)) == key_of(digest, 0, fast, Rake())


def test_the_place_of_a_file_is_that_of_the_hand_and_not_of_the_store(
    file: Path, tmp_path: Path
) -> None:
    store, moved = tmp_path / "review.db", tmp_path / "moved.phhs"
    quick(file, store=store)
    moved.write_text("\n\n" + file.read_text(encoding="utf-8"))
    found, fresh = quick(moved, store=store), quick(moved)
    assert found == fresh
    assert {each.file for each in found.hands} == {str(moved)}


def test_a_hand_in_two_files_counts_once(file: Path, tmp_path: Path) -> None:
    copy, store = tmp_path / "copy.phhs", tmp_path / "review.db"
    copy.write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    assert quick(file, copy) == quick(file, copy, store=store) == quick(file)


def test_a_hand_that_another_review_has_stored_meanwhile_is_no_error(
    file: Path, tmp_path: Path
) -> None:
    (hand, *_) = quick(file).hands
    with ReviewStore(tmp_path / "review.db") as one, ReviewStore(tmp_path / "review.db") as other:
        key = key_of(b"x" * 32, 0, ReviewSettings(), Rake())
        one.put(key, hand)
        other.put(key, hand)
        assert list(one.hands()) == [hand]


def test_another_strategy_reviews_a_stored_hand_anew(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, made = tmp_path / "review.db", {2: (100,), 6: (100,), 9: ()}
    monkeypatch.setattr(strategies, "_stacks_of", lambda players: made.get(players, ()))
    deep = quick(file, store=path)
    made[6] = (40,)
    shallow = quick(file, store=path)
    words = [
        {word for hand in found.hands for each in hand.decisions for word in each.assumed}
        for found in (deep, shallow)
    ]
    assert any("100 bb" in word for word in words[0])
    assert not any("6 players, 100 bb" in word for word in words[1])
    with ReviewStore(path) as kept:
        assert len(list(kept.hands())) == 2 * len(deep.hands)


def test_values_that_an_older_handsight_computed_are_not_used(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "review.db"
    monkeypatch.setattr(store, "VALUES", store.VALUES - 1)
    quick(file, store=path)
    monkeypatch.undo()
    with ReviewStore(path) as kept:
        (hand, *_) = quick(file).hands
        kept.put(b"\x03" + bytes(31), hand)  # as the first stores had keys
        assert list(kept.hands()) == []
    found = quick(file, store=path)
    with ReviewStore(path) as kept:
        assert sorted(kept.hands()) == sorted(found.hands)


def test_damaged_stores_and_other_files_are_refused(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.write_text("this is no database, and has more than a few characters of text in it" * 9)
    with pytest.raises(OptionError, match=r"other\.db"):
        quick(file, store=other)
    store = tmp_path / "review.db"
    quick(file, store=store)
    with ReviewStore(store) as kept:
        key = key_of(b"x" * 32, 0, ReviewSettings(), Rake())
        with kept._database.transaction():
            kept._hands.insert([(key, b'{"digest": 7}')])
        with pytest.raises(OptionError, match=r"review\.db.*a reviewed hand cannot be .*delete it"):
            kept.get(key)
    content = bytearray(store.read_bytes())
    content[len(content) // 2 :] = bytes(len(content) - len(content) // 2)
    store.write_bytes(content)
    with pytest.raises(OptionError):
        quick(file, store=store)


def test_two_processes_find_the_same(file: Path) -> None:
    with ProcessPoolExecutor(2) as pool:
        assert quick(file, executor=pool) == quick(file)


def test_hands_that_cannot_be_read_or_replayed_are_counted(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text(
        file.read_text(encoding="utf-8") + '\n[99]\nvariant = "NT"\nactions = 7\n', encoding="utf-8"
    )
    faults: list[Damaged] = []
    found = quick(file, on_fault=faults.append)
    assert found.unread == len(faults) == 1
    assert len(found.hands) == 12
    real = run.review_hand

    def failing(hand, *words):
        if hand.number == 3:
            raise HistoryError("the third hand is wrong")
        return real(hand, *words)

    monkeypatch.setattr(run, "review_hand", failing)
    faults.clear()
    progress: list[tuple[int, int]] = []
    found = quick(file, on_fault=faults.append, progress=lambda *each: progress.append(each))
    assert progress == [(done, 12) for done in range(13)]
    assert found.unread == 2
    assert len(found.hands) == 11
    assert any(each.reason.endswith("the third hand is wrong") for each in faults)


def test_errors_name_what_would_be_right(file: Path, tmp_path: Path) -> None:
    with pytest.raises(OptionError) as unknown:
        quick(file, name="Playr 1")
    assert str(unknown.value) == (
        "no hand has a player 'Playr 1' (did you mean 'player 1'?); players whose cards are known "
        "are player 1, player 2, player 3, player 4"
    )
    with pytest.raises(OptionError, match="there is no hero; name the player to review"):
        review([file], quick=True)
    with pytest.raises(OptionError, match="flop_memory is -1; it must be a whole number, 0 or"):
        quick(file, flop_memory=-1)
    with pytest.raises(OptionError, match="seed"):
        quick(file, seed=-1)
    with pytest.raises(OptionError):
        quick(tmp_path / "nothing")


def rakes_of(hands: list[Hand]) -> dict[str, Rake]:
    tally = RakeTally()
    for hand in hands:
        tally.add(hand)
    return tally.estimates()


def test_the_rake_of_a_stake_follows_from_its_pots(hands: list[Hand]) -> None:
    def paid(hand: Hand, pot: int, rake: int) -> Hand:
        return replace(hand, winnings=(pot - rake, 0, 0, 0), rake=rake)

    pots = [(1_000, 50), (2_000, 100), (9_000, 300), (20_000, 300), (150, 0), (3_000, 150)]
    raked = [paid(hand, *each) for hand, each in zip(hands, pots, strict=False)]
    assert rakes_of(raked) == {"chips 50/100": Rake(0.05, 3.0)}
    # The day and the number of players do not matter, but the site does.
    days = [
        replace(hand, metadata={"year": 2024, "month": 5, "day": day, "venue": "Stars"})
        for day, hand in enumerate(raked, 1)
    ]
    assert rakes_of(days) == {"Stars chips 50/100": Rake(0.05, 3.0)}
    (none,) = rakes_of(hands).values()
    assert none == Rake()
    (single,) = rakes_of(raked[:1]).values()
    assert single == Rake(0.05, 0.5)


def test_a_store_keeps_the_rake_of_a_stake_until_another_is_clearly_different(
    hands: list[Hand], tmp_path: Path
) -> None:
    (stake,) = {stake_of(hand) for hand in hands}
    seen = []
    settings = ReviewSettings(quick=True)
    with ReviewStore(tmp_path / "review.db") as store:
        for rake in (Rake(0.05, 3.0), Rake(0.048, 3.5), Rake(), Rake(0.05, 6.0), Rake(0.05, 3.0)):
            tasks = [HandToReview(hand, 0) for hand in hands[:1]]
            list(review_hands(tasks, {stake: rake}, settings, store))
            seen.append(store.rake(stake))
    assert seen == [Rake(0.05, 3.0)] * 3 + [Rake(0.05, 6.0)] * 2


def test_an_older_store_gets_what_it_lacks(file: Path, tmp_path: Path) -> None:
    """Version 1 had neither flops nor rakes; its hands stay."""
    path = tmp_path / "review.db"
    quick(file, store=path)
    with sqlite3.connect(path) as base:
        for table in ("flops", "rakes"):
            base.execute(f"DROP TABLE {table}")
            base.execute("DELETE FROM contents WHERE name = ?", (table,))
        base.execute("PRAGMA user_version = 1")
    with ReviewStore(path, create=False) as old:
        held = len(list(old.hands()))
    with ReviewStore(path) as store:
        assert len(list(store.hands())) == held > 0
        assert store.flop(b"unknown") is None
        store.put_flop(b"known", b"solution")
        store.put_rake("NL", Rake(0.05, 3.0))
        assert (store.flop(b"known"), store.rake("NL")) == (b"solution", Rake(0.05, 3.0))
