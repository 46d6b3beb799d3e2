"""The store of players: every hand once, whatever happens, and nothing but ours."""

import random
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from handsight.errors import HistoryError, OptionError
from handsight.formats import parse_phh, phh_text
from handsight.game import Occasion, random_hands
from handsight.opponents.stats import Counts, PlayerStore, count_hands
from handsight.opponents.stats.conversion import convert_players
from handsight.opponents.stats.store import KIND, hand_digest
from tests.stores import players_version_1, players_version_2, players_version_3, write_row
from tests.unit.formats.hands import history
from tests.unit.opponents.records import record

HANDS = list(random_hands(4, seed=5, hands=30))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.db"


def test_a_store_gives_what_counting_gives(path: Path) -> None:
    with PlayerStore(path, create=True) as store:
        assert store.add(HANDS) == 30
    with PlayerStore(path) as store:
        assert (store.hands, store.players()) == (30, count_hands(HANDS))
        assert store.counts("player 2") == count_hands(HANDS)["player 2"]
        assert store.counts("nobody") is None


def test_whatever_the_order_and_however_often_a_hand_is_counted_once(path: Path) -> None:
    rng = random.Random(7)
    with PlayerStore(path, create=True) as store:
        while store.hands < len(HANDS):
            store.add(rng.choices(HANDS, k=9))
        assert store.players() == count_hands(HANDS)
        assert store.add(HANDS) == 0


def test_players_are_listed_with_most_hands_first(path: Path) -> None:
    with PlayerStore(path, create=True) as store:
        store.add([record("Bob cc", "Ada cc", *("/", "Ada cc", "Bob cc") * 3, seats=2)])
        store.add([record("Cleo f", "Ada f")])
        assert list(store.players()) == ["Ada", "Bob", "Cleo"]


def test_a_hand_is_known_wherever_it_stands_and_however_it_is_laid_out() -> None:
    told = record("Cleo f", "Ada f")
    again = parse_phh(phh_text(told).replace(" = ", "="), "elsewhere.phh", 77)
    assert hand_digest(told) == hand_digest(again)
    assert hand_digest(told) != hand_digest(record("Cleo f", "Ada f", hand=2))


def test_the_digest_of_a_hand_never_changes() -> None:
    """If it does, hands of older stores would be counted again: raise the store's version."""
    digest = hand_digest(record("Cleo cbr 300", "Ada f", "Bob f", hand=7))
    assert digest.hex()[:16] == "3b56c468c4862e4f"


def test_the_digest_of_a_hand_by_the_rules_of_another_platform_never_changes_either() -> None:
    """It was taken of a text with the platform among the metadata, before the players."""
    ours = record("Cleo cbr 300", "Ada f", "Bob f", hand=7)
    theirs = parse_phh(phh_text(ours) + '_rules = "toy"\n')
    first = phh_text(ours).replace("players = ", '_rules = "toy"\nplayers = ')
    assert phh_text(theirs).endswith('_rules = "toy"\n')
    assert hand_digest(theirs) == sha256(first.encode()).digest()
    assert hand_digest(theirs).hex()[:16] == "c597361808c105c5"


def test_if_one_hand_is_wrong_none_of_them_is_counted(path: Path) -> None:
    with PlayerStore(path, create=True) as store:
        with pytest.raises(HistoryError, match="breaks off"):
            store.add([HANDS[0], record("Cleo f")])
        assert (store.hands, store.players()) == (0, {})
        assert store.add(HANDS[:1]) == 1


def test_a_wrong_hand_may_be_left_out_and_the_others_kept(path: Path) -> None:
    with PlayerStore(path, create=True) as store:
        with store.writing() as writer:
            assert writer.add(HANDS[0])
            with pytest.raises(HistoryError):
                writer.add(record("Cleo f"))
            assert not writer.add(HANDS[0])
        assert (store.hands, store.players()) == (1, count_hands(HANDS[:1]))


def test_an_error_within_a_block_takes_all_of_it_back(path: Path) -> None:
    with PlayerStore(path, create=True) as store:
        store.add(HANDS[:3])
        with pytest.raises(KeyboardInterrupt):
            break_off(store)
        assert store.players() == count_hands(HANDS[:3])
        assert store.hands == 3


def break_off(store: PlayerStore) -> None:
    with store.writing() as writer:
        writer.add(HANDS[4])
        raise KeyboardInterrupt


def test_a_hand_without_names_counts_for_nobody_and_is_refused(path: Path) -> None:
    with (
        PlayerStore(path, create=True) as store,
        pytest.raises(HistoryError, match=r"hand\.phh:1: the record names no players"),
    ):
        store.add([history()])


def test_strange_names_are_kept(path: Path) -> None:
    names = ["Zoë [bold]", "", "'; DROP TABLE players; --"]
    with PlayerStore(path, create=True) as store:
        store.add([record("Cleo f", "Ada f", players=names)])
        assert set(store.players()) == set(names)


def test_two_programs_may_write_one_store(path: Path) -> None:
    with PlayerStore(path, create=True) as one, PlayerStore(path, create=True) as two:
        one.add(HANDS[:20])
        two.add(HANDS[10:])
        assert one.players() == two.players() == count_hands(HANDS)


# --- what is no store -----------------------------------------------------------------------------


def test_a_store_that_is_not_there_is_made_only_if_asked(path: Path) -> None:
    with pytest.raises(OptionError, match="handsight import makes one"):
        PlayerStore(path)
    assert not path.exists()


