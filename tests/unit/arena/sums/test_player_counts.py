"""What agents did, read from the texts of their hands."""

from dataclasses import replace

import pytest

from handsight.arena import ArenaSpec, ArenaStore, run_arena
from handsight.arena.sums.hand_counts import count_hands
from handsight.arena.sums.player_counts import player_counts
from handsight.errors import OptionError
from handsight.formats import parse_phh, phh_text
from handsight.formats.hand_log import HandRow
from handsight.game import HandCursor, HandState, Rules, random_hands
from handsight.opponents.stats import HandCounter
from tests.naive.arena_hands import played

FIELDS = ("hands", "decided", "vpip", "pfr", "three_bets", "raises_faced", "folds_to_raise")
MORE = ("flops_seen", "showdowns", "showdowns_won", "bets_faced", "folds_to_bet", "actions", "net")


def stored(tmp_path, **options):
    file = tmp_path / "arena.db"
    run_arena(ArenaSpec(**options), file)
    return file


@pytest.mark.repeats(2)
@pytest.mark.parametrize(
    "options",
    [
        {"agents": ("random", "maniac", "check-call"), "pairs": 60},
        {"agents": ("random", "random#2", "call", "maniac:folds=0.4"), "table": "all", "pairs": 40},
        {"agents": ("random", "all-in"), "format": "carry", "pairs": 6},
    ],
    ids=["heads-up", "a table of four", "carried"],
)
def test_the_counts_are_those_of_hands_played_again(options, tmp_path):
    slow = HandCounter()
    with ArenaStore.read(stored(tmp_path, seed=5, **options)) as store:
        quick = player_counts(store)
        for hand in store.hands():
            slow.add_record(parse_phh(phh_text(hand.record)))
    assert quick.keys() == slow.counts.keys()
    for name, counts in slow.counts.items():
        for field in (*FIELDS, *MORE):
            assert getattr(quick[name], field) == getattr(counts, field), (name, field)


def test_the_chances_to_three_bet_are_those_of_hands_played_again_heads_up(tmp_path):
    slow = HandCounter()
    with ArenaStore.read(stored(tmp_path, agents=("random", "maniac"), pairs=80)) as store:
        quick = player_counts(store)
        for hand in store.hands():
            slow.add_record(parse_phh(phh_text(hand.record)))
    for name, counts in slow.counts.items():
        assert quick[name].three_bet_chances == counts.three_bet_chances


def test_hands_by_the_rules_of_pypokerengine_are_counted_too(tmp_path):
    options = {"agents": ("min-raise", "call"), "format": "carry", "rules": "pypokerengine"}
    with ArenaStore.read(stored(tmp_path, pairs=4, **options)) as store:
        hands = store.result().hands
        counts = player_counts(store)
    assert counts["call"].hands == counts["min-raise"].hands == hands
    assert counts["call"].pfr == 0
    assert counts["min-raise"].pfr == counts["min-raise"].decided


@pytest.mark.repeats(2)
@pytest.mark.parametrize(
    "options",
    [
        {"agents": ("random", "maniac"), "pairs": 80},
        {"agents": ("random", "random#2", "call", "maniac:folds=0.4"), "table": "all", "pairs": 40},
        {"agents": ("random", "all-in"), "format": "carry", "rules": "pypokerengine", "pairs": 8},
    ],
    ids=["heads-up", "a table of four", "another platform"],
)
def test_the_counts_are_those_of_a_counter_that_is_told_every_action(options, tmp_path):
    counter = HandCounter()
    with ArenaStore.read(stored(tmp_path, seed=3, **options)) as store:
        for hand in store.hands():
            counter.add(played(hand.record, store.spec.stakes.big_blind), hand.record.players)
        assert player_counts(store) == counter.counts
        assert list(player_counts(store)) == list(counter.counts)


def test_a_hand_that_is_not_over_is_not_counted():
    cursor = HandCursor(HandState.start(Rules(), [900, 900], button=0, seed=7), names=("a", "b"))
    row = HandRow(0, 0, 1, (0, 0), cursor.record())
    with pytest.raises(OptionError, match="only finished hands count"):
        count_hands([row], ("a", "b"))


def test_a_hand_of_somebody_else_is_not_counted():
    row = HandRow(0, 0, 1, (0, 0), replace(next(random_hands(2, seed=1)), players=("a", "c")))
    with pytest.raises(OptionError, match="'c' is neither an agent nor an action"):
        count_hands([row], ("a", "b"))


def test_the_hands_of_every_agent_are_counted(tmp_path):
    file = stored(tmp_path, agents=("call", "random", "all-in"), pairs=150, seed=4)
    with ArenaStore.read(file) as store:
        counts = player_counts(store)
    assert {name: each.hands for name, each in counts.items()} == {
        "call": 600,
        "random": 600,
        "all-in": 600,
    }
    assert counts["call"].pfr == 0
    assert counts["all-in"].vpip == counts["all-in"].decided
