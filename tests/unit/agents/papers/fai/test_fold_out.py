"""A match is folded out when it is won for certain, and proved to be won whatever may come."""

import pickle
from dataclasses import dataclass
from functools import cache
from random import Random

import pytest

from handsight.agents import Decision, agent
from handsight.agents.papers.fai.fold_out import FoldOut, cost_of_folding, is_won_by_folding
from handsight.errors import OptionError
from handsight.game import Action, HandCursor, HandState, Rules

BLINDS = Rules(small_blind=1, big_blind=2)
US, OPPONENT = 0, 1
ACES, RUBBISH = "AhAd", "7c2s"
DECKS = {
    "we win": {"holes": [ACES, RUBBISH], "board": "KsQhJd8c3s"},
    "we lose": {"holes": [RUBBISH, ACES], "board": "KsQhJd8c3s"},
    "we split": {"holes": ["2c3d", "2d3c"], "board": "AsKsQsJsTs"},
}


@dataclass(frozen=True)
class Untouchable:
    """An agent that must not be asked any more."""

    name: str = "untouchable"

    def act(self, observation, rng):
        raise AssertionError("a locked match was played on")


def locked_player():
    player = FoldOut(inner="fold")
    object.__setattr__(player, "_agent", Untouchable())
    return player


def seen_at(stacks, button, hand, hands, rules=BLINDS):
    return HandCursor(HandState.start(rules, stacks, button, seed=1), hand, hands).observation()


# --- the proof: every deal, every action of the opponent, to the end of the match ----------------

HANDS, CHIPS = 4, 24


def at_start(stacks, button, cards=()):
    return HandState.start(BLINDS, stacks, button, seed=1, **dict(cards))


def seen_in(state, hand):
    """What we see in a hand, as far as folding out goes by it; before our turn too."""
    legal = state.legal_actions._replace(stack=state.stacks[US])
    stacks, _, paid = state.chips
    now = {"legal": legal, "stacks": stacks, "paid": paid, "start_stacks": state.start_stacks}
    return seen_at((12, 12), US, hand, HANDS)._replace(seat=US, **now)


def opponent_may(legal):
    raises = {legal.raise_min, (legal.raise_min + legal.raise_max) // 2, legal.raise_max} - {0}
    folds = [Action.fold()] if legal.can_fold else []
    return [*folds, Action.call(), *map(Action.raise_to, sorted(raises))]


def ends_of(state, hand, play):
    """All stacks that a hand may end with, if the opponent may do anything and we play so."""
    if state.is_over:
        return {state.stacks}
    opponents = state.actor == OPPONENT
    actions = opponent_may(state.legal_actions) if opponents else [play(seen_in(state, hand))]
    return set().union(*(ends_of(state.apply(action), hand, play) for action in actions))


def worst_end(stacks, button, hand, play):
    """The fewest chips that we can end the match with."""

    @cache
    def worst(stacks, button, hand):
        if hand > HANDS or 0 in stacks:
            return stacks[US]
        starts = (at_start(stacks, button, cards) for cards in DECKS.values())
        ends = set().union(*(ends_of(start, hand, play) for start in starts))
        return min(worst(end, 1 - button, hand + 1) for end in ends)

    return worst(stacks, button, hand)


def fold(seen):
    return Action.fold() if seen.legal.call_cost else Action.check()


def stay_locked(seen):
    return locked_player().act(seen, Random(1))


def locks_at(ours, button, hand):
    return is_won_by_folding(seen_in(at_start((ours, CHIPS - ours), button), hand))


@pytest.mark.repeats(2)
@pytest.mark.parametrize("hand", [1, 2, 3, 4])
@pytest.mark.parametrize("button", [US, OPPONENT])
def test_what_is_locked_is_won_whatever_the_opponent_does_and_whatever_comes(hand, button):
    locks = [ours for ours in range(13, CHIPS) if locks_at(ours, button, hand)]
    assert len(locks) >= 4
    for ours in locks:
        assert 2 * worst_end((ours, CHIPS - ours), button, hand, stay_locked) > CHIPS


@pytest.mark.parametrize("hand", [1, 2, 3, 4])
@pytest.mark.parametrize("button", [US, OPPONENT])
def test_with_one_chip_less_folding_may_end_level(hand, button):
    least = next(ours for ours in range(13, CHIPS) if locks_at(ours, button, hand))
    assert 2 * worst_end((least - 1, CHIPS - least + 1), button, hand, fold) == CHIPS


# --- what it goes by ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "players", "cost"),
    [
        ({}, 2, 5 * 10 + 4 * 5),
        ({"ante": 1}, 2, 5 * 10 + 4 * 5 + 9),
        ({"ante": 3, "ante_by": "big-blind"}, 2, 5 * 13 + 4 * 5),
        ({}, 6, 9 * 10),
        ({"straddles": (20,)}, 6, 9 * 20),
        ({"ante": 3, "ante_by": "big-blind"}, 6, 9 * 13),
    ],
)
def test_folding_nine_hands_costs_at_most_these_blinds(options, players, cost):
    rules = Rules(small_blind=5, big_blind=10, **options)
    assert cost_of_folding(rules, 9, players) == cost
    assert cost_of_folding(rules, 0, players) == 0


