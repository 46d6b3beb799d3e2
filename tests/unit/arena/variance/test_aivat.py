"""AIVAT on Leduc hold'em, counted over all deals and all actions."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pytest

from handsight.arena.variance.aivat import FollowedHand
from handsight.errors import ArenaError

RANKS = (0, 0, 1, 1, 2, 2)
CARDS = len(RANKS)
BETS = (2, 4)
MOST_RAISES = 2


# --- the game: an ante of a chip, two rounds of bets of two and four chips ----------------------


@dataclass(frozen=True)
class Line:
    """What is public of a hand; `paid` is what either player has put in."""

    paid: tuple[int, int] = (1, 1)
    actor: int = 0
    raises: int = 0
    acted: int = 0
    board: int | None = None
    text: str = ""
    is_over: bool = False
    folded: int | None = None

    @property
    def actions(self) -> tuple[str, ...]:
        faced = self.paid[1 - self.actor] > self.paid[self.actor]
        raising = ("r",) if self.raises < MOST_RAISES else ()
        return (*(("f",) if faced else ()), "c", *raising)

    @property
    def waits_for_board(self) -> bool:
        return self.text.endswith("/") and self.board is None

    def after(self, action: str) -> Line:
        me, text = self.actor, self.text + action
        paid = list(self.paid)
        if action == "f":
            return Line(self.paid, me, board=self.board, text=text, is_over=True, folded=me)
        paid[me] = max(paid)
        if action == "r":
            paid[me] += BETS[self.board is not None]
            raises = self.raises + 1
            return Line((paid[0], paid[1]), 1 - me, raises, self.acted + 1, self.board, text)
        level = (paid[0], paid[1])
        if not self.acted:
            return Line(level, 1 - me, self.raises, 1, self.board, text)
        if self.board is None:
            return Line(level, text=text + "/")
        return Line(level, me, board=self.board, text=text, is_over=True)

    def dealt(self, card: int) -> Line:
        return Line(self.paid, board=card, text=self.text + str(card))

    def wins(self, own: int, other: int) -> int:
        """Give what player 0 wins with a card against another one."""
        if self.folded is not None:
            return -self.paid[0] if self.folded == 0 else self.paid[1]
        assert self.board is not None
        board = RANKS[self.board]
        mine, theirs = (RANKS[each] + 10 * (RANKS[each] == board) for each in (own, other))
        return int(np.sign(mine - theirs)) * self.paid[0]


def facing(weights: Any) -> Any:
    return weights.sum() - weights


class Leduc:
    """Arbitrary strategies of both players, and arbitrary guesses.

    Args:
        known: of each player: ``all`` if their policy is known with every card, ``own`` if it is
            known with the card that they hold, ``none`` if it is not known, and ``late`` if it is
            known in the first round alone.
    """

    def __init__(self, seed: int, known: tuple[str, str]) -> None:
        self.rng, self.known = np.random.default_rng(seed), known
        self.policies: dict[tuple[int, str], Any] = {}
        self.guessed: dict[str, Any] = {}
        self.done: dict[tuple[Any, ...], float] = {}

    def policy(self, line: Line) -> Any:
        """Give random chances of the actions with each card: float64[6, actions]."""
        key = line.actor, line.text
        if key not in self.policies:
            rows = self.rng.random((CARDS, len(line.actions))) + 0.01
            self.policies[key] = rows / rows.sum(1, keepdims=True)
        return self.policies[key]

    def guess(self, text: str, ranges: list[Any]) -> float:
        """Guess the value of a line, by any function of the ranges that stands for it."""
        if text not in self.guessed:
            self.guessed[text] = self.rng.normal(size=(CARDS, CARDS)) * 10
        first, second = (each / each.sum() for each in ranges)
        return float(first @ self.guessed[text] @ second)

    # --- one hand, followed ---------------------------------------------------------------------

    def corrected(self, cards: tuple[int, int], line: str, board: int | None) -> float:
        """Give what player 0 won in a hand, without its luck."""
        # Cards that nobody looks at make no difference.
        looked = [None if self.known[each] == "all" else cards[each] for each in (0, 1)]
        key = (*looked, line, board)
        if key not in self.done:
            self.done[key] = self._corrected(cards, line, board)
        return self.done[key]

    def _corrected(self, cards: tuple[int, int], line: str, board: int | None) -> float:
        hand, here = FollowedHand(facing, CARDS), Line()
        for action in line:
            if here.waits_for_board:
                assert board is not None
                self._deal(hand, here, board)
                here = here.dealt(board)
            self._act(hand, here, cards, action)
            here = here.after(action)
        first = hand.weights[0][:, None] * hand.weights[1][None]
        np.fill_diagonal(first, 0)
        wins = np.array([[here.wins(a, b) for b in range(CARDS)] for a in range(CARDS)])
        return float((first * wins).sum() / first.sum()) - hand.luck

    def _deal(self, hand: FollowedHand, line: Line, board: int) -> None:
        held = hand.masses(0) + hand.masses(1)
        chances, guesses = (1 - held) / (CARDS - 2), np.zeros(CARDS)
        for card in range(CARDS):
            ranges = [np.where(np.arange(CARDS) == card, 0.0, each) for each in hand.weights]
            if all(each.sum() > 0 for each in ranges):
                guesses[card] = self.guess(line.dealt(card).text, ranges)
        hand.chance(chances, guesses, board)
        hand.keep(np.arange(CARDS) != board)

    def _act(self, hand: FollowedHand, line: Line, cards: tuple[int, int], action: str) -> None:
        player, chances = line.actor, self.policy(line)
        known = self.known[player]
        if known == "late":
            known = "all" if line.board is None else "none"
        if known != "all":
            rows = np.eye(CARDS)
            guesses = [
                self.guess(line.text + "?", [*([row, hand.weights[1 - player]][:: 1 - 2 * player])])
                for row in rows
            ]
            hand.reveal(player, cards[player], np.array(guesses))
        if known == "none":
            return
        after = []
        for place, each in enumerate(line.actions):
            weights = list(hand.weights)
            weights[player] = weights[player] * chances[:, place]
            after.append(self.guess(line.after(each).text, weights))
        hand.act(player, chances, line.actions.index(action), np.array(after))

    # --- all hands ------------------------------------------------------------------------------

    def counted(self) -> tuple[float, float, float, float]:
        """Count over all hands: the means of what was won and of what is left without luck, and
        the means of their squares."""
        sums = np.zeros(4)
        for own in range(CARDS):
            for other in range(CARDS):
                if own != other:
                    self._follow((own, other), Line(), "", 1 / 30, sums)
        return tuple(sums)  # type: ignore[return-value]

    def _follow(
        self, cards: tuple[int, int], line: Line, actions: str, chance: float, sums: Any
    ) -> None:
        if line.is_over:
            won = line.wins(*cards)
            less = self.corrected(cards, actions, line.board)
            sums += chance * np.array([won, less, won * won, less * less])
        elif line.waits_for_board:
            for card in set(range(CARDS)) - set(cards):
                self._follow(cards, line.dealt(card), actions, chance / 4, sums)
        else:
            row = self.policy(line)[cards[line.actor]]
            for action, share in zip(line.actions, row, strict=True):
                self._follow(cards, line.after(action), actions + action, chance * share, sums)


QUICK = {("all", "all"), ("all", "late"), ("own", "none")}
KNOWN = [
    pytest.param(*each, marks=() if each in QUICK else pytest.mark.exhaustive)
    for each in product(("all", "own", "none"), ("all", "own", "late", "none"))
]


@pytest.mark.repeats(1)
@pytest.mark.parametrize(("first", "second"), KNOWN)
def test_the_mean_is_that_of_what_was_won_whatever_is_known_and_guessed(first, second):
    won, less, *_ = Leduc(hash_of(first, second), (first, second)).counted()
    assert less == pytest.approx(won, abs=1e-12)
    assert abs(won) > 1e-3


def hash_of(*words: str) -> int:
    return sum(ord(letter) for word in words for letter in word)


def test_with_both_policies_known_and_true_values_nothing_is_left_of_the_spread():
    game = Leduc(3, ("all", "all"))
    mean = game.counted()[0]
    game.done.clear()
    game.guess = TrueValues(game)  # type: ignore[method-assign, assignment]
    won, less, squares, squares_less = game.counted()
    assert [won, less] == pytest.approx([mean, mean], abs=1e-12)
    assert squares_less - less * less == pytest.approx(0, abs=1e-10)
    assert squares - won * won > 1


class TrueValues:
    """Guesses that are right: what player 0 wins from a line on, with these ranges."""

    def __init__(self, game: Leduc) -> None:
        self.game = game
        self.lines = {"": Line()}
        self.known: dict[str, Any] = {}

    def __call__(self, text: str, ranges: list[Any]) -> float:
        weights = ranges[0][:, None] * ranges[1][None]
        np.fill_diagonal(weights, 0)
        return float((weights * self.values(self.line(text))).sum() / weights.sum())

    def line(self, text: str) -> Line:
        if text not in self.lines:
            # The text before the last action, which has a stroke behind it where the round ended.
            before, last = self.line(text.rstrip("/")[:-1]), text.rstrip("/")[-1]
            self.lines[text] = before.dealt(int(last)) if last.isdigit() else before.after(last)
        return self.lines[text]

    def values(self, line: Line) -> Any:
        """Give what player 0 wins with each card against each other one."""
        if line.text not in self.known:
            self.known[line.text] = self._values(line)
        return self.known[line.text]

    def _values(self, line: Line) -> Any:
        if line.is_over:
            return np.array([[line.wins(a, b) for b in range(CARDS)] for a in range(CARDS)])
        if line.waits_for_board:
            total = np.zeros((CARDS, CARDS))
            for card in range(CARDS):
                is_free = np.arange(CARDS) != card
                total += np.outer(is_free, is_free) * self.values(line.dealt(card)) / 4
            return total
        rows = self.game.policy(line)
        total = np.zeros((CARDS, CARDS))
        for place, action in enumerate(line.actions):
            share = rows[:, place]
            total += self.values(line.after(action)) * (
                share[:, None] if line.actor == 0 else share[None]
            )
        return total


def test_what_has_no_chance_by_a_policy_is_refused():
    hand = FollowedHand(facing, 3)
    with pytest.raises(ArenaError, match="an action happened that the player's policy never takes"):
        hand.act(0, np.array([[1.0, 0.0]] * 3), 1, np.zeros(2))


def test_a_hand_is_looked_at_once():
    hand = FollowedHand(facing, 3)
    hand.reveal(0, 2, np.array([0.0, 0.0, 3.0]))
    hand.reveal(0, 2, np.array([0.0, 0.0, 9.0]))
    assert hand.luck == pytest.approx(2)
    assert hand.revealed == [2, None]
