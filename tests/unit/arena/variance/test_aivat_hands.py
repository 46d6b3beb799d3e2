"""AIVAT on hold'em: what is known to be luck, and nothing else, is taken out."""

from __future__ import annotations

import numpy as np
import pytest

from handsight.agents import agent
from handsight.arena import ArenaSpec, ArenaStore, run_arena
from handsight.arena.variance.aivat_hands import ROOT, KnownDecision, _HandWalk, _Spot
from handsight.arena.variance.aivat_replay import ReplayTask, replay_block
from handsight.arena.variance.reduction import adjusted_results
from handsight.blueprint.blueprint import SHIPPED
from handsight.blueprint.values import values_of
from handsight.errors import ArenaError, OptionError
from handsight.game import Action, HandCursor, HandState, Rules, hand_of, random_hands
from handsight.ranges.combos import COMBO_COUNT, combo_number
from tests.thorough import up_to

FICKLE = """
class Fickle:
    name = "fickle"
    def act(self, seen, rng):
        return "{}"
"""


def corrected(*agents, pairs=10, seed=1, **settings):
    """Give what was won in big blinds, and what is left of it without luck, for each hand."""
    spec = ArenaSpec(agents=agents, pairs=pairs, seed=seed, **settings)
    hands = [
        hand for block in range(spec.blocks) for hand in replay_block(ReplayTask(spec, 0, block))
    ]
    return np.array([[hand.row.chips[0], hand.chips] for hand in hands]).T / 100


def luck_is_0(won, less, widths=4.0):
    """Say whether the mean of what was taken out is 0, but for chance."""
    luck = (won - less).reshape(-1, 2).mean(1)
    return abs(luck.mean()) < widths * luck.std(ddof=1) / np.sqrt(len(luck))


# --- what is certain ----------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_where_cards_make_no_difference_nothing_is_taken_out():
    won, less = corrected("min-raise", "fold", pairs=3)
    assert less == pytest.approx(won)


def test_between_all_ins_with_any_cards_nothing_is_left():
    won, less = corrected("all-in", "call")
    assert abs(won).max() == 100
    assert less == pytest.approx(np.zeros(20), abs=1e-9)


def test_an_ante_of_the_big_blind_alone_is_won_and_lost():
    rules = Rules(ante=100, ante_by="big-blind")
    won, less = corrected("min-raise", "fold", pairs=2, stakes=rules)
    assert won.tolist() == [2, 0.5] * 2  # both blinds and the ante, or the small blind
    assert less == pytest.approx(won)
    won, less = corrected("all-in", "call", pairs=2, stakes=rules)
    assert abs(won).max() == 100
    assert less == pytest.approx([0.5, -0.5] * 2)  # half of the ante, which is the big blind's
    won, less = corrected("call", "call#2", pairs=20, stakes=rules)
    assert luck_is_0(*(each.reshape(-1, 2)[:, :1].repeat(2, 1).ravel() for each in (won, less)))


def test_of_two_unknown_players_only_the_cards_are_luck():
    """What they won is the luck and the rest, where the hand goes to its end by decisions."""
    values, done = values_of(SHIPPED), 0
    for hand in random_hands(2, seed=11, hands=40):
        cursor, decisions = HandCursor(hand.start()), []
        for record in hand.actions:
            decisions.append(KnownDecision(cursor.observation()))
            cursor.follow(record)
        state = cursor.state
        if len(state.players) > 1 and hand.actions[-1].board < 5:
            continue
        walk = _HandWalk(hand, values, np.random.default_rng(1), (None, None))
        less = walk.chips(decisions)
        won = state.stacks[hand.button] - state.start_stacks[hand.button]
        assert less + walk.followed.luck == pytest.approx(won)
        assert walk.followed.revealed == walk.holes or not hand.actions[1:]
        done += 1
    assert done > 5


# --- on the whole -------------------------------------------------------------------------------


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "agents",
    [
        ("call", "random"),
        pytest.param(("ehs", "random"), marks=pytest.mark.exhaustive),
        pytest.param(("fai-v5", "call"), marks=pytest.mark.exhaustive),
        pytest.param(("loki", "fai-chart"), marks=pytest.mark.exhaustive),
    ],
)
def test_luck_is_0_on_the_whole_and_most_of_the_spread(agents):
    won, less = corrected(*agents, pairs=60, seed=4)
    assert luck_is_0(won, less)
    assert less.std() < 0.7 * won.std()


@pytest.mark.exhaustive
def test_against_itself_the_blueprint_wins_nothing_and_that_is_seen_early():
    won, less = corrected("blueprint", "blueprint:stack=100", pairs=up_to(5_000, 100), seed=8)
    pairs = less.reshape(-1, 2).mean(1)
    error = pairs.std(ddof=1) / np.sqrt(len(pairs))
    assert abs(pairs.mean()) < 4 * error
    assert error < won.reshape(-1, 2).mean(1).std() / np.sqrt(len(pairs)) / 2
    assert luck_is_0(won, less)


# --- stores -------------------------------------------------------------------------------------


