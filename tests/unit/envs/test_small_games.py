"""Small games: their rules in words, and values that all deals, listed one by one, give too."""

from collections.abc import Iterator
from itertools import permutations
from math import isclose
from typing import Any

import numpy as np
import pytest

from handsight.envs.exact import (
    best_responses,
    checked_strategy,
    equilibrium,
    exploitability,
    strategy_of,
    uniform_strategy,
    values,
)
from handsight.envs.small_games import (
    CALL,
    FOLD,
    KUHN,
    LEDUC,
    RAISE,
    TEN_CARDS,
    SmallGame,
    SmallHand,
    small_game,
)
from handsight.errors import IllegalActionError, OptionError

TINY = SmallGame(
    "tiny",
    ("Ts", "Th", "Js", "Jh", "Qs", "Qh"),
    hole=2,
    board=1,
    posts=(1, 2),
    bets=(2, 2),
    cap=2,
    firsts=(0, 1),
    ranking="pair",
)
GAMES = [KUHN, LEDUC, TINY]

# --- the slow twin: every deal and every line, one by one -----------------------------------------


def deals(game: SmallGame) -> Iterator[SmallHand]:
    """Yield all ways to deal, of which each has the same probability."""
    count = 2 * game.hole + game.board
    for cards in permutations(range(len(game.deck)), count):
        one, other, board = (
            cards[: game.hole],
            cards[game.hole : 2 * game.hole],
            cards[-game.board :],
        )
        parts = [one, other, board if game.board else ()]
        if all(list(part) == sorted(part) for part in parts):
            numbers = game.hands.index(one), game.hands.index(other)
            yield SmallHand(game, numbers, game.boards.index(tuple(parts[2])))


def after(hand: SmallHand, action: int) -> SmallHand:
    copy = SmallHand(hand.game, hand.holes, hand.board)
    copy.node = hand.node
    copy.apply(action)
    return copy


def won(game: SmallGame, strategy: Any, seat: int, best: bool) -> float:
    """Return what a seat wins on average, with the strategy or with the best answer to it."""

    def at(hands: list[tuple[SmallHand, float]]) -> float:
        """Return the sum over hands that have had the same betting, times their weights."""
        first = hands[0][0]
        if first.is_over:
            return sum(weight * hand.returns[seat] for hand, weight in hands)
        legal = np.flatnonzero(first.legal).tolist()
        if first.actor != seat:
            return sum(
                at([(after(hand, a), weight * strategy[hand.row, a]) for hand, weight in hands])
                for a in legal
            )
        groups: dict[int, list[tuple[SmallHand, float]]] = {}
        for hand, weight in hands:  # the player knows only the row of the strategy
            groups.setdefault(hand.row, []).append((hand, weight))
        total = 0.0
        for row, group in groups.items():
            parts = [at([(after(hand, a), weight) for hand, weight in group]) for a in legal]
            total += max(parts) if best else float(strategy[row, legal] @ parts)
        return total

    every = list(deals(game))
    return at([(hand, 1 / len(every)) for hand in every])


def some_strategy(game: SmallGame, seed: int) -> Any:
    return checked_strategy(game, np.random.default_rng(seed).random((game.rows, 3)) ** 3)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_values_and_best_responses_are_those_of_all_deals(game: SmallGame) -> None:
    for strategy in (some_strategy(game, 1), uniform_strategy(game)):
        one, other = values(game, strategy)
        assert isclose(one, won(game, strategy, 0, best=False), abs_tol=1e-12)
        assert isclose(other, won(game, strategy, 1, best=False), abs_tol=1e-12)
        expected = [won(game, strategy, seat, best=True) for seat in (0, 1)]
        assert best_responses(game, strategy) == pytest.approx(expected, abs=1e-12)
        assert exploitability(game, strategy) == pytest.approx(sum(expected) / 2, abs=1e-12)


# --- Kuhn -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("bluffs", [0.0, 0.2, 1 / 3])
def test_kuhns_equilibria_cannot_be_exploited(bluffs: float) -> None:
    """Player 0 bets the jack with some probability, and the king three times as often."""
    bets = {
        # player 0 at first, and after a check and a bet
        "J -": bluffs, "Q -": 0, "K -": 3 * bluffs,
        "J cr": 0, "Q cr": bluffs + 1 / 3, "K cr": 1,
        # player 1 after a check, and after a bet
        "J c": 1 / 3, "Q c": 0, "K c": 1,
        "J r": 0, "Q r": 1 / 3, "K r": 1,
    }  # fmt: skip
    strategy = np.zeros((KUHN.rows, 3))
    for node in KUHN.decisions:
        for hand in range(3):
            share = bets[KUHN.text(node, hand, 0)]
            faces = FOLD in node.children
            strategy[KUHN.row(node, hand, 0), CALL if faces else RAISE] = share
            strategy[KUHN.row(node, hand, 0), FOLD if faces else CALL] = 1 - share
    assert exploitability(KUHN, strategy) == pytest.approx(0, abs=1e-12)
    assert values(KUHN, strategy)[0] == pytest.approx(-1 / 18, abs=1e-12)


