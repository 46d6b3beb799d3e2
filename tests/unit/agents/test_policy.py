"""What an agent says of its policy is what it does."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from handsight.agents import Agent, PolicyTable, agent, policy_of
from handsight.agents.policy import ANY_RAISE, AskedPolicy, Policy, likelihood, plain
from handsight.cards import CardSet
from handsight.errors import FaultError
from handsight.game import Action, HandCursor, HandState, Observation, Rules
from handsight.ranges.combos import MASKS

CERTAIN = ("fold", "call", "check-call", "check-call:most=0.2", "min-raise", "all-in")
THRESHOLDS = ("ehs", "chen-tight", "sklansky-tight", "blog-range", "ehs:bet_at=0.4,raise_at=0.6")
SAMPLING = ("fai-v4", "fai-v5", "fai-v3:trials=200", "fai-v5:setting=pypokerengine")
COUNTING = ("fai-v0", "fai-v1", "fai-v2", "fai-v3", "fai-v5")
COUNTED = ("fai-chart", "fai-chart:version=v5", *(f"{name}:estimator=exact" for name in COUNTING))
DRAWN = ("random", "maniac", "maniac:folds=0.3", *SAMPLING, *COUNTED)
DRAWS = 100


def decisions(seed: int, stack: int = 10_000) -> Iterator[Observation]:
    """Walk a hand that goes to the showdown, and give what each player sees at their decisions."""
    rng = Random(seed)
    cursor = HandCursor(HandState.start(Rules(), [stack, stack], 0, seed=seed))
    while not cursor.state.is_over:
        seen = cursor.observation()
        yield seen
        legal = seen.legal
        sizes = [legal.raise_min, legal.half_pot, legal.pot_size]
        raises = legal.can_raise and rng.random() < 0.35
        cursor.apply(Action.raise_to(rng.choice(sizes)) if raises else Action.call())


def free_combos(seen: Observation) -> np.ndarray:
    lying = sum(card.mask for card in seen.board)
    return np.array([number for number, mask in enumerate(MASKS) if not mask & lying])


def with_hole(seen: Observation, combo: int) -> Observation:
    return seen._replace(hole=CardSet.from_mask(MASKS[combo]))


def asked(player: Agent, seen: Observation, combos: np.ndarray) -> PolicyTable:
    assert isinstance(player, Policy)
    table = player.probabilities(seen, combos)
    assert table.chances.shape == (len(combos), len(table.actions))
    assert table.chances.min() >= 0
    np.testing.assert_allclose(table.chances.sum(axis=1), 1)
    return table


@pytest.mark.repeats(4)
@pytest.mark.parametrize("hands", [2, pytest.param(4, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("name", [*CERTAIN, *THRESHOLDS])
def test_an_agent_without_chance_does_what_it_says_with_every_hand(name: str, hands: int) -> None:
    player = agent(name)
    for seed in range(hands):
        rng = Random(seed)
        for seen in decisions(seed):
            combos = free_combos(seen)
            table = asked(player, seen, combos)
            assert table.is_exact
            for place in rng.sample(range(len(combos)), 25):
                action = player.act(with_hole(seen, combos[place]), rng)
                assert table.of(plain(action, seen.legal))[place] == 1


@pytest.mark.repeats(5)
@pytest.mark.parametrize("hands", [1, pytest.param(2, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("name", DRAWN)
def test_an_agent_with_chance_acts_as_often_as_it_says(name: str, hands: int) -> None:
    player = agent(name)
    worst = []
    for seed in range(hands):
        rng = Random(seed)
        for seen in decisions(seed):
            combos = free_combos(seen)
            table = asked(player, seen, combos)
            # The normal distribution in place of a sample's is off by a few hundredths at most.
            slack = 0.0 if table.is_exact else 0.04
            for place in rng.sample(range(len(combos)), 5):
                hand = with_hole(seen, combos[place])
                draws = [plain(player.act(hand, Random(n)), seen.legal) for n in range(DRAWS)]
                for kind in ("fold", "call", "raise"):
                    often = sum(action.kind == kind for action in draws) / DRAWS
                    places = [at for at, each in enumerate(table.actions) if each.kind == kind]
                    said = table.chances[place, places].sum()
                    spread = 5 * (max(said * (1 - said), 0.01) / DRAWS) ** 0.5
                    worst.append((abs(often - said) - slack) / spread)
    assert max(worst) < 1


@pytest.mark.repeats(1)
@pytest.mark.parametrize("name", ["fai-v2", "fai-v5", "fai-v5:estimator=exact"])
def test_the_amounts_of_a_raise_share_its_chance(name: str) -> None:
    player = agent(name)
    checked = 0
    for seen in (seen for seen in decisions(2, stack=600) if seen.legal.can_raise):
        combos = free_combos(seen)[::60]
        table = player.probabilities(seen, combos)
        totals = range(seen.legal.raise_min, seen.legal.raise_max + 1)
        amounts = sum(player.amounts(seen, combos, total) for total in totals)
        raises = table.of(ANY_RAISE) > 0
        np.testing.assert_allclose(amounts[raises], 1, atol=1e-9)
        assert not amounts[~raises].any()
        checked += int(raises.sum())
    assert checked > 20


def test_the_amount_that_was_raised_counts_as_often_as_it_comes() -> None:
    player = agent("fai-v5:estimator=exact")
    seen = next(decisions(0))
    aces = np.array([1325])
    table = player.probabilities(seen, aces)
    draws = 2000
    drawn = Counter(
        plain(player.act(with_hole(seen, 1325), Random(seed)), seen.legal) for seed in range(draws)
    )
    top, often = drawn.most_common(1)[0]
    said = float(likelihood(player, table, seen, aces, top)[0])
    assert often / draws == pytest.approx(said, abs=0.03)
    others = [float(likelihood(player, table, seen, aces, each)[0]) for each in list(drawn)[:50]]
    assert all(0 < chance <= said for chance in others)


# --- asked hand by hand ---------------------------------------------------------------------------


class Diary:
    """Remembers every question, and plays by how many there were."""

    name = "diary"

    def __init__(self) -> None:
        self.questions: list[Observation] = []

    def act(self, observation: Observation, rng: Random) -> Action:
        self.questions.append(observation)
        return Action.call() if len(self.questions) == 1 else Action.fold()


class Coin:
    """Raises three times in four with the ace of spades, and else calls."""

    name = "coin"

    def act(self, observation: Observation, rng: Random) -> Action:
        raises = "As" in str(observation.hole) and rng.random() < 0.75
        return Action.raise_to(rng.randint(200, 900)) if raises else Action.call()


class Silent:
    name = "silent"

    def act(self, observation: Observation, rng: Random) -> Action:
        return None  # type: ignore[return-value]


class Failing:
    name = "failing"

    def act(self, observation: Observation, rng: Random) -> Action:
        raise KeyError("pot")


def test_an_agent_is_not_disturbed_by_questions() -> None:
    diary, seen = Diary(), next(decisions(1))
    diary.questions = []
    policy = AskedPolicy(diary)
    table = policy.probabilities(seen, np.arange(5))
    assert table.actions == (Action.call(),)  # each copy is asked for the first time
    assert diary.questions == []
    assert [*map(str, policy.probabilities(seen, np.arange(5)).actions)] == ["call"]


def test_each_combo_stands_in_place_of_the_cards() -> None:
    seen = next(decisions(1))
    own, aces = policy_of(agent("ehs")), np.array([0, 700, 1325])
    in_turn = AskedPolicy(agent("ehs")).probabilities(seen, aces)
    at_once = own.probabilities(seen, aces)
    for action in at_once.actions:
        np.testing.assert_array_equal(in_turn.of(action), at_once.of(action))
    assert at_once.is_exact
    assert not in_turn.is_exact


def test_an_agent_that_draws_is_asked_often_and_its_raises_are_one() -> None:
    table = AskedPolicy(Coin(), draws=400).probabilities(next(decisions(1)), np.array([0, 1325]))
    assert set(table.actions) == {Action.call(), ANY_RAISE}
    assert table.of(Action.raise_to(345))[1] == pytest.approx(0.75, abs=0.1)
    assert table.of(Action.call())[0] == 1


@pytest.mark.parametrize("name", ["loki", "simulator:trials=16", "potential-hand-2"])
def test_agents_with_a_memory_answer_alike_whenever_they_are_asked(name: str) -> None:
    seen = [*decisions(3)][1]
    policy, combos = policy_of(agent(name), draws=2), free_combos(seen)[::400]
    first, again = (policy.probabilities(seen, combos) for _ in range(2))
    assert first.actions == again.actions
    np.testing.assert_array_equal(first.chances, again.chances)


def test_loki_draws_by_the_mixture_that_it_names() -> None:
    seen = [*decisions(3)][1]
    loki = agent("loki:mixing=0.3")
    mixture = loki.mixture(seen)
    draws = [loki.act(seen, Random(seed)) for seed in range(300)]
    for action, chance in mixture.items():
        assert draws.count(action) / 300 == pytest.approx(chance, abs=0.12)


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (Silent(), "silent answered None, which is not an Action"),
        (Failing(), "failing raised KeyError"),
    ],
)
def test_an_agent_at_fault_is_named(player: Agent, words: str) -> None:
    with pytest.raises(FaultError, match=words):
        AskedPolicy(player).probabilities(next(decisions(1)), np.arange(2))


def test_actions_are_written_in_one_way() -> None:
    legal = next(decisions(1)).legal
    written = {
        Action.check(): Action.call(),
        Action.all_in(): Action.raise_to(10_000),
        Action.bet(300): Action.raise_to(300),
        Action.fold(): Action.fold(),
    }
    assert {action: plain(action, legal) for action in written} == written