def test_a_match_with_no_given_end_is_never_locked():
    assert is_won_by_folding(seen_at((20, 4), 0, hand=1, hands=1))
    assert not is_won_by_folding(seen_at((20, 4), 0, hand=1, hands=0))


def test_what_lies_in_the_pot_is_taken_for_lost():
    table = HandCursor(HandState.start(BLINDS, (14, 10), 0, seed=1), hand=4, hands=4)
    assert is_won_by_folding(table.observation())
    table.apply(Action.raise_to(6))
    table.apply(Action.raise_to(10))
    assert not is_won_by_folding(table.observation())


# --- the player -----------------------------------------------------------------------------------


def test_before_the_lock_it_plays_as_the_other_agent_does():
    seen = seen_at((12, 12), 0, hand=1, hands=4)
    for inner in ("all-in", "min-raise", "fai-v4:trials=10"):
        assert agent(f"match-lock:inner={inner}").act(seen, Random(1)) == agent(inner).act(
            seen, Random(1)
        )


def test_after_the_lock_it_folds_and_checks_where_that_is_free():
    ahead = (20, 4)
    assert stay_locked(seen_at(ahead, 0, hand=4, hands=4)) == Action.fold()
    table = HandCursor(HandState.start(BLINDS, ahead, OPPONENT, seed=1), hand=4, hands=4)
    table.apply(Action.call())
    assert stay_locked(table.observation()) == Action.check()


def test_it_explains_the_lock_and_before_it_what_the_other_agent_says():
    locked = agent("match-lock").explain(seen_at((20, 4), 0, 4, 4), Random(1))
    assert locked == Decision(
        Action.fold(),
        "the match is won for certain",
        {"chips behind": 19, "blinds to come, at most": 0, "half of all chips": 12},
    )
    before = agent("match-lock").explain(seen_at((12, 12), 0, 1, 4), Random(1))
    assert before.reason.startswith("v4: ")
    assert before.numbers["blinds to come, at most"] == 2 + 1 + 2


def test_an_agent_without_an_explanation_is_named():
    player = FoldOut(inner="call")
    object.__setattr__(player, "_agent", Silent())
    assert player.explain(seen_at((12, 12), 0, 1, 4), Random(1)).reason == "as call plays"
    player.observe(None)
    player.reset()


@dataclass
class Silent:
    """An agent that only acts."""

    name: str = "silent"

    def act(self, observation, rng):
        return Action.call()


@dataclass
class Told:
    """An agent that writes down what it is told."""

    name = "told"

    def __post_init__(self):
        self.heard = []

    def act(self, observation, rng):
        return Action.call()

    def observe(self, event):
        self.heard.append(event)

    def reset(self):
        self.heard.append("reset")


def test_the_other_agent_is_told_what_happens():
    player, inner = FoldOut(inner="call"), Told()
    object.__setattr__(player, "_agent", inner)
    player.reset()
    player.observe("an event")
    assert inner.heard == ["reset", "an event"]


def test_an_agent_inside_that_does_not_exist_is_refused():
    with pytest.raises(OptionError, match="no agent is called 'nobody'"):
        agent("match-lock:inner=nobody")


def test_it_can_be_sent_to_another_process():
    player = agent("match-lock:inner=fai-v2")
    assert pickle.loads(pickle.dumps(player)) == player