def test_the_pot_is_an_ante_or_an_ante_and_a_bet() -> None:
    hand = SmallHand(KUHN, (0, 2), 0)
    for action in (CALL, CALL):
        hand.apply(action)
    assert (hand.is_over, hand.returns) == (True, (-1, 1))
    hand = SmallHand(KUHN, (2, 0), 0)
    for action in (CALL, RAISE, CALL):
        hand.apply(action)
    assert hand.returns == (2, -2)
    hand = SmallHand(KUHN, (2, 0), 0)
    for action in (CALL, RAISE, FOLD):
        hand.apply(action)
    assert hand.returns == (-1, 1)


# --- Leduc and ten cards --------------------------------------------------------------------------


def test_leduc_has_two_rounds_with_two_bets_each_and_a_pair_wins() -> None:
    assert max(max(node.paid) for node in LEDUC.nodes) == 1 + 2 * 2 + 2 * 4
    jack, king = 0, 4  # Js and Ks
    hand = SmallHand(LEDUC, (jack, king), 1)  # the board is Jh
    for action in (RAISE, RAISE, CALL, RAISE, RAISE, CALL):
        hand.apply(action)
    assert hand.returns == (13, -13)
    with pytest.raises(IllegalActionError, match="legal: none, because the hand is over"):
        hand.apply(CALL)


def test_leducs_value_is_the_published_one() -> None:
    strategy = equilibrium(LEDUC, 400)  # Lanctot et al., "OpenSpiel", 2019: -0.0856
    assert values(LEDUC, strategy)[0] == pytest.approx(-0.0856, abs=5e-4)
    assert exploitability(LEDUC, strategy) < 2e-3


def test_learning_longer_is_exploited_less() -> None:
    found = [exploitability(LEDUC, equilibrium(LEDUC, steps)) for steps in (1, 10, 100)]
    assert found == sorted(found, reverse=True)


def test_the_best_five_cards_win_with_ten_cards() -> None:
    game = TEN_CARDS
    assert len(game.hands) == 45
    assert len(game.boards) == 120
    names = {name: number for number, name in enumerate(game.deck)}
    board = game.boards.index(tuple(sorted(names[card] for card in ("Ts", "Js", "Qs"))))
    held = [("As", "Ks"), ("Kh", "Ah"), ("Qh", "Jh"), ("Th", "Kh")]
    hands = [game.hands.index(tuple(sorted(names[card] for card in pair))) for pair in held]
    strengths = game.strengths[board, hands].tolist()
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == 4
    assert game.strengths[board, game.hands.index((names["Ts"], names["Ah"]))] == -1
    first = game.nodes[0]
    assert (first.actor, first.paid) == (0, (1, 2))
    assert first.children[CALL].children[CALL].children[CALL].actor == 1  # first on the flop


def test_hands_that_are_dealt_win_what_the_exact_value_says() -> None:
    game, rng = TEN_CARDS, np.random.default_rng(5)
    strategy = some_strategy(game, 2)
    results = []
    for _ in range(4000):
        hand = SmallHand.deal(game, rng)
        while not hand.is_over:
            hand.apply(int(rng.choice(3, p=strategy[hand.row])))
        results.append(hand.returns[0])
    error = np.std(results) / np.sqrt(len(results))
    assert abs(np.mean(results) - values(game, strategy)[0]) < 4 * error


# --- policies -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_policy_is_asked_about_what_can_happen(game: SmallGame) -> None:
    expected = some_strategy(game, 3)
    rows = iter(game.information_sets.tolist())

    def policy(seen: Any, mask: Any) -> Any:
        assert len({each.tobytes() for each in seen}) == len(seen)  # no two look alike
        assert mask.any(1).all()
        return np.array([expected[row] for row in rows])

    strategy = strategy_of(game, policy)
    np.testing.assert_allclose(strategy[game.information_sets], expected[game.information_sets])


def test_what_is_no_strategy_is_refused() -> None:
    with pytest.raises(OptionError, match=r"shape \(3, 3\); it must be \(12, 3\)"):
        exploitability(KUHN, np.ones((3, 3)))
    with pytest.raises(OptionError, match="negative or not a number"):
        exploitability(KUHN, np.full((12, 3), np.nan))
    with pytest.raises(OptionError, match="a weight for each action in each information set"):
        strategy_of(KUHN, lambda seen, mask: np.ones(3))
    with pytest.raises(OptionError, match="not one of kuhn, leduc, ten-card-holdem"):
        small_game("holdem")