def test_a_store_is_played_again(tmp_path):
    file = tmp_path / "arena.db"
    result = run_arena(ArenaSpec(agents=("call", "random"), pairs=20, seed=4, block=15), file)
    calls = []
    with ArenaStore.read(file) as kept:
        by_aivat = adjusted_results(kept, "aivat", lambda done, most: calls.append((done, most)))
    [each] = by_aivat
    slot = result.matchups[0].slots[0]
    assert (each.agent, each.hands, calls[-1]) == ("call", 40, (40, 40))
    assert each.played.bb100 == pytest.approx(slot.statistics.bb100)
    assert each.adjusted.bb100 == pytest.approx(each.played.bb100 - each.luck.bb100)
    assert each.adjusted.half_width < each.played.half_width / 1.5


@pytest.mark.exhaustive
def test_the_result_is_the_same_on_any_number_of_workers(tmp_path):
    file = tmp_path / "arena.db"
    run_arena(ArenaSpec(agents=("call", "random"), pairs=20, seed=4, block=5), file)
    with ArenaStore.read(file) as kept:
        one, two = (adjusted_results(kept, "aivat", workers=workers) for workers in (1, 2))
    assert one == two


def test_an_agent_that_plays_otherwise_now_is_an_error(tmp_path):
    file = tmp_path / "arena.db"
    bot = tmp_path / "bot.py"
    bot.write_text(FICKLE.format("fold"))
    run_arena(ArenaSpec(agents=(str(bot), "min-raise"), pairs=3, trust=True), file)
    # Of another length, or Python may take what it compiled within the same second.
    bot.write_text(FICKLE.format("call") + "# another\n")
    with (
        ArenaStore.read(file) as kept,
        pytest.raises(ArenaError, match=r"pair 0, leg 0 of .*Fickle v min-raise goes differently"),
    ):
        adjusted_results(kept, "aivat")


def test_an_agent_that_was_an_object_cannot_play_again(tmp_path):
    file = tmp_path / "arena.db"
    run_arena(ArenaSpec(agents=(agent("fold"), "min-raise"), pairs=3), file)
    with (
        ArenaStore.read(file) as kept,
        pytest.raises(OptionError, match="fold was given as an object"),
    ):
        adjusted_results(kept, "aivat")


def test_only_matchups_of_two_can_be_corrected(tmp_path):
    file = tmp_path / "arena.db"
    run_arena(ArenaSpec(agents=("call", "fold", "random"), table="all", pairs=2), file)
    with ArenaStore.read(file) as kept, pytest.raises(OptionError, match="matchups of two"):
        adjusted_results(kept, "aivat")


def test_workers_are_counted(tmp_path):
    file = tmp_path / "arena.db"
    run_arena(ArenaSpec(agents=("call", "fold"), pairs=2), file)
    with ArenaStore.read(file) as kept, pytest.raises(OptionError, match="workers is 0"):
        adjusted_results(kept, "aivat", workers=0)


class Faulty:
    """Fails at every third decision, and calls at the others."""

    name = "faulty"

    def __init__(self):
        self.decisions = 0

    def act(self, observation, rng):
        self.decisions += 1
        if self.decisions % 3 == 0:
            raise RuntimeError("no idea")
        return agent("call").act(observation, rng)

    def probabilities(self, observation, combos):
        return agent("call").probabilities(observation, combos)


def test_at_a_fault_the_arena_has_decided_and_not_the_policy(monkeypatch):
    from handsight.arena.variance import aivat_replay

    build = aivat_replay.build_agent
    monkeypatch.setattr(
        aivat_replay,
        "build_agent",
        lambda spec: Faulty() if spec.text == "call" else build(spec),
    )
    won, less = corrected("call", "min-raise", pairs=10)
    assert (won != 0).any()
    assert np.isfinite(less).all()


def test_an_action_that_only_hands_without_an_opponent_take_is_no_guess():
    """What is left of the weights then is rounding errors, which may cancel out to 0 / 0."""
    cursor = HandCursor(HandState.start(Rules(), [10_000, 10_000], button=0, seed=3))
    for _ in range(7):  # the last one by the big blind on the river
        cursor.apply(Action.call())
    cursor.apply(Action.raise_to(200))
    hand, rng = hand_of(cursor.state.apply("call")), np.random.default_rng(1)
    walk = _HandWalk(hand, values_of(SHIPPED), rng, (None, None))
    walk.board = tuple(card.index for card in cursor.state.board)
    cards = [card for card in range(52) if card not in walk.board]
    shared, low, high, last = cards[0], cards[1], cards[2], cards[3]
    for _ in range(200):
        mine, theirs = np.zeros(COMBO_COUNT), np.zeros(COMBO_COUNT)
        theirs[[combo_number(shared, card) for card in cards[4:]]] = rng.random(len(cards) - 4)
        mine[combo_number(low, high)] = 1
        mine[combo_number(shared, last)] = rng.random()
        calls = np.zeros(COMBO_COUNT)
        calls[combo_number(shared, last)] = 1
        spot = _Spot(cursor, cursor.observation(), ROOT, (theirs / theirs.sum(), mine))
        actions = (Action.fold(), Action.call())
        guesses = walk._guesses(spot, actions, np.stack([1 - calls, calls], 1), ahead=False)
        assert np.isfinite(guesses).all()