def test_another_file_is_refused_and_left_alone(path: Path) -> None:
    path.write_text("no database" * 100, "utf-8")
    for create in (False, True):
        with pytest.raises(OptionError, match="cannot be opened: file is not a database"):
            PlayerStore(path, create=create)
    assert path.read_text("utf-8") == "no database" * 100


def test_another_database_is_refused_and_left_alone(path: Path) -> None:
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE hands (phh TEXT)")
    base.close()
    before = path.read_bytes()
    for create in (False, True):
        with pytest.raises(OptionError, match="is a database, but not a store of players"):
            PlayerStore(path, create=create)
    assert path.read_bytes() == before


def test_a_store_of_a_later_version_is_refused(path: Path) -> None:
    PlayerStore(path, create=True).close()
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 5")
    base.close()
    with pytest.raises(OptionError, match="has version 5; this handsight reads version 4"):
        PlayerStore(path)


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="cannot be opened"):
        PlayerStore(tmp_path, create=True)
    with pytest.raises(OptionError, match="cannot be opened"):
        PlayerStore(tmp_path / "nowhere" / "players.db", create=True)


@pytest.mark.repeats(4)
@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("counts", ["{", "{}", "[]", "7"])
def test_damaged_counts_are_told_and_not_written_over(
    path: Path, counts: str, checked: bool
) -> None:
    with PlayerStore(path, create=True) as store:
        store.add(HANDS[:2])
    if checked:
        write_row(path, "players", "0/player 1", counts.encode(), KIND)
    else:
        base = sqlite3.connect(path)
        base.execute("UPDATE players SET value = ?", (counts.encode(),))
        base.commit()
        base.close()
    with PlayerStore(path) as store:
        with pytest.raises(OptionError, match="is damaged"):
            store.counts("player 1")
        with pytest.raises(OptionError, match="is damaged"):
            store.add(HANDS[2:])
        assert store.hands == 2


DELETED = "DELETE FROM counted WHERE key = ?"
CHANGED = "UPDATE counted SET key = x'00' WHERE key = ?"


@pytest.mark.parametrize("damage", [DELETED, CHANGED])
def test_a_damaged_digest_is_found_before_a_hand_is_counted(path: Path, damage: str) -> None:
    with PlayerStore(path, create=True) as store:
        store.add(HANDS[:9])
    base = sqlite3.connect(path)
    base.execute(damage, (hand_digest(HANDS[3]),))
    base.commit()
    base.close()
    with PlayerStore(path) as store, pytest.raises(OptionError, match="is damaged"):
        store.add(HANDS[3:4])


# --- stores of older versions ---------------------------------------------------------------------


def without_situations(players: dict[str, Counts]) -> dict[str, Counts]:
    """Give counts as older versions have them."""
    none = Counts()
    return {
        name: replace(counts, chances=none.chances, taken=none.taken)
        for name, counts in players.items()
    }


@pytest.mark.parametrize(
    ("make", "version"),
    [(players_version_1, 1), (players_version_2, 2), (players_version_3, 3)],
    ids=["1", "2", "3"],
)
def test_a_store_of_an_older_version_is_converted_without_loss(
    make: Callable[[Path], Path], version: int, path: Path
) -> None:
    """Its hands are known; before version 3 they were counted without situations."""
    old = make(path.with_name("old.db"))
    refused = rf"has version {version}; .* handsight convert-store .* NEW"
    with pytest.raises(OptionError, match=refused):
        PlayerStore(old)
    before = old.read_bytes()
    convert_players(old, path)
    hands = list(random_hands(4, seed=7, hands=25))
    with PlayerStore(path) as store:
        assert store.hands == 20
        old_counts = without_situations(store.players())
        assert old_counts == without_situations(count_hands(hands[:20]))
        assert store.games == [Occasion()]
        assert store.add(hands) == 5
        assert without_situations(store.players()) == without_situations(count_hands(hands))
        new = count_hands(hands[20:])
        for name, counts in store.players().items():
            whole = count_hands(hands)[name] if version == 3 else new[name]
            assert (counts.chances, counts.taken) == (whole.chances, whole.taken)
    assert old.read_bytes() == before
    with pytest.raises(OptionError, match=r"the file '.*players\.db' already exists"):
        convert_players(old, path)
    with pytest.raises(OptionError, match="already has version 4"):
        convert_players(path, path.with_name("newer.db"))
    assert sorted(each.name for each in path.parent.iterdir()) == ["old.db", "players.db"]


def test_a_damaged_store_of_version_1_is_not_converted(path: Path) -> None:
    old = players_version_1(path.with_name("old.db"))
    base = sqlite3.connect(old)
    base.execute("UPDATE players SET counts = '{}' WHERE name = 'player 3'")
    base.commit()
    base.close()
    with pytest.raises(OptionError, match="the counts of player 'player 3' cannot be read"):
        convert_players(old, path)
    assert [each.name for each in path.parent.iterdir()] == ["old.db"]


def test_a_damaged_store_of_version_2_is_not_converted(path: Path) -> None:
    old = players_version_2(path.with_name("old.db"))
    base = sqlite3.connect(old)
    base.execute("UPDATE players SET value = '{}' WHERE key = 'player 3'")
    base.commit()
    base.close()
    with pytest.raises(OptionError, match="player 3"):
        convert_players(old, path)
    assert [each.name for each in path.parent.iterdir()] == ["old.db"]


def test_an_empty_store_has_no_players(path: Path) -> None:
    with PlayerStore(path, create=True) as store:
        assert (store.hands, store.players(), store.counts("Ada")) == (0, {}, None)
    assert Counts() == Counts.from_json(Counts().to_json())
